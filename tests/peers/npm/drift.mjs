// Prints the verdicts of json-schema-diff (npm) on every pair in a folder: one line `name backward forward` per pair.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';

const { diffSchemas } = createRequire(import.meta.url)('json-schema-diff');

const folder = process.argv[2];
for (const name of readdirSync(folder).sort()) {
  const schema = (file) => JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
  try {
    const found = await diffSchemas({ sourceSchema: schema('old.json'), destinationSchema: schema('new.json') });
    const word = (broken) => (broken ? 'broken' : 'proved');
    console.log(name, word(found.removalsFound), word(found.additionsFound));
  } catch {
    console.log(name, 'undecided', 'undecided');
  }
}
