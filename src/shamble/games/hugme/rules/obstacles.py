"""What stands in the way of a code that is not legal, phase by phase: asked only when somebody wants to know why.

Each function looks at the conditions of the phase it is named after in the order in which a player would, by the same
questions as the phase does, and ends with the first that does not hold. A reason uses what lies open and what the seat
holds itself, nothing else; its arguments are numbers of seats, places and kinds.
"""

from typing import Final

from mypy_extensions import i64

from shamble.games.hugme.rules import codes, dawn, day, items, search
from shamble.games.hugme.rules.table import (
    BY_DEFAULT,
    IN_ASSAULT,
    IN_THEFT,
    LEFT,
    RIGHT,
    HugmeTable,
)
from shamble.kernel.reasons import OUTCOME, Reason

# what is said to whoever tries something that has no place in the phase at all
PHASE: Final = Reason("phase")


def obstacle(t: HugmeTable, seat: i64, code: i64) -> Reason:
    """The reason why the seat may not play the code, which is not legal for it, while a decision is owed."""
    if code >= codes.C_DEAL:
        return Reason(OUTCOME)
    named = _named_seat(code)
    if named >= t.players:
        return Reason("no_seat", (named,))
    if codes.A_LOOK <= code < codes.A_CHOOSE and t.phase != codes.TARGETING:
        return Reason("hidden_slot")
    if t.phase == codes.TURN:
        return _in_turn(t, seat, code)
    if seat != t.actor:
        return Reason("others_decide", (t.actor,))
    if t.phase <= codes.PLACING:
        return _before_day(t, seat, code)
    if t.phase == codes.THEFT:
        return _in_window(t, seat, code, IN_THEFT)
    if t.phase == codes.ASSAULT:
        return _in_window(t, seat, code, IN_ASSAULT)
    if t.phase < codes.THEFT:
        return _by_day(t, seat, code)
    if t.phase == codes.TARGETING:
        return _target(t, seat, code)
    return _at_night(t, seat, code)


def _named_seat(code: i64) -> i64:
    """The seat that a code names; -1: none."""
    if codes.A_STEAL <= code < codes.A_BARRICADE:
        return code - codes.A_STEAL
    if codes.A_BRING <= code < codes.A_REVEAL:
        return code - codes.A_BRING
    if codes.A_CHOOSE <= code < codes.A_PICK:
        return code - codes.A_CHOOSE
    if codes.A_FIRST <= code < codes.C_DEAL:
        return code - codes.A_FIRST
    return -1


# -- before the Day ----------------------------------------------------------------------------------------------


def _before_day(t: HugmeTable, seat: i64, code: i64) -> Reason:
    phase = t.phase
    if phase == codes.TIE_CHOICE and codes.A_FIRST <= code < codes.C_DEAL:
        return Reason("not_strongest")
    if phase == codes.DEPLOYING and code < codes.A_MOVE:
        return Reason("no_start")  # R9
    if phase == codes.DAWN_HOLD and codes.A_HOLD <= code < codes.A_SEND_SELF:
        return Reason("not_drawn")
    if phase == codes.SENDING:
        return _sending(t, seat, code)
    if phase == codes.PLACING:
        if codes.A_AT <= code < codes.A_ON:
            used: bool = (dawn.used_places(t) >> (code - codes.A_AT)) & 1 == 1
            return Reason("slot_lies" if used else "no_target")  # R46, R4
        if codes.A_ON <= code < codes.A_LOOK:
            return Reason("no_slot")
    return PHASE


def _sending(t: HugmeTable, seat: i64, code: i64) -> Reason:
    """R44."""
    if code == codes.A_SEND_SELF:
        return Reason("self_out")
    if code == codes.A_SEND_CARD:
        return Reason("card_out" if dawn.card_out(t) else "no_card")
    if code == codes.A_STAY:
        return Reason("must_send")
    return PHASE


# -- in a turn ---------------------------------------------------------------------------------------------------


def _in_turn(t: HugmeTable, seat: i64, code: i64) -> Reason:
    if seat != t.turn:
        if t.status[seat] == codes.ZOMBIE:
            return Reason("zombie_by_day", (t.turn,))
        if not codes.A_REVEAL <= code < codes.A_END:
            return Reason("others_turn", (t.turn,))
    if codes.A_REVEAL <= code < codes.A_END:
        return _free(t, seat, code)
    if codes.A_MOVE <= code <= codes.A_WIN or codes.A_BRING <= code < codes.A_REVEAL:
        return _movement(t, seat, code)
    if codes.A_SEARCH <= code < codes.A_BRING:
        return _action(t, seat, code)
    return PHASE


