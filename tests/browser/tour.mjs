// A first game on a phone, without scripts: node tour.mjs URL TITLE. Once by clicks on the board and on the marked
// choices, and once with the keyboard alone (without RAVENPOST_NIGHT, only in Gotlandia). Only what can only be typed is
// typed. The first wrong choice is answered with advice. Every marked choice except a form is at most a screen below
// the first move.

import { Keyboard } from "./keyboard.mjs";
import { must, open, overflow, thorough } from "./site.mjs";

const [base, title] = process.argv.slice(2);
must(base && title, "usage: node tour.mjs URL TITLE");

const browser = await open();
const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
const page = await context.newPage();
const counted = { button: 0, place: 0, typed: 0 };
for (const by of thorough || title === "gotlandia" ? [click, press] : [click]) {
  await page.goto(`${base}/titles/${title}`);
  await page.locator(`a[href='/titles/${title}/first-game']`).first().click();
  await page.waitForURL(/first-game/);
  let at = 1;
  for (; (await page.locator("#tour .ask").count()) > 0; at += 1) {
    must(at < 60, "it comes to an end");
    must((await overflow(page)) <= 0, `step ${at} is as wide as the window`);
    must(await page.evaluate(isWhole), `the line below the heading is cut off at step ${at}`);
    must(await page.evaluate(isFree), `no button or field has the focus at step ${at}`);
    if (at === 1) await stray();
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

/** In the page: whether no control has the focus. */
function isFree() {
  return !document.activeElement?.matches("a, button, input, select, summary");
}

/** In the page: whether the line below the heading is shown in full. */
function isWhole() {
  const line = document.querySelector(".g-head > p");
  return line.scrollWidth <= line.clientWidth;
}

/** Makes another move than the requested one, and returns to the question. */
async function stray() {
  const wrong = page.locator("#orders button[name=order]:not(.asked):visible");
  if ((await wrong.count()) === 0) return;
  const address = page.url();
  await wrong.first().click();
  const answer = page.locator("#elsewhere, #refused");
  await answer.waitFor();
  const { top, bottom } = await answer.evaluate((one) => one.getBoundingClientRect().toJSON());
  must(top >= 0 && bottom <= 740, `the answer to a wrong move is in sight: ${top} to ${bottom}`);
  must((await page.locator("#tour .ask").count()) === 1, "the move is still asked for");
  await page.goto(address);
}

/** In the page: how far the marked move ends below the first one, in screens. */
function depth() {
  const marked = document.querySelector("#orders .asked");
  const top = document.querySelector("#orders").getBoundingClientRect().top;
  return (marked.getBoundingClientRect().bottom - top) / innerHeight;
}

/** Gives the requested order: by its place on the board, by the marked choice, or typed. */
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
    const deep = await page.evaluate(depth);
    must(deep <= 1, `the marked move ends ${deep.toFixed(2)} screens below the first: ${asked}`);
    counted.button += 1;
    await by(marked, "#orders");
    return;
  }
  counted.typed += 1;
  await page.fill("#order", asked);
  await by("#orders .order-line button", "#orders");
}

async function click(selector) {
  const link = page.locator(selector).first();
  await link.scrollIntoViewIfNeeded();
  const spot = await link.evaluate(visibleSpot);
  if (spot) return page.mouse.click(spot.x, spot.y);
  await link.click();
}

/** In the page: an uncovered point of a place on the board. Its middle may be in another place. */
function visibleSpot(link) {
  if (!(link instanceof SVGElement)) return null;
  const { left, top, width, height } = link.getBoundingClientRect();
  for (let step = 0; step < 400; step += 1) {
    const [x, y] = [left + (width * ((step % 20) + 0.5)) / 20, top + (height * (Math.floor(step / 20) + 0.5)) / 20];
    if (document.elementFromPoint(x, y)?.closest("a") === link) return { x, y };
  }
  return null;
}

/** Uses the link at the top of the page, or continues from the story, which precedes the moves. */
async function press(selector, skip) {
  const keys = new Keyboard(page);
  const before = skip === "#orders" ? "#tour, #orders" : "#orders";
  const near = await page.evaluate((css) => Boolean(document.activeElement?.closest(css)), before);
  if (!near) await keys.skipTo(skip);
  await keys.enter(selector, 200);
}
