"""Schemas of a folder through the engines: `real.py FOLDER ANSWERS [DIALECT…]`.

ANSWERS is what `cargo run -p planwright-tests --example answers -- FOLDER COUNT DIALECT…` prints. Counted are the exports that an engine
compiles, valid documents that it refuses in every order of members that the export has, leaks of the certificate that it admits, and
answers that it admits of documents which break a keyword that the certificate does not name. Exit code 1 where one of the last two
kinds is found, or a valid document is refused. Texts are tried in several spellings: llguidance takes no exponent where a number has
bounds, XGrammar writes 2.1 of a constant as 2.1000000000000001. Each schema has a process of its own, with bounds in processor time and memory, and a
line of its own, so that a run that is stopped tells how far it came.
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

# Processor time for one schema. The wall-clock time may be longer on a busy machine.
SECONDS = int(os.environ.get("SECONDS", "90"))
PATIENCE = 8
BYTES = 6 << 30
# Number of property orders that are tried for one answer.
ORDERS = 60


class OutlinesExpression:
    """The expression of outlines-core, matched by Python: an index of it takes more memory than there is for many real schemas."""

    def __init__(self, schema):
        self.expression = re.compile(build_regex_from_schema(json.dumps(schema)))

    def admits(self, text):
        return self.expression.fullmatch(text) is not None


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


def judged(folder, line, send):
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
    engine = OutlinesExpression if dialect == "outlines" else test.ENGINES[dialect][0]
    try:
        made = engine(schema, written["grammar"]) if "grammar" in written else engine(schema)
    except Exception as problem:
        notes.append(f"does not compile: {str(problem)[:200]}")
        return report("done")
    counts["compiled"] += 1
    report("compiled")

    def admits(answer):
        orders = test.in_orders(answer, schema, schema)
        if any(made.admits(spelling) for spelling in spellings(next(orders))):
            return True
        return any(made.admits(test.text(order)) for order in islice(orders, ORDERS))

    for answer in line["answers"]:
        if used() > SECONDS * 2 / 3:
            break
        is_admitted = admits(answer)
        counts["valid admitted" if is_admitted else "valid refused"] += 1
        if not is_admitted:
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
        counts["leaks admitted" if admits(leak["answer"]) else "leaks kept by the engine"] += 1
        report("leaks")
    proof, canonical = certificate["nothing_else"]["verdict"], json.loads(Path(folder, name).read_text())
    for spoiled in line["spoiled"]:
        if used() > SECONDS - 5:
            break
        if not admits(spoiled["answer"]):
            counts["spoiled refused"] += 1
            continue
        near = [place for place in spoiled["broken"] if not is_named(place, pointers, canonical)]
        counts["spoiled admitted"] += 1
        if near:
            counts[f"leaks not named, where nothing else is {proof}"] += 1
            notes.append(f"admits, {proof}: {near}: {test.text(spoiled['answer'])[:1000]}")
    report("done")


def process(folder, line):
    receive, send = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=judged, args=(folder, line, send))
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


def main(folder, answers, *wanted):
    total = defaultdict(Counter)
    with open(answers) as lines:
        for line in map(json.loads, lines):
            dialect = line["dialect"]
            if wanted and dialect not in wanted:
                continue
            counts, notes = process(folder, line)
            total[dialect].update(counts)
            for note in notes:
                print(dialect, line["schema"], note, flush=True)
            print(dialect, line["schema"], json.dumps(counts, sort_keys=True), flush=True)
    for dialect, counts in total.items():
        print(dialect, json.dumps(dict(sorted(counts.items()))))
    bad = ["valid refused", "leaks without a code", "leaks not named, where nothing else is proved"]
    return 1 if any(counts[what] for counts in total.values() for what in bad) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
