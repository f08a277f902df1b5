"""What every engine runs over a batch of documents, and how the parts of a report become one.

usage: python reports.py one-process SHARDS OUT.json     checks all shards in this process
       python reports.py merge PARTS OUT.json            merges the Parquet files of an engine

Both write what `planwright check fix-plan --format json` prints of the same files, one entry a line, sorted by name.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.json
import pyarrow.parquet
from planwright_native import check_batch

CONTRACT = "fix-plan"
COLUMNS = pa.schema(
    [("file", pa.string()), ("valid", pa.bool_()), ("errors", pa.int32()), ("warnings", pa.int32()), ("report", pa.string())]
)


def check(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The reports of a batch with `file` and `text`; a function of the batch alone, so that it may run again after a failure."""
    files = batch.column("file").cast(pa.string())
    made = check_batch(CONTRACT, batch.column("text"), files=files)
    return pa.RecordBatch.from_arrays([files, *made.columns], schema=COLUMNS)


def check_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """`check` for Spark's `mapInArrow`."""
    return map(check, batches)


def check_table(table: pa.Table) -> pa.Table:
    """`check` for Ray's `map_batches`."""
    return pa.Table.from_batches(map(check, table.to_batches()), schema=COLUMNS)


def merge(parts: Iterable[pa.RecordBatch]) -> dict[str, tuple[bool, str]]:
    """Verdict and report of each file. What was made twice says the same twice and counts once; if it differs, that is an error."""
    merged: dict[str, tuple[bool, str]] = {}
    for part in parts:
        rows = zip(*(part.column(name).to_pylist() for name in ("file", "valid", "report")), strict=True)
        for file, valid, report in rows:
            if merged.setdefault(file, (valid, report)) != (valid, report):
                raise ValueError(f"{file} has two reports that differ: two documents have this name")
    return merged


def write(merged: dict[str, tuple[bool, str]], out: Path) -> str:
    """Writes one report, whole or not at all, and returns its summary."""
    staged = out.with_name(out.name + ".tmp")
    with open(staged, "w", encoding="utf-8") as file:
        file.write("[")
        file.writelines(("\n" if number == 0 else ",\n") + merged[name][1] for number, name in enumerate(sorted(merged)))
        file.write("\n]\n")
    staged.replace(out)
    return f"{sum(valid for valid, _ in merged.values())} of {len(merged)} documents passed"


def read_shards(folder: Path) -> Iterator[pa.RecordBatch]:
    """The documents of all shards."""
    for shard in sorted(folder.glob("shard-*.json")):
        if shard.stat().st_size > 0:
            yield from pa.json.read_json(shard).to_batches()


def read_parts(folder: Path) -> Iterator[pa.RecordBatch]:
    """What an engine wrote."""
    for part in sorted(folder.rglob("*.parquet")):
        with pa.parquet.ParquetFile(part) as file:
            yield from file.iter_batches(columns=["file", "valid", "report"])


def main(way: str, folder: Path, out: Path) -> None:
    if way == "one-process":
        parts: Iterator[pa.RecordBatch] = check_batches(read_shards(folder))
    elif way == "merge":
        parts = read_parts(folder)
    else:
        sys.exit(__doc__)
    print(write(merge(parts), out))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
