"""Match: a State with seats, luck, undo and a record. The public object of the library."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shamble.editions import find_edition
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption, BadRecord, IllegalAction
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition, Game, Value, rules_of
from shamble.kernel.history import History
from shamble.kernel.numbers import whole_number
from shamble.kernel.reveal import reveals
from shamble.kernel.seeds import DRAWN, check_seed, draw_seed
from shamble.kernel.shown import Choice
from shamble.kernel.state import CHANCE, SPECTATOR, State
from shamble.record import Record
from shamble.seats import Seat, seated
from shamble.telling import Event, Sight, Telling

if TYPE_CHECKING:
    from shamble.bots.advice import Advice

LARGEST_SEED = DRAWN


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed: a sentence, and the number of the rule or ruling (`""` where none applies)."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


@dataclass(frozen=True)
class Plan:
    """An act and all that chance makes of it, not yet played: events as `(who, code)`, the position after each.

    Hidden things included: for whoever must write an act down before it happens.
    """

    version: int
    acts: tuple[tuple[int, int], ...]
    states: tuple[State, ...]


@dataclass(frozen=True)
class Result:
    """How it ended: the winning seats (none in a draw), a payoff for each seat, the ending's code, and why in words.

    Payoffs are 0 to 1; shares of a win add up to exactly 1 by `math.fsum`, though a third has no exact binary form."""

    winners: tuple[int, ...]
    payoffs: tuple[float, ...]
    code: str
    why: str


class Match:
    """One game being played, from its opening or from any position, with everything that has happened in it.

    `players` is a number of seats the game takes (its usual one by default). `seed` settles all luck: the same seed
    and the same actions make the same match; without one a secret one is drawn. `options` are house rules by name,
    `edition` a shipped edition's name or the path of an owner's file. With `chance="manual"` nothing is drawn: every
    chance event is owed by `shamble.CHANCE` and played like an action, as it fell on a real table. `names` and `by`
    say who sits where; a name of None gives the seat a usual one, and no two may be taken for one another. `rules` is
    the rules version to play by, this build's own where none is given. Raises BadOption, BadRules, BadEdition or
    BadFile before anything is made.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seed: int | None = None,
        *,
        options: Mapping[str, object] | None = None,
        edition: "str | Edition | None" = None,
        chance: str = "auto",
        names: Sequence[str | None] | None = None,
        by: Sequence[str] | None = None,
        rules: int | None = None,
    ) -> None:
        board_game = find(game)
        chosen = find_edition(board_game, edition)
        given = _options(options)
        start = board_game.new(_default_seats(board_game, given) if players is None else players, given, chosen, rules)
        self._open(
            board_game, board_game.resolve_options(given), chosen, start, seed, chance, names, by, from_position=False
        )

    @classmethod
    def at(
        cls,
        game: str,
        position: Mapping[str, Any],
        seed: int | None = None,
        *,
        edition: "str | Edition | None" = None,
        chance: str = "auto",
        names: Sequence[str | None] | None = None,
        by: Sequence[str] | None = None,
    ) -> "Match":
        """A match that begins at any legal position (`State.to_dict`); BadPosition names the field that is wrong."""
        board_game = find(game)
        chosen = find_edition(board_game, edition)
        start = board_game.read(position, chosen)
        board_game.check_max_values(position)
        return cls.begun_at(board_game, start, seed, chosen, chance, names, by)

    @classmethod
    def begun_at(
        cls,
        board_game: Game,
        start: State,
        seed: int | None,
        chosen: Edition,
        chance: str,
        names: Sequence[str | None] | None,
        by: Sequence[str] | None,
    ) -> "Match":
        """A match that begins at a state: what `at` makes of a position that has been read."""
        match = cls.__new__(cls)
        used = chosen if chosen.name == start.head["edition"] else board_game.edition(start.head["edition"])
        match._open(
            board_game,
            board_game.resolve_options(start.head["options"]),
            used,
            start,
            seed,
            chance,
            names,
            by,
            from_position=True,
        )
        return match

    def _open(
        self,
        game: Game,
        options: dict[str, Value],
        edition: Edition,
        start: State,
        seed: int | None,
        chance: str,
        names: Sequence[str | None] | None,
        by: Sequence[str] | None,
        from_position: bool,
    ) -> None:
        if chance not in ("auto", "manual"):
            raise BadOption(f"chance is auto or manual; not {brief(chance)}.")
        self.game = game
        self.options = options
        self.edition = edition
        self.chance = chance
        self.damage = ""  # what is missing, in a match read from a damaged file
        self.seed: int = draw_seed() if seed is None else check_seed(seed)
        self.rules = rules_of(start.head)  # the rules version it is played by
        self.players = int(start.players)
        self.seats = seated(names, by, self.players)
        self._from_position = from_position
        self._words = game.words(edition)
        self._history = History(start)
        names_told = [seat.name for seat in self.seats]
        self._telling = Telling(self._words, game.vocabulary.text, names_told, self._history)
        self.roll_on()

    # -- the position --------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The whole truth, hidden things included. Read it, never change it: for analysis, not for seats."""
        return self._history.at(self.version)

    @property
    def version(self) -> int:
        """How many events have happened."""
        return len(self._history.acts)

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe a decision; `(CHANCE,)` where manual chance is awaited; `()` when over."""
        mask = self.state.owing()
        if mask == CHANCE:
            return (CHANCE,)
        return tuple(seat for seat in range(self.players) if mask >> seat & 1)

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""
        if self.state.owing() != 0:
            return None
        payoffs = tuple(self.state.payoffs())
        best = max(payoffs)
        drawn = best < 1 and min(payoffs) == best
        winners = tuple(seat for seat, payoff in enumerate(payoffs) if payoff == best and best > 0 and not drawn)
        why = self.named(self._words.why(self.state.view(SPECTATOR)))
        return Result(winners, payoffs, self.state.ending(), why)

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know now, JSON-able."""
        return self.state.view(self.reader(seat))

    def sight(self, seat: int | None) -> Sight:
        """View, question and choices of a seat (None: a spectator) at once; the view is shared, do not change it."""
        return self._telling.sight(self.reader(seat))

    def asked(self, seat: int | None) -> str:
        """What is going on and what is asked of whom, in words, as that seat may read it."""
        return self._telling.asked(self.view(seat))

    def choices(self, seat: int) -> list[Choice]:
        """What a seat may do now; with `CHANCE`, under manual chance, what may have fallen."""
        text = self.game.vocabulary.text
        seat = self._actor(seat)
        if seat == CHANCE:
            return [Choice(text(code), text(code)) for code, _ in self.state.odds()] if self.chance == "manual" else []
        view = self.view(seat)
        actions = [text(code) for code in self.state.legal(seat)]
        return [Choice(action, self._telling.label(view, action)) for action in actions]

    def explain(self, seat: int, action: str) -> str:
        """What a legal action does, in one or two sentences; otherwise why it is not allowed."""
        refusal = self.why_not(seat, action)
        if refusal is not None:
            return str(refusal)
        return self._telling.named(self._words.explain(self.view(seat), _tidy(action)), self.reader(seat))

    def why_not(self, seat: int, action: str) -> Refusal | None:
        """Why `seat` may not play `action` now, with the rule; None if it may."""
        seat = self._actor(seat)
        if seat == CHANCE:
            return self._why_not_chance(action)
        code = self.game.vocabulary.code(_tidy(action))
        if code >= 0 and self.state.allows(seat, code):
            return None
        if self.state.owing() == 0:
            return Refusal("The game is over: nothing can be played any more.")
        if code < 0:
            return Refusal(f"{brief(action)} is not an action of this game.{self._example(seat)}")
        told = self.game.refusal(self._words, self.state, seat, code)
        return None if told is None else Refusal(self._telling.named(told[0], seat), told[1])

    def _why_not_chance(self, action: str) -> Refusal | None:
        if self.chance != "manual":
            return Refusal('Chance is drawn by the engine here; chance="manual" lets you say what fell.')
        code = self.game.vocabulary.code(_tidy(action))
        if code >= 0 and self.state.allows(CHANCE, code):
            return None
        if self.state.owing() != CHANCE:
            return Refusal("Nothing is to be drawn now.")
        outcomes = [choice.action for choice in self.choices(CHANCE)]
        return Refusal(f"{brief(action)} cannot have fallen now. Possible: {', '.join(outcomes[:40])}.")

    def _example(self, seat: int) -> str:
        codes = self.state.legal(seat)
        return f" An action now would be: {self.game.vocabulary.text(codes[0])}." if len(codes) else ""

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self, seat: int, action: str) -> list[Event]:
        """Play an action and let chance take its course; the events that followed, as this seat may read them.

        `seat` is CHANCE to say what fell under manual chance (the events are then a spectator's). A refused action
        raises IllegalAction, changes nothing and uses no luck.
        """
        plan = self.plan(seat, action)
        self.carry_out(plan)
        actor = self._actor(seat)
        return self.events_since(None if actor == CHANCE else actor, plan.version)

    def roll_on(self) -> None:
        """Let chance take its course, unless it is manual."""
        if self.chance != "manual":
            self.carry_out(self._planned([], roll=True))

    def _luck(self, number: int) -> Dice:
        """The dice of event `number`: settled by that and the seed, whatever came before."""
        digest = hashlib.blake2b(f"{self.seed}/{number}".encode(), digest_size=8).digest()
        return Dice(int.from_bytes(digest, "big") >> 1)

    # -- writing down first ---------------------------------------------------------------------------------------

    def plan(self, seat: int, action: str) -> Plan:
        """What `play` would do, without doing it; IllegalAction if it is refused."""
        seat = self._actor(seat)
        code = self.game.vocabulary.code(_tidy(action))
        if code < 0 or not self.state.allows(seat, code):
            refusal = self.why_not(seat, action)
            if refusal is not None:
                raise IllegalAction(refusal.reason, refusal.rule)
        return self._planned([(seat, code)], roll=self.chance != "manual")

    def _planned(self, acts: list[tuple[int, int]], roll: bool) -> Plan:
        """Acts that are possible one after the other from here; with `roll` chance takes its course after them."""
        state, states = self.state, []
        for who, code in acts:
            state = state.copy()
            state.apply(who, code)
            states.append(state)
        while roll and state.owing() == CHANCE:
            outcome = state.roll(self._luck(self.version + len(acts)))
            acts = [*acts, (CHANCE, outcome)]
            state = state.copy()
            state.apply(CHANCE, outcome)
            states.append(state)
        return Plan(self.version, tuple(acts), tuple(states))

    def carry_out(self, plan: Plan) -> None:
        """Do what was planned; BadOption if something has happened since."""
        if plan.version != self.version:
            raise BadOption(f"That was planned at version {plan.version}; this is version {self.version}.")
        for (who, code), after in zip(plan.acts, plan.states, strict=True):
            self._history.push(who, code, after)

    def follow(self, events: Iterable[tuple[int | str, str]]) -> None:
        """Play events that were written down, as (seat, action); CHANCE or "chance" is no seat's. Nothing is drawn.

        BadRecord at the first that is not possible; those before it have been played.
        """
        for who, action in events:
            code = self.game.vocabulary.code(action)
            actor = CHANCE if who == "chance" else whole_number(who)
            if actor is None or code < 0 or not self.state.allows(actor, code):
                event = json.dumps(["chance" if actor == CHANCE else who, action], default=brief)
                raise BadRecord(f"Event {self.version} of the record, {event}, is not possible there.")
            self.carry_out(self._planned([(actor, code)], roll=False))

    def sit(self, seats: Sequence[Seat]) -> None:
        """Change who sits where; the story is told with the new names from now on."""
        if len(seats) != self.players:
            raise BadOption(f"There are {self.players} seats here, not {len(seats)}.")
        self._telling.rename([str(seat.name) for seat in seats])
        self.seats = tuple(seats)

    # -- looking back --------------------------------------------------------------------------------------------

    def events(self, seat: int | None) -> list[Event]:
        """Everything that has happened, as a seat (None: a spectator) may know it."""
        return self.events_since(seat, 0)

    def events_since(self, seat: int | None, number: int, end: int | None = None) -> list[Event]:
        """The events from `number` on, up to but not including `end` where one is given, as a seat (None: a spectator)
        may know them."""
        first, last = whole_number(number), self.version if end is None else whole_number(end)
        if first is None or last is None:
            raise BadOption(
                f"Events are counted by whole numbers from 0 on; not {brief(number if first is None else end)}."
            )
        return self._telling.between(self.reader(seat), first, min(last, self.version))

    def story(self, seat: int | None) -> list[str]:
        """The sentences so far, as a seat (None: a spectator) may read them."""
        return [sentence for event in self.events(seat) for sentence in event.sentences]

    def act(self, number: int) -> tuple[int, str]:
        """Who did what in event `number`, hidden or not: for looking back at a game that is over.

        BadOption if there is no such event."""
        who, code = self.coded_act(number)
        return who, self.game.vocabulary.text(code)

    def coded_act(self, number: int) -> tuple[int, int]:
        """The same with the engine's code, for minds."""
        at = whole_number(number)
        if at is None or not 0 <= at < self.version:
            there = f"events 0 to {self.version - 1}" if self.version else "no events yet"
            raise BadOption(f"This game has {there}; there is no event {brief(number)}.")
        return self._history.acts[at]

    def label_at(self, version: int, seat: int, action: str) -> str:
        """What an action was called that the seat might have played after that many events."""
        return self._telling.label(self.state_at(version).view(self.reader(seat)), action)

    def state_at(self, version: int) -> State:
        """The whole position after that many events; BadOption if there have not been that many."""
        at = whole_number(version)
        if at is None or not 0 <= at <= self.version:
            raise BadOption(f"This game has positions 0 to {self.version}; there is no {brief(version)}.")
        return self._history.at(at)

    def advice(
        self, seat: int, seconds: float | None = None, iterations: int | None = None, jobs: int = 1
    ) -> "list[Advice]":
        """The win chance of every choice of `seat` with its interval, from what that seat knows.

        See `shamble.bots.advice`, which is loaded when first asked for.
        """
        from shamble.bots.advice import advise

        return advise(self, seat, iterations=iterations, seconds=seconds, jobs=jobs)

    def undo(self, seat: int | None = None, force: bool = False) -> None:
        """Take back the last act (of `seat`, where given). The position is then exactly the earlier one.

        IllegalAction if another seat has acted since, if chance has, or if the act revealed something;
        with `force=True` everything since that act is taken back all the same. Under manual chance the last thing
        said to have fallen counts as an act.
        """
        self.go_back(self.undo_point(seat, force))

    def undo_point(self, seat: int | None = None, force: bool = False) -> int:
        """The version that `undo` would return to; IllegalAction, with the reason, if it would be refused."""
        if seat is not None:
            seat = self._actor(seat) if self.chance == "manual" else self.reader(seat)
        at = self._last_act(seat)
        if not force:
            self._check_undo(at)
        return at

    def go_back(self, version: int) -> None:
        """Drop every event from number `version` on, whatever they were."""
        self.state_at(version)
        self._history.cut(int(version))
        self._telling.forget(version)

    def _last_act(self, seat: int | None) -> int:
        for at in range(self.version - 1, -1, -1):
            who = self._history.acts[at][0]
            if who == seat or (seat is None and (who != CHANCE or self.chance == "manual")):
                return at
        raise IllegalAction("There is nothing to take back.")

    def _check_undo(self, at: int) -> None:
        who, code = self._history.acts[at]
        for other, _ in self._history.acts[at + 1 :]:
            if other == CHANCE:
                raise IllegalAction("Chance has spoken since: that cannot be taken back.")
            if other != who:
                raise IllegalAction(f"{self.seats[other].name} has acted since: that cannot be taken back.")
        if who != CHANCE and reveals(self._history.at(at), who, code):
            raise IllegalAction("That showed something hidden: it cannot be taken back.")

    # -- the record ----------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The saved game: everything needed to replay this match without a generator."""
        text = self.game.vocabulary.text
        result, final = self.recorded_end
        edition: dict[str, Any] = {"name": self.edition.name, "hash": self.edition.hash}
        if not self.edition.shipped:
            edition["data"] = self.edition.data
        return Record(
            game=self.game.code,
            rules=self.rules,
            options=dict(self.game.changed(self.options)),
            edition=edition,
            seats=[{"name": seat.name, "by": seat.by} for seat in self.seats],
            seed=self.seed,
            chance=self.chance,
            position=deepcopy(self._history.at(0).to_dict()) if self._from_position else None,
            events=[("chance" if who == CHANCE else who, text(code)) for who, code in self._history.acts],
            result=result,
            final=final,
        )

    @property
    def recorded_end(self) -> tuple[dict[str, Any] | None, str]:
        """What a record says behind the events: the result, None while it goes on, and the hash of the position."""
        result = self.result
        if result is None:
            return None, position_hash(self.state)
        told = {"winners": list(result.winners), "payoffs": list(result.payoffs), "code": result.code}
        return told, position_hash(self.state)

    # -- copies --------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        """A match of its own that goes on from here; `copy.copy` makes the same."""
        match = type(self).__new__(type(self))
        memo[id(self)] = match
        match.__dict__.update(self.__dict__)
        match.options = dict(self.options)
        match._history = self._history.copy()
        match._telling = self._telling.copy(match._history)
        return match

    def __copy__(self) -> "Match":
        return self.__deepcopy__({})

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: where it began, and its events, which are played again."""
        edition = self.edition if not self.edition.shipped else None
        begun = (self.game.code, self._history.at(0).to_dict(), edition, self._from_position)
        acts = [(who, self.game.vocabulary.text(code)) for who, code in self._history.acts]
        return _played_again, (type(self), begun, self.seats, self.seed, self.chance, acts)

    # -- small things --------------------------------------------------------------------------------------------

    def show_codes(self, wanted: bool) -> None:
        """Whether sentences say the codes of cards and places, as actions name them, behind their names."""
        self._telling.show_codes(wanted)

    def named(self, text: str) -> str:
        """The text with the seats' names in place of @0, @1, …"""
        return self._telling.named(text)

    def _actor(self, seat: int | None) -> int:
        """Whoever acts: CHANCE, or a seat; BadOption if this is neither (a spectator has no seat)."""
        if seat is None:
            raise BadOption(f"This needs a seat, 0 to {self.players - 1}; a spectator has none.")
        return CHANCE if whole_number(seat) == CHANCE else self.reader(seat)

    def reader(self, seat: int | None) -> int:
        """The seat as the engine counts readers: SPECTATOR for None; BadOption if there is no such seat."""
        if seat is None:
            return SPECTATOR
        number = whole_number(seat)
        if number is None or not 0 <= number < self.players:
            raise BadOption(f"There is no seat {brief(seat)}: this game has seats 0 to {self.players - 1}.")
        return number


