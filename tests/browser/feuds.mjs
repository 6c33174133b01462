// Plays a game of Road to Thingvellir in a real browser without scripts, with its forms alone:
// node feuds.mjs URL GAME SESSION. It provokes quarrels, so that decisions are requested in the middle of
// the actions of others. It fails if none was requested, or if the game does not end.

import { confirm, offered, press } from "./orders.mjs";
import { must, open, overflow } from "./site.mjs";

const [base, game, session] = process.argv.slice(2);
must(base && game && session, "usage: node feuds.mjs URL GAME SESSION");

const address = `${base}/games/${game}`;
const browser = await open();
const context = await browser.newContext({ javaScriptEnabled: false });
await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
const page = await context.newPage();

/** How often each kind of decision was requested, and how often during the action of another player. */
const asked = new Map();
let nested = 0;
let given = 0;

await page.goto(`${address}?tab=standing`);
await instruct("standing claim ask");
await page.goto(`${address}?tab=standing`);
await instruct("standing hold auto");
while (await playOne()) {
  given += 1;
  must(given < 600, "no end after 600 orders");
}

const kinds = [...asked].map(([kind, times]) => `${kind} ${times}`).join(", ");
console.log(`over after ${given} orders; ${kinds}; ${nested} in the midst of others' actions`);
must((await page.locator("#h-outcome").count()) === 1, "there is an outcome");
must((await page.locator("#h-outcome + div tbody tr").count()) === 3, "it names three seats");
must(asked.has("feud"), "a feud was asked for; with another seed there may be one");
must(nested > 0, "a decision was asked for in the midst of another's action; try another seed");
const story = await wholeLog();
must(/Feud on |challenges/.test(story), "the log tells of a feud");
must(/loses? .*Thingm[ae]n/.test(story), "and of those who died in it");
await page.goto(`${address}/audit`);
must((await page.locator("main").innerText()).includes("all match"), "every draw is derived again");
await browser.close();
console.log("all well");

/** The log, page by page, from the newest step to the first. */
async function wholeLog() {
  let told = "";
  await page.goto(`${address}/log`);
  for (;;) {
    told += await page.locator("main").innerText();
    const older = page.locator("main nav a[rel=prev]").first();
    if ((await older.count()) === 0) return told;
    await Promise.all([page.waitForEvent("load"), older.click()]);
  }
}

/** Gives a standing instruction with its button. */
async function instruct(order) {
  await press(page, order, "section[aria-labelledby=standing]");
}

/** Gives one order for the pending decision; returns false if there is none. */
async function playOne() {
  const orders = await offered(page);
  const forms = page.locator("#orders form.subform");
  if (orders.length === 0 && (await forms.count()) === 0) return false;
  const ask = await page.innerText(".turn .asked");
  const kind = kindOf(ask);
  asked.set(kind, (asked.get(kind) ?? 0) + 1);
  if (["feud", "challenge", "raze", "claim"].includes(kind)) await lookAtQuarrel(kind);
  const best = choose(orders, await strangers());
  if (best === undefined) {
    await forms.first().locator("button").click();
    await confirm(page);
  } else {
    await press(page, best);
  }
  return true;
}

/** The kind of decision that is requested, derived from its sentence. */
function kindOf(ask) {
  const words = { feud: "in the feud", challenge: "may challenge", claim: "compensation", raze: "may raze" };
  return Object.keys(words).find((kind) => ask.includes(words[kind])) ?? "turn";
}

/** Whose action is interrupted, and whether the page describes the quarrel. */
async function lookAtQuarrel(kind) {
  const mine = await page.locator("#own").innerText();
  const deed = await page.locator("#now dt").first().innerText();
  if (!mine.includes(deed)) nested += 1;
  if (kind === "challenge") return;
  must((await page.locator("#feud").count()) === 1, "the feud is laid out");
  must((await overflow(page)) <= 0, "and fits the window");
}

/** Borders held by others, from the text form of the board: `hau/ska O2`. */
async function strangers() {
  const text = await page.locator("#words pre").textContent();
  const own = (await page.locator("#own").textContent()).match(/Your hof: (.)/)[1];
  const found = new Set();
  for (const [, edge, men] of text.matchAll(/\b([a-z]{3}\/[a-z]{3}) ((?:[A-ZÍ]\d+ ?)+)/g)) {
    if (men.split(" ").some((one) => one !== "" && one[0] !== own)) found.add(edge);
  }
  return found;
}

/** Chooses the order of a quarrelsome gothi: first gifts, then quarrels, then anything new. */
function choose(orders, others) {
  const bold = (order) => {
    const end = order.split(" ").at(-1);
    return /^(send|move)/.test(order) && others.has(end) ? 50 + Number(order.split(" ")[1]) : 0;
  };
  const wishes = [
    [/^give .*\+.*\+/, 99], [/^give .*\+/, 98], [/^give/, 90], [/^(challenge|raze|capture|pay|burn|farm)/, 80],
    [/^add/, 70], [/^claim (?!none)/, 69], [/^accept/, 60], [/^propose (blood1|thing2|blood2|trade3)/, 45],
    [/^(home|swear|foster|keep|slay (?!none)|murder)/, 40], [/^act/, 39], [/^(out|settle)/, 38],
    [/^move/, 36], [/^(send 2|expand)/, 35], [/^(send|swap|replace)/, 34], [/^support/, 33],
  ];
  const worth = (order) => bold(order) || (wishes.find(([form]) => form.test(order))?.[1] ?? 1);
  const most = Math.max(...orders.map(worth));
  const best = orders.filter((order) => worth(order) === most);
  return best[(given * 7) % best.length];
}
