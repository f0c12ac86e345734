"""The characters of an edition of I Hate Zombies."""

from shamble.games.hate.words import POWER_WORDS
from shamble.kernel.components import Component
from shamble.kernel.game import Edition


def components(edition: Edition) -> list[Component]:
    """The eighteen characters, each with its other side and the power that the edition gives it."""
    missing = edition.data.get("missing", ())
    return [
        Component(
            "character", row["human"], {"as a zombie": row["zombie"]}, _power(row.get("power", "none")),
            0 if row["human"] in missing else 1, str(place),
        )
        for place, row in enumerate(edition.data["character"])
    ]  # fmt: skip


def _power(power: str) -> str:
    return "" if power == "none" else f"With powers=house {POWER_WORDS[power]}."
