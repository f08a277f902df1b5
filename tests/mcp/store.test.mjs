// Persistence: no acknowledged change is lost, however the server ends, and no existing file is overwritten.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { command, loan, raw } from './server.mjs';

const POINTS = 40;

/** Returns the same numbers in every run. */
function dice(seed) {
  let state = seed;
  return (sides) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % sides;
}

const call = (id, name, args) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
const folder = (context) => {
  const path = mkdtempSync(join(tmpdir(), 'planwright-mcp-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Returns the draft as the command line exports it, even while a server uses the store. */
function kept(store) {
  const time = '2026-01-02T03:04:05Z';
  const out = `${store}.json`;
  const args = ['workflow', 'run', '-', '--store', store, '--export', out, '--time', time];
  const { stdout, stderr } = spawnSync(command, args, { input: '', encoding: 'utf8' });
  assert.ok(existsSync(out), stdout + stderr);
  const document = JSON.parse(readFileSync(out, 'utf8'));
  rmSync(out);
  return document;
}

async function start(store) {
  const server = raw('--store', store);
  return [server, await server.initialize()];
}

async function stop(server) {
  server.child.stdin.end();
  return server.exited;
}

async function build(server, calls) {
  for (const [name, args] of calls) {
    const answer = await server.ask(call(name, name, args));
    assert.equal(answer.result.isError, false, JSON.stringify(answer));
  }
}

test('kill -9 between calls loses no acknowledged change', async (context) => {
  const store = folder(context);
  const roll = dice(2026);
  let [server] = await start(store);
  await build(server, loan.slice(0, 3));
  let sent = 0;
  let lost = 0;
  let acknowledged = 0;
  let inFlight = 0;
  for (let point = 0; point < POINTS; point += 1) {
    // Some calls are answered. Then more are sent, and the server is killed before, while or after it runs them.
    const acks = roll(4);
    for (let n = 0; n < acks; n += 1) {
      const answer = await server.ask(call(sent, 'add_action', { id: sent, title: `Step ${sent}`, sender: 'bank' }));
      assert.equal(answer.result.isError, false);
      sent += 1;
      acknowledged = sent;
    }
    const more = roll(3);
    const pending = [];
    for (let n = 0; n < more; n += 1, sent += 1) {
      pending.push(server.ask(call(sent, 'add_action', { id: sent, title: `Step ${sent}`, sender: 'bank' })));
    }
    for (const answer of pending) answer.then(({ id }) => (acknowledged = Math.max(acknowledged, id + 1)));
    inFlight += more;
    await new Promise((resolve) => setTimeout(resolve, roll(6)));
    server.child.kill('SIGKILL');
    assert.equal((await server.exited).signal, 'SIGKILL');
    const ids = new Set(kept(store).actions.map((action) => action.id));
    for (let id = 0; id < acknowledged; id += 1) if (!ids.has(id)) lost += 1;
    [server] = await start(store);
    // Calls in progress may have been applied or not. From here on, the draft is the stored one.
    const next = await server.ask(call('validate', 'validate_blueprint', {}));
    assert.equal(next.result.isError, false);
    sent = Math.max(...ids, -1) + 1;
    acknowledged = sent;
  }
  console.log(`# kill -9: ${POINTS} points tried, ${sent} changes kept, ${inFlight} sent unanswered, ${lost} acknowledged changes lost`);
  assert.equal(lost, 0);
  assert.ok(sent > POINTS);
  await stop(server);
});

test('a restart goes on where it was', async (context) => {
  const store = folder(context);
  let [server] = await start(store);
  await build(server, loan);
  await stop(server);
  const before = kept(store);
  [server] = await start(store);
  const answer = await server.ask(call(1, 'add_participant', { id: 'auditor', name: 'Auditor' }));
  assert.equal(answer.result.structuredContent.participantCount, 3);
  await stop(server);
  const { participants, ...rest } = kept(store);
  assert.deepEqual({ ...rest, participants: participants.slice(0, -1) }, before);
  assert.equal(participants.at(-1).id, 'auditor');
});

test('a second server on one store is refused, and names it', async (context) => {
  const store = folder(context);
  const [first] = await start(store);
  await build(first, loan.slice(0, 2));
  const second = raw('--store', store);
  const { code, stderr } = await second.exited;
  assert.equal(code, 2);
  assert.ok(stderr.includes(store) && stderr.includes('another server'), stderr);
  await build(first, loan.slice(2));
  await stop(first);
  const [third] = await start(store);
  await stop(third);
});

test('a store that cannot be written fails the call and changes nothing', async (context) => {
  const store = folder(context);
  const [server] = await start(store);
  await build(server, loan.slice(0, 4));
  const before = kept(store);
  const obstacle = join(store, 'draft.db-journal');
  mkdirSync(obstacle);
  for (const [name, args] of [...loan.slice(4, 5), ['remove_participant', { id: 'notary' }]]) {
    const { result } = await server.ask(call(name, name, args));
    assert.equal(result.isError, true);
    assert.equal(JSON.parse(result.content[1].text).errors[0].code, 'STORE_FAILED');
  }
  rmdirSync(obstacle);
  assert.deepEqual(kept(store), before);
  const { result } = await server.ask(call(1, 'add_participant', { id: 'x', name: 'X' }));
  assert.equal(result.structuredContent.participantCount, 4, 'the failed removal was not made');
  await build(server, loan.slice(4));
  await stop(server);
});

test('a damaged store is moved aside, named, and nothing of it is lost', async (context) => {
  const store = folder(context);
  const damaged = ['{"id": "x", "title": "to', Buffer.from([0xff, 0xfe, 0x00]), '{"id": 5}', ''];
  for (const [index, text] of damaged.entries()) {
    writeFileSync(join(store, 'draft.db'), text);
    const [server, begun] = await start(store);
    const aside = join(store, `draft.db.damaged-${index + 1}`);
    assert.deepEqual(readFileSync(aside), Buffer.from(text));
    assert.ok(begun.result.instructions.includes(aside), 'the client is told');
    await build(server, loan);
    const { stderr } = await stop(server);
    assert.ok(stderr.includes(aside), stderr);
    assert.equal(kept(store).title, 'Loan approval');
  }
  assert.equal(readdirSync(store).filter((name) => name.includes('damaged')).length, damaged.length);
});

test('what was torn off while writing is not read', async (context) => {
  const store = folder(context);
  let [server] = await start(store);
  await build(server, loan);
  await stop(server);
  const before = kept(store);
  writeFileSync(join(store, 'draft.db.new'), '{"id": "to');
  [server] = await start(store);
  const { result } = await server.ask(call(1, 'validate_blueprint', {}));
  assert.equal(result.structuredContent.isValid, true);
  await stop(server);
  assert.deepEqual(kept(store), before);
});
