"""Positions of Hug Me for tests: named Characters on the board B0 of the rulings page, then changed field by field."""

from typing import Any

from support import code, do, luck, opening, owing

from shamble.games.hugme.rules import codes
from shamble.kernel.state import CHANCE, State

B0 = ("hardware", "sporting", "kids", "gardening", "clothing", "bathroom", "pharmacy")  # nw n ne w e sw s; se is left
EVERYBODY = [*(f"@{seat}" for seat in range(8)), "public"]


def deployed(characters: str, places: str, rules: int | None = None, **options: Any) -> State:
    """The first turn of a game of these Characters, standing in these places, seat by seat."""
    seats = places.split()
    state = opening("hugme", len(seats), rules, characters=characters.replace(" ", ","), **options)
    luck(state, *(f"shop {shop}" for shop in B0))
    if owing(state) == [CHANCE]:
        luck(state, f"first @{min(c - codes.C_FIRST for c, _ in state.odds())}")
    for _ in seats:
        seat = owing(state)[0]
        do(state, (seat, f"deploy {seats[seat]}"))
    return state


class Change:
    """A position dict in the making: `Change(state).left(0, "sp1").state()`."""

    def __init__(self, state: State) -> None:
        self.d: dict[str, Any] = state.to_dict()

    def state(self) -> State:
        return State.from_dict(self.d)

    def set(self, **fields: Any) -> "Change":
        self.d.update(fields)
        return self

    def _take(self, item: str) -> str:
        """The item out of its deck's unseen part; the shop it is of."""
        shelves = self.d["shelves"]
        if item in codes.ITEMS[codes.COLOURED :]:
            shop = next(shop for shop in reversed(codes.SHOPS) if "special" in shelves[shop])
            shelves[shop].remove("special")
            self.d["specials_unseen"][item] -= 1
            return shop
        shop = next(shop for shop in codes.SHOPS if item in shelves[shop])
        shelves[shop].remove(item)
        return shop

    def _lay(self, item: str, zone: str, shown: bool, knowers: list[str]) -> "Change":
        shop = self._take(item)
        card = {"card": item, "of": shop, "zone": zone, "shown": shown, "known_by": knowers, "from": [shop]}
        self.d["cards"].append(card)
        token = f"special {shop}" if item in codes.ITEMS[codes.COLOURED :] else item
        if knowers:
            self.d["seen"][token] = knowers
        return self

    def left(self, seat: int, *items: str) -> "Change":
        """Face-down cards on a seat's left."""
        for item in items:
            self._lay(item, f"left {seat}", False, [f"@{seat}"])
        return self

    def shown(self, seat: int, *items: str) -> "Change":
        """Face-up cards on a seat's left."""
        for item in items:
            self._lay(item, f"left {seat}", True, EVERYBODY)
        return self

    def right(self, seat: int, *items: str) -> "Change":
        """Special Items on a seat's right."""
        for item in items:
            self._lay(item, f"right {seat}", True, EVERYBODY)
        return self

    def under(self, shop: str, item: str, *knowers: str) -> "Change":
        """A card at the bottom of a deck."""
        return self._lay(item, f"under {shop}", False, list(knowers))

    def only(self, shop: str, *items: str) -> "Change":
        """Leave only these in a shop's unseen deck; the rest goes to the bottom of the Supermarket's, known to nobody."""
        away = "kids" if shop == "supermarket" else "supermarket"
        for item in list(self.d["shelves"][shop]):
            if item != "special" and item not in items:
                self._lay(item, f"under {away}", False, [])
        if "special" in self.d["shelves"][shop] and "special" not in items:
            kind = next(k for k in codes.ITEMS[codes.COLOURED :] if self.d["specials_unseen"][k])
            self.d["shelves"][shop].remove("special")
            self.d["specials_unseen"][kind] -= 1
            card = {"card": kind, "of": shop, "zone": f"under {away}", "shown": False, "known_by": [], "from": [shop]}
            self.d["cards"].append(card)
        return self

    def at(self, seat: int, place: str) -> "Change":
        self.d["seats"][seat]["place"] = place
        return self

    def infected(self, *seats: int) -> "Change":
        for seat in seats:
            self.d["seats"][seat]["status"] = "infected"
        return self

    def zombie(self, *seats: int) -> "Change":
        for seat in seats:
            self.d["seats"][seat].update(status="zombie", place=None)
        return self

    def sent(self, seat: int, place: str, *cards: str) -> "Change":
        """A slot of that zombie with its Character and these Zombie cards."""
        self.d["slots"].append({"place": place, "by": seat, "known_by": [f"@{seat}"]})
        slot = len(self.d["slots"])
        self.d["seats"][seat]["slot"] = slot
        for card in cards:
            self.d["horde"][card] -= 1
            if not self.d["horde"][card]:
                del self.d["horde"][card]
            self.d["packs"].append({"card": card, "zone": f"slot {slot}", "owner": seat, "known_by": [f"@{seat}"]})
        return self


def night(state: State) -> State:
    """Everybody ends the turn and passes until something falls or an Assault or an Escape asks."""
    while True:
        who = owing(state)
        if not who or who == [CHANCE]:
            return state
        phase = state.view(who[0])["phase"]
        if phase not in ("turn", "night_start", "late_move"):
            return state
        do(state, (who[0], "end" if phase == "turn" else "pass"))


def until_turn(state: State, seat: int) -> State:
    """Others end their turns until it is this seat's."""
    while owing(state) != [seat]:
        do(state, (owing(state)[0], "end"))
    return state


def cards(state: State, zone: str) -> list[str]:
    """The cards of a zone, oldest first."""
    return [card["card"] for card in state.to_dict()["cards"] if card["zone"] == zone]


def seat(state: State, number: int) -> dict[str, Any]:
    entry: dict[str, Any] = state.view(number)["seats"][number]
    return entry


def phase(state: State) -> str:
    return str(state.to_dict()["phase"])


__all__ = ["Change", "cards", "code", "deployed", "do", "luck", "night", "phase", "seat", "until_turn"]
