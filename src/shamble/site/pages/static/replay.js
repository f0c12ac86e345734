// Walking through a game: the slider of a replay, and looking back at a table.
import { fetchPage, isThis, sentence } from "./line.js";
import { $, show, tell } from "./page.js";
import { bring } from "./stream.js";

export async function step(form, button) {
  const data = new URLSearchParams(new FormData(form));
  data.set("at", (button || $("#at")).value);
  try {
    const get = form.method === "get";
    const to = form.getAttribute("action");
    const address = get ? `${to}?${data}` : to;
    const got = await fetchPage(address, get ? {} : { method: "POST", body: data });
    if (got && isThis(got)) await bring(got, get ? address : null);
    else if (got) show(sentence(got));
  } catch {
    tell("down");
  }
}

export async function look(address) {
  try {
    const got = await fetchPage(address);
    if (!got) return;
    if (!isThis(got)) return show(sentence(got));
    history.pushState(null, "", address);
    await bring(got);
  } catch {
    location.assign(address);
  }
}
