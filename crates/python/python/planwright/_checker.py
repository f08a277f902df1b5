"""The schemas that documents are checked against, each compiled once."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Protocol, Union

from planwright._native import NativeChecker, NativeSchema
from planwright._report import PlanwrightError, Report, raises

Document = Union[str, bytes]
"""A document or an answer of a model: a string, or the bytes of a file."""


class Model(Protocol):
    """A class that has a JSON Schema, such as a Pydantic model."""

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """Returns the JSON Schema of the class."""


class Adapter(Protocol):
    """An object that has a JSON Schema, such as a Pydantic ``TypeAdapter``."""

    def json_schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""


Schema = Union[str, os.PathLike[str], Mapping[str, Any], bytes, type[Model], Adapter, "Checker"]
"""A schema: the name of a contract, a path, a mapping, JSON as bytes, a model class, a ``TypeAdapter``, or a ``Checker``.

A string that ends in ``.json``, ``.jsonc``, ``.yaml`` or ``.yml`` is a path, also with ``#NAME`` for a schema in the file. Any other
string is the name of a contract.
"""

_LINE_BREAK = "\n"
_ROOT = "schema.json"
_FILE_ENDINGS = (".json", ".jsonc", ".yaml", ".yml")


def _is_path(text: str) -> bool:
    return text.endswith(_FILE_ENDINGS) or text.split("#", 1)[0].endswith(_FILE_ENDINGS)


class Checker:
    """A contract or a schema that is compiled once, for any number of documents and threads.

    ``context`` is what the rules of a contract may use in addition to the document, such as ``{"snapshot": ...}``. ``files``
    are the schemas that a mapping, bytes or a model refers to, by their paths. A path finds its files itself.
    """

    __slots__ = ("_native", "_schema", "_source")

    _native: NativeChecker
    _schema: NativeSchema
    _source: tuple[Any, ...]

    def __init__(
        self,
        schema: Schema,
        *,
        context: Mapping[str, Any] | None = None,
        files: Mapping[str, Mapping[str, Any] | bytes] | None = None,
    ) -> None:
        self._build(_source(schema, context, files))

    @raises
    def _build(self, source: tuple[Any, ...]) -> None:
        self._source = source
        self._schema = _native_schema(source)
        if source[0] == "contract":
            self._native = NativeChecker.contract(*source[1:])
        else:
            self._native = NativeChecker.schema(self._schema)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the contents of the schema files, because Spark and Ray workers do not have the files."""
        source = self._source
        return (_rebuild, (source if source[0] == "contract" else ("texts", *self._schema.sources()),))

    @raises
    def check(self, document: Document, *, file: str = "<text>") -> Report:
        """Returns the report of a document. ``file`` is the name of the document in the report."""
        return Report._of(self._native.check(as_text("file", file), as_bytes(document))[1])

    @raises
    def repair(self, document: Document) -> str | None:
        """Returns the message for the model that wrote an invalid document, or ``None`` if the document is valid."""
        return self._native.repair(as_bytes(document))

    def check_batch(self, texts: Any, *, files: Any | None = None) -> Any:
        """Returns the reports of an Arrow array of documents, as a ``pyarrow.RecordBatch``.

        The columns are ``valid``, ``errors``, ``warnings`` and ``report``. Every object with ``__arrow_c_array__`` is an array,
        such as each chunk of a ``pyarrow.ChunkedArray``. Rows keep their order, and a null has no report. ``files`` are the
        names of the documents. The interpreter lock is released during the check.
        """
        return self._native.check_batch(texts, files)

    @raises
    def report(self, texts: Any, files: Any) -> str:
        """Returns what ``planwright check --report`` writes for files with these names, from an Arrow array of documents.

        Raises ``ValueError`` for a null, and for two documents with the same name that differ. Merge the reports of several
        arrays with ``merge_reports``.
        """
        return self._native.report(texts, files)


def _rebuild(source: tuple[Any, ...]) -> Checker:
    checker = Checker.__new__(Checker)
    checker._build(source)
    return checker


