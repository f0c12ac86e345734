"""What a study's rows say: chances of winning by group, lengths, eliminations, leads, topics, and what differs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from shamble.editions import find_edition
from shamble.games import find
from shamble.lab import words
from shamble.lab.stats import Difference, Estimate, Judged, difference, holm, mean, share
from shamble.lab.study import Played
from shamble.lab.studyfile import Cell, Study

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PREFIX = {"character": "character_", "last_side": "ended_", "side": "began_"}
NUMBERS = ("decisions", "events", "lead_changes", "out")


@dataclass(frozen=True)
class Group:
    """A seat, a side or a character in one cell, and its chance of winning."""

    kind: str
    name: str
    chance: Estimate


@dataclass(frozen=True)
class Topic:
    """A card, a room, a rule: in what share of the observed games it came up, how often a game, and the chance of
    winning of the seats it concerned less that of the others (None if all or none were concerned)."""

    name: str
    came_up: float
    times: float
    effect: Judged | None


@dataclass(frozen=True)
class CellFindings:
    """What one cell's rows say. Of `outs` there is one entry a seat of an observed game: the number of events after
    which it was out, or infinity."""

    cell: Cell
    games: int
    watched: int
    groups: tuple[Group, ...]
    even: Estimate
    numbers: dict[str, Estimate]
    endings: dict[str, Estimate]
    decisions: "Floats"
    leads: "Floats"
    outs: "Floats"
    topics: tuple[Topic, ...]


@dataclass(frozen=True)
class Comparison:
    """One row of the table `compare`: what is compared, which two things, and the verdict on first less second."""

    column: str
    group: str
    first: str
    second: str
    values: tuple[float, float]
    verdict: Judged

    @property
    def is_share(self) -> bool:
        """Whether the values are shares in [0, 1], not numbers."""
        return self.column not in NUMBERS


@dataclass(frozen=True)
class Findings:
    """Everything that a report tells."""

    study: Study
    cells: tuple[CellFindings, ...]
    comparisons: tuple[Comparison, ...]


def find_out(study: Study, played: Played) -> Findings:
    """Work a study's rows out."""
    assert played.games is not None
    assert played.topics is not None
    cells = tuple(
        _cell(study, cell, played.games.filter(pl.col("cell") == n), played.topics.filter(pl.col("cell") == n))
        for n, cell in enumerate(study.cells)
    )
    return Findings(study, cells, tuple(_compare(study, cells)))


def _cell(study: Study, cell: Cell, games: pl.DataFrame, topics: pl.DataFrame) -> CellFindings:
    seats = range(cell.players)
    watched = games.filter(pl.col("watched"))
    payoffs = games.select(f"payoff_{k}" for k in seats).to_numpy()
    groups = []
    for kind in study.by:
        rows = watched if "side" in kind else games
        paid = watched.select(f"payoff_{k}" for k in seats).to_numpy() if "side" in kind else payoffs
        groups += [Group(kind, name, share(*counts)) for name, counts in _groups(kind, rows, paid)]
    out = watched.select(f"out_{k}" for k in seats).to_numpy().astype(np.float64)
    decisions = games.get_column("decisions").to_numpy().astype(np.float64)
    leads = watched.get_column("lead_changes").to_numpy().astype(np.float64)
    numbers = {"decisions": mean(decisions), "events": mean(games.get_column("events").to_numpy().astype(np.float64))}
    if cell.players > 1:
        numbers["lead_changes"] = mean(leads)
    fallen = out[~np.isnan(out).all(axis=1)]
    if len(fallen):
        numbers["out"] = mean(np.nanmin(fallen, axis=1))
    ending = games.get_column("ending").to_numpy()
    ones = np.ones(len(ending))
    return CellFindings(
        cell,
        games.height,
        watched.height,
        tuple(groups),
        share(payoffs.sum(axis=1), np.full(games.height, float(cell.players))),
        numbers,
        {str(code): share((ending == code).astype(np.float64), ones) for code in sorted(set(ending))},
        decisions,
        leads,
        np.where(np.isnan(out), np.inf, out).ravel(),
        _topics(study.game, cell, watched, topics),
    )


