// Actions by keyboard alone. Nothing in this file uses the mouse.

import { must } from "./site.mjs";

/** Counts the keys pressed on a page. */
export class Keyboard {
  constructor(page) {
    this.page = page;
    this.pressed = 0;
  }

  async press(key) {
    this.pressed += 1;
    await this.page.keyboard.press(key);
  }

  /** Presses Tab until an element that matches a selector has the focus, visibly. */
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

  /** Activates the element that matches a selector, with Enter. */
  async enter(selector, most) {
    await this.reach(selector, most);
    await this.press("Enter");
  }

  /** Skips the header of the page with the skip link. Whole sections show no focus. */
  async skipTo(part) {
    await this.enter(`.skip[href='${part}']`);
    await this.page.waitForFunction((css) => document.activeElement?.matches(css), part);
  }

  /** Waits until the page has moved the focus where it promises to. A busy browser does so only with
   * the next frame, and keys pressed earlier would start from elsewhere. */
  async focused(selector) {
    await this.page.waitForFunction((css) => document.activeElement?.matches(css), selector);
    must(await this.page.evaluate(seen), `${selector} shows that it has the focus`);
  }

  /** Gives the first order that matches, with its preview if it has one. */
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

/** In the page: whether the focused element is visible and looks different when focused. */
function seen() {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  // A radio button of a number shows the focus on the box after it.
  const drawnBy = one.matches(".numbers input") ? one.nextElementSibling : one;
  const look = () => {
    const style = getComputedStyle(drawnBy);
    return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow].join();
  };
  const focused = look();
  one.blur();
  const drawn = focused !== look() || one.ownerSVGElement;
  one.focus({ preventScroll: true });
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return Boolean(drawn) && inside && box.width > 0;
}
