// What is done by keys alone. Nothing in here touches a page otherwise.

import { must } from "./site.mjs";

/** Keys pressed on a page, counted. */
export class Keyboard {
  constructor(page) {
    this.page = page;
    this.pressed = 0;
  }

  async press(key) {
    this.pressed += 1;
    await this.page.keyboard.press(key);
  }

  /** Goes on with Tab until something that fits a selector has the focus, and is seen to have it. */
  async reach(selector, most = 60) {
    for (let stops = 0; stops < most; stops += 1) {
      if (await this.page.evaluate((css) => document.activeElement?.matches(css), selector)) {
        must(await this.page.evaluate(seen), `${selector} shows that it has the focus`);
        return;
      }
      await this.press("Tab");
    }
    throw new Error(`the keyboard does not reach ${selector} on ${this.page.url()}`);
  }

  /** Presses what fits a selector, by Enter. */
  async enter(selector, most) {
    await this.reach(selector, most);
    await this.press("Enter");
  }

  /** Goes past the head of the page, by the link that leads to a part of it. Whole parts show no focus. */
  async skipTo(part) {
    await this.enter(`.skip[href='${part}']`);
    await this.page.waitForFunction((css) => document.activeElement?.matches(css), part);
  }

  /** Waits until the page has put the focus where it promises to: a browser that has much to do
   * does so only with the next picture, and what is pressed before goes on from elsewhere. */
  async focused(selector) {
    await this.page.waitForFunction((css) => document.activeElement?.matches(css), selector);
    must(await this.page.evaluate(seen), `${selector} shows that it has the focus`);
  }

  /** Gives the first order that fits, with its preview where it has one. */
  async give(selector = "#orders button:not(.copy)") {
    await this.skipTo("#orders");
    await this.enter(selector);
    try {
      await this.page.waitForURL(/\/preview\?|done=/);
    } catch {
      throw new Error(`${selector} led to ${this.page.url()}:\n${await this.page.innerText("main")}`);
    }
    if (this.page.url().includes("done=")) return;
    await this.focused(".would button[value=give]");
    await this.press("Enter");
    await this.page.waitForURL(/done=/);
  }
}

/** In the page: whether what has the focus is in sight and drawn otherwise for it. */
function seen() {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const look = () => {
    const style = getComputedStyle(one);
    return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow].join();
  };
  const focused = look();
  one.blur();
  const drawn = focused !== look() || one.ownerSVGElement;
  one.focus({ preventScroll: true });
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return Boolean(drawn) && inside && box.width > 0;
}
