"""Exports of the contracts in the dialect `llguidance`, compiled and run by that engine.

What the certificate says is held against the engine: the answer of each leak is admitted, a valid document is, and one that
lacks a required member is not. PLANWRIGHT is the program.
"""

import copy
import json
import os
import subprocess
import tempfile
from pathlib import Path

from llguidance import LLMatcher, LLTokenizer

PROGRAM = os.environ.get("PLANWRIGHT", "planwright")
CONTRACTS = ["action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools"]
TOKENS = LLTokenizer("byte")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def grammar(schema):
    made = LLMatcher.grammar_from_json_schema(json.dumps(schema))
    problem = LLMatcher.validate_grammar(made, TOKENS)
    assert not problem, problem
    return made


def admits(made, answer):
    tokens = TOKENS.tokenize_str(json.dumps(answer, ensure_ascii=False))
    matcher = LLMatcher(TOKENS, made, log_level=0)
    return matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting()


def ordered(value, schema, whole):
    """The value with its members in the order of the schema, as a decoder writes them."""
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if "anyOf" in schema:
        branches = [ordered(value, branch, whole) for branch in schema["anyOf"] if meant(value, branch, whole)]
        return branches[0] if branches else value
    if isinstance(value, dict):
        members = schema.get("properties", {})
        names = [name for name in members if name in value] + [name for name in value if name not in members]
        return {name: ordered(value[name], members.get(name, {}), whole) for name in names}
    if isinstance(value, list):
        return [ordered(item, schema.get("items", {}), whole) for item in value]
    return value


def meant(value, schema, whole):
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if not isinstance(value, dict):
        return schema.get("type") not in ("object", "null")
    fixed = {name: member["const"] for name, member in schema.get("properties", {}).items() if "const" in member}
    return schema.get("type") == "object" and all(value.get(name) == const for name, const in fixed.items())


def main():
    counts = {"compiled": 0, "valid": 0, "leaks": 0, "refused": 0, "controls": 0}
    for contract in CONTRACTS:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "certificate.json")
            text = run("export", "--dialect", "llguidance", "--contract", contract, "--certificate", str(file))
            certificate = json.loads(file.read_text())
        schema = json.loads(text)
        made = grammar(schema)
        counts["compiled"] += 1
        assert certificate["every_document"] == {"verdict": "proved"}, certificate["every_document"]
        assert certificate["nothing_else"] == {"verdict": "proved"}, certificate["nothing_else"]
        for leak in certificate["leaks"]:
            assert admits(made, leak["answer"]), f"{contract}: {leak['pointer']} is kept"
            counts["leaks"] += 1
        name = {"workflow-tools": "workflow-tools/workflow-document", "form-plan": "form-plan/planner-output"}
        examples = json.loads(run("schema", name.get(contract, contract)))["examples"]
        for example in examples:
            document = ordered(example, schema, schema)
            assert admits(made, document), f"{contract}: a valid document is refused: {document}"
            counts["valid"] += 1
            for member in list(document):
                broken = {name: value for name, value in document.items() if name != member}
                if member in schema.get("required", []):
                    assert not admits(made, broken), f"{contract}: a document without {member} is admitted"
                    counts["refused"] += 1
        # The control: a grammar of another schema refuses what this one admits.
        other = copy.deepcopy(schema)
        other = {"type": "object", "properties": {"no such member": other}, "required": ["no such member"],
                 "additionalProperties": False, "$defs": other.pop("$defs", {})}
        assert not any(admits(grammar(other), ordered(example, schema, schema)) for example in examples), contract
        counts["controls"] += 1
    assert all(counts.values()), counts
    print(counts)


main()
