// Our own check, for where the others are blind: every DML outside of tests is in user mode, and nothing describes the whole org.
// PMD looks at bare statements only and is silenced by any AccessLevel; apex-ls does not look at all.
import { readFileSync } from 'node:fs';
import { dmlOf } from './dml.mjs';
import { each, main } from './lib.mjs';

await main(each((project) => {
  const calls = project.classes.flatMap((file) => dmlOf(readFileSync(file, 'utf8')).map((call) => ({ file, ...call })));
  const dml = calls.filter((call) => call.rule === 'UserMode').length;
  return { findings: calls.filter((call) => call.message), note: `${dml} DML calls, ${project.classes.length} classes` };
}));
