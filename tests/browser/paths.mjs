// Typical paths from beginning to end: node paths.mjs URL GAME EMAIL SHEET ANN BOB. EMAIL is the address of an order
// in Ann's turn email, SHEET a game with a line on Ann's order sheet; ANN and BOB are sessions. Ann plays from her
// email, returns after some days, and votes from her list of pending actions.

import { must, open } from "./site.mjs";

const [base, game, email, sheet, ann, bob] = process.argv.slice(2);
must(base && game && email && sheet && ann && bob, "usage: node paths.mjs URL GAME EMAIL SHEET ANN BOB");

const address = `${base}/games/${game}`;
const browser = await open();
for (const path of [fromEmail, afterDays, aVote, copiedLines]) {
  console.log(path.name);
  await path();
}
await browser.close();
console.log("all well");

async function person(session, options = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  return context.newPage();
}

/** Follows a link or a button to the page it leads to. */
async function go(page, target) {
  const locator = typeof target === "string" ? page.locator(target).first() : target;
  await Promise.all([page.waitForEvent("load"), locator.click()]);
}

/** Two taps from an email: the number of an order leads to its preview, and Confirm has the focus there. */
async function fromEmail() {
  const page = await person(ann);
  await page.goto(base + email);
  must((await page.locator(".would").count()) === 1, "the email leads to the preview of its order");
  const focused = await page.evaluate(() => document.activeElement.textContent.trim());
  must(focused.startsWith("Confirm"), `Confirm has the focus, not ${focused}`);
  await Promise.all([page.waitForURL(/done=/), page.keyboard.press("Enter")]);
  must((await page.locator(".said").count()) === 1, "the order was taken");
  await page.context().close();
}

/** From the pending actions to the game, which shows what has happened; the replay begins with the player's order. */
async function afterDays() {
  await untilAsked(ann, bob);
  const page = await person(ann, { javaScriptEnabled: false });
  await page.goto(`${base}/my-games`);
  const waits = page.locator(`.wait li a.button[href*="${game}"]`);
  must((await waits.count()) === 1, "the game is waiting for Ann");
  await go(page, waits);
  must(page.url().startsWith(address), "it leads to the game");
  must((await page.locator(".turn .since li, .news .log li").count()) > 0, "it shows what has happened since");
  await go(page, ".doors a[href*='own=']");
  must((await page.locator(".when").innerText()).includes("Your last move"), "the replay begins with Ann's own order");
  let boards = 1;
  for (; (await page.locator(".when a[rel=next]").count()) > 0; boards += 1) {
    must(boards < 60, "it comes to an end");
    await go(page, ".when a[rel=next]");
  }
  must(boards > 1, "it continues with the moves of others, board by board");
  const back = page.locator(".when a", { hasText: "back to game" });
  if ((await back.count()) > 0) await go(page, back);
  else await page.goto(address);
  must((await page.locator("#orders button[name=order], #orders form").count()) > 0, "the game page offers Ann's orders");
  await page.context().close();
}

/** Bob proposes to end the game. Ann finds the vote among her pending actions, and agrees. */
async function aVote() {
  const his = await person(bob, { javaScriptEnabled: false });
  await his.goto(`${address}/end`);
  await his.selectOption("#place-2", "2");
  await his.fill("#reason", "No time any more");
  await go(his, "form[action$='/end'] button");
  const page = await person(ann, { javaScriptEnabled: false });
  await page.goto(`${base}/my-games`);
  const vote = page.locator(".wait li", { hasText: /vote/i }).locator(`a.button[href*="${game}"]`);
  must((await vote.count()) > 0, `a vote is waiting for Ann: ${await page.locator("main").innerText()}`);
  await go(page, vote);
  await go(page, "#vote button[value=agree]");
  must((await page.locator("#h-outcome").count()) === 1, "Ann's vote ends the game");
  await go(page, ".ending a[href$='/saga']");
  must((await page.locator(".saga h1").count()) === 1, "and its saga is there to keep");
  await page.context().close();
  await his.context().close();
}

/** All lines of a draft can be copied as text. */
async function copiedLines() {
  const page = await person(ann, { permissions: ["clipboard-read", "clipboard-write"] });
  await draft(page, `${base}/games/${sheet}`);
  const lines = await page.locator(".draft .lines code").allInnerTexts();
  must(lines.length > 0, "there is a draft");
  await page.click(".draft .copy");
  await page.locator(".draft .copy", { hasText: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  must(copied === lines.join("; "), `what was copied: ${copied}`);
  // The copied lines can be entered again unchanged.
  await page.goto(`${base}/games/${sheet}/preview?order=${encodeURIComponent(copied)}`);
  must((await page.locator(".would, .refused").count()) > 0, "the line is read");
  await page.context().close();
}

/** Adds lines with the areas of the board until there is a draft. */
async function draft(page, table) {
  for (let tries = 0; tries < 40; tries += 1) {
    await page.goto(table);
    if ((await page.locator(".draft .lines code").count()) > 0) return;
    const fields = page.locator(".map-box svg a[aria-label][href*='area=']");
    const count = await fields.count();
    must(count > 0, "the board has fields to choose");
    await page.goto(new URL(await fields.nth(tries % count).getAttribute("href"), base).href);
    const form = page.locator("#orders form.subform[method=post]").first();
    if ((await form.count()) === 0) continue;
    await Promise.all([page.waitForEvent("load"), form.locator("button[value=give]").click()]);
  }
}

/** Gives orders for the awaited player until only the first one is awaited and the other has moved. */
async function untilAsked(hers, his) {
  const people = [await person(hers, { javaScriptEnabled: false }), await person(his, { javaScriptEnabled: false })];
  let others = 0;
  for (let given = 0; given < 60; given += 1) {
    const turns = [];
    for (const page of people) turns.push((await (await page.context().request.get(`${address}/now`)).json()).turn);
    if (turns[0] && !turns[1] && others > 0) break;
    others += turns[1] ? 1 : 0;
    const page = turns[1] ? people[1] : people[0];
    await page.goto(address);
    const order = await page.locator("#orders button[name=order]").first().getAttribute("value");
    await page.goto(`${address}/preview?order=${encodeURIComponent(order)}`);
    await Promise.all([page.waitForURL(/done=/), page.locator(".would button[value=give]").click()]);
  }
  for (const page of people) await page.context().close();
}
