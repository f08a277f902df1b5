// Checks that all DML outside of tests is in user mode, except in two stores of ours, and that nothing describes the
// whole org. Other analyzers miss this: PMD only looks at plain statements and accepts any AccessLevel, and apex-ls
// does not check it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { dmlOf } from './dml.mjs';
import { each, main } from './lib.mjs';

// Classes that may write in system mode, each in one way. They count requests and keep tokens for users without
// permission to do so.
const STORES = {
  'PwUseCounter.cls': /^Database\.upsert\(\w+,PlanwrightUse__c\.UserAction__c,true,AccessLevel\.SYSTEM_MODE\)$/,
  'PwConfirmations.cls': /^Database\.(delete\(used,true|insert\((asked|taken),true|delete\(stale,false),AccessLevel\.SYSTEM_MODE\)$/
};

await main(each((project) => {
  const calls = project.classes.flatMap((file) => dmlOf(readFileSync(file, 'utf8')).map((call) => ({ file, ...call })));
  const dml = calls.filter((call) => call.rule === 'UserMode').length;
  return { findings: calls.filter((call) => call.message && !counts(call)), note: `${dml} DML calls, ${project.classes.length} classes` };
}));

function counts({ file, text = '' }) {
  return STORES[basename(file)]?.test(text) ?? false;
}
