// Acting: a form is sent, the table that comes back is shown; why something cannot be done.
import { isThis, panel, post, sending, sentence } from "./line.js";
import { main, show, tell } from "./page.js";
import { bring, catchUp } from "./stream.js";

/** Send a form. A move whose answer is lost is sent again with the same id, so that nothing is played twice. */
export async function send(form, button) {
  if (sending) return;
  main().setAttribute("aria-busy", "true");
  const data = new URLSearchParams(new FormData(form, button));
  const got = await post(form.getAttribute("action"), data, data.has("id"));
  if (got && isThis(got)) return bring(got, got.answer.redirected ? got.answer.url : null);
  if (got?.answer.redirected && got.next?.dataset.table) return location.assign(got.answer.url); // another table of ours
  main().removeAttribute("aria-busy");
  if (got) show(sentence(got));
  else tell("lost");
  return catchUp(0);
}

export function whyNot(thing) {
  const { table, seat } = main().dataset;
  if (seat === undefined) return;
  panel(`/t/${table}/why?${new URLSearchParams({ seat, action: thing.dataset.why })}`, "…");
}
