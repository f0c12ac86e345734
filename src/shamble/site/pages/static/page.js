// The page as it stands: finding things in it, saying something to everybody, what only the script can offer.
export const $ = (what, within = document) => within.querySelector(what);
export const all = (what, within = document) => [...within.querySelectorAll(what)];
export const main = () => $("main");
export const still = matchMedia("(prefers-reduced-motion: reduce)");
const live = $("#live");
const notice = $("#notice");

export const say = (text) => {
  live.textContent = text;
};

/** Tell everybody, seen or not, until it is over; the sentences stand in the page, to be translated with it. */
export function tell(what) {
  show(what ? told(what) : "");
}

/** A sentence of the page by its name. */
export const told = (what) => notice.dataset[what];

export function show(text) {
  if (notice.hidden === !text && notice.textContent === text) return;
  notice.hidden = !text;
  notice.textContent = text;
  if (text) say(text);
}

/** Show what only the script can offer, and the map where somebody stands. */
export function dress() {
  for (const box of all(".map-box")) {
    const here = $(".here", box)?.getBoundingClientRect();
    const { x, y, width, height } = box.getBoundingClientRect();
    if (here) box.scrollBy(here.x - x + (here.width - width) / 2, here.y - y + (here.height - height) / 2);
  }
  for (const one of all("[data-keys]")) {
    one.hidden = false;
    one.setAttribute("aria-pressed", localStorage.keys !== "off");
  }
  if (navigator.clipboard) for (const one of all("[data-copy]")) one.hidden = false;
}
