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
            summary = reports.write(reports.merge(reports.check_batches(reports.read_shards(Path(folder, "shards")))), out)
            done = subprocess.run(
                [os.path.abspath(PROGRAM), "check", "fix-plan", "--format", "json", *names], cwd=folder, capture_output=True, check=False
            )
            told = json.loads(done.stdout)
            self.assertEqual(json.loads(out.read_text()), told)
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
        whole = reports.check(batch(60))
        parts = [whole.slice(40), whole.slice(0, 50), whole.slice(20, 25)]
        self.assertEqual(reports.merge(parts), reports.merge([whole]))
        table = reports.check_table(pa.Table.from_batches([batch(60)]))
        self.assertEqual(reports.merge(table.to_batches()), reports.merge([whole]))
        self.assertEqual(reports.check_table(pa.table({"file": pa.array([], "string"), "text": pa.array([], "string")})).num_rows, 0)

    def test_two_documents_of_a_name_are_an_error(self):
        one = reports.check(pa.RecordBatch.from_pylist([{"file": "a.json", "text": "{}"}]))
        two = reports.check(pa.RecordBatch.from_pylist([{"file": "a.json", "text": "[]"}]))
        with self.assertRaisesRegex(ValueError, "a.json has two reports"):
            reports.merge([one, two])


if __name__ == "__main__":
    unittest.main()
