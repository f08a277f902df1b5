"""Builds the wheel where there is none for a platform, and the source distribution that it is built from; a backend as PEP 517 has it.

usage: python backend.py OUT      makes the source distribution

The program is the one that PLANWRIGHT names, or else it is compiled by cargo, which takes the crate of the same version from its registry.
"""

import gzip
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path

from wheel import HERE, ROOT, license_text, make, metadata, sources, version

FILES = ("README.md", "backend.py", "pyproject.toml", "wheel.py")


def build_sdist(out: str, config_settings=None) -> str:
    """Makes the source distribution in a folder and returns its name; equal input gives equal bytes."""
    name = f"planwright_cli-{version()}"
    files = {path: (HERE / path).read_bytes() for path in FILES}
    files |= sources()
    files |= {text: license_text(text) for text in ("LICENSE-APACHE", "LICENSE-MIT")}
    files["PKG-INFO"] = metadata()
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    Path(out).mkdir(parents=True, exist_ok=True)
    (Path(out) / f"{name}.tar.gz").write_bytes(gzip.compress(archive.getvalue(), mtime=0))
    return f"{name}.tar.gz"


def build_wheel(out: str, config_settings=None, metadata_directory=None) -> str:
    """Makes the wheel of this platform in a folder and returns its name."""
    tag = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if given := os.environ.get("PLANWRIGHT"):
        return make(out, tag, given).name
    if not shutil.which("cargo"):
        sys.exit("planwright: there is no wheel for this platform; install Rust (cargo), or set PLANWRIGHT to the program")
    with tempfile.TemporaryDirectory() as root:
        # In a checkout that is the crate beside this folder.
        source = ["--path", str(ROOT / "crates/cli")] if (ROOT / "crates/cli/Cargo.toml").is_file() else ["--version", version(), "planwright"]
        subprocess.run(["cargo", "install", "--locked", "--root", root, *source], check=True)
        return make(out, tag, next(Path(root, "bin").glob("planwright*"))).name


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(Path(sys.argv[1]) / build_sdist(sys.argv[1]))
