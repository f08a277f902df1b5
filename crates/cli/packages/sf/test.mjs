// Runs the plugin in oclif, with the program in PLANWRIGHT.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { test } from "node:test";

const PLANWRIGHT = resolve(process.env.PLANWRIGHT ?? "../../../../target/debug/planwright");
const run = (args, input = "") =>
  spawnSync("node", [join(import.meta.dirname, "run.mjs"), ...args], { input, encoding: "utf8", env: { ...process.env, PLANWRIGHT } });

test("commands are forwarded with arguments, input and exit code", () => {
  const refused = run(["planwright", "check", "fix-plan", "--format", "json", "-"], "{}");
  assert.equal(refused.status, 1, refused.stderr);
  assert.equal(JSON.parse(refused.stdout)[0].valid, false);
  assert.equal(run(["planwright", "check", "fix-plna", "-"], "{}").status, 2);
  assert.equal(run(["planwright", "ci", "--config", "nowhere.toml"]).status, 2);
});

test("all three are listed, others are not forwarded", () => {
  const help = run(["planwright", "--help"]).stdout;
  for (const name of ["apex", "check", "ci"]) assert.match(help, new RegExp(`planwright ${name} `));
  assert.notEqual(run(["planwright", "mcp"]).status, 0);
});
