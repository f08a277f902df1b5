/** The installed package: the reports of the command, errors with reports, and what it refuses. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import * as pw from "planwright";

import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod/v3";

import { BOX, KINDS, PLAN, use } from "./usage.js";

const ROOT = process.cwd();
const PROGRAM = resolve(process.env["PLANWRIGHT"] ?? "target/debug/planwright");
const CASES = join(ROOT, "tests/cases/invalid");
const BLUEPRINT = readFileSync(join(ROOT, "examples/blueprints/reassign-case.json"));
const YAML = "type: object\nrequired: [kind]\nproperties: {kind: {enum: [left, right]}}\n";
const { kind: _, ...OTHERS } = KINDS.properties;

function command(folder: string, ...given: string[]): string {
  const done = spawnSync(PROGRAM, given, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(done.status === 0 || done.status === 1, `${done.error} ${done.stderr}`);
  return done.stdout;
}

/** Files by path in a folder that goes away. */
function inFolder<T>(files: { readonly [path: string]: string | Uint8Array }, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "planwright-node-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The error that a call throws. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

function refused(call: () => unknown): pw.PlanwrightError {
  const error = thrown(call);
  assert.ok(error instanceof pw.PlanwrightError, String(error));
  assert.ok(!error.report.valid && error.report.errors[0]?.code && error.message, String(error));
  return error;
}

test("the report is that of the command", () => {
  let seen = 0;
  for (const contract of ["action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools"]) {
    const folders = readdirSync(join(CASES, contract)).map((name) => join(CASES, contract, name));
    const files = folders
      .filter((folder) => !existsSync(join(folder, "context.json")))
      .flatMap((folder) => readdirSync(folder).filter((name) => name.startsWith("input.")).map((name) => join(folder, name)));
    assert.ok(files.length > 0, contract);
    const entries = JSON.parse(command(ROOT, "check", contract, "--format", "json", ...files)) as Record<string, unknown>[];
    files.forEach((file, at) => {
      const report = pw.check(contract, readFileSync(file), { file });
      // Only the command counts what its options would fix.
      const { fixable: _, unsafe_fixable: __, ...entry } = entries[at]!;
      assert.equal(report.json, JSON.stringify(entry), file);
      seen += report.valid ? 0 : 1;
    });
  }
  assert.ok(seen > 50, String(seen));
});

test("the repair is that of the command", () => {
  for (const text of ['{"kind": "rihgt"}', "{", '{"kind": "left"}', "\ufeff{}"]) {
    inFolder({ "a.schema.json": JSON.stringify(KINDS), "a.json": text }, (folder) => {
      const told = command(folder, "check", "--schema", "a.schema.json", "--format", "repair", "a.json");
      assert.equal(pw.repair(KINDS, text) ?? "", told);
    });
  }
});

test("a report says where", () => {
  const report = pw.check(KINDS, '{"kind": "rihgt"}', { file: "a.json" });
  const found = report.diagnostics[0]!;
  assert.deepEqual(
    [found.file, found.pointer, found.line, found.column, found.help],
    ["a.json", "/kind", 1, 10, 'did you mean "right"?'],
  );
  const error = refused(() => report.require());
  assert.ok(error instanceof pw.InvalidDocumentError);
  assert.match(error.message, /^a\.json:1:10: ENUM_MISMATCH: /);
  assert.equal(error.report, report);
  assert.equal(String(error).split(":")[0], "InvalidDocumentError");
  assert.ok(pw.check(KINDS, Buffer.from('{"kind": "left"}')).require().valid);
});

test("what is no text is a finding", () => {
  const texts = [Buffer.from([0xff]), "\ud800", '{"kind": "\udc00"}', '{"kind": "left"}\udfff', "\0", "", new Uint8Array()];
  for (const text of [...texts, Buffer.from("\ufeff{}", "utf16le")]) {
    assert.ok(!pw.check(KINDS, text).valid, JSON.stringify(text));
    assert.ok(refused(() => pw.normalize(KINDS, text, "openai")) instanceof pw.InvalidDocumentError);
    assert.ok(refused(() => pw.render(text)) instanceof pw.InvalidDocumentError);
    assert.ok(pw.repair(KINDS, text));
  }
  assert.ok(pw.check({ type: "string" }, '"\u{1f600}"').valid, "both halves are a text");
  assert.ok(!pw.check({ type: "string" }, '"\ud83d"').valid, "one half is none");
  assert.deepEqual(pw.check({ type: "string" }, '"\ud83d"').errors, pw.check({ type: "string" }, Buffer.from([34, 0xed, 0xa0, 0xbd, 34])).errors);
  refused(() => new pw.Checker({ const: "\ud83d" }));
});

test("a document is bounded", () => {
  const large = pw.check(KINDS, Buffer.alloc(64 * 1024 * 1024 + 1, " ")).diagnostics;
  assert.deepEqual(large.map((found) => found.message), ["larger than 64 MiB"]);
  assert.ok(!pw.check(KINDS, "[".repeat(100_000)).valid);
});

test("an error carries a report", () => {
  for (const wrong of [
    () => pw.check("fix-plna", "{}"),
    () => pw.check({ type: "strin" }, "{}"),
    () => pw.check({}, "{}"),
    () => pw.check(Buffer.from("{"), "{}"),
    () => new pw.Checker({ $ref: "b.json" }),
    () => new pw.Checker("action-blueprint", { context: { snapshot: 1 } }),
    () => pw.exportSchema(KINDS, "opena"),
    () => pw.drift(KINDS, KINDS, { role: "reader" as "both" }),
    () => pw.drift(KINDS, KINDS, { contentModel: "lax" as "strict" }),
    () => pw.drift({ type: 1 }, KINDS),
    () => pw.drift("fix-plna", KINDS),
    () => pw.render(BLUEPRINT, { apiVersion: "12" }),
    () => pw.render("{}"),
  ]) {
    refused(wrong);
  }
  assert.match(refused(() => pw.check("fix-plna", "{}")).message, /did you mean "fix-plan"/);
  assert.ok(!(refused(() => pw.check("fix-plna", "{}")) instanceof pw.InvalidDocumentError), "no document was refused");
});

test("wrong arguments are refused before the addon sees them", () => {
  const any = <T>(value: unknown): T => value as T;
  for (const schema of [3, null, undefined, [], new Date(), () => {}, new Map(), z3.object({}), mini.string()]) {
    for (const call of [
      () => pw.check(any(schema), "{}"),
      () => pw.prompt(any(schema)),
      () => pw.drift(KINDS, any(schema)),
      () => pw.export(any(schema), "openai"),
    ]) {
      const error = thrown(call);
      assert.ok(error instanceof TypeError, String(error));
      assert.match(error.message, /^schema must be the name of a contract, a path, an object, |^this schema of zod does not convert itself; /);
    }
  }
  for (const document of [3, null, undefined, {}, [], new Uint16Array(2)]) {
    for (const call of [
      () => pw.check(KINDS, any(document)),
      () => pw.repair(KINDS, any(document)),
      () => pw.extract(KINDS, any(document)),
      () => pw.fix(KINDS, any(document)),
      () => pw.normalize(KINDS, any(document), "openai"),
    ]) {
      const error = thrown(call);
      assert.ok(error instanceof TypeError, String(error));
      assert.match(error.message, /^document must be a string or a Uint8Array, not /);
    }
  }
  for (const wrong of [
    () => pw.check(new URL("https://example.com/plan.json"), "{}"),
    () => pw.check("plan\ud800.json", "{}"),
    () => new pw.Checker("plan.json", { files: {} }),
    () => new pw.Checker(new pw.Checker(KINDS), { files: {} }),
    () => pw.check("fix-plan\ud800", "{}"),
    () => pw.check(KINDS, any(new Proxy(new Uint8Array(2), {}))),
    () => pw.check(KINDS, "{}", { file: "\ud800" }),
    () => pw.check(KINDS, "{}", { file: any(3) }),
    () => pw.check(KINDS, "{}", any({ flie: "a" })),
    () => pw.check(KINDS, "{}", any(null)),
    () => pw.check(any(Object.create(pw.Checker.prototype)), "{}"),
    () => pw.exportSchema(KINDS, any(undefined)),
    () => pw.exportSchema(KINDS, "openai", { bare: any("no") }),
    () => pw.drift(KINDS, any(undefined)),
    () => pw.render(any(undefined)),
    () => pw.render(BLUEPRINT, { context: any(3) }),
    () => new pw.Checker(KINDS, { context: {} }),
    () => new pw.Checker("fix-plan", { files: {} }),
    () => new pw.Checker(KINDS, { files: { "schema.json": KINDS } }),
    () => new pw.Checker(KINDS, { files: any([]) }),
    () => new pw.Checker(KINDS, { files: { "a\ud800.json": KINDS } }),
  ]) {
    assert.ok(thrown(wrong) instanceof TypeError, wrong.toString());
  }
});

test("each way to pass a schema gives the same answers", () => {
  inFolder({ "plan.schema.json": JSON.stringify(KINDS), "plan.schema.yaml": YAML }, (folder) => {
    const path = join(folder, "plan.schema.json");
    const ways = [path, pathToFileURL(path), join(folder, "plan.schema.yaml"), Buffer.from(JSON.stringify(KINDS)), PLAN, BOX, new pw.Checker(path)];
    ways.forEach((schema, way) => {
      const report = pw.check(schema, '{"kind": "rihgt"}');
      assert.ok(!report.valid && report.errors.length > 0, String(way));
      assert.deepEqual(pw.extract(schema, 'Here:\n```json\n{"kind": "left"}\n```').document, { kind: "left" });
      assert.deepEqual(JSON.parse(pw.fix(schema, '{"kind": "left",}')), { kind: "left" });
      assert.match(pw.repair(schema, '{"kind": "rihgt"}') ?? "", /MISMATCH/);
      assert.deepEqual(pw.normalize(schema, '{"kind": "left"}', "openai").document, { kind: "left" });
      assert.match(pw.export(schema, "openai").json, /left/);
      assert.match(pw.prompt(schema), /left/);
      assert.deepEqual(pw.drift(schema, schema).changes, []);
    });
  });
});

test("a path finds the files that the schema refers to", () => {
  const refers = '{"type": "object", "properties": {"part": {"$ref": "parts/part.json#/$defs/a"}}}';
  inFolder({ "plan.schema.json": refers }, (folder) => {
    const path = join(folder, "plan.schema.json");
    const error = refused(() => pw.check(path, "{}"));
    assert.match(error.message, /parts\/part\.json/);
    assert.equal(error.report.errors[0]?.file, path);
  });
  const part = '{"$defs": {"a": {"$ref": "../kind.json"}}}';
  inFolder({ "plan.schema.json": refers, "parts/part.json": part, "kind.json": '{"type": "string"}' }, (folder) => {
    const checker = new pw.Checker(join(folder, "plan.schema.json"));
    assert.ok(!checker.check('{"part": 1}').valid && checker.check('{"part": ""}').valid);
  });
});

test("a path finds files by $id and selects a schema", () => {
  const api = '{"$defs": {"Order": {"$ref": "https://example.com/order.json"}, "Name": {"type": "string"}}}';
  const order = '{"$id": "https://example.com/order.json", "type": "integer"}';
  inFolder({ "api.json": api, "orders.json": order }, (folder) => {
    const verdicts = (name: string) => ["1", '"1"'].map((text) => pw.check(`${join(folder, "api.json")}#${name}`, text).valid);
    assert.deepEqual([verdicts("Order"), verdicts("Name")], [[true, false], [false, true]]);
    assert.match(refused(() => verdicts("Nmae")).message, /Nmae/);
  });
});

test("an answer without a document is an invalid document", () => {
  for (const call of [pw.extract, pw.fix]) {
    for (const answer of ["I cannot do that.", '```json\n{"kind": "left"}\n```\n```json\n{"kind": "right"}\n```', ""]) {
      const error = refused(() => call(PLAN, answer));
      assert.ok(error instanceof pw.InvalidDocumentError);
      assert.equal(error.report.errors[0]?.code, "NO_DOCUMENT");
    }
  }
});

test("an unusable schema is one error with a report", () => {
  const circle: { [name: string]: unknown } = {};
  circle["circle"] = circle;
  let deep: pw.JsonObject = {};
  for (let depth = 0; depth < 100_000; depth++) deep = { items: deep };
  const large = Buffer.alloc(64 * 1024 * 1024 + 1, " ");
  const latin = Buffer.from('{"type": "string", "title": "\xe9"}', "latin1");
  inFolder({ "latin.json": latin, "cut.json": "{", "empty.json": "", "large.json": large }, (folder) => {
    mkdirSync(join(folder, "folder.json"));
    assert.equal(spawnSync("mkfifo", [join(folder, "pipe.json")]).status, 0);
    const cases: [pw.Schema, RegExp][] = [
      [join(folder, "missing.json"), /^cannot read the schema .*missing\.json: /],
      [pathToFileURL(join(folder, "missing.json")), /^cannot read the schema .*missing\.json: /],
      [join(folder, "folder.json"), /^cannot read the schema .*folder\.json: /],
      [join(folder, "pipe.json"), /^cannot read the schema .*pipe\.json: is not a regular file/],
      [new URL("file:///dev/zero"), /^cannot read the schema \/dev\/zero: is not a regular file/],
      [join(folder, "large.json"), /^cannot read the schema .*large\.json: .*64 MiB/],
      [join(folder, "nul\0.json"), /^cannot read the schema /],
      [join(folder, "latin.json"), /not UTF-8/],
      [latin, /not UTF-8/],
      [large, /^schema\.json is larger than 64 MiB/],
      [join(folder, "cut.json"), /./],
      [join(folder, "empty.json"), /./],
      [circle, /^schema is not JSON: Converting circular structure to JSON$/],
      [deep, /^schema is not JSON: /],
      [{ const: 1n }, /^schema is not JSON: /],
      [{ toJSON: () => undefined }, /^schema is not JSON: /],
      [z.object({ day: z.date() }), /^schema is not JSON: Date cannot be represented in JSON Schema/],
      [{ const: "\ud83d" }, /./],
      ["fix-plna", /did you mean "fix-plan"/],
    ];
    cases.forEach(([schema, message], number) => {
      for (const call of [() => pw.check(schema, "{}"), () => pw.drift(schema, KINDS)]) {
        const error = refused(call);
        assert.match(error.message, message, String(number));
        assert.ok(!(error instanceof pw.InvalidDocumentError), String(number));
        assert.equal(error.report.errors.length, 1, String(number));
      }
    });
  });
});

test("a wrong call is not an invalid document", () => {
  for (const wrong of [
    () => pw.normalize(KINDS, "{}", "opena"),
    () => new pw.Checker("action-blueprint", { context: { snapshot: 1 } }),
    () => pw.render(BLUEPRINT, { context: { snapshot: 1 } }),
  ]) {
    assert.ok(!(refused(wrong) instanceof pw.InvalidDocumentError));
  }
  const large = Buffer.alloc(64 * 1024 * 1024 + 1, " ");
  for (const wrong of [() => pw.extract(KINDS, large), () => pw.fix(KINDS, large), () => pw.normalize(KINDS, large, "openai")]) {
    assert.ok(refused(wrong) instanceof pw.InvalidDocumentError);
  }
});

test("an export is that of the command", () => {
  for (const dialect of ["openai", "anthropic-tool", "gemini", "mcp"]) {
    for (const bare of [false, true]) {
      const more = bare ? ["--bare"] : [];
      const text = command(ROOT, "export", "fix-plan", "--dialect", dialect, "--format", "json", ...more);
      const told = JSON.parse(text) as pw.Exported;
      const made = pw.exportSchema("fix-plan", dialect, { bare });
      assert.deepEqual(made.schema, told.schema);
      assert.deepEqual(made.weakenings.map(({ code, line }) => [code, line]), told.weakenings.map(({ code, line }) => [code, line]));
    }
  }
});

test("an answer comes back with every digit", () => {
  const schema = { type: "object", required: ["a"], properties: { a: { type: "integer" }, b: { type: "string" } } };
  const made = pw.normalize(schema, '{"a": 9007199254740993, "b": null}', "openai");
  assert.equal(made.json, '{"a":9007199254740993}');
  assert.deepEqual(pw.normalize(schema, '{"a": 1, "b": null}', "openai").document, { a: 1 });
  const found = refused(() => pw.normalize(schema, '{"a": 1, "b": 2}', "openai", { file: "answer.json" })).report.errors[0]!;
  assert.deepEqual([found.file, found.pointer, found.line], ["answer.json", "/b", 1]);
});

test("drift is that of the command", () => {
  const changed = { ...KINDS, properties: { ...OTHERS, kind: { enum: ["left"] } } };
  const drift = pw.drift(KINDS, changed);
  const sides = { "old/schema.json": JSON.stringify(KINDS), "new/schema.json": JSON.stringify(changed) };
  const told = inFolder(sides, (folder) => command(folder, "drift", "old/schema.json", "new/schema.json", "--format", "json"));
  // The command names files by their paths; a schema in memory is called `schema.json`.
  const unplaced = told.replace(/"(old|new)\/schema\.json"/g, '"schema.json"');
  assert.notEqual(unplaced, told);
  assert.equal(drift.json, JSON.stringify(JSON.parse(unplaced)));
  assert.equal(drift.changes[0]!.pointer, "/properties/kind/enum");
  assert.deepEqual([drift.backward.verdict, drift.forward.verdict], ["broken", "proved"]);
  assert.deepEqual(drift.backward.witness, { kind: "right" });
  assert.ok(!pw.check(changed, JSON.stringify(drift.backward.witness)).valid);
  assert.deepEqual(pw.drift("fix-plan", new pw.Checker("fix-plan")).changes, []);
});

test("Apex is that of the command", () => {
  const made = pw.render(BLUEPRINT, { runtime: true });
  inFolder({ "a.json": BLUEPRINT }, (folder) => {
    command(folder, "apex", "--out", "out", "--runtime=used", "a.json");
    const entries = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true });
    const written = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    assert.ok(made.files.size > 20);
    for (const [path, text] of made.files) {
      const same = written.filter((file) => relative(folder, file).endsWith(path));
      assert.equal(same.length, 1, path);
      assert.equal(readFileSync(same[0]!, "utf8"), text, path);
    }
  });
  const blueprint = JSON.parse(BLUEPRINT.toString()) as pw.JsonObject;
  assert.ok(pw.render(blueprint).files.size < made.files.size);
  assert.ok(made.report.valid);
  assert.equal(refused(() => pw.render({ ...blueprint, label: 3 })).report.errors[0]?.pointer, "/label");
});

