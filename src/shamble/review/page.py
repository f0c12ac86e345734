"""A review as one self-contained HTML page: tables, and a chart that the keyboard and a screen reader can walk."""

import json
from html import escape

from shamble.review import words
from shamble.review.document import Moment, Review

KEPT = "review"  # the name of the page's part that holds the whole review as JSON
WIDE, HIGH, LEFT, TOP = 920, 320, 44, 12
STROKES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 2", "9 2 2 2 2 2")
COLOURS = ("#9d2f1f", "#1f5d7a", "#4d6b1a", "#6a3d86", "#8a5a00", "#2a2a2a", "#a03a6b", "#00695c")
STYLE = """
:root{--ink:#1d1a17;--paper:#f4efe4;--line:#c9bfab}
@media (prefers-color-scheme:dark){:root{--ink:#efe8d8;--paper:#191714;--line:#4b463d}.lines{filter:brightness(1.7)}}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 Georgia,serif}
svg{width:100%;min-width:42rem;height:auto} svg text{fill:var(--ink);font:12px Georgia,serif}
.grid{stroke:var(--line)} .line{fill:none;stroke-width:2.2} .dot{fill:transparent;stroke:none}
.dot:focus{fill:var(--ink);outline:none}
table{border-collapse:collapse;width:100%;font-size:.92rem} th,td{text-align:left;padding:.25rem .5rem;
border-bottom:1px solid var(--line);vertical-align:top} td.n{text-align:right;white-space:nowrap}
.wide{overflow-x:auto} .mark{font-weight:bold} :focus-visible{outline:3px solid #c2410c}
"""
SCRIPT = """
document.querySelectorAll('.dots').forEach(g=>g.addEventListener('keydown',e=>{
const d=[...g.querySelectorAll('.dot')],i=d.indexOf(document.activeElement);
const j={ArrowRight:i+1,ArrowLeft:i-1,Home:0,End:d.length-1}[e.key];
if(j===undefined||!d[j])return;e.preventDefault();d[i].tabIndex=-1;d[j].tabIndex=0;d[j].focus();}));
"""

MOST_STRETCHES = 12  # of events, listed in a sentence


def page(review: Review) -> str:
    """The page's text."""
    title = escape(words.PAGE_TITLE.format(title=review.title))
    notes = [words.METHOD.format(rollouts=review.rollouts, iterations=review.iterations)]
    if review.rough:
        notes.append(words.ROUGH.format(rollouts=review.rollouts))
    notes.extend(looked_at(review))
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<style>{STYLE}</style></head><body><main>",
        f"<h1>{title}</h1><p><strong>{escape(review.result)}</strong></p>",
        *(f"<p>{escape(note)}</p>" for note in notes),
        f"<h2>{words.TURNS}</h2>{_turns(review)}",
        f"<h2>{words.CHART}</h2><p>{words.KEYS}</p><div class='wide'>{chart(review)}</div>",
        f"<h2>{words.LEDGER}</h2>{_ledger(review)}",
        f"<h2>{words.DECISIONS}</h2>{_decisions(review)}",
        f"<h2>{words.TABLE}</h2>{_events(review)}",
        f'</main><script type="application/json" id="{KEPT}">{_kept(review)}</script>',
        f"<script>{SCRIPT}</script></body></html>",
    ]
    return "\n".join(parts) + "\n"


