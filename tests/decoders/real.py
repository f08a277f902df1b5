"""Schemas of a folder or a table through the engines: `real.py FOLDER|TABLE ANSWERS [DIALECT…]`.

ANSWERS is the output of `cargo run -p planwright-tests --example answers -- FOLDER|TABLE COUNT DIALECT…`. Counted are the exports that an
engine compiles, valid documents that it refuses in every order of properties that the export has, and leaks of the certificate that it
admits. The exit code is 1 if an engine refuses a valid document, if it admits an answer that breaks a keyword which the certificate does
not name, or if it admits one whose document it refuses by the grammar of the original schema.

Texts are tried in several spellings: llguidance accepts no exponent if a number has bounds, XGrammar writes 2.1 of a constant as
2.1000000000000001. Each schema and engine has its own process, with limits of processor time and memory, and its own line.
"""

import json
import multiprocessing
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from decimal import Decimal
from itertools import islice, product
from pathlib import Path
from urllib.parse import unquote

from outlines_core.json_schema import build_regex_from_schema

import test
from xgrammar_engine import XGrammar

# Processor time for one schema. The wall-clock time may be longer on a busy machine.
SECONDS = int(os.environ.get("SECONDS", "90"))
PATIENCE = 8
BYTES = 6 << 30
# Number of property orders that are tried for one answer.
ORDERS = 60


class LenientXGrammar(XGrammar):
    """The grammar of an original schema, in which an object is open unless it is closed, as JSON Schema defines."""

    is_strict = False


class OutlinesExpression:
    """The expression of outlines-core, matched by Python: an index of it takes more memory than there is for many real schemas."""

    def __init__(self, schema):
        self.expression = re.compile(build_regex_from_schema(json.dumps(schema)))

    def admits(self, text):
        return self.expression.fullmatch(text) is not None


# Engines of each dialect, and the one that compiles an original schema. llama.cpp compiles grammars only.
ENGINES = {**test.ENGINES, "outlines": [OutlinesExpression]}
ORIGINAL = {test.LlGuidance: test.LlGuidance, XGrammar: LenientXGrammar, OutlinesExpression: OutlinesExpression}


def spellings(answer):
    """The texts of an answer: plain; its numbers without exponents, or with all digits that a float has; `/` escaped, except in names."""
    def marked(value, is_escaped, has_all_digits):
        if isinstance(value, float):
            return f"\0{value:.17g}\0" if has_all_digits else f"\0{Decimal(repr(value)):f}\0"
        if isinstance(value, str) and is_escaped:
            return value.replace("/", "\0/")
        if isinstance(value, list):
            return [marked(item, is_escaped, has_all_digits) for item in value]
        if isinstance(value, dict):
            return {name: marked(member, is_escaped, has_all_digits) for name, member in value.items()}
        return value

    yield test.text(answer)
    for is_escaped, has_all_digits in product((False, True), repeat=2):
        text = re.sub(r'"\\u0000([^"]*)\\u0000"', r"\1", test.text(marked(answer, is_escaped, has_all_digits)))
        yield text.replace("\\u0000/", "\\/")


def is_named(place, pointers, whole):
    """Whether a leak stands at a place of the canonical schema, or, for a union, in what its branches refer to."""
    seen, left, is_union = set(), [place], place.endswith("Of")
    while left:
        place = left.pop()
        if any(place.startswith(pointer) or pointer.startswith(place) for pointer in pointers):
            return True
        if is_union and place not in seen:
            seen.add(place)
            left.extend(references(at(whole, place)))
    return False


def is_approximate(place, whole, dialect):
    """Whether engines enforce a keyword only approximately, so that exports leave it to `normalize`: they would refuse valid documents,
    or keep out less than the export claims. docs/dialects.md names these keywords."""
    above, _, keyword = place.rpartition("/")
    if "propertyNames" in place.split("/") or keyword in ("format", "pattern", "multipleOf", "uniqueItems"):
        return True
    if keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        return at(whole, above).get("type") != "integer"
    # XGrammar admits no escapes in a string with a length.
    return dialect in ("xgrammar", "vllm") and keyword in ("minLength", "maxLength")


def at(whole, pointer):
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        whole = whole[int(part)] if isinstance(whole, list) else whole[part]
    return whole


def references(schema):
    """Pointers of all that a schema refers to."""
    if isinstance(schema, list):
        return [place for item in schema for place in references(item)]
    if not isinstance(schema, dict):
        return []
    own = [unquote(schema["$ref"][1:])] if str(schema.get("$ref", "")).startswith("#/") else []
    return own + [place for member in schema.values() for place in references(member)]


