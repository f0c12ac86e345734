"""What one game is played with: the edition's cards and the options, as numbers; shared by all its positions."""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes

ANYWHERE = ("", "assault", "theft")


class Setting:
    """The numbers of an edition, the values of the options and what the rules version changes. Vectors are by kind of
    item, character or place."""

    def __init__(self, options: Mapping[str, Any], data: Mapping[str, Any], rules: int) -> None:
        self.book: bool = rules >= 2  # the Day by the letter of the book; version 1 kept items to their owner's turn
        self._read_characters(data["character"])
        self._read_items(data)
        self._read_zombies(data["zombie"])
        self._read_board(data["board"])
        self._read_options(options)
        self._leave_out(list(data.get("missing", ())))

    def _read_characters(self, rows: list[dict[str, Any]]) -> None:
        by_id = {str(row["id"]): row for row in rows}
        ordered = [by_id[name] for name in codes.CHARACTERS]
        self.human: vec[u8] = vec[u8]([int(row["human"]) for row in ordered])
        self.undead: vec[u8] = vec[u8]([int(row["zombie"]) for row in ordered])
        self.ability: vec[u8] = vec[u8]([codes.HUMAN_EFFECTS.index(row["ability"]) for row in ordered])
        self.amount: vec[u8] = vec[u8]([int(row.get("amount", 0)) for row in ordered])
        self.requires: vec[u8] = vec[u8](
            [codes.ITEMS.index(row["requires"]) if row.get("requires") else 255 for row in ordered]
        )
        self.undead_ability: vec[u8] = vec[u8]([codes.ZOMBIE_EFFECTS.index(row["undead"]) for row in ordered])
        self.undead_amount: vec[u8] = vec[u8]([int(row.get("undead_amount", 0)) for row in ordered])

    def _read_items(self, data: Mapping[str, Any]) -> None:
        blank: list[dict[str, Any]] = [{} for _ in range(codes.KINDS)]
        counts = [0] * len(codes.SHOPS)
        for row in data["item"]:
            shop = codes.SHOPS.index(row["shop"])
            blank[shop * codes.SHELF + counts[shop]] = row
            counts[shop] += 1
        self.weapon: vec[u8] = vec[u8]([int(row.get("weapon", 0)) for row in blank])
        self.drops: vec[u8] = vec[u8]([1 if row.get("drop") else 0 for row in blank])
        self.only: vec[u8] = vec[u8]([ANYWHERE.index(row.get("only", "")) for row in blank])
        self.effect: vec[u8] = vec[u8]([codes.EFFECTS.index(row.get("effect", "note")) for row in blank])
        self.strength: vec[u8] = vec[u8]([int(row.get("amount", 0)) for row in blank])
        self.own_turn: vec[u8] = vec[u8]([1 if self._waits(row) else 0 for row in blank])
        specials = data["specials"]
        self.specials: vec[u8] = vec[u8]([int(specials[name]) for name in codes.ITEMS[-4:]])  # R6

    def _waits(self, row: Mapping[str, Any]) -> bool:
        """Whether an item is used in its owner's turn only: by the book where the card says so (`any_turn = false` is
        the older way to write it); by version 1 unless the card says otherwise."""
        if not self.book:
            return not row.get("any_turn", False)
        return bool(row.get("own_turn", not row.get("any_turn", True)))

    def _read_zombies(self, rows: list[dict[str, Any]]) -> None:
        numbers = [0] * codes.ZOMBIE_KINDS
        copies = [0] * codes.ZOMBIE_KINDS
        for row in rows:
            kind = codes.ZOMBIES.index(str(row["card"]))
            numbers[kind] = int(row["number"])
            copies[kind] = int(row["copies"])
        self.number: vec[u8] = vec[u8](numbers)
        self.copies: vec[u8] = vec[u8](copies)

    def _read_board(self, board: Mapping[str, Any]) -> None:
        links = [0] * codes.HABITABLE
        for link in board["links"]:  # R2
            one, other = (codes.PLACES.index(name) for name in link.split())
            links[one] |= 1 << other
            links[other] |= 1 << one
        self.links: vec[i64] = vec[i64](links)
        self.minivan: i64 = codes.PLACES.index(board["minivan"])
        self.boiler: i64 = codes.PLACES.index(board["boiler"])

    def _leave_out(self, missing: list[str]) -> None:
        """What lies in the box: of each shop the places of its deck, 64 its Special Item; and the Characters' mask."""
        full = 0x7F if self.extra_items else 0x5F  # R5: six of the shop or five, and a Special Item
        decks = [full] * len(codes.SHOPS)
        characters = (1 << len(codes.CHARACTERS)) - 1
        for name in missing:
            if name in codes.CHARACTERS:
                characters &= ~(1 << codes.CHARACTERS.index(name))
            elif name in codes.ITEMS:
                kind = codes.ITEMS.index(name)
                decks[kind // codes.SHELF] &= ~(1 << kind % codes.SHELF)
            else:
                zombie = codes.ZOMBIES.index(name.removeprefix("zombie "))
                self.copies[zombie] = u8(int(self.copies[zombie]) - 1)
        self.decks: vec[u8] = vec[u8](decks)
        self.in_box: i64 = characters

    def _read_options(self, options: Mapping[str, Any]) -> None:
        chosen = str(options["characters"])
        names = [] if chosen == "chance" else chosen.split(",")
        self.characters: vec[u8] = vec[u8]([codes.CHARACTERS.index(name) for name in names])
        self.targets: i64 = len(codes.PLACES) if options["zombie_targets"] == "full_deck" else codes.HABITABLE  # R4
        self.extra_items: bool = options["special_items"] == "extra"
        self.tie_by_seat: bool = options["tie_break"] == "seat"
        self.tie_chosen: bool = options["tie_break"] == "chosen"
        self.infected_shield: bool = options["zombie_win"] == "no_humans_or_infected"
        self.end_without_zombies: bool = options["no_zombie_end"] == "draw"
        self.check_late: bool = options["check_timing"] == "end_of_assault"
        self.win_right_only: bool = options["win_side"] == "right_only"
        self.interrupts: bool = options["interrupts"] == "all"
        self.victim_spoils: bool = options["victim_counter"] == "spoils"
        self.barricade_per_human: bool = options["barricade_scope"] == "per_human"
        self.zombie_items_removed: bool = options["zombie_items"] == "remove"
        bad, of = str(options["zombie_die"]).split("/")
        self.die_bad: i64 = int(bad)
        self.die_good: i64 = int(of) - int(bad)
        self.all_survivors: bool = options["second_assault"] == "all_survivors"
        self.trapped_roll: bool = options["trapped"] == "roll_then_stay"
        self.voluntary_hug: bool = bool(options["voluntary_hug"])
        self.nursery_immediate: bool = options["nursery_at_dawn"] == "immediate"
        self.sly_once: bool = options["sly_stack"] == "once"
        self.beaten_optional: bool = options["beaten"] == "optional"
        self.must_send: bool = options["zombie_min_deploy"] == 1
        self.any_card_involves: bool = options["involved"] == "any_card"
        self.team_chat: bool = options["zombie_chat"] == "team"
        self.confirm_hug: bool = options["hug_confirm"] == "required"
        self.ask_consent: bool = bool(options["cheer_consent"])
        machine = options["profile"] == "machine"
        growth, limit = options["horde_growth"], options["round_limit"]
        self.growth_from: i64 = int(growth) if growth != "off" else 13 if machine else 0
        self.growth_step: i64 = int(options["horde_step"])
        self.round_limit: i64 = int(limit) if limit != "off" else 100 if machine else 0
