// Starts the server, with the official client or with raw access to its lines.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const command = process.env.PLANWRIGHT ?? `${root}/target/debug/planwright`;
if (!existsSync(command)) throw new Error(`${command}: build it first (cargo build -p planwright), or set PLANWRIGHT`);

export async function connect(...args) {
  const transport = new StdioClientTransport({ command, args: ['mcp', '--tools', 'all', ...args], stderr: 'pipe' });
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  const call = (name, args) => client.callTool({ name, arguments: args });
  return { client, transport, call };
}

/** Starts a server whose lines are written and read unchanged. */
export function raw(...args) {
  const child = spawn(command, ['mcp', '--tools', 'all', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const waiting = [];
  const lines = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const value = JSON.parse(line);
    waiting.length ? waiting.shift()(value) : lines.push(value);
  });
  const exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal, stderr })));
  const next = () => (lines.length ? Promise.resolve(lines.shift()) : new Promise((resolve) => waiting.push(resolve)));
  const write = (data) => child.stdin.write(data);
  const send = (message) => write(JSON.stringify(message) + '\n');
  const ask = (message) => (send(message), next());
  const initialize = () =>
    ask({
      jsonrpc: '2.0',
      id: 'init',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
  return { child, next, write, send, ask, initialize, exited };
}

export const loan = [
  ['create_blueprint', { title: 'Loan approval', description: 'Simple loan workflow' }],
  ['add_participant', { id: 'applicant', name: 'Applicant', role: 'person' }],
  ['add_participant', { id: 'bank', name: 'Bank', organisation: 'Acme', role: 'organization' }],
  ['add_participant', { id: 'notary', name: 'Notary' }],
  ['add_action', { id: 0, title: 'Apply', sender: 'applicant', isStartingAction: true, dataFields: [{ name: 'amount', type: 'number' }], routeToNext: 'bank' }],
  ['add_action', { id: 1, title: 'Review', sender: 'bank' }],
  ['update_action', { id: 1, title: 'Decide' }],
  ['set_disclosure', { actionId: 0, participantId: 'bank', fields: ['/amount'] }],
  ['add_routing', { actionId: 1, conditions: [{ field: 'amount', operator: 'lessThan', value: 100, routeTo: 'applicant' }] }],
  ['remove_participant', { id: 'notary' }],
  ['validate_blueprint', {}],
];
