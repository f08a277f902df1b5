// Orgs that are not kind to tests, in ../apex-run/worlds/hostile: every emitted test passes there, or skips and says why.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { here } from './lib.mjs';
import { Runtime, runTests } from '../apex-run/src/runner.mjs';

const FOLDER = join(here, '../apex-run/worlds/hostile');

/** What a test says that cannot be run where it is. */
export const skipsOf = (log) => log.filter((line) => /^WARN Skipped: /.test(line)).map((line) => line.replace(/^WARN Skipped: /, ''));

/** One `{ name, results: [{ test, ok, message, skips }] }` for each hostile world, laid over `world`. */
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
  return { name: basename(name, '.json'), expected: skips, results };
}

/** What is wrong with the results of a world: a test that fails, and one that skips for a reason that the world does not give. */
export function judge({ name, expected, results }) {
  const faults = results.filter(({ ok }) => !ok).map(({ test, message }) => ({ rule: 'Hostile', test, message: `${name}: ${test}: ${message}` }));
  for (const { test, skips } of results) {
    for (const reason of skips.filter((text) => !expected.some((pattern) => like(pattern, text)))) {
      faults.push({ rule: 'Skipped', test, message: `${name}: ${test} skips for no reason of this world: ${reason}` });
    }
  }
  return faults;
}

/** Reasons of a world that no test gives. */
export const unused = ({ expected, results }) => expected.filter((pattern) => !results.some(({ skips }) => skips.some((text) => like(pattern, text))));

const like = (pattern, text) => {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
};
