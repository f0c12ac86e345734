"""What is in the box: names, numbers and codes, and the options and components of one game.

Tiles are numbered indoors 0 … 7, outdoors 8 … 13. An item is the number of its card, a Chainsaw that and its fuel.
"""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.pocket.rules import codes
from shamble.games.pocket.rules.edges import mask_of, turned
from shamble.kernel.deck import zeros


class PocketRules:
    """The options and the components of one game, as numbers; shared by all its positions. `version` is that of the
    rules: before 2 whoever ran from a Zombie Door was followed and had to fight again (R26)."""

    def __init__(self, options: Mapping[str, Any], data: Mapping[str, Any], version: int) -> None:
        self.version: i64 = version
        self.rotation_random: bool = options["rotation"] == "random"
        self.rotation_first: bool = options["rotation"] == "first_legal"
        self.all_edges: bool = options["neighbour_match"] == "all_edges"
        self.shared: bool = options["grid"] == "shared"
        self.patio_with_dining: bool = options["patio"] == "with_dining"
        self.hour_on_empty: bool = options["hour_turn"] == "on_empty"
        self.late_fatal: bool = options["late_optional"] == "fatal"
        self.cower_needs_card: bool = options["cower_empty"] == "illegal"
        self.cower_once: bool = options["cower"] == "once_per_turn"
        self.cower_after_run: bool = bool(options["cower_after_run"])
        self.cower_between: bool = options["cower_between_cards"] is not False
        self.cower_between_once: bool = options["cower_between_cards"] == "own_once"
        self.cower_faceup: bool = bool(options["cower_faceup"])
        self.floor_kept: bool = options["ground"] == "until_leave"
        self.duplicates: bool = bool(options["duplicates"])
        self.soda_instant: bool = options["soda"] == "instant"
        self.best_weapon: bool = options["weapon"] == "best_auto"
        self.candle_consumed: bool = bool(options["candle_consumed"])
        self.fatal_run: bool = options["fatal_run"] == "legal"
        self.flee_door: bool = bool(options["flee_zombie_door"])
        self.hole_moves: bool = self.flee_door and version >= 2
        self.door_before_bonus: bool = bool(options["door_before_bonus"])
        self.most_health: i64 = codes.NO_CAP if options["health_cap"] == "none" else int(options["health_cap"])
        self.run_bonus: bool = bool(options["kitchen_run_bonus"])
        self.second_always: bool = options["second_card"] == "always"
        self.second_optional: bool = options["second_card"] == "optional"
        self.door_always: bool = options["zd_trigger"] == "any_closed_map"
        self.door_on_placement: bool = options["zd_when"] == "on_placement"
        self.door_any_wall: bool = options["zd_no_wall"] == "any_wall"
        self.door_any_rotation: bool = options["zd_mate"] == "any_rotation"
        self.count: vec[u8] = zeros(codes.KINDS)  # tiles of each kind
        self.edges: vec[u8] = zeros(codes.KINDS * 4)  # open edges of tile * 4 + quarter turns
        self.arrows: vec[u8] = zeros(codes.KINDS * 4)  # its arrowed edge, likewise
        for tile in data["tile"]:  # R1: the edges that the edition prints
            self._read_tile(tile)
        self.zombies: vec[u8] = zeros(codes.CARD_COUNT * 3)  # of hour * CARD_COUNT + card; 0 = none
        self.finds: vec[u8] = zeros(codes.CARD_COUNT * 3)  # 1 = ITEM
        self.change: vec[i64] = vec[i64]([0] * (codes.CARD_COUNT * 3))  # of Health, by an event
        self.attack: vec[u8] = zeros(codes.CARD_COUNT)  # what the item of a card adds; 0 = no weapon
        self.fuel: i64 = 0
        self.refuel: i64 = 0
        self.soda: i64 = 0
        self.cards: i64 = 0  # the mask of the cards in the box
        for card in data["card"]:
            self._read_card(card)
            if card["item"] not in data.get("missing", ()):
                self.cards = self.cards | (1 << codes.CARDS.index(card["item"]))

    def _read_tile(self, tile: Mapping[str, Any]) -> None:
        kind: i64 = codes.TILES.index(tile["name"])
        self.count[kind] = u8(int(tile.get("count", 1)))
        quarters: i64 = 0
        while quarters < 4:
            self.edges[kind * 4 + quarters] = u8(turned(mask_of(tile["open"]), quarters))
            self.arrows[kind * 4 + quarters] = u8(turned(mask_of(tile.get("arrow", "")), quarters))
            quarters += 1

    def _read_card(self, card: Mapping[str, Any]) -> None:
        kind: i64 = codes.CARDS.index(card["item"])
        self.attack[kind] = u8(int(card.get("attack", 0)))
        if kind == codes.CHAINSAW:
            self.fuel = int(card["fuel"])
        elif kind == codes.GASOLINE:
            self.refuel = int(card["refuel"])
        elif kind == codes.SODA:
            self.soda = int(card["health"])
        for hour, name in enumerate(("nine", "ten", "eleven")):
            entry: Mapping[str, Any] = card[name]
            place: i64 = hour * codes.CARD_COUNT + kind
            self.zombies[place] = u8(int(entry.get("zombies", 0)))
            self.finds[place] = u8(1 if entry.get("item", False) else 0)
            self.change[place] = int(entry.get("event", 0))
