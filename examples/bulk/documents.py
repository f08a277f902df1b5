"""Fix plans for a run over many documents: writes them into shards by the hash of their content; equal arguments give equal bytes.

usage: python documents.py COUNT SHARDS FOLDER
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path


def shard_of(text: str, shards: int) -> int:
    """The shard of a document: whoever splits the same documents again gets the same shards, in whatever order they come."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % shards


def plan(number: int) -> str:
    """The text of a plan; one in ten has a mistake."""
    chance = random.Random(number)
    names = [f"T{task}" for task in range(1, chance.randint(2, 4))]
    tasks = [
        {
            "id": name,
            "title": f"Task {name} of {number}",
            "rationale": "The name is not found.",
            "acceptance": ["It builds."],
            "edits": [{"action": "modify_file", "path": f"src/{name.lower()}.rs", "instructions": "Add the import."}],
        }
        for name in names
    ]
    whole = {
        "plan_version": "1.0",
        "overview": {
            "primary_issue": "It does not build.",
            "risk_level": chance.choice(["low", "medium", "high"]),
            "summary": f"Mend {number}.",
        },
        "tasks": tasks,
        "tests": {"commands": ["cargo test"], "stop_on_failure": True},
        "metadata": {"created_at": "2026-01-06T09:00:00Z", "model": "some-model", "fix_attempt": 1},
    }
    mistake = chance.randrange(60)
    if mistake == 0:
        whole["overview"]["risk_level"] = "hihg"
    elif mistake == 1:
        del tasks[0]["title"]
    elif mistake == 2:
        tasks[-1]["dependencies"] = ["T9"]
    elif mistake == 3:
        tasks[0]["edits"][0]["action"] = "modifyfile"
    elif mistake == 4:
        whole["metadata"]["fix_attempt"] = "1"
    text = json.dumps(whole)
    return text[: len(text) // 2] if mistake == 5 else text


def documents(count: int) -> Iterator[dict[str, str]]:
    """Name and text of each document."""
    width = len(str(count - 1))
    return ({"file": f"plan-{number:0{width}}.json", "text": plan(number)} for number in range(count))


def main(count: int, shards: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    outs = [open(folder / f"shard-{shard:03}.json", "w", encoding="utf-8") for shard in range(shards)]
    for document in documents(count):
        outs[shard_of(document["text"], shards)].write(json.dumps(document) + "\n")
    for out in outs:
        out.close()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