def used():
    """Seconds of the processor, those of programs that have ended included."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def is_admitted(made, answer, schema):
    """Whether an engine admits an answer in one of the orders of its properties."""
    orders = test.in_orders(answer, schema, schema)
    return is_admitted_in_order(made, next(orders)) or any(made.admits(test.text(order)) for order in islice(orders, ORDERS))


def is_admitted_in_order(made, answer):
    return any(made.admits(spelling) for spelling in spellings(answer))


def original(engine, canonical, documents):
    """Returns the grammar of the original schema, or None if the engine does not compile it or refuses a valid document."""
    try:
        made = ORIGINAL[engine](canonical)
    except Exception:
        return None
    return made if all(is_admitted(made, document, canonical) for document in documents) else None


def judged(folder, line, engine, send):
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    counts, notes = Counter(), []

    def report(phase):
        send.send((phase, dict(counts), notes))

    dialect, name = line["dialect"], line["schema"]
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, "certificate.json")
        command = [test.PROGRAM, "export", "--dialect", dialect, "--schema", str(Path(folder, name)), "--format", "json"]
        try:
            bounded = [*command, "--certificate", str(file)]
            written = json.loads(subprocess.run(bounded, capture_output=True, timeout=SECONDS * PATIENCE / 3, check=True).stdout)
            certificate = json.loads(file.read_text())
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            counts["certificates not finished"] += 1
            written, certificate = json.loads(subprocess.run(command, capture_output=True, check=True).stdout), None
    schema = written["schema"]
    counts["exports"] += 1
    report("export")
    try:
        made = engine(schema, written["grammar"]) if "grammar" in written else engine(schema)
    except Exception as problem:
        counts["not compiled"] += 1
        notes.append(f"does not compile: {str(problem)[:200]}")
        return report("done")
    counts["compiled"] += 1
    report("compiled")
    counts["valid without an answer"] += line["drawn"] - len(line["answers"])
    for answer in line["answers"]:
        if used() > SECONDS * 2 / 3:
            break
        admitted = is_admitted(made, answer, schema)
        counts["valid admitted" if admitted else "valid refused"] += 1
        if not admitted:
            notes.append(f"refuses {test.text(answer)[:1000]}")
    report("valid")
    if certificate is None:
        return report("done")
    pointers = [leak["pointer"] for leak in certificate["leaks"]]
    counts["leaks"] += len(pointers)
    for leak in certificate["leaks"]:
        if "code" not in leak:
            counts["leaks without a code"] += 1
            notes.append(f"no code: {leak['pointer']}")
        counts["leaks admitted" if is_admitted(made, leak["answer"], schema) else "leaks kept by the engine"] += 1
        report("leaks")
    proof, canonical = certificate["nothing_else"]["verdict"], json.loads(Path(folder, name).read_text())
    raw = original(engine, canonical, line.get("documents", [])) if engine in ORIGINAL else None
    counts["original schemas compared"] += raw is not None

    def compare(answer, document, broken):
        """Counts an admitted answer whose document the original schema keeps out."""
        # Engines do not notice that an additional property has the name of another one with an escape, in either schema.
        ordered = test.in_order(answer, schema, schema)
        if raw is None or not is_admitted_in_order(made, ordered) or is_admitted(raw, document, canonical):
            return
        kind = "approximate" if all(is_approximate(place, canonical, dialect) for place in broken) else "looser"
        counts[f"{kind} compared with the original schema"] += 1
        if kind == "looser":
            notes.append(f"looser: {broken}: {test.text(answer)[:1000]}")

    for spoiled in line["spoiled"]:
        if used() > SECONDS - 5:
            break
        if not is_admitted(made, spoiled["answer"], schema):
            counts["spoiled refused"] += 1
            continue
        near = [place for place in spoiled["broken"] if not is_named(place, pointers, canonical)]
        counts["spoiled admitted"] += 1
        if near:
            counts[f"leaks not named, where nothing else is {proof}"] += 1
            notes.append(f"admits, {proof}: {near}: {test.text(spoiled['answer'])[:1000]}")
        compare(spoiled["answer"], spoiled["document"], spoiled["broken"])
    for invalid in line.get("invalid", []):
        if used() > SECONDS - 5:
            break
        admitted = is_admitted(made, invalid["document"], schema)
        counts["invalid admitted" if admitted else "invalid refused"] += 1
        if admitted:
            compare(invalid["document"], invalid["document"], invalid["broken"])
    report("done")


def process(folder, line, engine):
    receive, send = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=judged, args=(folder, line, engine, send))
    worker.start()
    send.close()
    phase, counts, notes = "begun", {}, []
    end = time.monotonic() + SECONDS * PATIENCE
    while phase != "done" and receive.poll(max(0, end - time.monotonic())):
        try:
            phase, counts, notes = receive.recv()
        except EOFError:
            break
    if phase != "done":
        counts[f"ended after: {phase}"] = 1
        worker.kill()
    worker.join()
    return counts, notes


def schema_files(table, folder):
    """Writes the schemas of a table to files."""
    with open(table) as rows:
        for row in map(json.loads, rows):
            Path(folder, f"{row['name']}.json").write_text(json.dumps(row["schema"]))


def main(schemas, answers, *wanted):
    total = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as temporary, open(answers) as lines:
        folder = schemas if Path(schemas).is_dir() else temporary
        if folder == temporary:
            schema_files(schemas, folder)
        for line in map(json.loads, lines):
            dialect = line["dialect"]
            if wanted and dialect not in wanted:
                continue
            for engine in ENGINES[dialect]:
                counts, notes = process(folder, line, engine)
                title = f"{dialect} {engine.__name__}"
                total[title].update(counts)
                for note in notes:
                    print(title, line["schema"], note, flush=True)
                print(title, line["schema"], json.dumps(counts, sort_keys=True), flush=True)
    for title, counts in total.items():
        print(title, json.dumps(dict(sorted(counts.items()))))
    bad = ["valid refused", "leaks without a code", "leaks not named, where nothing else is proved", "looser compared with the original schema"]
    return 1 if not total or any(counts[what] for counts in total.values() for what in bad) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
