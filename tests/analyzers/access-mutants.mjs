// Tests that unauthorized writes would be noticed: mutates the checks of field access and the access level of DML. Each
// mutant is run through the user-mode check and the Apex tests, and then all of them, as shadows, through SFGE.
//
// By default a fixed sample is used, with a number of mutants of each kind for each operation. --full uses all of them.
// --list prints the check that caught each mutant.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { dmlOf } from './dml.mjs';
import { graph } from './graph.mjs';
import { each, flag, here, main } from './lib.mjs';
import { STUB, casts, shadow } from './shadow.mjs';
import { Campaign } from '../apex-run/src/campaign.mjs';
import { apply, mutantsOf } from '../apex-run/src/mutate.mjs';

const LEAST_SCORE = 95;
/** Number of mutants that are tried of one kind and operation. */
const SAMPLE = 2;
/** Number of shadows that the engine processes in one run. */
const BATCH = 60;
const WORLD = JSON.parse(readFileSync(join(here, '../apex-run/worlds/examples.json'), 'utf8'));

await main(each(async (project) => {
  const sources = new Map(project.classes.map((file) => [basename(file), readFileSync(file, 'utf8')]));
  const mutants = sample([...sources.keys()].filter((file) => casts(sources.get(file))).flatMap((file) => accessMutants(file, sources)));
  // Without the test, running the rest is pointless.
  const campaign = [...sources.values()].some((source) => /@IsTest\b/i.test(source)) ? new Campaign(sources, WORLD) : null;
  for (const mutant of mutants) mutant.by = quick(mutant, sources, campaign);
  const left = mutants.filter(({ by }) => !by);
  for (let i = 0; i < left.length; i += BATCH) await showGraph(left.slice(i, i + BATCH), sources);

  const tried = mutants.filter(({ by }) => by !== 'refused');
  const missed = tried.filter(({ by }) => !by);
  if (flag('list')) for (const { file, line, kind, old, by } of mutants) console.error(`${file}:${line}: ${kind}: ${old.replace(/\s+/g, ' ').slice(0, 70)}: ${by ?? 'SURVIVED'}`);
  const score = tried.length ? Math.floor((1000 * (tried.length - missed.length)) / tried.length) / 10 : 0;
  const place = (file) => project.classes.find((path) => basename(path) === file);
  const findings = score >= LEAST_SCORE ? [] : [
    { file: project.manifest, line: 1, rule: 'Score', message: `${score}% of ${tried.length} mutants are caught, ${LEAST_SCORE}% are needed` },
    ...missed.map(({ file, line, kind, old }) => ({ file: place(file), line, rule: 'Survived', message: `${kind}: ${old}` }))
  ];
  const by = (name) => tried.filter((mutant) => mutant.by === name).length;
  return { findings, note: `${tried.length - missed.length} of ${tried.length} mutants caught, ${score}%: user-mode ${by('user-mode')}, tests ${by('tests')}, SFGE ${by('SFGE')}` };
}));

function accessMutants(file, sources) {
  const source = sources.get(file);
  return mutantsOf(source, file).flatMap((mutant) => {
    const kind = kindOf(mutant);
    return kind ? [{ ...mutant, kind, operation: operationOf(file, sources) }] : [];
  });
}

/** Returns the part of the access control that a mutant removes, or null. */
function kindOf({ operator, old }) {
  const checks = /\.is(Create|Update|Access)able\(\)/.test(old);
  switch (operator) {
    case 'removed statement': return checks ? 'check removed' : /denied\.isEmpty\(\)/.test(old) ? 'denial ignored' : /^(denied\.add|\w+\.denyFields|denyFields)/.test(old) ? 'denial not noted' : null;
    case 'negated condition': case 'dropped negation': return checks ? 'check inverted' : /denied\.isEmpty\(\)/.test(old) ? 'denial inverted' : null;
    case 'turned connective': return checks ? 'either right is enough' : null;
    case 'wrong field': case 'other right': case 'check after DML': case 'system mode': case 'dropped access level': return operator;
    default: return null;
  }
}

/** Returns the operation of the action that a class belongs to. */
function operationOf(file, sources) {
  const action = sources.get(file.replace(/^DA(?:Fields|Outputs)\d*_/, 'DynamicAction_')) ?? '';
  return /"operation":"(\w+)"/.exec(action)?.[1] ?? '';
}

/** Selects a few mutants of each kind and operation, as far apart as possible. */
function sample(mutants) {
  if (flag('full')) return mutants;
  const groups = Map.groupBy?.(mutants, ({ kind, operation }) => `${kind} ${operation}`) ?? group(mutants);
  return [...groups.values()].flatMap((all) => all.filter((_, i) => i % Math.ceil(all.length / SAMPLE) === 0));
}

function group(mutants) {
  const groups = new Map();
  for (const mutant of mutants) {
    const key = `${mutant.kind} ${mutant.operation}`;
    groups.set(key, [...(groups.get(key) ?? []), mutant]);
  }
  return groups;
}

function quick(mutant, sources, campaign) {
  if (dmlOf(apply(sources.get(mutant.file), mutant)).some((call) => call.message)) return 'user-mode';
  const verdict = campaign?.judge(mutant);
  return verdict === 'caught' ? 'tests' : verdict === 'refused' ? 'refused' : null;
}

/** Writes each mutant together with its related classes under a separate name. */
async function showGraph(mutants, sources) {
  const dir = mkdtempSync(join(realpathSync(tmpdir()), 'planwright-access-'));
  try {
    writeFileSync(join(dir, 'PwDynamicActionBatch.cls'), STUB);
    mutants.forEach((mutant, index) => {
      const folder = join(dir, `m${index}`);
      mkdirSync(folder);
      const action = basename(mutant.file, '.cls').replace(/^(DynamicAction|DA(?:Fields|Outputs)\d*)_/, '');
      for (const [file, source] of sources) {
        if (!casts(source) || basename(file, '.cls').replace(/^(DynamicAction|DA(?:Fields|Outputs)\d*)_/, '') !== action) continue;
        const text = shadow(file === mutant.file ? apply(source, mutant) : source);
        writeFileSync(join(folder, file), text.replace(/\b(DynamicAction|DA(?:Fields|Outputs)\d*)_(\w+)/g, `$1_$2m${index}`));
      }
    });
    for (const { file, rule } of await graph(dir)) {
      const index = /[\\/]m(\d+)[\\/]/.exec(file.slice(dir.length))?.[1];
      if (index !== undefined && rule !== 'Unproved') mutants[Number(index)].by = 'SFGE';
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
