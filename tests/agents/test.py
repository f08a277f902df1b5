"""Runs the agents tutorial as its reader types it: with the built packages, and the SDKs of vendors against a stand-in for their APIs.

`.ci/python` and `.ci/node` build the packages. The response types are those of the SDKs, because the SDKs parse what the stand-in sends.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
import venv
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/tutorial-agents.md").read_text(encoding="utf-8")
MAX_LINES = 30
GOAL = {"goal": "Get the invoice."}
# A misspelled property, which `fix` renames, and a wrong value, which only the model can fix.
WRONG = {**GOAL, "steps": [{"kind": "send_mail", "txet": "Which invoice?", "priority": "urgent"}]}
RIGHT = {**GOAL, "steps": [{"kind": "send_mail", "text": "Which invoice?", "priority": "high"}]}


class Model(BaseHTTPRequestHandler):
    """A model behind the APIs of OpenAI and Anthropic. Its first answer is wrong, and it fixes what it is told."""

    fixes = True
    requests: list[str] = []

    def do_POST(self) -> None:
        """Answers a request for a message."""
        request = self.rfile.read(int(self.headers["content-length"])).decode()
        self.requests.append(request)
        # The prompt explains codes too, so only the location shows that the request has the message of `repair`.
        is_repaired = self.fixes and "/steps/0/priority [ENUM_MISMATCH]" in request
        answer = json.dumps(RIGHT) if is_repaired else f"Here is the plan:\n```json\n{json.dumps(WRONG)}\n```\nShall I send it?"
        response = openai(answer) if self.path.endswith("/chat/completions") else anthropic(answer)
        body = json.dumps(response).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keeps the output of the test readable."""


def openai(answer: str) -> dict[str, object]:
    message = {"role": "assistant", "content": answer, "refusal": None, "annotations": []}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5", "choices": [choice], "usage": usage}


def anthropic(answer: str) -> dict[str, object]:
    content = [{"type": "text", "text": answer, "citations": None}]
    usage = {"input_tokens": 1, "output_tokens": 1}
    end = {"stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-4-5", "content": content, **end}


def block(info: str, at: int = 0) -> str:
    """Returns the content of a block of the page."""
    return re.findall(rf"^```{re.escape(info)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[at]


class Tutorial(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        url = f"http://127.0.0.1:{self.server.server_port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name.lower() not in ("http_proxy", "all_proxy")},
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_KEY": "none",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "none",
            "PATH": f"{self.folder}/env/bin{os.pathsep}{os.environ['PATH']}",
            "PIP_CONSTRAINT": str(ROOT / "tests/peers/transforms/requirements.txt"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        Model.fixes = True
        Model.requests = []

    def run_in(self, command: str) -> str:
        done = subprocess.run(
            ["sh", "-ec", command], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def converges(self, package: Path, pattern: str, install: str, file: str, info: str, command: str) -> None:
        packages = list(package.glob(pattern))
        self.assertEqual(len(packages), 1, f"one {pattern} in {package}")
        shutil.copy(packages[0], self.folder)
        self.run_in(install)
        program = block(info)
        self.assertLessEqual(len(program.splitlines()), MAX_LINES)
        (self.folder / file).write_text(program, encoding="utf-8")
        self.assertEqual(self.run_in(command), block("text"))
        self.assertEqual(len(Model.requests), 2)
        self.assertIn("low", Model.requests[0], "the prompt has the schema")
        Model.fixes = False
        self.assertNotIn("valid", self.run_in(command), "a model that never fixes its answer")
        self.assertEqual(len(Model.requests), 5)

    def test_python_reaches_a_valid_answer(self) -> None:
        venv.create(self.folder / "env", with_pip=True)
        self.converges(ROOT / "target/python/wheels", "planwright_py-*.whl", block("bash"), "plan.py", "python plan.py", "python plan.py")

    def test_node_reaches_a_valid_answer(self) -> None:
        (self.folder / "package.json").write_text('{"private": true}')
        self.converges(ROOT / "target/node", "planwright-*.tgz", block("bash", 1), "plan.mjs", "js plan.mjs", "node plan.mjs")


if __name__ == "__main__":
    unittest.main()
