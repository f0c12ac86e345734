"""Horrific: every reason is true, read off the seat's own view by other eyes than those of the rules."""

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from horrific_scenes import GAME, scene
from support import do, refusal, walk

from shamble.games.horrific.refusals import IN_PHASE, SENTENCES
from shamble.kernel.game import Edition, View
from shamble.kernel.reasons import Reason
from shamble.kernel.state import State

DATA = GAME.editions()[0].data
TYPES = {row["id"]: row for row in DATA["type"]}
VERBS = {
    "playing": ("play", "end_play"),
    "aiming": ("on",),
    "using": ("mode",),
    "taking": ("take", "stop"),
    "naming": ("against",),
    "destroying": ("destroy",),
    "laying": ("lay", "lay_discard", "end_lay"),
}
OUTCOMES = ("character", "first", "draw")
HOUSES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {"declare": "after_deny", "deny_deny": "literal"}),
    (3, {"fizzle": True, "characters": "doktor,huati,dela"}),
    (3, {"uc_once": True, "reserve_total": 3, "characters": "bones,doktor,vladimir"}),
    (6, {"mound": "top_only", "deny_sweep": "own_turn"}),
    (3, {"characters": "maal,dela,huati", "uc_once": True}),
)


class Told:
    """One refusal and the view of whoever asked: what the sentences say, each as a question to the view."""

    def __init__(self, view: View, modes: tuple[str, ...], action: str, reason: Reason) -> None:
        self.view = view
        self.modes = modes
        self.me: int = view["seat"]
        self.verb, *self.rest = action.split()
        self.arg: int = reason.args[0] if reason.args else -1
        self.play: dict[str, Any] = view["play"] or {}
        self.window: dict[str, Any] = view["windows"][-1] if view["windows"] else {}
        self.target: str = TYPES[self.play["card"]]["target"] if self.play else ""
        self.rivals = [seat for seat in range(view["players"]) if seat != self.me]

    def of(self, field: str, seats: list[int] | None = None) -> list[str]:
        """All that lies in a field of these seats; of every seat."""
        piles = self.view[field] if seats is None else [self.view[field][seat] for seat in seats]
        return [thing for pile in piles for thing in pile]

    @property
    def own_down(self) -> list[str]:
        return list(self.view["down"][self.me])

    @property
    def card(self) -> str:
        """The card type that the action names."""
        return self.own_down[int(self.rest[1]) - 1] if self.verb == "play" and self.rest[0] == "down" else self.rest[0]

    @property
    def card_target(self) -> str:
        return str(TYPES[self.card]["target"])

    @property
    def own(self) -> list[str]:
        return self.of("living", [self.me]) + self.of("undead", [self.me])

    def uses(self, person: str) -> list[str]:
        """For what the card may use a Minion."""
        printed, mound = self.view["people"][person], self.view["mound"][self.me]
        could = ["dig", "spend"] if mound else ["spend"]
        if person in self.view["living"][self.me]:
            could = [mode for mode in ("power", "influence") if printed[mode] > 0]
        return [mode for mode in could if mode in self.modes]

    def in_reserve(self, kind: str) -> int:
        return int(self.view["reserve"][self.me].count(kind)) + self.own_down.count(kind)

    @property
    def lays(self) -> int:
        """How many cards the turn allows to be laid."""
        return 1 if self.view["hand_played"] else 2

    # -- one question a kind -------------------------------------------------------------------------------------

    def outcome(self) -> bool:
        return self.verb in OUTCOMES

    def phase(self) -> bool:
        return self.me in self.view["owing"] and self.verb not in VERBS[self.view["phase"]]

    def no_down(self) -> bool:
        return int(self.rest[-1]) > len(self.own_down)

    def nothing_to_deny(self) -> bool:
        return self.verb == "deny" and self.view["phase"] != "denying"

    def own_turn_deny(self) -> bool:
        return self.verb == "deny" and self.view["turn"] == self.me

    def own_card(self) -> bool:
        return bool(self.window["seat"] == self.me)

    def was_asked(self) -> bool:
        return self.me in self.window["asked"]

    def passed_over(self) -> bool:
        if self.me in self.window["asked"] or self.own_down or "DN" in self.view["reserve"][self.me]:
            return False
        return not self.window["reserve"] or self.view["held"][self.me] == 0

    def asked_first(self) -> bool:
        return self.view["asking"] == self.arg != self.me and self.view["phase"] == "denying"

    def reserve_only(self) -> bool:
        return not self.window["reserve"]

    def no_deny_held(self) -> bool:
        return "DN" not in self.view["hand"]

    def no_deny_up(self) -> bool:
        return "DN" not in self.view["reserve"][self.me]

    def no_deny_there(self) -> bool:
        return self.own_down[int(self.rest[-1]) - 1] != "DN"

    def not_asked(self) -> bool:
        return bool(self.view["asking"] != self.me)

    def answer_first(self) -> bool:
        return self.view["asking"] == self.me and self.verb not in ("deny", "pass", "turn_up")

    def others_turn(self) -> bool:
        return self.view["turn"] == self.arg != self.me and self.verb not in ("deny", "turn_up")

    def deny_own_turn(self) -> bool:
        return self.card == "DN" and self.view["turn"] == self.me

    def never_played(self) -> bool:
        return bool(TYPES[self.card]["play"] == "lay_only")

    def not_in_own_reserve(self) -> bool:
        return self.rest[1] == "reserve" and self.card not in self.view["reserve"][self.me]

    def not_held(self) -> bool:
        return self.card not in self.view["hand"]

    def no_power(self) -> bool:
        return self.rest[1] == "power" and self.view["power"] == 0

    def gimped(self) -> bool:
        return self.me in self.view["gimped"] and self.view["base"] == 0 and len(self.rest) == 1

    def hand_used(self) -> bool:
        return self.view["base"] == 0 and self.me not in self.view["gimped"] and self.view["hand_played"]

    def no_rival_reserve(self) -> bool:
        cards = self.of("reserve", self.rivals) + self.of("down", self.rivals)
        return self.card_target == "rival_reserve" and not cards

    def town_empty(self) -> bool:
        return self.card_target == "town" and not self.view["town"]

    def no_rival_living(self) -> bool:
        return self.card_target == "rival_living" and not self.of("living", self.rivals)

    def no_rival_minion(self) -> bool:
        return self.card_target == "rival_minion" and not self.of("living", self.rivals) + self.of(
            "undead", self.rivals
        )

    def no_living(self) -> bool:
        return self.card_target == "own_living" and not self.view["living"][self.me]

    def no_minion(self) -> bool:
        return self.card_target == "own" and not self.own

    def nobody_useful(self) -> bool:
        return self.card_target == "own" and bool(self.own) and not any(self.uses(person) for person in self.own)

    def all_used(self) -> bool:
        could = [person for person in self.own if self.uses(person)]
        return self.view["rules"]["uc_once"] and bool(could) and set(could) <= set(self.view["used"])

    def all_fresh(self) -> bool:
        could = self.view["living"][self.me] if self.card_target == "own_living" else self.own
        if self.card_target == "own":
            used = self.view["used"] if self.view["rules"]["uc_once"] else []
            could = [person for person in could if self.uses(person) and person not in used]
        return bool(could) and set(could) <= set(self.view["fresh"]) and self.rest[-1] != "power"

    def no_seat(self) -> bool:
        return self.arg >= self.view["players"]

    def yourself(self) -> bool:
        return self.rest == [f"@{self.me}"]

    def no_reserve(self) -> bool:
        return self.rest == [f"@{self.arg}"] and not self.of("reserve", [self.arg]) + self.of("down", [self.arg])

    def not_there(self) -> bool:
        return self.arg == self.play["against"] and self.rest[0] not in self.view["reserve"][self.arg]

    def no_down_there(self) -> bool:
        return self.arg == self.play["against"] and int(self.rest[1]) > len(self.view["down"][self.arg])

    def not_in_play(self) -> bool:
        return self.rest[0] not in [*self.view["town"], *self.of("living"), *self.of("undead"), *self.view["destroyed"]]

    def destroyed(self) -> bool:
        return self.rest[0] in self.view["destroyed"]

    def not_in_town(self) -> bool:
        return self.target == "town" and self.rest[0] not in self.view["town"]

    def not_a_rivals(self) -> bool:
        theirs = self.of("living", self.rivals) + self.of("undead", self.rivals)
        return self.target in ("rival_living", "rival_minion") and self.rest[0] not in theirs

    def undead_there(self) -> bool:
        return self.target in ("rival_living", "own_living") and self.rest[0] in self.of("undead")

    def not_yours(self) -> bool:
        return self.target in ("own", "own_living") and self.rest[0] not in self.own

    def fresh(self) -> bool:
        return self.rest[0] in self.view["fresh"] and self.rest[0] in self.own and self.play["from"] != "power"

    def no_use(self) -> bool:
        return self.target == "own" and not self.uses(self.rest[0])

    def mound_empty(self) -> bool:
        return not self.view["mound"][self.me] and self.play["on"] in self.view["undead"][self.me]

    def used(self) -> bool:
        return self.view["rules"]["uc_once"] and self.rest[0] in self.view["used"]

    def only_undead(self) -> bool:
        return self.play["on"] in self.of("living") and self.rest[0] in ("dig", "spend")

    def only_living(self) -> bool:
        return self.play["on"] in self.of("undead") and self.rest[0] in ("power", "influence")

    def has_no_power(self) -> bool:
        return self.rest == ["power"] and self.view["people"][self.play["on"]]["power"] == 0

    def has_no_influence(self) -> bool:
        return self.rest == ["influence"] and self.view["people"][self.play["on"]]["influence"] == 0

    def not_of_card(self) -> bool:
        return self.rest[0] not in self.modes

    def dig_one(self) -> bool:
        return self.verb == "stop" and self.play["mode"] == "dig"

    def not_in_mound(self) -> bool:
        return self.rest[0] not in self.view["mound"][self.me]

    def all_named(self) -> bool:
        there = self.view["mound"][self.me].count(self.rest[0])
        return 0 < there == self.play["take"].count(self.rest[0])

    def too_deep(self) -> bool:
        mound = self.view["mound"][self.me]
        value = self.view["people"][self.play["on"]]["value"]
        return self.play["mode"] == "dig" and value == self.arg and self.rest[0] in mound[value:]

    def laid_one(self) -> bool:
        return self.view["laid"] == 1 == self.lays

    def laid_two(self) -> bool:
        return self.view["laid"] == 2 == self.lays

    def needs_three(self) -> bool:
        return self.in_reserve(self.card) == self.arg < 3

    def no_conceal(self) -> bool:
        return self.rest[-1] == "down" and "CN" not in self.view["reserve"][self.me]

    def three_there(self) -> bool:
        return self.in_reserve(self.card) == 3 and self.card in self.view["hand"] and self.view["laid"] < self.lays

    def reserve_full(self) -> bool:
        return (
            len(self.own_down) + len(self.view["reserve"][self.me]) >= self.arg == self.view["rules"]["reserve_total"]
        )


