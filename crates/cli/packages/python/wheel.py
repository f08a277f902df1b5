"""Makes the wheel of a platform, with the program in it; equal input gives equal bytes.

usage: python wheel.py OUT TAG BINARY      such as dist manylinux_2_28_x86_64 target/release/planwright
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
# The least time that the format of archives knows: a wheel must not depend on when it is made.
WHEN = (1980, 1, 1, 0, 0, 0)


def main(out: str, tag: str, binary: str) -> Path:
    if not re.fullmatch(r"[a-z0-9_]+", tag):
        sys.exit(f"{tag} is no tag of a platform")
    version = re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)
    name = f"planwright-{version[1]}"
    program = "planwright.exe" if tag.startswith("win") else "planwright"
    metadata = (
        f"Metadata-Version: 2.4\nName: planwright\nVersion: {version[1]}\n"
        "Summary: Checks the JSON plans that language models write\nLicense-Expression: MIT OR Apache-2.0\n"
        "License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\nRequires-Python: >=3.9\n"
        "Keywords: json-schema,llm,structured-outputs,salesforce,validation\n"
        "Project-URL: Repository, https://github.com/planwright/planwright\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()
    )
    files = {f"planwright/{path.name}": path.read_bytes() for path in sorted((HERE / "planwright").glob("*.py*")) if path.is_file()}
    info = f"{name}.dist-info"
    files |= {
        f"{name}.data/scripts/{program}": Path(binary).read_bytes(),
        f"{info}/licenses/LICENSE-APACHE": (ROOT / "LICENSE-APACHE").read_bytes(),
        f"{info}/licenses/LICENSE-MIT": (ROOT / "LICENSE-MIT").read_bytes(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: planwright\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n".encode(),
    }
    rows = [f"{path},sha256={digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    wheel = Path(out) / f"{name}-py3-none-{tag}.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16
            archive.writestr(entry, data)
    return wheel


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(main(*sys.argv[1:]))
