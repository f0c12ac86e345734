"""I Hate Zombies: the Game object."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from shamble.games.hate import position
from shamble.games.hate.hints import Greedy
from shamble.games.hate.options import OPTIONS
from shamble.games.hate.rules import codes
from shamble.games.hate.rules.data import HateRules, card_text
from shamble.games.hate.rules.state import HateState
from shamble.games.hate.words import HateWords
from shamble.games.shelf import (
    HEAD,
    missing_cards,
    read_editions,
    read_rulings,
    read_text,
    require_missing,
    require_one_of,
    require_tables,
)
from shamble.kernel.errors import BadEdition, BadOption
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Value, rules_of
from shamble.kernel.state import State
from shamble.kernel.vocabulary import Vocabulary

MOST_MISSING = 13  # characters: five are enough for a game
RING_ONLY = ("ring", "roles", "first", "three_zombies", "return_from_elimination", "eliminated_share")


def vocabulary() -> Vocabulary:
    """All texts, in the order of the codes in `rules`."""
    places = [*(str(place) for place in range(codes.PLACES)), "none"]
    return Vocabulary(
        [f"throw {throw}" for throw in codes.THROWS]
        + ["attack left", "attack right"]
        + [f"heal {place}" for place in places]
        + [f"vote {place}" for place in places]
        + [f"dealer @{seat}" for seat in range(codes.PLACES)]
        + [f"deal {card_text(card)}" for card in range(codes.PLACES)]
    )


class Hate(Game):
    """I Hate Zombies: 2 to 4 seats command a ring of characters, 5 to 18 are one character each."""

    code = "hate"
    title = "I Hate Zombies"
    order = 3
    seats = range(2, codes.PLACES + 1)  # R1
    default_seats = 2
    options = OPTIONS
    rules_version = 2  # from 2 on characters with powers are shuffled and dealt
    payoff_sum = (1.0, codes.PLACES - 1.0)
    vocabulary = vocabulary()
    greedy = Greedy()
    about = "Rock, paper, scissors with teeth: the zombies bite their way around the table, the humans hit back."
    rules_text = read_text(__name__, "rules.md")
    rulings = read_rulings(__name__)
    max_values = MappingProxyType({"attacks": 1_000_000})
    edition_keys = MappingProxyType({"": (*HEAD, "character"), "character": ("human", "zombie", "power")})

    def editions(self) -> tuple[Edition, ...]:
        return read_editions(__name__, "characters.toml", "house-powers.toml")

    def check_edition(self, data: Mapping[str, Any]) -> None:
        rows = require_tables(data, "character", codes.PLACES, ("human", "zombie"))
        for n, row in enumerate(rows, 1):
            require_one_of({"power": "none", **row}, "power", codes.POWERS, f"Edition, character {n}")
        require_missing(data, {str(row["human"]): 1 for row in rows}, MOST_MISSING)

    def template(self) -> str:
        return read_text(__name__, "house-powers.toml")

    def check_combination(self, players: int, options: Mapping[str, Value]) -> None:
        if players >= 5:
            self._check_individual(players, options)
        else:
            self._check_ring(players, options)

    def _check_individual(self, players: int, options: Mapping[str, Value]) -> None:
        for name in RING_ONLY:
            if options[name] != self.option(name).default:
                raise BadOption(f"Option {name} is for 2 to 4 players; with {players} everybody is one character.")
        dealer = options["dealer"]
        if isinstance(dealer, int) and dealer >= players:
            raise BadOption(
                f"Option dealer: with {players} players the chairs are 0 to {players - 1}; there is no {dealer}."
            )

    def _check_ring(self, players: int, options: Mapping[str, Value]) -> None:
        for name in ("dealer", "horde_serum"):
            if options[name] != self.option(name).default:
                raise BadOption(f"Option {name} is for 5 to 18 players; a ring of {players} players has none (R27).")
        roles = str(options["roles"])
        if roles != "standard" and sorted(roles) != sorted(codes.ROLES[players]):
            zombies, humans = codes.ROLES[players].count("Z"), codes.ROLES[players].count("H")
            raise BadOption(f"Option roles: {players} players need {zombies} x Z and {humans} x H, not {roles}.")
        halves = options["three_zombies"] == "halves"
        if halves and players != 3:
            raise BadOption("Option three_zombies is for 3 players.")
        if options["ring"] == 2 and (players == 4 or halves):
            raise BadOption("Option ring: with 2 characters nobody can command a half; choose 4 or more.")
        if players != 4 and not halves:
            for name in ("return_from_elimination", "eliminated_share"):
                if options[name]:
                    raise BadOption(f"Option {name} is for players who command halves of the ring: 4 players, or 3.")

    def words(self, edition: Edition) -> HateWords:
        rows = [edition.data["character"][place] for place in in_box(edition)]
        return HateWords([row["human"] for row in rows], [row["zombie"] for row in rows])

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> HateState:
        state = HateState(head["players"], head, self._rules(head, options, edition))
        state.set_up()
        return state

    def state_from(
        self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition
    ) -> HateState:
        return position.state_from(fields, head, self._rules(head, options, edition))

    def _rules(self, head: Mapping[str, Any], options: Mapping[str, Value], edition: Edition) -> HateRules:
        """R6: an edition without powers borrows those of the house edition, where they are asked for."""
        check_enough(head["players"], options, edition)
        deals = rules_of(head) >= 2
        if options["powers"] == "none":
            return HateRules(head["players"], options, [], deals)
        powers = powers_in(edition)
        if set(powers) == {"none"}:
            powers = [powers_in(self.edition("house-powers"))[place] for place in in_box(edition)]
        return HateRules(head["players"], options, powers, deals)

    def solution(self, size: int) -> dict[str, Any]:
        """The ring of `size` characters under the default rules: the humans' chance, best and random play."""
        from shamble.games.hate.solve import BEST, LARGEST, RANDOM, solve_ring

        if size % 2 or not 2 <= size <= LARGEST:
            raise BadOption(f"A ring is solved for an even number of characters from 2 to {LARGEST}; not {size}.")
        best, words = solve_ring(size, BEST)
        at_random, _ = solve_ring(size, RANDOM)
        return {"ring": size, "humans_best_play": best, "humans_random_play": at_random, "positions": words}

    def tiny(self) -> list[State]:
        duel = self.new(2, {"ring": 2, "max_attacks": 3})
        rethrow = self.new(2, {"ring": 2, "tie": "rethrow", "max_attacks": 2})
        ballot = self.new(5, {"dealer": 0, "heal_by": "majority_vote", "max_attacks": 2}).to_dict()
        ballot |= {"phase": "voting", "characters": ["-", "H1", "H0", "Z2", "H1"], "target": 1, "attacks": 1}
        ballot |= {"supply": 15, "votes": [None] * 5}
        return [duel, rethrow, self.read(ballot)]


def powers_in(edition: Edition) -> list[str]:
    """The power of every character that the box holds, in the order of the edition."""
    return [str(edition.data["character"][place].get("power", "none")) for place in in_box(edition)]


def in_box(edition: Edition) -> list[int]:
    """The characters that the box holds, counted from 0 in the order of the edition."""
    missing = missing_cards(edition.data)
    return [place for place, row in enumerate(edition.data["character"]) if row["human"] not in missing]


def check_enough(players: int, options: Mapping[str, Value], edition: Edition) -> None:
    """BadEdition if the box holds fewer characters than the game needs."""
    there, needed = len(in_box(edition)), players if players >= 5 else int(options["ring"])
    if needed > there:
        raise BadEdition(
            f"Edition: with those in `missing` away there are {there} characters; this game needs {needed}."
        )


GAME = Hate()
