"""Horrific: PLAY. A card is played and its parts are named, the others may deny it, it takes effect (1.4, 1.5)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes, turn
from shamble.games.horrific.rules.data import bit
from shamble.games.horrific.rules.table import AIM_DOWN, GONE, NO_CARDS, NOTHING, HorrificTable

# -- what may be played --------------------------------------------------------------------------------------


def may_play(t: HorrificTable, kind: i64, source: i64) -> bool:
    """R6: an own-turn card with a target that it does something to."""
    if (t.rules.own_turn >> kind) & 1 == 0:
        return False
    target: i64 = i64(t.rules.target[kind])
    if target == codes.NO_TARGET or t.rules.fizzle:
        return True
    if target == codes.RIVAL_RESERVE:
        return rivals_with_reserve(t) != 0
    return targets(t, kind, source) != 0


def targets(t: HorrificTable, kind: i64, source: i64) -> i64:
    """The persons that the card may be played on, as a mask."""
    me: i64 = t.turn
    target: i64 = i64(t.rules.target[kind])
    if target == codes.TOWN:
        return t.town
    barred: i64 = 0 if source == codes.BY_POWER else t.fresh  # R21, R22
    if target == codes.OWN_LIVING:
        return t.living[me] & ~barred
    if target == codes.OWN_MINION:
        if t.rules.uc_once:
            barred = barred | t.used  # R23
        return useful(t, kind) & ~barred
    mask: i64 = 0
    if target in (codes.RIVAL_LIVING, codes.RIVAL_MINION):
        seat: i64 = 0
        while seat < t.players:
            if seat != me:
                mask = mask | t.living[seat]
                if target == codes.RIVAL_MINION:
                    mask = mask | t.undead[seat]  # R35: Heal; Liberate only the Living
            seat += 1
    return mask


def useful(t: HorrificTable, kind: i64) -> i64:
    """R6, R22–R25: own Minions that can be used for something."""
    me: i64 = t.turn
    modes: i64 = i64(t.rules.modes[kind])
    living: i64 = 0
    undead: i64 = 0
    if t.rules.fizzle:
        living = t.living[me] if modes & (1 << codes.USE_POWER | 1 << codes.USE_INFLUENCE) != 0 else 0
        undead = t.undead[me] if modes & (1 << codes.DIG | 1 << codes.SPEND) != 0 else 0
    else:
        if (modes >> codes.USE_POWER) & 1 == 1:
            living = living | t.living[me] & t.rules.powerful
        if (modes >> codes.USE_INFLUENCE) & 1 == 1:
            living = living | t.living[me] & t.rules.influential
        if (modes >> codes.SPEND) & 1 == 1 or ((modes >> codes.DIG) & 1 == 1 and t.mound_size[me] > 0):
            undead = t.undead[me]
    return living | undead


def may_use(t: HorrificTable, mode: i64) -> bool:
    """R6: whether the chosen Minion may be used so."""
    if (i64(t.rules.modes[t.card]) >> mode) & 1 == 0:
        return False
    if (t.living[t.turn] >> t.person) & 1 == 1:
        if mode == codes.USE_POWER:
            return t.rules.fizzle or (t.rules.powerful >> t.person) & 1 == 1
        return mode == codes.USE_INFLUENCE and (t.rules.fizzle or (t.rules.influential >> t.person) & 1 == 1)
    if mode == codes.DIG:
        return t.rules.fizzle or t.mound_size[t.turn] > 0
    return mode == codes.SPEND


def may_take(t: HorrificTable, kind: i64) -> bool:
    """R25: a card of the Mound, of its top where one digs, that is not named already."""
    return t.left_to_take(kind) > 0


def rivals_with_reserve(t: HorrificTable) -> i64:
    """The opponents in whose Reserve anything lies, as a mask of seats."""
    mask: i64 = 0
    seat: i64 = 0
    while seat < t.players:
        if seat != t.turn and t.has_reserve(seat):
            mask = mask | 1 << seat
        seat += 1
    return mask


def rivals(t: HorrificTable) -> i64:
    """The opponents that may be named for the card being played, as a mask of seats."""
    if i64(t.rules.target[t.card]) == codes.RIVAL_RESERVE:
        return rivals_with_reserve(t)
    return ((1 << t.players) - 1) & ~(1 << t.turn)  # R42


# -- playing a card ------------------------------------------------------------------------------------------


def play_from_hand(t: HorrificTable, kind: i64, source: i64) -> None:
    """R7: the allowance is used whatever becomes of the card."""
    t.take_from_hand(t.turn, kind)
    if source == codes.BY_POWER:
        t.power -= 1
    else:
        t.base -= 1
    t.hand_played = True
    play(t, kind, source)


def play_face_up(t: HorrificTable, kind: i64) -> None:
    """A card out of the Reserve; there is no limit to those."""
    t.up[t.turn * codes.KINDS + kind] -= u8(1)
    play(t, kind, codes.FROM_RESERVE)


def play_face_down(t: HorrificTable, place: i64) -> None:
    """R8: it is turned up in the same action."""
    play(t, t.take_down(t.turn, place), codes.FROM_RESERVE)


def play(t: HorrificTable, kind: i64, source: i64) -> None:
    """R5: its parts are named and then it may be denied, or by the house rule the other way round."""
    t.card = kind
    t.source = source
    if t.rules.declare_after:
        open_window(t)
    else:
        ask_part(t)


def ask_part(t: HorrificTable) -> None:
    """R5: the next part of the play that is still to be named; when all are named, the others may deny it."""
    card = t.rules.types[t.card]
    if codes.TOWN <= card.target <= codes.RIVAL_MINION and t.person < 0 and targets(t, t.card, t.source) != 0:
        t.phase = codes.AIMING
    elif card.modes != 0 and t.person >= 0 and t.mode < 0:
        t.phase = codes.USING
    elif t.mode >= codes.DIG and not t.taken_all and may_take_more(t):
        t.phase = codes.TAKING
    elif needs_rival(t) and choose_rival(t):
        t.phase = codes.NAMING
    elif card.target == codes.RIVAL_RESERVE and t.rival >= 0 and t.aim == -1:
        t.phase = codes.DESTROYING
    elif t.granted:
        take_effect(t)
    else:
        open_window(t)


def name_taken(t: HorrificTable, kind: i64) -> None:
    """One more card is to come back from the Mound."""
    t.taken = append(t.taken[:], u8(kind))


def may_take_more(t: HorrificTable) -> bool:
    """R25: one card where one digs, up to the Value where the Undead is spent."""
    limit: i64 = 1 if t.mode == codes.DIG else i64(t.rules.value[t.person])
    return i64(len(t.taken)) < limit and i64(len(t.taken)) < i64(t.mound_size[t.turn])


def needs_rival(t: HorrificTable) -> bool:
    """Whether the play, which is not without a target, wants an opponent named who is not named yet."""
    card = t.rules.types[t.card]
    if t.rival >= 0:
        return False
    if card.target == codes.RIVAL_RESERVE:
        return True
    return card.rival and (card.target == codes.NO_TARGET or t.person >= 0)


def choose_rival(t: HorrificTable) -> bool:
    """Whether there are several to choose from; the only one is taken without asking."""
    named: i64 = rivals(t)
    if named & (named - 1) != 0:
        return True
    if named != 0:
        t.rival = t.place_of_bit(named)
    return False


# -- DENY (R16, R17) -----------------------------------------------------------------------------------------


def open_window(t: HorrificTable) -> None:
    """The others may deny the card just played."""
    t.windows = append(vec[i64](), t.turn | (16 if t.source == codes.FROM_RESERVE else 0))
    ask_next(t)


def ask_next(t: HorrificTable) -> None:
    """Ask the next opponent who might, as far as all can see, hold a Deny; else the topmost card stands."""
    while True:
        top: i64 = i64(len(t.windows)) - 1
        window: i64 = t.windows[top]
        if top == 0 or t.rules.deny_deny:
            seat: i64 = turn.next_seat(t, window & 15)
            while seat != window & 15:
                if seat != t.turn and (window >> (8 + seat)) & 1 == 0 and might_deny(t, seat, window):  # R46
                    t.asking = seat
                    t.phase = codes.DENYING
                    return
                seat = turn.next_seat(t, seat)
        t.asking = -1
        if top == 0:
            t.windows = NOTHING
            t.granted = True
            ask_part(t)
            return
        if top == 1:
            t.windows = NOTHING
            put_away(t)
            return
        t.windows = t.windows[: top - 1]  # the Deny below is denied, the card below that restored


def might_deny(t: HorrificTable, seat: i64, window: i64) -> bool:
    """R16: by public facts alone: a Deny face up or anything face down; against a Reserve card, any hand."""
    if t.up[seat * codes.KINDS + codes.DN] > 0 or t.downs(seat) > 0:
        return True
    return (window >> 4) & 1 == 1 and t.held[seat] > 0


def against_reserve_card(t: HorrificTable) -> bool:
    """Whether the card now to be denied came out of a Reserve (R19)."""
    return (t.windows[len(t.windows) - 1] >> 4) & 1 == 1


def pass_window(t: HorrificTable) -> None:
    """Whoever is asked stays silent."""
    _mark_asked(t)
    ask_next(t)


def _mark_asked(t: HorrificTable) -> None:
    top: i64 = i64(len(t.windows)) - 1
    t.windows[top] = t.windows[top] | 1 << (8 + t.asking)


def deny_from_hand(t: HorrificTable) -> None:
    """R12: the second lay of the own turn is not lost by it."""
    t.take_from_hand(t.asking, codes.DN)
    deny(t, False)


def deny_face_up(t: HorrificTable) -> None:
    """R20: where this very card is aimed at, it is gone."""
    t.up[t.asking * codes.KINDS + codes.DN] -= u8(1)
    if t.rival == t.asking and t.aim == codes.DN:
        t.aim = GONE
    deny(t, True)


def deny_face_down(t: HorrificTable, place: i64) -> None:
    """R8."""
    t.take_down(t.asking, place)
    turn.follow_aim(t, t.asking, place, GONE)
    deny(t, True)


def deny(t: HorrificTable, from_reserve: bool) -> None:
    """The Deny lies in its owner's Discard, and may itself be denied."""
    discard_card(t, t.asking, codes.DN)
    _mark_asked(t)
    t.windows = append(t.windows[:], t.asking | (16 if from_reserve else 0))
    ask_next(t)


