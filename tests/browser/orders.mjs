// Orders given through a real browser without script, by the forms of a game's page.

import { must } from "./site.mjs";

/** All orders that stand on buttons, in one question: each by itself is slow. */
export async function offered(page) {
  const all = page.locator("#orders ul.orders button[name=order]");
  return all.evaluateAll((buttons) => buttons.map((button) => button.value));
}

/** Presses an order's button, wherever it is folded away, and confirms. */
export async function press(page, order, part = "#orders ul.orders") {
  const button = page.locator(`${part} button[value='${order}']`).first();
  const folds = button.locator("xpath=ancestor::details");
  for (let at = 0; at < (await folds.count()); at += 1) {
    const fold = folds.nth(at);
    if ((await fold.getAttribute("open")) === null) await fold.locator("> summary").click();
  }
  await button.click();
  await confirm(page);
}

/** Reads what an order would do, and gives it. */
export async function confirm(page) {
  await page.waitForURL(/\/preview\?/);
  const would = page.locator(".would button[value=give]");
  must((await would.count()) === 1, `not foretold: ${page.url()}\n${await page.innerText("main")}`);
  await would.click();
  await page.waitForURL(/done=/);
  must(/taken|changes nothing/.test(await page.innerText(".said")), "the order is taken");
}
