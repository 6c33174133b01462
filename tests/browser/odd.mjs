// Game pages under unusual conditions: node odd.mjs URL SESSION TITLE=GAME... A phone that is turned, text twice as
// large, and no style sheets, pictures or scripts: the page is no wider than the window, the order is reachable,
// and the chosen order is given.

import { must, open, overflow } from "./site.mjs";

const [base, session, ...games] = process.argv.slice(2);
must(base && session && games.length > 0, "usage: node odd.mjs URL SESSION TITLE=GAME...");

const browser = await open();
// A user who sets text twice as large in the browser settings.
const large = await open("--blink-settings=defaultFontSize=32");
await elsewhere();
for (const one of games) {
  const [title, id] = one.split("=");
  const address = `${base}/games/${id}`;
  await turning(title, address);
  await larger(title, address);
  await bare(title, address);
  console.log(`${title}: well`);
}
await browser.close();
await large.close();
console.log("all well");

async function visitor(options, where = browser) {
  const context = await where.newContext(options);
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  return context.newPage();
}

/** Turning a phone keeps the page: what was typed, and what is expanded. */
async function turning(title, address) {
  const page = await visitor({ viewport: { width: 360, height: 740 } });
  await page.goto(address);
  await type(page, "half a thought");
  for (const [width, height] of [[740, 360], [360, 740], [740, 360]]) {
    await page.setViewportSize({ width, height });
    must((await overflow(page)) <= 0, `${title}: no wider than ${width} after it was turned`);
  }
  must((await typed(page)) === "half a thought", `${title}: what was typed is there after turning`);
  await reachable(page, title);
  await page.context().close();
}

/** The reader's text is twice as large as usual. */
async function larger(title, address) {
  for (const [width, height] of [[1280, 800], [360, 740]]) {
    const page = await visitor({ viewport: { width, height } }, large);
    await page.goto(address);
    must((await overflow(page)) <= 0, `${title}: no wider than ${width} with large text (${await overflow(page)} px)`);
    await reachable(page, title);
    await page.context().close();
  }
}

/** Other pages than games, with large text. */
async function elsewhere() {
  const page = await visitor({ viewport: { width: 360, height: 740 } }, large);
  for (const path of ["/", "/my-games", "/settings", "/open", "/archive", "/sign-in"]) {
    await page.goto(base + path);
    must((await overflow(page)) <= 0, `${path}: no wider than 360 with large text (${await overflow(page)} px)`);
  }
  await page.context().close();
}

/** Only HTML: the order can still be given. */
async function bare(title, address) {
  const page = await visitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await page.route("**/*", (route) => (route.request().resourceType() === "document" ? route.continue() : route.abort()));
  await page.goto(address);
  for (const part of ["h1", "#orders", ".board-text"]) {
    must((await page.locator(part).count()) > 0, `${title}: ${part} is there without style, pictures and script`);
  }
  await page.locator("#orders button").first().click();
  await page.waitForURL(/\/preview\?|done=/);
  if (page.url().includes("/preview?")) await page.locator(".would button[value=give]").first().click();
  await page.waitForURL(/done=/);
  await page.context().close();
}

function line(page) {
  return page.locator("form.order-line textarea, form.order-line input:not([type=hidden])").first();
}

async function type(page, words) {
  await page.evaluate(() => document.querySelectorAll("main details:has(.order-line)").forEach((fold) => { fold.open = true; }));
  await line(page).fill(words);
}

function typed(page) {
  return line(page).inputValue();
}

/** The first button of the orders is not covered and is inside the window. */
async function reachable(page, title) {
  const button = page.locator("#orders button").first();
  await button.scrollIntoViewIfNeeded();
  const met = await button.evaluate((one) => {
    const box = one.getBoundingClientRect();
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return one === found || one.contains(found);
  });
  must(met, `${title}: the first order is covered`);
}
