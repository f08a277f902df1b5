"""The installed module: the reports of the command, exceptions with reports, columns, threads, other processes."""

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import types
import typing
import unittest
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import planwright as pw
import pyarrow as pa
import pydantic
from planwright import _native

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PROGRAM = os.environ.get("PLANWRIGHT", str(ROOT / "target/debug/planwright"))
CASES = ROOT / "tests/cases/invalid"
BLUEPRINT = (ROOT / "examples/blueprints/reassign-case.json").read_bytes()
KINDS = {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["left", "right"]}}}


def command(*arguments, text=b"", folder=None):
    done = subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, cwd=folder, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.decode()


def compact(text):
    return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)


class Reports(unittest.TestCase):
    def test_the_report_is_that_of_the_command(self):
        seen = 0
        for contract in ("action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools"):
            files = sorted((CASES / contract).glob("*/input.*"))
            files = [file for file in files if not (file.parent / "context.json").exists()]
            self.assertTrue(files, contract)
            entries = json.loads(command("check", contract, "--format", "json", *files))
            for file, entry in zip(files, entries, strict=True):
                report = pw.check(contract, file.read_bytes(), file=str(file))
                # Only the command counts what its options would fix.
                entry = {key: value for key, value in entry.items() if "fixable" not in key}
                self.assertEqual(report.json, compact(json.dumps(entry)), file)
                seen += not report.valid
        self.assertGreater(seen, 50)

    def test_the_repair_is_that_of_the_command(self):
        for text in ('{"kind": "rihgt"}', "{", '{"kind": "left"}', "\ufeff{}"):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "a.schema.json").write_text(json.dumps(KINDS))
                Path(folder, "a.json").write_text(text, encoding="utf-8")
                told = command("check", "--schema", "a.schema.json", "--format", "repair", "a.json", folder=folder)
                self.assertEqual(pw.repair(KINDS, text) or "", told)

    def test_a_report_says_where(self):
        report = pw.check(KINDS, '{"kind": "rihgt"}', file="a.json")
        found = report.diagnostics[0]
        place = (found.file, found.pointer, found.line, found.column, found.help)
        self.assertEqual(place, ("a.json", "/kind", 1, 10, 'did you mean "right"?'))
        with self.assertRaisesRegex(pw.InvalidDocumentError, r"^a\.json:1:10: ENUM_MISMATCH: ") as refused:
            report.require()
        self.assertIs(refused.exception.report, report)
        self.assertTrue(pw.check(KINDS, b'{"kind": "left"}').require().valid)

    def test_what_is_no_text_is_a_finding(self):
        for text in (b"\xff", "\ud800", b"\xff\xfe{\x00}\x00", "\0", ""):
            report = pw.check(KINDS, text)
            self.assertFalse(report.valid, text)
            with self.assertRaises(pw.InvalidDocumentError):
                pw.normalize(KINDS, text, "openai")
            with self.assertRaises(pw.InvalidDocumentError):
                pw.render(text)

    def test_a_document_is_bounded(self):
        found = pw.check(KINDS, b" " * (64 * 1024 * 1024 + 1)).diagnostics
        self.assertEqual([one.message for one in found], ["larger than 64 MiB"])
        deep = pw.check(KINDS, "[" * 100_000)
        self.assertFalse(deep.valid)

    def test_an_error_carries_a_report(self):
        for wrong in (
            lambda: pw.check("fix-plna", "{}"),
            lambda: pw.check({"type": "strin"}, "{}"),
            lambda: pw.check({}, "{}"),
            lambda: pw.check(b"{", "{}"),
            lambda: pw.Checker({"$ref": "b.json"}),
            lambda: pw.Checker("action-blueprint", context={"snapshot": 1}),
            lambda: pw.export(KINDS, "opena"),
            lambda: pw.drift(KINDS, KINDS, role="reader"),
            lambda: pw.drift({"type": 1}, KINDS),
            lambda: pw.render(BLUEPRINT, api_version="12"),
            lambda: pw.render("{}"),
        ):
            with self.assertRaises(pw.PlanwrightError) as failed:
                wrong()
            report = failed.exception.report
            self.assertFalse(report.valid)
            self.assertTrue(report.errors[0].message and report.errors[0].code)
        for wrong, message in (
            (lambda: pw.check("fix-plna", "{}"), 'did you mean "fix-plan"'),
            (lambda: pw.export(KINDS, "OpenAI"), 'did you mean "openai"'),
            (lambda: pw.check('{"type": "object"}', "{}"), "found JSON; pass a schema as an object or as bytes"),
        ):
            with self.assertRaisesRegex(pw.PlanwrightError, message):
                wrong()


