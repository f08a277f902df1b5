"""Planwright in this process: check, repair, export, normalize, drift, render and prompt.

A subject is the name of a contract (``"fix-plan"``), a schema (a mapping, or its text as bytes), or a ``Checker`` of either, which is
made once for many documents. Documents are texts, or bytes as they were read. Findings are those of the command ``planwright``.
"""

from __future__ import annotations

from planwright_native._checker import Checker, Subject, Text
from planwright_native._drift import Change, Drift, Verdict, drift
from planwright_native._report import Diagnostic, PlanwrightError, Refused, Report
from planwright_native._functions import (
    Export,
    Extracted,
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
    "Drift",
    "Export",
    "Extracted",
    "PlanwrightError",
    "Refused",
    "Rendered",
    "Report",
    "Subject",
    "Text",
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