test("a prompt is that of the command", () => {
  for (const name of ["action-blueprint", "workflow-tools", "fix-plan"]) {
    assert.equal(pw.prompt(name), command(ROOT, "prompt", name));
  }
  assert.equal(pw.prompt("workflow-tools", { document: true }), command(ROOT, "prompt", "workflow-tools", "--document"));
});

test("schemas refer to each other", () => {
  const files = { "other.json": { type: "string" }, "bytes.json": Buffer.from('{"type": "integer"}') };
  const checker = new pw.Checker({ properties: { a: { $ref: "other.json" }, b: { $ref: "bytes.json" } } }, { files });
  assert.ok(!checker.check('{"a": 1}').valid);
  assert.ok(!checker.check('{"b": ""}').valid);
  assert.ok(checker.check('{"a": "", "b": 1}').valid);
});

test("memory that threads share is copied, and views have their bounds", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(16));
  shared.set(Buffer.from('{"kind": "left"}'));
  assert.ok(pw.check(KINDS, shared).valid);
  const larger = Buffer.from('xx{"kind": "left"}yy');
  assert.ok(pw.check(KINDS, larger.subarray(2, -2)).valid);
  const moved = new Uint8Array(4);
  structuredClone(moved, { transfer: [moved.buffer] });
  assert.ok(!pw.check(KINDS, moved).valid);
});

