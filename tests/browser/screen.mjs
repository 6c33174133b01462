// Measures the game page against its limits: node screen.mjs URL SESSION TITLE=GAME... Each game
// awaits an order of the session's player. Two decisions are measured (three in the nightly run), and the worst
// counts. Each is then answered with the keyboard alone. It fails if a limit is exceeded.

import { gzipSync } from "node:zlib";
import { Keyboard } from "./keyboard.mjs";
import { must, open, overflow, thorough } from "./site.mjs";

/** The limits for every page. */
const LIMITS = {
  "first order at 1280x800, screens": 1.0,
  "first order at 360x740, screens": 2.0,
  "first order at 768x1024, screens": 1.3,
  "height at 1280, px": 4000,
  "height at 360, px": 7000,
  "keys to an order given": 8,
  "story at 1280, screens": 0.9,
  "story at 360, screens": 0.9,
  "steps of the past at 1280, screens": 1.0,
  "without board at 1280": 0.5,
  "without board at 360": 0.5,
  "KiB gzipped": 60,
};
const DECISIONS = thorough ? 3 : 2;

const [base, session, ...games] = process.argv.slice(2);
must(base && session && games.length > 0, "usage: node screen.mjs URL SESSION TITLE=GAME...");

const browser = await open();
const context = await browser.newContext({ javaScriptEnabled: true });
await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
const page = await context.newPage();
const passed = [];
for (const game of games) {
  const [title, id] = game.split("=");
  const worst = {};
  for (let decision = 0; decision < DECISIONS; decision += 1) {
    // After the first decision, do not wait for bots that move in the next round of the clock loop.
    if (decision > 0 && !(await asked(`${base}/games/${id}`))) break;
    const found = await measure(`${base}/games/${id}`);
    for (const [what, value] of Object.entries(found)) worst[what] = Math.max(worst[what] ?? 0, value);
  }
  for (const [what, limit] of Object.entries(LIMITS)) {
    const slips = !(worst[what] <= limit);
    console.log(`${title}: ${what}: ${worst[what]?.toFixed(2)} of ${limit}${slips ? "  TOO MUCH" : ""}`);
    if (slips) passed.push(`${title}: ${what}: ${worst[what]} of ${limit}`);
  }
}
await browser.close();
must(passed.length === 0, passed.join("\n"));
console.log("all well");

/** Measures one decision at every width, and the past steps; then gives the order. */
async function measure(address) {
  const found = {};
  for (const [width, height] of [[1280, 800], [768, 1024], [360, 740]]) {
    await page.setViewportSize({ width, height });
    await visit(address);
    must((await overflow(page)) <= 0, `${address} is no wider than ${width}`);
    const { order, tall } = await page.evaluate(look);
    found[`first order at ${width}x${height}, screens`] = order / height;
    if (width === 768) continue;
    found[`height at ${width}, px`] = tall;
    await visit(new URL(await page.locator("a[rel=prev]").getAttribute("href"), address).href);
    must((await overflow(page)) <= 0, `the past is no wider than ${width}`);
    const past = await page.evaluate(stepping);
    found[`story at ${width}, screens`] = past.story;
    found[`without board at ${width}`] = past.without;
    if (width === 1280) found["steps of the past at 1280, screens"] = past.steps;
  }
  const answer = await context.request.get(address);
  found["KiB gzipped"] = gzipSync(await answer.body()).length / 1024;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address);
  const keys = new Keyboard(page);
  await keys.give();
  found["keys to an order given"] = keys.pressed;
  return found;
}

/** Whether the reader is asked for an order. */
async function asked(address) {
  await page.goto(address);
  return (await page.locator("#orders button:not(.copy)").count()) > 0;
}

/** Opens a page without the banner of a server with a local outbox. */
async function visit(address) {
  await page.goto(address);
  await page.evaluate(() => document.querySelector(".banner")?.remove());
}

/** In the page: the lower edge of the first visible order, and the height of the page. */
function look() {
  const controls = [...document.querySelectorAll("#orders button:not(.order-line *, .back *)")];
  const seen = controls.filter((one) => one.checkVisibility() && one.getClientRects().length > 0);
  const edges = seen.map((one) => one.getBoundingClientRect().bottom + scrollY);
  return { order: Math.min(...edges), tall: document.documentElement.scrollHeight };
}

/** In the page: where the story of a step and the choice of steps end, and how much of the window is not the board. */
function stepping() {
  const board = document.querySelector(".map-box").getBoundingClientRect();
  const across = Math.min(board.right, innerWidth) - Math.max(board.left, 0);
  const down = Math.max(0, Math.min(board.bottom, innerHeight) - Math.max(board.top, 0));
  const story = document.querySelector(".story").getBoundingClientRect();
  const steps = document.querySelector("#steps").getBoundingClientRect().bottom / innerHeight;
  return { story: story.bottom / innerHeight, steps, without: 1 - (across * down) / (innerWidth * innerHeight) };
}
