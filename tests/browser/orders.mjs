// Gives orders in a real browser without scripts, with the forms of a game page.

import { must } from "./site.mjs";

/** Returns the orders of all buttons with a single query, because one query per button is slow. */
export async function offered(page) {
  const all = page.locator("#orders ul.orders button[name=order]");
  return all.evaluateAll((buttons) => buttons.map((button) => button.value));
}

/** Clicks the button of an order, even in a collapsed group, and confirms. */
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

/** Reads the preview of an order, and gives it. */
export async function confirm(page) {
  await page.waitForURL(/\/preview\?/);
  const would = page.locator(".would button[value=give]");
  must((await would.count()) === 1, `not foretold: ${page.url()}\n${await page.innerText("main")}`);
  await would.click();
  await page.waitForURL(/done=/);
  must(/done=(ordered|partly|over|nothing)/.test(page.url()), "the order is taken");
}

/** Fetches and parses a page without rendering it. */
async function read(page, path, form) {
  const { request } = page.context();
  const answer = form
    ? await request.post(path, { form, headers: { origin: new URL(path).origin } })
    : await request.get(path);
  must(answer.ok(), `${path}: ${answer.status()}`);
  return { url: answer.url(), html: await answer.text() };
}

/** Returns the orders and the player's goods from a game page, without rendering it. */
export async function glance(page, address) {
  const { html } = await read(page, address);
  return page.evaluate((html) => {
    const all = new DOMParser().parseFromString(html, "text/html");
    const orders = [...all.querySelectorAll("#orders ul.orders button[name=order]")];
    const row = all.querySelector("#own table tbody tr");
    const goods = row ? [...row.querySelectorAll("td")].map((cell) => parseInt(cell.textContent, 10)) : [];
    return { orders: orders.map((button) => button.value), goods };
  }, html);
}

/** Gives an order with the same two forms, preview and confirmation, without rendering their pages. */
export async function send(page, address, order) {
  const { html } = await read(page, `${address}/preview?order=${encodeURIComponent(order)}`);
  const form = await page.evaluate((html) => {
    const all = new DOMParser().parseFromString(html, "text/html");
    const give = all.querySelector(".would button[value=give]");
    const hidden = give ? [...give.form.querySelectorAll("input[type=hidden]")] : [];
    return Object.fromEntries([...hidden, give].filter(Boolean).map((one) => [one.name, one.value]));
  }, html);
  must(form.order, `not foretold: ${order}`);
  const { url } = await read(page, `${address}/orders`, form);
  must(/done=/.test(url), `not taken: ${order}`);
}
