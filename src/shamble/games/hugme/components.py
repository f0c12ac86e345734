"""The Characters, Items and Zombie cards of an edition of Hug Me."""

from collections.abc import Iterator, Mapping
from typing import Any

from shamble.games.hugme.names import ABILITY_TEXTS, EFFECT_TEXTS
from shamble.games.hugme.rules import codes
from shamble.kernel.components import Component
from shamble.kernel.game import Edition, View


def components(edition: Edition) -> list[Component]:
    """The Characters, then the Items shop by shop, the Special Items, and the Zombie cards."""
    data, listed = edition.data, []
    missing = list(data.get("missing", ()))
    items = _with_codes(data["item"])
    names = {code: row["name"] for code, row in items}
    for row in data["character"]:
        copies = 0 if row["id"] in missing else 1
        numbers = {"as a Human": row["human"], "as a zombie": row["zombie"]}
        listed.append(
            Component(
                "Character",
                row["name"],
                numbers,
                _abilities(row, names.get(row.get("requires", ""), "")),
                copies,
                row["id"],
            )
        )
    for code, row in items:
        listed.append(_item(row, code, data["shops"][row["shop"]], 0 if code in missing else 1))
    for code, copies in data["specials"].items():
        name = data["special_names"][code]
        listed.append(Component("Special Item", name, {}, "One of the eight that lie under the shops.", copies, code))
    for row in data["zombie"]:
        copies = row["copies"] - missing.count(f"zombie {row['card']}")
        listed.append(Component("Zombie card", row["name"], {"Zombies": row["number"]}, "", copies, str(row["card"])))
    return listed


def _with_codes(rows: Any) -> list[tuple[str, Any]]:
    """The Items with what stands for them in the notation: the shop's prefix and a number."""
    count = dict.fromkeys(codes.SHOPS, 0)
    listed = []
    for row in rows:
        listed.append((codes.ITEMS[codes.SHOPS.index(row["shop"]) * codes.SHELF + count[row["shop"]]], row))
        count[row["shop"]] += 1
    return listed


def _item(row: Any, code: str, shop: str, copies: int) -> Component:
    numbers: dict[str, str | int] = {"from": shop}
    if row.get("weapon"):
        numbers["Weapon"] = row["weapon"]
        only = f" It counts in an {row['only'].title()} only." if row.get("only") else ""
        text = ("It drops after use." if row.get("drop") else "") + only
    else:
        text = row.get("text") or EFFECT_TEXTS.get(row["effect"], "").format(amount=row.get("amount", 0))
    return Component("Item", row["name"], numbers, text.strip(), copies, code)


def _abilities(row: Any, requires: str) -> str:
    human = ABILITY_TEXTS.get(row["ability"], "").format(amount=row.get("amount", 0)) or row.get("text", "")
    if row.get("requires"):
        human = f"{human[:-1]}, while {requires} lies face up on the left."
    undead = ABILITY_TEXTS.get(row["undead"], "").format(amount=row.get("undead_amount", 0))
    return " ".join(
        part for part in (human, f"As a zombie: {undead[:1].lower()}{undead[1:]}" if undead else "") if part
    )


def unseen(census: Mapping[str, int], view: View) -> dict[str, int]:
    """The Items and Zombie cards that lie where the reader does not see them."""
    seen = list(_cards_in(view)) + list(view["removed"])
    seen += [card for card, count in view["horde"]["discard"].items() for _ in range(count)]
    listed = {**{item: item for item in codes.ITEMS}, **{card: f"zombie {card}" for card in codes.ZOMBIES}}
    return {code: census[name] - seen.count(code) for code, name in listed.items() if census.get(name)}


def _cards_in(part: Any) -> Iterator[str]:
    """Every card that a view names, wherever it lies."""
    if isinstance(part, Mapping):
        if isinstance(part.get("card"), str):
            yield part["card"]
        for inner in part.values():
            yield from _cards_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _cards_in(inner)
