// The line to the server: what comes over it, what is said while it is slow or down, how long to wait before the next try.
import { $, main, say, show, still, tell, told } from "./page.js";

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const RETRY_DELAYS = [300, 700, 1500, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000];
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30000;
const LONGEST_ASKED_FOR = 120000; // of what Retry-After asks for
const BUSY = [429, 502, 503, 504];
let fetching = 0;
export let sending = false; // a form is on its way: nothing else is asked for meanwhile

/** The n-th pause of a row, each twice as long as the one before up to a longest, and never the same for everybody. */
export const pauseAfter = (n, first = FIRST_PAUSE) =>
  Math.min(first * 2 ** n, LONGEST_PAUSE) * (0.75 + Math.random() / 2);

/** The milliseconds that an answer asks us to wait, 0 where it does not. */
export function askedPause(answer) {
  const text = answer?.headers.get("Retry-After");
  if (!text) return 0;
  const ms = /^\d+$/.test(text) ? 1000 * text : Date.parse(text) - Date.now();
  return Math.min(Math.max(ms || 0, 0), LONGEST_ASKED_FOR);
}

/** Whether what has come is the table, or the replay, that the page shows: nothing else ever takes its place. */
export function isThis({ next }) {
  const { table } = main().dataset;
  if (!next || !next.classList.contains("table")) return false;
  return table ? next.dataset.table === table : next.classList.contains("replay");
}

/** What to say of an answer that is not this table: our own sentence where it has one. */
export function sentence({ fresh, answer }) {
  const ours = $("main .lost .lead, main [role=alert]", fresh);
  if (ours) return ours.textContent.trim();
  return told(answer.status < 500 && answer.status !== 429 ? "other" : "lost");
}

/** Fetch a page; null where another has been asked for since. */
export async function fetchPage(address, given = {}) {
  const mine = ++fetching;
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...given });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return mine === fetching ? { answer, fresh, next: $("main", fresh) } : null;
}

/** Send a form; null where no answer comes. `again`: it may be sent until one does. */
export async function post(address, body, again) {
  sending = true;
  let got = null;
  for (const pause of again ? [...RETRY_DELAYS, 0] : [0]) {
    try {
      got = await fetchPage(address, { method: "POST", body });
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
  return got;
}

/** Fetch an answer into the box beside the board; `first` stands there until it comes. */
export async function panel(address, first) {
  const box = $("#why");
  if (!box) return;
  box.hidden = false;
  box.textContent = first;
  try {
    const answer = await fetch(address);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!box.isConnected) return;
    const found = $("#panel", fresh);
    if (found) box.replaceChildren(...found.childNodes);
    else box.textContent = sentence({ fresh, answer });
    box.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    say(box.textContent.replace(/\s+/g, " ").trim());
  } catch {
    box.textContent = told("down");
  }
}