def own_edition(modes: tuple[str, ...], missing: tuple[str, ...] = ()) -> Edition:
    """Where Use Control has these modes alone, and the box lacks these cards."""
    data = copy.deepcopy(dict(DATA))
    uses = next(row for row in data["type"] if row["id"] == "UC")
    uses["effect"][0]["modes"] = list(modes)
    return Edition("mine", "Mine", False, {**data, "missing": list(missing)}, shipped=False)


ALL = ("power", "influence", "dig", "spend")
FEW = ("power", "dig")
LITTLE = own_edition(FEW, ("B3", "V4"))


def positions() -> Iterator[State]:
    """Positions of random games under many house rules, and some that hardly come by luck."""
    for number, (players, options) in enumerate(HOUSES):
        for seed in range(2):
            rng = random.Random(seed)
            for state, _, _ in walk(GAME.new(players, options), 10 * number + seed, 800):
                if rng.random() < 0.03:
                    yield state
    yield little(["V7"])  # without Power
    yield do(little(["V6", "V7"]), (0, "play UC"))
    yield do(little(["V6", "V7"]), (0, "play UC"), (0, "on V6"))
    yield from rare()


def rare() -> Iterator[State]:
    """What random games seldom or never reach."""
    for person in ("D5", "B4"):  # without Power, without Influence
        yield do(users({0: [person]}), (0, "play UC"), (0, f"on {person}"))
    yield do(users({}, undead={0: ["B2"]}), (0, "play UC"), (0, "on B2"))
    deep = users({}, undead={0: ["B2"]}, mound={0: ["CP", "GW", "GW", "TU", "TU", "LB"]})
    yield do(deep, (0, "play UC"), (0, "on B2"), (0, "mode dig"))
    yield users({0: ["B1"]}, fresh=["B1"])
    for kind in ("UC", "TU"):
        yield do(users({0: ["B1", "B2"]}, fresh=["B1"]), (0, f"play {kind}"))
    yield do(users({0: ["B1", "B2"]}, {"uc_once": True}, used=["B1"]), (0, "play UC"))
    yield users({0: ["B1"]}, {"uc_once": True}, used=["B1"])
    nobody = list(GAME.new(2, {"characters": "doktor,dela"}).view(0)["town"])
    yield scene("doktor,dela", hands={0: ["HL", "TU", "CP", "DR", "UC"]}, destroyed=nobody)
    yield scene("dela,bones", hands={0: ["GC"]}, gimped=[0], base=0)
    yield do(scene("dela,bones,maal,huati", hands={0: ["DR"]}, reserve={1: ["GW"], 2: ["DN"]}), (0, "play DR"))


