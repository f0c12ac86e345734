"""The games of a chunk as columns: one row a game and, where wanted, one row an event or a topic.

Nothing here needs polars or numpy: chunks travel between processes as plain lists and arrays.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from shamble.games import find
from shamble.kernel.playout import play_policies
from shamble.lab.simulate import LONGEST, UNFINISHED, Plan, Tally, opening
from shamble.lab.watch import count_topics, observe, record


@dataclass(frozen=True)
class Wanted:
    """What is to be played and what is wanted of it: every event (`events`), or every so-manieth game observed
    (`watch`; 0: none). The games themselves are the same whatever is wanted."""

    plan: Plan
    events: bool = False
    watch: int = 0


@dataclass
class Part:
    """The games of one chunk. `columns` are the columns of the table of games, equally long.

    `log` has one entry an event: who acted and the code, game after game; the games' lengths are in `events`.
    `topics` has four entries a row: the game's number, the seat concerned (-1: nobody in particular), the topic's
    place in the list of the game's topics, and how often it came up.
    """

    number: int
    columns: dict[str, list[Any]]
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
    part = Part(number, {})
    rows: list[tuple[Any, ...]] = []
    watch = wanted.watch
    blank: tuple[Any, ...] = (False,) + (None,) * (len(names) - names.index("watched") - 1) if watch else ()
    for place in plan.chunk_games(number):
        state = start.copy()
        sight = blank
        if watch and place % watch == 0:
            seen = observe(state, policies, dice, LONGEST, facts, game.greedy)
            decisions, events, ended = seen.decisions, len(seen.events), seen.ended
            sight = (True, seen.lead_changes, *(after if after >= 0 else None for after in seen.out))
            sight += (*seen.began, *facts.sides(state)) if sides else ()
            for (seat, topic), times in count_topics(plan.game, seen).items():
                part.topics.extend((place, seat, topic, times))
        elif wanted.events:
            log = record(state, policies, dice, LONGEST)
            decisions, events, ended = log.decisions, len(log.code), log.ended
            part.who += log.who
            part.code += log.code
        else:
            played = play_policies(state, policies, dice, LONGEST)
            decisions, events, ended = played.decisions, played.events, played.ended
        ending = state.ending() if ended else UNFINISHED
        if characters:
            rows.append((place, ending, decisions, events, *state.payoffs(), *facts.characters(state), *sight))
        else:
            rows.append((place, ending, decisions, events, *state.payoffs(), *sight))
    part.columns = {name: list(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}
    return part


def joined(parts: Sequence[Part]) -> Part:
    """Chunks that follow each other, as one: tables are made sooner of many rows at once."""
    whole = Part(parts[0].number, {name: [] for name in parts[0].columns})
    for part in parts:
        for name, values in part.columns.items():
            whole.columns[name] += values
        whole.who += part.who
        whole.code += part.code
        whole.topics += part.topics
    return whole


def tally_of(part: Part, players: int) -> Tally:
    """What `simulate` counts of a chunk."""
    columns = part.columns
    tally = Tally(games=len(columns["game"]), events=sum(columns["events"]))
    tally.paid = [0.0] * players
    for seat in range(players):
        for payoff in columns[f"payoff_{seat}"]:  # one after the other, as `play_chunk` adds them
            tally.paid[seat] += payoff
    tally.endings.update(columns["ending"])
    tally.decisions.update(columns["decisions"])
    tally.lengths.update(columns["events"])
    return tally
