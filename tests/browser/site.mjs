// A browser at a running Ravenpost, with functions for the actions of players. Nothing in this file waits a
// fixed time; everything waits for a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Whether this is the nightly run, which plays and checks everything. Other runs play and check a part. */
export const thorough = Boolean(process.env.RAVENPOST_NIGHT);

/** Starts the installed browser. */
export function open(...more) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", ...more] });
}

/** Throws an error with this sentence unless the condition holds. */
export function must(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** Signs in with an address, through the email in the outbox. */
export async function signIn(page, base, address) {
  await page.goto(`${base}/sign-in`);
  await page.fill("#address", address);
  await page.click("main button");
  await page.waitForSelector("#code");
  await openEmail(page, base, address);
  const link = await page.locator(".email-text a[href*='/sign-in/']").first().getAttribute("href");
  await page.goto(link);
  await page.click("main form[action^='/sign-in/'] button");
  await page.waitForURL(/done=signed-in/);
}

/** Opens the newest email to an address, and waits for it if necessary. */
export async function openEmail(page, base, address) {
  for (let tries = 0; tries < 200; tries += 1) {
    await page.goto(`${base}/outbox`);
    const row = page.locator("main li", { hasText: address }).first();
    if ((await row.count()) > 0) {
      await row.locator("a").first().click();
      return;
    }
  }
  throw new Error(`the outbox has no email to ${address}`);
}

/** Opens a table of a title for two, with a bot in the other seat, and returns the game's address. */
export async function practise(page, base, title) {
  await page.goto(`${base}/open?title=${title}&practice=1`);
  await page.selectOption("#seats", "2");
  await page.locator("details:has(#seat-1) > summary").click();
  await page.selectOption("#seat-1", "me");
  await page.selectOption("#seat-2", "random");
  await page.click("form[action='/open'][method='post'] > button");
  await page.waitForURL(/\/games\/[a-z0-9-]+/);
  return page.url().split("?")[0];
}

/** The rules of axe whose result depends on the size or the colours of a page. */
const LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

/** Returns what axe reports about a page; with "looks", only what depends on its size and colours. */
export async function complaints(page, which = "all") {
  await page.evaluate(axeSource);
  // Axe would fetch style sheets again for rules that are not requested, and there is no audio or video.
  const options = { resultTypes: ["violations"], preload: false };
  if (which === "looks") options.runOnly = { type: "rule", values: LOOKS };
  const found = await page.evaluate((options) => globalThis.axe.run(document, options), options);
  return found.violations.map((one) => {
    const where = one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`);
    return `${one.id} (${one.impact}): ${one.help}\n    ${where.join("\n    ")}`;
  });
}

/** Returns by how many pixels a page is wider than the window. */
export function overflow(page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
}
