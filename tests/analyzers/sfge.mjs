// Runs SFGE over the shadow of each class: even without user mode, no unchecked field may be written. All projects
// share one engine, because its start is the most expensive part.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { graph } from './graph.mjs';
import { CannotRun, main } from './lib.mjs';
import { STUB, casts, shadow } from './shadow.mjs';

await main(async (projects) => {
  const dir = mkdtempSync(join(realpathSync(tmpdir()), 'planwright-sfge-'));
  try {
    const shadows = projects.map((project, index) => cast(project, join(dir, `p${index}`), index));
    writeFileSync(join(dir, 'PwDynamicActionBatch.cls'), STUB);
    const found = await graph(dir);
    return projects.map((project, index) => report(found, shadows[index]));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

/** Writes the shadows of a project. Returns the original file of each. */
function cast(project, dir, index) {
  mkdirSync(dir);
  const files = new Map();
  for (const file of project.classes) {
    const source = readFileSync(file, 'utf8');
    if (!casts(source)) continue;
    const path = join(dir, basename(file));
    // Two projects may have classes with the same name.
    writeFileSync(path, shadow(source).replace(/\b(DynamicAction|DA(?:Fields|Outputs)\d*)_(\w+)/g, `$1_$2p${index}`));
    files.set(path, { file, writes: /\bDatabase\.\w+\(/.test(source) });
  }
  if (!files.size) throw new CannotRun(`${project.name}: no generated class`);
  return files;
}

function report(found, shadows) {
  const findings = found.filter(({ file }) => shadows.has(file)).map((one) => ({ ...one, file: shadows.get(one.file).file }));
  const writing = [...shadows.values()].filter(({ writes }) => writes).length;
  return { findings, note: `${shadows.size} shadows, ${writing} with DML` };
}
