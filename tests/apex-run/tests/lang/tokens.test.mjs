// An action with a checkpoint across transactions: the question has a token, which answers it once and only for the
// same request.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod } from '../../src/runner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const world = JSON.parse(readFileSync(join(root, 'tests/apex-run/worlds/examples.json'), 'utf8'));
const ASKED = { recordId: '006000000000101AAA', stageName: 'Closed Won' };
const REFUSED = /is not for this request, was used, or is too old\. Ask again\.$/;

function org() {
  const runtime = new Runtime(structuredClone(world));
  runtime.load(join(root, 'examples/force-app'));
  let again = false;
  return (request, now) => {
    if (now) runtime.world.now = now;
    const answer = callMethod(runtime, 'DynamicAction_UpdateOpportunityStage', 'invoke', JSON.stringify([request]), [], { again });
    again = true;
    assert.equal(answer.ok, true, answer.message);
    const stage = answer.records.Opportunity.find((row) => row.get('Id') === ASKED.recordId).get('StageName');
    return { ...Object.fromEntries(answer.json[0]), stage, kept: answer.records.PlanwrightConfirmation__c ?? [] };
  };
}

test('the first call asks, the second redeems, the third is refused', () => {
  const call = org();
  const asked = call(ASKED);
  assert.deepEqual([asked.success, asked.confirmationRequired, asked.stage], [false, true, 'Prospecting']);
  assert.match(asked.confirmationToken, /^[0-9a-f]{64}$/);
  assert.equal(JSON.stringify(asked.kept.map((row) => [...row])).includes(asked.confirmationToken), false);
  const done = call({ ...ASKED, confirmationToken: asked.confirmationToken });
  assert.deepEqual([done.success, done.stage, done.kept.length], [true, 'Closed Won', 0]);
  const again = call({ ...ASKED, confirmationToken: asked.confirmationToken });
  assert.deepEqual([again.success, again.confirmationRequired], [false, false]);
  assert.match(again.message, REFUSED);
});

test('what differs from what was asked is refused, and the token stays good', () => {
  const call = org();
  const { confirmationToken } = call(ASKED);
  for (const other of [{ stageName: 'Closed Lost' }, { recordId: '006000000000102AAA' }]) {
    const refused = call({ ...ASKED, ...other, confirmationToken });
    assert.match(refused.message, REFUSED);
    assert.equal(refused.stage, 'Prospecting');
  }
  assert.equal(call({ ...ASKED, confirmationToken }).success, true);
});

test('a made-up token is refused, and a blank one is none', () => {
  const call = org();
  assert.match(call({ ...ASKED, confirmationToken: 'f'.repeat(64) }).message, REFUSED);
  assert.equal(call({ ...ASKED, confirmationToken: ' ' }).confirmationRequired, true);
});

test('a token is too old after a quarter of an hour', () => {
  const call = org();
  const { confirmationToken } = call(ASKED, '2026-06-15T10:00:00Z');
  assert.match(call({ ...ASKED, confirmationToken }, '2026-06-15T10:15:01Z').message, REFUSED);
});

test('a guardrail that fails asks nobody and keeps nothing', () => {
  const call = org();
  const refused = call({ ...ASKED, stageName: null });
  assert.deepEqual([refused.confirmationRequired, refused.confirmationToken ?? null, refused.kept.length], [false, null, 0]);
});

test('there is no word for a yes', () => {
  const source = readFileSync(join(root, 'examples/force-app/main/default/classes/DynamicAction_UpdateOpportunityStage.cls'), 'utf8');
  assert.equal(source.includes('public Boolean confirmed;'), false);
  const schema = readFileSync(join(root, 'examples/force-app/main/default/genAiFunctions/UpdateOpportunityStage/input/schema.json'), 'utf8');
  assert.deepEqual([schema.includes('"confirmationToken"'), schema.includes('"confirmed"')], [true, false]);
});