class Plan(pydantic.BaseModel):
    kind: typing.Literal["left", "right"]


class Unwritable(pydantic.BaseModel):
    call: typing.Callable[[], None]


class Schemas(unittest.TestCase):
    def test_each_way_to_pass_a_schema_gives_the_same_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "plan.schema.json")
            path.write_text(json.dumps(KINDS))
            Path(folder, "plan.schema.yaml").write_text("type: object\nrequired: [kind]\nproperties: {kind: {enum: [left, right]}}\n")
            ways = (
                types.MappingProxyType(KINDS),
                {**KINDS, "properties": types.MappingProxyType(KINDS["properties"])},
                json.dumps(KINDS).encode(),
                path,
                str(path),
                str(Path(folder, "plan.schema.yaml")),
                Plan,
                pydantic.TypeAdapter(Plan),
                pw.Checker(path),
            )
            for schema in ways:
                report = pw.check(schema, '{"kind": "rihgt"}')
                self.assertEqual([one.help for one in report.errors], ['did you mean "right"?'], schema)
                self.assertEqual(pw.extract(schema, 'Here:\n```json\n{"kind": "left"}\n```').document, {"kind": "left"})
                self.assertEqual(json.loads(pw.fix(schema, '{"kind": "left",}')), {"kind": "left"})
                self.assertIn("ENUM_MISMATCH", pw.repair(schema, '{"kind": "rihgt"}'))
                self.assertEqual(pw.normalize(schema, '{"kind": "left"}', "openai").document, {"kind": "left"})
                self.assertIn("left", str(pw.export(schema, "openai").schema))
                self.assertIn("left", pw.prompt(schema))
                self.assertEqual(pw.drift(schema, schema).changes, ())

    def test_a_path_finds_the_files_that_the_schema_refers_to(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "plan.schema.json")
            path.write_text('{"type": "object", "properties": {"part": {"$ref": "parts/part.json#/$defs/a"}}}')
            with self.assertRaisesRegex(pw.PlanwrightError, "parts/part.json") as failed:
                pw.check(path, "{}")
            self.assertEqual(failed.exception.report.errors[0].file, str(path))
            Path(folder, "parts").mkdir()
            Path(folder, "parts/part.json").write_text('{"$defs": {"a": {"$ref": "../kind.json"}}}')
            Path(folder, "kind.json").write_text('{"type": "string"}')
            checker = pw.Checker(path)
            there = pickle.dumps(checker)
            self.assertFalse(checker.check('{"part": 1}').valid)
        self.assertFalse(pickle.loads(there).check('{"part": 1}').valid, "another process does not have the files")
        self.assertTrue(pickle.loads(there).check('{"part": ""}').valid)

    def test_a_path_finds_files_by_id_and_selects_a_schema(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "api.json")
            path.write_text('{"$defs": {"Order": {"$ref": "https://example.com/order.json"}, "Name": {"type": "string"}}}')
            Path(folder, "orders.json").write_text('{"$id": "https://example.com/order.json", "type": "integer"}')
            self.assertEqual([pw.check(f"{path}#Order", text).valid for text in ("1", '"1"')], [True, False])
            self.assertEqual([pw.check(Path(f"{path}#Name"), text).valid for text in ("1", '"1"')], [False, True])
            with self.assertRaisesRegex(pw.PlanwrightError, "Nmae"):
                pw.check(f"{path}#Nmae", "1")

    def test_an_answer_without_a_document_is_an_invalid_document(self):
        for call in (pw.extract, pw.fix):
            for answer in ("I cannot do that.", '```json\n{"kind": "left"}\n```\n```json\n{"kind": "right"}\n```', ""):
                with self.assertRaises(pw.InvalidDocumentError) as failed:
                    call(Plan, answer)
                self.assertEqual(failed.exception.report.errors[0].code, "NO_DOCUMENT")


