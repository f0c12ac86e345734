"""The pictures of a report, as SVG. Needs matplotlib; the same numbers give the same bytes."""

import re
from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from shamble.lab import words
from shamble.lab.findings import CellFindings, Findings
from shamble.lab.stats import Judged

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0b5d8a", "#b3480f", "#2f7d4f", "#8a3f7a", "#7a6400", "#3d3d3d", "#b0243a", "#4a56b8")
MARKS = "osD^vPX*"
DASHES = ("-", "--", "-.", ":")
STYLE: Any = {
    "svg.hashsalt": "shamble",
    "svg.fonttype": "path",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "axes.axisbelow": True,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}
WIDE = 8.0  # inches
WIDELY = 8  # times: medians so far apart need a logarithmic axis
TOPICS = 12  # of each cell
ROWS = 60  # of a picture; what is beyond stands in the table


def pictures(findings: Findings) -> dict[str, str]:
    """Every picture that this study has something for, by name, as SVG text."""
    return {name: draw(make, findings) for name, make in makers(findings).items()}


def makers(findings: Findings) -> dict[str, Callable[[Findings], Figure]]:
    """Who draws which picture, of those that this study has something for."""
    able: dict[str, Callable[[Findings], Figure]] = {}
    kinds = [kind for kind in words.KINDS if any(g.kind == kind for cell in findings.cells for g in cell.groups)]
    for kind in kinds:
        able[f"wins-by-{kind.replace('_', '-')}"] = partial(_wins, kind=kind)
    able["length"] = _length
    if any(np.isfinite(cell.outs).any() for cell in findings.cells):
        able["eliminations"] = _eliminations
    if any(cell.cell.players > 1 for cell in findings.cells):
        able["leads"] = _leads
    if any(_greatest(cell) for cell in findings.cells):
        able["topics"] = _topics
    if findings.comparisons:
        able["compare"] = _compare
    return able


