// Plays complete turns of every title with the keyboard alone: node turns.mjs URL SESSION TITLE=GAME... A turn is
// over when its player has nothing pending; if bots answer at once and that never happens, after three orders (six
// in the nightly run). In titles with order sheets, a line is first added from the board.

import { Keyboard } from "./keyboard.mjs";
import { must, open, thorough } from "./site.mjs";

const [base, session, ...games] = process.argv.slice(2);
must(base && session && games.length > 0, "usage: node turns.mjs URL SESSION TITLE=GAME...");

const ENOUGH = thorough ? 6 : 3;

const browser = await open();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
const page = await context.newPage();
for (const one of games) {
  const [title, id] = one.split("=");
  const address = `${base}/games/${id}`;
  await page.goto(address);
  must(await asked(), `${title}: an order is asked for`);
  const keys = new Keyboard(page);
  let orders = 0;
  if (await sheet()) await line(keys);
  for (; orders < ENOUGH && (await asked()); orders += 1) {
    if (await cards()) await plan(keys);
    await keys.give((await sheet()) ? "#orders button[name=order][value^=done]" : undefined);
    await page.goto(address);
  }
  must(orders > 0, `${title}: an order was given`);
  console.log(`${title}: a turn of ${orders} orders, ${keys.pressed} keys`);
}
await browser.close();
console.log("all well");

async function asked() {
  return (await page.locator("#orders button:not(.copy)").count()) > 0;
}

/** Whether lines are gathered before they are submitted. */
async function sheet() {
  return (await page.locator("#orders button[name=order][value^=done]").count()) > 0
    && (await page.locator("#sheet").count()) > 0;
}

/** Chooses a place on the board, and adds the first order there to the sheet. */
async function line(keys) {
  const address = page.url();
  await keys.enter(".map-box svg a[href*='area=']", 200);
  await page.waitForURL(/area=/);
  await keys.enter("#orders form.subform button[value=give]", 200);
  await page.waitForURL(/done=|\/orders/);
  must((await page.locator("#sheet .lines li").count()) > 0, "the line stands on the sheet");
  await page.goto(address);
}

/** The number of cards to choose in the first form, if any. */
async function cards() {
  const form = page.locator("#orders form").first();
  const words = (await form.locator(".numbers").count()) > 0 ? await form.innerText() : "";
  return Number(/Choose exactly (\d+)/.exec(words)?.[1] ?? 0);
}

/** Chooses this many cards in rows of numbers with the arrow keys; the form is submitted afterwards. */
async function plan(keys) {
  let left = await cards();
  const rows = page.locator("#orders form").first().locator(".numbers");
  for (let at = 0; at < (await rows.count()) && left > 0; at += 1) {
    const most = (await rows.nth(at).locator("input").count()) - 1;
    const name = await rows.nth(at).locator("input").first().getAttribute("name");
    await keys.reach(`#orders input[name="${name}"]`, 120);
    for (let taken = 0; taken < most && left > 0; taken += 1, left -= 1) await keys.press("ArrowDown");
  }
  must(left === 0, "the rows have as many cards as are asked for");
}
