"""The program as functions: each runs it once and gives back what it reports."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

__all__ = ["PlanwrightError", "Refused", "check", "program", "repair", "run"]


class PlanwrightError(Exception):
    """The program could not do its work."""


class Refused(PlanwrightError):
    """A document was refused; ``report`` has every finding."""

    def __init__(self, report: dict[str, Any]) -> None:
        found = report["diagnostics"]
        super().__init__(f"{len(found)} findings, the first: {found[0]['message']}" if found else "refused")
        self.report = report


def program() -> str:
    """The path of the program: PLANWRIGHT if it is set, else the one that was installed with this package."""
    if given := os.environ.get("PLANWRIGHT"):
        return given
    name = "planwright.exe" if os.name == "nt" else "planwright"
    beside = Path(__file__).parent.parent / "bin" / name
    for place in (Path(sysconfig.get_path("scripts")) / name, beside):
        if place.is_file():
            return str(place)
    raise PlanwrightError("the program is not installed beside this package; set PLANWRIGHT to its path")


def run(arguments: list[str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the program with these arguments; ``text`` goes to its standard input."""
    return subprocess.run([program(), *arguments], input=text, capture_output=True, text=True, encoding="utf-8", check=False)


def _subject(contract: str | None, schema: str | os.PathLike[str] | None) -> list[str]:
    if (contract is None) == (schema is None):
        raise ValueError("give a contract or a schema")
    return [contract] if contract is not None else ["--schema", str(schema)]


def check(text: str, *, contract: str | None = None, schema: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """The report of one document, which passes; raises ``Refused`` with the report of one that does not."""
    done = run(["check", *_subject(contract, schema), "--format", "json", "-"], text)
    if done.returncode > 1 or not done.stdout:
        raise PlanwrightError((done.stderr or done.stdout).strip())
    report: dict[str, Any] = json.loads(done.stdout)[0]
    if not report["valid"]:
        raise Refused(report)
    return report


def repair(text: str, *, contract: str | None = None, schema: str | os.PathLike[str] | None = None) -> str | None:
    """What to tell the model that wrote a refused document; ``None`` if it passes."""
    done = run(["check", *_subject(contract, schema), "--format", "repair", "-"], text)
    if done.returncode > 1:
        raise PlanwrightError(done.stderr.strip())
    return done.stdout if done.returncode == 1 else None
