"""The functions of the package."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planwright import _native
from planwright._checker import Document, Schema, as_bytes, as_json, as_text, checker, native
from planwright._report import Diagnostic, Report, raises


def check(schema: Schema, document: Document, *, file: str = "<text>") -> Report:
    """Returns the report of a document. ``file`` is the name of the document in the report.

    An invalid document is not an exception: call ``check(...).require()`` to raise ``InvalidDocumentError``.
    """
    return checker(schema).check(document, file=file)


def repair(schema: Schema, document: Document) -> str | None:
    """Returns the message for the model that wrote an invalid document, or ``None`` if the document is valid."""
    return checker(schema).repair(document)


@dataclass(frozen=True)
class Extracted:
    """The document of an answer."""

    document: Any
    changes: tuple[str, ...]
    """What was dropped or fixed, and why."""
    report: Report
    """The findings about the document, which may be invalid."""


@raises
def extract(schema: Schema, answer: Document, *, file: str = "<text>") -> Extracted:
    """Returns the one document in a model's answer, or in a response of a vendor's API.

    Raises ``InvalidDocumentError`` if there is no document, or several different ones.
    """
    made = json.loads(native(schema).extract(as_text("file", file), as_bytes(answer)))
    return Extracted(made["document"], tuple(made["changes"]), Report._of(json.dumps(made["report"])))


@raises
def fix(schema: Schema, answer: Document, *, file: str = "<text>") -> str:
    """Returns the JSON of the one document in a model's answer, with all safe fixes. Raises like ``extract``."""
    return native(schema).fix(as_text("file", file), as_bytes(answer))


@dataclass(frozen=True)
class Normalized:
    """A canonical document."""

    document: Any
    json: str
    """The document as JSON."""


@raises
def normalize(schema: Schema, answer: Document, dialect: str, *, file: str = "<text>") -> Normalized:
    """Returns the canonical document for an answer in the dialect of a vendor.

    Raises ``InvalidDocumentError`` if the document is invalid.
    """
    text = native(schema).normalize(as_text("dialect", dialect), as_text("file", file), as_bytes(answer))
    return Normalized(json.loads(text), text)


@dataclass(frozen=True)
class Exported:
    """A schema in the dialect of a vendor."""

    schema: dict[str, Any]
    weakenings: tuple[Diagnostic, ...]
    """What the vendor's schema cannot express."""
    json: str
    """Both as JSON."""


@raises
def export(schema: Schema, dialect: str, *, bare: bool = False) -> Exported:
    """Returns a schema for the request of a vendor. ``bare`` leaves out the name and description of a tool."""
    text = native(schema).export(as_text("dialect", dialect), bare)
    made = json.loads(text)
    return Exported(made["schema"], tuple(Diagnostic._of(one) for one in made["weakenings"]), text)


@raises
def prompt(schema: Schema, *, document: bool = False) -> str:
    """Returns the prompt for a model that writes documents.

    For ``workflow-tools`` it is about the tools, unless ``document`` is true.
    """
    return native(schema).prompt(document)


def check_batch(schema: Schema, texts: Any, *, files: Any | None = None) -> Any:
    """Returns the reports of an Arrow array of documents. See ``Checker.check_batch``."""
    return checker(schema).check_batch(texts, files=files)


@raises
def merge_reports(reports: Iterable[str]) -> str:
    """Merges results of ``Checker.report`` and files of ``planwright check --report``. Equal records count once.

    Raises ``PlanwrightError`` if reports disagree about a document, or were made with different settings.
    """
    if isinstance(reports, (str, bytes)):
        raise TypeError("reports must be a list of strings, not one report")
    return _native.merge_reports(list(reports))


@dataclass(frozen=True)
class Rendered:
    """The Apex of blueprints."""

    files: dict[str, str]
    """The content of each file by path."""
    report: Report
    """The report of the blueprints, which may have warnings."""


@raises
def render(
    blueprint: Document | Mapping[str, Any],
    *,
    api_version: str | None = None,
    context: Mapping[str, Any] | None = None,
    runtime: bool = False,
    file: str = "<text>",
) -> Rendered:
    """Returns the Apex of a blueprint, or of several in one document. Raises ``InvalidDocumentError`` if one is invalid.

    ``runtime`` adds the classes that the files need. ``context`` may have a ``snapshot`` of the org.
    """
    text = as_json("blueprint", blueprint).encode() if isinstance(blueprint, Mapping) else as_bytes(blueprint)
    known = None if context is None else as_json("context", context)
    version = None if api_version is None else as_text("api_version", api_version)
    files, report = _native.render(as_text("file", file), text, version, known, runtime)
    return Rendered(dict(files), Report._of(report))