def _movement(t: HugmeTable, seat: i64, code: i64) -> Reason:
    if t.moved and t.steps == 0:
        return Reason("movement_used")
    if code == codes.A_WIN:
        return _win(t, seat)
    if code >= codes.A_BRING:
        return _bring(t, seat, code - codes.A_BRING)
    place: i64 = code - codes.A_MOVE
    if place >= codes.HABITABLE:
        return Reason("no_way_in")  # R3
    return _way(t, i64(t.place[seat]), place)


def _way(t: HugmeTable, here: i64, place: i64) -> Reason:
    """R2, R28: why one does not get from one Location to another."""
    if place >= codes.HABITABLE:
        return Reason("no_way_in")
    if place == here:
        return Reason("here")
    if (t.setting.links[here] >> place) & 1 == 0:
        return Reason("not_linked")
    return Reason("barricaded", (here if t.barricade[here] > 0 else place,))


def _bring(t: HugmeTable, seat: i64, other: i64) -> Reason:
    """R51."""
    if t.ability(seat) != codes.H_BRING_ALONG:
        return Reason("no_cheerleader")
    if t.moved or not t.may_bring:
        return Reason("before_moving")
    return _company(t, seat, other)


def _company(t: HugmeTable, seat: i64, other: i64) -> Reason:
    """Why a seat is not one of those who are here as well."""
    if other == seat:
        return Reason("yourself")
    if t.status[other] == codes.ZOMBIE:
        return Reason("a_zombie", (other,))
    return Reason("not_here", (other,))


def _win(t: HugmeTable, seat: i64) -> Reason:
    """R15: what is missing first: the door, the Gasoline, what opens the door."""
    human: bool = t.status[seat] == codes.HUMAN
    if i64(t.place[seat]) != (t.setting.minivan if human else t.setting.boiler):
        return Reason("no_minivan" if human else "no_boiler")
    if not day.brings(t, seat, codes.GASOLINE):
        return Reason("gasoline_left" if t.find(LEFT + seat, codes.GASOLINE, -1) >= 0 else "no_gasoline")
    if not human:
        return Reason("lighter_left" if t.find(LEFT + seat, codes.LIGHTER, -1) >= 0 else "no_lighter")
    left: bool = t.find(LEFT + seat, codes.KEYS, -1) >= 0 or t.find(LEFT + seat, codes.SPARE_KEYS, -1) >= 0
    return Reason("keys_left" if left else "no_keys")


def _action(t: HugmeTable, seat: i64, code: i64) -> Reason:
    here: i64 = i64(t.place[seat])
    if t.actions == 0:
        return Reason("action_used")
    if code == codes.A_SEARCH:
        return Reason("no_deck" if here == codes.HALL else "empty_deck")  # R17
    if code < codes.A_STEAL:
        place: i64 = code - codes.A_SEARCH_AT
        if not t.shows(seat, codes.SEARCH_LINKED):
            return Reason("no_rod")
        if place == codes.HALL or place >= codes.HABITABLE:
            return Reason("no_deck_there")
        if (t.setting.links[here] >> place) & 1 == 0:
            return Reason("not_linked")
        return Reason("empty_deck_there")
    if code < codes.A_BARRICADE:
        victim: i64 = code - codes.A_STEAL
        if (t.company(seat) >> victim) & 1 == 0:
            return _company(t, seat, victim)
        return Reason("safe", (victim,))
    if t.barricade[here] > 0:
        return Reason("barricaded_already")  # R28
    kind: i64 = code - codes.A_BARRICADE_WITH
    return Reason("not_to_build" if t.find(LEFT + seat, kind, -1) >= 0 else "not_held")


