// source-deploy-retrieve, which `sf project deploy` itself uses: the package.xml it makes of the project names exactly the classes on disk.
import { basename } from 'node:path';
import { CannotRun, each, main } from './lib.mjs';

// Imported only now: the library opens a log in the user's home as it loads.
process.env.SF_DISABLE_LOG_FILE = 'true';
const { ComponentSet } = await import('@salesforce/source-deploy-retrieve');

await main(each(async (project) => {
  const { findings, named } = await packageXml(project);
  const metas = project.files.filter((file) => file.endsWith('.cls-meta.xml'));
  for (const file of project.classes) {
    if (named && !named.has(basename(file, '.cls'))) add(findings, file, 'NotInPackageXml', 'package.xml does not name this class');
    if (!metas.includes(`${file}-meta.xml`)) add(findings, file, 'NoMeta', 'class without its -meta.xml');
  }
  for (const file of metas) {
    if (!project.classes.includes(file.replace(/-meta\.xml$/, ''))) add(findings, file, 'NoClass', '-meta.xml without its class');
  }
  const onDisk = new Set(project.classes.map((file) => basename(file, '.cls')));
  for (const name of named ?? []) {
    if (!onDisk.has(name)) add(findings, project.manifest, 'NotOnDisk', `package.xml names ${name}, which has no .cls`);
  }
  return { findings, note: named ? `${named.size} classes in package.xml` : 'no package.xml' };
}));

function add(findings, file, rule, message) {
  findings.push({ file, line: 1, rule, message });
}

async function packageXml({ name, manifest, packages, sourceApiVersion }) {
  // Without a version the library asks the network for the newest.
  if (!sourceApiVersion) throw new CannotRun(`${name}: sfdx-project.json has no sourceApiVersion`);
  const findings = [];
  try {
    const components = ComponentSet.fromSource(packages);
    components.sourceApiVersion = sourceApiVersion;
    return { findings, named: apexClasses(await components.getPackageXml()) };
  } catch (error) {
    add(findings, manifest, 'Unresolvable', error.message);
    return { findings, named: null };
  }
}

function apexClasses(xml) {
  const types = xml.match(/<types>[\s\S]*?<\/types>/g) ?? [];
  const block = types.find((type) => type.includes('<name>ApexClass</name>')) ?? '';
  return new Set([...block.matchAll(/<members>(.*?)<\/members>/g)].map((member) => member[1]));
}
