// The table, livened up: everything here also works without it, by forms and reload.
import { send, whyNot } from "./acting.js";
import { hide } from "./cards.js";
import { choice, choose, unchoose } from "./choosing.js";
import { press } from "./keys.js";
import { panel } from "./line.js";
import { $, dress, main, say, told } from "./page.js";
import { look, step } from "./replay.js";
import { listen, refresh, stopListening } from "./stream.js";

const touch = matchMedia("(hover: none) and (pointer: coarse)");

/** By touch the first tap picks, the second does it. */
function tap(button) {
  const again = button.classList.contains("chosen");
  unchoose();
  if (again) send(button.form, button);
  else choose(button);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!main().classList.contains("table")) return;
  event.preventDefault();
  if (form.getAttribute("id") === "replay") step(form, event.submitter);
  else send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const thing = event.target.closest("button, a, [data-why]");
  if (!thing) return;
  if (thing.dataset.copy) {
    navigator.clipboard.writeText(thing.dataset.copy).then(() => {
      thing.textContent = told("copied");
      say(thing.textContent);
    });
  } else if ("keys" in thing.dataset) {
    localStorage.keys = localStorage.keys === "off" ? "on" : "off";
    dress();
  } else if (thing.id === "confirm-no") unchoose();
  else if (thing.id === "confirm-yes") send(choice().form, choice());
  else if (!main().classList.contains("table")) return;
  else if (thing.name === "action" && touch.matches && thing.matches(".spot, .more .choice") && $("#confirm")) {
    event.preventDefault();
    tap(thing);
  } else if (thing.dataset.why && !thing.name) {
    event.preventDefault();
    whyNot(thing);
  } else if (thing.dataset.panel) {
    event.preventDefault();
    panel(thing.href, told("thinking"));
  } else if (thing.href && thing.pathname === location.pathname && !thing.hash) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || thing.target) return;
    event.preventDefault();
    look(thing.href);
  }
});

document.addEventListener("input", (event) => {
  if (event.target.id === "at") {
    clearTimeout(event.target.timer);
    event.target.timer = setTimeout(() => step(event.target.form), 60);
  }
});

document.addEventListener("change", (event) => {
  if (event.target.id === "seat" && event.target.form.id === "replay") step(event.target.form);
});

document.addEventListener("keydown", press);
addEventListener("popstate", () => location.reload());
addEventListener("pageshow", (event) => event.persisted && (listen(), refresh()));
addEventListener("pagehide", stopListening);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return hide();
  listen();
  refresh();
});

dress();
listen();
