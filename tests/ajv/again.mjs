// Judges the same documents as often as it is asked. Standard input: one JSON object with `schema`, of draft-07, and `documents`, as
// texts; then a line for each time. Standard output: a line for each line, with how many documents are valid.
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
