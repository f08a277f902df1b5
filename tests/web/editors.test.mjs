// Suggestions of an editor while a document is typed, with the language services that editors use for JSON and YAML.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { JSDOM } from "jsdom";
import { getLanguageService as jsonService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as yamlModule from "yaml-language-server";
import { planwright, root } from "./run.mjs";

const yamlService = yamlModule.getLanguageService ?? yamlModule.default.getLanguageService;
const request = async (uri) => schemas.get(uri);
const schemas = new Map();
const uri = (name) => `file:///schemas/${name}.json`;
const NAMES = ["planwright.toml", "action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools", "output/check", "output/ci"];

before(() => {
  for (const name of NAMES) {
    const { code, out, err } = planwright(root, "schema", name);
    assert.equal(code, 0, err);
    schemas.set(uri(name), out);
  }
});

let documents = 0;

/** Returns the service and the document. `|` marks the cursor. */
function opened(language, name, marked) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  // The service for YAML caches documents by path and version.
  const path = `file:///${(documents += 1)}.${language}`;
  const document = TextDocument.create(path, language, 1, text);
  const settings = { validate: true, schemas: [{ uri: uri(name), fileMatch: ["*"] }], completion: true, hover: true };
  const position = document.positionAt(Math.max(offset, 0));
  if (language === "json") {
    const service = jsonService({ schemaRequestService: request });
    service.configure(settings);
    const parsed = service.parseJSONDocument(document);
    return {
      items: async () => (await service.doComplete(document, position, parsed)).items,
      complete: async () => (await service.doComplete(document, position, parsed)).items.map((item) => item.label),
      hover: async () => JSON.stringify((await service.doHover(document, position, parsed))?.contents ?? ""),
      validate: async () => (await service.doValidation(document, parsed)).map((one) => one.message),
    };
  }
  const telemetry = { send() {}, sendError() {}, sendTrack() {} };
  const service = yamlService({ schemaRequestService: request, workspaceContext: { resolveRelativePath: (path) => path }, telemetry });
  service.configure(settings);
  return {
    items: async () => (await service.doComplete(document, position, false)).items,
    complete: async () => (await service.doComplete(document, position, false)).items.map((item) => item.label),
    hover: async () => JSON.stringify((await service.doHover(document, position))?.contents ?? ""),
    validate: async () => (await service.doValidation(document, false)).map((one) => one.message),
  };
}

test("JSON: names and values complete, members explain themselves, mistakes are marked", async () => {
  const names = await opened("json", "action-blueprint", '{ "|" }').complete();
  for (const name of ["name", "operation", "targetSObject", "inputs", "guardrails"]) assert.ok(names.includes(name), name);
  const values = await opened("json", "action-blueprint", '{ "operation": | }').complete();
  for (const value of ['"INSERT"', '"UPDATE"', '"UPSERT"']) assert.ok(values.includes(value), `${values}`);
  assert.match(await opened("json", "action-blueprint", '{ "opera|tion": "UPDATE" }').hover(), /Operation of (an|the) action/);
  const wrong = await opened("json", "action-blueprint", '{ "operation": "UPDTAE" }').validate();
  assert.ok(wrong.some((message) => /UPDATE/.test(message)) && wrong.some((message) => /Missing property/.test(message)), wrong.join());
});

test("YAML: the same schemas work", async () => {
  const names = await opened("yaml", "action-blueprint", "name: A\n|").complete();
  assert.ok(names.includes("operation"), `${names}`);
  assert.match(await opened("yaml", "action-blueprint", "opera|tion: UPDATE\n").hover(), /Operation of (an|the) action/);
  assert.ok((await opened("yaml", "action-blueprint", "operation: UPDTAE\n").validate()).length > 0);
});

/** Returns the text that a snippet inserts if nothing is typed: the text of each stop, and the first of each choice. */
const typed = (snippet) =>
  snippet
    .replace(/\$\{\d+\|((?:[^|\\]|\\.)*?)(?:,[^|]*)?\|\}/g, "$1")
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, "$1")
    .replace(/\$\{?\d+\}?/g, "")
    .replace(/\\([$}])/g, "$1");
const inserted = (item) => item.textEdit?.newText ?? item.insertText;

