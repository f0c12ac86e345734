// What a card says: shown over anything that bears data-card, with the table's own list of cards, fetched when first asked for.
import { $, main } from "./page.js";

const PAUSE = 450; // milliseconds a pointer rests, or a finger presses
let listed; // the list, once it is asked for
let of; // the version it was fetched at
let timer;
let point = [0, 0]; // where the pointer was last
let pressed = false; // a long press has shown a card: the tap that ends it does nothing else

const box = () => $("#card-told");

async function list() {
  const { cards, version } = main().dataset;
  if (!cards) return null;
  if (!listed || of !== version) {
    of = version;
    listed = fetch(cards)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((text) => new DOMParser().parseFromString(text, "text/html"))
      .catch(() => null);
  }
  return listed;
}

/** The entry of a card, by its code or its name. */
function entry(page, card) {
  const wanted = card.toLowerCase().replace(/ \([^)]*\)$/, ""); // "Horde of 5 (5)"
  const entries = [...page.querySelectorAll(".components > li")];
  return (
    entries.find((one) => one.id.toLowerCase() === wanted) ??
    entries.find((one) => $("b", one)?.textContent.toLowerCase() === wanted)
  );
}

/** Show what the thing's card says, beside the thing. */
async function show(asked) {
  const page = await list();
  const thing = asked.isConnected ? asked : document.elementFromPoint(...point)?.closest("[data-card]"); // the table moved on
  if (!thing) return false;
  const found = page && entry(page, thing.dataset.card);
  if (!found || !thing.isConnected) return false;
  hide();
  thing.removeAttribute("title"); // the browser would show it over this
  const told = document.createElement("div");
  told.id = "card-told";
  told.className = "card-told";
  told.setAttribute("role", "tooltip");
  told.append(...[...found.cloneNode(true).childNodes]);
  document.body.append(told);
  const at = thing.getBoundingClientRect();
  const { width, height } = told.getBoundingClientRect();
  const room = document.documentElement.clientWidth - width - 8;
  told.style.left = `${Math.max(8, Math.min(at.left, room)) + scrollX}px`;
  told.style.top = `${(at.top > height + 12 ? at.top - height - 8 : at.bottom + 8) + scrollY}px`;
  return true;
}

export function hide() {
  clearTimeout(timer);
  box()?.remove();
}

const card = (event) => event.target.closest?.("[data-card]");

document.addEventListener("pointerover", (event) => {
  const thing = card(event);
  if (!thing || event.pointerType !== "mouse") return;
  point = [event.clientX, event.clientY];
  clearTimeout(timer);
  timer = setTimeout(show, PAUSE, thing);
});
document.addEventListener("pointerout", (event) => {
  if (event.pointerType === "mouse" && card(event) && !card(event).contains(event.relatedTarget)) hide();
});
document.addEventListener("pointerdown", (event) => {
  hide();
  const thing = card(event);
  pressed = false;
  point = [event.clientX, event.clientY];
  if (!thing || event.pointerType === "mouse") return;
  timer = setTimeout(async () => {
    pressed = await show(thing);
  }, PAUSE);
});
for (const over of ["pointerup", "pointercancel", "pointermove"])
  document.addEventListener(over, (event) => {
    if (event.pointerType !== "mouse" && (over !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6))
      clearTimeout(timer);
  });
document.addEventListener(
  "click",
  (event) => {
    const thing = card(event);
    if (pressed) {
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    } else if (thing && !event.target.closest("button, a, label, input, summary, [data-why]")) show(thing);
  },
  true,
);
document.addEventListener("contextmenu", (event) => {
  if (pressed || (card(event) && timer && event.pointerType === "touch")) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});
document.addEventListener("focusin", (event) => {
  const thing = card(event);
  if (thing && event.target.matches(":focus-visible")) show(thing);
});
document.addEventListener("focusout", hide);
addEventListener("scroll", hide, { passive: true });
