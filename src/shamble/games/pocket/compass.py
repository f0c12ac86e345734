"""Sides of the map in words, and which tiles lie outdoors: what everything that reads views shares."""

SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
OUTDOORS = ("Patio", "Garden", "Sitting", "Yard", "Garage", "Graveyard")


def sentence(text: str) -> str:
    """`text` with a capital at its beginning."""
    return text[0].upper() + text[1:]