class WrongUse(unittest.TestCase):
    def test_a_wrong_type_is_a_type_error(self):
        class Plain:
            pass

        for schema in (3, None, [], 1.5, Plain, Plain(), Plan(kind="left"), int, bytearray(b"{}")):
            for call in (
                lambda schema: pw.check(schema, "{}"),
                pw.prompt,
                lambda schema: pw.drift(KINDS, schema),
                lambda schema: pw.export(schema, "openai"),
            ):
                with self.assertRaisesRegex(TypeError, "^schema must be the name of a contract, a path, a mapping, "):
                    call(schema)
        for document in (3, None, {}, bytearray(b"{}")):
            for call in (pw.check, pw.repair, pw.extract, pw.fix, lambda *both: pw.normalize(*both, "openai")):
                with self.assertRaisesRegex(TypeError, "^document must be a string or bytes, not "):
                    call(KINDS, document)
        for wrong in (
            lambda: pw.Checker(KINDS, context={}),
            lambda: pw.Checker("fix-plan", files={}),
            lambda: pw.Checker("plan.json", files={}),
            lambda: pw.Checker(pw.Checker(KINDS), files={}),
            lambda: pw.render(BLUEPRINT, context=3),
        ):
            with self.assertRaises(TypeError):
                wrong()
        for wrong, message in (
            (lambda: pw.export(KINDS, None), "^dialect must be a string, not NoneType$"),
            (lambda: pw.normalize(KINDS, "{}", 3), "^dialect must be a string, not int$"),
            (lambda: pw.check(KINDS, "{}", file=3), "^file must be a string, not int$"),
            (lambda: pw.extract(KINDS, "{}", file=3), "^file must be a string, not int$"),
            (lambda: pw.fix(KINDS, "{}", file=3), "^file must be a string, not int$"),
            (lambda: pw.render(BLUEPRINT, api_version=66), "^api_version must be a string, not int$"),
            (lambda: pw.check(KINDS, {}), r"; json\.dumps converts a mapping or a list$"),
            (lambda: pw.check(list[Plan], "[]"), r"; for other types, pass pydantic\.TypeAdapter\(type\)$"),
            (lambda: pw.merge_reports("{}"), "^reports must be a list of strings, not one report$"),
        ):
            with self.assertRaisesRegex(TypeError, message):
                wrong()

    def test_an_unusable_schema_is_one_error_with_a_report(self):
        circle = {}
        circle["circle"] = circle
        deep = {}
        for _ in range(100_000):
            deep = {"items": deep}
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("latin.json", b'{"type": "string", "title": "\xe9"}'), ("cut.json", b"{"), ("empty.json", b"")):
                Path(folder, name).write_bytes(content)
            Path(folder, "large.json").write_bytes(b" " * (64 * 1024 * 1024 + 1))
            Path(folder, "folder.json").mkdir()
            os.mkfifo(Path(folder, "pipe.json"))
            for number, (schema, message) in enumerate((
                (Path(folder, "missing.json"), r"^cannot read the schema .*missing\.json: "),
                (str(Path(folder, "missing.json")), r"^cannot read the schema .*missing\.json: "),
                (Path(folder, "folder.json"), r"^cannot read the schema .*folder\.json: "),
                (Path(folder, "pipe.json"), r"^cannot read the schema .*pipe\.json: is not a regular file"),
                (Path("/dev/zero"), "^cannot read the schema /dev/zero: is not a regular file"),
                (Path(folder, "large.json"), r"^cannot read the schema .*large\.json: .*64 MiB"),
                (Path(folder, "nul\0.json"), "^cannot read the schema "),
                (Path(folder, "latin.json"), "not UTF-8"),
                (b'{"type": "string", "title": "\xe9"}', "not UTF-8"),
                (b" " * (64 * 1024 * 1024 + 1), r"^schema\.json is larger than 64 MiB"),
                (Path(folder, "cut.json"), ""),
                (Path(folder, "empty.json"), ""),
                (circle, "^schema is not JSON: Circular reference"),
                (deep, "^schema is not JSON: "),
                ({"const": {1, 2}}, "^schema is not JSON: found a value of the type set"),
                ({"maximum": float("nan")}, "^schema is not JSON: "),
                ({"const": "\ud83d"}, ""),
                ("fix-plna", 'did you mean "fix-plan"'),
                ("\ud83d", "^an argument is not Unicode: "),
                ("\ud83d.json", "^an argument is not Unicode: "),
                (Path("\udc80.json"), "^cannot read the schema "),
                (Unwritable, "^schema is not JSON: Cannot generate a JsonSchema for "),
                (pydantic.TypeAdapter(typing.Callable), "^schema is not JSON: Cannot generate a JsonSchema for "),
            )):
                for call in (lambda schema: pw.check(schema, "{}"), lambda schema: pw.drift(schema, KINDS)):
                    with self.assertRaisesRegex(pw.PlanwrightError, message, msg=number) as failed:
                        call(schema)
                    self.assertNotIsInstance(failed.exception, pw.InvalidDocumentError)
                    report = failed.exception.report
                    self.assertEqual(len(report.errors), 1, number)
                    self.assertFalse(report.valid)
                    self.assertTrue(report.errors[0].message and report.errors[0].code)

    def test_a_wrong_call_is_not_an_invalid_document(self):
        for wrong in (
            lambda: pw.normalize(KINDS, "{}", "opena"),
            lambda: pw.normalize(KINDS, "{}", "\ud83d"),
            lambda: pw.check(KINDS, "{}", file="\ud83d"),
            lambda: pw.Checker("action-blueprint", context={"snapshot": 1}),
            lambda: pw.render(BLUEPRINT, context={"snapshot": 1}),
        ):
            with self.assertRaises(pw.PlanwrightError) as failed:
                wrong()
            self.assertNotIsInstance(failed.exception, pw.InvalidDocumentError)
        for call in (pw.extract, pw.fix, lambda *both: pw.normalize(*both, "openai")):
            with self.assertRaises(pw.InvalidDocumentError):
                call(KINDS, b" " * (64 * 1024 * 1024 + 1))

    def test_an_error_goes_to_another_process(self):
        with self.assertRaises(pw.PlanwrightError) as failed:
            pw.check("fix-plna", "{}")
        there = pickle.loads(pickle.dumps(failed.exception))
        self.assertEqual((str(there), there.report), (str(failed.exception), failed.exception.report))


