"""Horrific: a position written out, for a seat that may know only its part of it, and whole."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes, packing
from shamble.games.horrific.rules.table import AIM_DOWN, GONE, HorrificTable

# -- parts of it ---------------------------------------------------------------------------------------------


def characters(t: HorrificTable) -> list[str | None]:
    """The code of each seat's character, None if it is not settled."""
    return [codes.CHARACTERS[c] if c >= 0 else None for c in t.cast]


def hand(t: HorrificTable, seat: i64) -> list[str]:
    """The cards of a hand, by type."""
    return counted(t.hands, seat)


def mound_of(t: HorrificTable, seat: i64) -> list[str]:
    """The Mound, its top first."""
    size: i64 = i64(t.mound_size[seat])
    return [codes.TYPES[t.mound[seat * codes.DECK + size - 1 - k]] for k in range(size)]


def discard_of(t: HorrificTable, seat: i64) -> list[str]:
    """The Discard pile, the first card first."""
    return [
        codes.TYPES[packing.discard_kind(i64(card))] for card in t.discard if packing.discard_owner(i64(card)) == seat
    ]


def down_of(t: HorrificTable, seat: i64) -> list[str]:
    """The face-down cards, the oldest first."""
    return [codes.TYPES[packing.down_kind(entry)] for entry in t.down if packing.down_owner(entry) == seat]


def may_of(t: HorrificTable, seat: i64) -> list[list[str]]:
    """For each face-down card, the types that the public may still take it for."""
    return [
        [codes.TYPES[kind] for kind in range(codes.KINDS) if packing.may_be(entry, kind)]
        for entry in t.down
        if packing.down_owner(entry) == seat
    ]


def known_of(t: HorrificTable, seat: i64) -> list[list[Any]]:
    """The hidden cards of a seat that all know of: the type, and the first face-down place it may lie in."""
    return [
        [codes.TYPES[packing.known_kind(card)], packing.first_place(card)]
        for card in t.known_cards
        if packing.known_owner(card) == seat
    ]


def aim_text(t: HorrificTable) -> str | int | None:
    """The card of a Reserve that is aimed at: a type, a face-down place from 1, or gone."""
    if t.aim == GONE:
        return "gone"
    if t.aim >= AIM_DOWN:
        return t.aim - AIM_DOWN + 1
    return codes.TYPES[t.aim] if t.aim >= 0 else None


def play_parts(t: HorrificTable) -> dict[str, Any] | None:
    """The card being played and all that is named for it."""
    if t.card < 0:
        return None
    return {
        "card": codes.TYPES[t.card],
        "from": codes.SOURCES[t.source],
        "on": codes.PEOPLE[t.person] if t.person >= 0 else None,
        "mode": codes.MODES[t.mode] if t.mode >= 0 else None,
        "take": [codes.TYPES[card] for card in t.taken],
        "take_all": t.taken_all,
        "against": t.rival if t.rival >= 0 else None,
        "destroy": aim_text(t),
        "granted": t.granted,
    }


def window_parts(t: HorrificTable) -> list[dict[str, Any]]:
    """The card that may be denied and every Deny on it, with those who have been asked about each."""
    return [
        {
            "seat": packing.denied_seat(window),
            "reserve": packing.is_from_reserve(window),
            "asked": [seat for seat in range(t.players) if packing.was_asked(window, seat)],
        }
        for window in t.windows
    ]


def goals_of(t: HorrificTable, seat: i64) -> list[dict[str, Any]]:
    """The seat's victory condition, line by line, and how it stands."""
    if t.cast[seat] < 0:
        return []
    return [
        {"stat": codes.STATS[goal.stat], "min": goal.low, "max": goal.high, "now": t.stat(seat, goal.stat)}
        for goal in t.rules.goals[t.cast[seat]]
    ]


def printed_people(t: HorrificTable) -> dict[str, dict[str, Any]]:
    """What is printed on the persons in play."""
    people: dict[str, dict[str, Any]] = {}
    for character in sorted(c for c in t.cast if c >= 0):
        for person in range(10 * character, 10 * character + 10):
            people[codes.PEOPLE[person]] = t.rules.printed[person].copy()
    return people


