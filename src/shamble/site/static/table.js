// The table, livened up: everything here also works without it, by forms and reload.
const $ = (what, within = document) => within.querySelector(what);
const all = (what, within = document) => [...within.querySelectorAll(what)];
const main = () => $("main");
const live = $("#live");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const touch = matchMedia("(hover: none) and (pointer: coarse)");
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const GIVE_UP = [300, 700, 1500, 3000, 5000, 8000, 8000, 8000];

let source = null;
let sending = false;
let fetching = 0;
let shift = null;
let downTimer = 0;
let newest = 0;
const opened = new Set();

const say = (text) => {
  live.textContent = text;
};

// -- swapping the new table in -----------------------------------------------------------------------------------------

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

function told(within) {
  return all(".events li[data-number]", within).map((li) => [+li.dataset.number, li.textContent.trim()]);
}

async function swap(html, address) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const next = $("main", fresh);
  if (!next) return say(fresh.body.textContent.trim().slice(0, 200));
  const words = [];
  const change = () => {
    const old = main();
    const same = old.dataset.table === next.dataset.table;
    if (same && next.dataset.stream && +next.dataset.revision < +old.dataset.revision) return;
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
  if (words.length) say(words.join(" "));
  listen();
  catchUp(300);
}

/** What to tell somebody who cannot see that the table has changed. */
function news(old, next) {
  const trouble = $("#trouble", next);
  if (trouble) return [trouble.textContent.trim()];
  if (next.classList.contains("replay")) return [$("h1", next).textContent.trim()];
  const had = Math.max(-1, ...told(old).map(([number]) => number));
  const words = told(next).filter(([number]) => number > had).reverse().slice(-12).map(([, text]) => text);
  const heard = Math.max(0, ...all(".said", old).map((one) => +one.dataset.said));
  for (const one of all(".said", next)) {
    if (+one.dataset.said > heard) words.push(`${$("b", one.parentElement).textContent}: ${one.textContent}`);
  }
  const asking = $(".asking", next);
  if (asking && !$(".asking", old)) words.push($("p", asking).textContent.trim());
  const mine = $(".asked.mine .over-line", next);
  if (mine && !$(".asked.mine", old)) words.push(`${mine.textContent.trim()}.`);
  if (next.classList.contains("over") && !old.classList.contains("over")) words.push($("h1", next).textContent.trim());
  return words;
}

async function fetchPage(address, given = {}) {
  const mine = ++fetching;
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...given });
  const html = await answer.text();
  return mine === fetching ? { answer, html } : null;
}

async function refresh() {
  if (sending) return;
  try {
    const got = await fetchPage(location.href);
    if (got && !sending) await swap(got.html);
  } catch {
    // the line is down: the stream comes back and asks again
  }
}

// -- the stream --------------------------------------------------------------------------------------------------------

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
  };
  source.onmessage = (event) => {
    newest = Math.max(newest, JSON.parse(event.data).revision);
    catchUp(0);
  };
  source.onerror = () => {
    downTimer ||= setTimeout(() => say("The line is down. We keep trying."), 20000);
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
  }, 1500);
}

// -- acting ------------------------------------------------------------------------------------------------------------

/** Send a form; a lost answer is asked for again with the same id, so that nothing is played twice. */
async function send(form, button) {
  if (sending) return;
  sending = true;
  main().setAttribute("aria-busy", "true");
  const data = new FormData(form, button);
  const upload = form.enctype === "multipart/form-data";
  for (const pause of [...GIVE_UP, null]) {
    try {
      const got = await fetchPage(form.getAttribute("action"), { method: "POST", body: upload ? data : new URLSearchParams(data) });
      if (got && (got.answer.status === 503 || got.answer.status === 429) && pause !== null) throw new Error("later");
      sending = false;
      if (!got) return;
      const to = new URL(got.answer.url);
      if (got.answer.redirected && to.pathname !== location.pathname) {
        location.assign(to);
        return;
      }
      await swap(got.html, got.answer.redirected ? to.href : null);
      return;
    } catch {
      if (pause === null) break;
      await wait(pause);
    }
  }
  sending = false;
  catchUp(0);
  main().removeAttribute("aria-busy");
  say("That could not be sent. Try again when the line is back.");
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

async function panel(address, first) {
  const box = $("#why");
  if (!box) return;
  box.hidden = false;
  box.textContent = first;
  try {
    const html = await (await fetch(address)).text();
    const found = $("#panel", new DOMParser().parseFromString(html, "text/html"));
    if (!found || !box.isConnected) return;
    box.replaceChildren(...found.childNodes);
    box.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    say(box.textContent.replace(/\s+/g, " ").trim());
  } catch {
    box.textContent = "The line is down. Try again.";
  }
}

function whyNot(thing) {
  const { table, seat } = main().dataset;
  if (seat === undefined) return;
  panel(`/t/${table}/why?${new URLSearchParams({ seat, action: thing.dataset.why })}`, "…");
}

// -- replay ------------------------------------------------------------------------------------------------------------

async function step(form, button) {
  const data = new URLSearchParams(new FormData(form, button));
  if (button) data.set("at", button.value);
  else data.set("at", $("#at").value);
  try {
    const get = form.method === "get";
    const to = form.getAttribute("action");
    const address = get ? `${to}?${data}` : to;
    const got = await fetchPage(address, get ? {} : { method: "POST", body: data });
    if (got) await swap(got.html, get ? address : null);
  } catch {
    say("The line is down. Try again.");
  }
}

async function look(address) {
  try {
    const got = await fetchPage(address);
    if (!got) return;
    history.pushState(null, "", address);
    await swap(got.html);
  } catch {
    location.assign(address);
  }
}

// -- what people do ----------------------------------------------------------------------------------------------------

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
      thing.textContent = "Copied";
      say("The link is copied.");
    });
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
    panel(thing.href, "Thinking …");
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
  if (navigator.clipboard) for (const one of all("[data-copy]")) one.hidden = false;
}

addEventListener("popstate", refresh);
addEventListener("pageshow", (event) => event.persisted && (listen(), refresh()));
addEventListener("pagehide", () => source?.close());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && listen());

dress();
listen();
