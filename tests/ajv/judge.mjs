// Validates documents with ajv. Standard input: one JSON object per line with `draft`, `schema` and `documents`.
// Standard output: one array of booleans per line.
import { createInterface } from "node:readline";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const validators = { "draft-07": Ajv, "2020-12": Ajv2020 };

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { draft, schema, documents } = JSON.parse(line);
  const ajv = new validators[draft]({ strict: false, validateFormats: true });
  (addFormats.default ?? addFormats)(ajv);
  const validate = ajv.compile(schema);
  console.log(JSON.stringify(documents.map((document) => validate(document) === true)));
}
