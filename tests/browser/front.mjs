// The public pages: node front.mjs URL TITLE... At three widths, nothing is wider than the window, and the header is one
// row. Axe reports nothing at 768 px; with RAVENPOST_NIGHT at all three, light and dark (pages.mjs checks the other two
// every time). The fonts have every letter of our names. A page with its style sheets stays within its size limit. From
// the front page, two clicks lead to the first move of each title, without signing in and without scripts.

import { gzipSync } from "node:zlib";
import { complaints, must, open, overflow, thorough } from "./site.mjs";

/** The largest size of a page with its style sheets, compressed, without fonts and pictures. */
const LIMIT = 60 * 1024;
/** The largest height of the header, in pixels. */
const HEAD = 64;
/** Letters of names on our maps outside the basic Latin alphabet. */
const LETTERS = "ÁÐÍÚÞáäåæéíóöøúüýðþāēīšḪḫṬṭṣ";

const [base, ...titles] = process.argv.slice(2);
must(base && titles.length > 0, "usage: node front.mjs URL TITLE...");

const paths = ["/", "/titles", ...titles.map((title) => `/titles/${title}`), "/games", "/games?free=1&pace=none"];
paths.push("/archive", "/sign-in", "/credits", "/no-such-page");

const browser = await open();
const found = [];
for (const colorScheme of thorough ? ["light", "dark"] : ["light"]) {
  for (const width of [1280, 768, 360]) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(base + path);
      const where = `${path} at ${width}, ${colorScheme}`;
      for (const one of thorough || width === 768 ? await complaints(page) : []) found.push(`${where}: ${one}`);
      if ((await overflow(page)) > 0) found.push(`${where}: wider than its window`);
      const head = await page.locator("header.top > div").boundingBox();
      if (head.height > HEAD) found.push(`${where}: the head is ${head.height} pixels tall`);
    }
    await context.close();
  }
}
must(found.length === 0, `${found.length} faults:\n${found.join("\n")}`);

await fonts();
for (const path of paths) await weigh(path);
for (const title of titles) for (const size of [[1280, 800], [360, 740]]) await firstMove(title, size);
await browser.close();
console.log("all well");

/** Loads the fonts under the content security policy of the site, for each letter. */
async function fonts() {
  const page = await browser.newPage();
  const refused = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto(base);
  const missing = await page.evaluate(async (letters) => {
    const faces = ["700 16px Alegreya", '400 16px "Source Sans 3"', '600 16px "Source Sans 3"'];
    const missing = [];
    for (const face of faces) {
      for (const letter of letters) {
        const loaded = await document.fonts.load(face, letter);
        if (loaded.length === 0 || loaded.some((one) => one.status !== "loaded")) missing.push(`${face}: ${letter}`);
      }
    }
    return missing;
  }, LETTERS);
  must(missing.length === 0, `letters without a font: ${missing.join(", ")}`);
  must(refused.length === 0, refused.join("\n"));
  await page.close();
}

/** Adds up the sizes of a page, its style sheets and its scripts. */
async function weigh(path) {
  const html = await (await fetch(base + path)).text();
  const files = [...html.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)].map((one) => one[1]);
  let sum = gzipSync(html).length;
  for (const file of files) sum += gzipSync(await (await fetch(base + file)).text()).length;
  console.log(`${path}: ${(gzipSync(html).length / 1024).toFixed(1)} KB, with style sheets ${(sum / 1024).toFixed(1)} KB`);
  must(sum <= LIMIT, `${path} weighs ${sum} bytes`);
}

/** From the front page to the first move. */
async function firstMove(title, [width, height]) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height } });
  const page = await context.newPage();
  await page.goto(base);
  await page.locator(`main a[href='/titles/${title}/first-game']`).first().click();
  await page.waitForURL(/first-game/);
  await page.locator("#orders .asked button, #orders button.asked").first().click();
  await page.waitForURL(/step=2\b/);
  console.log(`${title} at ${width}: first move after 2 clicks`);
  await context.close();
}