def _free(t: HugmeTable, seat: i64, code: i64) -> Reason:
    """R16: free actions, in one's own turn or another's."""
    if code < codes.A_USE:
        return _showing(t, seat, code)
    kind: i64 = code - codes.A_USE
    effect: i64 = i64(t.setting.effect[kind])
    if t.find(LEFT + seat, kind, -1) < 0:
        return Reason("not_held")
    if effect < codes.EXTRA_ACTION or effect > codes.LURE or effect == codes.BARRICADE_BONUS:
        return Reason("not_by_day")
    if seat != t.turn and (not t.setting.interrupts or effect == codes.EXTRA_ACTION or t.setting.own_turn[kind] == 1):
        return Reason("own_turn", (t.turn,))
    if effect == codes.LOOK_SLOT:
        return Reason("no_slots")
    if effect == codes.CUT_BARRICADE:
        return Reason("nothing_to_cut")
    if effect == codes.PUSH and items.ways_out(t, i64(t.place[seat])) == 0:
        return Reason("no_way_out")
    return Reason("nobody_here" if t.company(seat) == 0 else "nothing_hidden")


def _not_on_left(t: HugmeTable, seat: i64, kind: i64) -> Reason:
    """R19: what lies on the right is held, and stays there."""
    return Reason("on_right" if t.find(RIGHT + seat, kind, -1) >= 0 else "not_held")


def _showing(t: HugmeTable, seat: i64, code: i64) -> Reason:
    """R16, R19: revealing a card and equipping one by day."""
    kind: i64 = code - codes.A_REVEAL if code < codes.A_EQUIP else codes.GASOLINE + code - codes.A_EQUIP
    if t.find(LEFT + seat, kind, -1) < 0:
        return _not_on_left(t, seat, kind)
    if code < codes.A_EQUIP:
        if t.find(LEFT + seat, kind, 0) < 0:
            return Reason("shown_already")
    elif t.find(LEFT + seat, kind, 1) < 0:
        return Reason("not_shown")
    elif not t.may_equip(seat, kind):
        return Reason("gasoline_first")
    return Reason("own_turn", (t.turn,)) if seat != t.turn else PHASE


# -- what else is asked by day -----------------------------------------------------------------------------------


def _by_day(t: HugmeTable, seat: i64, code: i64) -> Reason:
    phase = t.phase
    if phase == codes.ARRANGING or phase == codes.SORTING:
        if codes.A_LEAVE <= code <= codes.A_SHOW or code == codes.A_DONE or codes.A_EQUIP <= code < codes.A_USE:
            return _sorting(t, seat, code)
    if codes.A_REVEAL <= code < codes.A_USE:
        return _showing(t, seat, code) if t.setting.book else PHASE
    if phase == codes.CURING and codes.A_USE <= code < codes.A_END:
        return Reason("not_held" if t.find(LEFT + seat, code - codes.A_USE, -1) < 0 else "no_cure")
    if phase == codes.TAKING and codes.A_TAKE <= code < codes.A_LEAVE:
        return Reason("not_found")
    return PHASE


def _sorting(t: HugmeTable, seat: i64, code: i64) -> Reason:
    """R18, R20, R24: cards found or taken, and the room for them."""
    drawn = search.drawn_card(t)
    if codes.A_EQUIP <= code < codes.A_USE:
        kind: i64 = codes.GASOLINE + code - codes.A_EQUIP
        found: bool = drawn >= 0 and t.kind_at(drawn) == kind
        if found or (t.phase == codes.SORTING and t.find(LEFT + seat, kind, -1) >= 0):
            return Reason("gasoline_first")
        return _showing(t, seat, code) if t.setting.book else Reason("only_found")
    if codes.A_LEAVE <= code < codes.A_KEEP:
        if t.find(LEFT + seat, code - codes.A_LEAVE, -1) < 0:
            return _not_on_left(t, seat, code - codes.A_LEAVE)
        return Reason("room_for_all" if t.phase == codes.SORTING else "room_for_it")
    if t.phase == codes.SORTING and code != codes.A_DONE:
        return PHASE
    if t.phase == codes.ARRANGING and code == codes.A_DONE:
        return PHASE
    return Reason("no_room")


def _in_window(t: HugmeTable, seat: i64, code: i64, where: i64) -> Reason:
    """R22, R61: answers in a Theft and in an Assault."""
    if codes.A_ARM <= code <= codes.A_ARM_NONE:
        return _arm(t, seat, code, where)
    if codes.A_REVEAL <= code < codes.A_USE:
        if where == IN_THEFT and t.setting.book:
            return _showing(t, seat, code)
        if code >= codes.A_EQUIP:
            return PHASE
        kind: i64 = code - codes.A_REVEAL
        if not _has(t, seat, kind):
            return Reason("not_held")
        face_down: bool = t.find(LEFT + seat, kind, 0) >= 0
        return Reason("no_help" if face_down else "shown_already")
    if codes.A_USE <= code < codes.A_END:
        kind = code - codes.A_USE
        effect: i64 = i64(t.setting.effect[kind])
        if not _has(t, seat, kind):
            return Reason("not_held")
        if where == IN_ASSAULT and (effect == codes.MOVE_ALL or effect == codes.MOVE_ONE):
            return Reason("no_cards_here")
        return Reason("no_answer")
    return PHASE


