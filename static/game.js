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
