"""The games of a chunk as columns: one row a game and, where wanted, one row an event or a topic.

Nothing here needs polars or numpy: chunks travel between processes as plain lists and arrays.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from shamble.games import find
from shamble.lab.plan import LONGEST, Plan, opening
from shamble.lab.tally import Tally, counted
from shamble.lab.topics import count_topics
from shamble.lab.watch import Columns, observe, play_on, record


@dataclass(frozen=True)
class Wanted:
    """What is to be played and what is wanted of it: every event (`events`), or every so-manieth game observed
    (`watch`; 0: none). The games themselves are the same whatever is wanted."""

    plan: Plan
    events: bool = False
    watch: int = 0


@dataclass
class Part:
    """The games of one chunk. `columns` are the columns of the table of games, equally long; `observed` are those that
    only observed games have, and the numbers of these games: equally long among themselves.

    `log` has one entry an event: who acted and the code, game after game; the games' lengths are in `events`.
    `topics` has four entries a row: the game's number, the seat concerned (-1: nobody in particular), the topic's
    place in the list of the game's topics, and how often it came up.
    """

    number: int
    columns: dict[str, list[Any]]
    observed: dict[str, list[Any]] = field(default_factory=dict)
    who: "array[int]" = field(default_factory=lambda: array("b"))
    code: "array[int]" = field(default_factory=lambda: array("i"))
    topics: "array[int]" = field(default_factory=lambda: array("q"))


def names_of(wanted: Wanted) -> list[str]:
    """The columns of the table of games, in order."""
    seats = range(wanted.plan.players)
    facts = find(wanted.plan.game).facts
    probe = opening(wanted.plan, 0)[0]
    names = ["game", "ending", "decisions", "events", *(f"payoff_{k}" for k in seats)]
    if facts.characters(probe):
        names += [f"character_{k}" for k in seats]
    if wanted.watch:
        names += ["watched", "lead_changes", *(f"out_{k}" for k in seats)]
        if facts.sides(probe):
            names += [*(f"began_{k}" for k in seats), *(f"ended_{k}" for k in seats)]
    return names


def play_rows(wanted: Wanted, number: int) -> Part:
    """The games of one chunk."""
    plan = wanted.plan
    game = find(plan.game)
    start, policies, dice = opening(plan, number)
    names = names_of(wanted)
    facts = game.facts
    characters, sides = "character_0" in names, "ended_0" in names
    codes = len(game.vocabulary)
    games = plan.chunk_games(number)
    columns = Columns(plan.players, facts if characters else None)
    part = Part(number, {})
    sights: list[tuple[Any, ...]] = []  # of the games observed: its number and its last columns
    watch = wanted.watch
    place = games.start
    while place < games.stop:
        following = place + 1
        if watch and place % watch == 0:
            state = start.copy()
            seen = observe(state, policies, dice, LONGEST, facts, game.greedy, codes)
            sight = (place, seen.lead_changes, *(after if after >= 0 else None for after in seen.out))
            sights.append(sight + ((*seen.began, *facts.sides(state)) if sides else ()))
            columns.add(state, seen.decisions, len(seen.events), seen.ended)
            for (seat, topic), times in count_topics(plan.game, seen).items():
                part.topics.extend((place, seat, topic, times))
        elif wanted.events:
            state = start.copy()
            log = record(state, policies, dice, LONGEST)
            columns.add(state, log.decisions, len(log.code), log.ended)
            part.who.extend(log.who)
            part.code.extend(log.code)
        else:
            following = min(games.stop, (place // watch + 1) * watch) if watch else games.stop
            play_on(start, policies, dice, LONGEST, following - place, columns)
        place = following
    paid, roles = columns.paid, columns.characters
    told: list[list[Any]] = [list(games), columns.endings, columns.decisions, columns.events, *paid, *roles]
    part.columns = dict(zip(names, told, strict=False))
    last = ["game", *names[len(told) + 1 :]] if watch else []
    part.observed = {name: [sight[k] for sight in sights] for k, name in enumerate(last)}
    return part


def joined(parts: Sequence[Part]) -> Part:
    """Chunks that follow each other, as one: tables are made sooner of many rows at once."""
    first = parts[0]
    whole = Part(first.number, {name: [] for name in first.columns}, {name: [] for name in first.observed})
    for part in parts:
        for name, values in part.columns.items():
            whole.columns[name] += values
        for name, values in part.observed.items():
            whole.observed[name] += values
        whole.who += part.who
        whole.code += part.code
        whole.topics += part.topics
    return whole


def tally_of(part: Part, players: int) -> Tally:
    """What `simulate` counts of a chunk."""
    columns = part.columns
    paid = [columns[f"payoff_{seat}"] for seat in range(players)]
    return counted(columns["ending"], columns["decisions"], columns["events"], paid)
