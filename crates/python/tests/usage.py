"""A use of every function, which a type checker reads and the tests run."""

from planwright_native import (
    Change,
    Checker,
    Diagnostic,
    Drift,
    Export,
    Refused,
    Rendered,
    Report,
    check,
    drift,
    export,
    normalize,
    prompt,
    render,
    repair,
)

SCHEMA = {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["left", "right"]}}}


def use(blueprint: bytes) -> list[str]:
    """What each function says, as texts."""
    report: Report = check(SCHEMA, '{"kind": "rihgt"}')
    found: Diagnostic = report.diagnostics[0]
    advice: str | None = repair(SCHEMA, '{"kind": "rihgt"}')
    made: Export = export("fix-plan", "openai")
    answer: object = normalize(SCHEMA, "openai", '{"kind": "left"}')
    verdicts: Drift = drift(SCHEMA, {**SCHEMA, "required": []})
    change: Change = verdicts.changes[0]
    rendered: Rendered = render(blueprint, runtime=True)
    text: str = prompt("fix-plan")
    try:
        Checker(SCHEMA).check("{}").require()
    except Refused as refused:
        text += refused.report.errors[0].code
    return [found.code, str(advice), str(made.schema), str(answer), change.rule, *rendered.files, text]
