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
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
BINARY = Path(os.environ.get("PLANWRIGHT", HERE / "../../../../target/debug/planwright")).resolve()
SCHEMA = '{"type": "object", "required": ["name"], "properties": {"name": {"enum": ["left", "right"]}}}'
USE = """
from planwright import PlanwrightError, Refused, check, repair
own = {"schema": "plan.schema.json"}
assert check('{"name": "right"}', **own)["valid"]
assert repair('{"name": "right"}', **own) is None
assert "Your answer was rejected: 1 error" in repair('{"name": "rihgt"}', **own)
try:
    check('{"name": "rihgt"}', **own)
    raise SystemExit("a wrong document passed")
except Refused as refused:
    patch = {"op": "replace", "path": "/name", "value": "right", "safe": True}
    assert refused.report["diagnostics"][0]["patches"] == [patch], refused.report
try:
    check("{}", contract="fix-plna")
    raise SystemExit("an unknown contract passed")
except PlanwrightError as error:
    assert "did you mean" in str(error), error
"""


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
            pip = [binaries / "python", "-m", "pip", "--disable-pip-version-check", "install", "--no-index", "--quiet", made[0]]
            subprocess.run(pip, check=True, env=environment)
            with zipfile.ZipFile(made[0]) as wheel:
                self.assertIn("planwright/py.typed", wheel.namelist(), "without it no types are read")
            (folder / "plan.schema.json").write_text(SCHEMA)
            (folder / "use.py").write_text(USE)
            for command in ([binaries / "planwright"], [binaries / "python", "-m", "planwright"]):
                run = lambda *more, **rest: subprocess.run(
                    [*command, *more], cwd=folder, env=environment, capture_output=True, text=True, **rest
                )
                self.assertRegex(run("--version").stdout, r"^planwright \d")
                check = run("check", "--schema", "plan.schema.json", "-", input='{"name": "rihgt"}')
                self.assertEqual(check.returncode, 1)
                self.assertIn('did you mean "right"?', check.stdout)
            subprocess.run([binaries / "python", "use.py"], cwd=folder, env=environment, check=True)
            self.tutorial(folder / "agents", binaries, environment)

    def test_the_source_distribution_makes_the_wheel(self):
        environment = {name: value for name, value in os.environ.items() if name != "PLANWRIGHT"}
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            make = [sys.executable, HERE / "backend.py"]
            made = [subprocess.run([*make, folder / out], check=True, capture_output=True, text=True).stdout.strip() for out in ("one", "two")]
            self.assertEqual(*(Path(sdist).read_bytes() for sdist in made), "equal input gives equal bytes")
            with tarfile.open(made[0]) as archive:
                names = {name.split("/", 1)[1] for name in archive.getnames()}
            self.assertTrue({"PKG-INFO", "pyproject.toml", "LICENSE-MIT", "LICENSE-APACHE", "planwright/py.typed"} <= names, names)
            venv.create(folder / "env", with_pip=True)
            binaries = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
            pip = [binaries / "python", "-m", "pip", "--disable-pip-version-check", "install", "--no-index", "--quiet", made[0]]
            # Without a program and without cargo it is told what to do.
            bare = subprocess.run(pip, env={**environment, "PATH": str(binaries)}, capture_output=True, text=True)
            self.assertNotEqual(bare.returncode, 0)
            self.assertIn("install Rust (cargo), or set PLANWRIGHT to the program", bare.stderr)
            subprocess.run(pip, check=True, env={**environment, "PLANWRIGHT": str(BINARY)})
            (folder / "plan.schema.json").write_text(SCHEMA)
            (folder / "use.py").write_text(USE)
            subprocess.run([binaries / "python", "use.py"], cwd=folder, env=environment, check=True)

    def tutorial(self, folder: Path, binaries: Path, environment: dict[str, str]):
        """The page for agents, with the package."""
        page = (HERE / "../../../../docs/tutorial-agents.md").read_text(encoding="utf-8")
        folder.mkdir()
        subprocess.run([binaries / "planwright", "init"], cwd=folder, env=environment, check=True, capture_output=True)
        for name, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
            (folder / name).write_text(text, encoding="utf-8")
        printed = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL).group(1)
        loop = lambda: subprocess.run(
            [binaries / "python", "loop.py"], cwd=folder, env=environment, check=True, capture_output=True, text=True
        ).stdout
        self.assertEqual(loop(), printed)
        (folder / "model.sh").write_text("cat answer.json\n")
        self.assertNotEqual(loop(), printed, "a model that never mends its answer")


if __name__ == "__main__":
    unittest.main()
