// The stream: it tells of every change of the table, which is then fetched and shown.
import { askedPause, fetchPage, isThis, pauseAfter, sending, sentence, wait } from "./line.js";
import { $, main, say, show, tell } from "./page.js";
import { swap } from "./swap.js";

let source = null;
let downTimer = 0;
let newest = 0;
let refusals = 0; // of refreshes, one after another
let slowTimer = 0; // a refresh is due later, none is sent before
let breaks = 0; // of the stream, one after another

/** Show what has come, and go on listening. */
export async function bring(got, address, newer) {
  const words = await swap(got, address, newer);
  if (!slowTimer) tell("");
  if (words) say(words);
  listen();
  catchUp(300);
}

export async function refresh() {
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
    await bring(got, null, true);
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

export function listen() {
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
export async function catchUp(pause) {
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

export function stopListening() {
  source?.close();
}
