"""What the vendors' SDKs make of schemas, beside our exports: each difference is listed in expected.json, with a reason.

Of each schema two things are compared: what an SDK makes of it with our export of it (`schema`), and our export with what the SDK makes
of that (`export`), which should be nothing. A difference that is new, or gone, fails. PLANWRIGHT is the program; with UPDATE_EXPECT=1
the list is written, with the reasons that it had; a difference without a reason fails.
"""

import copy
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from anthropic import transform_schema
from google.genai._transformers import process_schema
from openai.lib._pydantic import _ensure_strict_json_schema

HERE = Path(__file__).parent
EXPECTED = HERE / "expected.json"
PROGRAM = os.environ.get("PLANWRIGHT", "planwright")
CONTRACTS = ["action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools"]
NOTES = {"$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples", "property_ordering"}


def in_node(sdk):
    def transform(schema):
        answer = node.ask({"sdk": sdk, "schema": schema})
        if "refused" in answer:
            raise ValueError(answer["refused"])
        return answer["schema"]

    return transform


def gemini(schema):
    process_schema(schema, None)
    return schema


# Each SDK with its dialect.
SDKS = {
    "openai-python": ("openai", lambda schema: _ensure_strict_json_schema(schema, path=(), root=schema)),
    "openai-npm": ("openai", in_node("openai-npm")),
    "anthropic-python": ("anthropic", transform_schema),
    "anthropic-npm": ("anthropic", in_node("anthropic-npm")),
    "google-genai-python": ("gemini", gemini),
}


class Node:
    process = None

    def ask(self, question):
        if self.process is None:
            script = str(HERE / "transforms.mjs")
            self.process = subprocess.Popen(["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


node = Node()


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def with_defs(value):
    """The schema as the SDKs expect it, with definitions in `$defs`."""
    if isinstance(value, list):
        return [with_defs(item) for item in value]
    if not isinstance(value, dict):
        return value
    made = {"$defs" if name == "definitions" else name: with_defs(own) for name, own in value.items()}
    if isinstance(made.get("$ref"), str):
        made["$ref"] = made["$ref"].replace("#/definitions/", "#/$defs/")
    return made


def schemas():
    for name in CONTRACTS:
        yield name, with_defs(json.loads(run("schema", name).stdout))
    for path in sorted((HERE / "schemas").glob("*.json")):
        yield path.stem, json.loads(path.read_text())


def export(dialect, schema):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "case.json")
        file.write_text(json.dumps(schema))
        done = run("export", "--bare", "--dialect", dialect, "--schema", str(file))
    return (json.loads(done.stdout), None) if done.returncode == 0 else (None, done.stderr)


def plain(schema, whole):
    """A schema without its references, its null apart, a fixed value as an enum of one."""
    seen = set()
    while isinstance(schema, dict) and "$ref" in schema and schema["$ref"] not in seen:
        seen.add(schema["$ref"])
        referred = whole
        for part in schema["$ref"].removeprefix("#").strip("/").split("/"):
            referred = referred.get(part, {}) if part else referred
        schema = {**referred, **{name: own for name, own in schema.items() if name != "$ref"}}
    if not isinstance(schema, dict):
        return schema
    schema = {name: own for name, own in schema.items() if name not in NOTES}
    if "const" in schema:
        schema["enum"] = [schema.pop("const")]
    if "enum" in schema:
        schema.pop("type", None)
    types = schema.get("type")
    if isinstance(types, list) and "null" in types and len(types) == 2:
        schema["type"] = next(one for one in types if one != "null")
        schema["nullable"] = True
    branches = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(branches, list) and len(branches) == 2 and {"type": "null"} in branches and len(schema) == 1:
        other = plain(next(one for one in branches if one != {"type": "null"}), whole)
        schema = {**other, "nullable": True} if isinstance(other, dict) else schema
    return schema


def differences(one, other, wholes, seen, found):
    """Counts how `other` differs from `one`, by keyword."""
    one, other = plain(one, wholes[0]), plain(other, wholes[1])
    key = json.dumps([one, other], sort_keys=True)
    if key in seen or one == other:
        return
    seen.add(key)
    if not isinstance(one, dict) or not isinstance(other, dict):
        found[f"{shown(one)} | {shown(other)}"] += 1
        return
    if kind(one) != kind(other):
        found[f"{kind(one)} | {kind(other)}"] += 1
        return
    for name in sorted({*one, *other}):
        left, right = one.get(name), other.get(name)
        if name not in one or name not in other:
            found[f"{name}: {'kept | -' if name in one else '- | kept'}"] += 1
        elif name == "properties":
            for member in sorted({*left, *right}):
                if member in left and member in right:
                    differences(left[member], right[member], wholes, seen, found)
                else:
                    found[f"member: {'kept | -' if member in left else '- | kept'}"] += 1
        elif name == "required":
            for side, missing in [("required | free", {*left} - {*right}), ("free | required", {*right} - {*left})]:
                found.update({f"members: {side}": len(missing)} if missing else {})
        elif name in ("items", "additionalProperties") and isinstance(left, dict) and isinstance(right, dict):
            differences(left, right, wholes, seen, found)
        elif name in ("anyOf", "oneOf", "allOf", "prefixItems") and len(left) == len(right):
            for pair in zip(left, right):
                differences(*pair, wholes, seen, found)
        elif left != right and not is_one_number(left, right):
            found[f"{name}: {shown(left)} | {shown(right)}"] += 1


def is_one_number(left, right):
    """Whether two numbers are one in Node, which has no others than those of 64 bits with a point."""
    return all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in (left, right)) and float(left) == float(right)