class Functions(unittest.TestCase):
    def test_an_export_is_that_of_the_command(self):
        for dialect in ("openai", "anthropic-tool", "gemini", "mcp"):
            for bare in (False, True):
                text = command("export", "fix-plan", "--dialect", dialect, "--format", "json", *["--bare"][: int(bare)])
                told, made = json.loads(text), pw.export("fix-plan", dialect, bare=bare)
                self.assertEqual(made.schema, told["schema"])
                self.assertEqual([one.code for one in made.weakenings], [one["code"] for one in told["weakenings"]])
                self.assertEqual([one.line for one in made.weakenings], [one.get("line") for one in told["weakenings"]])

    def test_an_answer_comes_back(self):
        schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}
        self.assertEqual(pw.normalize(schema, '{"a": 1, "b": null}', "openai").document, {"a": 1})
        made = pw.normalize(schema, '{"a": 9007199254740993, "b": null}', "openai")
        self.assertEqual(made.json, '{"a":9007199254740993}')
        with self.assertRaises(pw.InvalidDocumentError) as refused:
            pw.normalize(schema, '{"a": 1, "b": 2}', "openai", file="answer.json")
        found = refused.exception.report.diagnostics[0]
        self.assertEqual((found.file, found.pointer, found.line), ("answer.json", "/b", 1))

    def test_drift_is_that_of_the_command(self):
        new = {**KINDS, "properties": {"kind": {"enum": ["left"]}}}
        drift = pw.drift(KINDS, new)
        with tempfile.TemporaryDirectory() as folder:
            sides = {"old": KINDS, "new": new}
            for name, schema in sides.items():
                Path(folder, name).mkdir()
                Path(folder, name, "schema.json").write_text(json.dumps(schema))
            told = command("drift", "old/schema.json", "new/schema.json", "--format", "json", folder=folder)
        # The command names files by their paths; a schema in memory is called `schema.json`.
        for side in sides:
            self.assertIn(f'"{side}/schema.json"', told)
            told = told.replace(f'"{side}/schema.json"', '"schema.json"')
        self.assertEqual(drift.json, compact(told))
        self.assertEqual(drift.changes[0].pointer, "/properties/kind/enum")
        self.assertEqual((drift.backward.verdict, drift.forward.verdict), ("broken", "proved"))
        self.assertEqual(drift.backward.witness, {"kind": "right"})
        self.assertFalse(pw.check(new, json.dumps(drift.backward.witness)).valid)
        self.assertEqual(pw.drift("fix-plan", pw.Checker("fix-plan")).changes, ())

    def test_apex_is_that_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.json").write_bytes(BLUEPRINT)
            command("apex", "--out", "out", "--runtime=used", "a.json", folder=folder)
            written = {str(path.relative_to(Path(folder, "out"))): path.read_text() for path in Path(folder, "out").rglob("*") if path.is_file()}
        made = pw.render(BLUEPRINT, runtime=True)
        self.assertGreater(len(made.files), 20)
        for path, text in made.files.items():
            same = [there for there in written if there.endswith(path)]
            self.assertEqual(len(same), 1, path)
            self.assertEqual(written[same[0]], text, path)
        self.assertLess(len(pw.render(json.loads(BLUEPRINT)).files), len(made.files))
        self.assertTrue(made.report.valid)
        with self.assertRaises(pw.InvalidDocumentError) as refused:
            pw.render({**json.loads(BLUEPRINT), "label": 3})
        self.assertEqual(refused.exception.report.errors[0].pointer, "/label")

    def test_a_prompt_is_that_of_the_command(self):
        for name in ("action-blueprint", "workflow-tools", "fix-plan"):
            self.assertEqual(pw.prompt(name), command("prompt", name))
        self.assertEqual(pw.prompt("workflow-tools", document=True), command("prompt", "workflow-tools", "--document"))

    def test_schemas_refer_to_each_other(self):
        files = {"other.json": {"type": "string"}}
        checker = pw.Checker({"properties": {"a": {"$ref": "other.json"}}}, files=files)
        self.assertFalse(checker.check('{"a": 1}').valid)
        self.assertTrue(checker.check('{"a": ""}').valid)


