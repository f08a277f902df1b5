// The pages of `planwright report` in a real browser: Chromium of the system, or the one in CHROMIUM. With
// SCREENSHOTS=DIR the test keeps screenshots of the pages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { makeSite } from "./site.mjs";

const { folder, site } = makeSite();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pages = readdirSync(site).filter((name) => name.endsWith(".html"));
/** One page of each kind. */
const kinds = [...new Map(pages.map((name) => [name.split("-")[0], name])).values(), pages.find((name) => name.includes("rtl"))];
let browser;

/** Program to start. */
function program() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {}
  }
  throw new Error("there is no chromium; install it, or set CHROMIUM to its path");
}

before(async () => {
  browser = await chromium.launch({ executablePath: program(), args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Opens a page, passes it to `use`, and returns the errors in the browser and the requests to other origins. */
async function open(name, use, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()}`));
  page.on("request", (request) => request.url().startsWith("file:") || faults.push(`elsewhere: ${request.url()}`));
  await page.goto(pathToFileURL(join(site, name)).href);
  await use(page);
  await context.close();
  return faults;
}

async function keep(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
}

/** Returns the serious findings of axe, including contrast. */
async function serious(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document));
  const violations = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
  return violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`);
}

test("no page complains, asks for anything elsewhere, or is wider than a narrow window", { timeout: 300_000 }, async () => {
  for (const name of pages) {
    for (const width of [320, 1200]) {
      const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      const use = async (page) => {
        assert.equal(await wide(page), 0, `${name} at ${width}`);
        assert.notEqual(await page.title(), "taken", name);
      };
      assert.deepEqual(await open(name, use, { viewport: { width, height: 800 } }), [], name);
    }
  }
  writeFileSync(join(site, "control.html"), "<script>nothing()</script><img src=none.png><div style='width:5000px'>wide</div>");
  const control = await open("control.html", async (page) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth));
  });
  assert.ok(control.length >= 2, control.join());
});

test("axe finds nothing serious, in light and in dark", { timeout: 600_000 }, async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const name of kinds) {
      const use = async (page) => {
        assert.deepEqual(await serious(page), [], `${name}, ${colorScheme}`);
        await keep(page, `${name}-${colorScheme}`);
      };
      await open(name, use, { colorScheme });
    }
  }
  writeFileSync(join(site, "control.html"), "<html lang=en><title>t</title><p style='color:#aaa;background:#bbb'>pale</p><input>");
  await open("control.html", async (page) => {
    const found = (await serious(page)).join();
    assert.match(found, /color-contrast/);
    assert.match(found, /label/);
  });
});

test("headings of tables keep their words whole, and name their columns", async () => {
  for (const name of pages) {
    await open(name, async (page) => {
      const broken = await page.evaluate(() =>
        [...document.querySelectorAll("th")]
          .filter((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
            return cell.textContent.trim() === "" || (lines > 1 && cell.textContent.length < 30 && !/[\s-]/.test(cell.textContent.trim()));
          })
          .map((cell) => cell.outerHTML),
      );
      assert.deepEqual(broken, [], name);
    });
  }
});

test("the keyboard alone searches, chooses and opens", async () => {
  const faults = await open("index.html", async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    const box = await page.locator(".skip").boundingBox();
    assert.ok(box && box.x >= 0 && box.y >= 0, "the link to the content is seen when it has the focus");
    await page.keyboard.press("/");
    await page.keyboard.type("MISSING_FIELD");
    assert.match(await page.locator("#found-count").textContent(), /^[1-9]\d* found$/);
    await keep(page, "search");
    const outside = await page.locator("#found").evaluate((list) => list.getBoundingClientRect().right > innerWidth);
    assert.equal(outside, false);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/contract-/);
    assert.notEqual(await page.locator("h1").textContent(), "");
  });
  assert.deepEqual(faults, []);
});

test("every part that has the focus shows it", async () => {
  await open("index.html", async (page) => {
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      const style = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return [document.activeElement.outerHTML.slice(0, 80), outlineStyle, parseFloat(outlineWidth)];
      });
      assert.ok(style[1] !== "none" && style[2] >= 1, style.join());
    }
  });
});

