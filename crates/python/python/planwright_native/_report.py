"""Reports, and the exceptions that carry them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from planwright_native import _native


@dataclass(frozen=True)
class Diagnostic:
    """One finding; lines and columns count from 1, the end is exclusive, and what is not known is ``None``."""

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
    """What was found in one document."""

    file: str
    valid: bool
    diagnostics: tuple[Diagnostic, ...]
    json: str
    """The entry of ``planwright check --format json``."""

    @classmethod
    def _of(cls, text: str) -> Report:
        read = json.loads(text)
        found = tuple(Diagnostic._of(one) for one in read["diagnostics"])
        return cls(read["file"], read["valid"], found, text)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings for which a document is refused."""
        return tuple(one for one in self.diagnostics if one.severity == "error")

    def require(self) -> Report:
        """The same report if the document passes; else raises ``Refused``."""
        if not self.valid:
            raise Refused(_summary(self), self)
        return self


class PlanwrightError(Exception):
    """A call that could not be done; ``report`` has every finding."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report


class Refused(PlanwrightError):
    """A document was refused; ``report`` has every finding."""


def _summary(report: Report) -> str:
    first = report.errors[0] if report.errors else report.diagnostics[0]
    place = f"{first.file}:{first.line}:{first.column}: " if first.line is not None else ""
    count = len(report.errors)
    more = "" if count < 2 else f" (and {count - 1} more)"
    return f"{place}{first.code}: {first.message}{more}"


P = ParamSpec("P")
R = TypeVar("R")


def raises(kind: type[PlanwrightError]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Turns what the native half raises into an exception with a report."""

    def around(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def inner(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except _native.NativeError as error:
                message, text = error.args
                report = Report._of(text)
                is_call = any(one.code == "NOT_RUN" for one in report.diagnostics)
                raise (PlanwrightError if is_call else kind)(message, report) from None

        return inner

    return around
