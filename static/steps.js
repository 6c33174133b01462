// Steps through the past of a game by the arrow keys and a slider. Everything it does the links and
// the form of the bar do as well.
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
