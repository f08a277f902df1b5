// Runs Prettier with the Apex plugin, which uses the platform's own parser (jorje): a class must be valid and already
// formatted.
import { readFileSync } from 'node:fs';
import prettier from 'prettier';
import * as apex from 'prettier-plugin-apex';
import { each, main } from './lib.mjs';

const options = { parser: 'apex', plugins: [apex], trailingComma: 'none', printWidth: 100, apexStandaloneParser: 'native' };

await main(each(async (project) => {
  const findings = [];
  for (const file of project.classes) findings.push(...await check(file));
  return { findings, note: `${project.classes.length} classes` };
}));

async function check(file) {
  const text = readFileSync(file, 'utf8');
  try {
    const printed = await prettier.format(text, options);
    return printed === text ? [] : [{ file, ...firstDifference(text, printed) }];
  } catch (error) {
    return [{ file, line: error.loc?.start?.line ?? 1, rule: 'Syntax', message: error.message }];
  }
}

function firstDifference(text, printed) {
  const [have, want] = [text.split('\n'), printed.split('\n')];
  const at = have.findIndex((line, i) => line !== want[i]);
  const index = at < 0 ? have.length : at;
  return { line: index + 1, rule: 'Layout', message: `have ${JSON.stringify(have[index])}, want ${JSON.stringify(want[index])}` };
}
