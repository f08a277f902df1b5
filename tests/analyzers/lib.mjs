// Common parts of all analyzers: command line, output and exit codes.
//
//   node <analyzer>.mjs [--flag] SFDX_DIR...
//
// Prints one line per finding, `file:line: rule: message`, and a line with the count. With several projects, each has a
// section that begins with `== SFDX_DIR`. Exit codes: 0 clean; 1 findings; 2 could not run, which says nothing about
// the project.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));

/** The analyzer could not run: exit code 2. */
export class CannotRun extends Error {}

/**
 * Runs an analyzer over the projects of the command line.
 * @param analyze receives all projects and returns one `{ findings: [{ file, line, rule, message }], note }` for each, in
 *   order; `file` is absolute, and `note` describes what was checked, so that 0 findings are meaningful
 */
export async function main(analyze) {
  try {
    const dirs = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
    if (!dirs.length) throw new CannotRun('usage: node <analyzer>.mjs SFDX_DIR...');
    const projects = dirs.map(openProject);
    const reports = await analyze(projects);
    reports.forEach((report, i) => print(projects[i], report, dirs.length > 1));
    process.exitCode = reports.some((report) => report.findings.length) ? 1 : 0;
  } catch (error) {
    console.error(error instanceof CannotRun ? error.message : error.stack);
    process.exitCode = 2;
  }
}

/** Returns true if a flag such as `--full` is on the command line. */
export const flag = (name) => process.argv.includes(`--${name}`);

/** Converts an analyzer of one project to one of many. */
export const each = (analyzeOne) => async (projects) => {
  const reports = [];
  for (const project of projects) reports.push(await analyzeOne(project));
  return reports;
};

/** Returns the line number of an offset in a string. */
export const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

function openProject(name) {
  if (!existsSync(join(name, 'sfdx-project.json'))) throw new CannotRun(`${name}: no sfdx-project.json here`);
  // Analyzers report real paths.
  const dir = realpathSync(name);
  const manifest = join(dir, 'sfdx-project.json');
  const { packageDirectories = [], sourceApiVersion } = JSON.parse(readFileSync(manifest, 'utf8'));
  const packages = packageDirectories.map((one) => join(dir, one.path));
  const files = packages.flatMap(filesUnder);
  const classes = files.filter((file) => file.endsWith('.cls'));
  if (!classes.length) throw new CannotRun(`${name}: no Apex class in its package directories`);
  const labels = files.filter((file) => file.endsWith('.labels-meta.xml'));
  return { name, dir, manifest, packages, files, classes, labels, sourceApiVersion };
}

function filesUnder(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function print(project, { findings, note }, titled) {
  if (titled) console.log(`== ${project.name}`);
  const lines = findings.map(({ file, line, rule, message }) => {
    const path = relative(project.dir, file).split(sep).join('/');
    return { path, line, text: `${path}:${line}: ${rule}: ${oneLine(message)}` };
  });
  lines.sort((a, b) => compare(a.path, b.path) || a.line - b.line || compare(a.text, b.text));
  for (const { text } of lines) console.log(text);
  console.log(`${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} (${note})`);
}

/** Shortens the message, because parsers list every token that they expected. */
const oneLine = (text) => text.trim().replace(/\s*\n\s*/g, ' ').replace(/^(.{300}).+/, '$1…');

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
