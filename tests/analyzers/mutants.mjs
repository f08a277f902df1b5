// Tests the Apex tests: makes small changes to the classes and runs the tests that reach each change.
//
// All possible changes of the runtime are tried, and a fixed sample of those of generated classes. --full tries all, and
// --sample tries every eighth change for a quick check, which may have a slightly lower score. --list also prints every
// change that no test noticed.
// Equivalent changes are listed with the reason in equivalents/<name of the project>.json.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { each, flag, here, main } from './lib.mjs';
import { Campaign } from '../apex-run/src/campaign.mjs';
import { mutantsOf } from '../apex-run/src/mutate.mjs';

/** A sample varies: three points are within its noise. */
const LEAST_SCORE = flag('sample') ? 92 : 95;
/** One of so many mutants is tried with --sample. */
const STRIDE = 8;
/** Number of mutants that are tried of the generated classes of one package directory. */
const SAMPLE = 500;
const WORLD = JSON.parse(readFileSync(join(here, '../apex-run/worlds/examples.json'), 'utf8'));

if (isMainThread) await main(each(judge));
else parentPort.postMessage(work(workerData));

async function judge(project) {
  const sources = new Map([...project.classes, ...project.labels].map((file) => [basename(file), readFileSync(file, 'utf8')]));
  const all = project.packages.flatMap((folder) => inPackage(project.classes.filter((file) => file.startsWith(folder)), sources));
  const chosen = all.filter((mutant) => mutant.chosen);
  const { verdicts, failing } = await judgeAll(sources, chosen);
  const place = (file) => project.classes.find((path) => basename(path) === file) ?? project.manifest;
  const findings = failing.map((message) => ({ file: project.manifest, line: 1, rule: 'FailingTest', message }));

  const known = equivalents(project);
  for (const entry of known) {
    const same = all.filter((mutant) => matches(entry, mutant));
    const what = `${entry.class}: ${entry.operator}: ${entry.within}`;
    if (!same.length) findings.push({ file: project.manifest, line: 1, rule: 'Stale', message: `no such mutant any more: ${what}` });
    if (!entry.reason) findings.push({ file: project.manifest, line: 1, rule: 'NoReason', message: what });
    const caught = chosen.filter((mutant, i) => verdicts[i] === 'caught' && matches(entry, mutant));
    for (const { file, line } of caught) findings.push({ file: place(file), line, rule: 'NotEquivalent', message: `a test notices ${what}` });
  }
  const equivalent = (mutant) => known.some((entry) => matches(entry, mutant));
  const missed = chosen.filter((mutant, i) => /^(survived|not reached)$/.test(verdicts[i]) && !equivalent(mutant));
  const caught = verdicts.filter((verdict) => verdict === 'caught').length;
  const total = caught + missed.length;
  const score = total ? Math.floor((1000 * caught) / total) / 10 : 0;
  const survivors = missed.map((mutant) => ({ file: place(mutant.file), line: mutant.line, rule: 'Survived', message: told(mutant) }));
  if (flag('list')) for (const { file, line, message } of survivors) console.error(`${basename(file)}:${line}: ${message}`);
  if (score < LEAST_SCORE) {
    findings.push({ file: project.manifest, line: 1, rule: 'Score', message: `${score}% of ${total} mutants are caught, ${LEAST_SCORE}% are needed` }, ...survivors);
  }
  const refused = verdicts.filter((verdict) => verdict === 'refused').length;
  const skipped = chosen.length - total - refused;
  return { findings, note: `${caught} of ${total} mutants caught, ${score}%; ${refused} do not compile, ${skipped} mean the same` };
}

/** Returns the mutants of one package directory, in the order of the files, and marks those that are tried. */
function inPackage(files, sources) {
  const names = files.map((file) => basename(file)).filter((name) => !/@IsTest\b/i.test(sources.get(name)));
  const mutants = names.flatMap((name) => {
    const lines = sources.get(name).split('\n');
    return mutantsOf(sources.get(name), name).map((mutant) => ({ ...mutant, within: lines[mutant.line - 1].trim() }));
  });
  const generated = mutants.filter(({ file }) => isGenerated(file)).length;
  const step = flag('full') ? 1 : Math.max(1, Math.ceil(generated / SAMPLE));
  let count = 0;
  const chosen = mutants.map((mutant) => ({ ...mutant, chosen: !isGenerated(mutant.file) || count++ % step === 0 }));
  let nth = 0;
  // A small project, such as a control, is tried completely.
  const stride = flag('sample') && chosen.length > 100 ? STRIDE : 1;
  return chosen.map((mutant) => ({ ...mutant, chosen: mutant.chosen && nth++ % stride === 0 }));
}

function isGenerated(file) {
  return /^DynamicAction_/.test(file);
}

function told({ operator, old, text }) {
  return `${operator}: ${plain(old).slice(0, 90)} -> ${plain(text).slice(0, 90)}`;
}

function plain(text) {
  return text.replace(/\s+/g, ' ');
}

function equivalents({ manifest }) {
  const path = join(here, 'equivalents', `${JSON.parse(readFileSync(manifest, 'utf8')).name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/** Class and line may contain a * as a wildcard. */
function matches(entry, { file, operator, within }) {
  return entry.operator === operator && like(entry.class, basename(file, '.cls')) && like(entry.within, within);
}

function like(pattern, text) {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** Returns the verdicts in the order of the mutants. Each of n processors runs every nth mutant. */
async function judgeAll(sources, mutants) {
  const workers = Math.min(Math.ceil(mutants.length / 50) || 1, availableParallelism(), 4);
  const parts = Array.from({ length: workers }, (_, n) => mutants.filter((_, i) => i % workers === n));
  const answers = await Promise.all(parts.map((part) => new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { sources, mutants: part } });
    worker.on('message', resolve);
    worker.on('error', reject);
  })));
  return { verdicts: mutants.map((_, i) => answers[i % workers].verdicts[Math.floor(i / workers)]), failing: answers[0].failing };
}

function work({ sources, mutants }) {
  const campaign = new Campaign(sources, WORLD);
  return { verdicts: mutants.map((mutant) => campaign.judge(mutant)), failing: campaign.failing };
}
