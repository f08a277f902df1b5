// Our own check, for where the others are blind: every DML outside of tests is in user mode but that of one counter, and nothing describes the whole org.
// PMD looks at bare statements only and is silenced by any AccessLevel; apex-ls does not look at all.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { dmlOf } from './dml.mjs';
import { each, main } from './lib.mjs';

// The one class that may write in system mode, in the one way that it does: it counts for users who have no permission to count.
const COUNTER = { file: 'PwUseCounter.cls', call: /^Database\.upsert\(\w+,PlanwrightUse__c\.UserAction__c,true,AccessLevel\.SYSTEM_MODE\)$/ };

await main(each((project) => {
  const calls = project.classes.flatMap((file) => dmlOf(readFileSync(file, 'utf8')).map((call) => ({ file, ...call })));
  const dml = calls.filter((call) => call.rule === 'UserMode').length;
  return { findings: calls.filter((call) => call.message && !counts(call)), note: `${dml} DML calls, ${project.classes.length} classes` };
}));

function counts({ file, text = '' }) {
  return basename(file) === COUNTER.file && COUNTER.call.test(text);
}
