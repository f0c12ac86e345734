"""The codes, options and powers of I Hate Zombies."""

from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.hate.rules import codes


class Cast:
    """Which character lives at which place, and the places that have each power by it (R6). Never changed once made.

    `cards` are the numbers of the characters by place, counted from 1; 0 if none is dealt yet. `powers` are those of
    all characters of the edition in their order; without any, nobody has one.
    """

    def __init__(self, cards: Sequence[int], powers: Sequence[str]) -> None:
        self.cards: list[int] = list(cards)
        self.powers: list[str] = ["none" if card == 0 else powers[card - 1] for card in cards] if len(powers) else []
        self.dealt: i64 = 0  # mask of the characters that live somewhere, the first one bit 0
        for card in self.cards:
            if card > 0:
                self.dealt = self.dealt | (1 << (card - 1))
        self.reroll_tie: i64 = holders(self.powers, "reroll_tie")
        self.extra_wound: i64 = holders(self.powers, "extra_wound")
        self.tough: i64 = holders(self.powers, "tough")
        self.first_aid: i64 = holders(self.powers, "first_aid")
        self.last_stand: i64 = holders(self.powers, "last_stand")

    def texts(self) -> list[str | None]:
        """By place: the character as `C5`, None if none is dealt yet."""
        return [card_text(card - 1) if card > 0 else None for card in self.cards]


def card_text(card: int) -> str:
    """A character, counted from 0, as notation writes it."""
    return f"C{card + 1}"


class HateRules:
    """The options of one game, as numbers; shared by all its positions.

    `powers` are those of all characters of the edition in their order, or empty. With `deals` the characters are
    shuffled and dealt to the places; else the character of place i is the i-th (rules version 1)."""

    def __init__(self, players: int, options: Mapping[str, Any], powers: Sequence[str], deals: bool) -> None:
        self.individual: bool = players >= 5
        self.places: i64 = players if players >= 5 else int(options["ring"])  # R20
        dealer = options["dealer"]
        self.dealer: i64 = -1 if dealer == "random" else 0 if dealer == "seat" else int(dealer)
        self.first_by_throw: bool = options["first"] == "rps"
        self.horde_serum: bool = options["horde_serum"] == "absorb"
        self.closest: bool = options["nearest"] == "closest"
        self.rethrow: bool = options["tie"] == "rethrow"
        self.one_lap: bool = options["new_zombie_acts"] == "after_one_lap"
        self.vote: bool = options["heal_by"] == "majority_vote"
        self.heal_auto: bool = options["heal_by"] == "most_wounded_auto"
        self.strict: bool = options["tokens"] == "strict"
        self.tokens: i64 = codes.TOKENS if self.strict else codes.PLACES
        self.returns: bool = bool(options["return_from_elimination"])
        self.eliminated_share: bool = bool(options["eliminated_share"])
        self.max_attacks: i64 = int(options["max_attacks"])
        self.alternate: bool = players == 3 and options["three_zombies"] == "alternate_attacks"
        self.halves: bool = players == 4 or (players == 3 and not self.alternate)
        roles = options["roles"] if options["roles"] != "standard" else codes.ROLES.get(players, "ZH")
        zombies = [seat for seat, role in enumerate(str(roles)) if role == "Z"]
        humans = [seat for seat, role in enumerate(str(roles)) if role == "H"]
        self.zombie_1: i64 = zombies[0]
        self.zombie_2: i64 = zombies[len(zombies) - 1]
        self.human_1: i64 = humans[0]
        self.human_2: i64 = humans[len(humans) - 1]
        self.powers: list[str] = list(powers)
        self.characters: i64 = len(powers)
        self.with_powers: bool = len(powers) > 0
        self.deals: bool = deals and self.with_powers
        opening = [0 if self.deals else place + 1 for place in range(self.places)]
        self.cast: Cast = Cast(opening, self.powers)


def holders(powers: Sequence[str], power: str) -> int:
    """The mask of the places whose character has that power."""
    return sum(1 << place for place, held in enumerate(powers) if held == power)


def winner_of(first: i64, second: i64) -> i64:
    """1 where the first throw beats the second, -1 if it loses, 0 in a tie."""
    apart: i64 = first - second
    if apart == 0:
        return 0
    return 1 if apart == 1 or apart == -2 else -1


def seats_in(mask: i64) -> list[int]:
    """The seats or places of a mask, ascending."""
    return [k for k in range(codes.PLACES) if (mask >> k) & 1]


def vote_texts(votes: vec[u8]) -> list[str | None]:
    """The votes by seat as texts: a place, `none`, or None where no vote is in."""
    return [None if v == 0 else "none" if i64(v) == codes.PLACES + 1 else str(i64(v) - 1) for v in votes]