test("a new document begins with a snippet, which is valid as it stands", async () => {
  for (const name of ["action-blueprint", "fix-plan", "workflow-tools"]) {
    const items = await opened("json", name, "|").items();
    const snippet = items.find((item) => item.label.startsWith("new "));
    assert.ok(snippet, `${name}: ${items.map((item) => item.label)}`);
    const text = typed(inserted(snippet));
    assert.deepEqual(await opened("json", name, text).validate(), [], `${name}: ${text}`);
    const without = JSON.stringify({ ...JSON.parse(text), [Object.keys(JSON.parse(text))[0]]: undefined });
    assert.notDeepEqual(await opened("json", name, without).validate(), [], `${name}: the control`);
  }
});

test("the objects of a union are snippets under the value of their tag", async () => {
  const json = await opened("json", "action-blueprint", '{ "guardrails": [ | ] }').items();
  const edit = json.find((item) => item.label === "FLS_EDIT");
  assert.ok(edit && /"type": "FLS_EDIT"/.test(inserted(edit)), json.map((item) => item.label).join());
  assert.match(JSON.stringify(edit.documentation), /edit access/);
  const yaml = await opened("yaml", "action-blueprint", "guardrails:\n  - |\n").items();
  const same = yaml.find((item) => item.label === "FLS_EDIT");
  assert.ok(same && /type: FLS_EDIT/.test(inserted(same)), yaml.map((item) => item.label).join());
  const whole = await opened("yaml", "action-blueprint", "|").items();
  const text = typed(inserted(whole.find((item) => item.label === "new ActionBlueprint")));
  assert.deepEqual(await opened("yaml", "action-blueprint", text).validate(), [], text);
});

test("values of enumerations explain themselves, in JSON and YAML", async () => {
  for (const [language, before, hovered] of [
    ["json", '{ "operation": | }', '{ "operation": "UP|SERT" }'],
    ["yaml", "operation: |\n", "operation: UP|SERT\n"],
  ]) {
    assert.match(await opened(language, "action-blueprint", hovered).hover(), /inserts one/, language);
    const items = await opened(language, "action-blueprint", before).items();
    const upsert = items.find((item) => /UPSERT/.test(item.label));
    assert.match(JSON.stringify(upsert?.documentation ?? ""), /inserts one/, language);
  }
});

test("the settings of `init` name schemas that are there, for the folders that it makes", () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-editors-"));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "sfdx-project.json"), JSON.stringify({ packageDirectories: [{ path: "force-app", default: true }], sourceApiVersion: "65.0" }));
  writeFileSync(join(folder, "Cargo.toml"), '[package]\nname = "a"\n');
  assert.equal(planwright(folder, "init").code, 0);
  const settings = JSON.parse(readFileSync(join(folder, ".vscode/settings.json"), "utf8"));
  const named = settings["json.schemas"].map((one) => one.url.replace("./", ""));
  assert.deepEqual(Object.keys(settings["yaml.schemas"]).map((one) => one.replace("./", "")), named);
  assert.deepEqual(settings["json.schemas"].map((one) => one.fileMatch[0]), ["/blueprints/**/*.json", "/plans/**/*.json"]);
  const lua = readFileSync(join(folder, ".nvim.lua"), "utf8");
  const xml = new JSDOM(readFileSync(join(folder, ".idea/jsonSchemas.xml"), "utf8"), { contentType: "text/xml" }).window.document;
  const option = (name) => [...xml.querySelectorAll(`option[name="${name}"]`)].map((one) => one.getAttribute("value"));
  assert.deepEqual(option("relativePathToSchema"), named);
  assert.deepEqual([...xml.querySelectorAll('option[name="path"]')].map((one) => one.getAttribute("value")), ["blueprints", "plans"]);
  for (const path of named) {
    assert.ok(lua.includes(`folder .. "${path}"`), path);
    JSON.parse(readFileSync(join(folder, path), "utf8"));
  }
  assert.equal(spawnSync("luac", ["-p", join(folder, ".nvim.lua")]).status ?? 0, 0);
});

test("every published schema completes the members of its document", async () => {
  for (const name of NAMES.filter((name) => !name.startsWith("output/check"))) {
    const names = await opened("json", name, '{ "|" }').complete();
    assert.ok(names.length > 0, `${name} offers nothing`);
  }
});