def owing_seats(t: HorrificTable) -> list[int]:
    """The seats that owe a decision."""
    mask = t.owing()
    return [seat for seat in range(t.players) if mask > 0 and mask >> seat & 1]


def ending(t: HorrificTable) -> str:
    """How the game ended; empty while it goes on."""
    if t.phase != codes.OVER:
        return ""
    return codes.CHARACTERS[t.cast[t.winner]] if t.winner >= 0 else "round_limit"


# -- for one reader ------------------------------------------------------------------------------------------


def sees_mound(t: HorrificTable, reader: i64, seat: i64) -> bool:
    """R39."""
    return reader == seat or not t.rules.top_only


def view(t: HorrificTable, seat: i64) -> dict[str, Any]:
    """What the seat sees, with what is printed on the persons."""
    found = t.glance(seat)
    found["people"] = printed_people(t)
    found["rules"] = house_rules(t)
    return found


def glance(t: HorrificTable, seat: i64) -> dict[str, Any]:
    """What the seat sees, without what never changes."""
    seats = range(t.players)
    return {
        "game": "horrific",
        "players": t.players,
        "seat": seat if seat >= 0 else None,
        "phase": codes.PHASES[t.phase],
        "owing": owing_seats(t),
        "turn": t.turn,
        "first": t.first if t.phase > codes.CHOOSING else None,
        "turns": t.turns,
        "owed": t.owed,
        "characters": characters(t),
        "trust": list(t.trust),
        "town": persons(t.town),
        "living": [persons(mask) for mask in t.living],
        "undead": [persons(mask) for mask in t.undead],
        "destroyed": persons(t.destroyed),
        "fresh": persons(t.fresh),
        "used": persons(t.used),
        "gimped": [s for s in seats if t.gimped >> s & 1],
        "hand": hand(t, seat) if seat >= 0 else None,
        "held": list(t.held),
        "deck": [deck.size() for deck in t.decks],
        "reserve": [counted(t.up, s) for s in seats],
        "down": [down_of(t, s) if s == seat else ["?"] * t.downs(s) for s in seats],  # R47
        "may": [may_of(t, s) for s in seats],
        "known_cards": [known_of(t, s) for s in seats],
        "mound": [_mound_for(t, seat, s) for s in seats],
        "discard": [discard_of(t, s) for s in seats],
        "base": t.base,
        "power": t.power,
        "hand_played": t.hand_played,
        "laid": t.laid,
        "play": play_parts(t),
        "windows": window_parts(t),
        "asking": t.asking if t.asking >= 0 else None,
        "goals": [goals_of(t, s) for s in seats],
        "winner": t.winner if t.winner >= 0 else None,
        "ending": t.ending(),
    }


def house_rules(t: HorrificTable) -> dict[str, Any]:
    """The options of the table that words need."""
    rules = t.rules
    return {
        "declare_after": rules.declare_after,
        "fizzle": rules.fizzle,
        "reserve_total": rules.reserve_total if rules.reserve_total < codes.OFF else None,
        "uc_once": rules.uc_once,
        "deny_deny": rules.deny_deny,
        "trust_cap": rules.trust_cap if rules.trust_cap < codes.OFF else None,
        "gimping": rules.gimping,
    }


def _mound_for(t: HorrificTable, reader: i64, seat: i64) -> list[str]:
    mound = mound_of(t, seat)
    return mound if sees_mound(t, reader, seat) else mound[:1] + ["?"] * (len(mound) - 1)


