// Checks that nothing covers the controls of the orders on a game page: node covered.mjs URL SESSION GAME...
// Every control is scrolled to the top, the middle and the bottom of the window, and must be the topmost element
// there.

import { must, open } from "./site.mjs";

const [base, session, ...games] = process.argv.slice(2);
must(base && session && games.length > 0, "usage: node covered.mjs URL SESSION GAME...");

const browser = await open();
const context = await browser.newContext();
await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
const page = await context.newPage();
for (const width of [360, 768, 1280]) {
  await page.setViewportSize({ width, height: 800 });
  for (const game of games) {
    await page.goto(`${base}/games/${game}`);
    const { count, covered } = await page.evaluate(look);
    must(count > 0, `no orders at ${page.url()}`);
    must(covered.length === 0, `${width} pixels, ${game}: ${covered.length} of ${count} covered:\n${covered.join("\n")}`);
    console.log(`${game} at ${width}: ${count} controls`);
  }
}
await browser.close();
console.log("all well");

/** In the page: the controls of the orders, and those that are covered by something else. */
function look() {
  const orders = document.querySelector("#orders");
  for (const folded of orders.querySelectorAll("details")) folded.open = true;
  const controls = [...orders.querySelectorAll("button, select, summary, a[href], input:not([type=hidden])")];
  const covered = [];
  for (const control of controls) {
    for (const block of ["start", "center", "end"]) {
      control.scrollIntoView({ block, inline: "center", behavior: "instant" });
      const box = control.getClientRects()[0];
      const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const own = met && (control.contains(met) || met.contains(control) && orders.contains(met));
      const off = box.y + box.height / 2 < 0 || box.y + box.height / 2 > innerHeight;
      if (!own && !off) covered.push(`${control.outerHTML.slice(0, 90)} beneath ${met?.outerHTML.slice(0, 90)}`);
    }
  }
  return { count: controls.length, covered };
}
