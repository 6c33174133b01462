// Two people in two browsers and a bot play a game of Scharz without scripts, with forms alone: node
// sheets.mjs URL GAME SESSION SESSION. Lines are added to the order sheets by choosing areas of the board.
// By day, ten sheets are sealed; the nightly run plays to the end.

import { must, open, overflow, thorough } from "./site.mjs";

const [base, game, ...sessions] = process.argv.slice(2);
must(base && game && sessions.length === 2, "usage: node sheets.mjs URL GAME SESSION SESSION");

const address = `${base}/games/${game}`;
const browser = await open();
const pages = [];
for (const [at, session] of sessions.entries()) {
  // One of them plays on a phone.
  const viewport = at === 0 ? { width: 1280, height: 800 } : { width: 360, height: 740 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  pages.push(await context.newPage());
}

let [lines, struck, sealed] = [0, 0, 0];
const enough = () => lines > 5 && struck > 0 && sealed > 9;
for (let round = 0; thorough ? !(await over()) : !enough(); round += 1) {
  must(round < 60, "no end after 60 decisions");
  for (const page of pages) await turn(page, round);
}
console.log(`${lines} lines by the board, ${struck} struck off, ${sealed} sheets closed`);
must(enough(), "lines were written, struck off and sealed");
if (thorough) must((await pages[0].locator("#h-outcome").count()) === 1, "there is an outcome");
await browser.close();
console.log("all well");

async function over() {
  await pages[0].goto(address);
  return (await pages[0].locator("#h-outcome").count()) === 1;
}

/** One decision of one person: adds some lines with the board, removes one of them, and seals the sheet. */
async function turn(page, round) {
  await page.goto(address);
  must((await overflow(page)) <= 0, "the page is no wider than its window");
  if ((await closing(page).count()) === 0) return;
  await line(page, round);
  await page.goto(address);
  if (round % 4 === 2 && (await page.locator("#sheet .lines li").count()) > 0) {
    await reset(page);
    struck += 1;
    must((await page.locator("#sheet .lines").count()) === 0, "the sheet is empty again");
  }
  await page.goto(address);
  await give(page, "done");
  sealed += 1;
}

function closing(page) {
  return page.locator("#orders button[name=order][value^=done]");
}

/** Chooses an area of the board and submits the first form there unchanged. */
async function line(page, round) {
  const fields = page.locator(".map-box svg a[aria-label][href*='area=']");
  const count = await fields.count();
  if (count === 0) return;
  const href = await fields.nth(round % count).getAttribute("href");
  await page.goto(new URL(href, base).href);
  const form = page.locator("#orders form.subform[method=post]").first();
  if ((await form.count()) === 0) return;
  await Promise.all([page.waitForEvent("framenavigated"), form.locator("button[value=give]").click()]);
  await page.waitForLoadState();
  // An order that is not possible unchanged is refused with a reason, and the form is shown again.
  if (/done=ordered/.test(page.url())) lines += 1;
  else must((await page.locator("#refused").count()) === 1, `neither taken nor refused: ${page.url()}`);
}

/** Clears the sheet with its form. */
async function reset(page) {
  const form = page.locator("#orders form:has(input[name=lead][value=reset])");
  await unfold(form);
  await form.locator("button").click();
  await confirm(page);
}

/** Clicks the button of an order, and confirms its preview. */
async function give(page, order) {
  const button = page.locator(`#orders button[name=order][value^='${order}']`).first();
  await unfold(button);
  await button.click();
  await confirm(page);
}

/** Expands everything collapsed around an element. */
async function unfold(thing) {
  const folds = thing.locator("xpath=ancestor::details");
  for (let at = 0; at < (await folds.count()); at += 1) {
    const fold = folds.nth(at);
    if ((await fold.getAttribute("open")) === null) await fold.locator("> summary").click();
  }
}

async function confirm(page) {
  await page.waitForURL(/\/preview\?/);
  await page.locator(".would button[value=give]").click();
  await page.waitForURL(/done=/);
}
