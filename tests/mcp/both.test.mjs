// Calls every operation with the official clients, over standard input and output and over HTTP. Also makes many calls
// and measures the memory.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import * as client2 from '@modelcontextprotocol/client';
import * as stdio2 from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as clientBeta from 'mcp-client-beta';
import * as stdioBeta from 'mcp-client-beta/stdio';
import { command } from './server.mjs';

const file = (name) => new URL(name, import.meta.url);
const operations = JSON.parse(readFileSync(file('operations.json'), 'utf8'));
/** Number of calls in a row. Manual runs use 100000. */
const CALLS = Number(process.env.CALLS ?? 2000);

/** Versions of the client. Those from 2.0 on validate results, and support only JSON Schema 2020-12. */
const V1 = { name: 'client 1', Client, StdioClientTransport, StreamableHTTPClientTransport };
const CLIENTS = [V1, { name: 'client 2', ...client2, ...stdio2 }, { name: 'client 2 beta', ...clientBeta, ...stdioBeta }];

async function overStdio(folder, { Client, StdioClientTransport } = V1) {
  const transport = new StdioClientTransport({ command, args: ['mcp', '--tools', 'all', '--agent', join(folder, 'agent')], stderr: 'pipe' });
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  return { client, pid: transport.pid, stop: () => client.close() };
}

async function overHttp(folder, { Client, StreamableHTTPClientTransport } = V1) {
  const token = join(folder, 'token');
  const args = ['mcp', '--tools', 'all', '--agent', join(folder, 'agent'), '--http', '127.0.0.1:0', '--token-file', token];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = await new Promise((resolve) => createInterface({ input: child.stderr }).once('line', resolve));
  const url = new URL(/http:\S+\/mcp/.exec(said)[0]);
  const headers = { Authorization: `Bearer ${readFileSync(token, 'utf8').trim()}` };
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const stop = async () => {
    await client.close();
    child.kill();
  };
  return { client, pid: child.pid, url, headers, stop };
}

function prepared(context) {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-mcp-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(command, ['agent', 'init', join(folder, 'agent'), file('campaign.json').pathname]);
  return folder;
}

/** Returns the memory in megabytes, or 0 if the system does not report it. */
function memory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

for (const [name, start] of [['stdio', overStdio], ['HTTP', overHttp]]) {
  for (const version of CLIENTS)
    test(`every operation over ${name} by ${version.name}`, async (context) => {
    const { client, stop } = await start(prepared(context), version);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name).sort(), [...new Set(operations.map(([tool]) => tool))].sort());
    for (const [tool, args] of operations) {
      const result = await client.callTool({ name: tool, arguments: args });
      assert.equal(result.isError, false, `${tool}: ${JSON.stringify(result.content)}`);
    }
    const { prompts } = await client.listPrompts();
    for (const prompt of prompts) assert.ok((await client.getPrompt({ name: prompt.name })).messages.length);
    const { resources } = await client.listResources();
    for (const { uri } of resources.slice(0, 5)) assert.ok((await client.readResource({ uri })).contents[0].text);
    await client.ping();
    const wrong = await client.callTool({ name: 'add_participant', arguments: {} });
    assert.equal(wrong.isError, true);
    await assert.rejects(client.callTool({ name: 'none', arguments: {} }), { code: -32602 });
    await stop();
  });

  test(`${CALLS} calls in a row over ${name}`, async (context) => {
    const { client, pid, stop } = await start(prepared(context));
    const call = async (tool, args) => assert.equal((await client.callTool({ name: tool, arguments: args })).isError, false);
    const some = async (count) => {
      for (let n = 0; n < count; n += 1) await call(...(n % 2 ? ['validate_blueprint', {}] : ['export_schema', {}]));
    };
    for (const [tool, args] of operations) await call(tool, args);
    await some(500);
    const before = memory(pid);
    const since = Date.now();
    await some(CALLS);
    const after = memory(pid);
    console.log(`# ${name}: ${CALLS} calls in ${Date.now() - since} ms, ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`);
    assert.ok(after - before < 8, `${before} MB grew to ${after} MB`);
    await stop();
  });
}

test('a body that is no message is answered with its id over HTTP', async (context) => {
  const { client, url, headers, stop } = await overHttp(prepared(context));
  for (const [body, id] of [
    ['{"jsonrpc":"2.0","id":"s","method":"ping","params":{"a":"\\ud800"}}', 's'],
    [`{"jsonrpc":"2.0","method":"ping","params":${'['.repeat(500)}${']'.repeat(500)},"id":7}`, 7],
    ['{"jsonrpc":"2.0","id":8,"method":"ping","params":NaN}', 8],
    ['garbage', null],
  ]) {
    const types = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const answer = await fetch(url, { method: 'POST', headers: { ...headers, ...types }, body });
    const { id: answered, error } = await answer.json();
    assert.deepEqual([answer.status, answered, typeof error.code], [400, id, 'number'], body.slice(0, 80));
  }
  await client.ping();
  await stop();
});

test('clients of one HTTP server share a draft by its handle only, and those without the token none', async (context) => {
  const { client, url, headers, stop } = await overHttp(prepared(context));
  const { structuredContent: { blueprintId } } = await client.callTool({ name: operations[0][0], arguments: operations[0][1] });
  for (const [tool, args] of operations.slice(1, 3)) await client.callTool({ name: tool, arguments: args });
  const other = new Client({ name: 'other', version: '1.0.0' });
  await other.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const listed = async () => (await other.callTool({ name: 'list_blueprints', arguments: {} })).structuredContent.blueprints;
  assert.deepEqual(await listed(), []);
  assert.equal((await other.callTool({ name: 'add_participant', arguments: operations[1][1] })).isError, true);
  assert.equal((await other.callTool({ name: 'validate_blueprint', arguments: { blueprintId } })).isError, false);
  assert.equal((await listed())[0].participantCount, 2);
  await other.close();
  const stranger = new Client({ name: 'stranger', version: '1.0.0' });
  await assert.rejects(stranger.connect(new StreamableHTTPClientTransport(url)));
  await stop();
});
