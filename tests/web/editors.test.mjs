// What an editor offers while a document is typed, through the language services that editors use for JSON and YAML.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getLanguageService as jsonService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as yamlModule from "yaml-language-server";
import { planwright, root } from "./run.mjs";

const yamlService = yamlModule.getLanguageService ?? yamlModule.default.getLanguageService;
const request = async (uri) => schemas.get(uri);
const schemas = new Map();
const uri = (name) => `file:///schemas/${name}.json`;
const NAMES = ["planwright.toml", "action-blueprint", "agent-proposal", "fix-plan", "form-plan", "output/check", "output/ci"];

before(() => {
  for (const name of NAMES) {
    const { code, out, err } = planwright(root, "schema", name);
    assert.equal(code, 0, err);
    schemas.set(uri(name), out);
  }
});

/** The service and the document; `|` is where the cursor stands. */
function opened(language, name, marked) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const path = `file:///a.${language}`;
  const document = TextDocument.create(path, language, 1, text);
  const settings = { validate: true, schemas: [{ uri: uri(name), fileMatch: ["*"] }], completion: true, hover: true };
  const position = document.positionAt(Math.max(offset, 0));
  if (language === "json") {
    const service = jsonService({ schemaRequestService: request });
    service.configure(settings);
    const parsed = service.parseJSONDocument(document);
    return {
      complete: async () => (await service.doComplete(document, position, parsed)).items.map((item) => item.label),
      hover: async () => JSON.stringify((await service.doHover(document, position, parsed))?.contents ?? ""),
      validate: async () => (await service.doValidation(document, parsed)).map((one) => one.message),
    };
  }
  const telemetry = { send() {}, sendError() {}, sendTrack() {} };
  const service = yamlService({ schemaRequestService: request, workspaceContext: { resolveRelativePath: (path) => path }, telemetry });
  service.configure(settings);
  return {
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

test("every published schema completes the members of its document", async () => {
  for (const name of NAMES.filter((name) => !name.startsWith("output/check"))) {
    const names = await opened("json", name, '{ "|" }').complete();
    assert.ok(names.length > 0, `${name} offers nothing`);
  }
});
