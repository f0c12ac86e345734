"""Horrific: a position written out, for a seat that may know only its part of it, and whole."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes, packing
from shamble.games.horrific.rules.play import Play
from shamble.games.horrific.rules.table import AIM_DOWN, GONE


class Report(Play):
    """A position that can be read."""

    # -- parts of it ---------------------------------------------------------------------------------------------

    def characters(self) -> list[str | None]:
        """The code of each seat's character, None if it is not settled."""
        return [codes.CHARACTERS[c] if c >= 0 else None for c in self.cast]

    def hand(self, seat: i64) -> list[str]:
        """The cards of a hand, by type."""
        return counted(self.hands, seat)

    def mound_of(self, seat: i64) -> list[str]:
        """The Mound, its top first."""
        size: i64 = i64(self.mound_size[seat])
        return [codes.TYPES[self.mound[seat * codes.DECK + size - 1 - k]] for k in range(size)]

    def discard_of(self, seat: i64) -> list[str]:
        """The Discard pile, the first card first."""
        return [
            codes.TYPES[packing.discard_kind(i64(card))]
            for card in self.discard
            if packing.discard_owner(i64(card)) == seat
        ]

    def down_of(self, seat: i64) -> list[str]:
        """The face-down cards, the oldest first."""
        return [codes.TYPES[packing.down_kind(entry)] for entry in self.down if packing.down_owner(entry) == seat]

    def may_of(self, seat: i64) -> list[list[str]]:
        """For each face-down card, the types that the public may still take it for."""
        return [
            [codes.TYPES[kind] for kind in range(codes.KINDS) if packing.may_be(entry, kind)]
            for entry in self.down
            if packing.down_owner(entry) == seat
        ]

    def known_of(self, seat: i64) -> list[list[Any]]:
        """The hidden cards of a seat that all know of: the type, and the first face-down place it may lie in."""
        return [
            [codes.TYPES[packing.known_kind(card)], packing.first_place(card)]
            for card in self.known_cards
            if packing.known_owner(card) == seat
        ]

    def aim_text(self) -> str | int | None:
        """The card of a Reserve that is aimed at: a type, a face-down place from 1, or gone."""
        if self.aim == GONE:
            return "gone"
        if self.aim >= AIM_DOWN:
            return self.aim - AIM_DOWN + 1
        return codes.TYPES[self.aim] if self.aim >= 0 else None

    def play_parts(self) -> dict[str, Any] | None:
        """The card being played and all that is named for it."""
        if self.card < 0:
            return None
        return {
            "card": codes.TYPES[self.card],
            "from": codes.SOURCES[self.source],
            "on": codes.PEOPLE[self.person] if self.person >= 0 else None,
            "mode": codes.MODES[self.mode] if self.mode >= 0 else None,
            "take": [codes.TYPES[card] for card in self.taken],
            "take_all": self.taken_all,
            "against": self.rival if self.rival >= 0 else None,
            "destroy": self.aim_text(),
            "granted": self.granted,
        }

    def window_parts(self) -> list[dict[str, Any]]:
        """The card that may be denied and every Deny on it, with those who have been asked about each."""
        return [
            {
                "seat": packing.denied_seat(window),
                "reserve": packing.is_from_reserve(window),
                "asked": [seat for seat in range(self.players) if packing.was_asked(window, seat)],
            }
            for window in self.windows
        ]

    def goals_of(self, seat: i64) -> list[dict[str, Any]]:
        """The seat's victory condition, line by line, and how it stands."""
        if self.cast[seat] < 0:
            return []
        return [
            {"stat": codes.STATS[goal.stat], "min": goal.low, "max": goal.high, "now": self.stat(seat, goal.stat)}
            for goal in self.rules.goals[self.cast[seat]]
        ]

    def printed_people(self) -> dict[str, dict[str, Any]]:
        """What is printed on the persons in play."""
        people: dict[str, dict[str, Any]] = {}
        for character in sorted(c for c in self.cast if c >= 0):
            for person in range(10 * character, 10 * character + 10):
                people[codes.PEOPLE[person]] = self.rules.printed[person].copy()
        return people

    def owing_seats(self) -> list[int]:
        """The seats that owe a decision."""
        mask = self.owing()
        return [seat for seat in range(self.players) if mask > 0 and mask >> seat & 1]

    def ending(self) -> str:
        if self.phase != codes.OVER:
            return ""
        return codes.CHARACTERS[self.cast[self.winner]] if self.winner >= 0 else "round_limit"

    # -- for one reader ------------------------------------------------------------------------------------------

    def sees_mound(self, reader: i64, seat: i64) -> bool:
        """R39."""
        return reader == seat or not self.rules.top_only

    def view(self, seat: i64) -> dict[str, Any]:
        found = self.glance(seat)
        found["people"] = self.printed_people()
        found["rules"] = self.house_rules()
        return found

    def glance(self, seat: i64) -> dict[str, Any]:
        seats = range(self.players)
        return {
            "game": "horrific",
            "players": self.players,
            "seat": seat if seat >= 0 else None,
            "phase": codes.PHASES[self.phase],
            "owing": self.owing_seats(),
            "turn": self.turn,
            "first": self.first if self.phase > codes.CHOOSING else None,
            "turns": self.turns,
            "owed": self.owed,
            "characters": self.characters(),
            "trust": list(self.trust),
            "town": persons(self.town),
            "living": [persons(mask) for mask in self.living],
            "undead": [persons(mask) for mask in self.undead],
            "destroyed": persons(self.destroyed),
            "fresh": persons(self.fresh),
            "used": persons(self.used),
            "gimped": [s for s in seats if self.gimped >> s & 1],
            "hand": self.hand(seat) if seat >= 0 else None,
            "held": list(self.held),
            "deck": [deck.size() for deck in self.decks],
            "reserve": [counted(self.up, s) for s in seats],
            "down": [self.down_of(s) if s == seat else ["?"] * self.downs(s) for s in seats],  # R47
            "may": [self.may_of(s) for s in seats],
            "known_cards": [self.known_of(s) for s in seats],
            "mound": [self._mound_for(seat, s) for s in seats],
            "discard": [self.discard_of(s) for s in seats],
            "base": self.base,
            "power": self.power,
            "hand_played": self.hand_played,
            "laid": self.laid,
            "play": self.play_parts(),
            "windows": self.window_parts(),
            "asking": self.asking if self.asking >= 0 else None,
            "goals": [self.goals_of(s) for s in seats],
            "winner": self.winner if self.winner >= 0 else None,
            "ending": self.ending(),
        }

    def house_rules(self) -> dict[str, Any]:
        """The options of the table that words need."""
        rules = self.rules
        return {
            "declare_after": rules.declare_after,
            "fizzle": rules.fizzle,
            "reserve_total": rules.reserve_total if rules.reserve_total < codes.OFF else None,
            "uc_once": rules.uc_once,
            "deny_deny": rules.deny_deny,
        }

    def _mound_for(self, reader: i64, seat: i64) -> list[str]:
        mound = self.mound_of(seat)
        return mound if self.sees_mound(reader, seat) else mound[:1] + ["?"] * (len(mound) - 1)

    def known(self, seat: i64) -> bytes:
        parts: list[int] = [seat & 255]
        parts.extend(self._marks())
        for mask in (self.town, self.destroyed, self.fresh, self.used):
            parts.extend(split(mask, 8))
        for other in range(self.players):
            parts.append(self.cast[other] & 255)
            parts.extend(split(self.trust[other], 4))
            parts.extend(split(self.living[other], 8))
            parts.extend(split(self.undead[other], 8))
            parts.append(self.decks[other].size())
            parts.append(self.held[other])
            parts.extend(self.up[other * codes.KINDS + kind] for kind in range(codes.KINDS))
            size: i64 = i64(self.mound_size[other])
            sees = self.sees_mound(seat, other)
            parts.append(size)
            parts.extend(self.mound[other * codes.DECK + k] if sees or k == size - 1 else 255 for k in range(size))
        if seat >= 0:
            parts.extend(self.hands[seat * codes.KINDS + kind] for kind in range(codes.KINDS))
        parts.append(len(self.discard))
        # seat by seat: which card came before which of another seat's matters to nobody
        for other in range(self.players):
            parts.extend(card for card in self.discard if packing.discard_owner(i64(card)) == other)
            parts.append(self.downs(other))
            for entry in self.down:
                if packing.down_owner(entry) == other:
                    parts.extend(split(entry if other == seat else packing.hidden_kind(entry), 3))
        parts.append(len(self.known_cards))
        for card in self.known_cards:
            parts.extend(split(card, 3))
        for window in self.windows:
            parts.extend(split(window, 2))
        return bytes(parts)

    def _marks(self) -> list[int]:
        """The numbers of the position that all know."""
        marks: list[int] = [
            self.phase, self.turn, self.first, self.owed, self.winner & 255, self.gimped,
            self.base, self.hand_played, self.laid, self.card & 255, self.source, self.person & 255,
            self.mode & 255, self.rival & 255, self.aim & 255, self.taken_all, self.granted, self.asking & 255,
            len(self.taken),
        ]  # fmt: skip
        marks.extend(self.taken)
        marks.extend(split(self.turns, 4))
        marks.extend(split(self.power, 4))
        return marks

    # -- the whole position --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        seats = range(self.players)
        return {
            **self.head,
            "options": dict(self.head["options"]),
            "phase": codes.PHASES[self.phase],
            "turn": self.turn,
            "first": self.first,
            "turns": self.turns,
            "owed": self.owed,
            "characters": self.characters(),
            "trust": list(self.trust),
            "town": persons(self.town),
            "living": [persons(mask) for mask in self.living],
            "undead": [persons(mask) for mask in self.undead],
            "destroyed": persons(self.destroyed),
            "fresh": persons(self.fresh),
            "used": persons(self.used),
            "gimped": [s for s in seats if self.gimped >> s & 1],
            "decks": [counted(deck.unseen, 0) for deck in self.decks],
            "hands": [self.hand(s) for s in seats],
            "reserve": [counted(self.up, s) for s in seats],
            "down": [self.down_of(s) for s in seats],
            "may": [self.may_of(s) for s in seats],
            "known_cards": [self.known_of(s) for s in seats],
            "mound": [self.mound_of(s) for s in seats],
            "discard": [self.discard_of(s) for s in seats],
            "base": self.base,
            "power": self.power,
            "hand_played": self.hand_played,
            "laid": self.laid,
            "play": self.play_parts(),
            "windows": self.window_parts(),
            "asking": self.asking if self.asking >= 0 else None,
            "winner": self.winner if self.winner >= 0 else None,
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
