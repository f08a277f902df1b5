// Runs apex-ls, which checks the types and members of the platform. An org would not compile what it rejects. Its jars
// are part of the PMD engine.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CannotRun, each, here, main } from './lib.mjs';

const jars = join(here, 'node_modules/@salesforce/code-analyzer-pmd-engine/dist/java-lib/*');

await main(each((project) => {
  const args = ['-cp', jars, 'io.github.apexdevtools.apexls.CheckForIssues', '-n', '-d', 'warnings', '-f', 'json', '-w', project.dir];
  const run = spawnSync('java', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.error) throw new CannotRun(`java: ${run.error.message}`);
  const findings = parse(run).flatMap(({ path, messages }) =>
    messages.map(({ start, category, message }) => ({ file: path, line: start.line, rule: category, message })));
  // A nonzero exit code without a message is not a verdict.
  if (run.status !== 0 && !findings.length) throw new CannotRun(`apex-ls: exit ${run.status}: ${run.stderr}`);
  return { findings, note: `${project.classes.length} classes` };
}));

function parse({ stdout, stderr, status }) {
  try {
    return JSON.parse(stdout).files;
  } catch {
    throw new CannotRun(`apex-ls: exit ${status}: ${stderr || stdout}`);
  }
}
