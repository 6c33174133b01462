// Checks a page of every kind in every title, wide and light, narrow and dark: node pages.mjs URL SESSION
// TITLE=GAME=OVER|/PATH|out:/PATH|kept:/TALK... Paths after "out:" are opened without the session; a message
// written at the path after "kept:" is stored while its writer signs in again. Axe reports nothing, ids are unique,
// no element without a role has an accessible name, no link to an anchor is broken, and nothing is wider than the
// window. Axe checks the game page of every title, and each other kind of page in one title. At the narrow size it
// checks only what depends on size and colours, except on game pages. Pages without axe are opened only at the narrow
// size. With RAVENPOST_NIGHT, nothing is left out. RAVENPOST_PICTURES names a folder in which a picture of each page
// is saved, at two additional sizes.

import { complaints, must, open, overflow, thorough } from "./site.mjs";

const [base, session, ...named] = process.argv.slice(2);
must(base && session && named.length > 0, "usage: node pages.mjs URL SESSION TITLE=GAME=OVER|/PATH|out:/PATH...");

const browser = await open();
const folder = process.env.RAVENPOST_PICTURES;
const sizes = [["light", 1280], ["dark", 360]];
if (folder) sizes.push(["dark", 1280], ["light", 768]);
const found = [];
const looked = new Set();
await Promise.all(sizes.map(visit));
must(found.length === 0, `${found.length} things to mend:\n${found.join("\n")}`);
await browser.close();
for (const path of looked) console.log(`at ${path}`);
console.log("all well");

/** Every page at one size; the sizes run concurrently. */
async function visit([colorScheme, width]) {
  const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true };
  const context = await browser.newContext(options);
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  const page = await context.newPage();
  const narrow = width === 360;
  const usual = narrow && !thorough ? "looks" : "all";
  for (const path of named.filter((one) => one.startsWith("/"))) await look(page, path, usual);
  const titles = named.filter((one) => !/^(out:|kept:)?\//.test(one));
  for (const [at, one] of titles.entries()) {
    const [title, game, over] = one.split("=");
    for (const [kind, path] of (await paths(page, title, game, over)).entries()) {
      if (path === `/games/${game}`) await look(page, path, "all");
      else if (thorough || kind % titles.length === at) await look(page, path, usual);
      else if (narrow || folder) await look(page, path, "none");
    }
  }
  for (const one of named.filter((one) => one.startsWith("kept:"))) await kept(context, page, one.slice(5), usual);
  await context.close();
  const out = await browser.newContext(options);
  const stranger = await out.newPage();
  for (const one of named.filter((one) => one.startsWith("out:"))) await look(stranger, one.slice(4), usual);
  await out.close();
}

/** The page of a message that was submitted in an expired session. */
async function kept(context, page, talk, axe) {
  await page.goto(base + talk);
  await page.fill("#say", "Hello");
  await context.clearCookies({ name: "ravenpost" });
  await page.click("form[action$='/talk'] button");
  await page.waitForURL(/sign-in/);
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  await look(page, "/kept", axe);
}

/** The pages of a title: its documents, a running game, and a finished one. */
async function paths(page, title, running, over) {
  const [game, end] = [`/games/${running}`, `/games/${over}`];
  const games = ["/first-game", "/first-game?step=3", "/first-game?step=2&order=fly", "/examples", "/examples/L1?step=2"];
  const titles = ["", "/learn", "/tour", "/rules", "/notation", "/background", ...games].map((part) => `/titles/${title}${part}`);
  const tabs = ["table", "standing", "history", "talk", "notes", "players", "rules"].map((tab) => `${game}?tab=${tab}`);
  const parts = ["", "/log", "/clock", "/audit", "/luck", "/catch-up", "/days", "/think", "/talk", "/end", "/change", "/leave"];
  const ended = ["", "?at=12", "?at=12&eye=open", "?at=12&eye=open&every=1", "?at=12&eye=1", "/saga", "/luck", "/audit"];
  await page.goto(base + game);
  const offered = page.locator("#orders button[name=order]");
  const order = (await offered.count()) > 0 ? await offered.first().getAttribute("value") : "pass";
  const asked = ["?at=8", "?at=8&from=4", "?at=8&eye=now", "/fork?at=8", "/rewind?to=8"].map((part) => game + part);
  asked.push(`${game}/preview?order=${encodeURIComponent(order)}`, `${game}/preview?order=fly`);
  return [...titles, ...parts.map((part) => game + part), ...tabs, ...asked, ...ended.map((part) => end + part)];
}

/** Checks a page. The argument `axe` selects what axe checks: "all", "looks" or "none". */
async function look(page, path, axe) {
  await page.goto(base + path);
  looked.add(path);
  const where = `${path} at ${page.viewportSize().width}`;
  const said = [...(axe === "none" ? [] : await complaints(page, axe)), ...(await page.evaluate(faults))];
  const wide = await overflow(page);
  if (wide > 0) said.push(`${wide} pixels too wide`);
  if (folder) {
    const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
    const name = path.replace(/[^a-z0-9]+/gi, "-").slice(1, 80);
    const to = `${folder}/${name}-${page.viewportSize().width}-${dark ? "dark" : "light"}.png`;
    await page.screenshot({ path: to, fullPage: true });
  }
  for (const one of said) {
    found.push(`${where}: ${one}`);
    console.error(found.at(-1));
  }
}

/** In the page: what an HTML validator would report. */
function faults() {
  const told = [];
  const seen = new Set();
  for (const { id } of document.querySelectorAll("[id]")) {
    if (seen.has(id)) told.push(`the id ${id} stands twice`);
    seen.add(id);
  }
  // A span or a div without a role must not have an accessible name.
  for (const one of document.querySelectorAll("span[aria-label]:not([role]), div[aria-label]:not([role])")) {
    told.push(`a name without a role: ${one.outerHTML.slice(0, 90)}`);
  }
  for (const link of document.querySelectorAll("a[href^='#']")) {
    const to = link.getAttribute("href").slice(1);
    if (to && !seen.has(decodeURIComponent(to))) told.push(`#${to} leads nowhere`);
  }
  for (const head of document.querySelectorAll("th")) {
    if (!head.textContent.trim()) told.push(`an empty head of a table: ${head.parentElement.textContent.slice(0, 60)}`);
  }
  return told;
}
