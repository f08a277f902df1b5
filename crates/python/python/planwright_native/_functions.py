"""The functions of the package."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planwright_native import _native
from planwright_native._checker import Subject, Text, as_bytes, checker, native
from planwright_native._report import Diagnostic, PlanwrightError, Refused, Report, raises


def check(subject: Subject, text: Text, *, file: str = "<text>") -> Report:
    """The report of a document; ``check(…).require()`` raises ``Refused`` if it has errors."""
    return checker(subject).check(text, file=file)


def repair(subject: Subject, text: Text) -> str | None:
    """What to tell the model that wrote a refused document; ``None`` if it passes."""
    return checker(subject).repair(text)


def check_batch(subject: Subject, texts: Any, *, files: Any | None = None) -> Any:
    """The reports of an Arrow array of texts: see ``Checker.check_batch``."""
    return checker(subject).check_batch(texts, files=files)


@raises(PlanwrightError)
def merge_reports(reports: Iterable[str]) -> str:
    """The report of all documents of ``Checker.report``s or files of ``planwright check --report``; what several have counts once.

    Raises ``PlanwrightError`` where they differ about a document, or were not made in the same way.
    """
    return _native.merge_reports(list(reports))


@dataclass(frozen=True)
class Export:
    """A schema in the dialect of a vendor."""

    schema: dict[str, Any]
    weakenings: tuple[Diagnostic, ...]
    """Where the vendor's schema says less."""


@raises(PlanwrightError)
def export(subject: Subject, dialect: str, *, bare: bool = False) -> Export:
    """A schema as the request of a vendor holds it; ``bare`` leaves out name and description of a tool."""
    made = json.loads(native(subject).export(dialect, bare))
    return Export(made["schema"], tuple(Diagnostic._of(one) for one in made["weakenings"]))


@raises(Refused)
def normalize(subject: Subject, dialect: str, text: Text, *, file: str = "<text>") -> Any:
    """The canonical document of what a model answered in a vendor's shape; raises ``Refused`` if that does not pass the check."""
    return json.loads(native(subject).normalize(dialect, file, as_bytes(text)))


@dataclass(frozen=True)
class Extracted:
    """The document of an answer."""

    document: Any
    changes: tuple[str, ...]
    """What was dropped or fixed, and why."""
    report: Report
    """The findings about the document, which may be invalid."""


@raises(Refused)
def extract(subject: Subject, text: Text, *, file: str = "<text>") -> Extracted:
    """Returns the one document in a model's answer. Raises ``Refused`` if there is none, or several different ones."""
    made = json.loads(native(subject).extract(file, as_bytes(text)))
    return Extracted(made["document"], tuple(made["changes"]), Report._of(json.dumps(made["report"])))


@raises(Refused)
def fix(subject: Subject, text: Text, *, file: str = "<text>") -> str:
    """Returns the text of the one document in a model's answer, with all safe fixes. Raises ``Refused`` like ``extract``."""
    return native(subject).fix(file, as_bytes(text))


@raises(PlanwrightError)
def prompt(subject: Subject, *, document: bool = False) -> str:
    """What to tell a model before it writes; of workflow-tools it is about the tools, unless ``document`` asks for whole documents."""
    return native(subject).prompt(document)


@dataclass(frozen=True)
class Rendered:
    """What blueprints became."""

    files: dict[str, str]
    """The texts of the files by path."""
    report: Report
    """The report of the blueprints, which may have warnings."""


@raises(Refused)
def render(
    blueprint: Text | Mapping[str, Any],
    *,
    api_version: str | None = None,
    context: Mapping[str, Any] | None = None,
    runtime: bool = False,
    file: str = "<text>",
) -> Rendered:
    """The Apex of a blueprint, or of several in one document; raises ``Refused`` with the report of one that does not pass.

    ``runtime`` adds the classes that the files need. ``context`` may have a ``snapshot`` of the org.
    """
    text = json.dumps(blueprint).encode() if isinstance(blueprint, Mapping) else as_bytes(blueprint)
    known = None if context is None else json.dumps(context)
    files, report = _native.render(file, text, api_version, known, runtime)
    return Rendered(dict(files), Report._of(report))
