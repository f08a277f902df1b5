#!/usr/bin/env node
// node tests/scenarios/run.mjs <classes dir> [--only text] [--verbose]: runs every scenario of this folder, each in a fresh world.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, callMethod, write } from '../../src/runner.mjs';

// The runtime counts requests and keeps tokens for users without permission to do so.
const OURS = ['PlanwrightUse__c', 'PlanwrightConfirmation__c'];
// A scenario sets `confirmed`, and an action that needs a token gets a valid one. The lifecycle of tokens is tested in
// tokens.test.mjs.
const TRUST = 'public class Trust { public static void all() { PwConfirmations.redeemable.add(\'fits\'); } }';
const here = dirname(fileURLToPath(import.meta.url));
const [dir, ...flags] = process.argv.slice(2);
if (!dir) { console.error('usage: node tests/scenarios/run.mjs <classes dir> [--only text] [--verbose]'); process.exit(2); }
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : null;
const base = JSON.parse(readFileSync(join(here, '../../worlds/examples.json'), 'utf8'));
const merge = (a, b) => {
  if (b === undefined) return structuredClone(a);
  if (Array.isArray(b) || b === null || typeof b !== 'object' || a === null || typeof a !== 'object' || Array.isArray(a)) return structuredClone(b);
  const out = structuredClone(a);
  for (const [k, v] of Object.entries(b)) out[k] = merge(out[k] ?? {}, v);
  return out;
};
/** Returns the paths at which got does not match want: objects by subset, arrays by length and element. */
function differences(want, got, path = '') {
  if (want && typeof want === 'object' && !Array.isArray(want)) {
    if ('$contains' in want) return (Array.isArray(got) ? got : [String(got)]).some((g) => String(g).includes(want.$contains)) ? [] : [`${path}: ${JSON.stringify(got)} lacks ${JSON.stringify(want.$contains)}`];
    if ('$not' in want) return String(got).includes(want.$not) ? [`${path}: ${JSON.stringify(got)} must not hold ${JSON.stringify(want.$not)}`] : [];
    if ('$all' in want) return want.$all.flatMap((w) => differences(w, got, path));
    if ('$set' in want) return (got !== null && got !== undefined) === want.$set ? [] : [`${path}: ${want.$set ? 'no value' : 'value ' + JSON.stringify(got)}`];
    if ('$every' in want) return Array.isArray(got) && got.length === want.$length ? got.flatMap((g, i) => differences(want.$every, g, `${path}[${i}]`)).slice(0, 3) : [`${path}: not ${want.$length} elements`];
    if (got === null || typeof got !== 'object') return [`${path}: ${JSON.stringify(got)}`];
    return Object.entries(want).flatMap(([k, v]) => (v === '$absent' ? (k in got ? [`${path}.${k} is present`] : []) : differences(v, got[k] === undefined ? null : got[k], `${path}.${k}`)));
  }
  if (Array.isArray(want)) return !Array.isArray(got) || got.length !== want.length ? [`${path}: ${JSON.stringify(got)} instead of ${want.length} elements`] : want.flatMap((w, i) => differences(w, got[i], `${path}[${i}]`));
  return want === got ? [] : [`${path}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`];
}
const js = (v) => JSON.parse(write(maps(v)));
function maps(v) { if (Array.isArray(v)) return v.map(maps); if (v && v.constructor === Object) return new Map(Object.entries(v).map(([k, x]) => [k, maps(x)])); return v; }

/** Returns true if the class of a scenario requires a token. */
function isAsking(name) {
  const path = readdirSync(dir, { recursive: true }).find((one) => basename(one) === `${name}.cls`);
  return path !== undefined && readFileSync(join(dir, path), 'utf8').includes('"takesToken":true');
}

/** Returns the requests with the confirmation replaced by a token. */
function tokens(value) {
  if (Array.isArray(value)) return value.map(tokens);
  if (value === null || typeof value !== 'object' || !('confirmed' in value)) return value;
  const { confirmed, ...rest } = value;
  return confirmed === true ? { ...rest, confirmationToken: 'fits' } : rest;
}

let pass = 0; const failed = [];
for (const file of readdirSync(here).filter((f) => f.endsWith('.json')).sort()) {
  for (const s of JSON.parse(readFileSync(join(here, file), 'utf8'))) {
    if (only && !`${s.id} ${s.name}`.includes(only)) continue;
    const rt = new Runtime(merge(base, s.world));
    rt.load(dir);
    for (const [name, source] of Object.entries(s.sources || {})) rt.loadSource(Array.isArray(source) ? source.join('\n') : source, name);
    const takesToken = isAsking(s.class);
    const isTrusting = takesToken || JSON.stringify(s.args).includes('confirmationTokens');
    if (isTrusting) rt.loadSource(TRUST, 'Trust.cls');
    rt.link();
    let args = s.args;
    if (s.repeat) args = Array.from({ length: s.repeat }, (_, i) => JSON.parse(JSON.stringify(s.args[0]).replaceAll('$i', String(i))));
    const setup = [...(s.setup || []), ...(isTrusting ? [{ class: 'Trust', method: 'all', args: [] }] : [])];
    if (takesToken) args = tokens(args);
    const r = callMethod(rt, s.class, s.method || 'invoke', JSON.stringify(args), setup);
    const got = js({ result: r.json, error: r.ok ? null : `${r.kind}: ${r.message}`, dml: r.dmlLog.filter(({ object }) => object !== OURS[1]), statements: r.limits.DmlStatements, queries: r.limits.Queries, globalDescribes: r.globalDescribes, debug: r.debug, records: Object.fromEntries(Object.entries(r.records).map(([n, rows]) => [n, rows.length])) });
    const rows = Object.fromEntries(Object.values(r.records).flat().map((m) => [m.get('Id'), js(Object.fromEntries(m))]));
    got.rows = rows;
    const want = { error: null, globalDescribes: 0, ...s.expect };
    const diff = differences(want, got);
    for (const d of got.dml) if (d.mode !== 'USER_MODE' && d.object !== OURS[0]) diff.push(`DML in ${d.mode}`);
    if (diff.length) { failed.push(s); console.log(`FAIL ${s.id} ${s.name}\n     ${diff.join('\n     ')}`); } else { pass++; console.log(`pass ${s.id} ${s.name}`); }
    if (flags.includes('--verbose')) console.log(JSON.stringify(got, null, 1));
  }
}
console.log(`\n${pass} passed, ${failed.length} failed`);
process.exitCode = failed.length ? 1 : 0;
