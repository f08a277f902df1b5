#!/usr/bin/env node
// node tests/scenarios/shared.mjs: runs the cases of ../../../scenarios with the generated classes. The Rust tests
// evaluate the same cases, so both implementations must give the same errors, warnings and logs for the same payload,
// and reach the same DML.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod, write } from '../../src/runner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const scenarios = join(root, 'scenarios');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const world = read(join(scenarios, 'world.json'));
const runtime = join(root, '../examples/force-app/main/default/classes');
const TESTS = /^DATest|_Test\.cls$/;
/** Classes of the examples that are not part of the runtime. */
const APART = /^(DynamicAction_|DAFields|DAOutputs|DATest)|_Test\.cls$/;
/** Valid token of a scenario. */
const TRUST = "public class Trust { public static void all() { PwConfirmations.redeemable.add('fits'); } }";
/** Handler of a CALL in the scenarios. */
const HANDLER = `public class CallSampleHandler implements Callable {
  public Object call(String action, Map<String, Object> args) {
    List<Object> answers = new List<Object>();
    for (Object request : (List<Object>) args.get('requests')) answers.add(new Map<String, Object>{ 'Number' => '7' });
    return answers;
  }
}`;

let passed = 0;
const failed = [];
for (const file of readdirSync(join(scenarios, 'cases')).sort()) {
  const { blueprint, cases } = read(join(scenarios, 'cases', file));
  const plan = read(join(scenarios, 'blueprints', `${blueprint}.json`));
  for (const one of cases) {
    const faults = differences(one.expect, run(plan, one));
    if (faults.length) failed.push(`FAIL ${file} ${one.name}\n     ${faults.join('\n     ')}`);
    else passed++;
  }
}
for (const line of failed) console.log(line);
console.log(`${passed} scenarios passed, ${failed.length} failed`);
process.exitCode = failed.length || !passed ? 1 : 0;

function run(plan, one) {
  const rt = new Runtime({ ...allow(structuredClone(world), plan, one.user ?? {}), failures: one.failures ?? world.failures });
  const actions = join(scenarios, 'force-app/main/default/classes');
  for (const [dir, apart] of [[runtime, APART], [actions, TESTS]]) {
    for (const name of readdirSync(dir).filter((name) => name.endsWith('.cls') && !apart.test(name))) rt.loadSource(readFileSync(join(dir, name), 'utf8'), name);
  }
  rt.loadSource(readFileSync(join(runtime, '../labels/Planwright.labels-meta.xml'), 'utf8'), 'Planwright.labels-meta.xml');
  rt.loadSource(HANDLER, 'CallSampleHandler.cls');
  rt.loadSource(TRUST, 'Trust.cls');
  rt.link();
  const args = [{ payload: one.payload, confirmed: one.confirmed, confirmationToken: one.token, clearFields: one.clearFields }];
  const trust = one.token === 'fits' ? [{ class: 'Trust', method: 'all', args: [] }] : [];
  const answer = callMethod(rt, `DynamicAction_${plan.name}`, 'execute', JSON.stringify(args), trust);
  if (!answer.ok) return { crash: answer.message };
  const [result] = JSON.parse(write(maps(answer.json)));
  const [dml, ...more] = JSON.parse(write(maps(answer.dmlLog))).filter(({ object }) => object !== 'PlanwrightConfirmation__c');
  return { ...result, errors: result.errors.map(({ message }) => message), dml, more };
}

/** Returns the org as `user` sees it: unreadable and uneditable parts are removed. */
function allow(org, plan, { readable, editable, records }) {
  const object = plan.targetSObject;
  const fields = {};
  for (const name of Object.keys(org.objects[object].fields)) {
    if (readable && !readable.includes(name)) fields[`${object}.${name}`] = 'none';
    else if (editable && !editable.includes(name)) fields[`${object}.${name}`] = 'read';
  }
  org.user.permissions = { default: true, fields };
  if (records === 'none') org.user.permissions.objects = { [object]: { read: true, create: false, edit: false } };
  return org;
}

function differences({ errors, logs, warnings, dml, record, outputs, assigned }, got) {
  if (got.crash) return [got.crash];
  const faults = [];
  const same = (what, want, have) => { if (JSON.stringify(want) !== JSON.stringify(have)) faults.push(`${what}: ${JSON.stringify(have)} instead of ${JSON.stringify(want)}`); };
  same('errors', errors, got.errors);
  same('logs', logs, got.logs);
  same('warnings', warnings, got.warnings);
  same('confirmationRequired', warnings.length > 0, got.confirmationRequired);
  same('success', logs.length > 0, got.success);
  for (const [name, want] of Object.entries(outputs ?? {})) same(`output ${name}`, want, got.outputs?.[name]);
  same('dml', dml?.toLowerCase(), got.dml?.op);
  same('assigned', assigned ?? false, got.dml?.assigned ?? false);
  if (got.more.length) faults.push(`${got.more.length + 1} DML statements`);
  if (got.dml && got.dml.mode !== 'USER_MODE') faults.push(`DML in ${got.dml.mode}`);
  for (const [field, want] of Object.entries(record ?? {})) {
    const row = got.dml?.rows[0] ?? {};
    if (want === '$absent') same(`${field} present`, false, field in row);
    else same(field, want, row[field]);
  }
  return faults;
}

function maps(value) {
  if (Array.isArray(value)) return value.map(maps);
  if (value && value.constructor === Object) return new Map(Object.entries(value).map(([key, one]) => [key, maps(one)]));
  return value;
}
