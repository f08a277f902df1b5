// Validates the same documents repeatedly. Standard input: one JSON object with `schema` (draft-07) and `documents` as
// strings, and then one line per run. Standard output: for each of these lines the number of valid documents.
import { createInterface } from "node:readline";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

let count;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (count === undefined) {
    const { schema, documents } = JSON.parse(line);
    const ajv = new Ajv({ strict: false, validateFormats: true });
    (addFormats.default ?? addFormats)(ajv);
    const validate = ajv.compile(schema);
    count = () => documents.filter((text) => validate(JSON.parse(text))).length;
  }
  console.log(count());
}
