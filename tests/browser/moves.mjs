// Measures what a player sees after each move: node moves.mjs URL SESSION TITLE=GAME... Each game awaits a
// move of the session's player. Moves are made with the mouse, with the visible buttons, at both sizes. After
// each, the last move, what followed, and the next question must be inside the window; otherwise it fails.

import { must, open, thorough } from "./site.mjs";

const MOVES = thorough ? 50 : 6;
const SIZES = [[1280, 800], [360, 740]];
/** The limits for every page. */
const LIMITS = { 1280: { first: 0.9, tall: 4000 }, 360: { first: 1.2, tall: 7000 } };

const [base, session, ...games] = process.argv.slice(2);
must(base && session && games.length > 0, "usage: node moves.mjs URL SESSION TITLE=GAME...");

const browser = await open();
const context = await browser.newContext();
await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
const page = await context.newPage();
const passed = [];
for (const game of games) {
  const [title, id] = game.split("=");
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const found = await play(`${base}/games/${id}`, width + title.length);
    const { moves } = found;
    console.log(
      `${title} at ${width}: ${moves} moves; seen: did ${found.did}, others ${found.others}, question ${found.question};`
        + ` height ${found.tall} px; first choice ${(found.first / height).toFixed(2)} screens;`
        + ` ${(found.clicks / Math.max(1, moves)).toFixed(1)} clicks a move`,
    );
    if (moves === 0) continue;
    const { first, tall } = LIMITS[width];
    for (const what of ["did", "others", "question"]) {
      if (found[what] < moves) passed.push(`${title} at ${width}: ${what} seen after ${found[what]} of ${moves} moves`);
    }
    if (found.first > first * height) passed.push(`${title} at ${width}: first choice at ${found.first} px`);
    if (found.tall > tall) passed.push(`${title} at ${width}: ${found.tall} px tall`);
  }
}
await browser.close();
must(passed.length === 0, passed.join("\n"));
console.log("all well");

/** Plays moves of a game, and counts after how many of them each part was visible. */
async function play(address, seed) {
  const found = { moves: 0, did: 0, others: 0, question: 0, tall: 0, first: 0, clicks: 0 };
  let luck = seed;
  for (let waits = 0; found.moves < MOVES && waits < 40; ) {
    await visit(address);
    const before = await page.evaluate(look);
    if (before.choices === 0) {
      // Bots move in the next round of the clock loop.
      waits += 1;
      await page.waitForLoadState("networkidle");
      continue;
    }
    found.tall = Math.max(found.tall, before.tall);
    found.first = Math.max(found.first, before.first);
    luck = (luck * 1103515245 + 12345) % 2147483648;
    const clicks = await move(luck);
    if (clicks === null) {
      waits += 1;
      continue;
    }
    found.clicks += clicks;
    found.moves += 1;
    await page.evaluate(() => document.querySelector(".banner")?.remove());
    const after = await page.evaluate(seen);
    for (const what of ["did", "others", "question"]) found[what] += after[what] ? 1 : 0;
    if (process.env.RAVENPOST_SHOW && !(after.did && after.others && after.question)) {
      console.log(page.url(), JSON.stringify(after));
      await page.screenshot({ path: `${process.env.RAVENPOST_SHOW}-${found.moves}-${innerWidth()}.png` });
    }
  }
  return found;
}

function innerWidth() {
  return page.viewportSize().width;
}

/** Opens a page without the banner of a server with a local outbox. */
async function visit(address) {
  await page.goto(address);
  await page.evaluate(() => document.querySelector(".banner")?.remove());
}

/** Makes one move, and returns the number of clicks it took; null if there was no move. */
async function move(luck) {
  const sheet = page.locator("#sheet .orders button[value^=done]:visible");
  const listed = page.locator("#orders .orders button:visible, #orders .hand button:visible");
  let clicks = 1;
  if ((await sheet.count()) > 0) {
    await sheet.first().click();
  } else if ((await listed.count()) > 0) {
    await listed.nth(luck % (await listed.count())).click();
  } else {
    const filled = await fill();
    if (filled === 0) return null;
    clicks = filled;
  }
  const confirm = page.locator(".would button[value=give], .would button[autofocus]").first();
  try {
    await confirm.waitFor({ timeout: 5000 });
  } catch {
    return null;
  }
  await confirm.click();
  await page.waitForURL(/done=/);
  return clicks + 1;
}

/** Fills in the first form that asks for amounts or choices, and returns the number of clicks that took. */
async function fill() {
  const form = page.locator("#orders form.subform:visible").first();
  if ((await form.count()) === 0) return 0;
  const exactly = /exactly (\d+)/.exec((await form.textContent()) ?? "");
  let left = Number(exactly?.[1] ?? 0);
  let clicks = 1;
  const numbers = form.locator(".numbers");
  for (let at = 0; at < (await numbers.count()) && left > 0; at += 1) {
    const most = (await numbers.nth(at).locator("label").count()) - 1;
    const take = Math.min(left, most);
    await numbers.nth(at).locator("label").nth(take).click();
    left -= take;
    clicks += 1;
  }
  await form.locator("button").first().click();
  return clicks;
}

/** In the page: the number of visible choices, where the first ends, and the height of the page. */
function look() {
  const css = "#orders button:not(.order-line *, .back *), #orders .numbers label";
  const controls = [...document.querySelectorAll(css)];
  const shown = controls.filter((one) => one.checkVisibility() && one.getClientRects().length > 0);
  const edges = shown.map((one) => one.getBoundingClientRect().bottom + scrollY);
  return {
    choices: shown.length,
    first: shown.length > 0 ? Math.round(Math.min(...edges)) : 0,
    tall: document.documentElement.scrollHeight,
  };
}

/** In the page: whether the last move, what followed, and the question are inside the window. */
function seen() {
  const inside = (one) => {
    if (!one?.checkVisibility()) return false;
    const { top, bottom, height } = one.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  };
  const all = (css) => [...document.querySelectorAll(css)];
  const others = all(".turn .since > li");
  // The news box scrolls if it is too long.
  const cut = all(".turn .since").some((one) => one.scrollHeight > one.clientHeight + 1);
  return {
    did: all(".turn .did, .ending").some(inside),
    // If no one else has moved since, the box says who is awaited.
    others: others.length > 0 ? others.every(inside) && !cut : all(".turn .ask, .ending").some(inside),
    question: all(".turn .ask, .ending").some(inside),
  };
}
