"""Reading a position of Zombie! Run for Your Lives!, with every check that makes it a possible one."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.run.rules import (
    ANNOYING,
    CARDS,
    CHOOSING,
    DEALING,
    DRAWING,
    ENDINGS,
    GIVING,
    HAND,
    KINDS,
    OVER,
    PHASES,
    PLAYING,
    SYMBOLS,
    TURNING_UP,
    RunRules,
    RunState,
    items_in,
    zombies_in,
)
from shamble.kernel.fields import Fields

FACES = {text: face for face, text in enumerate(CARDS)}


def place(fields: Fields, head: dict[str, Any], rules: RunRules) -> RunState:
    """The position that the fields describe; BadPosition where it is broken or impossible."""
    players: int = head["players"]
    seats = players - 1
    state = RunState(players, head, rules)
    state.set_up()
    state.phase = PHASES.index(fields.one_of("phase", PHASES))
    state.turn = fields.whole("turn", 0, seats)
    state.first = fields.whole("first", 0, seats)
    state.owed = fields.whole("owed", 0, 4 * players)
    state.turns = fields.whole("turns", 0, 10**9)
    state.special_used = fields.flag("special_used")
    state.redraws = fields.whole("redraws", 0, 10**6)
    living = fields.wholes("living", 0, seats)
    if len(set(living)) != len(living) or not living:
        raise fields.bad("living", "must name each living seat once, and at least one.")
    state.living = sum(1 << seat for seat in living)
    turned_up = fields.raw("turned_up")
    state.turned_up = FACES[fields.texts_of("turned_up", [turned_up], CARDS)[0]] if turned_up is not None else -1
    winner = fields.raw("winner")
    state.winner = fields.whole("winner", 0, seats) if winner is not None else -1
    state.ending_code = ENDINGS.index(fields.one_of("ending", ENDINGS))
    _place_fronts(fields, state, rules, players)
    _place_hands(fields, state, players)
    _place_piles(fields, state)
    _check_count(fields, state, rules)
    _check_phase(fields, state, players)
    return state


def _place_fronts(fields: Fields, state: RunState, rules: RunRules, players: int) -> None:
    fronts = []
    for seat, cards in enumerate(fields.entries("fronts", players)):
        name = f"fronts.{seat}"
        mask = 0
        for card in fields.texts_of(name, cards, CARDS):
            bit = FACES[card]
            while bit >= ANNOYING and rules.annoying_distinct and mask >> bit & 1 and bit < ANNOYING + 2:
                bit += 1
            if mask >> bit & 1:
                raise fields.bad(name, f"{card} lies there twice.")
            mask |= 1 << bit
        items, zombies = mask & 0x7FFF, mask >> SYMBOLS & 0x7FFF
        if items & zombies:
            raise fields.bad(name, "a zombie and the item that cancels it cannot lie side by side.")
        if mask and not state.living >> seat & 1:
            raise fields.bad(name, "a zombie player has nothing in front.")
        over = state.phase == OVER and seat == state.winner
        if zombies_in(mask) > 4 or items_in(mask) > (5 if over else 4):
            raise fields.bad(name, "a living player shows at most four items and four zombies.")
        fronts.append(mask)
    state.fronts = vec[i64](fronts)


def _place_hands(fields: Fields, state: RunState, players: int) -> None:
    for seat, cards in enumerate(fields.entries("hands", players)):
        name = f"hands.{seat}"
        if len(fields.texts_of(name, cards, CARDS)) > HAND - 2:
            raise fields.bad(name, f"a hand holds at most {HAND - 2} cards.")
        if cards and not state.living >> seat & 1:
            raise fields.bad(name, "a zombie player has no hand.")
        for card in cards:
            state._add_to_hand(seat, FACES[card])


def _place_piles(fields: Fields, state: RunState) -> None:
    state.deck.unseen = vec[u8]([0] * KINDS)
    state.deck.loose = 0
    for card in fields.texts("deck", CARDS):
        state.deck.add(FACES[card], 1)
    for field, pile in (("discard", state.discard), ("removed", state.removed)):
        for card in fields.texts(field, CARDS):
            pile[FACES[card]] = u8(pile[FACES[card]] + 1)


def _check_count(fields: Fields, state: RunState, rules: RunRules) -> None:
    """Conservation: every card of the box in exactly one place."""
    for face in range(KINDS):
        count = state.count(face)
        if count != rules.count_of(face):
            raise fields.bad(
                "deck", f"{CARDS[face]} stands in {count} places of the position; the box holds {rules.count_of(face)}."
            )


def _check_phase(fields: Fields, state: RunState, players: int) -> None:
    phase = state.phase
    alive = bool(state.living >> state.turn & 1)
    if (state.turned_up >= 0) != (phase == GIVING):
        raise fields.bad("turned_up", "is a card in the phase giving, and only there.")
    if (state.ending_code > 0) != (phase == OVER):
        raise fields.bad("ending", "is named in the phase over, and only there.")
    if (state.winner >= 0) != (state.ending_code in (1, 2)):
        raise fields.bad("winner", "is a seat when the game has been won, and only then.")
    if (phase in (DRAWING, PLAYING) and not alive) or (phase in (TURNING_UP, GIVING) and alive):
        raise fields.bad("phase", f"seat {state.turn} cannot be in it, {'living' if alive else 'a zombie'} as it is.")
    if phase not in (OVER, CHOOSING) and len([s for s in range(players) if state.living >> s & 1]) < 2:
        raise fields.bad("living", "with one living player left the game is over.")
    if (phase in (DEALING, DRAWING)) != (state.owed > 0):
        raise fields.bad("owed", "is more than 0 in the phases dealing and drawing, and only there.")
    if phase == GIVING and not state._someone_may_receive(state.turned_up):
        raise fields.bad("turned_up", "nobody could receive that card.")
    if phase in (DEALING, DRAWING, TURNING_UP) and state.deck.size() < (state.owed if phase == DEALING else 1):
        raise fields.bad("deck", "is empty though a card is to come from it.")
