// Plays Ravenpost in a real browser: node play.mjs URL TITLE. It stops at the first fault with an error that
// describes it.

import { must, open, practise, signIn } from "./site.mjs";

const [base, title] = process.argv.slice(2);
must(base && title, "usage: node play.mjs URL TITLE");

const browser = await open();
const errors = [];
/** The path of the finished game. */
let finished;
const story = [wholeGame, keyboard, stepBack, noScriptAtAll];
for (const chapter of story) {
  console.log(chapter.name);
  const began = Date.now();
  await chapter();
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
must(errors.length === 0, `the browser complained:\n${errors.join("\n")}`);
await browser.close();
console.log("all well");

/** A new visitor; all errors of the browser are collected. */
async function visitor(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => {
    // The browser also reports pages that are refused as expected (404, 422); these do not count.
    const expected = message.text().startsWith("Failed to load resource: the server responded");
    if (message.type() === "error" && !expected) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error}`));
  return page;
}

/** Signs in without scripts, opens a table against a bot, and plays to the end with forms. */
async function wholeGame() {
  const page = await visitor({ javaScriptEnabled: false });
  await signIn(page, base, "whole@example.org");
  const game = await practise(page, base, title);
  const orders = await playOn(page, game, 2000);
  must((await page.locator("#h-outcome").count()) === 1, `no end after ${orders} orders`);
  must((await page.locator("table tbody tr").count()) >= 2, "the result names both seats");
  finished = game.replace(base, "");
  await page.setViewportSize({ width: 360, height: 800 });
  const result = await page.locator("#h-outcome + div").evaluate((box) => box.scrollWidth - box.clientWidth);
  must(result <= 0, "place, seat and points fit a phone");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.click("section a[href$='/audit']");
  await page.waitForURL(/audit$/);
  const draws = await page.locator("main").innerText();
  must(draws.includes("It matches the hash."), "the secret matches its commitment");
  must(draws.includes("all match"), "every draw can be derived again");
  console.log(`  over after ${orders} orders`);
}

/** Gives one offered order after another, with previews, until none is pending. */
async function playOn(page, game, most) {
  const offered = page.locator("#orders form button[name=order]");
  const forms = page.locator("#orders form.subform");
  const isAsked = async () => (await offered.count()) > 0 || (await forms.count()) > 0;
  await page.goto(game);
  for (let given = 0; given < most; given += 1) {
    // The page after an order may be from before the bot's move.
    if (!(await isAsked())) await page.goto(game);
    if (!(await isAsked())) return given;
    const count = await offered.count();
    if (count > 0) {
      const button = offered.nth((given * 7) % count);
      // A long list may be collapsed inside its group.
      for (const group of await button.locator("xpath=ancestor::details").all()) {
        if ((await group.getAttribute("open")) === null) {
          await group.locator("> summary").click();
        }
      }
      await button.click();
    } else {
      await fillForm(forms.first());
    }
    await page.waitForURL(/\/preview\?/);
    const would = page.locator(".would button[value=give]");
    must((await would.count()) === 1, `not foretold: ${page.url()}\n${await page.innerText("main")}`);
    await would.click();
    await page.waitForURL(/done=/);
    const said = await page.locator(".said").innerText();
    must(/done=(ordered|partly|over|nothing)/.test(page.url()), `not taken: ${said}`);
  }
  return most;
}

/** Fills in the form of a discard: gives up the requested goods one by one, in order. */
async function fillForm(form) {
  const asked = Number((await form.innerText()).match(/\d+/)?.[0] ?? 1);
  const amounts = form.locator("input[type=number]");
  let left = asked;
  for (let at = 0; at < (await amounts.count()) && left > 0; at += 1) {
    const most = Number(await amounts.nth(at).getAttribute("max"));
    await amounts.nth(at).fill(String(Math.min(most, left)));
    left -= Math.min(most, left);
  }
  await form.locator("button").click();
}

/** Gives an order with the keyboard alone, from the top of the page. */
async function keyboard() {
  const page = await visitor();
  await signIn(page, base, "keys@example.org");
  const game = await practise(page, base, title);
  const order = await page.locator("#orders button[name=order]").first().getAttribute("value");
  await page.goto(game);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const skip = await page.evaluate(() => document.activeElement.textContent);
  must(skip === "Skip to moves", `the second stop is ${skip}`);
  await page.keyboard.press("Enter");
  await tabTo(page, "order");
  await page.keyboard.type(order);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".would");
  await tabTo(page, null, "Confirm");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  must(outline === "solid", "what has the focus is seen");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".said");
}

/** Presses Tab until an element has the focus; does nothing if it already has it. */
async function tabTo(page, id, text) {
  for (let stops = 0; stops < 120; stops += 1) {
    const here = await page.evaluate(() => [document.activeElement.id, document.activeElement.textContent]);
    if ((id && here[0] === id) || (text && here[1].trim().startsWith(text))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${id ?? text}`);
}

/** Goes back and forward through the steps of the game, and looks at the board. */
async function stepBack() {
  const page = await visitor();
  await signIn(page, base, "steps@example.org");
  const game = await practise(page, base, title);
  await playOn(page, game, 4);
  await page.goto(game);
  must((await page.locator(".map-box .whole svg").count()) === 1, "there is a board");
  const box = await page.locator(".map-box .whole svg").boundingBox();
  must(box.width > 300 && box.height > 300, "the board can be seen");
  const now = await page.locator(".when .where strong").innerText();
  await page.click("a[rel=prev]");
  await page.waitForURL(/at=/);
  must((await page.locator("main").innerText()).includes("as you knew it then"), "this is the past");
  await page.click(".history a:text('Present')");
  await page.waitForURL(game);
  must((await page.locator(".when .where strong").innerText()) === now, "back again");
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/at=/);
  await page.locator(".steps input[type=range]").fill("6");
  await page.waitForURL(/at=6/);
  must((await page.locator(".when .where strong").innerText()) === "Step 6", "the slider steps");
  await page.goto(game);
  await page.click("#words > summary");
  must((await page.locator("#words pre").innerText()).length > 200, "the page describes the board as text");
}

/** Pages other than the game page have no script, and their policy would not run one. */
async function noScriptAtAll() {
  const page = await visitor();
  const answer = await page.goto(base);
  must(answer.headers()["content-security-policy"].startsWith("default-src 'none'"), "a policy");
  must((await page.locator("script").count()) === 0, "there is no script");
  for (const path of [`${finished}/audit`, `${finished}/log`, "/games", "/open"]) {
    await page.goto(base + path);
    must((await page.locator("script").count()) === 0, `no script on ${path}`);
  }
}