def known(t: HorrificTable, seat: i64) -> bytes:
    """What the seat knows, packed: equal for two positions that it cannot tell apart."""
    parts: list[int] = [seat & 255]
    parts.extend(_marks(t))
    for mask in (t.town, t.destroyed, t.fresh, t.used):
        parts.extend(split(mask, 8))
    for other in range(t.players):
        parts.append(t.cast[other] & 255)
        parts.extend(split(t.trust[other], 4))
        parts.extend(split(t.living[other], 8))
        parts.extend(split(t.undead[other], 8))
        parts.append(t.decks[other].size())
        parts.append(t.held[other])
        parts.extend(t.up[other * codes.KINDS + kind] for kind in range(codes.KINDS))
        size: i64 = i64(t.mound_size[other])
        sees = sees_mound(t, seat, other)
        parts.append(size)
        parts.extend(t.mound[other * codes.DECK + k] if sees or k == size - 1 else 255 for k in range(size))
    if seat >= 0:
        parts.extend(t.hands[seat * codes.KINDS + kind] for kind in range(codes.KINDS))
    parts.append(len(t.discard))
    # seat by seat: which card came before which of another seat's matters to nobody
    for other in range(t.players):
        parts.extend(card for card in t.discard if packing.discard_owner(i64(card)) == other)
        parts.append(t.downs(other))
        for entry in t.down:
            if packing.down_owner(entry) == other:
                parts.extend(split(entry if other == seat else packing.hidden_kind(entry), 3))
    parts.append(len(t.known_cards))
    for card in t.known_cards:
        parts.extend(split(card, 3))
    for window in t.windows:
        parts.extend(split(window, 2))
    return bytes(parts)


def _marks(t: HorrificTable) -> list[int]:
    """The numbers of the position that all know."""
    marks: list[int] = [
        t.phase, t.turn, t.first, t.owed, t.winner & 255, t.gimped,
        t.base, t.hand_played, t.laid, t.card & 255, t.source, t.person & 255,
        t.mode & 255, t.rival & 255, t.aim & 255, t.taken_all, t.granted, t.asking & 255,
        len(t.taken),
    ]  # fmt: skip
    marks.extend(t.taken)
    marks.extend(split(t.turns, 4))
    marks.extend(split(t.power, 4))
    return marks


# -- the whole position --------------------------------------------------------------------------------------


def to_dict(t: HorrificTable) -> dict[str, Any]:
    """The whole position."""
    seats = range(t.players)
    return {
        **t.head,
        "options": dict(t.head["options"]),
        "phase": codes.PHASES[t.phase],
        "turn": t.turn,
        "first": t.first,
        "turns": t.turns,
        "owed": t.owed,
        "characters": characters(t),
        "trust": list(t.trust),
        "town": persons(t.town),
        "living": [persons(mask) for mask in t.living],
        "undead": [persons(mask) for mask in t.undead],
        "destroyed": persons(t.destroyed),
        "fresh": persons(t.fresh),
        "used": persons(t.used),
        "gimped": [s for s in seats if t.gimped >> s & 1],
        "decks": [counted(deck.unseen, 0) for deck in t.decks],
        "hands": [hand(t, s) for s in seats],
        "reserve": [counted(t.up, s) for s in seats],
        "down": [down_of(t, s) for s in seats],
        "may": [may_of(t, s) for s in seats],
        "known_cards": [known_of(t, s) for s in seats],
        "mound": [mound_of(t, s) for s in seats],
        "discard": [discard_of(t, s) for s in seats],
        "base": t.base,
        "power": t.power,
        "hand_played": t.hand_played,
        "laid": t.laid,
        "play": play_parts(t),
        "windows": window_parts(t),
        "asking": t.asking if t.asking >= 0 else None,
        "winner": t.winner if t.winner >= 0 else None,
    }


def persons(mask: i64) -> list[str]:
    """The persons of a mask."""
    found: list[str] = []
    person: i64 = 0
    left = mask
    while left != 0:
        if left & 1 == 1:
            found.append(codes.PEOPLE[person])
        left = left >> 1
        person += 1
    return found


def counted(counts: vec[u8], seat: i64) -> list[str]:
    """The cards that a row of counts by type stands for."""
    return [codes.TYPES[kind] for kind in range(codes.KINDS) for _ in range(i64(counts[seat * codes.KINDS + kind]))]


def split(number: i64, size: int) -> bytes:
    """A number as so many bytes."""
    return int(number).to_bytes(size, "little")
