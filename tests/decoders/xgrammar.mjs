// Validates texts with grammars that XGrammar creates from JSON Schemas. Each input line is JSON, {"schema", "texts"},
// and each output line contains the verdicts.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import readline from 'node:readline';

// The package declares itself as an ES module, but it is CommonJS.
const file = path.join(import.meta.dirname, 'node_modules/@mlc-ai/web-xgrammar/lib/index.js');
const common = new Module(file);
common.filename = file;
common._compile(fs.readFileSync(file, 'utf8'), `${file}.cjs`);
const { Grammar, Testings } = common.exports;

const strict = true;
// Cached grammar of the last schema.
let last = {};
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { schema, texts } = JSON.parse(line);
  const own = JSON.stringify(schema);
  let answer;
  try {
    if (last.schema !== own) {
      last.grammar?.dispose();
      last = {};
      last = { schema: own, grammar: await Grammar.fromJSONSchema(own, true, undefined, undefined, strict) };
    }
    answer = [];
    for (const text of texts) answer.push(await Testings.isGrammarAcceptString(last.grammar, text));
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