def _has(t: HugmeTable, seat: i64, kind: i64) -> bool:
    return t.find(LEFT + seat, kind, -1) >= 0 or t.find(RIGHT + seat, kind, -1) >= 0


def _arm(t: HugmeTable, seat: i64, code: i64, where: i64) -> Reason:
    if where == IN_THEFT and (t.disarmed >> seat) & 1 == 1:
        return Reason("disarmed")
    if t.arm[seat] != BY_DEFAULT:
        return Reason("chosen")
    if code == codes.A_ARM_NONE:
        return Reason("unarmed")
    kind: i64 = code - codes.A_ARM
    if not _has(t, seat, kind):
        return Reason("not_held")
    if t.weapon(seat, kind, where) == 0:
        return Reason("no_weapon")
    if t.find(LEFT + seat, kind, 1) < 0 and t.find(RIGHT + seat, kind, 1) < 0:
        return Reason("not_revealed")
    return Reason("counts_already")


# -- targets -----------------------------------------------------------------------------------------------------


def _target(t: HugmeTable, seat: i64, code: i64) -> Reason:
    effect: i64 = i64(t.setting.effect[t.using])
    here: i64 = i64(t.place[seat])
    if effect == codes.LOOK_SLOT:
        return Reason("no_slot") if codes.A_LOOK <= code < codes.A_CHOOSE else PHASE
    if effect == codes.MOVE_ONE and t.aim < 0:
        return Reason("not_in_assault") if codes.A_PICK <= code < codes.A_DRAW else PHASE
    if t.aim < 0 and (effect == codes.SEE_HIDDEN or effect == codes.PUSH or effect == codes.DISARM):
        if not codes.A_CHOOSE <= code < codes.A_PICK:
            return PHASE
        other: i64 = code - codes.A_CHOOSE
        if (t.company(seat) >> other) & 1 == 0:
            return _company(t, seat, other)
        return Reason("shows_all", (other,))
    if not codes.A_AT <= code < codes.A_ON:
        return PHASE
    place: i64 = code - codes.A_AT
    if place >= codes.HABITABLE:
        return Reason("no_location")
    if effect == codes.MOVE_ONE:
        return Reason("here")
    if effect == codes.PUSH or effect == codes.SLIP:
        return _way(t, here, place)
    if place != here and (t.setting.links[here] >> place) & 1 == 0:
        return Reason("not_linked")
    return Reason("no_barricade" if effect == codes.CUT_BARRICADE else "here")


# -- at Night ----------------------------------------------------------------------------------------------------


def _at_night(t: HugmeTable, seat: i64, code: i64) -> Reason:
    phase = t.phase
    if phase == codes.LATE_MOVE and codes.A_LATE <= code < codes.A_ROLL:
        return Reason("no_link")
    if phase == codes.NIGHT_START and codes.A_USE <= code < codes.A_END:
        return Reason("not_held" if t.find(LEFT + seat, code - codes.A_USE, -1) < 0 else "not_at_nightfall")
    if phase == codes.FLEEING and codes.A_FLEE <= code < codes.A_HUG:
        return _way(t, t.scene, code - codes.A_FLEE)  # R33
    if phase == codes.SECOND_CHANCE:
        return _second_chance(t, seat, code)
    return PHASE


def _second_chance(t: HugmeTable, seat: i64, code: i64) -> Reason:
    if code == codes.A_REROLL:
        if t.ability(seat) != codes.H_REROLL_ESCAPE:
            return Reason("no_nurse")
        return Reason("nursed" if (t.nursed >> seat) & 1 == 1 else "not_at_scene")
    if codes.A_USE <= code < codes.A_END:
        if seat != t.runner:
            return Reason("others_escape", (t.runner,))
        return Reason("not_held" if t.find(LEFT + seat, code - codes.A_USE, -1) < 0 else "no_reroll")
    return PHASE
