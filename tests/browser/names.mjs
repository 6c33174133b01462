// Measures the names on the boards: node names.mjs URL SESSION TITLE=GAME... For each game, at both sizes:
// the height of the names, overlapping names, and whether the places that can be chosen have names.
// It fails if a name is too small or a place that can be chosen has none.

import { must, open } from "./site.mjs";

const SIZES = [[1280, 800], [360, 740]];
/** The minimum height of a name, in screen pixels. */
const LEAST = 10.95;

const [base, session, ...games] = process.argv.slice(2);
must(base && session && games.length > 0, "usage: node names.mjs URL SESSION TITLE=GAME...");

const browser = await open();
const slips = [];
for (const [width, height] of SIZES) {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  const page = await context.newPage();
  for (const game of games) {
    const [title, id] = game.split("=");
    await page.goto(`${base}/games/${id}`);
    const found = await page.evaluate(names);
    const row = Object.entries(found).map(([what, value]) => `${what} ${value}`);
    console.log(`${title} at ${width}: ${row.join(", ")}`);
    if (found.least < LEAST) slips.push(`${title} at ${width}: a name is ${found.least} px high`);
    if (found.named < found.targets) slips.push(`${title} at ${width}: ${found.targets - found.named} unnamed`);
  }
  await context.close();
}
await browser.close();
must(slips.length === 0, slips.join("\n"));
console.log("all well");

/** In the page: measures the names. */
function names() {
  const board = document.querySelector(".map-box svg.board");
  const frame = (document.querySelector(".map-box") ?? board).getBoundingClientRect();
  const scale = board.getScreenCTM().a;
  const texts = [...board.querySelectorAll("text.b-n, text.b-s, .b-n > text, .b-s > text, .b-names text")];
  const drawn = [...new Set(texts)].filter((one) => getComputedStyle(one.closest(".b-names")).display !== "none");
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * scale;
  const sizes = drawn.map(size).sort((one, other) => one - other);
  const box = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const trim = (bottom - top) * 0.22;
    return { left, right, top: top + trim, bottom: bottom - trim, text: one.textContent };
  };
  const boxes = drawn.map(box);
  const lies = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  let overlaps = 0;
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other) => (overlaps += lies(one, other) ? 1 : 0)));
  const links = [...board.querySelectorAll("a[aria-label][href*='area=']")];
  const words = drawn.map((one) => one.textContent);
  // A long name may have several lines; each of them counts.
  const named = links.filter((one) => {
    const name = one.getAttribute("aria-label").split(/[:,(]/)[0].trim();
    return words.some((word) => name.includes(word.replace(/^\(|\)$/g, "")) || word.includes(name));
  });
  const inside = boxes.filter((one) => one.left >= frame.left && one.right <= frame.right);
  const round = (value) => Math.round(value * 10) / 10;
  return {
    names: drawn.length,
    "in the frame": inside.filter((one) => one.top >= frame.top && one.bottom <= frame.bottom).length,
    least: round(sizes[0] ?? 99),
    median: round(sizes[Math.floor(sizes.length / 2)] ?? 99),
    overlaps,
    targets: links.length,
    named: named.length,
  };
}
