// Takes the pictures of README.md: node pictures.mjs URL FOLDER. Run it with scripts/pictures, which starts the demo.
//
// Three people play Gotlandia until Ann's turn makes a good picture: her email at the width of a phone, then her page.
// Bots finish the game, and one of its steps is shown again as Red saw it. The boards are those of the games that
// bots play on a new server. Dice and cards differ from run to run, so every scene is chosen by what it shows.

import { writeFileSync } from "node:fs";
import { must, open, overflow, signIn } from "./site.mjs";

const [base, folder] = process.argv.slice(2);
must(base && folder, "usage: node pictures.mjs URL FOLDER");

const TITLES = ["gotlandia", "thingvellir", "bardagi", "scharz"];
const DESKTOP = { width: 1100, height: 1060 };
const PHONE = { width: 390, height: 844 };
/** The quality of the pictures, in percent. */
const QUALITY = 80;
/** The first step at which the board is worth a picture. */
const FROM = 70;
/** The width of the pictures of boards. */
const BOARD = 800;
/** Moves that change the board, the most visible first, as they are written in the notation of Gotlandia. */
const PREFERRED = [/ church /, / tower /, / settle /, / ship /, / decorate /, / sell /, / produce/];

const browser = await open();
for (const title of TITLES) await board(title);
const people = [];
for (const name of ["Ann", "Ben", "Cleo"]) people.push(await person(name));
const [ann, ben, cleo] = people;
const game = await openTable(ann, [ben, cleo]);
for (const other of [ben, cleo]) await goAway(other);
await playUntil(async () => (await lastStep(ann)) >= FROM);
for (const other of [ben, cleo]) await press(other, `${game}?tab=players`, "form[action$='/back'] button");
await give(ann, await offers(ann));
await playUntil(isGoodScene);
const scene = await lastStep(ann);
must(scene, "the game ended without a good scene; try again");
await turnEmail();
await turnPage();
for (const other of [ben, cleo]) await goAway(other);
await playUntil(async () => false);
await replay();
await browser.close();

/** A signed-in player with a page of their own. */
async function person(name) {
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme: "light", deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await signIn(page, base, `${name.toLowerCase()}@example.org`);
  await page.goto(`${base}/settings`);
  await page.fill("#name", name);
  await press(page, null, "form[action='/settings'] button");
  return page;
}

/** Opens a public table of Gotlandia for the organiser and the others, which starts when all have joined. */
async function openTable(organiser, others) {
  await organiser.goto(`${base}/open?title=gotlandia`);
  await organiser.fill("#name", "The Tuesday group");
  await organiser.selectOption("#seats", String(others.length + 1));
  await organiser.check("input[name=who][value=public]");
  await organiser.locator("details:has(#seat-1) > summary").click();
  await organiser.selectOption("#seat-1", "me");
  // Without these delays, the game would continue at once.
  await organiser.check("input[name=clock][value=own]");
  for (const field of ["#moments", "#sheets"]) {
    await organiser.locator(field).evaluate((one) => (one.value = "0"));
  }
  for (const [at] of others.entries()) await organiser.selectOption(`#seat-${at + 2}`, "free");
  await press(organiser, null, "form[action='/open'][method='post'] > button");
  const address = organiser.url().split("?")[0];
  for (const other of others) await press(other, address, "form[action$='/join'] button");
  return address;
}

/** Presses a button on a page, even in a collapsed section, and waits for the next page. */
async function press(page, address, selector) {
  if (address) await page.goto(address);
  const button = page.locator(selector).first();
  await button.evaluate((one) => {
    for (let at = one.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  });
  await Promise.all([page.waitForEvent("load"), button.click()]);
}

/** Lets a bot play for a person from now on. */
async function goAway(page) {
  await press(page, `${game}?tab=players`, "form[action$='/away'] button");
}

/** Returns the number of the last step that a person knows of; NaN if the game is over. */
async function lastStep(page) {
  await page.goto(game);
  return page.evaluate(() => Number(document.querySelector("#when").dataset.step ?? NaN));
}

/** Makes moves for all players until Ann is to move and `wanted` returns true, or the game is over. */
async function playUntil(wanted) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (Number.isNaN(await lastStep(ann))) return;
    const choices = await offers(ann);
    if (choices.length > 0 && (await wanted())) return;
    let given = await give(ann, choices);
    for (const other of [ben, cleo]) given = (await give(other, await offers(other))) || given;
    must(given, `no one can move: ${game}`);
  }
  throw new Error("the scene did not come");
}

/** The moves that a person can choose from. */
async function offers(page) {
  await page.goto(game);
  return page.locator("#orders button[name=order]").evaluateAll((all) => all.map((one) => one.value));
}

