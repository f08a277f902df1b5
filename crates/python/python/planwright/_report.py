"""Reports, and the exceptions that carry them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from planwright import _native


@dataclass(frozen=True)
class Diagnostic:
    """One finding. Lines and columns count from 1, the end is exclusive, and unknown values are ``None``."""

    code: str
    severity: str
    message: str
    pointer: str | None
    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    help: str | None
    patches: tuple[dict[str, Any], ...] = ()

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Diagnostic:
        places = ("pointer", "file", "line", "column", "end_line", "end_column", "help")
        known = {name: found.get(name) for name in places}
        return cls(found["code"], found["severity"], found["message"], **known, patches=tuple(found.get("patches", ())))


@dataclass(frozen=True)
class Report:
    """The findings about one document."""

    file: str
    valid: bool
    diagnostics: tuple[Diagnostic, ...]
    json: str
    """The entry of ``planwright check --format json``, without the counts of fixable findings."""

    @classmethod
    def _of(cls, text: str) -> Report:
        read = json.loads(text)
        found = tuple(Diagnostic._of(one) for one in read["diagnostics"])
        return cls(read["file"], read["valid"], found, text)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that make the document invalid."""
        return tuple(one for one in self.diagnostics if one.severity == "error")

    def require(self) -> Report:
        """Returns the report if the document is valid. Raises ``InvalidDocumentError`` otherwise."""
        if not self.valid:
            raise InvalidDocumentError(_summary(self), self)
        return self


class PlanwrightError(Exception):
    """A call failed. ``report`` has every finding."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message, report)
        self.message = message
        self.report = report

    def __str__(self) -> str:
        return self.message

    @classmethod
    def of_reason(cls, reason: str) -> PlanwrightError:
        """Returns the error of a call that fails before it reaches the native module."""
        message, text, _ = _native.call_error(reason.encode(errors="replace").decode()).args
        return cls(message, Report._of(text))


class InvalidDocumentError(PlanwrightError):
    """The document of the call is invalid. ``report`` has every finding."""


def _summary(report: Report) -> str:
    first = report.errors[0] if report.errors else report.diagnostics[0]
    place = f"{first.file}:{first.line}:{first.column}: " if first.line is not None else ""
    count = len(report.errors)
    more = "" if count < 2 else f" (and {count - 1} more)"
    return f"{place}{first.code}: {first.message}{more}"


P = ParamSpec("P")
R = TypeVar("R")


def raises(function: Callable[P, R]) -> Callable[P, R]:
    """Converts the errors of the native module to exceptions with a report."""

    @wraps(function)
    def inner(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except _native.NativeError as error:
            message, text, is_about_document = error.args
            kind = InvalidDocumentError if is_about_document else PlanwrightError
            raise kind(message, Report._of(text)) from None
        except UnicodeEncodeError as error:
            # A name, a path or a dialect with a lone surrogate.
            raise PlanwrightError.of_reason(f"an argument is not Unicode: {error}") from error

    return inner
