"""The names that an edition gives to places, cards and Characters."""

from collections.abc import Mapping
from typing import Any

from shamble.games.hugme.rules import codes
from shamble.kernel.game import View

EFFECT_TEXTS = {
    "capacity": "Face up it takes no room and lets you keep {amount} more on the left.",
    "steps": "Face up it gives your Movement {amount} more step(s).",
    "bonus": "Face up it adds {amount} to your Character in Thefts and Assaults.",
    "no_theft": "Face up it keeps you from being robbed.",
    "accept_hug": "Face up it lets you accept a hug at your Escape instead of throwing the die.",
    "search_linked": "Face up it lets you search the deck of a linked Location.",
    "extra_action": "Use it in your own turn for one more Action.",
    "look_slot": "Use it to look under a slot.",
    "see_hidden": "Use it to see all face-down cards of another player here.",
    "push": "Use it to push another player here to a linked Location.",
    "disarm": "Use it so that another player here cannot use Weapons until Night.",
    "barricade_bonus": "Use it with your own Barricade, which gets {amount} stronger.",
    "cut_barricade": "Use it to remove the Barricade of your own or a linked Location.",
    "lure": "Use it on your own or a linked Location: its first drawn Assault tonight gets one card more.",
    "move_all": "Use it in an Assault on your Location: all its Zombie cards go to a linked Location.",
    "move_one": "Use it in an Assault on your Location: one of its Zombie cards goes to any other Location.",
    "slip": "Use it as Night falls to go one link further.",
    "reroll": "Use it to throw the die again after your own failed Escape.",
    "cure": "Use it just before your own Zombie Die: it need not be thrown.",
    "boost": "Use it in a Theft or an Assault to add {amount} to your Character.",
}

USED_BY_DAY = ("extra_action", "look_slot", "see_hidden", "push", "disarm", "cut_barricade", "lure")

ABILITY_TEXTS = {
    "capacity": "Has room for more on the left: {amount}.",
    "sole_human_win": "Wins at once as the only Human left.",
    "gasoline_weapon": "A Gasoline shown on the left or right may be named as a Weapon of {amount}; it drops then.",
    "bring_along": "May take somebody along in the Movement.",
    "barricade_built": "Builds Barricades that are {amount} stronger.",
    "reroll_escape": "Once a Night has a failed die in this Location thrown again.",
    "ignore_barricade_move": "Walks in and out of Barricaded Locations.",
    "search_two": "Draws two cards in a Search and goes on with one.",
    "steal_tie_wins": "Wins a Theft with equal values, too.",
    "steps": "Goes further in a Movement: {amount} more.",
    "assault_alone": "Is {amount} stronger when alone in an Assault.",
    "steal_margin": "Is robbed only by a value that is {amount} higher.",
    "draw_two": "Draws two Zombie cards at Dawn and keeps one.",
    "ignore_barricade": "Barricades do not help against this zombie.",
    "cancel_weapon": "Cancels the weakest Weapons where it assaults: {amount}.",
    "late_move": "May go one link further as the slots are turned up.",
}


