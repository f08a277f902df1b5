"""Makes the wheel from the program in PLANWRIGHT, installs it into an empty environment without a network, and uses it there; then the same
from the source distribution."""

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
BINARY = Path(os.environ.get("PLANWRIGHT", HERE / "../../../../target/debug/planwright")).resolve()
SCHEMA = '{"type": "object", "required": ["name"], "properties": {"name": {"enum": ["left", "right"]}}}'


def documented_install() -> str:
    """Returns the shell commands of the page, with the platform and the program of this machine."""
    page = (HERE.parent / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return block.replace("target/release/planwright", str(BINARY)).replace("manylinux_2_28_x86_64", platform())


def no_functions(environment: Path) -> None:
    """Asserts that the wheel brings no library, which is another package."""
    use = "import importlib.util, planwright_cli as cli; assert importlib.util.find_spec('planwright') is None and not hasattr(cli, 'check')"
    subprocess.run([environment / "python", "-c", use], check=True)


def platform() -> str:
    import sysconfig

    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


class Wheel(unittest.TestCase):
    def test_the_wheel_brings_the_program(self):
        environment = {name: value for name, value in os.environ.items() if name != "PLANWRIGHT"}
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            made = [subprocess.run(
                [sys.executable, HERE / "wheel.py", folder / out, platform(), BINARY], check=True, capture_output=True, text=True
            ).stdout.strip() for out in ("one", "two")]
            self.assertEqual(*(Path(wheel).read_bytes() for wheel in made), "equal input gives equal bytes")
            venv.create(folder / "env", with_pip=True)
            binaries = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
            environment |= {"PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}", "PIP_NO_INDEX": "1"}
            (folder / "crates").symlink_to(ROOT / "crates")
            typed = subprocess.run(["sh", "-ec", documented_install()], cwd=folder, env=environment, capture_output=True, text=True)
            self.assertEqual(typed.returncode, 0, typed.stdout + typed.stderr)
            self.assertRegex(typed.stdout, r"(?m)^planwright \d")
            (folder / "plan.schema.json").write_text(SCHEMA)
            for command in ([binaries / "planwright"], [binaries / "python", "-m", "planwright_cli"]):
                run = lambda *more, **rest: subprocess.run(
                    [*command, *more], cwd=folder, env=environment, capture_output=True, text=True, **rest
                )
                self.assertRegex(run("--version").stdout, r"^planwright \d")
                check = run("check", "--schema", "plan.schema.json", "-", input='{"name": "rihgt"}')
                self.assertEqual(check.returncode, 1)
                self.assertIn('did you mean "right"?', check.stdout)
            no_functions(binaries)

    def test_the_source_distribution_makes_the_wheel(self):
        environment = {name: value for name, value in os.environ.items() if name != "PLANWRIGHT"}
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            make = [sys.executable, HERE / "backend.py"]
            made = [subprocess.run([*make, folder / out], check=True, capture_output=True, text=True).stdout.strip() for out in ("one", "two")]
            self.assertEqual(*(Path(sdist).read_bytes() for sdist in made), "equal input gives equal bytes")
            with tarfile.open(made[0]) as archive:
                names = {name.split("/", 1)[1] for name in archive.getnames()}
            self.assertTrue({"PKG-INFO", "pyproject.toml", "LICENSE-MIT", "LICENSE-APACHE", "planwright_cli/__main__.py"} <= names, names)
            venv.create(folder / "env", with_pip=True)
            binaries = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
            pip = [binaries / "python", "-m", "pip", "--disable-pip-version-check", "install", "--no-index", "--quiet", made[0]]
            # Without a program and without cargo it is told what to do.
            bare = subprocess.run(pip, env={**environment, "PATH": str(binaries)}, capture_output=True, text=True)
            self.assertNotEqual(bare.returncode, 0)
            self.assertIn("install Rust (cargo), or set PLANWRIGHT to the program", bare.stderr)
            subprocess.run(pip, check=True, env={**environment, "PLANWRIGHT": str(BINARY)})
            version = subprocess.run([binaries / "planwright", "--version"], env=environment, capture_output=True, text=True, check=True)
            self.assertRegex(version.stdout, r"^planwright \d")
            no_functions(binaries)


if __name__ == "__main__":
    unittest.main()