def kind(schema):
    for keyword in ("anyOf", "oneOf", "allOf", "enum"):
        if keyword in schema:
            return keyword
    return shown(schema.get("type", "any value"))


def shown(value):
    if isinstance(value, list):
        return f"{len(value)} entries"
    return "schema" if isinstance(value, dict) else str(value) if isinstance(value, (bool, str)) else "a value"


def compare(sdk, schema):
    """The differences by what was compared; `None` for a schema that we refuse."""
    dialect, transform = SDKS[sdk]
    ours, refusal = export(dialect, schema)
    if ours is None:
        yield "schema", f"we refuse: {refusal.split('[')[-1].split(']')[0]}", 1
        return
    for what, source in [("schema", schema), ("export", ours)]:
        found = Counter()
        try:
            theirs = transform(copy.deepcopy(source))
        except Exception as error:
            found[f"the SDK refuses: {refused(error)}"] += 1
        else:
            differences(theirs, ours, (theirs, ours), set(), found)
        for difference, count in found.items():
            yield what, difference, count


def refused(error):
    """The words of an SDK up to the place."""
    return f"{type(error).__name__} {error}".split("`")[0].split(" got")[0].split("{")[0].strip(" :;")[:90]


def tally(sdks):
    found = {}
    for name, schema in schemas():
        for sdk in sdks:
            for what, difference, count in compare(sdk, schema):
                found.setdefault((sdk, what, difference), {})[name] = count
    return found


def control(expected):
    """A transform that drops what it should keep, and one that no longer differs, both fail."""
    sdk = "anthropic-python"
    dialect, transform = SDKS[sdk]
    known = {key: value for key, value in expected.items() if key[0] == sdk}
    for broken in (lambda schema: {"type": "object"}, lambda schema: schema):
        SDKS[sdk] = (dialect, broken)
        assert faults(tally([sdk]), known), "a difference that is new or gone is not noticed"
    SDKS[sdk] = (dialect, transform)
    some = dict(list(known.items())[1:])
    assert faults(tally([sdk]), some), "a difference that is not listed is not noticed"


def faults(found, expected):
    lines = [f"new: {key} {value}" for key, value in found.items() if expected.get(key, {}).get("schemas") != value]
    lines += [f"gone: {key}" for key in expected if key not in found]
    return lines + [f"without a reason: {key}" for key, entry in expected.items() if not entry.get("why")]


def main():
    rows = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else []
    expected = {(row["sdk"], row["of"], row["difference"]): row for row in rows}
    found = tally(SDKS)
    if os.environ.get("UPDATE_EXPECT"):
        assert not os.environ.get("CI"), "CI writes no list"
        expected = {
            key: {"sdk": key[0], "of": key[1], "difference": key[2], "schemas": value,
                  "why": expected.get(key, {}).get("why", "")}
            for key, value in sorted(found.items())
        }
        lines = [json.dumps(row, ensure_ascii=False) for row in expected.values()]
        EXPECTED.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    wrong = faults(found, expected)
    print(*wrong, sep="\n")
    if wrong:
        sys.exit("The left side is the SDK's, the right side ours. UPDATE_EXPECT=1 writes the list.")
    control(expected)
    print(f"{len(expected)} kinds of differences, all listed with a reason")


main()
