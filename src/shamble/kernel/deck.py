"""Deck: cards face down, dealt lazily.

Nothing is shuffled ahead. A deck is an unseen part, of which only the composition is settled, and cards put underneath,
whose order is. Draws come from the unseen part, then from underneath. Cards laid away face down without being looked at
(`lay_away`) stay in the unseen part: they are as likely to be any of its cards as those still to come.
"""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.kernel.dice import Dice


def zeros(n: i64) -> vec[u8]:
    """A packed array of `n` zeros."""
    v = vec[u8](capacity=n)
    k: i64 = 0
    while k < n:
        v = append(v, u8(0))
        k += 1
    return v


class Deck:
    """Face-down cards of `kinds` kinds, numbered from 0. Counts per kind are at most 255."""

    def __init__(self, kinds: i64) -> None:
        self.unseen: vec[u8] = zeros(kinds)
        self.loose: i64 = 0  # cards in the unseen part, those laid away among them
        self.away: i64 = 0  # of these, how many are laid away and cannot be drawn
        self.under: vec[i64] = vec[i64]()  # the kinds of the cards underneath; the first is drawn first

    def copy(self) -> "Deck":
        """An independent deck in the same state."""
        other = Deck(0)
        other.unseen = self.unseen[:]
        other.loose = self.loose
        other.away = self.away
        other.under = self.under if len(self.under) == 0 else self.under[:]
        return other

    def size(self) -> i64:
        """How many cards can still be drawn."""
        return self.loose - self.away + i64(len(self.under))

    # -- drawing -------------------------------------------------------------------------------------------------

    def odds(self) -> list[tuple[int, int]]:
        """Every kind the next card may be, ascending, with its weight; empty if no card is left."""
        if self.loose > self.away:
            return [(kind, self.unseen[kind]) for kind in range(len(self.unseen)) if self.unseen[kind] > 0]
        if len(self.under) > 0:
            return [(self.under[0], 1)]
        return []

    def roll(self, dice: Dice) -> i64:
        """The kind of the next card, drawn with `odds()`; -1 if no card is left. Takes nothing."""
        if self.loose > self.away:
            return self.roll_loose(dice)
        if len(self.under) > 0:
            return self.under[0]
        return -1

    def may_draw(self, kind: i64) -> bool:
        """Whether the next card may be of this kind."""
        if self.loose > self.away:
            return 0 <= kind < i64(len(self.unseen)) and self.unseen[kind] > 0
        return len(self.under) > 0 and self.under[0] == kind

    def draw(self, kind: i64) -> None:
        """Take the next card, which turned out to be of `kind` (see `may_draw`)."""
        if self.loose > self.away:
            self.take(kind)
        else:
            self.under = self.under[1:]

    # -- putting back --------------------------------------------------------------------------------------------

    def add(self, kind: i64, count: i64) -> None:
        """Shuffle `count` cards of `kind` into the unseen part."""
        self.unseen[kind] += u8(count)
        self.loose += count

    def lay_away(self) -> None:
        """Set the next card aside face down, unlooked at. Only from the unseen part."""
        self.away += 1

    def put_under(self, kind: i64) -> None:
        """Put a card underneath."""
        self.under = append(self.under, kind)

    def gather(self) -> None:
        """Shuffle everything, cards underneath and cards laid away included, into one unseen part."""
        for card in self.under:
            self.add(card, 1)
        self.under = vec[i64]()
        self.away = 0

    # -- any card of the unseen part -----------------------------------------------------------------------------

    def take(self, kind: i64) -> None:
        """Take a card of `kind` out of the unseen part, wherever in it the card is."""
        self.unseen[kind] -= u8(1)
        self.loose -= 1

    def roll_loose(self, dice: Dice) -> i64:
        """The kind of a random card of the unseen part, laid away or not; there must be one. Takes nothing."""
        left: i64 = dice.below(self.loose)
        kind: i64 = 0
        while left >= i64(self.unseen[kind]):
            left -= i64(self.unseen[kind])
            kind += 1
        return kind
