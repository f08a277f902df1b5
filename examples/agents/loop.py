"""An agent loop over MCP: a model calls tools, reads what comes back, and mends what was refused.

Put your model in place of `stand_in`. Needs the package mcp; run with `python3 loop.py`.
"""

import asyncio
import os

from mcp import Client, StdioServerParameters

# What a model would answer, one list of calls a turn; the first call lacks a name, as models do.
SCRIPT = [
    [("create_blueprint", {"title": "Loan approval", "description": "A bank decides on a loan"})],
    [("add_participant", {"id": "client"})],
    [("add_participant", {"id": "client", "name": "Client"}), ("add_participant", {"id": "bank", "name": "Bank"})],
    [("add_action", {"id": 0, "title": "Apply", "sender": "client", "isStartingAction": True, "routeToNext": "bank"})],
    [("add_action", {"id": 1, "title": "Decide", "sender": "bank"}), ("validate_blueprint", {})],
]


def stand_in(turn, instructions, tools, messages):
    """A model: it sees the instructions, the tools with their schemas, and the messages so far. No calls mean that it is done."""
    return SCRIPT[turn] if turn < len(SCRIPT) else []


async def main(model=stand_in, turns=20):
    server = StdioServerParameters(command=os.environ.get("PLANWRIGHT", "planwright"), args=["mcp", "--tools", "workflow"])
    async with Client(server) as client:
        tools, messages = (await client.list_tools()).tools, []
        for turn in range(turns):
            calls = model(turn, client.instructions, tools, messages)
            if not calls:
                break
            for name, arguments in calls:
                result = await client.call_tool(name, arguments)
                text = "\n".join(block.text for block in result.content if block.type == "text")
                messages.append({"tool": name, "refused": result.is_error, "text": text})
                print("refused" if result.is_error else "done   ", name, text.split("\n")[0] if result.is_error else "")
        exported = (await client.call_tool("export_blueprint", {"format": "json"})).structured_content
        print("valid" if exported["isValid"] else "not valid")


if __name__ == "__main__":
    asyncio.run(main())