def chart(review: Review) -> str:
    """The lines, one for every seat, each with points that can be reached and read."""
    rows = [
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="group" aria-label="{escape(words.CHART)}">',
        f"<desc>{escape(words.CHART_ALT)}</desc>",
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        rows.append(f'<line class="grid" x1="{LEFT}" x2="{WIDE - 8}" y1="{y:.1f}" y2="{y:.1f}"/>')
        rows.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    last = max(1, review.events)
    for seat, name in enumerate(review.seats):
        places = [
            (LEFT + (WIDE - 8 - LEFT) * version / last, _y(chances[seat].mean))
            for version, chances, _ in review.points()
        ]
        dash = STROKES[seat % len(STROKES)]
        rows.append(
            f'<polyline class="line lines" stroke="{COLOURS[seat % len(COLOURS)]}" stroke-dasharray="{dash}" points="'
            + " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            + '"/>'
        )
        rows.append(f'<g class="dots" role="group" aria-label="{escape(name)}">')
        for (x, y), (version, chances, moment) in zip(places, review.points(), strict=True):
            text = f"{name}: {chances[seat].mean:.0%}. {_point_text(version, moment)}"
            rows.append(
                f'<circle class="dot" role="img" tabindex="{-1 if version else 0}" cx="{x:.1f}" cy="{y:.1f}" r="5" '
                f'aria-label="{escape(text)}"><title>{escape(text)}</title></circle>'
            )
        rows.append("</g>")
    for seat, name in enumerate(review.seats):
        x, y = LEFT + 8 + (seat % 6) * 145, HIGH - 26 + 16 * (seat // 6)
        rows.append(
            f'<line class="lines" x1="{x}" x2="{x + 26}" y1="{y - 4}" y2="{y - 4}" stroke-width="2.2" '
            f'stroke="{COLOURS[seat % len(COLOURS)]}" stroke-dasharray="{STROKES[seat % len(STROKES)]}"/>'
            f'<text x="{x + 32}" y="{y}">{escape(name)}</text>'
        )
    return "\n".join([*rows, "</svg>"])


def _y(chance: float) -> float:
    return TOP + (HIGH - 64 - TOP) * (1 - chance)


def _point_text(version: int, moment: Moment | None) -> str:
    if moment is None:
        return f"After event {version}" if version else words.HEADS["opening"]
    return f"Event {moment.event + 1}: {moment.text or moment.action}"


def _kept(review: Review) -> str:
    """The review as JSON that can stand in a page."""
    return json.dumps(review.to_dict(), separators=(",", ":")).replace("<", "\\u003c")


def looked_at(review: Review) -> list[str]:
    """Which events were looked at, where these are not all, and how to look at more, as sentences."""
    return [*which(review), words.MORE] if not review.complete else []


def which(review: Review) -> list[str]:
    """The same without what to do about it."""
    if review.complete:
        return []
    around, choices = [moment.event for moment in review.moments], review.judged
    return [
        words.LOOKED_AT.format(events=review.events),
        words.AROUND.format(count=len(around), which=_listed(around)),
        words.JUDGED.format(count=len(choices), which=_listed(choices)),
    ]


def _listed(numbers: list[int]) -> str:
    """The events, or the first of them where there are many stretches: the document has all."""
    stretches = _stretches(numbers)
    shown = ", ".join(stretches[:MOST_STRETCHES]) or words.NONE
    return shown if len(stretches) <= MOST_STRETCHES else words.AND_MORE.format(shown=shown)


def _stretches(numbers: list[int]) -> list[str]:
    """Events as people count them, from 1 on, with neighbours together: 3, 7-9."""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and stretches[-1][-1] == number - 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    return [f"{run[0] + 1}-{run[-1] + 1}" if len(run) > 1 else str(run[0] + 1) for run in stretches]


def parts(review: Review) -> tuple[str, ...]:
    """The parts of a ledger that this review has."""
    return words.PARTS if review.complete else (*words.PARTS[:-1], "unseen", words.PARTS[-1])


def _ledger(review: Review) -> str:
    head = "".join(f'<th scope="col">{words.HEADS[part]}</th>' for part in parts(review))
    rows = []
    for name, ledger in zip(review.seats, review.ledgers, strict=True):
        cells = "".join(
            f'<td class="n">{getattr(ledger, part) * 100:{"" if part in ("opening", "result") else "+"}.1f}</td>'
            for part in parts(review)
        )
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>')
    return f'<div class="wide" tabindex="0"><table><tr><td></td>{head}</tr>{"".join(rows)}</table></div>'


def marked(review: Review) -> list[str]:
    """The marked decisions, the dearest first, as sentences."""
    rows = sorted((d for d in review.decisions if d.mark), key=lambda d: -d.loss)
    return [
        words.MARKED.format(
            event=d.event + 1,
            seat=review.seats[d.seat],
            action=d.label or d.action,
            chance=d.chance.mean,
            best=d.best_label or d.best,
            best_chance=d.best_chance.mean,
            mark=d.mark,
        )
        for d in rows
    ]


def _turns(review: Review) -> str:
    rows = "".join(f"<li>{escape(turn)}</li>" for turn in review.turning_points)
    return f"<ol>{rows}</ol>" if rows else f"<p>{words.NO_TURNS}</p>"


def _decisions(review: Review) -> str:
    rows = marked(review)
    return f"<ul>{''.join(f'<li>{escape(row)}</li>' for row in rows)}</ul>" if rows else f"<p>{words.NO_MARKS}</p>"


def _events(review: Review) -> str:
    marks = {d.event: d.mark for d in review.decisions if d.mark}
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in review.seats)
    rows = []
    for moment in review.moments:
        cells = "".join(f'<td class="n">{c.mean:.0%} ({c.low:.0%}-{c.high:.0%})</td>' for c in moment.chances)
        mark = f' <span class="mark">{marks[moment.event]}</span>' if moment.event in marks else ""
        text = escape(moment.text or moment.action)
        rows.append(f'<tr><td class="n">{moment.event + 1}</td><td>{text}{mark}</td>{cells}</tr>')
    return (
        f'<div class="wide" tabindex="0"><table><tr><th scope="col">#</th><th scope="col">event</th>{head}</tr>'
        f"{''.join(rows)}</table></div>"
    )
