"""``python -m planwright_cli``: the program, with the same arguments, streams and exit code."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def program() -> str:
    """Returns the path of the program: the variable PLANWRIGHT if it is set, otherwise the program of this package."""
    if path := os.environ.get("PLANWRIGHT"):
        return path
    name = "planwright.exe" if os.name == "nt" else "planwright"
    # `pip install --target` writes scripts to `bin` next to the packages.
    for folder in (Path(sysconfig.get_path("scripts")), Path(__file__).parent.parent / "bin"):
        if (folder / name).is_file():
            return str(folder / name)
    sys.exit("planwright: the program is not installed next to this package; set PLANWRIGHT to its path")


if __name__ == "__main__":
    sys.exit(subprocess.call([program(), *sys.argv[1:]]))
