// Plays a game of Bardagi in a real browser without scripts, with its forms alone: node claim.mjs URL
// GAME SESSION. It performs each kind of action as soon as possible; the nightly run plays to the end.
// It fails if some kind of action was never possible, or if the game does not end.
//
// The first order of each kind and every sixth of all orders are clicked on rendered pages. The others use the
// same forms without rendering, because rendering is the main cost of a page in a browser.

import { confirm, glance, offered, press, send } from "./orders.mjs";
import { must, open, overflow, thorough } from "./site.mjs";

const [base, game, session] = process.argv.slice(2);
must(base && game && session, "usage: node claim.mjs URL GAME SESSION");

/** The actions that must happen in the game, with their orders. */
const KINDS = {
  attack: /^b take/,
  conversion: /^g convert/,
  purchase: /^k buy/,
  trade: /^k trade/,
  Rune: /^g cast/,
  "sea journey": /^n sail/,
  landing: /^n land/,
  upgrade: /^build /,
};
/** The number of orders given of each kind. */
const done = new Map();
/** One in this many orders is clicked, whatever its kind. */
const PRESSED = 6;

const address = `${base}/games/${game}`;
const browser = await open();
const context = await browser.newContext({ javaScriptEnabled: false });
await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
const page = await context.newPage();
await page.goto(address);

let given = 0;
while ((thorough || done.size < Object.keys(KINDS).length) && (await playOne())) {
  given += 1;
  must(given < 400, "no end after 400 orders");
}
const kinds = [...done].map(([kind, times]) => `${kind} ${times}`).join(", ");
console.log(`${given} orders; ${kinds}`);
for (const kind of Object.keys(KINDS)) must(done.has(kind), `there was no ${kind}`);
if (thorough) await end();
await browser.close();
console.log("all well");

/** Checks that the game is over and that its pages say so. */
async function end() {
  await page.goto(address);
  must((await page.locator("#h-outcome").count()) === 1, "there is an outcome");
  must((await page.locator("#h-outcome + div tbody tr").count()) === 2, "it names both seats");
  await page.goto(`${address}/log`);
  const story = await page.locator("main").innerText();
  must(/Round 10/.test(story), "the log tells of ten rounds");
  await page.goto(`${address}/audit`);
  must((await page.locator("main").innerText()).includes("all match"), "every draw is derived again");
}

/** Gives one order for the pending decision; returns false if there is none. */
async function playOne() {
  const { orders, goods } = await glance(page, address);
  if (orders.length === 0) {
    await page.goto(address);
    return false;
  }
  if (orders[0].startsWith("plan")) {
    await draw(orders);
    await plan();
    return true;
  }
  const [timber, , , , , iron] = goods;
  const order = choose(orders, { timber, iron });
  const kinds = Object.keys(KINDS).filter((kind) => KINDS[kind].test(order));
  if (given % PRESSED === 0 || kinds.some((kind) => !done.has(kind))) {
    await draw(orders);
    await press(page, order);
  } else {
    await send(page, address, order);
  }
  for (const kind of kinds) done.set(kind, (done.get(kind) ?? 0) + 1);
  return true;
}

/** Opens the game page, and checks that it offers the same orders and is no wider than the window. */
async function draw(orders) {
  await page.goto(address);
  must((await overflow(page)) <= 0, "the page is no wider than its window");
  must((await offered(page)).join() === orders.join(), "the page offers what was read");
}

/** Plans with the form: one card for the ship, unless it has sailed. */
async function plan() {
  const form = page.locator("#orders form.subform").first();
  const cards = done.has("landing") ? ["b2", "g2", "k2"] : ["b1", "g2", "k2", "n1"];
  for (const [at, words] of cards.entries()) {
    await form.locator(".numbers").nth(at).locator(`input[value="${words}"]`).check({ force: true });
  }
  await form.locator("button").click();
  await confirm(page);
}

/** Chooses the order of a settler: first new actions, then land, then goods for an upgrade. */
function choose(orders, { timber, iron }) {
  const fresh = (order) => Object.entries(KINDS).some(([kind, form]) => form.test(order) && !done.has(kind));
  const wishes = [
    [/^build /, 95], [/^b take$/, 90], [/^k buy/, 88], [/^g convert/, 86], [/^. refill/, 84],
    [done.has("sea journey") ? /^n land/ : /^$/, 70], [timber < 3 ? /^k trade 1 (hide|wool|meat) > 1 timber/ : /^$/, 66],
    [timber >= 3 && iron < 1 ? /^k trade (2 (hide|wool|meat)|1 stone) > 1 iron/ : /^$/, 65],
    [done.has("trade") ? /^$/ : /^k trade/, 64], [/^recruit v/, 60], [done.has("landing") ? /^$/ : /^k board/, 58],
    [done.has("landing") ? /^$/ : /^n sail (?!o\d)/, 56], [done.has("conversion") ? /^$/ : /^g move/, 45],
    [/^[bgk] move/, 40], [/^(done|pass)$/, 30],
  ];
  const worth = (order) => {
    if (/^(recruit|claim)/.test(order) && (given + 1) % 2 === 0) return 0;
    const plain = wishes.find(([form]) => form.test(order))?.[1] ?? 1;
    // A lot is only useful if it leads to an upgrade, and a voyage only if it ends in a harbour.
    return fresh(order) && !/^(k trade|n sail|n land)/.test(order) ? 100 : plain;
  };
  const most = Math.max(...orders.map(worth));
  const best = orders.filter((order) => worth(order) === most);
  return best[(given * 7) % best.length];
}
