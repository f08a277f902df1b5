// Makes the packages from the program in PLANWRIGHT, installs them into an empty folder without a network, and uses them there.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const binary = resolve(process.env.PLANWRIGHT ?? "../../../../target/debug/planwright");
const platform = `${process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), "planwright-npm-"));
const env = { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_offline: "true" };
delete env.PLANWRIGHT;
const options = { cwd: folder, env, encoding: "utf8" };
const SCHEMA = '{"type": "object", "required": ["name"], "properties": {"name": {"enum": ["left", "right"]}}}';

before(() => {
  execFileSync("node", [join(import.meta.dirname, "pack.mjs"), "made", `${platform}=${binary}`], options);
  for (const name of readdirSync(join(folder, "made"))) execFileSync("npm", ["pack", `./made/${name}`, "--silent"], options);
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  const packed = readdirSync(folder).filter((name) => name.endsWith(".tgz")).map((name) => `./${name}`);
  assert.equal(packed.length, 2);
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", ...packed], options);
  writeFileSync(join(folder, "plan.schema.json"), SCHEMA);
});
after(() => rmSync(folder, { recursive: true }));

const run = (args, input = "") => spawnSync("node_modules/.bin/planwright", args, { ...options, input });

test("the command is the program", () => {
  const said = run(["--version"]);
  assert.match(said.stdout, /^planwright \d/);
  const refused = run(["check", "--schema", "plan.schema.json", "-"], '{"name": "rihgt"}');
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /did you mean "right"\?/);
  assert.equal(run(["check", "--schema", "plan.schema.json", "-"], '{"name": "right"}').status, 0);
  assert.equal(run(["chekc"]).status, 2);
});

test("the functions give reports, and throw what is no report", () => {
  writeFileSync(join(folder, "use.mjs"), `
    import assert from "node:assert/strict";
    import { PlanwrightError, check, program, repair } from "planwright";
    const own = { schema: "plan.schema.json" };
    const report = check('{"name": "rihgt"}', own);
    assert.equal(report.valid, false);
    assert.deepEqual(report.diagnostics[0].patches, [{ op: "replace", path: "/name", value: "right", safe: true }]);
    assert.match(repair('{"name": "rihgt"}', own), /Your answer was refused: 1 error/);
    assert.equal(repair('{"name": "right"}', own), null);
    assert.equal(check('{"name": "right"}', own).valid, true);
    assert.throws(() => check("{}", { contract: "fix-plna" }), (error) => error instanceof PlanwrightError && /did you mean/.test(error.message));
    assert.ok(program().includes("@planwright"));
  `);
  execFileSync("node", ["use.mjs"], options);
});

test("the tutorial runs with the package", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/tutorial-agents.md"), "utf8");
  const place = { ...options, cwd: join(folder, "agents") };
  mkdirSync(place.cwd);
  execFileSync(join(folder, "node_modules/.bin/planwright"), ["init"], place);
  for (const [, name, text] of page.matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm)) writeFileSync(join(place.cwd, name), text);
  const [, printed] = /^```text\n([^]*?)^```$/m.exec(page);
  assert.equal(execFileSync("node", ["loop.mjs"], place), printed);
  writeFileSync(join(place.cwd, "model.sh"), "cat answer.json\n");
  assert.notEqual(execFileSync("node", ["loop.mjs"], place), printed, "a model that never mends its answer");
});

test("without the program the command says which package is missing", () => {
  rmSync(join(folder, "node_modules/@planwright"), { recursive: true });
  const said = run(["--version"]);
  assert.equal(said.status, 2);
  assert.match(said.stderr, new RegExp(`install @planwright/${platform}`));
});

test("what is packed has licences and a text", () => {
  for (const name of ["planwright", platform]) {
    for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]) {
      assert.ok(readFileSync(join(folder, "made", name, file), "utf8").length > 200, `${name}/${file}`);
    }
  }
});
