"""Checks documents with Ray Data; see README.md.

usage: PYTHONPATH=../bulk python check.py SHARDS... PARTS
"""

import sys
from pathlib import Path

import ray
import reports


def main(shards: list[str], parts: str) -> None:
    # The workers import the module from a copy that Ray sends them.
    ray.init(runtime_env={"py_modules": [str(Path(reports.__file__).parent)]})
    documents = ray.data.read_json(shards)
    documents.map_batches(reports.check_table, batch_format="pyarrow", batch_size=5000).write_parquet(parts)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
