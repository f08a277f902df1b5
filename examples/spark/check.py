"""Checks documents with Spark; see README.md.

usage: spark-submit --py-files ../bulk/reports.py check.py SHARDS... PARTS
"""

import sys

import reports
from pyspark.sql import SparkSession


def main(shards: list[str], parts: str) -> None:
    spark = SparkSession.builder.appName("planwright").getOrCreate()
    # The documents go to Python as Arrow; a batch is what one call judges.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 5000)
    documents = spark.read.schema("file string, text string").json(shards)
    documents.mapInArrow(reports.check_batches, "report string").write.mode("overwrite").parquet(parts)
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
