// Judges texts by grammars that XGrammar makes of JSON Schemas: a line of JSON in, {"schema", "texts"}, and a line out, the verdicts.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import readline from 'node:readline';

// The package says that it is a module of ES and is one of CommonJS.
const file = path.join(import.meta.dirname, 'node_modules/@mlc-ai/web-xgrammar/lib/index.js');
const common = new Module(file);
common.filename = file;
common._compile(fs.readFileSync(file, 'utf8'), `${file}.cjs`);
const { Grammar, Testings } = common.exports;

const strict = true;
// The grammar of the last schema, for the next texts of it.
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
