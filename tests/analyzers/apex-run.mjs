// Runs the Apex tests of a project with our interpreter (../apex-run), in the org of ../apex-run/worlds/examples.json
// and then in every hostile org. A project adds objects and fields with a world.json next to its sfdx-project.json. In
// the first org no test may skip, except for the reasons under "skips" in that file.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { judge, runHostile, skipsOf, unused } from './hostile.mjs';
import { each, here, main } from './lib.mjs';
import { Runtime, coverage, runTests } from '../apex-run/src/runner.mjs';
import { ProgramError, UnsupportedError } from '../apex-run/src/values.mjs';

const WORLD = join(here, '../apex-run/worlds/examples.json');
// Coverage that Salesforce requires for a deployment to production, over all classes.
const LEAST_COVERAGE = 75;

await main(each(async (project) => {
  try {
    return await run(project);
  } catch (error) {
    if (!(error instanceof ProgramError || error instanceof UnsupportedError || error instanceof SyntaxError)) throw error;
    return { findings: [finding(project, error.name, error.message)], note: 'not loaded' };
  }
}));

async function run(project) {
  const world = worldOf(project);
  const sources = [...project.classes, ...project.labels].map((file) => [basename(file), readFileSync(file, 'utf8')]);
  const runtime = new Runtime(world);
  for (const [file, source] of sources) runtime.loadSource(source, file);
  runtime.link();
  const findings = runtime.compileAll().map((problem) => finding(project, 'Compile', problem));
  const results = runTests(runtime).map((result) => ({ ...result, skips: skipsOf(result.debug) }));
  if (!results.length) findings.push(finding(project, 'NoTests', 'no @IsTest method'));
  for (const { cls, method, ok, message, globalDescribes, skips } of results) {
    for (const reason of skips.filter((text) => !world.skips.includes(text))) findings.push(finding(project, 'Skipped', `${cls}.${method}: ${reason}`, `${cls}.cls`));
    if (!ok) findings.push(finding(project, 'FailingTest', `${cls}.${method}: ${message}`, `${cls}.cls`));
    if (globalDescribes) findings.push(finding(project, 'GlobalDescribe', `${cls}.${method}`, `${cls}.cls`));
  }
  for (const reason of unused({ skips: world.skips, results })) findings.push(finding(project, 'Stale', `no test skips for this reason: ${reason}`));
  const percent = covered(coverage(runtime));
  if (percent < LEAST_COVERAGE) findings.push(finding(project, 'Coverage', `${percent}% of the statements run, ${LEAST_COVERAGE}% are needed`));
  const hostile = findings.length ? [] : await runHostile(sources, world);
  for (const one of hostile) {
    for (const { rule, test, message } of judge(one)) findings.push(finding(project, rule, message, `${test.split('.')[0]}.cls`));
    // Only the tests of the runtime have good reasons to skip.
    const stale = sources.some(([file]) => file === 'PwRecordGuardrails_Test.cls') ? unused(one) : [];
    for (const reason of stale) findings.push(finding(project, 'Stale', `${one.name}: no test skips for this reason: ${reason}`));
  }
  const skipped = hostile.flatMap(({ results: all }) => all).filter(({ skips }) => skips.length).length;
  return { findings, note: `${results.length} tests, ${percent}% of statements; in ${hostile.length} hostile orgs ${skipped} skip with their reason` };
}

function worldOf({ dir }) {
  const world = JSON.parse(readFileSync(WORLD, 'utf8'));
  const own = join(dir, 'world.json');
  const { objects: added = {}, skips = [] } = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : {};
  world.skips = skips;
  for (const [name, object] of Object.entries(added)) {
    const fields = { ...world.objects[name]?.fields, ...object.fields };
    world.objects[name] = { ...world.objects[name], ...object, fields };
  }
  return world;
}

/** Uses the `Class.cls:line` in the message, or else `fallback`. */
function finding(project, rule, message, fallback) {
  const [, name, line] = message.match(/(\w+\.cls):(\d+)/) ?? [null, fallback, 1];
  const file = project.classes.find((path) => basename(path) === name) ?? project.manifest;
  return { file, line: Number(line), rule, message };
}

function covered(classes) {
  const sum = (key) => classes.reduce((total, one) => total + one[key], 0);
  return sum('total') ? Math.floor((100 * sum('hit')) / sum('total')) : 0;
}