def discard_card(t: HorrificTable, seat: i64, kind: i64) -> None:
    """Onto the seat's Discard, face up."""
    t.discard = append(t.discard[:], u8(seat * 16 + kind))


def put_away(t: HorrificTable) -> None:
    """R18: the card played goes to its owner's Discard, denied or done."""
    discard_card(t, t.turn, t.card)
    t.card = -1
    t.source = codes.FROM_HAND
    t.person = -1
    t.mode = -1
    t.rival = -1
    t.aim = -1
    t.taken = NO_CARDS
    t.taken_all = False
    t.granted = False
    t.phase = codes.PLAYING


# -- effects (1.5) -------------------------------------------------------------------------------------------


def take_effect(t: HorrificTable) -> None:
    """Everything the card says, in its order; nothing if it has no target (R6)."""
    card = t.rules.types[t.card]
    if card.target == codes.NO_TARGET or t.person >= 0 or t.aim != -1:
        for effect in card.effects:
            if effect.do == codes.CONTROL:
                control(t)
            elif effect.do == codes.RETURN_TO_TOWN:
                t.to_town(t.person)
            elif effect.do == codes.FLIP_UNDEAD:
                flip_undead(t)  # R26, R27
            elif effect.do == codes.TRUST:
                amount: i64 = effect.amount
                if effect.times != 0 and t.person >= 0:
                    amount += effect.times * i64(t.rules.influence[t.person])  # R35, R37
                t.gain_trust(t.rival if effect.rival else t.turn, amount)  # R27: Powder; R37: a Curse
            elif effect.do == codes.GIMP:
                gimp(t)
            elif effect.do == codes.USE_CONTROL:
                use_control(t)
            elif effect.do == codes.RESERVE_TO_MOUND:
                reserve_to_mound(t)
    put_away(t)


