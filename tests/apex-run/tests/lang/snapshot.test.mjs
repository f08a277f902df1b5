// The snapshot that the runtime creates of the world, as a golden that `cargo test` checks against the contract.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod } from '../../src/runner.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const golden = join(here, '../../../cases/apex/snapshot.json');
// Objects of the runtime are in the org, but not in the snapshot.
const OURS = { PlanwrightConfirmation__c: { keyPrefix: 'a0V', fields: {} } };
const world = JSON.parse(readFileSync(join(here, '../../worlds/snapshot.json'), 'utf8'));

test('the snapshot of the runtime is the golden one', () => {
  const runtime = new Runtime({ ...world, objects: { ...world.objects, ...OURS } });
  runtime.load(join(here, '../../../../templates/apex/runtime'));
  const names = Object.keys(world.objects).reverse();
  const answer = callMethod(runtime, 'SchemaSnapshot', 'buildSnapshot', JSON.stringify([names]));
  assert.equal(answer.ok, true, answer.message);
  assert.equal(answer.globalDescribes, 0);
  assert.equal(answer.describes, names.length, 'one describe for each object');
  assert.equal(answer.limits.Queries + answer.limits.DmlStatements, 0);
  const made = JSON.stringify(JSON.parse(answer.json), null, 2) + '\n';
  if (process.env.UPDATE_EXPECT && !process.env.CI) writeFileSync(golden, made);
  assert.equal(made, readFileSync(golden, 'utf8'), 'made with UPDATE_EXPECT=1');
});

test('an unknown object is named and costs the others nothing', () => {
  const runtime = new Runtime({ ...world, objects: { ...world.objects, ...OURS } });
  runtime.load(join(here, '../../../../templates/apex/runtime'));
  const answer = callMethod(runtime, 'SchemaSnapshot', 'buildSnapshot', '[["Nope__c", "Case", "Contact"]]');
  const { objects, missing } = JSON.parse(answer.json);
  assert.deepEqual([Object.keys(objects), missing], [['Case', 'Contact'], ['Nope__c']]);
  assert.equal(objects.Contact.fields.Secret__c, undefined);
  assert.equal(objects.Contact.fields.Title.updateable, false);
});
