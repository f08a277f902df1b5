// Exceptions of a trigger or a handler: users and agents get one sentence with a reference, and the log has the
// details.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod, write } from '../../src/runner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const world = JSON.parse(readFileSync(join(root, 'tests/apex-run/worlds/examples.json'), 'utf8'));
const TRIGGER = 'OppChecks: execution of BeforeUpdate\n\ncaused by: System.NullPointerException: null\n\nClass.OppChecks.run: line 12, column 1';
const INTERNALS = /OppChecks|\wHandler|Exception|Class\.|line \d|column \d|caused by/;
const SENTENCE = /^[\w ]+: (an unexpected error occurred|the handler failed) \(reference ([0-9a-f]{12})\)\.$/;
const STAGE = { recordId: '006000000000101AAA', stageName: 'Closed Won', confirmationToken: 'fits', confirmed: true };

/** Returns the result of an entry point: the complete answer as text, its message, and the log. */
function answer(name, args, { failures = [], handler } = {}) {
  const runtime = new Runtime({ ...structuredClone(world), failures });
  runtime.load(join(root, 'examples/force-app'));
  runtime.loadSource("public class Trust { public static void all() { PwConfirmations.redeemable.add('fits'); } }", 'Trust.cls');
  if (handler) runtime.loadSource(handler, 'Handler.cls');
  runtime.link();
  const trust = [{ class: 'Trust', method: 'all', args: [] }];
  const called = callMethod(runtime, name, 'invoke', JSON.stringify(args), trust);
  assert.equal(called.ok, true, called.message);
  const [response] = called.json;
  return { message: response.get('message'), whole: write(called.json), log: runtime.debugLog.join('\n') };
}

function assertHidden({ message, whole, log }) {
  const [, , reference] = message.match(SENTENCE) ?? [];
  assert.ok(reference, message);
  assert.doesNotMatch(message, INTERNALS);
  assert.doesNotMatch(whole, /OppChecks|NullPointer|caused by/);
  assert.ok(log.includes(reference), log);
}

test('the text of a trigger reaches no answer, whatever its status code', () => {
  for (const code of ['CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', 'UNKNOWN_EXCEPTION']) {
    const got = answer('DynamicAction_UpdateOpportunityStage', [STAGE], { failures: [{ op: 'update', code, message: TRIGGER }] });
    assertHidden(got);
    assert.ok(got.log.includes('Class.OppChecks.run: line 12'), 'the log has all of it');
  }
});

test('nor does it where the statement throws', () => {
  const failures = [{ op: 'update', exception: 'DmlException', message: TRIGGER }];
  assertHidden(answer('DynamicAction_UpdateOpportunityStage', [STAGE], { failures }));
});

test('a list of actions hides it too', () => {
  const request = {
    blueprints: JSON.stringify([{ name: 'UpdateOpportunityStage' }]),
    payloads: JSON.stringify({ UpdateOpportunityStage: { Id: STAGE.recordId, StageName: STAGE.stageName } }),
    confirmationTokens: JSON.stringify({ UpdateOpportunityStage: 'fits' }),
    confirmedActions: ['UpdateOpportunityStage']
  };
  const failures = [{ op: 'update', object: 'Opportunity', code: 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', message: TRIGGER }];
  const got = answer('PwActionOrchestrator', [request], { failures });
  assert.match(got.message, /an unexpected error occurred \(reference [0-9a-f]{12}\)\./);
  assert.doesNotMatch(got.whole, /OppChecks|NullPointer|caused by/);
  const missing = answer('PwActionOrchestrator', [{ blueprints: '[{"name": "NoSuch"}]', payloads: '{"NoSuch": {}}' }]);
  assert.doesNotMatch(missing.whole, /DynamicAction_/);
});

test('what a handler throws or returns is hidden, and a refusal in words is shown', () => {
  const request = { caseId: '500000000000101AAA', body: 'Hello', channel: 'mail' };
  const handler = (body) => `public class SendNotificationHandler implements Callable {
    public Object call(String action, Map<String, Object> args) { ${body} }
  }`;
  const text = JSON.stringify(TRIGGER).slice(1, -1);
  for (const body of [
    `throw new IllegalArgumentException('${text}');`,
    `return new List<Object>{ '${text}' };`,
    `return new List<Object>{ new IllegalArgumentException('${text}') };`
  ]) assertHidden(answer('DynamicAction_SendNotification', [request], { handler: handler(body) }));
  assertHidden(answer('DynamicAction_SendNotification', [request]));
  const shown = answer('DynamicAction_SendNotification', [request], { handler: handler("return new List<Object>{ 'The channel is closed.' };") });
  assert.equal(shown.message, 'Send Notification: The channel is closed.');
});
