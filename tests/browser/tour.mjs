// A first game on a phone, without script: node tour.mjs URL TITLE. Once by clicks, on the board and on what is
// marked under it, and once by keys alone. What can only be typed is typed.

import { Keyboard } from "./keyboard.mjs";
import { must, open, overflow } from "./site.mjs";

const [base, title] = process.argv.slice(2);
must(base && title, "usage: node tour.mjs URL TITLE");

const browser = await open();
const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
const page = await context.newPage();
const counted = { button: 0, place: 0, typed: 0 };
for (const by of [click, press]) {
  await page.goto(`${base}/titles/${title}`);
  await page.locator(`a[href='/titles/${title}/first-game']`).first().click();
  await page.waitForURL(/first-game/);
  let at = 1;
  for (; (await page.locator("#tour .ask").count()) > 0; at += 1) {
    must(at < 60, "it comes to an end");
    must((await overflow(page)) <= 0, `step ${at} is as wide as the window`);
    await order(by);
    await page.waitForURL(new RegExp(`step=${at + 1}\\b`));
  }
  must((await page.innerText("#tour")).includes("That completes the first game"), "it says that it is over");
  console.log(`${by.name}: ${at - 1} orders`);
}
console.log(Object.entries(counted).map(([what, count]) => `${what}: ${count}`).join(", "));
must(counted.button > 0, "orders are given by what is marked");
await browser.close();
console.log("all well");

/** Gives the order that is asked for: by its place on the board, by what is marked, or typed. */
async function order(by) {
  const asked = await page.innerText("#tour .ask > code");
  const place = page.locator("#tour .ask a[href*=area]");
  if ((await place.count()) > 0) {
    counted.place += 1;
    const to = await place.getAttribute("href");
    await by(`#board a[href='${to}']`, "#board");
    await page.waitForURL(/area=/);
  }
  const marked = "#orders button.asked, #orders form.asked:not(:has(select, input:not([type=hidden]))) button";
  if ((await page.locator(marked).count()) > 0) {
    counted.button += 1;
    await by(marked, "#orders");
    return;
  }
  counted.typed += 1;
  await page.fill("#order", asked);
  await by("#orders .order-line button", "#orders");
}

async function click(selector) {
  await page.locator(selector).first().click();
}

async function press(selector, skip) {
  const keys = new Keyboard(page);
  if (!(await page.evaluate((css) => document.activeElement?.closest(css), "#orders"))) await keys.skipTo(skip);
  await keys.enter(selector, 160);
}
