"""Comparison of two versions of a schema."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from planwright import _native
from planwright._checker import Schema, native_schema
from planwright._report import raises


@dataclass(frozen=True)
class Verdict:
    """Whether every document of one schema is valid under the other: ``proved``, ``broken`` with a witness, or ``undecided``."""

    verdict: str
    witness: Any = None
    because: str | None = None


@dataclass(frozen=True)
class Change:
    """One difference between two schemas."""

    rule: str
    severity: str
    backward: str
    forward: str
    #: Location in the new schema, or in the old one if only that has it.
    pointer: str
    message: str
    old: dict[str, Any] | None
    new: dict[str, Any] | None
    #: A document that shows the change, if there is one.
    witness: Any = None


@dataclass(frozen=True)
class Drift:
    """The verdicts on a change: ``backward`` is about documents of the old schema, ``forward`` about those of the new one."""

    backward: Verdict
    forward: Verdict
    changes: tuple[Change, ...]
    json: str
    """What ``planwright drift --format json`` prints of two files."""


@raises
def drift(
    old: Schema,
    new: Schema,
    *,
    role: str = "both",
    content_model: str = "strict",
    assert_formats: bool = True,
) -> Drift:
    """Compares two versions of a schema.

    ``role`` is ``both``, ``consumed`` or ``produced``. ``content_model`` is ``strict`` or ``lenient``. Formats are asserted
    unless ``assert_formats`` is false.
    """
    text = _native.drift(native_schema(old), native_schema(new), role, content_model, assert_formats)
    read = json.loads(text)
    changes = tuple(Change(**change) for change in read["changes"])
    return Drift(Verdict(**read["backward"]), Verdict(**read["forward"]), changes, text)
