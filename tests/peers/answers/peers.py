"""Gives the answers of crates/check/tests/data/answers.jsonl to Planwright and to libraries that repair JSON, and prints a table.

usage: PLANWRIGHT=target/debug/planwright python3 tests/peers/answers/peers.py [--list] [TABLE SCHEMA]

Each answer has one right result: a document, or none. A library that gives another document is wrong, also if it takes a document
from a thought or a refusal. Values are compared after a library's own conversion, so 3.0 and 3 are equal.
"""

import json
import os
import subprocess
import sys
import types
from importlib.metadata import version
from pathlib import Path
from typing import Literal, Optional, Union

import baml_py
import baml_py.errors
import json_repair
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field

HERE = Path(__file__).parent
DATA = HERE.parents[2] / "crates/check/tests/data"
PROGRAM = os.environ.get("PLANWRIGHT", "planwright")
# The answer is not decoded to text.
UNREADABLE = object()
# `do` is a keyword of BAML.
MODEL = """
client<llm> None {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}
class Open {
  step "open" @alias("do")
  id int
}
class Close {
  step "close" @alias("do")
  id int
  reason string?
}
class Plan {
  version 1
  steps (Open | Close)[]
  title string?
  code string?
  tags string[]?
  limit int?
  ratio float?
  done bool?
  note string?
}
function Answer() -> Plan {
  client None
  prompt #"{{ ctx.output_format }}"#
}
"""


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Open(Part):
    step: Literal["open"] = Field(serialization_alias="do")
    id: int


class Close(Part):
    step: Literal["close"] = Field(serialization_alias="do")
    id: int
    reason: Optional[str] = None


class Plan(Part):
    version: Literal[1]
    steps: list[Union[Open, Close]]
    title: Optional[str] = None
    code: Optional[str] = None
    tags: Optional[list[str]] = None
    limit: Optional[int] = None
    ratio: Optional[float] = None
    done: Optional[bool] = None
    note: Optional[str] = None


def planwright(answers, schema):
    for answer in answers:
        done = subprocess.run([PROGRAM, "extract", "--schema", schema, "-"], input=answer, capture_output=True, check=False)
        yield json.loads(done.stdout) if done.returncode == 0 else None


def repaired(answers, schema):
    for answer in answers:
        text = decoded(answer)
        yield None if text is UNREADABLE else json_repair.repair_json(text, return_objects=True)


def repaired_by_schema(answers, schema):
    schema = json.loads(Path(schema).read_text())
    for answer in answers:
        text = decoded(answer)
        try:
            yield None if text is UNREADABLE else json_repair.repair_json(text, return_objects=True, schema=schema)
        except ValueError:
            yield None


def node(library):
    def run(answers, schema):
        texts = [None if decoded(answer) is UNREADABLE else decoded(answer) for answer in answers]
        done = subprocess.run(["node", HERE / "peers.mjs", library], input=json.dumps(texts), capture_output=True, text=True, check=True)
        yield from json.loads(done.stdout)

    return run


def baml(answers, schema):
    runtime = baml_py.BamlRuntime.from_files("baml_src", {"model.baml": MODEL}, {})
    classes = types.ModuleType("classes")
    classes.Open, classes.Close, classes.Plan = Open, Close, Plan
    for answer in answers:
        text = decoded(answer)
        try:
            read = None if text is UNREADABLE else runtime.parse_llm_response(
                "Answer", text, classes, classes, classes, False, runtime.create_context_manager(), None, None, {})
        except baml_py.errors.BamlError:
            read = None
        yield None if read is None else read.model_dump(by_alias=True, exclude_none=True)


def decoded(answer):
    try:
        return answer.decode()
    except UnicodeDecodeError:
        return UNREADABLE


def without_nulls(document):
    return {name: value for name, value in document.items() if value is not None} if isinstance(document, dict) else document


def npm(name):
    return json.loads((HERE / f"node_modules/{name}/package.json").read_text())["version"]


def main(*arguments):
    is_list = "--list" in arguments
    table, schema = [one for one in arguments if one != "--list"] or [str(DATA / "answers.jsonl"), str(DATA / "answer.schema.json")]
    rows = [json.loads(line) for line in Path(table).read_text().split("\n") if line]
    answers = [bytes.fromhex(row["hex"]) if "hex" in row else row["answer"].encode() for row in rows]
    validator = Draft202012Validator(json.loads(Path(schema).read_text()))
    peers = {
        "`planwright extract`": planwright,
        f"json_repair {version('json_repair')}": repaired,
        f"json_repair {version('json_repair')}, with the schema": repaired_by_schema,
        f"jsonrepair {npm('jsonrepair')}": node("jsonrepair"),
        f"best-effort-json-parser {npm('best-effort-json-parser')}": node("best-effort-json-parser"),
        f"BAML {version('baml-py')}": baml,
    }
    fixable = sum(row["document"] is not None for row in rows)
    print(f"{fixable} answers with a document, {len(rows) - fixable} without one\n")
    print("| tool | right document | no valid document | wrong document | document where there is none |")
    print("|---|---:|---:|---:|---:|")
    for name, read in peers.items():
        counts = {"right": 0, "left": 0, "wrong": 0, "invented": 0}
        for row, document in zip(rows, read(answers, schema), strict=True):
            # A document that the schema refuses is noticed, so that it does no harm.
            is_valid = document is not None and validator.is_valid(document)
            # BAML makes no difference between null and absent.
            equal = is_valid and without_nulls(document) == without_nulls(row["document"])
            kind = "left" if not is_valid else "right" if equal else "wrong" if row["document"] is not None else "invented"
            if is_list and kind in ("wrong", "invented"):
                print(f"{name}: {kind}: {row['name']}: {json.dumps(document)}", file=sys.stderr)
            if kind != "left" or row["document"] is not None:
                counts[kind] += 1
        print(f"| {name} | {counts['right']} | {counts['left']} | {counts['wrong']} | {counts['invented']} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