/** Makes the most visible of the offered moves; returns whether there was one. */
async function give(page, choices) {
  if (choices.length === 0) return false;
  const wanted = PREFERRED.map((one) => choices.find((order) => one.test(order))).find(Boolean);
  const order = wanted ?? choices[0];
  await press(page, `${game}/preview?order=${encodeURIComponent(order)}`, ".would button[value=give]");
  return true;
}

/** Whether Ann's turn makes a good picture: a real choice that fits, after moves that changed the board. */
async function isGoodScene() {
  const choices = await offers(ann);
  const moves = await ann.locator(".news ol.log > li").count();
  const folded = await ann.locator(".news ol.log details").count();
  const changed = await ann.locator(".map-box .b-last").count();
  const fits = await ann.locator("#orders button[name=order]").last().evaluate((one) => {
    return one.getBoundingClientRect().bottom <= innerHeight;
  });
  const plain = choices.length <= 12 && choices.every((one) => one.startsWith("play "));
  return plain && fits && changed > 0 && folded === 0 && moves >= 3 && moves <= 5;
}

/** Ann's email about the turn that her page shows. It is the one with that step in its footer and with a board. */
async function turnEmail() {
  const context = await browser.newContext({ viewport: PHONE, colorScheme: "light", deviceScaleFactor: 2 });
  const page = await context.newPage();
  const head = `${game.split("/").at(-1)} ${scene}`;
  for (let tries = 0; tries < 100; tries += 1) {
    await page.goto(`${base}/outbox`);
    const newest = page.locator("main li", { hasText: "ann@example.org" }).locator("a");
    for (const path of await newest.evaluateAll((all) => all.slice(0, 5).map((one) => one.pathname))) {
      await page.goto(`${base}${path}/html`);
      if (!(await page.content()).includes(head) || (await page.locator("img").count()) === 0) continue;
      must((await overflow(page)) <= 0, "the email is no wider than a phone");
      await take(page, "turn-email.webp");
      return context.close();
    }
  }
  throw new Error(`no email about step ${scene} was sent`);
}

/** Ann's page of the same turn. */
async function turnPage() {
  await ann.goto(game);
  await take(ann, "turn-page.webp");
}

/** The finished game as Red saw it, at the last step before Ann's turn at which nothing on the page is cut. */
async function replay() {
  for (let step = scene; step > scene - 60; step -= 1) {
    await ann.goto(`${game}?at=${step}&eye=1`);
    await ann.locator("details.compared").evaluate((one) => (one.open = false));
    if (await ann.evaluate(isWhole)) return take(ann, "replay.webp");
  }
  throw new Error("the replay does not fit");
}

/** In the page: whether the choice of steps and the story of the step are completely inside the window. */
function isWhole() {
  const story = document.querySelector(".when .story");
  const ends = [document.querySelector("#steps"), story].map((one) => one.getBoundingClientRect().bottom);
  return ends.every((end) => end <= innerHeight - 8) && story.scrollHeight <= story.clientHeight + 1;
}

/** The board of a title at the end of the game that bots have played, with all hands open. */
async function board(title) {
  const viewport = { width: BOARD, height: 2 * BOARD };
  const context = await browser.newContext({ viewport, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(`${base}${await finished(page, title)}?eye=open`);
  await page.evaluate(() => document.body.replaceChildren(document.querySelector(".map-box svg")));
  const svg = page.locator("svg").first();
  await svg.evaluate((one) => Object.assign(one.style, { width: "100vw", minWidth: 0, height: "auto", display: "block" }));
  await take(page, `${title}.webp`, svg);
  await context.close();
}

/** The path of the game of a title that bots have played, as soon as it is over. */
async function finished(page, title) {
  for (let tries = 0; tries < 1000; tries += 1) {
    await page.goto(`${base}/archive?title=${title}`);
    const game = page.locator(".tile a[href^='/games/']").first();
    if ((await game.count()) > 0) return game.getAttribute("href");
  }
  throw new Error(`the bots do not finish their game of ${title}`);
}

/** Saves what a page shows, or one element of it, without the banner of a server that sends no email. */
async function take(page, name, element) {
  await page.evaluate(() => document.querySelector(".banner")?.remove());
  await page.evaluate(() => document.fonts.ready);
  const box = element ? await element.boundingBox() : { x: 0, y: 0, ...page.viewportSize() };
  const scale = await page.evaluate(() => devicePixelRatio);
  const session = await page.context().newCDPSession(page);
  const options = { format: "webp", quality: QUALITY, clip: { ...box, scale } };
  const { data } = await session.send("Page.captureScreenshot", options);
  writeFileSync(`${folder}/${name}`, Buffer.from(data, "base64"));
  console.log(name);
}
