"""What every engine runs over a batch of documents, and the report of all batches.

usage: python reports.py one-process SHARDS OUT.json     checks all shards in this process
       python reports.py merge PARTS OUT.json            merges the Parquet files of an engine

Both write what `planwright check fix-plan --report OUT.json` writes of the same files.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.json
import pyarrow.parquet
from planwright import Checker, merge_reports

CHECKER = Checker("fix-plan")


def check(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The report of a batch with `file` and `text`; a function of the batch alone, so that it may run again after a failure."""
    files = batch.column("file").cast(pa.string())
    return pa.RecordBatch.from_pydict({"report": pa.array([CHECKER.report(batch.column("text"), files)], pa.string())})


def check_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """`check` for Spark's `mapInArrow`."""
    return map(check, batches)


def check_table(table: pa.Table) -> pa.Table:
    """`check` for Ray's `map_batches`."""
    return pa.Table.from_batches(map(check, table.to_batches()), schema=pa.schema([("report", pa.string())]))


def reports(parts: Iterable[pa.RecordBatch]) -> Iterator[str]:
    """The reports of parts."""
    return (report for part in parts for report in part.column("report").to_pylist())


def write(report: str, out: Path) -> str:
    """Writes a report, whole or not at all, and returns its summary."""
    staged = out.with_name(out.name + ".tmp")
    staged.write_text(report, encoding="utf-8", newline="")
    staged.replace(out)
    counts = json.loads(report)["counts"]
    return f"{counts['passed']} of {counts['documents']} documents passed"


def read_shards(folder: Path) -> Iterator[pa.RecordBatch]:
    """The documents of all shards."""
    for shard in sorted(folder.glob("shard-*.json")):
        if shard.stat().st_size > 0:
            yield from pa.json.read_json(shard).to_batches()


def read_parts(folder: Path) -> Iterator[pa.RecordBatch]:
    """What an engine wrote."""
    for part in sorted(folder.rglob("*.parquet")):
        with pa.parquet.ParquetFile(part) as file:
            yield from file.iter_batches(columns=["report"])


def main(way: str, folder: Path, out: Path) -> None:
    if way == "one-process":
        parts: Iterator[pa.RecordBatch] = check_batches(read_shards(folder))
    elif way == "merge":
        parts = read_parts(folder)
    else:
        sys.exit(__doc__)
    print(write(merge_reports(reports(parts)), out))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
