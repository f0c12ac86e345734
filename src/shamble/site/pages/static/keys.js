// The keys: numbers and letters for what can be done, arrows for steps, Escape for never mind.
import { send, whyNot } from "./acting.js";
import { unchoose } from "./choosing.js";
import { $, all } from "./page.js";

export function press(event) {
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
}
