// Generated types read and write the names of the schema, also those that Apex does not allow.
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod } from '../../src/runner.mjs';

const cases = join(dirname(fileURLToPath(import.meta.url)), '../../../cases/apex-types');
const schema = JSON.parse(readFileSync(join(cases, 'renamed/schemas/query.schema.json'), 'utf8'));
const DRIVER = `public class Driver {
  public static String mapped(String text) {
    return RenamedTypes.serializeQuery(RenamedTypes.parseQuery(text));
  }

  public static String unmapped(String text) {
    return JSON.serialize(RenamedTypes.parseQuery(text));
  }
}`;

function run(method, document) {
  const runtime = new Runtime({ objects: {} });
  for (const folder of ['hostile', 'renamed']) runtime.load(join(cases, folder, 'classes'));
  runtime.loadSource(DRIVER, 'Driver.cls');
  runtime.link();
  const { ok, json, message } = callMethod(runtime, 'Driver', method, JSON.stringify([JSON.stringify(document)]));
  assert.equal(ok, true, message);
  return JSON.parse(json);
}

// An absent property is written as its default or null, an unknown one is not written.
function written(at, value) {
  if (at.$ref) return written(schema.$defs[at.$ref.split('/').pop()], value);
  if (value === undefined) return at.default ?? null;
  if (value === null) return null;
  if (at.items) return value.map((item) => written(at.items, item));
  if (typeof at.additionalProperties === 'object') return map(Object.keys(value), (key) => written(at.additionalProperties, value[key]));
  const properties = Object.assign({}, at.properties, ...(at.oneOf ?? []).map((branch) => branch.properties));
  if (!Object.keys(properties).length) return value;
  return map(Object.keys(properties), (key) => written(properties[key], value[key]));
}
const map = (keys, value) => Object.fromEntries(keys.map((key) => [key, value(key)]));

test('a document is written as it was read', () => {
  assert.equal(schema.examples.length, 2);
  for (const example of schema.examples) assert.deepEqual(run('mapped', example), written(schema, example));
});

test('JSON.serialize writes the names of the fields', () => {
  const [example] = schema.examples;
  const fields = run('unmapped', example);
  assert.deepEqual([fields.limitValue3, fields.limit], [example.limit, undefined]);
  assert.deepEqual([fields.limitValue2, fields.firstName, fields.iD], ['kept', 'Bo', '2026-01-31']);
});
