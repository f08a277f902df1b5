// Reads answers from standard input, and prints the documents that a library makes of them.
import { readFileSync } from "node:fs";
import { parse, setErrorLogger } from "best-effort-json-parser";
import { jsonrepair } from "jsonrepair";

setErrorLogger?.(() => {});
const read = { jsonrepair: (text) => JSON.parse(jsonrepair(text)), "best-effort-json-parser": (text) => parse(text) }[process.argv[2]];
const documents = JSON.parse(readFileSync(0, "utf8")).map((text) => {
  try {
    return text === null ? null : (read(text) ?? null);
  } catch {
    return null;
  }
});
process.stdout.write(JSON.stringify(documents));
