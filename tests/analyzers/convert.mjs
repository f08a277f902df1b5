// Converts projects with source-deploy-retrieve, as `sf project deploy` does before sending them. A file that resolves
// to a component may still fail to convert. Each project is converted several times: as a whole, and for each of its
// manifests.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun, each, main } from './lib.mjs';

// Imported lazily, because the library opens a log in the user's home when it loads.
process.env.SF_DISABLE_LOG_FILE = 'true';
const { ComponentSet, ComponentSetBuilder, MetadataConverter } = await import('@salesforce/source-deploy-retrieve');

await main(each(async (project) => {
  // Without a version the library would look up the newest one on the network.
  if (!project.sourceApiVersion) throw new CannotRun(`${project.name}: sfdx-project.json has no sourceApiVersion`);
  const parts = [{ file: project.manifest, what: 'source', read: () => ComponentSet.fromSource(project.packages) }, ...manifests(project)];
  const findings = [];
  const notes = [];
  for (const { file, what, read } of parts) {
    try {
      notes.push(`${await convert(await read(), project.sourceApiVersion)} components of ${what}`);
    } catch (error) {
      findings.push({ file, line: 1, rule: 'NotConvertible', message: `${what}: ${error.message}` });
    }
  }
  return { findings, note: notes.join(', ') || 'nothing converted' };
}));

/** Returns the manifests of a project, read as `sf project deploy start --manifest` reads them. */
function manifests(project) {
  const folder = join(project.dir, 'manifest');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('package.xml')).sort() : [];
  return names.map((name) => {
    const manifestPath = join(folder, name);
    const read = () => ComponentSetBuilder.build({ manifest: { manifestPath, directoryPaths: project.packages } });
    return { file: manifestPath, what: `manifest/${name}`, read };
  });
}

/** Converts into a temporary folder. Returns the number of components. */
async function convert(components, version) {
  components.sourceApiVersion = version;
  const count = [...components.getSourceComponents()].length;
  // A manifest of deletions is empty, so there is nothing to convert.
  if (!count && !components.size) return 0;
  if (!count) throw new Error('no file makes up a component');
  const outputDirectory = mkdtempSync(join(tmpdir(), 'planwright-convert-'));
  try {
    const { converted } = await new MetadataConverter().convert(components, 'metadata', { type: 'directory', outputDirectory, genUniqueDir: false });
    if (!converted?.length || !existsSync(join(outputDirectory, 'package.xml'))) throw new Error('the result has no components');
    return count;
  } finally {
    rmSync(outputDirectory, { recursive: true, force: true });
  }
}