class Columns(unittest.TestCase):
    TEXTS = ['{"kind": "left"}', None, '{"kind": "rihgt"}', "", "é{"]

    def test_each_row_has_the_report_of_its_text(self):
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()):
            texts = [text and text.encode() if "binary" in str(kind) else text for text in self.TEXTS]
            made = pw.check_batch(KINDS, pa.array(texts, kind))
            self.assertIsInstance(made, pa.RecordBatch)
            for row, text in zip(made.to_pylist(), self.TEXTS, strict=True):
                if text is None:
                    self.assertEqual(set(row.values()), {None})
                    continue
                report = pw.check(KINDS, text)
                counts = (report.valid, len(report.errors), len(report.diagnostics) - len(report.errors), report.json)
                self.assertEqual(tuple(row.values()), counts, kind)

    def test_rows_may_be_named_sliced_and_none(self):
        texts = pa.array(self.TEXTS)
        names = pa.array([f"{row}.json" for row in range(len(texts))])
        made = pw.Checker(KINDS).check_batch(texts[2:4], files=names[2:4])
        self.assertEqual([json.loads(row)["file"] for row in made["report"].to_pylist()], ["2.json", "3.json"])
        self.assertEqual(pw.check_batch(KINDS, pa.array([], pa.string())).num_rows, 0)
        self.assertEqual(made.schema, pw.check_batch(KINDS, pa.array([], pa.string())).schema)

    def test_other_columns_are_refused(self):
        texts = pa.array(self.TEXTS)
        for wrong in (pa.array([1]), [1], "text", pa.array([["a"]]), pa.array([None])):
            with self.assertRaises(TypeError):
                pw.check_batch(KINDS, wrong)
        with self.assertRaises(ValueError):
            pw.check_batch(KINDS, texts, files=texts[1:])
        with self.assertRaises(TypeError):
            pw.check_batch(KINDS, texts, files=texts)
        with self.assertRaises(TypeError):
            pw.check_batch(KINDS, texts, files=pa.array(range(len(texts))))

    def test_reports_of_parts_merge_into_the_whole(self):
        checker = pw.Checker(KINDS)
        texts = pa.array(['{"kind": "left"}', '{"kind": "rihgt"}', "", "é{"])
        names = pa.array([f"{row}.json" for row in range(len(texts))])
        whole = checker.report(texts, names)
        counts = json.loads(whole)["counts"]
        self.assertEqual((counts["documents"], counts["passed"], counts["errors"]), (4, 1, 3))
        parts = [checker.report(texts[first : first + 3], names[first : first + 3]) for first in (1, 0)]
        self.assertEqual(pw.merge_reports(parts), whole)
        self.assertNotEqual(pw.merge_reports(parts[:1]), whole)
        for wrong in ([], [whole.replace('"errors":3', '"errors":2')], [whole[:-9]], [whole, checker.report(texts[1:], names[:3])]):
            with self.assertRaises(pw.PlanwrightError):
                pw.merge_reports(wrong)
        with self.assertRaises(ValueError):
            checker.report(pa.array(["{}", None]), names[:2])
        with self.assertRaises(ValueError):
            checker.report(texts, names[1:])

    def test_the_lock_is_free_meanwhile(self):
        checker = pw.Checker("action-blueprint")
        column = pa.array([BLUEPRINT.decode()] * 400)
        ticks, ends = [], []
        work = threading.Thread(target=lambda: (checker.check_batch(column), ends.append(time.perf_counter())))
        work.start()
        while work.is_alive():
            ticks.append(time.perf_counter())
            time.sleep(0.001)
        during = [tick for tick in ticks if tick < ends[0]]
        self.assertGreater(len(during), 10)
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(lambda _: checker.check(BLUEPRINT).json, range(40)))
        self.assertEqual(len(set(made)), 1)


