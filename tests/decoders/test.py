"""Exports of the contracts in the dialects of decoders, compiled and run by their engines.

What the certificate says is held against the engine: the answer of each leak is admitted, valid documents are, and one that
lacks a required member is not. PLANWRIGHT is the program; llama.cpp is the library of a package of Node.
"""

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import unquote

from llguidance import LLMatcher, LLTokenizer
from outlines_core import Guide, Index, Vocabulary
from outlines_core.json_schema import build_regex_from_schema

import llama_cpp
from xgrammar_engine import XGrammar

PROGRAM = os.environ.get("PLANWRIGHT", "planwright")
CONTRACTS = ["action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools"]


class LlGuidance:
    tokens = LLTokenizer("byte")

    def __init__(self, schema):
        self.grammar = LLMatcher.grammar_from_json_schema(json.dumps(schema))
        problem = LLMatcher.validate_grammar(self.grammar, self.tokens)
        assert not problem, problem

    def admits(self, text):
        tokens = self.tokens.tokenize_str(text)
        matcher = LLMatcher(self.tokens, self.grammar, log_level=0)
        return matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting()


class Outlines:
    """A regular expression over bytes; a token is a byte."""

    bytes = Vocabulary(256, {bytes([byte]): [byte] for byte in range(256)})

    def __init__(self, schema):
        self.index = Index(build_regex_from_schema(json.dumps(schema)), self.bytes)

    def admits(self, text):
        guide = Guide(self.index)
        for byte in text.encode():
            if byte not in guide.get_tokens():
                return False
            guide.advance(byte)
        return guide.is_finished()


class LlamaCpp(llama_cpp.Grammar):
    """The grammar of a schema, which the program has to write."""

    def __init__(self, schema, grammar=None):
        super().__init__(grammar or export("gbnf", schema)["grammar"])


# Each dialect with the engines that have to agree on it.
ENGINES = {"llguidance": [LlGuidance], "xgrammar": [XGrammar], "vllm": [XGrammar, LlGuidance], "outlines": [Outlines],
           "gbnf": [LlamaCpp]}


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True, **options).stdout


