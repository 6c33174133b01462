// Long names without spaces: no page is wider than the window. node wide.mjs URL SESSION PATH...

import { must, open, overflow } from "./site.mjs";

const [base, session, ...paths] = process.argv.slice(2);
must(base && session && paths.length > 0, "usage: node wide.mjs URL SESSION PATH...");

const browser = await open();
const found = [];
for (const width of [360, 1280]) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  await context.addCookies([{ name: "ravenpost", value: session, url: base }]);
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(base + path);
    const wide = await overflow(page);
    if (wide > 0) found.push(`${path} at ${width}: ${wide} pixels too wide`);
  }
  await context.close();
}
must(found.length === 0, found.join("\n"));
await browser.close();
console.log("all well");