def little(living: list[str]) -> State:
    return scene("vladimir,bones", edition=LITTLE, hands={0: ["UC", "CP"]}, living={0: living})


def users(living: dict[int, list[str]], options: dict[str, Any] | None = None, **places: Any) -> State:
    """Lord of Bones, who holds two cards that he plays on his own."""
    return scene("bones,dela", options, hands={0: ["UC", "TU"]}, living=living, **places)


def test_every_reason_is_true_and_every_kind_is_met() -> None:
    told: Counter[str] = Counter()
    texts = GAME.vocabulary.texts()
    rng = random.Random(48)
    for state in positions():
        modes = ALL if state.head["edition"] == "recon-1" else FEW
        for seat in range(state.players):
            view = state.view(seat)
            for code, text in enumerate(texts):
                reason = state.why_not(seat, code) if state.owing() > 0 else None
                if reason is None or (told[reason.kind] > 100 and rng.random() < 0.9):
                    continue  # of what is met often, a few
                told[reason.kind] += 1
                assert getattr(Told(view, modes, text, reason), reason.kind)(), (reason, text, view)
    assert sorted({*SENTENCES, "phase"} - set(told)) == []


def test_no_sentence_gives_two_reasons() -> None:
    for sentence in [*IN_PHASE.values(), *(text for text, _ in SENTENCES.values())]:
        assert ", or " not in sentence, sentence


