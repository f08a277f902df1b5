// Writes the packages with the program in PLANWRIGHT, installs them into an empty folder without a network, and runs them there.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const binary = resolve(process.env.PLANWRIGHT ?? "../../../../target/debug/planwright");
const platform = `${process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), "planwright-npm-"));
const projects = mkdtempSync(join(tmpdir(), "planwright-npm-projects-"));
const env = { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_offline: "true" };
delete env.PLANWRIGHT;
const options = { cwd: folder, env, encoding: "utf8" };
const SCHEMA = '{"type": "object", "required": ["name"], "properties": {"name": {"enum": ["left", "right"]}}}';

/** The shell commands of a page, with the platform and the program of this machine. */
function commands(page) {
  const text = readFileSync(join(import.meta.dirname, page), "utf8");
  const blocks = [...text.matchAll(/^```sh npm\n([^]*?)^```$/gm)].map(([, block]) => block);
  assert.ok(blocks.length > 0, page);
  return blocks.map((block) => block.replaceAll("target/release/planwright", binary).replaceAll("linux-x64", platform));
}

/** An empty project, in a folder of its own: below `folder` packages would be found that it did not install. */
function project(name) {
  const place = join(projects, name);
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), '{"private": true, "type": "module"}');
  return { ...options, cwd: place };
}

before(() => {
  execFileSync("node", [join(import.meta.dirname, "pack.mjs"), "made", `${platform}=${binary}`], options);
  for (const name of readdirSync(join(folder, "made"))) execFileSync("npm", ["pack", `./made/${name}`, "--silent"], options);
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  const packed = readdirSync(folder).filter((name) => name.endsWith(".tgz")).map((name) => `./${name}`);
  assert.equal(packed.length, 2);
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", ...packed], options);
  writeFileSync(join(folder, "plan.schema.json"), SCHEMA);
});
after(() => [folder, projects].forEach((path) => rmSync(path, { recursive: true })));

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

test("the documented commands install a program that runs", () => {
  for (const [index, block] of commands("../README.md").entries()) {
    const place = project(`documented-${index}`);
    symlinkSync(join(import.meta.dirname, "../../../../crates"), join(place.cwd, "crates"));
    const done = spawnSync("sh", ["-ec", block], place);
    assert.equal(done.status, 0, `${block}${done.stdout}${done.stderr}`);
    assert.match(done.stdout, /^planwright \d/m, block);
  }
});

test("folders are installed as tarballs are, in any order, linked or copied", () => {
  cpSync(join(folder, "made"), join(projects, "made"), { recursive: true });
  const [main, own] = ["../made/planwright-cli", `../made/cli-${platform}`];
  const installs = { turned: [own, main], copied: ["--install-links", main, own], alone: [main] };
  for (const [name, packages] of Object.entries(installs)) {
    const place = project(name);
    execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", ...packages], place);
    assert.match(execFileSync("node_modules/.bin/planwright", ["--version"], place), /^planwright \d/, name);
  }
});

test("the package has no functions", () => {
  const use = (code) => spawnSync("node", ["--input-type=module", "-e", code], options);
  assert.match(use('import "planwright-cli"').stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED|No "exports" main defined/);
  assert.match(use('import "planwright"').stderr, /ERR_MODULE_NOT_FOUND/);
});

test("without the program the command says which package is missing", () => {
  rmSync(join(folder, "node_modules/@planwright"), { recursive: true });
  const said = run(["--version"]);
  assert.equal(said.status, 2);
  assert.match(said.stderr, new RegExp(`install the package @planwright/cli-${platform}`));
});

test("what is packed has licences and a text", () => {
  for (const name of ["planwright-cli", `cli-${platform}`]) {
    for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]) {
      assert.ok(readFileSync(join(folder, "made", name, file), "utf8").length > 200, `${name}/${file}`);
    }
  }
});
