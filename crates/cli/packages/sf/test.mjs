// Runs the plugin in oclif, with the program in PLANWRIGHT and a stand-in for sf.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { after, test } from "node:test";
import { COMMANDS } from "./lib/commands.js";

const PLANWRIGHT = resolve(process.env.PLANWRIGHT ?? "../../../../target/debug/planwright");
const folder = mkdtempSync(join(tmpdir(), "planwright-sf-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// The stand-in writes its arguments to a file, and describes any object but Unknown__c.
const bin = join(folder, "bin");
mkdirSync(bin);
const log = join(folder, "sf.log");
const field = (name, more) => ({ name, label: name, type: "string", nillable: true, createable: true, updateable: true, ...more });
const fields = [
  field("Id", { type: "id", nillable: false, createable: false, updateable: false }),
  field("Total__c", { type: "currency", calculated: true, createable: false, updateable: false }),
  field("Note__c"),
];
writeFileSync(
  join(bin, "sf"),
  `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, words.join(" ") + "\\n");
const name = words[words.indexOf("--sobject") + 1];
if (name === "Unknown__c") {
  console.log(JSON.stringify({ status: 1, name: "NOT_FOUND", message: "The requested resource does not exist" }));
  process.exit(1);
}
const result = { name, label: name, createable: true, updateable: true, childRelationships: [], fields: ${JSON.stringify(fields)} };
console.log(JSON.stringify({ status: 0, result, warnings: [] }));
`,
);
chmodSync(join(bin, "sf"), 0o755);

const input = (apiName) => ({ apiName: apiName.replace("__c", ""), fieldApiName: apiName, label: apiName, dataType: "String", required: true });
const blueprint = (field) => ({
  name: "SetInvoice", label: "Set Invoice", category: "DOMAIN", targetSObject: "Invoice__c", operation: "UPDATE",
  inputs: [{ ...input("Id"), dataType: "Id" }, input(field)],
});
const file = (name, value) => {
  writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  return name;
};
const [good, bad] = [file("good.json", blueprint("Note__c")), file("bad.json", blueprint("Total__c"))];

const temporary = join(folder, "tmp");
mkdirSync(temporary);
function run(words, text = "") {
  rmSync(log, { force: true });
  const env = { ...process.env, PLANWRIGHT, PATH: `${bin}${delimiter}${process.env.PATH}`, TMPDIR: temporary };
  const done = spawnSync("node", [join(import.meta.dirname, "run.mjs"), "planwright", ...words], { input: text, encoding: "utf8", cwd: folder, env });
  return { ...done, asked: existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").sort() : [] };
}
const json = (words, text) => {
  const done = run([...words, "--json"], text);
  const answer = JSON.parse(done.stdout);
  assert.equal(answer.status, done.status, done.stdout);
  return { ...answer, asked: done.asked };
};

test("commands are forwarded with arguments, input and exit code", () => {
  const refused = run(["check", "fix-plan", "--format", "json", "-"], "{}");
  assert.equal(refused.status, 1, refused.stderr);
  assert.equal(JSON.parse(refused.stdout)[0].valid, false);
  assert.equal(run(["check", "fix-plna", "-"], "{}").status, 2);
  assert.equal(run(["ci", "--config", "nowhere.toml"]).status, 2);
  assert.equal(run(["apex", "--no-such-flag"]).status, 2);
});

test("every command has a summary, examples with known flags, and its own flags", () => {
  assert.ok(Object.keys(COMMANDS).length > 20);
  for (const [id, command] of Object.entries(COMMANDS)) {
    assert.match(command.summary, /^[A-Z].+\.$/, id);
    assert.ok(command.examples?.length > 0, `${id} has no example`);
    const names = [...Object.keys(command.flags), "json", "help"];
    assert.equal(new Set(names).size, names.length, id);
    const letters = Object.values(command.flags).flatMap(({ char }) => char ?? []);
    assert.equal(new Set(letters).size, letters.length, id);
    for (const example of command.examples) {
      const line = example.command ?? example;
      for (const [, flag] of line.matchAll(/ --([a-z-]+)/g)) assert.ok(names.includes(flag), `${id}: --${flag}`);
    }
  }
});

test("sf help lists commands and flags, and other commands do not exist", () => {
  const help = run(["--help"]).stdout;
  for (const name of ["apex", "check", "ci", "drift", "plan", "snapshot", "agent-script", "library"]) assert.match(help, new RegExp(`planwright ${name} `));
  const apex = run(["apex", "--help"]).stdout;
  for (const part of ["-o, --target-org=<org>", "--runtime=<option>", "--json", "EXAMPLES", "<options: all|package|used>", "--permission-set=<name>"]) {
    assert.ok(apex.includes(part), `${part}\n${apex}`);
  }
  assert.notEqual(run(["mcp"]).status, 0);
});

test("--json has a status, a result and warnings", () => {
  const plan = json(["plan", "close the case"]);
  assert.equal(plan.status, 0);
  assert.equal(plan.result.actions[0].name, "CloseCase");
  assert.ok(Array.isArray(plan.warnings) && plan.warnings.length > 0);
  const refused = json(["check", "fix-plan", "-"], "{}");
  assert.equal(refused.status, 1);
  assert.equal(refused.result[0].valid, false);
  assert.match(json(["library", "list"]).result.output, /CloseCase/);
  const failed = json(["ci", "--config", "nowhere.toml"]);
  assert.equal(failed.status, 2);
  assert.equal(failed.exitCode, 2);
  assert.match(failed.message, /nowhere\.toml/);
});

test("flags of each kind reach the program", () => {
  const runtime = run(["apex", good, "--no-standard", "--out", "force-app", "--runtime", "used", "--parts", "permission-set,manifest"]);
  assert.equal(runtime.status, 0, runtime.stderr);
  for (const path of ["manifest/package.xml", "force-app/main/default/permissionsets"]) assert.ok(existsSync(join(folder, path)), path);
  assert.notEqual(run(["apex", good, "--runtime", "some"]).status, 0);
});

test("objects of an org are described with sf", () => {
  assert.equal(json(["snapshot", "check", good, "--target-org", "dev"]).status, 0);
  const refused = json(["snapshot", "check", bad, "--target-org", "dev"]);
  assert.equal(refused.status, 1);
  assert.match(JSON.stringify(refused.result), /FIELD_CALCULATED/);
  assert.deepEqual(refused.asked, ["sobject describe --sobject Invoice__c --json --target-org dev"]);
  const checked = run(["check", "action-blueprint", bad, "-o", "dev"]);
  assert.equal(checked.status, 1, checked.stderr);
  assert.match(checked.stdout + checked.stderr, /FIELD_CALCULATED/);
  assert.match(checked.stderr, /Describing 1 object/);
  const planned = json(["plan", "set the note of the invoice", "-o", "dev", "-s", "Invoice__c"]);
  assert.equal(planned.result.actions[0].targetSObject, "Invoice__c");
});

test("an import uses the default org and the configured blueprints", () => {
  file("planwright.toml", '[apex]\nblueprints = ["good.json"]\n');
  const done = run(["snapshot", "import", "--out", "org.json"]);
  rmSync(join(folder, "planwright.toml"));
  assert.equal(done.status, 0, done.stderr);
  assert.deepEqual(done.asked, ["sobject describe --sobject Invoice__c --json"]);
  assert.ok(JSON.parse(readFileSync(join(folder, "org.json"), "utf8")).objects.Invoice__c);
  const same = json(["snapshot", "diff", "org.json", good, "-o", "dev"]);
  assert.deepEqual([same.status, same.result.changes], [0, []]);
});

test("what cannot be described is an error, and no file remains", () => {
  const unknown = json(["plan", "close it", "-o", "dev", "-s", "Unknown__c"]);
  assert.equal(unknown.status, 2);
  assert.match(unknown.message, /cannot describe Unknown__c: The requested resource does not exist/);
  assert.match(json(["plan", "close it", "-o", "dev"]).message, /--sobject/);
  assert.match(json(["plan", "close it", "-o", "dev", "-s", "A; rm -rf /"]).message, /invalid name/);
  assert.match(json(["plan", "close it", "-s", "Case"]).message, /--target-org/);
  assert.match(json(["apex", good, "-o", "dev", "--snapshot", "org.json"]).message, /--snapshot/);
  assert.deepEqual(readdirSync(temporary).filter((name) => name.startsWith("planwright-org-")), []);
});
