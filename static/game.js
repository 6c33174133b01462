// The script of the game page. It steps through past turns with the arrow keys and a slider, tells you
// when it is your turn, and copies the lines of a draft. Everything also works without it: links and
// forms do the same, and reloading the page shows whose turn it is.
"use strict";

const bar = document.getElementById("when");
const form = document.querySelector("#steps form");

document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const busy = event.target.closest("input, textarea, select, [tabindex='0']");
  if (!bar || !rel || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = bar.querySelector(`a[rel=${rel}]`);
  if (!link) return;
  event.preventDefault();
  location.assign(link.href);
});

if (form) {
  const { min, max, value } = form.elements.at;
  const slider = Object.assign(document.createElement("input"), { type: "range", min, max, value });
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => {
    form.elements.at.value = slider.value;
  });
  slider.addEventListener("change", () => {
    form.elements.from.value = "";
    form.requestSubmit();
  });
  // Beside the links, outside the collapsed section with the form.
  form.closest("details").before(slider);
}

/* Polls for the newest step while the page is visible. */
const EVERY = 20000;
const live = bar && bar.dataset.live;

function tell(text) {
  const said = document.createElement("p");
  said.className = "note live";
  said.setAttribute("role", "status");
  const link = Object.assign(document.createElement("a"), { href: location.pathname, textContent: text });
  said.append(link);
  document.querySelector(".g-status").prepend(said);
}

async function ask() {
  if (document.hidden) return;
  const answer = await fetch(live, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const now = await answer.json();
  if (now.step === Number(bar.dataset.step)) return;
  clearInterval(asking);
  const turn = now.turn && bar.dataset.turn === "false";
  tell(turn ? "It is your turn. Reload the page" : "The game has moved on. Reload the page");
  if (turn) document.title = `Your turn: ${document.title}`;
}

// Polling stops if the server cannot be reached.
const asks = () => ask().catch(() => clearInterval(asking));
const asking = live ? setInterval(asks, EVERY) : 0;
if (live) document.addEventListener("visibilitychange", asks);

/* Copies all lines of a draft in a form that can be typed again. */
const lines = document.querySelector(".draft .lines");
if (lines && navigator.clipboard) {
  const copy = Object.assign(document.createElement("button"), {
    type: "button",
    className: "quiet copy",
    textContent: "Copy lines",
  });
  copy.addEventListener("click", async () => {
    const text = [...lines.querySelectorAll("code")].map((code) => code.textContent).join("; ");
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  });
  lines.after(copy);
}

/* The board: ctrl and wheel (or the wheel on the focused board), drag, pinch and double tap change the part that
   is shown. When the view comes to rest, the board is fetched again for that part, with all names that fit. */
let box = document.querySelector(".map-box[data-level]");
if (box) steer();

function steer() {
  const links = document.querySelector(".zoom");
  const fingers = new Map();
  let view, whole, fetching, resting, moved, tapped = 0;

  const board = () => box.querySelector(".board");
  const read = (svg) => svg.getAttribute("viewBox").split(" ").map(Number);
  function begin() {
    view = read(board());
    whole = read(box.querySelector(".overview"));
    box.classList.add("moves");
    box.classList.toggle("steers", box.dataset.level !== "0");
  }
  function show() {
    const [, , w, h] = view;
    view[0] = Math.min(Math.max(view[0], Math.min(0, whole[2] - w)), Math.max(0, whole[2] - w));
    view[1] = Math.min(Math.max(view[1], Math.min(0, whole[3] - h)), Math.max(0, whole[3] - h));
    board().setAttribute("viewBox", view.join(" "));
    const frame = box.querySelector(".b-view");
    ["x", "y", "width", "height"].forEach((side, at) => frame.setAttribute(side, view[at]));
    clearTimeout(resting);
    resting = setTimeout(rest, 350);
  }
  /* The point of the board under a point of the window. */
  function under(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(board().getScreenCTM().inverse());
    return [at.x, at.y];
  }
  function scale(by, x, y) {
    const most = Math.max(whole[2], whole[3] * (view[2] / view[3]));
    const wide = Math.min(Math.max(view[2] * by, whole[2] / 9), most);
    const share = wide / view[2];
    const [px, py] = under(x, y);
    view = [px - (px - view[0]) * share, py - (py - view[1]) * share, wide, view[3] * share];
    show();
  }
  /* Fetches the level whose width is nearest, around the area in the middle. */
  async function rest() {
    if (fingers.size > 0) return;
    const level = Math.round(Math.log(view[2] / whole[2]) / Math.log(0.68));
    const most = Number(box.dataset.most);
    const rect = board().getBoundingClientRect();
    const at = document.elementsFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
    const area = at.map((one) => one.getAttribute("href")).find((href) => href && href.startsWith("#d-a-"));
    const query = new URLSearchParams(location.search);
    query.set("zoom", Math.min(Math.max(level, 0), most));
    if (area && level > 0) query.set("near", area.slice(5));
    else query.delete("near");
    fetching?.abort();
    fetching = new AbortController();
    const answer = await fetch(`${location.pathname}?${query}`, { signal: fetching.signal }).catch(() => null);
    if (!answer || !answer.ok || fingers.size > 0) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector(".map-box[data-level]");
    if (!next || fingers.size > 0) return;
    keep(query);
    const focused = box.contains(document.activeElement);
    box.replaceChildren(...next.childNodes);
    box.dataset.level = next.dataset.level;
    links.replaceChildren(...page.querySelector(".zoom").childNodes);
    if (level > 0) {
      const kept = view;
      begin();
      view = kept;
      show();
      clearTimeout(resting);
    } else begin();
    if (focused) box.focus({ preventScroll: true });
  }

  /* The address and the forms keep the part that is shown, so that it stays after a move. */
  function keep(query) {
    history.replaceState(null, "", `${location.pathname}?${query}${location.hash}`);
    for (const form of document.querySelectorAll(`form[action^="${location.pathname}/"]`)) {
      for (const name of ["zoom", "near"]) {
        form.querySelector(`input[name=${name}]`)?.remove();
        if (!query.has(name)) continue;
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: query.get(name) }));
      }
    }
  }

  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== box) return;
    event.preventDefault();
    scale(Math.exp(event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = false;
  });
  addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const now = [event.clientX, event.clientY];
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const far = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
    if (!moved && Math.hypot(now[0] - was[0], now[1] - was[1]) < 6) return;
    if (event.pointerType === "touch" && !other && !box.classList.contains("steers")) return;
    moved = true;
    box.classList.add("held");
    fingers.set(event.pointerId, now);
    if (other) {
      scale(far(was) / Math.max(far(now), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      return;
    }
    const [from, to] = [under(...was), under(...now)];
    view[0] += from[0] - to[0];
    view[1] += from[1] - to[1];
    show();
  });
  for (const ends of ["pointerup", "pointercancel"]) {
    addEventListener(ends, (event) => {
      if (!fingers.delete(event.pointerId)) return;
      box.classList.remove("held");
      const soon = event.timeStamp - tapped < 300;
      tapped = event.timeStamp;
      if (moved || ends === "pointercancel" || event.pointerType !== "touch" || !soon) return;
      if (!event.target.closest("a")) scale(0.6, event.clientX, event.clientY);
    });
  }
  /* A drag is not a click. */
  box.addEventListener("click", (event) => {
    if (moved) event.preventDefault();
  }, true);
  box.addEventListener("dragstart", (event) => event.preventDefault());
  begin();
}
