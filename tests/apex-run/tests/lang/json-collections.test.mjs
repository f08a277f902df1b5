// Generated types of documents that are lists, maps or unions read and write the document itself.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod } from '../../src/runner.mjs';

const cases = join(dirname(fileURLToPath(import.meta.url)), '../../../cases/apex-types');
const schema = (name) => JSON.parse(readFileSync(join(cases, `${folderOf(name)}/schemas/${name.toLowerCase()}.schema.json`), 'utf8'));
const folderOf = (name) => (['Shape', 'Tags'].includes(name) ? 'mixed' : 'collections');

function run(name, document) {
  const runtime = new Runtime({ objects: {} });
  for (const folder of ['hostile', folderOf(name)]) runtime.load(join(cases, folder, 'classes'));
  const types = folderOf(name) === 'mixed' ? 'MixedTypes' : 'CollectionsTypes';
  runtime.loadSource(`public class Driver { public static String copy(String text) { return ${types}.serialize${name}(${types}.parse${name}(text)); } }`, 'Driver.cls');
  runtime.link();
  const { ok, json, message } = callMethod(runtime, 'Driver', 'copy', JSON.stringify([JSON.stringify(document)]));
  assert.equal(ok, true, message);
  return JSON.parse(json);
}

// A class writes absent properties as null.
const withoutNulls = (value) => JSON.parse(JSON.stringify(value, (_, inner) => (inner === null ? undefined : inner)));

test('a document that is no object with named properties is written as it was read', () => {
  for (const name of ['Payments', 'Shape']) {
    const { examples } = schema(name);
    assert.ok(examples.length > 0, name);
    for (const example of examples) assert.deepEqual(withoutNulls(run(name, example)), example, name);
  }
  const [people, none, other] = schema('People').examples;
  assert.deepEqual(withoutNulls(run('People', people)), people);
  assert.deepEqual(run('People', none), []);
  assert.deepEqual(withoutNulls(run('People', other)), [{ 'first-name': 'Ada' }], 'an unknown property is not written');
  assert.deepEqual(run('Tags', ['a', 'b']), ['a', 'b']);
  assert.equal(run('Tags', null), null);
});
