// Signs in over plain HTTP under a name that is not localhost, as on a home network: node lan.mjs URL HOST

import { must, open, signIn } from "./site.mjs";

const [base, host] = process.argv.slice(2);
must(base && host, "usage: node lan.mjs URL HOST");

const browser = await open(`--host-resolver-rules=MAP ${host} 127.0.0.1`);
const page = await (await browser.newContext()).newPage();
await signIn(page, base, "lan@example.org");
await page.goto(`${base}/settings`);
must((await page.locator("main form").count()) > 0, "signed in");
await browser.close();
console.log("all well");
