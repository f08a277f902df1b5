// Our own check, for where the others are blind: every DML outside of tests is in user mode but that of two stores of ours, and nothing describes the whole org.
// PMD looks at bare statements only and is silenced by any AccessLevel; apex-ls does not look at all.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { dmlOf } from './dml.mjs';
import { each, main } from './lib.mjs';

// The classes that may write in system mode, in the ways that they do: they count, and keep tokens, for users who have no permission for that.
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
