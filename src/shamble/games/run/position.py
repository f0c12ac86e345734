"""Reading a position of Zombie! Run for Your Lives!, with every check that makes it a possible one."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.run.rules import codes
from shamble.games.run.rules.data import CARDS, RunRules, items_in, zombies_in
from shamble.games.run.rules.state import RunState
from shamble.kernel.fields import Fields

FACES = {text: face for face, text in enumerate(CARDS)}


def state_from(fields: Fields, head: dict[str, Any], rules: RunRules) -> RunState:
    """The position that the fields describe; BadPosition if it is broken or impossible."""
    players: int = head["players"]
    seats = players - 1
    state = RunState(players, head, rules)
    state.set_up()
    state.phase = codes.PHASES.index(fields.one_of("phase", codes.PHASES))
    state.turn = fields.whole("turn", 0, seats)
    state.first = fields.whole("first", 0, seats)
    state.owed = fields.whole("owed", 0, 4 * players)
    state.turns = fields.whole("turns", 0, 10**9)
    state.special_used = fields.flag("special_used")
    state.redraws = fields.whole("redraws", 0, 1 if rules.redraw_once else codes.SEEN_ALL)
    state.shown = _shown(fields, state, rules)
    living = fields.wholes("living", 0, seats)
    if len(set(living)) != len(living) or not living:
        raise fields.bad("living", "must name each living seat once, and at least one.")
    state.living = sum(1 << seat for seat in living)
    turned_up = fields.raw("turned_up")
    state.turned_up = FACES[fields.texts_of("turned_up", [turned_up], CARDS)[0]] if turned_up is not None else -1
    winner = fields.raw("winner")
    state.winner = fields.whole("winner", 0, seats) if winner is not None else -1
    state.ending_code = codes.ENDINGS.index(fields.one_of("ending", codes.ENDINGS))
    _place_fronts(fields, state, rules, players)
    _place_hands(fields, state, players)
    _place_piles(fields, state)
    _check_count(fields, state, rules)
    _check_phase(fields, state, players)
    return state


def _shown(fields: Fields, state: RunState, rules: RunRules) -> vec[u8]:
    """The hand shown by the last redraw of this turn."""
    cards = fields.texts("shown", CARDS)
    if len(cards) > 5 or (cards and not state.redraws):
        raise fields.bad("shown", "is the hand shown by a redraw in this turn, five cards at most.")
    if any(cards.count(card) > rules.count_of(FACES[card]) for card in cards):
        raise fields.bad("shown", "names more cards of one face than the box holds.")
    return vec[u8](sorted(FACES[card] for card in cards))


def _place_fronts(fields: Fields, state: RunState, rules: RunRules, players: int) -> None:
    fronts = []
    for seat, cards in enumerate(fields.entries("fronts", players)):
        name = f"fronts.{seat}"
        mask = 0
        for card in fields.texts_of(name, cards, CARDS):
            bit = FACES[card]
            while bit >= codes.ANNOYING and rules.annoying_distinct and mask >> bit & 1 and bit < codes.ANNOYING + 2:
                bit += 1
            if mask >> bit & 1:
                raise fields.bad(name, f"{card} lies there twice.")
            mask |= 1 << bit
        items, zombies = mask & 0x7FFF, mask >> codes.SYMBOLS & 0x7FFF
        if items & zombies:
            raise fields.bad(name, "a zombie and the item that cancels it cannot lie side by side.")
        if mask and not state.living >> seat & 1:
            raise fields.bad(name, "a zombie player has nothing in front.")
        over = state.phase == codes.OVER and seat == state.winner
        if zombies_in(mask) > 4 or items_in(mask) > (5 if over else 4):
            raise fields.bad(
                name, "a living player shows at most four items and four zombies; only a winner five items."
            )
        fronts.append(mask)
    state.fronts = vec[i64](fronts)


def _place_hands(fields: Fields, state: RunState, players: int) -> None:
    for seat, cards in enumerate(fields.entries("hands", players)):
        name = f"hands.{seat}"
        most = 5 if seat == state.turn and state.phase in (codes.DRAWING, codes.PLAYING, codes.OVER) else 4
        if len(fields.texts_of(name, cards, CARDS)) > most:
            raise fields.bad(name, f"this hand holds at most {most} cards now.")
        if cards and not state.living >> seat & 1:
            raise fields.bad(name, "a zombie player has no hand.")
        for card in cards:
            state.add_to_hand(seat, FACES[card])


def _place_piles(fields: Fields, state: RunState) -> None:
    state.deck.unseen = vec[u8]([0] * codes.KINDS)
    state.deck.loose = 0
    for card in fields.texts("deck", CARDS):
        state.deck.add(FACES[card], 1)
    for field, pile in (("discard", state.discard), ("removed", state.removed)):
        for card in fields.texts(field, CARDS):
            pile[FACES[card]] = u8(pile[FACES[card]] + 1)


def _check_count(fields: Fields, state: RunState, rules: RunRules) -> None:
    """Conservation: every card of the box in exactly one place."""
    for face in range(codes.KINDS):
        count = state.count(face)
        if count != rules.count_of(face):
            raise fields.bad(
                "deck", f"{CARDS[face]} stands in {count} places of the position; the box holds {rules.count_of(face)}."
            )


def _check_phase(fields: Fields, state: RunState, players: int) -> None:
    phase = state.phase
    if (state.turned_up >= 0) != (phase == codes.GIVING):
        raise fields.bad("turned_up", "is a card in the phase giving, and only there.")
    if (phase in (codes.DEALING, codes.DRAWING)) != (state.owed > 0):
        raise fields.bad("owed", "is more than 0 in the phases dealing and drawing, and only there.")
    if phase == codes.OVER:
        _check_end(fields, state, players)
        return
    if state.ending_code > 0:
        raise fields.bad("ending", "is named in the phase over, and only there.")
    if state.winner >= 0:
        raise fields.bad("winner", "is a seat in the phase over, and only there.")
    if state.living & (state.living - 1) == 0:
        raise fields.bad("living", "with one living player left the game is over.")
    if 0 < state.rules.max_turns <= state.turns:
        raise fields.bad("turns", f"with {state.rules.max_turns} turns ended the game is over.")
    if phase in (codes.CHOOSING, codes.DEALING):
        _check_opening(fields, state, players)
    else:
        _check_turn(fields, state)


def _check_turn(fields: Fields, state: RunState) -> None:
    phase, alive = state.phase, bool(state.living >> state.turn & 1)
    if alive != (phase in (codes.DRAWING, codes.PLAYING)):
        raise fields.bad("phase", f"seat {state.turn} cannot be in it, {'living' if alive else 'a zombie'} as it is.")
    if not alive and state.special_used:
        raise fields.bad("special_used", "must be false in a zombie player's turn.")
    if not alive and state.redraws:
        raise fields.bad("redraws", "must be 0 in a zombie player's turn.")
    if state.owed > 1 and not state.redraws:
        raise fields.bad("owed", "is more than 1 only after a redraw.")
    if phase == codes.DRAWING and int(state.held[state.turn]) + int(state.owed) > 5:
        raise fields.bad("owed", "would bring more than five cards to the hand.")
    if phase == codes.GIVING and not state.someone_may_receive(state.turned_up):
        raise fields.bad("turned_up", "nobody could receive that card.")
    if phase in (codes.DRAWING, codes.TURNING_UP) and state.deck.size() == 0:
        raise fields.bad("deck", "is empty though a card is to come from it.")


def _check_opening(fields: Fields, state: RunState, players: int) -> None:
    """Nothing has happened yet but the dealing of some cards, four to each seat in turn from the first."""
    if state.living != (1 << players) - 1:
        raise fields.bad("living", "must name every seat before the first turn.")
    for field, used in (("turns", state.turns), ("special_used", state.special_used), ("redraws", state.redraws)):
        if used:
            raise fields.bad(field, "must be 0 or false before the first turn.")
    for field, pile in (("fronts", list(state.fronts)), ("discard", list(state.discard))):
        if any(pile):
            raise fields.bad(field, "must be empty before the first turn.")
    if state.phase == codes.CHOOSING and (state.rules.first >= 0 or state.first > 0 or state.turn > 0):
        raise fields.bad(
            "first", "is 0, as is turn, while the lot decides; and under the option first it decides nothing."
        )
    dealt = 4 * players - state.owed if state.phase == codes.DEALING else 0
    if state.phase == codes.DEALING and state.turn != (state.first + dealt // 4) % players:
        raise fields.bad("turn", "must be the seat that receives the next card.")
    for seat in range(players):
        due = min(4, max(0, dealt - 4 * ((seat - state.first) % players)))
        if state.held[seat] != due:
            raise fields.bad(f"hands.{seat}", f"must hold {due} cards at this point of the deal.")
    if state.deck.size() < 4 * players - dealt:
        raise fields.bad("deck", "holds fewer cards than are to be dealt.")


def _check_end(fields: Fields, state: RunState, players: int) -> None:
    ending = codes.ENDINGS[state.ending_code]
    winner = state.winner
    if ending == "":
        raise fields.bad("ending", "must be named in the phase over.")
    if ending == "turn_limit":
        if winner >= 0:
            raise fields.bad("winner", "is nobody when the turns ran out.")
        if not 0 < state.rules.max_turns <= state.turns:
            raise fields.bad("ending", "cannot be turn_limit: no such limit is reached.")
        return
    if winner < 0 or not state.living >> winner & 1:
        raise fields.bad("winner", "must be a living seat.")
    if ending == "items" and items_in(state.fronts[winner]) != 5:
        raise fields.bad("ending", "cannot be items: the winner does not show five of them.")
    if ending == "last" and (state.living != 1 << winner or items_in(state.fronts[winner]) > 4):
        raise fields.bad("ending", "cannot be last: others are living, or the winner shows five items.")
