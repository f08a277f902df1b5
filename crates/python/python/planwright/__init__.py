"""Checks the JSON that language models write: check, extract, fix, repair, prompt, export, normalize and drift.

Each function accepts a schema first: the name of a contract (``"fix-plan"``), a path, a mapping, JSON as bytes, a model class
such as a Pydantic model, or a ``Checker``, which compiles a schema once. Documents are strings or bytes. Findings are those of
the command ``planwright``.
"""

from __future__ import annotations

from planwright._checker import Checker, Document, Schema
from planwright._drift import Change, Drift, Verdict, drift
from planwright._report import Diagnostic, InvalidDocumentError, PlanwrightError, Report
from planwright._functions import (
    Exported,
    Extracted,
    Normalized,
    Rendered,
    check,
    check_batch,
    export,
    extract,
    fix,
    merge_reports,
    normalize,
    prompt,
    render,
    repair,
)

__all__ = [
    "Change",
    "Checker",
    "Diagnostic",
    "Document",
    "Drift",
    "Exported",
    "Extracted",
    "InvalidDocumentError",
    "Normalized",
    "PlanwrightError",
    "Rendered",
    "Report",
    "Schema",
    "Verdict",
    "check",
    "check_batch",
    "drift",
    "export",
    "extract",
    "fix",
    "merge_reports",
    "normalize",
    "prompt",
    "render",
    "repair",
]