test("each thread of Node may load it", async () => {
  const code = `
    const { check } = require("planwright");
    require("node:worker_threads").parentPort.postMessage(check("fix-plan", "{}").json);`;
  const path = require.resolve("planwright");
  const reports = await Promise.all(
    Array.from({ length: 4 }, () => new Promise((done, failed) => {
      const worker = new Worker(code.replace("planwright", path.replaceAll("\\", "/")), { eval: true });
      worker.once("message", done).once("error", failed);
    })),
  );
  assert.deepEqual(new Set(reports), new Set([pw.check("fix-plan", "{}").json]));
});

test("every function is typed", () => {
  assert.ok(use(BLUEPRINT).length > 20);
});

test("the documented install works in an empty folder", () => {
  const readme = readFileSync(join(ROOT, "crates/node/README.md"), "utf8");
  const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map((found) => found[1]!);
  assert.equal(blocks.length, 1);
  const packed = readdirSync(join(ROOT, "target/node")).filter((name) => name.endsWith(".tgz"));
  assert.equal(packed.length, 1);
  const files = { [packed[0]!]: readFileSync(join(ROOT, "target/node", packed[0]!)), "package.json": '{"private": true}' };
  inFolder(files, (folder) => {
    const use = `import("planwright").then(({ check }) => console.log(check("fix-plan", "{}").valid))`;
    const command = `${blocks[0]}node -e '${use}'`;
    const done = spawnSync("sh", ["-ec", command], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, npm_config_offline: "true" },
    });
    assert.match(done.stdout, /^false$/m, done.stderr);
    assert.ok(existsSync(join(folder, "node_modules/planwright")));
  });
});

test("both kinds of modules may take it, and the readme runs", () => {
  const readme = readFileSync(join(ROOT, "crates/node/README.md"), "utf8");
  const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map((found) => found[1]!);
  assert.equal(blocks.length, 1);
  const required = blocks[0]!.replaceAll(/import (.*) from (".*");/g, "const $1 = require($2);");
  assert.notEqual(required, blocks[0]);
  const run = (kind: string, code: string) => spawnSync(process.execPath, [`--input-type=${kind}`, "-"], { cwd: __dirname, input: code, encoding: "utf8" });
  for (const [kind, code] of [["module", blocks[0]!], ["commonjs", required]] as const) {
    const done = run(kind, code);
    assert.equal(done.status, 0, done.stderr);
  }
  assert.notEqual(run("module", blocks[0]!.replace("/kind", "/knid")).status, 0);
});
