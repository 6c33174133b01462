// The script of a game's page: steps through the past by the arrow keys and a slider, says when it is
// your turn, and copies the lines of a draft. The page does without: links and forms do the same, and
// whoever loads the page again sees whose turn it is.
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
  // Beside the links, not in the fold that holds the form.
  form.closest("details").before(slider);
}

/* The page asks now and then how far the game is, and only while it is looked at. */
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
  tell(turn ? "It is your turn. Show the page as it is now" : "The game has gone on. Show the page as it is now");
  if (turn) document.title = `Your turn: ${document.title}`;
}

// A server that cannot be reached is not asked again: the page stays as it is.
const asks = () => ask().catch(() => clearInterval(asking));
const asking = live ? setInterval(asks, EVERY) : 0;
if (live) document.addEventListener("visibilitychange", asks);

/* All lines of a draft, as they can be typed again. */
const lines = document.querySelector(".draft .lines");
if (lines && navigator.clipboard) {
  const copy = Object.assign(document.createElement("button"), {
    type: "button",
    className: "quiet copy",
    textContent: "Copy the lines",
  });
  copy.addEventListener("click", async () => {
    const text = [...lines.querySelectorAll("code")].map((code) => code.textContent).join("; ");
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  });
  lines.after(copy);
}
