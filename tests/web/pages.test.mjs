// The pages of `planwright report` as DOM documents: escaped, linked, searchable, accessible.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { JSDOM, VirtualConsole } from "jsdom";
import { EVIL, makeSite } from "./site.mjs";

const { folder, site, report } = makeSite();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

after(() => rmSync(folder, { recursive: true }));

const pages = () => readdirSync(site).filter((name) => name.endsWith(".html"));

async function open(name, text) {
  const faults = [];
  const console = new VirtualConsole();
  for (const kind of ["error", "warn", "jsdomError"]) console.on(kind, (fault) => faults.push(String(fault)));
  const options = { runScripts: "dangerously", resources: "usable", virtualConsole: console, pretendToBeVisual: true, url: pathToFileURL(join(site, name)).href };
  const dom = new JSDOM(text ?? readFileSync(join(site, name), "utf8"), { ...options, beforeParse: (window) => (window.matchMedia = () => ({ matches: false })) });
  await new Promise((done) => dom.window.addEventListener("load", done));
  return { window: dom.window, document: dom.window.document, faults };
}

test("every part of the project has its page", () => {
  const names = pages();
  for (const start of ["index", "contract-action-blueprint", "schema-", "blueprint-", "drift-", "graph-flow", "graph-fix"]) {
    assert.ok(names.some((name) => name.startsWith(start)), `${start}: ${names}`);
  }
  const drift = readFileSync(join(site, "drift-schemas.html"), "utf8");
  assert.match(drift, /broken/);
  assert.match(drift, /Valid before, rejected now/);
  const guarded = readFileSync(join(site, names.find((name) => name.includes("close"))), "utf8");
  assert.match(guarded, /<mark>.*uardrail/);
});

test("texts are shown and never run, nothing comes from elsewhere", async () => {
  for (const name of pages()) {
    const { document, faults, window } = await open(name);
    assert.deepEqual(faults, [], name);
    assert.notEqual(document.title, "taken");
    assert.equal(document.querySelectorAll("[onerror], [onclick], iframe, object, form").length, 0, name);
    for (const [selector, attribute] of [["a", "href"], ["img", "src"], ["script", "src"], ["link", "href"]]) {
      for (const element of document.querySelectorAll(selector)) {
        const [file, anchor] = element.getAttribute(attribute).split("#");
        assert.ok(file === "" || existsSync(join(site, file)), `${name}: ${file}`);
        if (file === "" && anchor) assert.ok(document.getElementById(anchor), `${name}#${anchor}`);
      }
    }
    window.close();
  }
  const evil = await open(pages().find((name) => name.includes("evil")));
  assert.equal(evil.document.querySelector("h1").textContent, `Close ${EVIL}`);
  assert.equal(evil.document.querySelector("main img"), null);
});

test("the search finds, the keyboard moves, the theme changes", async () => {
  const { window, document } = await open("index.html");
  const input = document.getElementById("search");
  const key = (target, name) => target.dispatchEvent(new window.KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  key(document.body, "/");
  assert.equal(document.activeElement, input);
  const search = (words) => {
    input.value = words;
    input.dispatchEvent(new window.Event("input"));
    return [...document.querySelectorAll("#found a")].map((link) => link.getAttribute("href"));
  };
  assert.ok(search("guardrail_type_that_nobody_has").length === 0);
  assert.equal(document.getElementById("found-count").textContent, "0 found");
  assert.ok(search("MISSING_FIELD").some((href) => href.startsWith("contract-")));
  assert.ok(search("بستن").some((href) => href.includes("rtl")));
  key(input, "ArrowDown");
  assert.equal(document.activeElement.tagName, "A");
  key(document.activeElement, "Escape");
  assert.equal(document.activeElement, input);
  const theme = document.getElementById("theme");
  theme.click();
  assert.equal(document.documentElement.dataset.theme, "dark");
  assert.equal(theme.getAttribute("aria-pressed"), "true");
});

/** Returns the serious findings of axe. Contrast needs a real browser. */
async function serious(name, text) {
  const { window } = await open(name, text);
  window.eval(axe);
  const found = await window.axe.run(window.document, { rules: { "color-contrast": { enabled: false } } });
  window.close();
  return Array.from(found.violations).filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${name}: ${one.id}`);
}

test("axe finds nothing serious", { timeout: 300_000 }, async () => {
  const kinds = new Map(pages().map((name) => [name.split("-")[0], name]));
  for (const name of kinds.values()) assert.deepEqual(await serious(name), []);
  const control = await serious("index.html", "<html><body><img src='a.png'><input></body></html>");
  assert.ok(control.length >= 2, control.join());
});

test("a second run writes the same, leaves other files and drops stale pages", () => {
  const read = () => {
    const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "utf8")]);
  };
  const first = read();
  assert.equal(report().code, 0);
  assert.deepEqual(read(), first);
  rmSync(join(folder, "blueprints/rtl.json"));
  writeFileSync(join(site, "mine.html"), "<p>mine");
  assert.equal(report().code, 0);
  assert.ok(!readdirSync(site).some((name) => name.includes("rtl")));
  assert.ok(existsSync(join(site, "mine.html")));
  writeFileSync(join(site, "index.html"), "<p>mine");
  const refused = report();
  assert.equal(refused.code, 2);
  assert.match(refused.err, /index\.html.*move it/);
  assert.equal(readFileSync(join(site, "index.html"), "utf8"), "<p>mine");
});
