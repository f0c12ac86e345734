"""A study's report: built once from blocks, written as Markdown and as one self-contained HTML page."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import shamble
from shamble.editions import find_edition
from shamble.files import BadFile, reason, write_whole
from shamble.games import find
from shamble.kernel.game import show
from shamble.lab import words
from shamble.lab.findings import Comparison, Findings, Topic
from shamble.lab.pictures import TOPICS, draw, inline, makers
from shamble.lab.plan import command
from shamble.lab.stats import Estimate

STYLE = """
:root{--ink:#1d1a17;--paper:#f4efe4;--line:#c9bfab;--soft:#6b6255}
@media (prefers-color-scheme:dark){:root{--ink:#efe8d8;--paper:#191714;--line:#4b463d;--soft:#b3a995}}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 Georgia,serif}
figure{margin:1rem 0;padding:.5rem;background:#fff;border:1px solid var(--line)} figure svg{width:100%;height:auto}
figcaption,.again{color:var(--soft);font-size:.88rem} figcaption{color:#57503f}
code{font:.85rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.9rem} th,td{text-align:left;padding:.2rem .5rem;
border-bottom:1px solid var(--line);vertical-align:top} tbody th{font-weight:normal}
.n{text-align:right;white-space:nowrap}
.wide{overflow-x:auto} :focus-visible{outline:3px solid #c2410c}
"""


@dataclass
class Section:
    """A heading with what stands under it: sentences, pictures by name, a table, the commands that make it again."""

    title: str
    sentences: list[str] = field(default_factory=list)
    picture: str = ""
    heads: tuple[str, ...] = ()
    rows: list[list[str]] = field(default_factory=list)
    again: list[str] = field(default_factory=list)


def write_report(findings: Findings, folder: Path) -> None:
    """`report.md`, `report.html` and the pictures, each whole or not at all."""
    drawn = {name: draw(make, findings) for name, make in makers(findings).items()}
    sections = list(build(findings, folder))
    try:
        (folder / "pictures").mkdir(exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {reason(error)}.") from None
    for name, svg in drawn.items():
        write_whole(folder / "pictures" / f"{name}.svg", svg)
    write_whole(folder / "report.md", markdown(findings, sections))
    write_whole(folder / "report.html", page(findings, sections, drawn))


def write_picture(findings: Findings, folder: Path, name: str) -> Path:
    """One picture again; BadFile if the study has none of that name."""
    able = makers(findings)
    if name not in able:
        raise BadFile(f"This study has no picture {name[:40]!r}. It has: {', '.join(able)}.")
    target = folder / "pictures" / f"{name}.svg"
    try:
        target.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {reason(error)}.") from None
    write_whole(target, draw(able[name], findings))
    return target


def build(findings: Findings, folder: Path) -> Iterator[Section]:
    """The sections in order."""
    study = findings.study
    able = makers(findings)

    def again(name: str) -> list[str]:
        return [f"shamble study {study.source} --out {folder} --figure {name}"]

    yield _cells(findings)
    yield _numbers(findings)
    for name in able:
        if name.startswith("wins-by-"):
            yield _wins(findings, name.removeprefix("wins-by-").replace("-", "_"), name, again(name))
    yield Section(words.LENGTH, [words.LENGTH_TEXT], "length", again=again("length"))
    if "eliminations" in able:
        yield Section(words.OUT, [words.OUT_TEXT], "eliminations", again=again("eliminations"))
    if "leads" in able:
        yield Section(words.LEADS, [words.LEADS_TEXT], "leads", again=again("leads"))
    yield _compare(findings, again("compare") if "compare" in able else [])
    if any(cell.topics for cell in findings.cells):
        picture = "topics" if "topics" in able else ""
        yield _topics(findings, picture, again("topics") if picture else [])


def _cells(findings: Findings) -> Section:
    section = Section(words.CELLS, heads=words.CELL_HEADS)
    for cell in findings.cells:
        plan = cell.cell.wanted.plan
        edition = find_edition(find(plan.game), plan.edition)
        options = ", ".join(f"{name}={show(value)}" for name, value in plan.options.items()) or "-"
        section.rows.append(
            [
                cell.cell.name,
                f"{cell.games:,}",
                str(plan.players),
                cell.cell.bots,
                str(plan.seed),
                options,
                edition.title,
            ]
        )
        section.again.append(command(plan, cell.cell.edition))
    watched = sum(cell.watched for cell in findings.cells)
    games = sum(cell.games for cell in findings.cells)
    section.sentences = [words.METHOD, words.WATCHED.format(watched=f"{watched:,}", games=f"{games:,}")]
    notes = {
        edition.note or edition.title
        for cell in findings.cells
        for edition in [find_edition(find(findings.study.game), cell.cell.wanted.plan.edition)]
        if edition.reconstruction
    }
    section.sentences += [
        words.RECONSTRUCTION.format(note=note.removeprefix("RECONSTRUCTION: ")) for note in sorted(notes)
    ]
    return section


def _numbers(findings: Findings) -> Section:
    section = Section(words.NUMBERS, [words.NUMBERS_TEXT], heads=words.NUMBER_HEADS)
    for cell in findings.cells:
        row = [cell.cell.name]
        for name in ("decisions", "events", "lead_changes", "out"):
            one = cell.numbers.get(name)
            row.append(f"{one.value:.2f} ({one.low:.2f} to {one.high:.2f})" if one is not None else "-")
        row.append(", ".join(f"{code} {_share(one)}" for code, one in cell.endings.items()))
        section.rows.append(row)
    section.again = [command(cell.cell.wanted.plan, cell.cell.edition) for cell in findings.cells]
    return section


def _share(one: Estimate) -> str:
    return f"{one.value:.1%}"


def _wins(findings: Findings, kind: str, name: str, again: list[str]) -> Section:
    title = words.WINS.format(kind=words.KINDS[kind])
    heads = tuple(head.format(kind=words.KINDS[kind]) for head in words.WIN_HEADS)
    section = Section(title, [words.WINS_TEXT], name, heads, again=again)
    for cell in findings.cells:
        for group in cell.groups:
            if group.kind == kind:
                one = group.chance
                section.rows.append(
                    [
                        cell.cell.name,
                        group.name,
                        f"{one.size:,}",
                        f"{one.value:.2%}",
                        f"{one.low:.2%} to {one.high:.2%}",
                    ]
                )
    return section


def _compare(findings: Findings, again: list[str]) -> Section:
    rows = sorted(findings.comparisons, key=lambda row: row.verdict.p)
    text = words.COMPARE_TEXT.format(count=len(rows)) if rows else words.NOTHING
    section = Section(
        words.COMPARE, [text], "compare" if rows else "", words.COMPARE_HEADS if rows else (), again=again
    )
    for row in rows:
        verdict = row.verdict
        section.rows.append(
            [
                words.COLUMNS[row.column], row.group.replace("_", " "), row.first, row.second,
                _number(row, row.values[0], ""), _number(row, row.values[1], ""), _number(row, verdict.value),
                f"{_number(row, verdict.low)} to {_number(row, verdict.high)}", _p(verdict.adjusted),
                words.REAL[verdict.real],
            ]
        )  # fmt: skip
    return section


def _number(row: Comparison, value: float, sign: str = "+") -> str:
    return f"{value:{sign}.2%}" if row.is_share else f"{value:{sign}.2f}"


def _p(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def _topics(findings: Findings, picture: str, again: list[str]) -> Section:
    sentences = [words.TOPICS_TEXT]
    if picture:
        sentences.append(words.TOPIC_PICTURE.format(most=TOPICS))
    several = len(findings.cells) > 1
    heads = words.TOPIC_HEADS if not several else (words.TOPIC_HEADS[0], "", *words.TOPIC_HEADS[1:])
    section = Section(words.TOPICS, sentences, picture, heads, again=again)
    names = sorted({topic.name for cell in findings.cells for topic in cell.topics})
    by_cell = [{topic.name: topic for topic in cell.topics} for cell in findings.cells]
    for name in names:
        for cell, topics in zip(findings.cells, by_cell, strict=True):
            if name in topics:
                section.rows.append([name, *([cell.cell.name] if several else []), *_topic(topics[name])])
    return section


def _topic(topic: Topic) -> list[str]:
    row = [f"{topic.came_up:.1%}", f"{topic.times:.2f}"]
    effect = topic.effect
    if effect is None:
        return [*row, "-", "-", "-"]
    return [*row, f"{effect.value:+.1%}", f"{effect.low:+.1%} to {effect.high:+.1%}", words.REAL[effect.real]]


# -- the two forms -------------------------------------------------------------------------------------------------


def _foot(findings: Findings) -> str:
    game = find(findings.study.game)
    return words.FOOT.format(version=shamble.__version__, rules=game.rules_version, game=game.code)


def markdown(findings: Findings, sections: list[Section]) -> str:
    """The report as Markdown; pictures are files beside it."""
    lines = [f"# {findings.study.title}", ""]
    lines += [findings.study.question, ""] if findings.study.question else []
    for section in sections:
        lines += [f"## {section.title}", ""]
        lines += [line for sentence in section.sentences for line in (sentence, "")]
        if section.picture:
            lines += [f"![{section.title}](pictures/{section.picture}.svg)", ""]
        if section.rows:
            lines += [_line(section.heads), "|" + " --- |" * len(section.heads)]
            lines += [*(_line(row) for row in section.rows), ""]
        if section.again:
            lines += [f"{words.AGAIN}", "", "```", *section.again, "```", ""]
    return "\n".join([*lines, _foot(findings), ""])


def _line(cells: "list[str] | tuple[str, ...]") -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def page(findings: Findings, sections: list[Section], drawn: dict[str, str]) -> str:
    """The report as one HTML page that needs no other file."""
    title = escape(findings.study.title)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<style>{STYLE}</style></head><body><main>",
        f"<h1>{title}</h1>",
    ]
    parts += [f"<p><strong>{escape(findings.study.question)}</strong></p>"] if findings.study.question else []
    for section in sections:
        parts.append(f"<section><h2>{escape(section.title)}</h2>")
        parts += [f"<p>{escape(sentence)}</p>" for sentence in section.sentences]
        if section.picture:
            picture = inline(section.picture, drawn[section.picture])
            label = f'<svg role="img" aria-label="{escape(section.title)}" '
            parts.append(
                f"<figure>{picture.replace('<svg ', label, 1)}"
                f"<figcaption>{words.AGAIN} <code>{escape(section.again[0])}</code></figcaption></figure>"
            )
        parts.append(_table(section))
        if section.again and not section.picture:
            commands = "<br>".join(f"<code>{escape(line)}</code>" for line in section.again)
            parts.append(f'<p class="again">{words.AGAIN}<br>{commands}</p>')
        parts.append("</section>")
    parts.append(f"<footer><p>{escape(_foot(findings))}</p></footer></main></body></html>")
    return "\n".join(part for part in parts if part) + "\n"


def _table(section: Section) -> str:
    if not section.rows:
        return ""
    marks = [
        ' class="n"'
        if place and all(row[place][:1].isdigit() or row[place][:1] in "+-<" for row in section.rows)
        else ""
        for place in range(len(section.heads))
    ]
    head = "".join(
        f'<th scope="col"{mark}>{escape(text)}</th>' if text else "<td></td>"
        for text, mark in zip(section.heads, marks, strict=True)
    )
    rows = []
    for row in section.rows:
        cells = "".join(f"<td{mark}>{escape(text)}</td>" for text, mark in zip(row[1:], marks[1:], strict=True))
        rows.append(f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>')
    label = escape(section.title)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{label}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
