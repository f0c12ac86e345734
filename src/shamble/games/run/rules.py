"""Zombie! Run for Your Lives!: the position, what may be done in it, and what then happens.

Cards are numbered by face: items 0 … 14 (symbol s is s-1), zombies 15 … 29, the annoying zombie 30. A front is a bit
mask over these faces; where the annoying zombies count as different cards (R5) the second and third are bits 31, 32.
Hands are short ascending lists in one packed array. Rule numbers are those of the rulings page.
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.kernel.bits import bits
from shamble.kernel.deck import Deck, zeros
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, HIDDEN, State, refuse

SYMBOLS: Final = 15  # the most that a composition has
ANNOYING: Final = 30
KINDS: Final = 31
HAND: Final = 8  # places in the array for one hand; a hand holds five cards at most
SEATS: Final = 7
SEEN_ALL: Final = 26  # redraws in one turn that draw 130 cards: twice the whole box, so nothing new can come (R10)

# codes of actions and outcomes, in the order of the vocabulary
PLAY_ITEM: Final = 0
PLAY_ZOMBIE: Final = 15  # + (face - 15) * SEATS + seat
SPECIAL_ZOMBIE: Final = 127  # + (face - 15)
SPECIAL_ITEM: Final = 143  # + face * SEATS + seat
REDRAW: Final = 248
PASS: Final = 249
GIVE: Final = 250  # + seat
FIRST: Final = 257  # + seat
DRAW: Final = 264  # + face
CODES: Final = 295

# phases
CHOOSING: Final = 0  # chance: who begins
DEALING: Final = 1  # chance: four cards to each
DRAWING: Final = 2  # chance: cards owed to the hand of the seat whose turn it is
PLAYING: Final = 3
TURNING_UP: Final = 4  # chance: a zombie player's card
GIVING: Final = 5
OVER: Final = 6
PHASES: Final = ("choosing", "dealing", "drawing", "playing", "turning_up", "giving", "over")
ENDINGS: Final = ("", "items", "last", "turn_limit")


def card_text(face: i64) -> str:
    """The text of a card: I1 … I15, Z1 … Z15, Z0 for the annoying zombie."""
    if face < SYMBOLS:
        return f"I{face + 1}"
    return "Z0" if face == ANNOYING else f"Z{face - SYMBOLS + 1}"


CARDS: Final = tuple(card_text(face) for face in range(KINDS))


class RunRules:
    """The options of one game, as numbers; shared by all its positions."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        symbols, copies = str(options["composition"]).split("x")
        self.symbols: i64 = int(symbols)  # R1
        self.copies: i64 = int(copies)
        first = options["first"]  # R3
        self.first: i64 = -1 if first == "random" else 0 if first == "seat" else int(first)
        self.annoying_distinct: bool = bool(options["annoying_distinct"])
        self.special_before_redraw: bool = options["redraw_when"] == "no_play_at_all"
        self.redraw_once: bool = options["redraw_limit"] == 1
        self.sacrifice: bool = options["sacrifice"] == "allowed"
        self.dead_hand_removed: bool = options["dead_hand"] == "removed"
        self.zombie_may_decline: bool = bool(options["zombie_may_decline"])
        self.reshuffle_on_empty: bool = options["reshuffle"] == "on_empty"
        self.max_turns: i64 = int(options["max_turns"])

    def count_of(self, face: i64) -> i64:
        """R1: how many cards of this face the box holds."""
        if face == ANNOYING:
            return 3
        symbol: i64 = face if face < SYMBOLS else face - SYMBOLS
        return self.copies if symbol < self.symbols else 0


