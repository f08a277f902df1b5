// Uses source-deploy-retrieve, as `sf project deploy` does, to create a package.xml from the source. It must list
// exactly the classes on disk. If the project has a manifest/package.xml from Planwright, that must list exactly our
// components on disk, each must be found from it, and components in destructiveChangesPost.xml must not exist.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CannotRun, each, main } from './lib.mjs';

// Imported lazily, because the library opens a log in the user's home when it loads.
process.env.SF_DISABLE_LOG_FILE = 'true';
const { ComponentSet, ComponentSetBuilder } = await import('@salesforce/source-deploy-retrieve');

/** Labels are named one by one, because the whole would include those of others. */
const isNamed = (component) => component.type.name !== 'CustomLabels';

await main(each(async (project) => {
  const { findings, named, components } = await packageXml(project);
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
  const own = components ? await ownManifest(project, components, findings) : '';
  return { findings, note: (named ? `${named.size} classes in package.xml` : 'no package.xml') + own };
}));

function add(findings, file, rule, message) {
  findings.push({ file, line: 1, rule, message });
}

async function packageXml({ name, manifest, packages, sourceApiVersion }) {
  // Without a version the library would look up the newest one on the network.
  if (!sourceApiVersion) throw new CannotRun(`${name}: sfdx-project.json has no sourceApiVersion`);
  const findings = [];
  try {
    const components = ComponentSet.fromSource(packages);
    components.sourceApiVersion = sourceApiVersion;
    return { findings, named: apexClasses(await components.getPackageXml()), components };
  } catch (error) {
    add(findings, manifest, 'Unresolvable', error.message);
    return { findings, named: null, components: null };
  }
}

function apexClasses(xml) {
  const types = xml.match(/<types>[\s\S]*?<\/types>/g) ?? [];
  const block = types.find((type) => type.includes('<name>ApexClass</name>')) ?? '';
  return new Set([...block.matchAll(/<members>(.*?)<\/members>/g)].map((member) => member[1]));
}

/** Validates the manifests that Planwright wrote, read as `sf project deploy start --manifest` reads them. */
async function ownManifest(project, components, findings) {
  const manifestPath = join(project.dir, 'manifest', 'package.xml');
  if (!existsSync(manifestPath)) return '';
  const post = join(project.dir, 'manifest', 'destructiveChangesPost.xml');
  const destructiveChangesPost = existsSync(post) ? post : undefined;
  const key = (component) => `${component.type.name} ${component.fullName}`;
  const onDisk = new Set([...components.getSourceComponents()].flatMap((one) => [one, ...one.getChildren()]).filter(ours(project)).filter(isNamed).map(key));
  let deploy;
  try {
    deploy = await ComponentSetBuilder.build({ manifest: { manifestPath, destructiveChangesPost, directoryPaths: project.packages } });
  } catch (error) {
    add(findings, manifestPath, 'Unresolvable', error.message);
    return '';
  }
  const members = (path) => {
    const types = readFileSync(path, 'utf8').match(/<types>[\s\S]*?<\/types>/g) ?? [];
    return types.flatMap((type) => {
      const name = type.match(/<name>(.*?)<\/name>/)?.[1];
      return [...type.matchAll(/<members>(.*?)<\/members>/g)].map((member) => `${name} ${member[1]}`);
    });
  };
  const wanted = new Set(members(manifestPath));
  const found = new Set([...deploy.getSourceComponents()].flatMap((one) => [one, ...one.getChildren()]).map(key));
  for (const name of onDisk) if (!wanted.has(name)) add(findings, manifestPath, 'NotInManifest', `${name} is on disk and not named`);
  for (const name of wanted) if (!found.has(name)) add(findings, manifestPath, 'NotFromManifest', `${name} is named, and no file makes it up`);
  const deleted = destructiveChangesPost ? members(post) : [];
  for (const name of deleted) if (onDisk.has(name)) add(findings, post, 'NotGone', `${name} is to be deleted, and is on disk`);
  const understood = [...(deploy.destructiveChangesPost?.values() ?? [])].reduce((sum, files) => sum + files.size, 0);
  if (understood !== deleted.length) add(findings, post, 'Unresolvable', `${deleted.length} are named to be deleted, ${understood} are understood`);
  return `, ${wanted.size} components in ours, ${deleted.length} to delete`;
}

/** Returns true if a component consists of files in Planwright's record, in a package directory that one of our manifests covers. */
function ours({ packages }) {
  const recorded = packages.flatMap((dir) => {
    const record = join(dir, '.planwright', 'apex.json');
    if (!existsSync(record)) return [];
    const { blueprints, shared, manifest = { 'package.xml': '' } } = JSON.parse(readFileSync(record, 'utf8'));
    if (!('package.xml' in manifest)) return [];
    const paths = [shared, ...Object.values(blueprints).map((one) => one.files)].flatMap((files) => Object.keys(files));
    return paths.map((path) => join(dir, ...path.split('/')));
  });
  const known = new Set(recorded);
  return ({ xml, content }) => [xml, content].filter(Boolean).some((file) => known.has(file));
}