class Package(unittest.TestCase):
    def test_a_checker_goes_to_another_process(self):
        for checker in (pw.Checker(KINDS), pw.Checker("fix-plan"), pw.Checker("action-blueprint", context={})):
            there = pickle.loads(pickle.dumps(checker))
            self.assertEqual(there.check('{"kind": 1}'), checker.check('{"kind": 1}'))

    def test_the_readme_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", (HERE.parent / "README.md").read_text(), re.S)
        self.assertEqual(len(blocks), 1)
        for block in blocks:
            exec(compile(block, "README.md", "exec"), {})

    def test_the_documented_install_works_in_an_empty_environment(self):
        blocks = re.findall(r"```sh\n(.*?)```", (HERE.parent / "README.md").read_text(), re.S)
        self.assertEqual(len(blocks), 1)
        with tempfile.TemporaryDirectory() as folder:
            venv.create(Path(folder, "env"), with_pip=True)
            for wheel in (ROOT / "target/python/wheels").glob("planwright_py-*.whl"):
                shutil.copy(wheel, folder)
            environment = {**os.environ, "PATH": f"{folder}/env/bin{os.pathsep}{os.environ['PATH']}", "PIP_NO_INDEX": "1"}
            use = 'import planwright; print(planwright.check("fix-plan", "{}").valid, planwright.__file__)'
            command = ["sh", "-ec", f"{blocks[0]}python -c '{use}'"]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, rf"(?m)^False {re.escape(folder)}/env/")

    def test_the_types_are_those_of_the_module(self):
        stubs = subprocess.run(
            [sys.executable, "-m", "mypy.stubtest", "planwright", "--concise"], capture_output=True, text=True, check=False
        )
        self.assertEqual(stubs.returncode, 0, stubs.stdout + stubs.stderr)
        sys.path.insert(0, str(HERE))
        import usage

        self.assertGreater(len(usage.use(BLUEPRINT)), 20)
        for file, code in (("usage.py", 0), ("misuse.py", 1)):
            done = subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", str(HERE / file)], capture_output=True, text=True, check=False
            )
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn("Found 6 errors", done.stdout)

    def test_a_wrong_type_would_be_seen(self):
        stub = Path(_native.__file__).parent / "_native.pyi"
        text = stub.read_text()
        try:
            stub.write_text(text.replace("def repair(self, text: bytes)", "def repair(self, text: bytes, more: int)"))
            done = subprocess.run(
                [sys.executable, "-m", "mypy.stubtest", "planwright", "--concise"], capture_output=True, text=True, check=False
            )
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("repair", done.stdout)
        finally:
            stub.write_text(text)


if __name__ == "__main__":
    unittest.main()
