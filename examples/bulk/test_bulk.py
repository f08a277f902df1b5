"""Shards and merged reports: the same for any order and any repetition, and what the command says."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import documents
import pyarrow as pa
import reports
from planwright import PlanwrightError, merge_reports

PROGRAM = os.environ.get("PLANWRIGHT", str(Path(__file__).parents[2] / "target/debug/planwright"))


def batch(count, start=0):
    rows = list(documents.documents(count))[start:]
    return pa.RecordBatch.from_pylist(rows)


class Bulk(unittest.TestCase):
    def test_the_report_is_that_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [document["file"] for document in documents.documents(200)]
            for document in documents.documents(200):
                Path(folder, document["file"]).write_text(document["text"])
            out = Path(folder, "report")
            documents.main(200, 8, Path(folder, "shards"))
            parts = reports.check_batches(reports.read_shards(Path(folder, "shards")))
            summary = reports.write(merge_reports(reports.reports(parts)), out)
            command = [os.path.abspath(PROGRAM), "check", "fix-plan", "--report", "told", *names]
            subprocess.run(command, cwd=folder, capture_output=True, check=False)
            self.assertEqual(out.read_bytes(), Path(folder, "told").read_bytes())
            told = json.loads(out.read_text())["documents"]
            # The command merges the same parts.
            for number, part in enumerate(reports.reports(reports.check_batches(reports.read_shards(Path(folder, "shards"))))):
                Path(folder, f"part-{number}.json").write_text(part)
            command = [os.path.abspath(PROGRAM), "report", "merge", "--out", "merged", "part-*.json"]
            subprocess.run(command, cwd=folder, capture_output=True, check=False)
            self.assertEqual(out.read_bytes(), Path(folder, "merged").read_bytes())
            passed = sum(entry["valid"] for entry in told)
            self.assertEqual(summary, f"{passed} of 200 documents passed")
            self.assertTrue(0 < passed < 200)

    def test_a_document_has_one_shard(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("one", "two"):
                documents.main(300, 8, Path(folder, name))
            shards = sorted(Path(folder, "one").iterdir())
            self.assertEqual(len(shards), 8)
            texts = [shard.read_text() for shard in shards]
            self.assertEqual(texts, [Path(folder, "two", shard.name).read_text() for shard in shards])
            for number, text in enumerate(texts):
                rows = [json.loads(line) for line in text.splitlines()]
                self.assertTrue(rows)
                self.assertEqual({documents.shard_of(row["text"], 8) for row in rows}, {number})

    def test_what_is_made_twice_counts_once(self):
        rows = batch(60)
        whole = self.merged(rows)
        self.assertEqual(self.merged(rows.slice(40), rows.slice(0, 50), rows.slice(20, 25)), whole)
        self.assertNotEqual(self.merged(rows.slice(0, 50)), whole)
        table = reports.check_table(pa.Table.from_batches([rows]))
        self.assertEqual(merge_reports(reports.reports(table.to_batches())), whole)
        self.assertEqual(reports.check_table(pa.table({"file": pa.array([], "string"), "text": pa.array([], "string")})).num_rows, 0)

    def test_two_documents_of_a_name_are_an_error(self):
        one, two = (pa.RecordBatch.from_pylist([{"file": "a.json", "text": text}]) for text in ("{}", "[]"))
        with self.assertRaisesRegex(PlanwrightError, "report 1: a.json has two different records"):
            self.merged(one, two)

    def merged(self, *parts):
        return merge_reports(reports.reports(map(reports.check, parts)))


if __name__ == "__main__":
    unittest.main()