def control(t: HorrificTable) -> None:
    """R41: whatever its Loyalty; the person is fresh until the turn ends (R21)."""
    mask: i64 = bit(t.person)
    t.town = t.town & ~mask
    t.living[t.turn] = t.living[t.turn] | mask
    t.fresh = t.fresh | mask


def flip_undead(t: HorrificTable) -> None:
    """R26."""
    mask: i64 = bit(t.person)
    t.living[t.turn] = t.living[t.turn] & ~mask
    t.undead[t.turn] = t.undead[t.turn] | mask


def gimp(t: HorrificTable) -> None:
    """R29."""
    if t.rules.gimping and t.trust[t.rival] == 0:
        t.gimped = t.gimped | 1 << t.rival


def use_control(t: HorrificTable) -> None:
    """R22–R25."""
    me: i64 = t.turn
    mask: i64 = bit(t.person)
    t.used = t.used | mask
    if t.mode == codes.USE_POWER:
        t.power += i64(t.rules.power[t.person])
    elif t.mode == codes.USE_INFLUENCE:
        t.gain_trust(me, i64(t.rules.influence[t.person]))  # R24
    else:
        for card in t.taken:
            t.take_from_mound(me, i64(card))
        if t.mode == codes.SPEND:
            t.undead[me] = t.undead[me] & ~mask
            t.destroyed = t.destroyed | mask


def reserve_to_mound(t: HorrificTable) -> None:
    """R20: face up on the Mound of its owner; nothing if it is not there any more."""
    if t.aim >= AIM_DOWN:
        t.push_mound(t.rival, t.take_down(t.rival, t.aim - AIM_DOWN))
    elif t.aim >= 0 and t.up[t.rival * codes.KINDS + t.aim] > 0:
        t.up[t.rival * codes.KINDS + t.aim] -= u8(1)
        t.push_mound(t.rival, t.aim)
