"""What documents are checked against, made once for many of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Union

from planwright_native import _native
from planwright_native._report import PlanwrightError, Report, raises

Text = Union[str, bytes]
"""A document, or a part of one: a text, or its bytes as they were read."""

_ROOT = "schema.json"


class Checker:
    """A contract or a schema, ready to check documents; may be used by several threads at once.

    ``context`` is what the rules of a contract may look at besides the document, such as ``{"snapshot": …}``. ``files`` are the other
    schemas that a schema refers to, by their paths.
    """

    __slots__ = ("_native", "_schema", "_made")

    def __init__(
        self,
        subject: str | Mapping[str, Any] | bytes,
        *,
        context: Mapping[str, Any] | None = None,
        files: Mapping[str, Mapping[str, Any] | bytes] | None = None,
    ) -> None:
        self._made = (subject, context, files)
        if isinstance(subject, str):
            if files:
                raise TypeError("a contract has all its files; files are for a schema")
            self._native = _contract(subject, None if context is None else json.dumps(context))
            self._schema = _native.NativeSchema.contract(subject)
            return
        if context is not None:
            raise TypeError("a schema has no rules, so it does not support a context")
        texts = schema_texts(subject, files)
        self._native = _schema(texts)
        self._schema = _native.NativeSchema.texts(_ROOT, texts)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies in other processes are made anew, as Spark and Ray need them."""
        return (_again, self._made)

    def check(self, text: Text, *, file: str = "<text>") -> Report:
        """The report of a document; ``file`` is its name there."""
        return Report._of(self._native.check(file, as_bytes(text))[1])

    def repair(self, text: Text) -> str | None:
        """What to tell the model that wrote a refused document; ``None`` if it passes."""
        return self._native.repair(as_bytes(text))

    def check_batch(self, texts: Any, *, files: Any | None = None) -> Any:
        """The reports of an Arrow array of texts, as a ``pyarrow.RecordBatch`` with ``valid``, ``errors``, ``warnings`` and ``report``.

        Whatever has ``__arrow_c_array__`` is an array; of a ``pyarrow.ChunkedArray`` each chunk is. Rows stay in their order, and a
        null has no report. ``files`` are the names of the documents. The lock of the interpreter is free meanwhile.
        """
        return self._native.check_batch(texts, files)

    @raises(PlanwrightError)
    def report(self, texts: Any, files: Any) -> str:
        """The report of an Arrow array of texts, with a record of each: what ``planwright check --report`` writes of files of these names.

        Two texts of one name that differ are a ``ValueError``, and so is a null. Reports of parts go to ``merge_reports``.
        """
        return self._native.report(texts, files)


def _again(subject: Any, context: Any, files: Any) -> Checker:
    return Checker(subject, context=context, files=files)


Subject = Union[str, Mapping[str, Any], bytes, Checker]
"""The name of a contract, a schema, or a checker of either."""


@raises(PlanwrightError)
def _contract(name: str, context: str | None) -> _native.NativeChecker:
    return _native.NativeChecker.contract(name, context)


@raises(PlanwrightError)
def _schema(texts: list[tuple[str, bytes]]) -> _native.NativeChecker:
    return _native.NativeChecker.schema(_ROOT, texts)


_made: dict[str, Checker] = {}


def checker(subject: Subject) -> Checker:
    """The checker of a subject; those of contracts are kept."""
    if isinstance(subject, Checker):
        return subject
    if not isinstance(subject, str):
        return Checker(subject)
    if subject not in _made:
        # There are no more names than contracts and their schemas.
        _made[subject] = Checker(subject)
    return _made[subject]


@raises(PlanwrightError)
def native_schema(subject: Subject) -> _native.NativeSchema:
    """The schema of a subject, which need not compile."""
    if isinstance(subject, Checker):
        return subject._schema
    if isinstance(subject, str):
        return _native.NativeSchema.contract(subject)
    return _native.NativeSchema.texts(_ROOT, schema_texts(subject, None))


def native(subject: Subject) -> _native.NativeChecker:
    """The native half of a checker."""
    return checker(subject)._native


def schema_texts(
    schema: Mapping[str, Any] | bytes, files: Mapping[str, Mapping[str, Any] | bytes] | None
) -> list[tuple[str, bytes]]:
    """The texts of a schema and of what it refers to, the schema first."""
    others = {} if files is None else files
    if _ROOT in others:
        raise ValueError(f"{_ROOT} is the name of the schema itself")
    return [(_ROOT, _text(schema)), *((path, _text(other)) for path, other in others.items())]


def _text(schema: Mapping[str, Any] | bytes) -> bytes:
    if isinstance(schema, bytes):
        return schema
    if not isinstance(schema, Mapping):
        raise TypeError(f"a schema is a mapping, or its text as bytes, not {type(schema).__name__}")
    return json.dumps(schema).encode()


def as_bytes(text: Text) -> bytes:
    """The bytes of a text; halves of surrogates become bytes that are no text, which a report names."""
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    if not isinstance(text, bytes):
        raise TypeError(f"a document is a text or bytes, not {type(text).__name__}")
    return text
