// Checks names: no class of ours may hide an object or a class of the platform, ignoring case. The lists come from the
// platform types in apex-ls. The generator qualifies objects that share their name with a platform class with
// `Schema.`.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CannotRun, each, here, main } from './lib.mjs';

const jars = join(here, 'node_modules/@salesforce/code-analyzer-pmd-engine/dist/java-lib');
const source = join(here, '../../crates/apex/src/tokens/ident.rs');
/** Namespaces whose names need no qualification. */
const OPEN = ['System', 'Schema'];

const objects = typesOf('sobject-types', (folder) => folder === 'SObjects');
const classes = typesOf('standard-types', (folder) => OPEN.includes(folder));
if (objects.size < 1000 || classes.size < 100) throw new Error('the platform has more types than these');

await main(each((project) => {
  const findings = [];
  for (const file of project.classes) {
    const name = basename(file, '.cls');
    const hidden = objects.get(name.toLowerCase()) ?? classes.get(name.toLowerCase());
    if (hidden) findings.push({ file, line: 1, rule: 'HidesPlatform', message: `${name} hides ${hidden}` });
  }
  for (const name of unqualified()) findings.push({ file: source, line: 1, rule: 'NotQualified', message: `the object ${name} shares its name with a class` });
  return { findings, note: `${project.classes.length} classes, ${objects.size} objects, ${classes.size} platform classes` };
}));

/** Returns objects that are also classes and that the generator does not qualify. */
function unqualified() {
  const list = /const OBJECTS_NAMED_LIKE_CLASSES[^=]*=\s*\[([^\]]*)\]/.exec(readFileSync(source, 'utf8'));
  if (!list) throw new CannotRun(`${source}: no list OBJECTS_NAMED_LIKE_CLASSES`);
  const known = new Set([...list[1].matchAll(/"(\w+)"/g)].map(([, name]) => name.toLowerCase()));
  return [...objects].filter(([key]) => classes.has(key) && !known.has(key)).map(([, name]) => name);
}

/** Returns the outer classes in those folders of a jar, by name in lower case. */
function typesOf(jar, wanted) {
  const file = readdirSync(jars).find((name) => name.startsWith(`${jar}-`) && name.endsWith('.jar'));
  if (!file) throw new Error(`${jars}: no ${jar}`);
  const types = new Map();
  for (const entry of entries(readFileSync(join(jars, file)))) {
    const [, folder, name] = /([^/]+)\/([^/$]+)\.class$/.exec(entry) ?? [];
    if (name && wanted(folder)) types.set(name.toLowerCase(), name);
  }
  return types;
}

/** Returns the names in the central directory of a zip file. */
function* entries(zip) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    yield zip.toString('utf8', at + 46, at + 46 + name);
    at += 46 + name + extra + comment;
  }
}
