// Messages of the platform: none reaches an answer, each kind has its reason, and every sentence is a custom label, so
// that a second language needs no change of a class.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod, write } from '../../src/runner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const world = JSON.parse(read('tests/apex-run/worlds/examples.json'));
const rows = JSON.parse(read('tests/apex-run/tests/lang/platform-messages.json'));
const CLASSES = 'examples/force-app/main/default/classes';
const LABELS = 'examples/force-app/main/default/labels/Planwright.labels-meta.xml';
const names = readdirSync(join(root, CLASSES)).filter((name) => name.endsWith('.cls') && !/_Test\.cls$|TestKit\.cls$|^DATest/.test(name)).map((name) => name.replace(/\.cls$/, ''));
const SENT = { recordId: '006000000000101AAA', stageName: 'Closed Won', amount: 1, confirmationToken: 'fits', confirmed: true };

/** Returns the answer of an action whose record fails with a message. `change` edits the source of `PwProblem`. */
function answer(row, { change = (source) => source, labels = (xml) => xml } = {}) {
  const runtime = new Runtime({ ...structuredClone(world), failures: [{ op: 'update', code: row.code, message: row.message, fields: ['StageName'] }] });
  for (const name of names) runtime.loadSource(name === 'PwProblem' ? change(read(`${CLASSES}/${name}.cls`)) : read(`${CLASSES}/${name}.cls`), `${name}.cls`);
  runtime.loadSource(labels(read(LABELS)), 'Planwright.labels-meta.xml');
  runtime.loadSource("public class Trust { public static void all() { PwConfirmations.redeemable.add('fits'); } }", 'Trust.cls');
  runtime.link();
  const called = callMethod(runtime, 'DynamicAction_UpdateOpportunityStage', 'invoke', JSON.stringify([SENT]), [{ class: 'Trust', method: 'all', args: [] }]);
  assert.equal(called.ok, true, called.message);
  return { response: called.json[0], whole: write(called.json), log: runtime.debugLog.join('\n') };
}

/** Returns what is wrong with an answer: parts of the message in it, the reason, and a log without the message. */
function faults(row, { response, whole, log }) {
  const found = [];
  const parts = [row.message, ...row.message.split(/(?<=[.:\]])\s+/).filter((part) => part.length > 12)];
  for (const part of parts) if (whole.includes(JSON.stringify(part).slice(1, -1))) found.push(`"${part}" leaves the runtime`);
  if (response.get('reasonCode') !== row.reason) found.push(`${row.code} has the reason ${response.get('reasonCode')}`);
  if (response.get('retryable') !== (row.retryable ?? false)) found.push(`${row.code} is retryable: ${response.get('retryable')}`);
  if ((row.reason === 'SYSTEM_ERROR') !== !!response.get('referenceId')) found.push(`${row.code} has the reference ${response.get('referenceId')}`);
  if (!log.includes(row.message)) found.push(`${row.code} is not logged`);
  return found;
}

test('40 messages of 12 kinds stay inside, and each has its reason', () => {
  assert.equal(rows.length, 40);
  assert.equal(new Set(rows.map(({ kind }) => kind)).size, 12);
  const found = rows.flatMap((row) => faults(row, answer(row)));
  assert.deepEqual(found, []);
});

test('a runtime that shows the message is noticed for each of them', () => {
  const change = (source) => {
    const changed = source.replace(/(String sentence = )SENTENCES\.get\(rowOf\(problem\.code\)\);/, '$1problem.message;');
    assert.notEqual(changed, source);
    return changed;
  };
  for (const row of rows) assert.notDeepEqual(faults(row, answer(row, { change })), [], row.message);
});

test('a second language needs no change of a class', () => {
  const labels = (xml) => xml.replace(/<value>([\s\S]*?)<\/value>/g, (_, text) => `<value>DE ${text}</value>`);
  for (const row of rows) {
    const { response } = answer(row, { labels });
    assert.match(response.get('message'), /^[\w ]+: DE /, row.code);
    assert.equal(!!response.get('referenceId'), row.reason === 'SYSTEM_ERROR', row.code);
  }
});