def _groups(kind: str, rows: pl.DataFrame, paid: "Floats") -> Iterator[tuple[str, tuple["Floats", "Floats"]]]:
    """Every group of a kind: what it won and how many seats it had in every game. Nothing if there is only one."""
    seats = paid.shape[1]
    if kind == "seat":
        for seat in range(seats):
            yield str(seat), (paid[:, seat], np.ones(len(paid)))
        return
    prefix = PREFIX[kind]
    if f"{prefix}0" not in rows.columns:
        return
    columns = [rows.get_column(f"{prefix}{k}") for k in range(seats)]
    names = sorted({str(name) for column in columns for name in column.unique() if name} - {"-"})
    if len(names) < 2:
        return
    for name in names:
        here = np.stack([(column == name).fill_null(False).to_numpy() for column in columns], axis=1)
        yield name, ((paid * here).sum(axis=1), here.sum(axis=1).astype(np.float64))


def _topics(game: str, cell: Cell, watched: pl.DataFrame, topics: pl.DataFrame) -> tuple[Topic, ...]:
    """Every topic that came up, in the order of the game's list."""
    board_game = find(game)
    edition = find_edition(board_game, cell.wanted.plan.edition)
    numbers = watched.get_column("game").to_numpy()
    paid = watched.select(f"payoff_{k}" for k in range(cell.players)).to_numpy()
    rows: list[tuple[str, float, float, Difference | None]] = []
    for (topic,), part in topics.group_by(["topic"], maintain_order=True):
        places = np.searchsorted(numbers, part.get_column("game").to_numpy())
        seats = part.get_column("seat").to_numpy()
        came_up = len(np.unique(places)) / max(1, len(numbers))
        times = float(part.get_column("times").sum()) / max(1, len(numbers))
        here = np.zeros(paid.shape, dtype=bool)
        here[places[seats >= 0], seats[seats >= 0]] = True
        effect = None
        if 0 < here.sum() < here.size:
            with_it = share((paid * here).sum(axis=1), here.sum(axis=1).astype(np.float64))
            without = share((paid * ~here).sum(axis=1), (~here).sum(axis=1).astype(np.float64))
            effect = difference(with_it, without, same_games=True)
        rows.append((board_game.facts.name(str(topic), edition), came_up, times, effect))
    judged = iter(holm([effect for *_, effect in rows if effect is not None]))
    told = [Topic(name, up, times, next(judged) if effect is not None else None) for name, up, times, effect in rows]
    return tuple(sorted(told, key=lambda topic: topic.name))


def _compare(study: Study, cells: tuple[CellFindings, ...]) -> Iterator[Comparison]:
    rows: list[tuple[str, str, str, str, Estimate, Estimate, bool]] = []
    for here, there in combinations(cells, 2):
        varied = _factors(here.cell, there.cell)
        if len(varied) == 1 and varied[0] in study.between:
            mine, theirs = _measures(study, here), _measures(study, there)
            for key in mine:
                if key in theirs:
                    rows.append((*key, here.cell.name, there.cell.name, mine[key], theirs[key], False))
    for cell in cells:
        for kind in study.by:
            groups = [group for group in cell.groups if group.kind == kind]
            where = f" ({cell.cell.name})" if len(cells) > 1 else ""
            if "groups" in study.between and "win" in study.compare:
                for a, b in combinations(groups, 2):
                    rows.append(("win", kind, a.name + where, b.name + where, a.chance, b.chance, True))
            if "even" in study.between and "win" in study.compare and "side" not in kind and len(groups) > 1:
                for a in groups:
                    rows.append(("win", kind, a.name + where, words.EVEN, a.chance, cell.even, True))
    judged = holm([difference(one, two, same) for *_, one, two, same in rows])
    for (column, group, first, second, one, two, _), verdict in zip(rows, judged, strict=True):
        yield Comparison(column, group, first, second, (one.value, two.value), verdict)


def _measures(study: Study, cell: CellFindings) -> dict[tuple[str, str], Estimate]:
    """All that can be compared with another cell, by column and group."""
    estimates: dict[tuple[str, str], Estimate] = {}
    if "win" in study.compare:
        estimates |= {("win", f"{group.kind} {group.name}"): group.chance for group in cell.groups}
    estimates |= {(name, ""): cell.numbers[name] for name in NUMBERS if name in study.compare and name in cell.numbers}
    if "ending" in study.compare:
        estimates |= {("ending", code): estimate for code, estimate in cell.endings.items()}
    return estimates


def _factors(one: Cell, two: Cell) -> list[str]:
    """In what two cells differ."""
    differs = {
        "variants": one.variant != two.variant,
        "players": one.players != two.players,
        "bots": one.bots != two.bots,
    }
    return [name for name, other in differs.items() if other]
