// Runs the tests in unusual orgs, from ../apex-run/worlds/hostile: every generated test must pass, or skip with a
// reason.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { here } from './lib.mjs';
import { Runtime, runTests } from '../apex-run/src/runner.mjs';

const FOLDER = join(here, '../apex-run/worlds/hostile');

/** Message of a test that cannot run in the org. */
export const skipsOf = (log) => log.filter((line) => /^WARN Skipped: /.test(line)).map((line) => line.replace(/^WARN Skipped: /, ''));

/** Returns `{ name, results: [{ test, ok, message, skips }] }` for each hostile world, merged into `world`. */
export async function runHostile(sources, world) {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json')).sort();
  const workers = Math.min(names.length, availableParallelism());
  const parts = Array.from({ length: workers }, (_, n) => names.filter((_, i) => i % workers === n));
  const answers = await Promise.all(parts.map((part) => new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { sources, world, names: part } });
    worker.on('message', resolve);
    worker.on('error', reject);
  })));
  return answers.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

if (!isMainThread && workerData?.names) parentPort.postMessage(workerData.names.map((name) => runIn(name, workerData)));

function runIn(name, { sources, world }) {
  const { about, skips = [], ...hostile } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  if (!about) throw new Error(`${name} does not say what it is about`);
  const user = { ...world.user, ...hostile.user };
  const runtime = new Runtime({ ...world, ...hostile, user }, { coverage: false });
  for (const [file, source] of sources) runtime.loadSource(source, file);
  runtime.link();
  const results = runTests(runtime).map(({ cls, method, ok, message, debug }) => ({ test: `${cls}.${method}`, ok, message, skips: skipsOf(debug) }));
  return { name: basename(name, '.json'), skips, expected: skips.concat(world.skips ?? []), results };
}

/** Returns the problems of a world: failing tests, and tests that skip for a reason that the world does not give. */
export function judge({ name, expected, results }) {
  const faults = results.filter(({ ok }) => !ok).map(({ test, message }) => ({ rule: 'Hostile', test, message: `${name}: ${test}: ${message}` }));
  for (const { test, skips } of results) {
    for (const reason of skips.filter((text) => !expected.some((pattern) => like(pattern, text)))) {
      faults.push({ rule: 'Skipped', test, message: `${name}: ${test} skips for no reason of this world: ${reason}` });
    }
  }
  return faults;
}

/** Returns the reasons of a world that no test uses. In a hostile world, tests can skip for another reason before a reason of the project applies. */
export const unused = ({ skips, results }) => skips.filter((pattern) => !results.some((one) => one.skips.some((text) => like(pattern, text))));

const like = (pattern, text) => {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
};