def draw(make: Callable[[Findings], Figure], findings: Findings) -> str:
    """A picture's SVG."""
    with mpl.rc_context(STYLE):
        figure = make(findings)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def inline(name: str, svg: str) -> str:
    """A picture to stand inside a page: no XML head, and ids of its own that clash with no other picture's."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', body)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", body)


def _axes(height: float, count: int = 1) -> "tuple[Figure, list[Axes]]":
    figure = Figure(figsize=(WIDE, height))
    return figure, list(np.atleast_1d(figure.subplots(1, count)))


def _cells_with(findings: Findings, kind: str) -> list[CellFindings]:
    return [cell for cell in findings.cells if any(group.kind == kind for group in cell.groups)]


def _wins(findings: Findings, kind: str) -> Figure:
    cells = _cells_with(findings, kind)
    names = list(dict.fromkeys(group.name for cell in cells for group in cell.groups if group.kind == kind))
    if kind == "character" and len(cells) == 1:
        chances = {group.name: group.chance.value for group in cells[0].groups if group.kind == kind}
        names.sort(key=lambda name: -chances[name])
    figure, (axes,) = _axes(1.1 + 0.3 * len(names) * max(1.0, 0.55 * len(cells)))
    for n, cell in enumerate(cells):
        groups = [group for group in cell.groups if group.kind == kind]
        values = np.array([group.chance.value for group in groups])
        spread = [
            values - [group.chance.low for group in groups],
            np.array([group.chance.high for group in groups]) - values,
        ]
        heights = [names.index(group.name) + 0.7 * ((n + 0.5) / len(cells) - 0.5) for group in groups]
        axes.errorbar(
            values, heights, xerr=np.maximum(0, spread), fmt=MARKS[n % len(MARKS)], color=COLOURS[n % len(COLOURS)],
            label=cell.cell.name, capsize=2.5, markersize=5,
        )  # fmt: skip
        if len(groups) > 1:
            axes.axvline(cell.even.value, color=COLOURS[n % len(COLOURS)], linewidth=0.9, linestyle=":")
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    axes.set_ylabel(words.KINDS[kind])
    axes.set_xlabel(words.AXES["win"])
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    axes.set_ylim(len(names) - 0.4, -0.6)
    _legend(axes, len(cells))
    return figure


def _length(findings: Findings) -> Figure:
    figure, (axes,) = _axes(3.4)
    top = max(float(np.quantile(cell.decisions, 0.99)) for cell in findings.cells)
    wide = _is_wide(findings)
    if wide:
        edges = np.geomspace(max(1.0, min(float(cell.decisions.min()) for cell in findings.cells)), top, 41)
        axes.set_xscale("log")
    else:
        edges = np.linspace(0, max(top, 10.0), 41) if top > 60 else np.arange(0, max(top, 9) + 2) - 0.5
    for n, cell in enumerate(findings.cells):
        axes.hist(
            cell.decisions, bins=edges.tolist(), weights=np.full(len(cell.decisions), 1 / len(cell.decisions)),
            histtype="step", color=COLOURS[n % len(COLOURS)], linestyle=DASHES[n % len(DASHES)], linewidth=1.6,
            label=cell.cell.name,
        )  # fmt: skip
    axes.set_xlabel(words.AXES["decisions"])
    axes.set_ylabel(words.AXES["games"])
    axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    _legend(axes, len(findings.cells))
    return figure


def _is_wide(findings: Findings) -> bool:
    """Whether the groups differ so much in length that only a logarithmic axis shows them all."""
    middles = [max(1.0, float(np.median(cell.decisions))) for cell in findings.cells]
    return max(middles) > WIDELY * min(middles)


def _eliminations(findings: Findings) -> Figure:
    figure, (axes,) = _axes(3.4)
    if _is_wide(findings):
        axes.set_xscale("log")
    for n, cell in enumerate(findings.cells):
        times = np.sort(cell.outs)
        gone = times[np.isfinite(times)]
        left = 1 - np.arange(len(gone) + 1) / max(1, len(times))
        axes.step(
            np.concatenate([[1], gone]), left, where="post", color=COLOURS[n % len(COLOURS)],
            linestyle=DASHES[n % len(DASHES)], linewidth=1.6, label=cell.cell.name,
        )  # fmt: skip
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(words.AXES["events"])
    axes.set_ylabel(words.AXES["in"])
    axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    _legend(axes, len(findings.cells))
    return figure


def _leads(findings: Findings) -> Figure:
    figure, (axes,) = _axes(3.2)
    cells = [cell for cell in findings.cells if cell.cell.players > 1]
    most = max(1, *(int(np.quantile(cell.leads, 0.98)) for cell in cells if len(cell.leads)))
    step = max(1, -(-most // 30))
    edges = np.arange(0, most + 2 * step, step) - 0.5
    for n, cell in enumerate(cells):
        heights = np.histogram(cell.leads, bins=edges)[0] / max(1, len(cell.leads))
        places = edges[:-1] + step / 2 + step * 0.8 * ((n + 0.5) / len(cells) - 0.5)
        axes.bar(
            places, heights, width=step * 0.8 / len(cells), color=COLOURS[n % len(COLOURS)], label=cell.cell.name,
        )  # fmt: skip
    axes.set_xlabel(words.AXES["leads"])
    axes.set_ylabel(words.AXES["games"])
    axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    _legend(axes, len(cells))
    return figure


def _greatest(cell: CellFindings) -> list[int]:
    """The places of the topics with the greatest real effects."""
    real = [
        (k, topic.effect.value) for k, topic in enumerate(cell.topics) if topic.effect is not None and topic.effect.real
    ]
    return [k for k, value in sorted(real, key=lambda row: -abs(row[1]))[:TOPICS]]


def _topics(findings: Findings) -> Figure:
    names: list[str] = []
    for cell in findings.cells:
        names += [cell.topics[k].name for k in _greatest(cell) if cell.topics[k].name not in names]
    names = names[:ROWS]
    first = {
        topic.name: topic.effect.value for cell in reversed(findings.cells) for topic in cell.topics if topic.effect
    }
    names.sort(key=lambda name: -first[name])
    figure, (axes,) = _axes(1.1 + 0.28 * len(names) * max(1.0, 0.5 * len(findings.cells)))
    for n, cell in enumerate(findings.cells):
        shown = [
            (topic.name, topic.effect) for topic in cell.topics if topic.effect is not None and topic.name in names
        ]
        for real in (True, False):
            effects = [(names.index(name), effect, 1.0) for name, effect in shown if effect.real == real]
            shift = 0.7 * ((n + 0.5) / len(findings.cells) - 0.5)
            _whiskers(axes, effects, shift, MARKS[n % len(MARKS)], COLOURS[n % len(COLOURS)], hollow=not real)
        axes.plot([], [], MARKS[n % len(MARKS)], color=COLOURS[n % len(COLOURS)], label=cell.cell.name)
    axes.axvline(0, color="black", linewidth=0.9)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(words.AXES["effect"])
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    _legend(axes, len(findings.cells))
    return figure


def _compare(findings: Findings) -> Figure:
    """Every comparison in half widths of its own interval, so that shares and numbers stand on one axis."""
    rows = sorted(findings.comparisons, key=lambda row: (row.verdict.p, -abs(row.verdict.value)))[:ROWS][::-1]
    figure, (axes,) = _axes(1.0 + 0.27 * len(rows))
    for real, colour in ((True, COLOURS[1]), (False, "#777777")):
        verdicts = [
            (place, row.verdict, max(1e-12, (row.verdict.high - row.verdict.low) / 2))
            for place, row in enumerate(rows)
            if row.verdict.real == real
        ]
        _whiskers(axes, verdicts, 0.0, "o", colour, hollow=not real)
    axes.axvline(0, color="black", linewidth=0.9)
    labels = [f"{words.what(row.column, row.group)}: {row.first} / {row.second}".replace("_", " ") for row in rows]
    axes.set_yticks(range(len(rows)), labels, fontsize=8)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlabel(words.AXES["compare"])
    return figure


def _whiskers(
    axes: "Axes", rows: list[tuple[int, Judged, float]], shift: float, mark: str, colour: str, hollow: bool
) -> None:
    """Differences with their intervals, each at its place and divided by its unit."""
    if not rows:
        return
    values = np.array([[one.value, one.low, one.high] for _, one, _ in rows]).T / np.array([unit for *_, unit in rows])
    axes.errorbar(
        values[0], [place + shift for place, *_ in rows],
        xerr=np.maximum(0, [values[0] - values[1], values[2] - values[0]]),
        fmt=mark, color=colour, markerfacecolor="white" if hollow else colour, capsize=2.5, markersize=5,
    )  # fmt: skip


def _legend(axes: "Axes", count: int) -> None:
    if count > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(4, count), fontsize=9)
