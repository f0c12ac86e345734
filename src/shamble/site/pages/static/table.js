// The table, livened up: everything here also works without it, by forms and reload.
import { $, all, main, say, show, still, tell, told, wait } from "./line.js";
import { BUSY, LONGEST_PAUSE, RETRY_DELAYS, askedPause, fetchPage, isThis, panel, pauseAfter, sentence } from "./line.js";

const touch = matchMedia("(hover: none) and (pointer: coarse)");

let source = null;
let sending = false;
let shift = null;
let downTimer = 0;
let newest = 0;
let refusals = 0; // of refreshes, one after another
let slowTimer = 0; // a refresh is due later, none is sent before
let breaks = 0; // of the stream, one after another
const opened = new Set();

// -- swapping the new table in

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

async function swap({ fresh, next }, address, newer) {
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
  if (!slowTimer) tell("");
  if (words.length) say(words.join(" "));
  listen();
  catchUp(300);
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

async function refresh() {
  if (sending || slowTimer || !main().dataset.stream) return;
  let got = null;
  try {
    got = await fetchPage(location.href);
  } catch {
    setTimeout(() => catchUp(0), 3000); // the line is down: the stream comes back and asks again, or we do
  }
  if (!got || sending) return;
  if (isThis(got)) {
    refusals = 0;
    await swap(got, null, true);
    return;
  }
  const { status } = got.answer;
  if (status < 500 && status !== 429) show(sentence(got));
  else tell("slow");
  if (status < 500 && status !== 429 && $("main .lost", got.fresh)) return; // told for good: the table is no more
  slowTimer = setTimeout(() => {
    slowTimer = 0;
    refresh();
  }, Math.max(pauseAfter(refusals++), askedPause(got.answer)));
}

// -- the stream

function listen() {
  const { stream, revision } = main().dataset;
  if (!stream) {
    source?.close();
    source = null;
    return;
  }
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(`${stream}?after=${revision}`);
  source.onopen = () => {
    clearTimeout(downTimer);
    downTimer = 0;
    breaks = 0;
    if (!slowTimer) tell("");
  };
  source.onmessage = (event) => {
    newest = Math.max(newest, JSON.parse(event.data).revision);
    catchUp(0);
  };
  source.onerror = () => {
    downTimer ||= setTimeout(() => tell("down"), 20000);
    if (source.readyState === EventSource.CLOSED) again();
  };
  source.addEventListener("stop", () => {
    source.close();
    again();
  });
}

/** Fetch the table if the stream has told of something that the page does not show yet. */
async function catchUp(pause) {
  const behind = () => source && !sending && newest > +main().dataset.revision;
  if (!behind()) return;
  if (pause) await wait(pause);
  if (behind()) refresh();
}

function again() {
  setTimeout(() => {
    listen();
    refresh();
  }, pauseAfter(breaks++, 1500));
}

// -- acting

/** Send a form. A move whose answer is lost is sent again with the same id, so that nothing is played twice. */
async function send(form, button) {
  if (sending) return;
  sending = true;
  main().setAttribute("aria-busy", "true");
  const data = new URLSearchParams(new FormData(form, button));
  let got = null;
  for (const pause of data.has("id") ? [...RETRY_DELAYS, 0] : [0]) {
    try {
      got = await fetchPage(form.getAttribute("action"), { method: "POST", body: data });
      if (!got || isThis(got) || !BUSY.includes(got.answer.status)) break;
    } catch {
      got = null;
    }
    if (!pause) break;
    if (got) tell("slow");
    else if (pause > 2000) tell("down");
    await wait(Math.max(pause, Math.min(askedPause(got?.answer), LONGEST_PAUSE)));
  }
  sending = false;
  if (got && isThis(got)) return swap(got, got.answer.redirected ? got.answer.url : null);
  if (got?.answer.redirected && got.next?.dataset.table) return location.assign(got.answer.url); // another table of ours
  main().removeAttribute("aria-busy");
  if (got) show(sentence(got));
  else tell("lost");
  return catchUp(0);
}

function unchoose() {
  for (const one of all(".chosen")) one.classList.remove("chosen");
  if ($("#confirm")) $("#confirm").hidden = true;
}

function choose(button) {
  const again = button.classList.contains("chosen");
  unchoose();
  if (again) return send(button.form, button);
  for (const one of all(`button[name="action"][value="${CSS.escape(button.value)}"]`)) one.classList.add("chosen");
  const what = button.getAttribute("aria-label") || button.textContent.trim();
  $("#confirm-what").textContent = what;
  $("#confirm").hidden = false;
  $("#confirm-yes").onclick = () => send(button.form, button);
  say(what);
}

function whyNot(thing) {
  const { table, seat } = main().dataset;
  if (seat === undefined) return;
  panel(`/t/${table}/why?${new URLSearchParams({ seat, action: thing.dataset.why })}`, "…");
}

// -- replay

async function step(form, button) {
  const data = new URLSearchParams(new FormData(form));
  data.set("at", (button || $("#at")).value);
  try {
    const get = form.method === "get";
    const to = form.getAttribute("action");
    const address = get ? `${to}?${data}` : to;
    const got = await fetchPage(address, get ? {} : { method: "POST", body: data });
    if (got && isThis(got)) await swap(got, get ? address : null);
    else if (got) show(sentence(got));
  } catch {
    tell("down");
  }
}

async function look(address) {
  try {
    const got = await fetchPage(address);
    if (!got) return;
    if (!isThis(got)) return show(sentence(got));
    history.pushState(null, "", address);
    await swap(got);
  } catch {
    location.assign(address);
  }
}

// -- what people do

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
  else if (!main().classList.contains("table")) return;
  else if (thing.name === "action" && touch.matches && thing.matches(".spot, .more .choice") && $("#confirm")) {
    event.preventDefault();
    choose(thing);
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

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const thing = event.target;
  if (thing.dataset?.why && (event.key === "Enter" || event.key === " ") && thing.tagName !== "BUTTON") {
    event.preventDefault();
    whyNot(thing);
    return;
  }
  const dots = thing.closest?.(".dots");
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (dots && by) {
    const points = all(".dot", dots);
    const next = points[points.indexOf(thing) + by];
    if (!next) return;
    event.preventDefault();
    thing.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    return;
  }
  if (thing.matches?.("input, select, textarea") && !(thing.type === "radio")) return;
  if (event.key === "Escape") {
    unchoose();
    if ($("#why")) $("#why").hidden = true;
    return;
  }
  if (event.key.length === 1 && localStorage.keys === "off") return;
  const wanted =
    (/^[1-9]$/.test(event.key) && $(`main button[data-n="${event.key}"]`)) ||
    $(`main [data-key="${CSS.escape(event.key)}"]`) ||
    (event.key === "ArrowLeft" && $("main a[rel=prev]")) ||
    (event.key === "ArrowRight" && $("main a[rel=next]"));
  if (!wanted || wanted.disabled) return;
  event.preventDefault();
  if (wanted.name === "action") send(wanted.form, wanted);
  else wanted.click();
});

function dress() {
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

addEventListener("popstate", () => location.reload());
addEventListener("pageshow", (event) => event.persisted && (listen(), refresh()));
addEventListener("pagehide", () => source?.close());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && (listen(), refresh()));

dress();
listen();
