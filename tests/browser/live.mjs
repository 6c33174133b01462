// Two people in two browsers: node live.mjs URL GAME SESSION SESSION. The first keeps a page open, which says
// when it is their turn; the second plays without scripts. The script is small, and only game pages have it.

import { must, open } from "./site.mjs";

const [base, game, ...sessions] = process.argv.slice(2);
must(base && game && sessions.length === 2, "usage: node live.mjs URL GAME SESSION SESSION");

const address = `${base}/games/${game}`;
const browser = await open();
const people = [];
for (const [at, session] of sessions.entries()) {
  const context = await browser.newContext({ javaScriptEnabled: at === 0 });
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  people.push({ context, page: await context.newPage() });
}
const [her, him] = people;

// The first person opens the page while the second is awaited.
await until(him, her);
await her.page.goto(address);
must((await her.page.locator(".live").count()) === 0, "nothing has happened yet");
await until(her, him);
// A person who returns to the window need not wait for the next poll.
await her.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
const told = her.page.locator(".g-status .live a");
await told.waitFor();
must((await told.innerText()).startsWith("It is your turn"), "the page says whose turn it is");
must((await her.page.title()).startsWith("Your turn: "), "and so does its title");
await told.click();
await her.page.waitForLoadState();
must((await her.page.locator("#orders button").count()) > 0, "it leads to the orders");

const script = await her.page.locator("script[src]").getAttribute("src");
const body = await (await her.context.request.get(new URL(script, base).href)).body();
must(body.length < 10240, `the script has ${body.length} bytes`);
for (const path of ["/my-games", "/games", "/"]) {
  await her.page.goto(`${base}${path}`);
  must((await her.page.locator("script").count()) === 0, `${path} has no script`);
}
await browser.close();
console.log("all well");

/** Gives orders until only this person is awaited. */
async function until(one, other) {
  for (let given = 0; given < 20; given += 1) {
    const busy = await turn(other);
    if (!busy && (await turn(one))) return;
    await order(busy ? other.page : one.page);
  }
  throw new Error("whose turn it is does not change");
}

async function turn(person) {
  const answer = await person.context.request.get(`${address}/now`);
  return (await answer.json()).turn;
}

async function order(page) {
  await page.goto(address);
  await page.locator("#orders .orders button:visible").first().click();
  await page.waitForURL(/\/preview\?/);
  await page.locator(".would button[value=give]").click();
  await page.waitForURL(/done=/);
}
