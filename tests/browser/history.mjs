// Two people in two browsers look back at their game, rewind it by vote, and try another line on the analysis
// board and in a fork, all without scripts: node history.mjs URL GAME SESSION SESSION OVER. OVER is a finished
// game, to be replayed.

import { complaints, must, open, overflow, thorough } from "./site.mjs";

const [base, game, ann, bob, over] = process.argv.slice(2);
must(base && game && ann && bob && over, "usage: node history.mjs URL GAME SESSION SESSION OVER");

const address = `${base}/games/${game}`;
const browser = await open();
const people = [
  await person(ann, { width: 1280, height: 900 }),
  await person(bob, { width: 360, height: 740 }, "dark"),
];
for (const chapter of [lookBack, vote, fork, think, replay, papers, end]) {
  console.log(chapter.name);
  await chapter();
}
await browser.close();
console.log("all well");

async function person(session, viewport, colorScheme = "light") {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, colorScheme });
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  return context.newPage();
}

/** Follows a link or a button to the page it leads to. */
async function go(page, selector) {
  await Promise.all([page.waitForEvent("load"), page.click(selector)]);
}

/** On phones, viewpoints, turns and steps are collapsed. */
async function unfold(page) {
  const fold = page.locator(".steps > summary");
  if (await fold.isVisible()) await fold.click();
}

async function step(page) {
  const text = await page.locator(".when .where strong").innerText();
  return Number(text.replace("Step ", ""));
}

/** Gives this many orders, for any seat that is awaited. */
async function play(orders) {
  for (let given = 0, tries = 0; given < orders; tries += 1) {
    must(tries < orders * 4, "no seat is awaited");
    const page = people[tries % 2];
    await page.goto(address);
    const offer = page.locator("#orders button[name=order]").first();
    if ((await offer.count()) === 0) continue;
    const order = await offer.getAttribute("value");
    await page.goto(`${address}/preview?order=${encodeURIComponent(order)}`);
    await page.locator(".would button[value=give]").click();
    await page.waitForURL(/done=/);
    given += 1;
  }
}

/** Goes back, with the timeline and to any step; differences are described and circled. */
async function lookBack() {
  await play(12);
  for (const page of people) {
    await page.goto(address);
    const now = await step(page);
    await go(page, ".when a[rel=prev]");
    must((await step(page)) < now, "an earlier step");
    await unfold(page);
    must((await page.locator("main").innerText()).includes("as you knew it then"), "own eyes");
    must((await page.locator("#orders button[name=order]").count()) === 0, "the past takes no orders");
    must((await overflow(page)) <= 0, "the past is no wider than its window");
    await page.click(".steps details > summary");
    await page.fill("#when-from", "5");
    await go(page, ".steps form button");
    must((await page.locator(".compared .changes li").count()) > 0, "differences are described");
    must((await page.locator(".map-box .b-last").count()) > 0, "differences are ringed on the board");
    await go(page, ".when .history a:text('Present')");
    must((await step(page)) === now, "back in the present");
  }
}

/** One proposes a rewind, the other agrees, and the game is back at the earlier step. */
async function vote() {
  const [one, other] = people;
  await one.goto(address);
  const now = await step(one);
  for (let back = 0; back < 3; back += 1) await go(one, ".when a[rel=prev]");
  const to = await step(one);
  await go(one, ".doors a[href*='/rewind?to=']");
  await one.fill("#reason", "Red misread a card");
  await go(one, "form[action$='/rewind'] button");
  await other.goto(address);
  must((await other.locator("#vote").innerText()).includes("Red misread a card"), "the reason is told");
  must((await other.locator("#orders button[name=order]").count()) === 0, "no orders meanwhile");
  must((await overflow(other)) <= 0, "the vote is no wider than its window");
  await go(other, "#vote a:text('Steps it would undo')");
  await go(other, "button[value=agree]");
  await one.goto(address);
  must((await step(one)) > now, "nothing is deleted: there are more steps");
  await one.goto(`${address}?tab=history`);
  const turns = await one.locator(".turns .here").textContent();
  must(turns.includes(`Back to step ${to}`), `the bar says so: ${turns}`);
  await one.goto(`${address}/log`);
  must((await one.locator("main").innerText()).includes("Undone by step"), "the log keeps it");
  await play(2);
}