def _default_seats(game: Game, options: Mapping[str, object]) -> int:
    """The game's usual number of seats, or the nearest that the options allow."""
    allowed = game.seats_with(game.resolve_options(options))
    return min(allowed, key=lambda seats: abs(seats - game.default_seats)) if len(allowed) else game.default_seats


def position_hash(state: State) -> str:
    """Thirty-two hexadecimal digits: equal for equal positions, whatever the version that computed them."""
    return hashlib.sha256(state.pack()).hexdigest()[:32]


def _tidy(action: str) -> str:
    return " ".join((action if isinstance(action, str) else brief(action)).split())


def _options(given: Mapping[str, object] | None) -> dict[str, object]:
    """The options given, by names that are texts."""
    if given is not None and not isinstance(given, Mapping):
        raise BadOption(f"options must map names to values; not {brief(given)}.")
    return {name if isinstance(name, str) else brief(name): value for name, value in (given or {}).items()}


def _played_again(
    kind: type[Match],
    begun: tuple[str, dict[str, Any], Edition | None, bool],
    seats: tuple[Seat, ...],
    seed: int,
    chance: str,
    acts: list[tuple[int, str]],
) -> Match:
    """The match that was pickled."""
    code, position, edition, from_position = begun
    game = find(code)
    start = game.read(position, edition)
    match = kind.begun_at(game, start, seed, edition or game.edition(position["edition"]), "manual", None, None)
    match.sit(seats)
    match.follow(acts)
    match._from_position = from_position
    match.chance = chance
    return match