class Names:
    """The names of one edition."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._rows: dict[str, Mapping[str, Any]] = {}
        counts = dict.fromkeys(codes.SHOPS, 0)
        for row in data["item"]:
            shop = codes.SHOPS.index(row["shop"])
            self._rows[codes.ITEMS[shop * codes.SHELF + counts[row["shop"]]]] = row
            counts[row["shop"]] += 1
        self._specials = data["special_names"]
        self._zombies = {str(row["card"]): row for row in data["zombie"]}
        self._characters = {str(row["id"]): row for row in data["character"]}
        self._places = data["places"]
        self._shops = data["shops"]
        self.links = [link.split() for link in data["board"]["links"]]
        self.doors = {data["board"][door]: door for door in ("minivan", "boiler")}
        self.reconstruction = bool(data.get("reconstruction", False))

    def place(self, view: View, place: str) -> str:
        """A place by the shop that lies there: "Hardware (nw)"."""
        shop = view["board"].get(place)
        name = self._shops[shop] if shop else self._places.get(place, place)
        return f"{name} ({place})"

    def shop(self, shop: str) -> str:
        """The name of a shop."""
        return str(self._shops[shop])

    def item_name(self, item: str) -> str:
        """The bare name of an item."""
        return str(self._specials[item] if item in self._specials else self._rows[item]["name"])

    def item(self, item: str) -> str:
        """An item with its code: "the Baseball Bat (sp1)"; a Special Item by its name."""
        name = self.item_name(item)
        return f"the {name}" if item in self._specials else f"the {name} ({item})"

    def place_name(self, place: str) -> str:
        """The name of a place that is no shop: the Hall, the doors."""
        return str(self._places[place])

    def effect(self, item: str) -> tuple[str, int]:
        """What an item is: a weapon with its value, special, or its effect with the amount (0 if it has none)."""
        if item in self._specials:
            return "special", 0
        row = self._rows[item]
        return ("weapon", int(row["weapon"])) if "weapon" in row else (row["effect"], int(row.get("amount", 0)))

    def waits(self, item: str, by_book: bool) -> bool:
        """Whether an item used by day waits for its owner's turn: where its card says so, `any_turn = false` being the
        older way; before rules version 2 unless its card said otherwise."""
        if not self.is_used_by_day(item):
            return False
        row = self._rows[item]
        if not by_book:
            return not row.get("any_turn", False)
        return row["effect"] == "extra_action" or bool(row.get("own_turn", not row.get("any_turn", True)))

    def is_used_by_day(self, item: str) -> bool:
        """Whether the item is used as a free action."""
        return self.effect(item)[0] in USED_BY_DAY

    def item_text(self, item: str) -> str:
        """What an item does, in a sentence."""
        if item in self._specials:
            return f"{self.item_name(item)} is a Special Item."
        row = self._rows[item]
        if "weapon" in row:
            where = {"assault": ", in Assaults only", "theft": ", in Thefts only"}.get(row.get("only", ""), "")
            drops = "; it drops after use" if row.get("drop") else ""
            return f"{row['name']} is a Weapon of {row['weapon']}{where}{drops}."
        if row["effect"] == "note":
            return f"{row['name']}: {row.get('text', 'see the card')}."
        waits = " In your own turn only." if row.get("own_turn", False) else ""
        return f"{row['name']}. {EFFECT_TEXTS[row['effect']].format(amount=row.get('amount', 0))}{waits}"

    def zombie(self, card: str) -> str:
        """A Zombie card with its number; its code where this edition has none such."""
        if card not in self._zombies:
            return f"Zombie card {card}"
        row = self._zombies[card]
        return f"{row['name']} ({row['number']})"

    def character(self, character: str) -> str:
        """The name of a Character."""
        return str(self._characters[character]["name"])

    def human_side(self, character: str) -> tuple[str, int]:
        """The ability of a Character's Human side, with its amount (0 if it has none)."""
        row = self._characters[character]
        return str(row["ability"]), int(row.get("amount", 0))

    def undead_side(self, character: str) -> str:
        """The ability of a Character's Zombie side."""
        return str(self._characters[character]["undead"])

    def zombie_number(self, card: str) -> int:
        """The number of a Zombie card."""
        return int(self._zombies[card]["number"])

    def ability(self, character: str, zombie: bool) -> str:
        """What the side of a Character that is up can do, in a sentence; empty if it has no ability."""
        row = self._characters[character]
        ability = str(row["undead" if zombie else "ability"])
        if ability == "note":
            return str(row.get("text", ""))
        if "requires" in row and not zombie:
            return f"Wins at once as the only Human left with {self.item(row['requires'])} face up on the left."
        return ABILITY_TEXTS[ability].format(amount=row.get("undead_amount" if zombie else "amount", 0))


def coded(data: Mapping[str, Any]) -> dict[str, Any]:
    """Edition data in which every name is the word or code that actions use."""
    items = [{**row, "name": codes.ITEMS[k]} for k, row in enumerate(sorted(data["item"], key=_shop_of))]
    return {
        **data,
        "item": items,
        "special_names": {name: name for name in data["special_names"]},
        "zombie": [{**row, "name": f"card {row['card']}"} for row in data["zombie"]],
        "character": [{**row, "name": row["id"]} for row in data["character"]],
        "shops": {shop: shop for shop in data["shops"]},
    }


def _shop_of(row: Mapping[str, Any]) -> int:
    return codes.SHOPS.index(row["shop"])


def seat_of(text: str) -> int:
    """The seat of "@3"."""
    return int(text[1:])
