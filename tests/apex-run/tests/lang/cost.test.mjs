// Cost of a batch, as documented in docs/apex-runtime.md. An org does not count describes.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod } from '../../src/runner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const world = readFileSync(join(root, 'tests/apex-run/worlds/examples.json'), 'utf8');
const HANDLER = `public class SendNotificationHandler implements Callable {
  public Object call(String action, Map<String, Object> args) {
    List<Object> answers = new List<Object>();
    for (Object request : (List<Object>) args.get('requests')) { answers.add(null); }
    return answers;
  }
}`;
const MANY = 200;
const id = (prefix, i) => `${prefix}${String(i).padStart(12, '0')}`;
// Operation, action, statements and queries. One query finds tokens if there is a checkpoint, and one reads outputs if
// there are any and a record was written.
const CASES = [
  ['INSERT', 'CreateFollowUpTask', 1, 1],
  ['UPDATE', 'UpdateOpportunityStage', 1, 1],
  ['UPDATE', 'UpdateContactProfile', 1, 1],
  ['UPSERT', 'SyncErpAccount', 1, 2],
  ['CALL', 'SendNotification', 0, 0]
];
const TRUST = "public class Trust { public static void all() { PwConfirmations.redeemable.add('fits'); } }";

for (const [operation, name, statements, queries] of CASES) {
  test(`${operation} of ${MANY} requests by ${name}`, () => {
    const blueprint = find(name);
    assert.equal(blueprint.operation.replace('CREATE', 'INSERT'), operation);
    const answer = run(name, Array.from({ length: MANY }, (_, i) => ({ payload: payload(blueprint, i + 1), confirmationToken: 'fits' })));
    assert.equal(answer.ok, true, answer.message);
    assert.equal(answer.json.length, MANY);
    const done = answer.json.map((result) => JSON.stringify([result.get('success'), result.get('errors')]));
    // An update of a missing record changes nothing, and still counts as one statement.
    if (operation !== 'UPDATE') assert.deepEqual([...new Set(done)], ['[true,[]]']);
    assert.equal(answer.dmlLog.length, statements);
    assert.deepEqual(answer.dmlLog.map((entry) => [entry.op, entry.rows.length, entry.mode, entry.allOrNone]), statements ? [[operation.toLowerCase(), MANY, 'USER_MODE', false]] : []);
    assert.deepEqual([answer.limits.DmlStatements, answer.limits.DmlRows, answer.limits.Queries], [statements, statements * MANY, queries]);
    assert.deepEqual([answer.describes, answer.globalDescribes], [1, 0]);
  });
}

test('what costs more is noticed', () => {
  const loop = 'public class Dear { public static Integer pay() { for (Integer i = 0; i < 3; i++) { Account.SObjectType.getDescribe(); } return 1; } }';
  const runtime = new Runtime(JSON.parse(world));
  runtime.loadSource(loop, 'Dear.cls');
  runtime.link();
  assert.equal(callMethod(runtime, 'Dear', 'pay', '[]').describes, 3);
});

function find(name) {
  const folder = join(root, 'examples/blueprints');
  const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return all.flatMap((read) => read.actions ?? read).find((blueprint) => blueprint.name === name);
}

function run(name, requests) {
  const runtime = new Runtime(JSON.parse(world));
  runtime.load(join(root, 'examples/force-app'));
  if (name === 'SendNotification') runtime.loadSource(HANDLER, 'SendNotificationHandler.cls');
  runtime.loadSource(TRUST, 'Trust.cls');
  runtime.link();
  return callMethod(runtime, `DynamicAction_${name}`, 'execute', JSON.stringify(requests), [{ class: 'Trust', method: 'all', args: [] }]);
}

/** Returns a value of the right type for each required input and for the key. */
function payload(blueprint, i) {
  const prefix = JSON.parse(world).objects[blueprint.targetSObject].keyPrefix;
  const taken = blueprint.inputs.filter((input) => input.required);
  return Object.fromEntries(taken.map((input) => [input.apiName, sample(blueprint, input, i, prefix)]));
}

function sample(blueprint, input, i, prefix) {
  const allowed = (blueprint.guardrails ?? []).find(({ type, params }) => type === 'ENUM_ALLOWED' && params.field === input.fieldApiName);
  if (allowed) return allowed.params.values[0];
  switch (input.dataType.toLowerCase()) {
    case 'id': case 'reference': return id(input.fieldApiName === 'Id' ? prefix : '005', i);
    case 'boolean': return true;
    case 'date': return '2026-01-31';
    case 'datetime': return '2026-01-31T12:00:00Z';
    case 'decimal': case 'currency': case 'percent': case 'integer': case 'number': return i;
    default: return `t${i}`;
  }
}
