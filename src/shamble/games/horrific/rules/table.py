"""Horrific: what lies on the table, and what everybody may know of what lies face down.

Hands and decks are counts by type. Of the hidden cards of a seat (its hand and its face-down Reserve) the public
knows two things besides their number: `known_cards`, cards that were taken back openly or that were left over when the
rest of the deck lay open, and the types that each face-down card `may` still be.
"""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes
from shamble.games.horrific.rules.data import HorrificRules, bit
from shamble.kernel.bits import bits
from shamble.kernel.deck import Deck, zeros
from shamble.kernel.state import State

GONE: Final = -2  # the card of a Reserve that was aimed at has been played in the meantime
AIM_DOWN: Final = 100  # + place: a face-down card is aimed at
OWNER: Final = 7  # of an entry of `down`
PLACES_ALL: Final = 255  # the hand lies after every face-down place
NOTHING: Final = vec[i64]()
NO_CARDS: Final = vec[u8]()


class HorrificTable(State):
    """A position of Horrific: its places and marks, and how cards and persons move between them."""

    def __init__(self, players: i64, head: dict[str, Any], rules: HorrificRules) -> None:
        self.players = players
        self.head = head
        self.rules: HorrificRules = rules
        self.phase: i64 = codes.CASTING
        self.turn: i64 = 0  # whose turn; while casting and dealing, who is dealt to
        self.first: i64 = 0
        self.turns: i64 = 0  # turns ended
        self.owed: i64 = 0  # cards still to be dealt or drawn
        self.winner: i64 = -1
        self.cast: vec[i64] = vec[i64]()  # character of each seat, -1 not settled
        self.trust: vec[i64] = vec[i64]()
        # persons, as masks
        self.town: i64 = 0
        self.destroyed: i64 = 0
        self.living: vec[i64] = vec[i64]()
        self.undead: vec[i64] = vec[i64]()
        self.fresh: i64 = 0  # controlled in this turn (R21)
        self.used: i64 = 0  # used by Use Control in this turn
        # cards
        self.decks: list[Deck] = []
        self.hands: vec[u8] = vec[u8]()  # seat * KINDS + type
        self.held: vec[u8] = vec[u8]()
        self.up: vec[u8] = vec[u8]()  # face-up Reserve, seat * KINDS + type
        self.down: vec[i64] = NOTHING  # face-down Reserve, in the order laid: owner + (type << 3) + (may << 8)
        self.mound: vec[u8] = vec[u8]()  # seat * DECK + height
        self.mound_size: vec[u8] = vec[u8]()
        self.discard: vec[u8] = NO_CARDS  # in the order discarded: owner * 16 + type
        self.known_cards: vec[i64] = NOTHING  # sorted: owner << 16 | type << 8 | first face-down place it may lie in
        # the turn
        self.gimped: i64 = 0  # mask of seats
        self.base: i64 = 0  # hand plays left, Maal's included
        self.power: i64 = 0  # hand plays left by Use Power
        self.hand_played: bool = False
        self.laid: i64 = 0
        # the card being played
        self.card: i64 = -1
        self.source: i64 = 0
        self.person: i64 = -1
        self.mode: i64 = -1
        self.rival: i64 = -1
        self.aim: i64 = -1  # a type lying face up, AIM_DOWN + place, or GONE
        self.taken: vec[u8] = NO_CARDS  # types to come back from the Mound
        self.taken_all: bool = False
        self.granted: bool = False  # nobody denied it
        self.asking: i64 = -1  # who may deny
        self.windows: vec[i64] = NOTHING  # the card and every Deny on it: owner + (from Reserve << 4) + (asked << 8)

    def copy_to(self, other: "HorrificTable") -> None:
        """Make `other`, fresh from its constructor, the same position."""
        other.phase = self.phase
        other.turn = self.turn
        other.first = self.first
        other.turns = self.turns
        other.owed = self.owed
        other.winner = self.winner
        other.cast = self.cast[:]
        other.trust = self.trust[:]
        other.town = self.town
        other.destroyed = self.destroyed
        other.living = self.living[:]
        other.undead = self.undead[:]
        other.fresh = self.fresh
        other.used = self.used
        decks: list[Deck] = []
        for deck in self.decks:
            decks.append(deck.copy())
        other.decks = decks
        other.hands = self.hands[:]
        other.held = self.held[:]
        other.up = self.up[:]
        other.down = self.down if len(self.down) == 0 else self.down[:]
        other.mound = self.mound[:]
        other.mound_size = self.mound_size[:]
        other.discard = self.discard if len(self.discard) == 0 else self.discard[:]
        other.known_cards = self.known_cards if len(self.known_cards) == 0 else self.known_cards[:]
        other.gimped = self.gimped
        other.base = self.base
        other.power = self.power
        other.hand_played = self.hand_played
        other.laid = self.laid
        other.card = self.card
        other.source = self.source
        other.person = self.person
        other.mode = self.mode
        other.rival = self.rival
        other.aim = self.aim
        other.taken = self.taken if len(self.taken) == 0 else self.taken[:]
        other.taken_all = self.taken_all
        other.granted = self.granted
        other.asking = self.asking
        other.windows = self.windows if len(self.windows) == 0 else self.windows[:]

    # -- setup (1.3) ---------------------------------------------------------------------------------------------

    def clear_table(self) -> None:
        """An empty table: nobody has a character yet."""
        seat: i64 = 0
        while seat < self.players:
            self.cast = append(self.cast, -1)
            self.trust = append(self.trust, codes.START_TRUST)
            self.living = append(self.living, 0)
            self.undead = append(self.undead, 0)
            self.decks.append(Deck(codes.KINDS))
            seat += 1
        self.hands = zeros(self.players * codes.KINDS)
        self.held = zeros(self.players)
        self.up = zeros(self.players * codes.KINDS)
        self.mound = zeros(self.players * codes.DECK)
        self.mound_size = zeros(self.players)

    def take_character(self, seat: i64, character: i64) -> None:
        """The character's deck comes to the seat, its persons, ten in a whole box, to the Town."""
        self.cast[seat] = character
        self.town = self.town | (  # R3: whoever brought them
            bit(character * codes.OWN + codes.OWN) - bit(character * codes.OWN) & ~self.rules.absent
        )
        kind: i64 = 0
        while kind < codes.KINDS:
            self.decks[seat].add(kind, i64(self.rules.deck[character * codes.KINDS + kind]))
            kind += 1

    # -- persons -------------------------------------------------------------------------------------------------

    def place_of_bit(self, one: i64) -> i64:
        """The person of a mask of one."""
        return i64(self.rules.bit_at[one % 67])

    def total(self, mask: i64, printed: vec[u8]) -> i64:
        """The sum over a set of persons of what is printed on them."""
        total: i64 = 0
        while mask != 0:
            total += i64(printed[i64(self.rules.bit_at[(mask & -mask) % 67])])
            mask = mask & (mask - 1)
        return total

    def highest_value(self, mask: i64) -> i64:
        """The highest printed Value in a set of persons; 0 if it is empty."""
        best: i64 = 0
        while mask != 0:
            value: i64 = i64(self.rules.value[i64(self.rules.bit_at[(mask & -mask) % 67])])
            if value > best:
                best = value
            mask = mask & (mask - 1)
        return best

    def to_town(self, person: i64) -> None:
        """R36: Living side up, without marks but that it is fresh (R21)."""
        mask: i64 = bit(person)
        self.used = self.used & ~mask
        seat: i64 = 0
        while seat < self.players:
            self.living[seat] = self.living[seat] & ~mask
            self.undead[seat] = self.undead[seat] & ~mask
            seat += 1
        self.town = self.town | mask

    def gain_trust(self, seat: i64, amount: i64) -> None:
        """R4: never below 0, nor above the cap where there is one."""
        trust: i64 = self.trust[seat] + amount
        if trust < 0:
            trust = 0
        if amount > 0 and trust > self.rules.trust_cap:
            trust = self.rules.trust_cap
        self.trust[seat] = trust

    # -- victory conditions --------------------------------------------------------------------------------------

    def stat(self, seat: i64, stat: i64) -> i64:
        """What a victory condition counts; face-down cards do not count (R32)."""
        if stat == codes.STAT_POWER:
            return self.total(self.living[seat], self.rules.power)
        if stat == codes.STAT_INFLUENCE:
            return self.total(self.living[seat], self.rules.influence)
        if stat == codes.STAT_VALUE:
            return self.total(self.undead[seat], self.rules.value)
        if stat == codes.STAT_UNDEAD:
            return bits(self.undead[seat])
        if stat == codes.STAT_LIVING:
            return bits(self.living[seat])
        if stat == codes.STAT_MONUMENTS:
            return i64(self.up[seat * codes.KINDS + codes.MN])
        if stat == codes.STAT_TRUST:
            return self.trust[seat]
        if stat == codes.STAT_MIN_OPPONENT_TRUST:
            return self.least_trust_against(seat)
        if stat == codes.STAT_DESTROYED:
            return bits(self.destroyed)
        best: i64 = self.highest_value(self.undead[seat])
        return 1 if best > 0 and best >= self.highest_value(self.not_destroyed()) else 0

    def least_trust_against(self, seat: i64) -> i64:
        """The least Trust of any opponent."""
        least: i64 = codes.OFF
        other: i64 = 0
        while other < self.players:
            if other != seat and self.trust[other] < least:
                least = self.trust[other]
            other += 1
        return least

    def not_destroyed(self) -> i64:
        """All persons in play but the Destroyed (R38)."""
        mask: i64 = self.town
        seat: i64 = 0
        while seat < self.players:
            mask = mask | self.living[seat] | self.undead[seat]
            seat += 1
        return mask

    def meets_goal(self, seat: i64) -> bool:
        """Whether the seat meets its own victory condition, whoever's turn it is."""
        if self.cast[seat] < 0:
            return False
        for goal in self.rules.goals[self.cast[seat]]:
            now: i64 = self.stat(seat, goal.stat)
            if now < goal.low or now > goal.high:
                return False
        return True

    # -- hands, Reserves, Mounds ---------------------------------------------------------------------------------

    def add_to_hand(self, seat: i64, kind: i64) -> None:
        """A card comes to the hand."""
        self.hands[seat * codes.KINDS + kind] += u8(1)
        self.held[seat] += u8(1)

    def take_from_hand(self, seat: i64, kind: i64) -> None:
        """A card leaves the hand for all to see."""
        self.hands[seat * codes.KINDS + kind] -= u8(1)
        self.held[seat] -= u8(1)
        if len(self.known_cards) > 0:
            self._forget_card(seat, kind, PLACES_ALL)

    def downs(self, seat: i64) -> i64:
        """How many face-down cards the seat's Reserve holds."""
        count: i64 = 0
        if len(self.down) > 0:
            for entry in self.down:
                if entry & OWNER == seat:
                    count += 1
        return count

    def entry_at(self, seat: i64, place: i64) -> i64:
        """Where in `down` the seat's face-down card of that place stands; -1 if there is none."""
        at: i64 = 0
        while at < i64(len(self.down)):
            if self.down[at] & OWNER == seat:
                if place == 0:
                    return at
                place -= 1
            at += 1
        return -1

    def down_kind(self, seat: i64, place: i64) -> i64:
        """The type of a face-down card; -1 if there is none."""
        at: i64 = self.entry_at(seat, place)
        return -1 if at < 0 else (self.down[at] >> 3) & 15

    def in_reserve(self, seat: i64, kind: i64) -> i64:
        """R13: how many cards of a type the Reserve holds, face-down ones included."""
        count: i64 = i64(self.up[seat * codes.KINDS + kind])
        if len(self.down) > 0:
            for entry in self.down:
                if entry & (OWNER | 15 << 3) == seat | kind << 3:
                    count += 1
        return count

    def ups(self, seat: i64) -> i64:
        """How many cards lie face up in the seat's Reserve."""
        count: i64 = 0
        at: i64 = seat * codes.KINDS
        while at < (seat + 1) * codes.KINDS:
            count += i64(self.up[at])
            at += 1
        return count

    def has_reserve(self, seat: i64) -> bool:
        """Whether anything lies in the seat's Reserve."""
        return self.ups(seat) > 0 or self.downs(seat) > 0

    def conceals(self, seat: i64) -> bool:
        """R14: an own Conceal lies face up."""
        return self.up[seat * codes.KINDS + codes.CN] > 0

    def put_up(self, seat: i64, kind: i64) -> None:
        """A card comes to lie face up in the Reserve; at the third of its type no face-down card is of it (R13)."""
        self.up[seat * codes.KINDS + kind] += u8(1)
        if i64(self.up[seat * codes.KINDS + kind]) >= codes.CAP and len(self.down) > 0:
            self._rule_out(seat, 1 << kind)

    def put_down(self, seat: i64, kind: i64) -> None:
        """A card of the hand comes to lie face down in the Reserve."""
        self.hands[seat * codes.KINDS + kind] -= u8(1)
        self.held[seat] -= u8(1)
        may: i64 = self.rules.has[self.cast[seat]]
        other: i64 = 0
        while other < codes.KINDS:
            if i64(self.up[seat * codes.KINDS + other]) >= codes.CAP:
                may = may & ~(1 << other)
            other += 1
        grown = self.down[:]
        self.down = append(grown, seat | kind << 3 | may << 8)

    def take_down(self, seat: i64, place: i64) -> i64:
        """A face-down card leaves its place and is seen by all; its type."""
        found: i64 = self.entry_at(seat, place)
        kind: i64 = (self.down[found] >> 3) & 15
        self.down = without(self.down, found)
        if len(self.known_cards) > 0:
            self._forget_card(seat, kind, place)
            self._close_up(seat, place)
        return kind

    def push_mound(self, seat: i64, kind: i64) -> None:
        """R10: on top."""
        self.mound[seat * codes.DECK + i64(self.mound_size[seat])] = u8(kind)
        self.mound_size[seat] += u8(1)

    def take_from_mound(self, seat: i64, kind: i64) -> None:
        """The topmost card of the type comes to the hand, for all to see."""
        at: i64 = seat * codes.DECK + i64(self.mound_size[seat]) - 1
        while i64(self.mound[at]) != kind:
            at -= 1
        end: i64 = seat * codes.DECK + i64(self.mound_size[seat]) - 1
        while at < end:
            self.mound[at] = self.mound[at + 1]
            at += 1
        self.mound[end] = u8(0)
        self.mound_size[seat] -= u8(1)
        self.add_to_hand(seat, kind)
        self._know_card(seat, kind, self.downs(seat))

    def in_mound(self, seat: i64, kind: i64, depth: i64) -> i64:
        """How many of the top `depth` cards of the Mound are of the type."""
        count: i64 = 0
        at: i64 = seat * codes.DECK + i64(self.mound_size[seat])
        end: i64 = at - depth
        if end < seat * codes.DECK:
            end = seat * codes.DECK
        while at > end:
            at -= 1
            if i64(self.mound[at]) == kind:
                count += 1
        return count

    def shuffle_mound(self, seat: i64) -> None:
        """R33: the whole Mound, and nothing else, becomes the deck. What was not in it is then known to be hidden."""
        if self.mound_size[seat] == 0:
            return
        if not self.rules.top_only:
            self._know_hidden(seat)
        at: i64 = seat * codes.DECK
        end: i64 = at + i64(self.mound_size[seat])
        while at < end:
            self.decks[seat].add(i64(self.mound[at]), 1)
            self.mound[at] = u8(0)
            at += 1
        self.mound_size[seat] = u8(0)

    def depth(self) -> i64:
        """R25: how deep cards are taken from the Mound: from anywhere where an Undead is spent, else to its Value."""
        return codes.DECK if self.mode == codes.SPEND else i64(self.rules.value[self.person])

    def left_to_take(self, kind: i64) -> i64:
        """How many cards of the type can be taken from the Mound of the player in turn beyond those named already."""
        there: i64 = self.in_mound(self.turn, kind, self.depth())
        for card in self.taken:
            if i64(card) == kind:
                there -= 1
        return there

    # -- what is publicly known of hidden cards ------------------------------------------------------------------

    def _know_card(self, seat: i64, kind: i64, place: i64) -> None:
        """All know that a card of the type is in the hand or in a face-down place from `place` on."""
        new: i64 = seat << 16 | kind << 8 | place
        sorted_in = vec[i64]()
        put: bool = False
        for card in self.known_cards:
            if not put and new < card:
                sorted_in = append(sorted_in, new)
                put = True
            sorted_in = append(sorted_in, card)
        self.known_cards = sorted_in if put else append(sorted_in, new)

    def _forget_card(self, seat: i64, kind: i64, place: i64) -> None:
        """A card of the type was seen to leave that place: of the known ones that may be it, the narrowest goes."""
        gone: i64 = -1
        at: i64 = 0
        while at < i64(len(self.known_cards)):
            card: i64 = self.known_cards[at]
            if card >> 8 == seat << 8 | kind and card & 255 <= place:
                gone = at
            at += 1
        if gone >= 0:
            self.known_cards = without(self.known_cards, gone)

    def _close_up(self, seat: i64, place: i64) -> None:
        """The face-down places after `place` move up by one."""
        moved = vec[i64]()
        for card in self.known_cards:
            moved = append(moved, card - 1 if card >> 16 == seat and card & 255 > place else card)
        self.known_cards = moved

    def _know_hidden(self, seat: i64) -> None:
        """The deck is empty, so the hand and the face-down cards together are all that does not lie open."""
        support: i64 = 0
        kind: i64 = 0
        while kind < codes.KINDS:
            hidden: i64 = (
                i64(self.hands[seat * codes.KINDS + kind])
                + self.in_reserve(seat, kind)
                - i64(self.up[seat * codes.KINDS + kind])
            )
            if hidden > 0:
                support = support | 1 << kind
            for card in self.known_cards:
                if card >> 8 == seat << 8 | kind:
                    hidden -= 1
            while hidden > 0:
                self._know_card(seat, kind, 0)
                hidden -= 1
            kind += 1
        if len(self.down) > 0:
            self._rule_out(seat, ~support)

    def _rule_out(self, seat: i64, kinds: i64) -> None:
        """No face-down card of the seat is of these types."""
        narrowed = vec[i64]()
        for entry in self.down:
            narrowed = append(narrowed, entry & ~((kinds & 4095) << 8) if entry & OWNER == seat else entry)
        self.down = narrowed

    # -- counting ------------------------------------------------------------------------------------------------

    def count(self, seat: i64, kind: i64) -> i64:
        """How many cards of the type lie in any place of the seat."""
        count: i64 = (
            i64(self.decks[seat].unseen[kind])
            + i64(self.hands[seat * codes.KINDS + kind])
            + self.in_reserve(seat, kind)
        )
        count += self.in_mound(seat, kind, codes.DECK)
        for card in self.discard:
            if i64(card) == seat * 16 + kind:
                count += 1
        if self.turn == seat and self.card == kind:
            count += 1
        return count

    def standing_places(self, person: i64) -> i64:
        """In how many places of the table a person stands: one where the character is in play."""
        places: i64 = (self.town >> person & 1) + (self.destroyed >> person & 1)
        seat: i64 = 0
        while seat < self.players:
            places += (self.living[seat] >> person & 1) + (self.undead[seat] >> person & 1)
            seat += 1
        return places

    def census(self) -> dict[str, int]:
        """Cards by character and type, and persons; those of characters not in play lie in the box."""
        found: dict[str, int] = {}
        for character in range(len(codes.CHARACTERS)):
            seats = [seat for seat in range(self.players) if self.cast[seat] == character]
            for kind in range(codes.KINDS):
                boxed: i64 = i64(self.rules.deck[character * codes.KINDS + kind]) if not seats else 0
                name = f"{codes.CHARACTERS[character]} {codes.TYPES[kind]}"
                found[name] = boxed + sum(self.count(seat, kind) for seat in seats)
            for person in range(character * codes.OWN, (character + 1) * codes.OWN):
                found[codes.PEOPLE[person]] = self.standing_places(person) + (
                    0 if seats or self.rules.absent >> person & 1 else 1
                )
        return found


def without(entries: vec[i64], place: i64) -> vec[i64]:
    """All entries but the one of that place."""
    left = vec[i64]()
    at: i64 = 0
    while at < i64(len(entries)):
        if at != place:
            left = append(left, entries[at])
        at += 1
    return left
