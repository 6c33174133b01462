// The first visit: node first.mjs URL TITLE. From the front page to the first own order, signing in on the way, in
// under two minutes and at most six clicks besides what is typed and the letter that is opened.

import { must, open } from "./site.mjs";

const [base, title] = process.argv.slice(2);
must(base && title, "usage: node first.mjs URL TITLE");
const ADDRESS = "first@example.org";

const browser = await open();
for (const [width, height] of [[1280, 800], [360, 740]]) {
  const began = Date.now();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height } });
  const page = await context.newPage();
  let clicks = 0;
  const click = async (target) => {
    clicks += 1;
    const locator = typeof target === "string" ? page.locator(target).first() : target;
    await Promise.all([page.waitForEvent("load"), locator.click()]);
  };
  await page.goto(base);
  await click(`.tiles a[href='/titles/${title}']`);
  await click("main a.button[href^='/sign-in']");
  await page.fill("#address", `${width}.${ADDRESS}`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#code");
  // The letter is opened in another place: its link is followed here.
  const link = await fromLetter(context, `${width}.${ADDRESS}`);
  await page.goto(link);
  await click("main form[action^='/sign-in/'] button");
  must(new URL(page.url()).pathname === `/titles/${title}`, `signing in leads back to the title: ${page.url()}`);
  await click("form[action='/open'] button.big");
  must(/\/games\//.test(page.url()), "the game begins at once");
  // Where orders are listed, one is given; what is asked by a form has to be thought about first.
  const listed = page.locator("#orders button[name=order]:visible");
  const ready = (await listed.count()) > 0 && (await listed.first().evaluate((one) => one.form.checkValidity()));
  if (ready) {
    await click(listed.first());
    await click(".would button[value=give]");
    must((await page.locator(".said").count()) === 1, "the order was taken");
  } else {
    must((await page.locator("#orders form button:visible").count()) > 0, "a form asks for the first order");
    console.log("  by a form");
  }
  const seconds = (Date.now() - began) / 1000;
  must(clicks <= 6 && seconds < 120, `${clicks} clicks and ${seconds} seconds`);
  console.log(`${width}: ${clicks} clicks, ${seconds.toFixed(1)} s`);
  await context.close();
}
await browser.close();
console.log("all well");

async function fromLetter(context, address) {
  const post = await context.newPage();
  for (let tries = 0; tries < 200; tries += 1) {
    await post.goto(`${base}/outbox`);
    const row = post.locator("main li", { hasText: address }).first();
    if ((await row.count()) === 0) continue;
    await row.locator("a").first().click();
    const link = await post.locator(".letter-text a[href*='/sign-in/']").first().getAttribute("href");
    await post.close();
    return link;
  }
  throw new Error(`no letter to ${address} came into the outbox`);
}
