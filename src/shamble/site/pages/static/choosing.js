// A choice by touch: picked first, done when it is confirmed.
import { $, all, say } from "./page.js";

let picked = null;

/** The button that was picked last. */
export const choice = () => picked;

export function unchoose() {
  for (const one of all(".chosen")) one.classList.remove("chosen");
  if ($("#confirm")) $("#confirm").hidden = true;
}

export function choose(button) {
  unchoose();
  for (const one of all(`button[name="action"][value="${CSS.escape(button.value)}"]`)) one.classList.add("chosen");
  const what = button.getAttribute("aria-label") || button.textContent.trim();
  $("#confirm-what").textContent = what;
  $("#confirm").hidden = false;
  picked = button;
  say(what);
}
