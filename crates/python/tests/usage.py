"""A use of every function, which a type checker reads and the tests run."""

from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, TypeAdapter

from planwright import (
    Change,
    Checker,
    Diagnostic,
    Drift,
    Exported,
    Extracted,
    InvalidDocumentError,
    Normalized,
    Rendered,
    Report,
    Schema,
    check,
    drift,
    export,
    extract,
    fix,
    normalize,
    prompt,
    render,
    repair,
)


class Plan(BaseModel):
    """A schema as a class."""

    kind: Literal["left", "right"]


SCHEMA = {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["left", "right"]}}}


def use(blueprint: bytes) -> list[str]:
    """What each function says, as texts."""
    report: Report = check(SCHEMA, '{"kind": "rihgt"}')
    found: Diagnostic = report.diagnostics[0]
    advice: str | None = repair(SCHEMA, '{"kind": "rihgt"}')
    made: Exported = export("fix-plan", "openai")
    extracted: Extracted = extract(Plan, '{"kind": "left"}')
    fixed: str = fix(Plan, '{"kind": "left",}')
    answer: Normalized = normalize(Plan, '{"kind": "left"}', "openai")
    verdicts: Drift = drift(SCHEMA, {**SCHEMA, "required": []})
    change: Change = verdicts.changes[0]
    rendered: Rendered = render(blueprint, runtime=True)
    text: str = prompt("fix-plan")
    try:
        Checker(SCHEMA).check("{}").require()
    except InvalidDocumentError as invalid:
        text += invalid.report.errors[0].code
    ways: list[Schema] = ["fix-plan", Path("plan.json"), SCHEMA, MappingProxyType(SCHEMA), b"{}", Plan, Checker(Plan), TypeAdapter(Plan)]
    texts = [advice, made.schema, made.json, extracted.document, answer.document, answer.json, len(ways)]
    return [found.code, change.rule, fixed, *map(str, texts), *rendered.files, text]