/** The table ends the game early by vote, and it is listed in the archive. */
async function end() {
  const [one, other] = people;
  await one.goto(`${address}?tab=players`);
  await go(one, "a[href$='/end']");
  await one.selectOption("#place-2", "2");
  await one.fill("#reason", "Blue moves to the sea");
  await go(one, "form[action$='/end'] button");
  await other.goto(address);
  must((await other.locator("#vote").innerText()).includes("Blue moves to the sea"), "the reason is told");
  must((await overflow(other)) <= 0, "the vote is no wider than its window");
  await go(other, "#vote button[value=agree]");
  await one.goto(address);
  must((await one.locator(".lead").innerText()).startsWith("Ended by vote"), "the page says so");
  await one.goto(`${base}/archive`);
  must((await one.locator(`.tile a[href='/games/${game}']`).count()) === 1, "it stands in the archive");
}

/** Forks the game from an earlier step; the game itself does not change. */
async function fork() {
  const [page] = people;
  await page.goto(address);
  const now = await step(page);
  await go(page, ".when a[rel=prev]");
  await go(page, ".doors a[href*='/fork?at=']");
  await page.click("form[action$='/fork'] button");
  await page.waitForURL(/done=/);
  must((await page.locator("h1").innerText()).startsWith("Fork of"), "it is marked");
  must(page.url().split("?")[0] !== address, "a game of its own");
  await page.goto(address);
  must((await step(page)) === now, "the game is where it was");
}

/** A line of two orders on the analysis board, saved as a note. */
async function think() {
  for (const page of people) {
    await page.goto(`${address}/think?bot=random`);
    if ((await page.locator("#orders button[name=order]").count()) === 0) continue;
    const order = await page.locator("#orders button[name=order]").first().getAttribute("value");
    await page.fill("#order", order);
    await go(page, ".order-line button");
    must((await page.locator("#tried ol.log li").count()) > 0, "it was tried");
    must((await overflow(page)) <= 0, "the board of thoughts is no wider than its window");
    await go(page, "form[action$='/note'] button");
    must((await page.locator(".slip .words a[href*='/think?']").count()) > 0, "the note leads back");
  }
}

/** A finished game is a replay with all viewpoints that can play by itself. */
async function replay() {
  const [page] = people;
  await page.goto(`${base}/games/${over}`);
  await go(page, "a:text('Replay from the start')");
  const first = await step(page);
  await go(page, ".eyes a:text('Everything')");
  must((await page.locator("main").innerText()).includes("everything revealed"), "every hand is open");
  await go(page, ".when .history a:text('Play')");
  await page.waitForURL((url) => Number(url.searchParams.get("at")) > first);
  must((await step(page)) > first, "it goes on by itself");
  await go(page, ".when .history a:text('Stop')");
}

/** Every page of the past is readable and fits. By day, axe checks what pages.mjs does not. */
async function papers() {
  const paths = [`/games/${game}?at=8&from=5`, `/games/${game}/fork?at=8`, `/games/${game}/think`];
  paths.push(`/games/${game}/rewind?to=8`, `/games/${game}/audit`, `/games/${game}/luck`, "/seals");
  paths.push(`/games/${game}?at=8&eye=now`, `/games/${game}/end`, "/archive");
  paths.push(`/games/${game}/catch-up`, `/games/${game}?tab=talk`, `/games/${game}/talk`, "/my-games");
  paths.push(`/games/${over}?at=20&eye=open`, `/games/${over}/luck`, `/games/${over}/fork?at=20`);
  const others = [`/games/${over}/fork?at=20`];
  const found = [];
  for (const [session, width, colorScheme] of [[ann, 1280, "light"], [bob, 360, "dark"]]) {
    const options = { viewport: { width, height: 800 }, colorScheme, bypassCSP: true };
    const context = await browser.newContext(options);
    await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
    const page = await context.newPage();
    const own = session === ann ? [`/games/${game}/organise`] : [];
    for (const path of [...paths, ...own]) {
      const answer = await page.goto(base + path);
      if (answer.status() !== 200) found.push(`${path}: ${answer.status()}`);
      const asked = thorough || others.includes(path);
      if (asked) found.push(...(await complaints(page)).map((one) => `${path} at ${width}: ${one}`));
      if ((await overflow(page)) > 0) found.push(`${path} is too wide at ${width}`);
    }
    await context.close();
  }
  must(found.length === 0, found.join("\n"));
}
