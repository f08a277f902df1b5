"""Every operation by the official Python client, over standard input and output and over HTTP, in both life cycles of the
protocol; many calls, and the memory that they take.

Run with the packages of requirements.txt: `python3 -m unittest` in this folder, with PLANWRIGHT naming the program.
"""

import asyncio
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

HERE = pathlib.Path(__file__).parent
COMMAND = os.environ.get("PLANWRIGHT", str(HERE.parents[1] / "target/debug/planwright"))
OPERATIONS = json.loads((HERE / "operations.json").read_text("utf-8"))
# Number of calls in a row. Manual runs use 100000.
CALLS = int(os.environ.get("CALLS", "1000"))
# Life cycle with a handshake, and the one with independent requests.
MODES = ("legacy", "auto")


def memory(pid):
    """Megabytes in memory; 0 where the system does not say."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text("ascii", "replace")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024
    except OSError:
        return 0


def children():
    """The processes that this one has started, where the system says."""
    try:
        return set(pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split())
    except OSError:
        return set()


class Server:
    """A server over HTTP, with its address and token."""

    def __init__(self, folder):
        token = folder / "token"
        arguments = ["mcp", "--tools", "all", "--agent", folder / "agent", "--http", "127.0.0.1:0", "--token-file", token]
        self.process = subprocess.Popen([COMMAND, *arguments], stderr=subprocess.PIPE, text=True)
        self.url = re.search(r"http:\S+/mcp", self.process.stderr.readline())[0]
        self.headers = {"Authorization": f"Bearer {token.read_text('ascii').strip()}"}

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


class Clients(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        subprocess.run([COMMAND, "agent", "init", self.folder / "agent", HERE / "campaign.json"], check=True, capture_output=True)

    async def asyncSetUp(self):
        # Otherwise every slow step of the client is logged.
        asyncio.get_running_loop().set_debug(False)

    def stdio(self):
        return StdioServerParameters(command=COMMAND, args=["mcp", "--tools", "all", "--agent", str(self.folder / "agent")])

    async def every_operation(self, client):
        tools = {tool.name: tool.input_schema["properties"] for tool in (await client.list_tools()).tools}
        self.assertEqual(sorted(tools), sorted({name for name, _ in OPERATIONS}))
        handle = {}
        for name, arguments in OPERATIONS:
            # Without a handshake, only the handle says which blueprint a request is about.
            named = handle if "blueprintId" in tools[name] else {}
            result = await client.call_tool(name, {**arguments, **named})
            self.assertFalse(result.is_error, f"{name}: {result.content}")
            if name == "create_blueprint":
                handle = {"blueprintId": result.structured_content["blueprintId"]}
        for prompt in (await client.list_prompts()).prompts:
            self.assertTrue((await client.get_prompt(prompt.name)).messages)
        for resource in (await client.list_resources()).resources[:5]:
            self.assertTrue((await client.read_resource(resource.uri)).contents[0].text)
        self.assertTrue((await client.call_tool("add_participant", {})).is_error)
        with self.assertRaises(MCPError):
            await client.call_tool("none", {})
        return handle

    async def many_calls(self, client, pid, name, handle):

        async def some(count):
            for _ in range(count):
                self.assertFalse((await client.call_tool("validate_blueprint", handle)).is_error)

        await some(300)
        before = memory(pid)
        await some(CALLS)
        after = memory(pid)
        print(f"# {name}: {CALLS} calls, {before:.1f} MB before, {after:.1f} MB after")
        self.assertLess(after - before, 8)

    async def test_stdio(self):
        for mode in MODES:
            before = children()
            async with Client(self.stdio(), mode=mode) as client:
                started = children() - before
                handle = await self.every_operation(client)
                await self.many_calls(client, next(iter(started), 0), f"stdio {mode}", handle)

    async def test_http(self):
        for mode in MODES:
            (self.folder / "token").unlink(missing_ok=True)
            server = Server(self.folder)
            self.addCleanup(server.stop)
            async with httpx2.AsyncClient(headers=server.headers, timeout=30) as http:
                async with Client(streamable_http_client(server.url, http_client=http), mode=mode) as client:
                    handle = await self.every_operation(client)
                    await self.many_calls(client, server.process.pid, f"HTTP {mode}", handle)

    def test_the_loop_in_python(self):
        loop = HERE.parents[1] / "examples/agents/loop.py"
        environment = {**os.environ, "PLANWRIGHT": COMMAND}
        said = subprocess.run([sys.executable, loop], check=True, capture_output=True, text=True, env=environment).stdout
        lines = said.splitlines()
        self.assertRegex(lines[1], "^refused add_participant MISSING_FIELD at /name")
        self.assertEqual((sum(line.startswith("done") for line in lines), lines[-1]), (6, "valid"))

    async def test_http_without_the_token(self):
        server = Server(self.folder)
        self.addCleanup(server.stop)
        with self.assertRaises(BaseException):
            async with Client(server.url, mode="legacy"):
                pass


if __name__ == "__main__":
    unittest.main()
