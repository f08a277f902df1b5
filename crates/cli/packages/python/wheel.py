"""Makes the wheel `planwright-cli` for a platform, with the program in it. Equal input gives equal bytes.

usage: python wheel.py OUT TAG BINARY      such as dist manylinux_2_28_x86_64 target/release/planwright
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.joinpath("../../../..").resolve()
# The least time that the format of archives knows: a wheel must not depend on when it is made.
WHEN = (1980, 1, 1, 0, 0, 0)


def version() -> str:
    """The version of the package: that of a source distribution, or of the workspace."""
    known = HERE / "PKG-INFO"
    found = re.search(r"^Version: (.*)$", known.read_text(encoding="utf-8"), re.M) if known.is_file() else re.search(
        r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.M
    )
    return found[1]


def license_text(name: str) -> bytes:
    """The text of a licence, which lies beside this file in a source distribution."""
    beside = HERE / name
    return (beside if beside.is_file() else ROOT / name).read_bytes()


def sources() -> dict[str, bytes]:
    """Returns the module."""
    return {f"planwright_cli/{path.name}": path.read_bytes() for path in sorted((HERE / "planwright_cli").glob("*.py"))}


def metadata() -> bytes:
    """What an index and pip read of the package."""
    return (
        f"Metadata-Version: 2.4\nName: planwright-cli\nVersion: {version()}\n"
        "Summary: The command planwright, which checks the JSON plans that language models write\nLicense-Expression: MIT OR Apache-2.0\n"
        "License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\nRequires-Python: >=3.9\n"
        "Keywords: json-schema,llm,structured-outputs,salesforce,validation\n"
        "Project-URL: Repository, https://github.com/planwright/planwright\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text(encoding="utf-8")
    ).encode()


def make(out: str, tag: str, binary: str) -> Path:
    """Makes the wheel of a platform in a folder."""
    if not re.fullmatch(r"[a-z0-9_]+", tag):
        sys.exit(f"{tag} is no tag of a platform")
    name = f"planwright_cli-{version()}"
    program = "planwright.exe" if tag.startswith("win") else "planwright"
    files = sources()
    info = f"{name}.dist-info"
    files |= {
        f"{name}.data/scripts/{program}": Path(binary).read_bytes(),
        f"{info}/licenses/LICENSE-APACHE": license_text("LICENSE-APACHE"),
        f"{info}/licenses/LICENSE-MIT": license_text("LICENSE-MIT"),
        f"{info}/METADATA": metadata(),
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
    print(make(*sys.argv[1:]))