# -- refusals that were false or joined two reasons ----------------------------------------------------------------


def test_a_fresh_minion_is_refused_for_one_reason() -> None:
    state = do(scene("bones,dela", hands={0: ["UC"]}, living={0: ["B1", "B2"]}, fresh=["B1"]), (0, "play UC"))
    assert refusal(state, 0, "on B1") == (
        "Gravedigger (B1) is yours only since this turn; only cards played by Power reach such a person.",
        "R21",
    )


def test_r17_whoever_denied_a_card_that_was_restored_has_not_let_it_happen() -> None:
    state = scene(
        "vladimir,dela,bones,maal",
        reserve={0: ["GW"], 1: ["DN"], 2: ["DN", "DN"], 3: ["DN"]},
        hands={1: ["DN"]},
    )
    do(state, (0, "play GW reserve"), (1, "deny hand"), (2, "deny reserve"), (3, "pass"), (1, "pass"))
    assert state.view(0)["windows"][-1]["seat"] == 0
    said, rule = refusal(state, 1, "deny reserve")
    assert "happen" not in said
    assert (said, rule) == ("You have been asked about this card already, and each card is offered once.", "R17")


def test_r34_all_the_plays_of_a_turn_are_used_up_not_one_card() -> None:
    state = scene("maal,dela", hands={0: ["GW", "GW", "GW"]}, undead={0: ["M1"]}, base=2)
    do(state, (0, "play GW"), (0, "play GW"))
    assert refusal(state, 0, "play GW") == (
        "Your plays from the hand are used up in this turn; only Power gives more.",
        "book",
    )


def test_a_person_that_the_box_lacks_is_not_in_the_game_though_its_character_is() -> None:
    state = do(little([]), (0, "play CP"))
    assert refusal(state, 0, "on B3") == ("Stonemason (B3) is not in this game.", "book")
    assert refusal(state, 0, "on D1") == ("Tinker (D1) is not in this game.", "book")
