"""What lies on the table and in the hands, and what may be played there."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.run.rules import codes, reasons
from shamble.games.run.rules.data import CARDS, NO_DECK, NOTHING, RunRules, items_in, zombies_in
from shamble.kernel.bits import bits
from shamble.kernel.deck import Deck
from shamble.kernel.state import State


class RunTable(State):
    """The cards and whose turn it is. Hands are short ascending lists in one packed array."""

    def __init__(self, players: i64, head: dict[str, Any], rules: RunRules) -> None:
        self.players = players
        self.head = head
        self.rules: RunRules = rules
        self.phase: i64 = codes.CHOOSING
        self.turn: i64 = 0  # whose turn; while dealing, who is dealt to
        self.first: i64 = 0
        self.owed: i64 = 0  # cards still to be dealt or drawn
        self.turns: i64 = 0  # turns ended
        self.special_used: bool = False
        self.redraws: i64 = 0  # in this turn
        self.shown: vec[u8] = NOTHING  # the faces of the hand shown by the last of them; replaced, never changed
        self.living: i64 = (1 << players) - 1  # mask of seats
        self.turned_up: i64 = -1  # the card that a zombie player is to give
        self.winner: i64 = -1
        self.ending_code: i64 = 0
        self.fronts: vec[i64] = vec[i64]()
        self.hands: vec[u8] = vec[u8]()
        self.held: vec[u8] = vec[u8]()  # cards in each hand
        self.deck: Deck = NO_DECK
        self.discard: vec[u8] = vec[u8]()
        self.removed: vec[u8] = vec[u8]()

    # -- what may be played (1.4) --------------------------------------------------------------------------------

    def _holds(self, face: i64) -> bool:
        at: i64 = self.turn * codes.HAND
        end: i64 = at + i64(self.held[self.turn])
        while at < end:
            if i64(self.hands[at]) == face:
                return True
            at += 1
        return False

    def _may_receive(self, seat: i64, face: i64) -> bool:
        """R4, R5: a living seat without an identical card before it."""
        if (self.living >> seat) & 1 == 0:
            return False
        if face == codes.ANNOYING and self.rules.annoying_distinct:
            return True
        return (self.fronts[seat] >> face) & 1 == 0

    def _bar_before(self, seat: i64, face: i64) -> i64:
        """What keeps a card from coming to lie before a seat."""
        if self._may_receive(seat, face):
            return reasons.NONE
        if (self.living >> seat) & 1 == 1:
            return reasons.SHOWS_IT
        return reasons.ZOMBIE if seat < self.players else reasons.NO_SEAT

    def _may_special(self, seat: i64, face: i64) -> bool:
        """R11, R12: as any placement; a sacrifice may be forbidden."""
        if not self._may_receive(seat, face):
            return False
        return self.rules.sacrifice or not self._is_fifth(seat, face)

    def _is_fifth(self, seat: i64, face: i64) -> bool:
        """R6, R12: the card would be the fifth of its sort before the seat, and cancels nothing."""
        front = self.fronts[seat]
        if face < codes.SYMBOLS:
            return (front >> (face + codes.SYMBOLS)) & 1 == 0 and items_in(front) == 4
        return (face == codes.ANNOYING or (front >> (face - codes.SYMBOLS)) & 1 == 0) and zombies_in(front) == 4

    def _plays(self, legal: vec[i64]) -> vec[i64]:
        """Normal plays, ascending: items before oneself, zombies before a living opponent, near or far (R4)."""
        me: i64 = self.turn
        at: i64 = me * codes.HAND
        end: i64 = at + i64(self.held[me])
        before: i64 = -1
        while at < end:
            face: i64 = i64(self.hands[at])
            if face != before:
                if face < codes.SYMBOLS:
                    if self._may_receive(me, face):
                        legal = append(legal, face)
                else:
                    target: i64 = 0
                    base: i64 = codes.PLAY_ZOMBIE + (face - codes.SYMBOLS) * codes.SEATS
                    while target < self.players:
                        if target != me and self._may_receive(target, face):
                            legal = append(legal, base + target)
                        target += 1
            before = face
            at += 1
        return legal

    def _specials(self, legal: vec[i64]) -> vec[i64]:
        """Plays by the Special Rule, ascending: zombies before oneself, items before a living opponent (R11)."""
        me: i64 = self.turn
        start: i64 = me * codes.HAND
        end: i64 = start + i64(self.held[me])
        before: i64 = -1
        at: i64 = start
        while at < end:
            face: i64 = i64(self.hands[at])
            if face >= codes.SYMBOLS and face != before and self._may_special(me, face):
                legal = append(legal, codes.SPECIAL_ZOMBIE + face - codes.SYMBOLS)
            before = face
            at += 1
        before = -1
        at = start
        while at < end:
            face = i64(self.hands[at])
            if face >= codes.SYMBOLS:
                break
            if face != before:
                target: i64 = 0
                while target < self.players:
                    if target != me and self._may_special(target, face):
                        legal = append(legal, codes.SPECIAL_ITEM + face * codes.SEATS + target)
                    target += 1
            before = face
            at += 1
        return legal

    def _must_special(self, legal: vec[i64]) -> bool:
        """R8, R12: whether among these special plays is one that is no sacrifice."""
        at: i64 = 0
        while at < i64(len(legal)):
            code: i64 = legal[at]
            if code < codes.SPECIAL_ITEM:
                if not self._is_fifth(self.turn, codes.SYMBOLS + code - codes.SPECIAL_ZOMBIE):
                    return True
            elif not self._is_fifth(
                (code - codes.SPECIAL_ITEM) % codes.SEATS, (code - codes.SPECIAL_ITEM) // codes.SEATS
            ):
                return True
            at += 1
        return False

    def _bar_to_redraw(self) -> i64:
        """R9, R10: what keeps the hand from being redrawn: it is used up, or no card that may come has a normal play.

        Cards that may come are those of the hand, of the discard pile and, while the deck holds any card, all that the
        player cannot see. The deck alone would tell what the others do not hold; so a player may redraw in vain,
        until so many redraws have shown every card there is.
        """
        if self.rules.redraw_once and self.redraws > 0:
            return reasons.REDRAWN
        if self.redraws >= codes.SEEN_ALL:
            return reasons.SEEN_ALL
        face: i64 = 0
        while face < codes.KINDS:
            if self._has_play(face) and (self._holds(face) or self.discard[face] > 0 or self._unseen(face) > 0):
                return reasons.NONE
            face += 1
        return reasons.IDLE

    def _bar_without_play(self, code: i64) -> i64:
        """R7, R8, R10: what keeps the seat in turn from REDRAW or PASS."""
        if self._first_with_play() >= 0:
            return reasons.HAS_PLAY
        if self.rules.special_before_redraw and not self.special_used:
            if self._must_special(self._specials(vec[i64]())):
                return reasons.SPECIAL_FIRST
        bar = self._bar_to_redraw()
        if code == codes.REDRAW:
            return bar
        return reasons.MAY_REDRAW if bar == reasons.NONE else reasons.NONE

    def _first_with_play(self) -> i64:
        """The first card of the hand of the seat in turn that has a normal play, or -1."""
        at: i64 = self.turn * codes.HAND
        end: i64 = at + i64(self.held[self.turn])
        while at < end:
            face: i64 = i64(self.hands[at])
            if self._has_play(face):
                return face
            at += 1
        return -1

    def _has_play(self, face: i64) -> bool:
        """Whether the seat in turn could play such a card in the normal way."""
        if face < codes.SYMBOLS:
            return self._may_receive(self.turn, face)
        target: i64 = 0
        while target < self.players:
            if target != self.turn and self._may_receive(target, face):
                return True
            target += 1
        return False

    def _unseen(self, face: i64) -> i64:
        """Cards of this face that the seat in turn cannot see, where the deck holds any card at all."""
        if self.deck.size() == 0:
            return 0
        unseen: i64 = i64(self.deck.unseen[face])
        seat: i64 = 0
        while seat < self.players:
            if seat != self.turn:
                at: i64 = seat * codes.HAND
                end: i64 = at + i64(self.held[seat])
                while at < end:
                    if i64(self.hands[at]) == face:
                        unseen += 1
                    at += 1
            seat += 1
        return unseen

    # -- the deck ------------------------------------------------------------------------------------------------

    def someone_may_receive(self, face: i64) -> bool:
        seat: i64 = 0
        while seat < self.players:
            if self._may_receive(seat, face):
                return True
            seat += 1
        return False

    def something_to_give(self) -> bool:
        face: i64 = 0
        while face < codes.KINDS:
            if (self.deck.unseen[face] > 0 or self.discard[face] > 0) and self.someone_may_receive(face):
                return True
            face += 1
        return False

    # -- hands ---------------------------------------------------------------------------------------------------

    def add_to_hand(self, seat: i64, face: i64) -> None:
        base: i64 = seat * codes.HAND
        at: i64 = base + i64(self.held[seat])
        while at > base and i64(self.hands[at - 1]) > face:
            self.hands[at] = self.hands[at - 1]
            at -= 1
        self.hands[at] = u8(face)
        self.held[seat] += u8(1)

    def take_from_hand(self, seat: i64, face: i64) -> None:
        at: i64 = seat * codes.HAND
        while i64(self.hands[at]) != face:
            at += 1
        end: i64 = seat * codes.HAND + i64(self.held[seat]) - 1
        while at < end:
            self.hands[at] = self.hands[at + 1]
            at += 1
        self.hands[end] = u8(0)
        self.held[seat] -= u8(1)

    def hand(self, seat: i64) -> list[int]:
        """The faces in a hand, ascending."""
        return [int(self.hands[seat * codes.HAND + k]) for k in range(i64(self.held[seat]))]

    def count(self, face: i64) -> i64:
        """How many cards of this face lie anywhere; always the number in the box."""
        count: i64 = i64(self.deck.unseen[face]) + i64(self.discard[face]) + i64(self.removed[face])
        if face == self.turned_up:
            count += 1
        seat: i64 = 0
        while seat < self.players:
            front = self.fronts[seat]
            count += bits(front >> codes.ANNOYING) if face == codes.ANNOYING else (front >> face) & 1
            at: i64 = seat * codes.HAND
            end: i64 = at + i64(self.held[seat])
            while at < end:
                if i64(self.hands[at]) == face:
                    count += 1
                at += 1
            seat += 1
        return count

    def census(self) -> dict[str, int]:
        return {CARDS[face]: self.count(face) for face in range(codes.KINDS)}