test("dark is another colour, by the system and by the button, and the choice stays", async () => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const seen = [];
  for (const colorScheme of ["light", "dark"]) {
    const use = async (page) => {
      seen.push(await ground(page));
      assert.equal(await page.getAttribute("#theme", "aria-pressed"), String(colorScheme === "dark"));
    };
    await open("index.html", use, { colorScheme });
  }
  assert.notEqual(seen[0], seen[1]);
  await open("index.html", async (page) => {
    await page.click("#theme");
    assert.equal(await ground(page), seen[1]);
    assert.equal(await page.getAttribute("#theme", "aria-pressed"), "true");
    await page.goto(pathToFileURL(join(site, pages.find((name) => name.startsWith("contract-")))).href);
    assert.equal(await ground(page), seen[1]);
  });
});

test("right-to-left texts run from the right, code does not", async () => {
  await open(pages.find((name) => name.includes("rtl")), async (page) => {
    const direction = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).direction);
    assert.equal(await direction("h1"), "rtl");
    assert.equal(await direction("pre"), "ltr");
    assert.equal(await direction("nav"), "ltr");
  });
});

test("a printed page is its content alone, dark on light, with nothing cut off", async () => {
  for (const name of kinds) {
    // Width of A4 between its margins.
    const options = { colorScheme: "dark", viewport: { width: 718, height: 1047 } };
    await open(name, async (page) => {
      await page.emulateMedia({ media: "print" });
      for (const part of ["nav", "#search", "#theme"]) assert.equal(await page.locator(part).isVisible(), false, part);
      assert.equal(await page.locator("h1").isVisible(), true);
      const cut = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll(".wide, pre")].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(cut, [], name);
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
      const printed = await page.pdf({ format: "A4" });
      assert.ok(printed.length > 10_000, `${printed.length} bytes`);
      await keep(page, `${name}-print`);
    }, options);
  }
});

test("a drawing is on paper with round corners, for its lines may be dark", async () => {
  for (const name of pages.filter((one) => one.startsWith("graph-"))) {
    await open(name, async (page) => {
      const style = await page.locator("main img").first().evaluate((image) => [getComputedStyle(image).backgroundColor, getComputedStyle(image).borderRadius]);
      assert.deepEqual(style, ["rgb(255, 255, 255)", "14px"]);
      assert.ok(await page.locator("main img").last().evaluate((image) => image.complete && image.naturalWidth > 100));
      await keep(page, `${name}-drawing`);
    }, { colorScheme: "dark" });
  }
});

/** Returns texts that exceed their card, and cards that exceed the drawing. */
const overflowing = () => {
  const inside = (one, other) => one.x >= other.x && one.y >= other.y && one.x + one.width <= other.x + other.width && one.y + one.height <= other.y + other.height;
  const sheet = document.documentElement.viewBox.baseVal;
  return [...document.querySelectorAll("g > rect.card")].flatMap((card) => {
    const texts = [...card.parentElement.querySelectorAll("text")].filter((text) => !inside(text.getBBox(), card.getBBox()));
    return [...texts.map((text) => text.textContent), ...(inside(card.getBBox(), sheet) ? [] : [card.outerHTML])];
  });
};

test("large drawings are on sheets, and no text reaches over its card", async () => {
  const drawings = readdirSync(site).filter((name) => name.startsWith("drawing-"));
  assert.ok(drawings.filter((name) => name.startsWith("drawing-long")).length >= 3, drawings.join());
  assert.ok(drawings.filter((name) => name.startsWith("drawing-fix-long")).length >= 3, drawings.join());
  for (const name of drawings) {
    for (const colorScheme of ["light", "dark"]) {
      const use = async (page) => {
        assert.ok(await page.evaluate(() => document.querySelectorAll("g > rect.card text, g > rect.card").length > 0), name);
        assert.deepEqual(await page.evaluate(overflowing), [], name);
        await keep(page, `${name}-${colorScheme}`);
      };
      assert.deepEqual(await open(name, use, { colorScheme, viewport: { width: 1750, height: 1500 } }), [], name);
    }
  }
  const card = (text) => `<g><rect class="card" x="10" y="10" width="60" height="30"/><text x="12" y="30" font-size="12">${text}</text></g>`;
  writeFileSync(join(site, "control.svg"), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${card("fits")}${card("much too wide for it")}</svg>`);
  await open("control.svg", async (page) => assert.deepEqual(await page.evaluate(overflowing), ["much too wide for it"]));
});
