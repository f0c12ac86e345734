"""The State that the kernel asks for: moves, copies, knowledge, the whole position."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.run.rules import codes, reasons, turn
from shamble.games.run.rules.data import CARDS, front_texts, pile_texts
from shamble.games.run.rules.table import RunTable
from shamble.kernel.dice import Dice
from shamble.kernel.reasons import OUTCOME, TURN, Reason
from shamble.kernel.state import CHANCE, HIDDEN, refuse


class RunState(RunTable):
    """A position of Zombie! Run for Your Lives!"""

    def set_up(self) -> None:
        """The opening position."""
        turn.set_up(self)

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        if self.phase == codes.PLAYING or self.phase == codes.GIVING:
            return 1 << self.turn
        if self.phase == codes.OVER:
            return 0
        return CHANCE

    def legal(self, seat: i64) -> vec[i64]:
        legal = vec[i64](capacity=48)
        if seat != self.turn:
            return legal
        if self.phase == codes.GIVING:
            if self.rules.zombie_may_decline:  # R14
                legal = append(legal, codes.PASS)
            target: i64 = 0
            while target < self.players:
                if self._may_receive(target, self.turned_up):
                    legal = append(legal, codes.GIVE + target)
                target += 1
            return legal
        if self.phase != codes.PLAYING:
            return legal
        legal = self._plays(legal)
        plays: i64 = len(legal)
        if not self.special_used:  # R11
            legal = self._specials(legal)
        if plays > 0 or (self.rules.special_before_redraw and self._must_special(legal)):  # R7, R8
            return legal
        return append(legal, codes.REDRAW if self._bar_to_redraw() == reasons.NONE else codes.PASS)

    def allows(self, who: i64, code: i64) -> bool:
        return self._may_come(code) if who == CHANCE else self._bar(who, code) == reasons.NONE

    def _may_come(self, code: i64) -> bool:
        """Whether luck may bring this now."""
        if self.phase == codes.CHOOSING:
            return codes.FIRST <= code < codes.FIRST + self.players
        if self.phase == codes.DRAWING or self.phase == codes.DEALING or self.phase == codes.TURNING_UP:
            return codes.DRAW <= code < codes.CODES and self.deck.may_draw(code - codes.DRAW)
        return False

    def _bar(self, who: i64, code: i64) -> i64:
        """What keeps a seat from playing a code: NONE exactly where `legal` has it."""
        if who != self.turn or code < 0:
            return reasons.NOT_NOW
        if self.phase != codes.PLAYING:
            return self._bar_to_give(code) if self.phase == codes.GIVING else reasons.NOT_NOW
        if code < codes.PLAY_ZOMBIE:
            return self._bar_before(who, code) if self._holds(code) else reasons.NOT_HELD
        if code < codes.SPECIAL_ZOMBIE:
            face: i64 = codes.SYMBOLS + (code - codes.PLAY_ZOMBIE) // codes.SEATS
            target: i64 = (code - codes.PLAY_ZOMBIE) % codes.SEATS
            if not self._holds(face):
                return reasons.NOT_HELD
            return reasons.OTHERS_ONLY if target == who else self._bar_before(target, face)
        if code < codes.SPECIAL_ITEM:
            return self._bar_to_special(who, codes.SYMBOLS + code - codes.SPECIAL_ZOMBIE)
        if code < codes.REDRAW:
            target = (code - codes.SPECIAL_ITEM) % codes.SEATS
            return self._bar_to_special(target, (code - codes.SPECIAL_ITEM) // codes.SEATS)
        return self._bar_without_play(code) if code <= codes.PASS else reasons.LIVING_TURN

    def _bar_to_give(self, code: i64) -> i64:
        """R11, R13, R14: what keeps a zombie player from a code."""
        if code == codes.PASS:
            return reasons.NONE if self.rules.zombie_may_decline else reasons.MUST_GIVE
        if codes.GIVE <= code < codes.FIRST:
            return self._bar_before(code - codes.GIVE, self.turned_up)
        return reasons.ZOMBIE_TURN

    def _bar_to_special(self, seat: i64, face: i64) -> i64:
        """R11, R12: what keeps the seat in turn from placing a card by the Special Rule."""
        if not self._holds(face):
            return reasons.NOT_HELD
        if self.special_used:
            return reasons.SPECIAL_USED
        if face < codes.SYMBOLS and seat == self.turn:
            return reasons.OTHERS_ONLY
        bar = self._bar_before(seat, face)
        if bar == reasons.NONE and not self.rules.sacrifice and self._is_fifth(seat, face):
            return reasons.SACRIFICE
        return bar

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        waiting = self.waiting_for(seat)
        if code >= codes.FIRST and (waiting is None or waiting.kind == TURN):
            return Reason(OUTCOME)
        if waiting is not None:
            return waiting
        bar = self._bar(seat, code)
        if bar == reasons.NONE:
            return None
        if bar == reasons.HAS_PLAY:
            return Reason(reasons.NAMES[bar], (self._first_with_play(),))
        return Reason(reasons.NAMES[bar], (self.redraws,) if bar == reasons.SEEN_ALL else ())

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == codes.CHOOSING:
            return [(codes.FIRST + seat, 1) for seat in range(self.players)]
        return [(codes.DRAW + face, weight) for face, weight in self.deck.odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == codes.CHOOSING:
            return codes.FIRST + dice.below(self.players)
        return codes.DRAW + self.deck.roll(dice)

    def apply(self, who: i64, code: i64) -> None:
        if not self._may_come(code) if who == CHANCE else self._bar(who, code) != reasons.NONE:
            raise refuse(who, code)
        if who == CHANCE:
            if self.phase == codes.CHOOSING:
                turn.begin(self, code - codes.FIRST)
            else:
                turn.drawn(self, code - codes.DRAW)
        elif self.phase == codes.GIVING:
            face: i64 = self.turned_up
            self.turned_up = -1
            if code == codes.PASS:  # R14
                self.discard[face] += u8(1)
            else:
                turn.place(self, face, code - codes.GIVE)
            turn.end_turn(self)
        elif code < codes.PLAY_ZOMBIE:
            self.take_from_hand(who, code)
            turn.place(self, code, who)
            turn.end_turn(self)
        elif code < codes.SPECIAL_ZOMBIE:
            face = codes.SYMBOLS + (code - codes.PLAY_ZOMBIE) // codes.SEATS
            self.take_from_hand(who, face)
            turn.place(self, face, (code - codes.PLAY_ZOMBIE) % codes.SEATS)
            turn.end_turn(self)
        elif code < codes.REDRAW:
            turn.special(self, who, code)
        elif code == codes.REDRAW:
            turn.redraw(self)
        else:
            turn.end_turn(self)

    # -- the end -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        """R23: everything for the winner; equal shares in a draw (R22)."""
        if self.phase != codes.OVER:
            return [0.0] * self.players
        if self.winner < 0:
            return [1.0 / float(self.players)] * self.players
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]

    def ending(self) -> str:
        return codes.ENDINGS[self.ending_code]

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
                at: i64 = owner * codes.HAND
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
                    other.add_to_hand(owner, face)
                    count -= 1
            owner += 1
        return other

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        if who == CHANCE and (self.phase == codes.DEALING or self.phase == codes.DRAWING) and seat != self.turn:
            return HIDDEN
        return code

    def view(self, seat: i64) -> dict[str, Any]:
        owing = self.owing()
        return {
            "game": "run",
            "players": self.players,
            "options": dict(self.head["options"]),
            "seat": seat if seat >= 0 else None,
            "phase": codes.PHASES[self.phase],
            "owing": [self.turn] if owing > 0 else [],
            "turn": self.turn,
            "first": self.first if self.phase != codes.CHOOSING else None,
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
            "ending": codes.ENDINGS[self.ending_code],
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
            "phase": codes.PHASES[self.phase],
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
            "ending": codes.ENDINGS[self.ending_code],
        }