def _source(
    schema: Schema,
    context: Mapping[str, Any] | None = None,
    files: Mapping[str, Mapping[str, Any] | bytes] | None = None,
) -> tuple[Any, ...]:
    """Returns the kind of a schema, and the arguments of the native constructor."""
    if isinstance(schema, Checker):
        if context is not None or files is not None:
            raise TypeError("a Checker has its own context and files")
        return schema._source
    if isinstance(schema, str) and not _is_path(schema):
        if files is not None:
            raise TypeError("a contract contains all its files; use files with a schema")
        return ("contract", schema, None if context is None else as_json("context", context))
    if context is not None:
        raise TypeError("a schema has no rules, so it does not support a context")
    if isinstance(schema, (str, os.PathLike)):
        if files is not None:
            raise TypeError("a path finds the files that the schema refers to; use files with a mapping or bytes")
        return ("file", schema)
    others = {} if files is None else files
    if _ROOT in others:
        raise ValueError(f"{_ROOT} is the name of the schema itself")
    return ("texts", _ROOT, [(_ROOT, _schema_bytes(schema)), *((path, _schema_bytes(other)) for path, other in others.items())])


def _native_schema(source: tuple[Any, ...]) -> NativeSchema:
    kind, first, *rest = source
    if kind == "contract":
        return NativeSchema.contract(first)
    if kind == "file":
        return NativeSchema.file(first)
    return NativeSchema.texts(first, *rest)


_contracts: dict[str, Checker] = {}


def checker(schema: Schema) -> Checker:
    """Returns the checker of a schema. Checkers of contracts are kept, because there are few names."""
    if isinstance(schema, Checker):
        return schema
    if not isinstance(schema, str) or _is_path(schema):
        return Checker(schema)
    if schema not in _contracts:
        _contracts[schema] = Checker(schema)
    return _contracts[schema]


@raises
def native_schema(schema: Schema) -> NativeSchema:
    """Returns a schema for a comparison, which does not need to compile."""
    return schema._schema if isinstance(schema, Checker) else _native_schema(_source(schema))


def native(schema: Schema) -> NativeChecker:
    """Returns the native part of a checker."""
    return checker(schema)._native


def _schema_bytes(schema: Any) -> bytes:
    if isinstance(schema, bytes):
        return schema
    # An instance of a model also has the method of its class, but it is a document.
    export = getattr(schema, "model_json_schema" if isinstance(schema, type) else "json_schema", None)
    if callable(export):
        try:
            schema = export()
        except Exception as error:
            raise PlanwrightError.of_reason(f"schema is not JSON: {str(error).partition(_LINE_BREAK)[0]}") from error
    if not isinstance(schema, Mapping):
        raise TypeError(
            "schema must be the name of a contract, a path, a mapping, bytes, a model class or a Checker, "
            f"not {_described(schema)}; for other types, pass pydantic.TypeAdapter(type)"
        )
    return as_json("schema", schema).encode()


def _described(value: Any) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def as_json(what: str, value: Mapping[str, Any]) -> str:
    """Returns a mapping as JSON."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a mapping, not {_described(value)}")
    try:
        return json.dumps(value, allow_nan=False, default=_mapping)
    except (TypeError, ValueError, RecursionError) as error:
        raise PlanwrightError.of_reason(f"{what} is not JSON: {error}") from error


def _mapping(value: Any) -> dict[str, Any]:
    """Converts mappings of other types than ``dict``, such as ``types.MappingProxyType``."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"found a value of the type {type(value).__name__}")


def as_text(what: str, value: str) -> str:
    """Returns an argument that is a string."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a string, not {_described(value)}")
    return value


def as_bytes(document: Document) -> bytes:
    """Returns the bytes of a document. A lone surrogate becomes bytes that are not UTF-8, which a report names."""
    if isinstance(document, str):
        return document.encode("utf-8", "surrogatepass")
    if not isinstance(document, bytes):
        raise TypeError(f"document must be a string or bytes, not {_described(document)}; json.dumps converts a mapping or a list")
    return document
