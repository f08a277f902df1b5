"""XGrammar's Python package, and what its version was found to enforce exactly.

The package requires torch and transformers, which only its kernels and tokenizers use. Stand-ins take their place, so that it is
installed without them. Run directly, this holds the engine against the rows that the dialects `xgrammar` and `vllm` follow.
"""

import json
import random
import sys
import types
from decimal import Decimal
from importlib.metadata import version
from unittest import mock

# It looks for torch when it is imported, and has to find none.
import tvm_ffi  # noqa: F401


def stand_in(name, **members):
    module = mock.MagicMock(name=name)
    module.__spec__, module.__path__ = None, []
    for member, value in members.items():
        setattr(module, member, value)
    sys.modules[name] = module


stand_in("torch")
stand_in("transformers", PreTrainedTokenizerBase=types.SimpleNamespace, PreTrainedTokenizerFast=types.SimpleNamespace)

import xgrammar  # noqa: E402

# Version that the tables of the dialects were measured with.
MEASURED = "0.2.9"
TOKENS = [bytes([byte]) for byte in range(256)] + [b"</s>"]


class XGrammar:
    """The grammar of a schema; a token is a byte."""

    compiler = xgrammar.GrammarCompiler(
        xgrammar.TokenizerInfo(TOKENS, vocab_type=xgrammar.VocabType.RAW, vocab_size=len(TOKENS), stop_token_ids=[256]))

    is_strict = True

    def __init__(self, schema):
        self.grammar = self.compiler.compile_json_schema(json.dumps(schema), any_whitespace=True, strict_mode=self.is_strict)

    def admits(self, text):
        matcher = xgrammar.GrammarMatcher(self.grammar, terminate_without_stop_token=True)
        return matcher.accept_string(text) and matcher.is_terminated()


def bounds(dice):
    """Bounds of integers and of decimal fractions with at most 6 digits, with numbers near them."""
    for digits in [0] * 60 + [*range(7)] * 20:
        kind = "integer" if digits == 0 else "number"
        unit = Decimal(1) / 10**digits
        low, high = sorted(Decimal(dice.randint(-10**6, 10**6)) * unit for _ in range(2))
        schema = {"type": kind, dice.choice(["minimum", "exclusiveMinimum"]): low, dice.choice(["maximum", "exclusiveMaximum"]): high + 2 * unit}
        schema = {name: value if name == "type" else int(value) if digits == 0 else float(value) for name, value in schema.items()}
        made = XGrammar(schema)
        exact = {name: Decimal(repr(value)) for name, value in schema.items() if name != "type"}
        for number in [bound + step * unit for bound in (low, high + 2 * unit, Decimal(0)) for step in (-1, 0, 1)]:
            inside = (exact.get("minimum", number) <= number <= exact.get("maximum", number)
                      and exact.get("exclusiveMinimum", number - 1) < number < exact.get("exclusiveMaximum", number + 1))
            yield made, f"{number:f}".replace("-0", "0") if number == 0 else f"{number:f}", inside


def tuples(dice):
    """Lists with elements by position."""
    values = {"integer": 1, "string": "s", "boolean": True}
    for _ in range(60):
        kinds = [dice.choice(list(values)) for _ in range(dice.randint(1, 3))]
        rest = dice.choice([False, {"type": "null"}])
        made = XGrammar({"type": "array", "prefixItems": [{"type": kind} for kind in kinds], "items": rest})
        for length in range(5):
            items = [values[kinds[index]] if index < len(kinds) else None for index in range(length)]
            yield made, json.dumps(items), length <= len(kinds) or rest is not False
            if items:
                yield made, json.dumps([[], *items[1:]]), False


def formats(_):
    """The formats that are enforced exactly."""
    for name, valid, invalid in [
        ("uuid", ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"], ["x", "123e4567e89b12d3a456426614174000"]),
        ("duration", ["P1D", "PT1H", "P1Y2M3DT4H5M6S", "P3W", "P1Y", "PT36H"], ["P", "PT", "1D", "P1W2D", "P1.5D", "P1Y2D", "PT1H2S"]),
        ("json-pointer", ["", "/a", "/a~0b", "/a~1"], ["a", "/a~2"]),
        ("relative-json-pointer", ["0", "1/a", "0#"], ["01", "-1", ""]),
    ]:
        made = XGrammar({"type": "string", "format": name})
        yield from ((made, json.dumps(text), is_valid) for texts, is_valid in ((valid, True), (invalid, False)) for text in texts)


def deviations(_):
    """What keeps other keywords out of the tables. A newer version that enforces one of them needs another row."""
    for schema, text, is_admitted in [
        ({"type": "string", "minLength": 2}, '"a\\nb"', False),
        ({"type": "string", "pattern": "^[a-z]+$", "maxLength": 2}, '"abc"', True),
        ({"type": "string", "pattern": "a"}, '"bab"', False),
        ({"type": "integer", "maximum": 89, "multipleOf": 10}, "1", True),
        ({"type": "number", "multipleOf": 0.5}, "0.01", True),
        ({"type": "string", "format": "date"}, '"2021-02-30"', True),
        ({"type": "string", "format": "email"}, '"a@b.c"', False),
        ({"type": "string", "format": "ipv6"}, '"1:2:3:4:5:6:1.2.3.4"', False),
        ({"type": "array", "items": {}, "uniqueItems": True}, "[1,1]", True),
        ({"type": "object", "properties": {"é": {"type": "string"}}, "additionalProperties": True}, '{"é": 1}', True),
        # Only a property name without escapes is kept from the additional ones.
        ({"type": "object", "properties": {"k": {"type": "string"}}, "additionalProperties": True}, '{"k": 1}', False),
        ({"type": "object", "properties": {"k": {"type": "string"}}, "additionalProperties": True}, r'{"\u006b": 1}', True),
        ({"type": "object", "properties": {"k": {"type": "string"}}, "additionalProperties": True}, r'{"k": "", "\u006b": 1}', True),
    ]:
        yield XGrammar(schema), text, is_admitted


def main():
    installed = version("xgrammar")
    assert installed == MEASURED, f"the tables were measured with XGrammar {MEASURED}, and {installed} is installed"
    for rows in (bounds, tuples, formats, deviations):
        count = 0
        for made, text, is_admitted in rows(random.Random(2026)):
            assert made.admits(text) == is_admitted, f"{rows.__name__}: {text}: not {is_admitted}"
            count += 1
        print("xgrammar", rows.__name__, count)


if __name__ == "__main__":
    main()