class RunState(State):
    """A position of Zombie! Run for Your Lives!"""

    def __init__(self, players: i64, head: dict[str, Any], rules: RunRules) -> None:
        self.players = players
        self.head = head
        self.rules: RunRules = rules
        self.phase: i64 = CHOOSING
        self.turn: i64 = 0  # whose turn; while dealing, who is dealt to
        self.first: i64 = 0
        self.owed: i64 = 0  # cards still to be dealt or drawn
        self.turns: i64 = 0  # turns ended
        self.special_used: bool = False
        self.redraws: i64 = 0  # in this turn
        self.shown: vec[u8] = _NOTHING  # the faces of the hand shown by the last of them; replaced, never changed
        self.living: i64 = (1 << players) - 1  # mask of seats
        self.turned_up: i64 = -1  # the card that a zombie player is to give
        self.winner: i64 = -1
        self.ending_code: i64 = 0
        self.fronts: vec[i64] = vec[i64]()
        self.hands: vec[u8] = vec[u8]()
        self.held: vec[u8] = vec[u8]()  # cards in each hand
        self.deck: Deck = _NO_DECK
        self.discard: vec[u8] = vec[u8]()
        self.removed: vec[u8] = vec[u8]()

    # -- setup (1.3) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position: the whole box (R1) in the deck, nobody dealt to yet."""
        k: i64 = 0
        while k < self.players:
            self.fronts = append(self.fronts, 0)
            k += 1
        self.hands = zeros(self.players * HAND)
        self.held = zeros(self.players)
        self.discard = zeros(KINDS)
        self.removed = zeros(KINDS)
        self.deck = Deck(KINDS)
        face: i64 = 0
        while face < KINDS:
            self.deck.add(face, self.rules.count_of(face))
            face += 1
        if self.rules.first >= 0:
            self._begin(self.rules.first)

    def _begin(self, first: i64) -> None:
        """R3: the first player is settled; four cards go to each."""
        self.first = first
        self.turn = first
        self.phase = DEALING
        self.owed = 4 * self.players

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        if self.phase == PLAYING or self.phase == GIVING:
            return 1 << self.turn
        if self.phase == OVER:
            return 0
        return CHANCE

    def legal(self, seat: i64) -> vec[i64]:
        codes = vec[i64](capacity=48)
        if seat != self.turn:
            return codes
        if self.phase == GIVING:
            if self.rules.zombie_may_decline:  # R14
                codes = append(codes, PASS)
            target: i64 = 0
            while target < self.players:
                if self._may_receive(target, self.turned_up):
                    codes = append(codes, GIVE + target)
                target += 1
            return codes
        if self.phase != PLAYING:
            return codes
        codes = self._plays(codes)
        plays: i64 = len(codes)
        if not self.special_used:  # R11
            codes = self._specials(codes)
        if plays > 0 or (self.rules.special_before_redraw and self._must_special(codes)):  # R7, R8
            return codes
        return append(codes, REDRAW if self._redraw_helps() else PASS)

    def allows(self, who: i64, code: i64) -> bool:
        if who == CHANCE:
            if self.phase == CHOOSING:
                return FIRST <= code < FIRST + self.players
            return self.owing() == CHANCE and DRAW <= code < CODES and self.deck.may_draw(code - DRAW)
        if who != self.turn or code < 0:
            return False
        if self.phase == GIVING:
            if code == PASS:
                return self.rules.zombie_may_decline
            return GIVE <= code < GIVE + self.players and self._may_receive(code - GIVE, self.turned_up)
        if self.phase != PLAYING or code > PASS:
            return False
        if code < PLAY_ZOMBIE:
            return self._holds(code) and self._may_receive(who, code)
        if code < SPECIAL_ZOMBIE:
            face: i64 = SYMBOLS + (code - PLAY_ZOMBIE) // SEATS
            target: i64 = (code - PLAY_ZOMBIE) % SEATS
            return target != who and target < self.players and self._holds(face) and self._may_receive(target, face)
        if code < SPECIAL_ITEM:
            face = SYMBOLS + code - SPECIAL_ZOMBIE
            return not self.special_used and self._holds(face) and self._may_special(who, face)
        if code < REDRAW:
            face = (code - SPECIAL_ITEM) // SEATS
            target = (code - SPECIAL_ITEM) % SEATS
            return (
                not self.special_used
                and target != who
                and target < self.players
                and self._holds(face)
                and self._may_special(target, face)
            )
        for other in self.legal(who):
            if other == code:
                return True
        return False

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == CHOOSING:
            return [(FIRST + seat, 1) for seat in range(self.players)]
        return [(DRAW + face, weight) for face, weight in self.deck.odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == CHOOSING:
            return FIRST + dice.below(self.players)
        return DRAW + self.deck.roll(dice)

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if who == CHANCE:
            if self.phase == CHOOSING:
                self._begin(code - FIRST)
            else:
                self._drawn(code - DRAW)
        elif self.phase == GIVING:
            face: i64 = self.turned_up
            self.turned_up = -1
            if code == PASS:  # R14
                self.discard[face] += u8(1)
            else:
                self._place(face, code - GIVE)
            self._end_turn()
        elif code < PLAY_ZOMBIE:
            self._take_from_hand(who, code)
            self._place(code, who)
            self._end_turn()
        elif code < SPECIAL_ZOMBIE:
            face = SYMBOLS + (code - PLAY_ZOMBIE) // SEATS
            self._take_from_hand(who, face)
            self._place(face, (code - PLAY_ZOMBIE) % SEATS)
            self._end_turn()
        elif code < REDRAW:
            self._special(who, code)
        elif code == REDRAW:
            self._redraw()
        else:
            self._end_turn()

    # -- what may be played (1.4) --------------------------------------------------------------------------------

    def _holds(self, face: i64) -> bool:
        at: i64 = self.turn * HAND
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
        if face == ANNOYING and self.rules.annoying_distinct:
            return True
        return (self.fronts[seat] >> face) & 1 == 0

    def _may_special(self, seat: i64, face: i64) -> bool:
        """R11, R12: as any placement; a sacrifice may be forbidden."""
        if not self._may_receive(seat, face):
            return False
        return self.rules.sacrifice or not self._is_fifth(seat, face)

    def _is_fifth(self, seat: i64, face: i64) -> bool:
        """R6, R12: the card would be the fifth of its sort before the seat, and cancels nothing."""
        front = self.fronts[seat]
        if face < SYMBOLS:
            return (front >> (face + SYMBOLS)) & 1 == 0 and items_in(front) == 4
        return (face == ANNOYING or (front >> (face - SYMBOLS)) & 1 == 0) and zombies_in(front) == 4

    def _plays(self, codes: vec[i64]) -> vec[i64]:
        """Normal plays, ascending: items before oneself, zombies before a living opponent, near or far (R4)."""
        me: i64 = self.turn
        at: i64 = me * HAND
        end: i64 = at + i64(self.held[me])
        before: i64 = -1
        while at < end:
            face: i64 = i64(self.hands[at])
            if face != before:
                if face < SYMBOLS:
                    if self._may_receive(me, face):
                        codes = append(codes, face)
                else:
                    target: i64 = 0
                    base: i64 = PLAY_ZOMBIE + (face - SYMBOLS) * SEATS
                    while target < self.players:
                        if target != me and self._may_receive(target, face):
                            codes = append(codes, base + target)
                        target += 1
            before = face
            at += 1
        return codes

    def _specials(self, codes: vec[i64]) -> vec[i64]:
        """Plays by the Special Rule, ascending: zombies before oneself, items before a living opponent (R11)."""
        me: i64 = self.turn
        start: i64 = me * HAND
        end: i64 = start + i64(self.held[me])
        before: i64 = -1
        at: i64 = start
        while at < end:
            face: i64 = i64(self.hands[at])
            if face >= SYMBOLS and face != before and self._may_special(me, face):
                codes = append(codes, SPECIAL_ZOMBIE + face - SYMBOLS)
            before = face
            at += 1
        before = -1
        at = start
        while at < end:
            face = i64(self.hands[at])
            if face >= SYMBOLS:
                break
            if face != before:
                target: i64 = 0
                while target < self.players:
                    if target != me and self._may_special(target, face):
                        codes = append(codes, SPECIAL_ITEM + face * SEATS + target)
                    target += 1
            before = face
            at += 1
        return codes

    def _must_special(self, codes: vec[i64]) -> bool:
        """R8, R12: whether among these special plays is one that is no sacrifice."""
        at: i64 = 0
        while at < i64(len(codes)):
            code: i64 = codes[at]
            if code < SPECIAL_ITEM:
                if not self._is_fifth(self.turn, SYMBOLS + code - SPECIAL_ZOMBIE):
                    return True
            elif not self._is_fifth((code - SPECIAL_ITEM) % SEATS, (code - SPECIAL_ITEM) // SEATS):
                return True
            at += 1
        return False

    def _redraw_helps(self) -> bool:
        """R9, R10: whether a redraw is open: not used up, and some card that may come has a normal play.

        Cards that may come are those of the hand, of the discard pile and, while the deck holds any card, all that the
        player cannot see. The deck alone would tell what the others do not hold; so a player may redraw in vain,
        until so many redraws have shown every card there is.
        """
        if self.redraws >= (1 if self.rules.redraw_once else SEEN_ALL):
            return False
        face: i64 = 0
        while face < KINDS:
            if self._has_play(face) and (self._holds(face) or self.discard[face] > 0 or self._unseen(face) > 0):
                return True
            face += 1
        return False

    def _has_play(self, face: i64) -> bool:
        """Whether the seat in turn could play such a card in the normal way."""
        if face < SYMBOLS:
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
                at: i64 = seat * HAND
                end: i64 = at + i64(self.held[seat])
                while at < end:
                    if i64(self.hands[at]) == face:
                        unseen += 1
                    at += 1
            seat += 1
        return unseen

    # -- what then happens (1.4) ---------------------------------------------------------------------------------

    def _special(self, who: i64, code: i64) -> None:
        """R11: place the card, draw one, go on playing; unless the card ended the game or the player (R12)."""
        self.special_used = True
        if code < SPECIAL_ITEM:
            face: i64 = SYMBOLS + code - SPECIAL_ZOMBIE
            self._take_from_hand(who, face)
            self._place(face, who)
        else:
            face = (code - SPECIAL_ITEM) // SEATS
            self._take_from_hand(who, face)
            self._place(face, (code - SPECIAL_ITEM) % SEATS)
        if self.phase == OVER:
            return
        if (self.living >> who) & 1 == 0:
            self._end_turn()
        else:
            self._owe_cards(1)

    def _redraw(self) -> None:
        """R8, R9: the hand is shown and discarded, five cards are drawn however many it had, the turn goes on."""
        me: i64 = self.turn
        at: i64 = me * HAND
        end: i64 = at + i64(self.held[me])
        self.shown = self.hands[at:end]
        while at < end:
            self.discard[i64(self.hands[at])] += u8(1)
            self.hands[at] = u8(0)
            at += 1
        self.held[me] = u8(0)
        self.redraws += 1
        self._owe_cards(5)

    def _place(self, face: i64, seat: i64) -> None:
        """A card comes to lie before a seat: cancel, count, die, win, in this order (R6, R17, R18)."""
        front = self.fronts[seat]
        if face != ANNOYING:
            match: i64 = face + SYMBOLS if face < SYMBOLS else face - SYMBOLS
            if (front >> match) & 1 == 1:
                self.fronts[seat] = front & ~(1 << match)
                self.discard[face] += u8(1)
                self.discard[match] += u8(1)
                return
        front = front | free_bit(front, face)
        self.fronts[seat] = front
        if face < SYMBOLS:
            if items_in(front) >= 5:
                self._win(seat, 1)  # R17: whoever's turn it is
        elif zombies_in(front) >= 5:
            self._die(seat)  # R20: they differ, for no front holds two alike

    def _die(self, seat: i64) -> None:
        """R13, R18: front and hand are discarded; the last who lives wins."""
        front = self.fronts[seat]
        face: i64 = 0
        while face < KINDS + 2:
            if (front >> face) & 1 == 1:
                self.discard[face if face < ANNOYING else ANNOYING] += u8(1)
            face += 1
        self.fronts[seat] = 0
        at: i64 = seat * HAND
        end: i64 = at + i64(self.held[seat])
        while at < end:
            if self.rules.dead_hand_removed:
                self.removed[i64(self.hands[at])] += u8(1)
            else:
                self.discard[i64(self.hands[at])] += u8(1)
            self.hands[at] = u8(0)
            at += 1
        self.held[seat] = u8(0)
        self.living = self.living & ~(1 << seat)
        if self.living & (self.living - 1) == 0:  # R18, R21: before anything else can happen
            last: i64 = 0
            while (self.living >> last) & 1 == 0:
                last += 1
            self._win(last, 2)

    def _win(self, seat: i64, ending: i64) -> None:
        self.winner = seat
        self.ending_code = ending
        self.phase = OVER

    def _end_turn(self) -> None:
        """The turn passes clockwise to every seat, zombies included (R13)."""
        if self.phase == OVER:
            return
        self.turns += 1
        self.special_used = False
        self.redraws = 0
        self.shown = _NOTHING
        if self.rules.max_turns > 0 and self.turns >= self.rules.max_turns:
            self.ending_code = 3  # R22: a draw
            self.phase = OVER
            return
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        self._start_turn()

    def _start_turn(self) -> None:
        """The living draw a card; zombie players turn one up (R14)."""
        if (self.living >> self.turn) & 1 == 1:
            self._owe_cards(1)
        else:
            self._turn_up()

    # -- the deck ------------------------------------------------------------------------------------------------

    def _owe_cards(self, count: i64) -> None:
        self.owed = count
        self.phase = DRAWING
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        """R16: reshuffle when a card is needed; where there is none at all the draw is skipped."""
        if self.owed > 0 and self.deck.size() == 0:
            self._reshuffle()
            if self.deck.size() == 0:
                self.owed = 0
        if self.owed == 0:
            self.phase = PLAYING

    def _reshuffle(self) -> None:
        """The discard pile becomes part of the deck."""
        face: i64 = 0
        while face < KINDS:
            if self.discard[face] > 0:
                self.deck.add(face, i64(self.discard[face]))
                self.discard[face] = u8(0)
            face += 1

    def _drawn(self, face: i64) -> None:
        """A card has come off the deck: to a hand, or turned up by a zombie player for all to see (R15)."""
        self.deck.draw(face)
        if self.phase == DEALING:
            self._add_to_hand(self.turn, face)
            self.owed -= 1
            if self.owed % 4 == 0:
                self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            if self.owed == 0:
                self._start_turn()
            return
        if self.rules.reshuffle_on_empty and self.deck.size() == 0:  # R16
            self._reshuffle()
        if self.phase == DRAWING:
            self._add_to_hand(self.turn, face)
            self.owed -= 1
            self._go_on_drawing()
            return
        if self._someone_may_receive(face):
            self.turned_up = face
            self.phase = GIVING
        else:
            self.discard[face] += u8(1)
            self._turn_up()

    def _turn_up(self) -> None:
        """R14: a zombie player turns up cards until one can be given; where none can, the turn ends."""
        self.phase = TURNING_UP
        if not self._something_to_give():
            self._end_turn()
        elif self.deck.size() == 0:
            self._reshuffle()

    def _someone_may_receive(self, face: i64) -> bool:
        seat: i64 = 0
        while seat < self.players:
            if self._may_receive(seat, face):
                return True
            seat += 1
        return False

    def _something_to_give(self) -> bool:
        face: i64 = 0
        while face < KINDS:
            if (self.deck.unseen[face] > 0 or self.discard[face] > 0) and self._someone_may_receive(face):
                return True
            face += 1
        return False

    # -- hands ---------------------------------------------------------------------------------------------------

    def _add_to_hand(self, seat: i64, face: i64) -> None:
        base: i64 = seat * HAND
        at: i64 = base + i64(self.held[seat])
        while at > base and i64(self.hands[at - 1]) > face:
            self.hands[at] = self.hands[at - 1]
            at -= 1
        self.hands[at] = u8(face)
        self.held[seat] += u8(1)

    def _take_from_hand(self, seat: i64, face: i64) -> None:
        at: i64 = seat * HAND
        while i64(self.hands[at]) != face:
            at += 1
        end: i64 = seat * HAND + i64(self.held[seat]) - 1
        while at < end:
            self.hands[at] = self.hands[at + 1]
            at += 1
        self.hands[end] = u8(0)
        self.held[seat] -= u8(1)

    def hand(self, seat: i64) -> list[int]:
        """The faces in a hand, ascending."""
        return [int(self.hands[seat * HAND + k]) for k in range(i64(self.held[seat]))]

    def count(self, face: i64) -> i64:
        """How many cards of this face lie anywhere; always the number in the box."""
        count: i64 = i64(self.deck.unseen[face]) + i64(self.discard[face]) + i64(self.removed[face])
        if face == self.turned_up:
            count += 1
        seat: i64 = 0
        while seat < self.players:
            front = self.fronts[seat]
            count += bits(front >> ANNOYING) if face == ANNOYING else (front >> face) & 1
            at: i64 = seat * HAND
            end: i64 = at + i64(self.held[seat])
            while at < end:
                if i64(self.hands[at]) == face:
                    count += 1
                at += 1
            seat += 1
        return count

    def census(self) -> dict[str, int]:
        return {CARDS[face]: self.count(face) for face in range(KINDS)}

    # -- the end -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        """R23: everything for the winner; equal shares in a draw (R22)."""
        if self.phase != OVER:
            return [0.0] * self.players
        if self.winner < 0:
            return [1.0 / float(self.players)] * self.players
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]

    def ending(self) -> str:
        return ENDINGS[self.ending_code]

    # -- copies and knowledge (1.5) ------------------------------------------------------------------------------

    def copy(self) -> "RunState":
        other = RunState(self.players, self.head, self.rules)
        other.phase = self.phase
        other.turn = self.turn
        other.first = self.first
        other.owed = self.owed
        other.turns = self.turns
        other.special_used = self.special_used
        other.redraws = self.redraws
        other.shown = self.shown
        other.living = self.living
        other.turned_up = self.turned_up
        other.winner = self.winner
        other.ending_code = self.ending_code
        other.fronts = self.fronts[:]
        other.hands = self.hands[:]
        other.held = self.held[:]
        other.deck = self.deck.copy()
        other.discard = self.discard[:]
        other.removed = self.removed[:]
        return other

    def redeal(self, seat: i64, dice: Dice) -> "RunState":
        """The deck and all hands but the seat's own are dealt again."""
        other = self.copy()
        deck = other.deck
        owner: i64 = 0
        while owner < self.players:
            if owner != seat:
                at: i64 = owner * HAND
                end: i64 = at + i64(other.held[owner])
                while at < end:
                    deck.add(i64(other.hands[at]), 1)
                    at += 1
            owner += 1
        owner = 0
        while owner < self.players:
            if owner != seat:
                count: i64 = i64(other.held[owner])
                other.held[owner] = u8(0)
                while count > 0:
                    face = deck.roll_loose(dice)
                    deck.take(face)
                    other._add_to_hand(owner, face)
                    count -= 1
            owner += 1
        return other

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        if who == CHANCE and (self.phase == DEALING or self.phase == DRAWING) and seat != self.turn:
            return HIDDEN
        return code

    def view(self, seat: i64) -> dict[str, Any]:
        owing = self.owing()
        return {
            "game": "run",
            "players": self.players,
            "options": dict(self.head["options"]),
            "seat": seat if seat >= 0 else None,
            "phase": PHASES[self.phase],
            "owing": [self.turn] if owing > 0 else [],
            "turn": self.turn,
            "first": self.first if self.phase != CHOOSING else None,
            "owed": self.owed,
            "turns": self.turns,
            "special_used": self.special_used,
            "redraws": self.redraws,
            "shown": [CARDS[i64(face)] for face in self.shown],
            "living": [s for s in range(self.players) if (self.living >> s) & 1],
            "fronts": [front_texts(front) for front in self.fronts],
            "hand": [CARDS[face] for face in self.hand(seat)] if seat >= 0 else None,
            "held": list(self.held),
            "deck": self.deck.size(),
            "discard": pile_texts(self.discard),
            "removed": pile_texts(self.removed),
            "turned_up": CARDS[self.turned_up] if self.turned_up >= 0 else None,
            "winner": self.winner if self.winner >= 0 else None,
            "ending": ENDINGS[self.ending_code],
        }

    def known(self, seat: i64) -> bytes:
        parts: list[int] = [
            seat & 255,
            self.phase,
            self.turn,
            self.first,
            self.owed,
            self.turns & 255,
            (self.turns >> 8) & 255,
            (self.turns >> 16) & 255,
            (self.turns >> 24) & 255,
            1 if self.special_used else 0,
            self.redraws,
            self.living,
            self.turned_up & 255,
            self.winner & 255,
            self.ending_code,
            self.deck.size(),
        ]
        for front in self.fronts:
            shift: i64 = 0
            while shift < 40:
                parts.append((front >> shift) & 255)
                shift += 8
        if seat >= 0:
            parts.extend(self.hand(seat))
        parts.append(len(self.shown))
        return bytes(parts) + bytes(self.shown) + bytes(self.held) + bytes(self.discard) + bytes(self.removed)

    # -- the whole position --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.head,
            "options": dict(self.head["options"]),
            "phase": PHASES[self.phase],
            "turn": self.turn,
            "first": self.first,
            "owed": self.owed,
            "turns": self.turns,
            "special_used": self.special_used,
            "redraws": self.redraws,
            "shown": [CARDS[i64(face)] for face in self.shown],
            "living": [s for s in range(self.players) if (self.living >> s) & 1],
            "fronts": [front_texts(front) for front in self.fronts],
            "hands": [[CARDS[face] for face in self.hand(s)] for s in range(self.players)],
            "deck": pile_texts(self.deck.unseen),
            "discard": pile_texts(self.discard),
            "removed": pile_texts(self.removed),
            "turned_up": CARDS[self.turned_up] if self.turned_up >= 0 else None,
            "winner": self.winner if self.winner >= 0 else None,
            "ending": ENDINGS[self.ending_code],
        }


_NO_DECK: Final = Deck(0)
_NOTHING: Final = vec[u8]()


def items_in(front: i64) -> i64:
    """How many items lie in a front."""
    return bits(front & 0x7FFF)


def zombies_in(front: i64) -> i64:
    """How many zombies lie in a front."""
    return bits(front >> SYMBOLS)


def free_bit(front: i64, face: i64) -> i64:
    """The bit that a card of this face takes; the next free one for annoying zombies that count as different (R5).

    Compiled, a literal `1 << n` is a 32-bit shift and wrong from bit 31 on; a shifted i64 is right.
    """
    bit: i64 = 1
    bit = bit << face
    while front & bit != 0:
        bit = bit << 1
    return bit


def front_texts(front: i64) -> list[str]:
    """The cards of a front."""
    return [CARDS[min(face, ANNOYING)] for face in range(KINDS + 2) if (front >> face) & 1]


def pile_texts(pile: vec[u8]) -> list[str]:
    """The cards of a pile of which the order does not matter, ascending."""
    return [CARDS[face] for face in range(KINDS) for _ in range(i64(pile[face]))]
