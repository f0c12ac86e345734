// Swapping the new table in: focus, scroll, open lists and what is in the hand stay as they were, the news are told.
import { choose } from "./choosing.js";
import { $, all, dress, main, still } from "./page.js";

let shift = null;
const opened = new Set();

function nameMoving(on) {
  for (const one of all("[data-vt]")) {
    one.style.viewTransitionName = on ? `vt-${one.dataset.vt.replace(/[^\w-]/g, "-")}` : "";
  }
}

/** Where the focus is, so that it can be found again in the new page. */
function place(element) {
  if (!element || !main().contains(element) || element === main()) return null;
  const { id, name, value, dataset, tagName } = element;
  const ways = [];
  if (id) ways.push(`#${CSS.escape(id)}`);
  if (dataset.why) ways.push(`[data-why="${CSS.escape(dataset.why)}"]`);
  if (dataset.key) ways.push(`[data-key="${CSS.escape(dataset.key)}"]`);
  if (name && tagName === "BUTTON") {
    ways.push(`button[name="${name}"][value="${CSS.escape(value)}"]`);
    if (element.classList.contains("choice")) ways.push(".bar .choice", ".more .choice", ".choice");
    if (name === "action") ways.push(".choice", ".spot");
  }
  if (tagName === "SUMMARY") ways.push(`.${element.parentElement.classList[0]} > summary`);
  if (tagName === "A") ways.push(`a[href="${CSS.escape(element.getAttribute("href"))}"]`);
  return ways;
}

function storyOf(within) {
  return all(".events li[data-number]", within).map((li) => [+li.dataset.number, li.textContent.trim()]);
}

/** Put the table that has come in place of the old one; what is to be said of the change. */
export async function swap({ fresh, next }, address, newer) {
  const words = [];
  const change = () => {
    const old = main();
    const same = old.dataset.table === next.dataset.table;
    const ahead = +next.dataset.revision - +old.dataset.revision;
    if (same && next.dataset.stream && (ahead < 0 || (newer && ahead === 0))) return;
    const still = same && next.dataset.version === old.dataset.version;
    const chosen = still && $(".chosen", old);
    if (still) keepChecked(old, next);
    const held = document.activeElement;
    const ways = place(held);
    const typed = ways && held.matches("input:not([type=hidden]):not([type=range])") ? [held.id, held.value] : null;
    for (const one of all("details", old)) opened[one.open ? "add" : "delete"](one.classList[0]);
    const top = $(".events", old)?.scrollTop || 0;
    const y = scrollY;
    words.push(...news(old, next));
    old.replaceWith(next);
    document.title = fresh.title;
    if (address) history.replaceState(null, "", address);
    if (same) {
      for (const one of all("details", next)) if (opened.has(one.classList[0])) one.open = true;
      if ($(".events")) $(".events").scrollTop = top;
      scrollTo(0, y);
    } else scrollTo(0, 0);
    const twin = chosen && $(`button[name="action"][value="${CSS.escape(chosen.value)}"]`, next);
    if (twin) choose(twin);
    if (ways) {
      const found = ways.map((way) => $(way, next)).find((one) => one && !one.disabled);
      (found || next).focus({ preventScroll: true });
      if (found && typed && found.id === typed[0]) found.value = typed[1];
    }
    dress();
  };
  if (shift) shift.skipTransition();
  if (document.startViewTransition && !still.matches && document.visibilityState === "visible") {
    nameMoving(true);
    shift = document.startViewTransition(() => {
      change();
      nameMoving(true);
    });
    const mine = shift;
    mine.ready.catch(() => {});
    mine.finished.catch(() => {}).then(() => {
      if (shift === mine) {
        shift = null;
        nameMoving(false);
      }
    });
    await mine.updateCallbackDone.catch(() => {});
  } else change();
  return words.join(" ");
}

/** A card picked up on the board stays in the hand while nothing happens in the game. */
function keepChecked(old, next) {
  for (const one of all(".boardbox input:checked", old)) {
    const way = one.name ? `[name="${one.name}"][value="${CSS.escape(one.value)}"]` : `.${one.className}`;
    const twin = $(`.boardbox input${way}`, next);
    if (twin) twin.checked = true;
  }
}

/** What to tell somebody who cannot see that the table has changed. */
function news(old, next) {
  const trouble = $("#trouble", next);
  if (trouble) return [trouble.textContent.trim()];
  if (next.classList.contains("replay")) return [$("h1", next).textContent.trim()];
  const had = Math.max(-1, ...storyOf(old).map(([number]) => number));
  const words = storyOf(next).filter(([number]) => number > had).reverse().slice(-12).map(([, text]) => text);
  const heard = Math.max(0, ...all(".said", old).map((one) => +one.dataset.said));
  for (const one of all(".said", next)) {
    if (+one.dataset.said > heard) words.push(`${$("b", one.parentElement).textContent}: ${one.textContent}`);
  }
  const asking = $(".asking", next);
  if (asking && !$(".asking", old)) words.push($("p", asking).textContent.trim());
  const mine = $(".asked.mine .over-line", next);
  if (mine && !$(".asked.mine", old)) words.push(`${mine.textContent.trim()}.`);
  const ended = next.classList.contains("over") && !old.classList.contains("over");
  if (ended || +next.dataset.version < +old.dataset.version) words.push($("h1", next).textContent.trim());
  return words;
}
