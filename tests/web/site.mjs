// Creates a project with a page of every kind, including hostile and right-to-left text, and its report.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planwright, root } from "./run.mjs";

export const EVIL = `<img src=x onerror="document.title='taken'"></script>'"&`;

/** Creates the project in a separate folder. `report` creates its pages again. */
export function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), "planwright-pages-"));
  const write = (path, text) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), typeof text === "string" ? text : JSON.stringify(text, null, 2));
  };
  const git = (...args) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: folder });
  const large = ["--workflow", "long.json", "--fix-plan", "fix-long.json"];
  const report = (...more) => planwright(folder, "report", "--html", "site", "--workflow", "flow.json", "--fix-plan", "fix.json", ...large, ...more);

  git("init", "-q", ".");
  write("sfdx-project.json", { packageDirectories: [{ path: "force-app", default: true }], sourceApiVersion: "65.0" });
  const close = JSON.parse(readFileSync(join(root, "crates/reference/blueprints/close-case.json"), "utf8"));
  write("blueprints/close.json", close);
  write("blueprints/evil.json", { ...close, name: "Evil", label: `Close ${EVIL}`, description: `About ${EVIL}` });
  write("blueprints/rtl.json", { ...close, name: "Rtl", label: "بستن پرونده" });
  const schema = { title: EVIL, type: "object", properties: { kind: { enum: ["a", EVIL] } }, required: ["kind"] };
  write("schemas/order.json", schema);
  write("orders/one.json", { kind: "a" });
  write("flow.json", readFileSync(join(root, "examples/workflows/loan-approval.json"), "utf8"));
  const fix = JSON.parse(planwright(root, "schema", "fix-plan").out).examples?.[0];
  write("fix.json", fix ?? readFileSync(join(root, "crates/contracts/src/examples/fix-plan.json"), "utf8"));
  const people = ["clerk", "bank", "applicant"];
  const calls = [
    { tool: "create_blueprint", args: { title: `Long ${EVIL}`, description: "More than a sheet has." } },
    ...people.map((id) => ({ tool: "add_participant", args: { id, name: id === "bank" ? "W".repeat(60) : id } })),
    ...Array.from({ length: 30 }, (_, id) => {
      const field = { name: "sum", type: "number", title: "M".repeat(40), required: true };
      const args = { id, title: `Step ${id} ${"of a long way ".repeat(4)}`, sender: people[id % 3], dataFields: [field] };
      return { tool: "add_action", args: { ...args, isStartingAction: id === 0, routeToNext: people[(id + 1) % 3] } };
    }),
  ];
  write("calls.jsonl", calls.map((call) => JSON.stringify(call)).join("\n"));
  const ran = planwright(folder, "workflow", "run", "calls.jsonl", "--export", "long.json");
  assert.equal(ran.code, 0, ran.out + ran.err);
  const plan = JSON.parse(readFileSync(join(folder, "fix.json"), "utf8"));
  plan.tasks = Array.from({ length: 40 }, (_, number) => {
    const id = number === 3 ? `T${"9".repeat(60)}` : `T${number}`;
    const waits = [1, 2, 14].map((back) => number - back).filter((one) => one >= 0 && one !== 3);
    const title = number % 2 ? "W".repeat(70) : `Mend caller ${number} ${"and its tests ".repeat(4)}`;
    return { ...plan.tasks[0], id, title, dependencies: waits.map((one) => `T${one}`) };
  });
  plan.tasks[39].dependencies.push(plan.tasks[3].id);
  write("fix-long.json", plan);
  write(
    "planwright.toml",
    '[apex]\nblueprints = ["blueprints"]\n[check]\nschema = "schemas/order.json"\nfiles = ["orders"]\n[drift]\nschemas = ["schemas"]\nagainst = "HEAD"\n',
  );
  git("add", "-A");
  git("commit", "-qm", "one");
  schema.properties.kind.enum = ["a"];
  write("schemas/order.json", schema);
  const done = report();
  assert.equal(done.code, 0, done.out + done.err);
  return { folder, site: join(folder, "site"), report };
}