def export(dialect, schema):
    """What is written for a schema: an object with `schema`, and `grammar` where the dialect is one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "own.schema.json")
        file.write_text(json.dumps(schema))
        return json.loads(run("export", "--dialect", dialect, "--schema", str(file), "--format", "json"))


# In a name, the character after this one is written as an escape. It is for private use, so no schema has it.
ESCAPE = "\ue000"


def text(answer):
    return re.sub(f"{ESCAPE}(.)", lambda found: f"\\u{ord(found[1]):04x}", json.dumps(answer, ensure_ascii=False))


def referred(schema, whole):
    while isinstance(schema, dict) and "$ref" in schema:
        pointer, schema = schema["$ref"].removeprefix("#"), whole
        for part in pointer.split("/")[1:]:
            part = unquote(part).replace("~1", "/").replace("~0", "~")
            schema = schema[int(part)] if isinstance(schema, list) else schema[part]
    # A boolean schema has no properties.
    return schema if isinstance(schema, dict) else {}


def answered(value, schema, whole):
    """The value in the shape of the dialect, with its members in the order of the schema, as a decoder writes them."""
    schema = referred(schema, whole)
    if "anyOf" in schema:
        branches = [branch for branch in schema["anyOf"] if meant(value, branch, whole)]
        return answered(value, branches[0], whole) if branches else value
    members = schema.get("properties", {})
    if isinstance(value, dict) and schema.get("type") == "string":
        return text(value)
    if isinstance(value, dict) and schema.get("type") == "array":
        inner = schema["items"]["properties"]["value"]
        return [{"key": name, "value": answered(own, inner, whole)} for name, own in value.items()]
    if isinstance(value, dict):
        names = [name for name in members if name in value] + [name for name in value if name not in members]
        return {name: answered(value[name], members.get(name, {}), whole) for name in names}
    if isinstance(value, list):
        return [answered(item, schema.get("items", {}), whole) for item in value]
    return value


def meant(value, schema, whole):
    schema = referred(schema, whole)
    if not isinstance(value, dict):
        return schema.get("type") not in ("object", "null")
    fixed = {name: member["const"] for name, member in schema.get("properties", {}).items() if "const" in member}
    return schema.get("type") in ("object", "string") and all(value.get(name) == const for name, const in fixed.items())


def in_order(answer, schema, whole):
    """An answer with its members in the order of the schema."""
    return next(in_orders(answer, schema, whole))


def in_orders(answer, schema, whole):
    """The same, and each with one member that may be missing among those of any name, which come last. Engines that refuse its name
    there accept the name with an escape. In a union the branches count that the answer fits, or the first where it fits none."""
    schema = referred(schema, whole)
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        for branch in [branch for branch in branches if fits(answer, branch, whole)] or branches[:1]:
            yield from in_orders(answer, branch, whole)
    elif isinstance(answer, dict):
        members, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        others = others if isinstance(others, dict) else {}
        names = [name for name in members if name in answer] + [name for name in answer if name not in members]
        plain = {name: in_order(answer[name], members.get(name, others), whole) for name in names}
        yield plain
        for name in names:
            if name not in schema.get("required", []):
                others_first = {one: plain[one] for one in names if one != name}
                yield {**others_first, name: plain[name]}
                if re.match("[!-~]", name):
                    yield {**others_first, ESCAPE + name: plain[name]}
            for value in in_orders(answer[name], members.get(name, others), whole):
                yield {**plain, name: value}
    elif isinstance(answer, list):
        plain = [in_order(item, schema.get("items", {}), whole) for item in answer]
        yield plain
        for index, item in enumerate(answer):
            for value in in_orders(item, schema.get("items", {}), whole):
                yield [*plain[:index], value, *plain[index + 1:]]
    else:
        yield answer


def fits(value, schema, whole):
    """Whether a value has what tells the branches of a union apart."""
    schema = referred(schema, whole)
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        return any(fits(value, branch, whole) for branch in branches)
    if "const" in schema and schema["const"] != value or "enum" in schema and value not in schema["enum"]:
        return False
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_of(value, kind) for kind in kinds):
        return False
    if isinstance(value, str) and "pattern" in schema:
        try:
            return re.search(schema["pattern"], value) is not None
        except re.error:
            return True
    if isinstance(value, list):
        return all(fits(item, schema.get("items", {}), whole) for item in value)
    if isinstance(value, dict):
        members, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        others = {} if others is True else others
        return all(name in value for name in schema.get("required", [])) and all(
            name in members and fits(member, members[name], whole)
            or name not in members and others is not False and fits(member, others, whole)
            for name, member in value.items())
    return True


def is_of(value, kind):
    if isinstance(value, bool) or value is None:
        return kind == ("null" if value is None else "boolean")
    if isinstance(value, (int, float)):
        return kind == "number" or kind == "integer" and value == int(value)
    return kind == {str: "string", list: "array", dict: "object"}[type(value)]


def contract(dialect, engine, name, counts, has_leaks):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "certificate.json")
        written = json.loads(run("export", name, "--dialect", dialect, "--certificate", str(file), "--format", "json"))
        certificate = json.loads(file.read_text())
    schema = written["schema"]
    made = engine(schema, written["grammar"]) if "grammar" in written else engine(schema)
    counts["compiled"] += 1
    forms = certificate.get("described_documents", certificate["every_document"])
    assert forms == {"verdict": "proved"}, certificate["every_document"]
    for leak in certificate["leaks"] if has_leaks else []:
        orders = in_orders(in_order(leak["answer"], schema, schema), schema, schema)
        assert any(made.admits(text(answer)) for answer in orders), f"{dialect} {name}: {leak['pointer']} is kept"
        counts["leaks"] += 1
    named = {"workflow-tools": "workflow-tools/workflow-document", "form-plan": "form-plan/planner-output"}
    for example in json.loads(run("schema", named.get(name, name)))["examples"]:
        document = answered(example, schema, schema)
        back = json.loads(run("normalize", name, "-", "--dialect", dialect, input=text(document)))
        assert back == example, f"{dialect} {name}: {back}"
        assert made.admits(text(document)), f"{dialect} {name}: a valid document is refused: {document}"
        counts["valid"] += 1
        for member in [member for member in document if member in schema.get("required", [])]:
            broken = {one: value for one, value in document.items() if one != member}
            assert not made.admits(text(broken)), f"{dialect} {name}: a document without {member} is admitted"
            counts["refused"] += 1
        # Control: a grammar of another schema refuses this answer.
        other = {"type": "object", "properties": {"no such member": {"type": "string"}}, "required": ["no such member"],
                 "additionalProperties": False}
        assert not engine(other).admits(text(document)), f"{dialect} {name}"
        counts["controls"] += 1


def spellings():
    """Fixed values that engines spell in two ways, each of the same document."""
    members = {"a/b": {"const": "c/d"}, "n": {"const": 2.1}}
    schema = {"type": "object", "additionalProperties": False, "required": ["a/b", "n"], "properties": members}
    exported = export("vllm", schema)["schema"]
    plain, spelled = '{"a/b": "c/d", "n": 2.1}', '{"a/b": "c/d", "n": 2.1000000000000001}'
    assert json.loads(plain) == json.loads(spelled)
    for engine, admitted, refused in [(LlGuidance, plain, spelled), (XGrammar, spelled, plain)]:
        made = engine(exported)
        assert made.admits(admitted) and not made.admits(refused), engine.__name__


def grammars():
    """Schemas with texts that their grammar admits and texts that it refuses, and whole numbers between bounds one by one."""
    cases = json.loads(Path(__file__).with_name("gbnf.json").read_text())
    for case in cases:
        made = LlamaCpp(case["schema"])
        for wanted, texts in [(True, case["admits"]), (False, case["refuses"])]:
            assert texts, case["case"]
            for one in texts:
                assert made.admits(one) == wanted, f"{case['case']}: {one}: not {wanted}"
    numbers = [*range(-130, 131), 999, 1000, 1001, 9999, 10000, 123456, -999, -1000, -12345]
    bounds = [None, -1000, -123, -100, -99, -10, -9, -1, 0, 1, 5, 9, 10, 19, 99, 100, 123, 1000]
    tried = 0
    for least in bounds:
        for most in [most for most in bounds if least is None or most is None or least <= most]:
            own = {"minimum": least, "maximum": most}
            made = LlamaCpp({"type": "integer", **{name: bound for name, bound in own.items() if bound is not None}})
            for number in numbers:
                is_between = (least is None or least <= number) and (most is None or number <= most)
                assert made.admits(str(number)) == is_between, (least, most, number)
                tried += 1
            assert not made.admits("01") and not made.admits("") and not made.admits("-")
    print("gbnf cases", len(cases), "numbers between bounds", tried)


def main():
    spellings()
    grammars()
    for dialect, engines in ENGINES.items():
        for engine in engines:
            counts = {"compiled": 0, "valid": 0, "leaks": 0, "refused": 0, "controls": 0}
            for name in CONTRACTS:
                # The first of several engines is the most permissive.
                contract(dialect, engine, name, counts, engine is engines[0])
            print(dialect, engine.__name__, counts)
            assert all(count for what, count in counts.items() if what != "leaks" or engine is engines[0]), counts


if __name__ == "__main__":
    main()
