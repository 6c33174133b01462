// The first visit: node first.mjs URL TITLE. From the front page to the first order without an account, in under
// two minutes and at most five clicks. A choice in a form counts as a click. Then the visitor signs in and still has
// the game.

import { must, open } from "./site.mjs";

const [base, title] = process.argv.slice(2);
must(base && title, "usage: node first.mjs URL TITLE");

const browser = await open();
for (const [width, height] of [[1280, 800], [360, 740]]) {
  const began = Date.now();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height } });
  const page = await context.newPage();
  // A new address each time, because emails to one address are limited.
  const address = `${title}.${width}@first.example.org`;
  let clicks = 0;
  const click = async (target) => {
    clicks += 1;
    const locator = typeof target === "string" ? page.locator(target).first() : target;
    await Promise.all([page.waitForEvent("load"), locator.click()]);
  };
  await page.goto(base);
  await click(`.title-cards form[action='/practice']:has([value='${title}']) button`);
  must(/\/games\//.test(page.url()), "the game begins at once");
  // If orders are listed, one is clicked; if a form asks for the first one, it is filled in.
  const listed = page.locator("#orders button[name=order]:visible");
  if ((await listed.count()) > 0 && (await listed.first().evaluate((one) => one.form.checkValidity()))) {
    await click(listed.first());
  } else {
    const form = page.locator("#orders form:has(.numbers)").first();
    const last = form.locator(".numbers").first().locator("input").last();
    const most = await last.getAttribute("value");
    await last.check({ force: true });
    clicks += 1;
    console.log(`  by a form: ${most}`);
    await click(form.locator("button"));
  }
  await click(".would button[value=give]");
  must(/done=ordered/.test(page.url()) && (await page.locator(".said").count()) === 1, "the order was taken");
  const seconds = (Date.now() - began) / 1000;
  must(clicks <= 5 && seconds < 120, `${clicks} clicks and ${seconds} seconds`);
  console.log(`${width}: ${clicks} clicks, ${seconds.toFixed(1)} s`);
  const game = new URL(page.url()).pathname;
  await click("aside.guest a.button");
  await page.fill("#address", address);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#code");
  // The email is opened in another tab, and its link is followed in this one.
  await page.goto(await fromEmail(context, address));
  await click("main form[action^='/sign-in/'] button");
  must(new URL(page.url()).pathname === game, `signing in leads back to the game: ${page.url()}`);
  must((await page.locator("aside.guest").count()) === 0, "the player still has the game");
  await context.close();
}
await browser.close();
console.log("all well");

async function fromEmail(context, address) {
  const post = await context.newPage();
  for (let tries = 0; tries < 200; tries += 1) {
    await post.goto(`${base}/outbox`);
    const row = post.locator("main li", { hasText: address }).first();
    if ((await row.count()) === 0) continue;
    await row.locator("a").first().click();
    const link = await post.locator(".email-text a[href*='/sign-in/']").first().getAttribute("href");
    await post.close();
    return link;
  }
  throw new Error(`the outbox has no email to ${address}`);
}
