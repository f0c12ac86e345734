"""Everything a person reads of Zombie in My Pocket."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from shamble.games.pocket.compass import OUTDOORS, SIDES, sentence
from shamble.games.pocket.explanations import COWERED, MOST_DAMAGE, explain
from shamble.games.pocket.reading import (
    fatal_card,
    gain,
    heals_runners,
    may_burn,
    may_cower,
    may_free_hand,
    may_run,
    midnight,
    optional_second,
    place,
    room_bonus,
)
from shamble.games.pocket.refusals import refusal
from shamble.kernel.game import View, counted
from shamble.kernel.reasons import Reason

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CLOCK = {9: "nine", 10: "ten", 11: "eleven"}


class PocketWords:
    """The words of one edition."""

    def __init__(self, tiles: Mapping[str, Mapping[str, Any]], cards: Mapping[str, Mapping[str, Any]]) -> None:
        self._tiles = tiles
        self._cards = cards

    # -- names ---------------------------------------------------------------------------------------------------

    def tile(self, name: str) -> str:
        """The name of a tile with its article: "the Evil Temple"."""
        return f"the {self._tiles[name]['title']}"

    def item(self, text: str) -> str:
        """The name of an item: "the chainsaw (fuel for 2 fights)"."""
        name, _, fuel = text.partition("/")
        title = f"the {self._cards[name]['title']}"
        if not fuel:
            return title
        return f"{title} (no fuel)" if fuel == "0" else f"{title} (fuel for {fuel} fight{'' if fuel == '1' else 's'})"

    def attack(self, text: str) -> int:
        """What an item adds to the attack now; 0 if it is no weapon that could be used."""
        return 0 if text == "Chainsaw/0" else int(self._cards[text.partition("/")[0]].get("attack", 0))

    def damage(self, view: View, weapon: str) -> int:
        """The Health that a fight costs with this weapon ("" for none)."""
        attack = 1 + (self.attack(weapon) if weapon else 0)
        zombies: int = view["zombies"]
        return max(0, min(MOST_DAMAGE, zombies - attack))

    def _number(self, card: str, key: str) -> int:
        return int(self._cards[card][key])

    # -- choices -------------------------------------------------------------------------------------------------

    def label(self, view: View, action: str) -> str:
        verb, *rest = action.split()
        return _LABELS[verb](self, view, rest)

    def _label_move(self, view: View, rest: Sequence[str]) -> str:
        side = SIDES[rest[0]]
        here = place(view)
        if rest[0] in here["leads"]:
            return f"Go {side} to {self._beyond(view, rest[0])}"
        if rest[0] == here["arrow"]:
            return f"Go {side} through the exterior door, out to {self.tile('Patio')}"
        return f"Leave by the {side} {way(here)} for a place not seen yet"

    def _label_rotate(self, view: View, rest: Sequence[str]) -> str:
        look = next(look for look in view["rotations"] if str(look["rotation"]) == rest[0])
        arrow = f", the exterior door {SIDES[look['arrow']]}" if look["arrow"] else ""
        return f"Lay {self.tile(view['drawn'])} open to the {sides(look['open'])}{arrow}"

    def _label_draw(self, view: View, rest: Sequence[str]) -> str:
        if midnight(view):
            return "Want a card at midnight: there is none left and the game is lost"
        if view["phase"] == "second":
            return f"Draw the second card and {errand(view)}"
        return (
            "Search the shelves: draw a card and take its item"
            if view["phase"] == "storage"
            else "Draw a card and take its item"
        )

    def _label_skip(self, view: View, rest: Sequence[str]) -> str:
        return f"Do not {errand(view)} now" if view["phase"] == "second" else "Draw no card and go without an item"

    def _label_drop(self, view: View, rest: Sequence[str]) -> str:
        new = self.item(view["new"])
        return (
            f"Leave {new} that you found here"
            if rest[0] == "new"
            else f"Drop {self.item(rest[0])} and take {new} that you found"
        )

    def _label_take(self, view: View, rest: Sequence[str]) -> str:
        return f"Pick up {self.item(rest[0])}"

    def _label_swap(self, view: View, rest: Sequence[str]) -> str:
        return f"Pick up {self.item(rest[0])} and lay down {self.item(rest[1])}"

    def _label_fight(self, view: View, rest: Sequence[str]) -> str:
        weapon = "" if rest[0] == "bare" else rest[0]
        how = f"with {self.item(weapon)}" if weapon else "with bare hands"
        return f"Fight {how}: {cost(view, self.damage(view, weapon))}"

    def _label_run(self, view: View, rest: Sequence[str]) -> str:
        where = f"run {SIDES[rest[0]]} to {self._beyond(view, rest[0])}"
        healed = heals_runners(view, view["map"][place(view)["leads"][rest[0]]]["tile"])
        bonus = ", then +1 Health there" if healed else ""
        if len(rest) > 1:
            return f"Throw {self.item('Oil')} and {where}: no harm{bonus}"
        return f"{sentence(where)}: {cost(view, 1)}{bonus if view['health'] > 1 else ''}"

    def _label_burn(self, view: View, rest: Sequence[str]) -> str:
        return f"Light {self.item(rest[0])} with {self.item('Candle')}: all zombies burn, no harm"

    def _label_drink(self, view: View, rest: Sequence[str]) -> str:
        return f"Drink {self.item('Soda')}: +{gain(view, view['health'], self._number('Soda', 'health'))} Health"

    def _label_refuel(self, view: View, rest: Sequence[str]) -> str:
        return f"Fill {self.item(rest[0])} up: fuel for {self._number('Gasoline', 'refuel')} more fights"

    def _label_cower(self, view: View, rest: Sequence[str]) -> str:
        if midnight(view):
            return "Cower until midnight: there is no card left and the game is lost"
        last = view["deck"] == 1 and view["hour"] < 11 and view["options"].get("hour_turn") == "on_empty"
        more = gain(view, view["health"], COWERED)
        return f"Cower: +{more} Health for one card{' and the turn of the hour' if view['deck'] == 0 or last else ''}"

    def _label_wall(self, view: View, rest: Sequence[str]) -> str:
        return f"The zombies come through the {SIDES[rest[0]]} {barrier(place(view))}"

    def _beyond(self, view: View, edge: str) -> str:
        return self.tile(view["map"][place(view)["leads"][edge]]["tile"])

    def explain(self, view: View, action: str) -> str:
        return f"{explain(view, action)}{self._numbers(view, action)}"

    def _odds_of_zombies(self, view: View) -> str:
        """How likely the next card brings zombies, as far as anybody can count; nothing where the deck is made anew."""
        if not view["deck"]:
            return ""
        hour = {9: "nine", 10: "ten", 11: "eleven"}[view["hour"]]
        bring = sum("zombies" in self._cards[card][hour] for card in view["unseen"])
        return f" Of the {len(view['unseen'])} that may come next, {bring} bring{'s' if bring == 1 else ''} zombies."

    def _numbers(self, view: View, action: str) -> str:
        """What a choice leaves, in numbers, as far as no luck is in it: Health, fuel, cards."""
        verb, *rest = action.split()
        if verb in ("move", "draw", "skip"):
            odds = self._odds_of_zombies(view) if verb == "move" or view["phase"] == "second" else ""
            return f" Cards left in this hour: {view['deck']}.{odds}"
        if verb == "refuel":
            fuel = int(rest[0].partition("/")[2]) + self._number("Gasoline", "refuel")
            return f" Fuel afterwards: {counted(fuel, 'fight')}."
        health = view["health"]
        if verb == "fight":
            health -= self.damage(view, "" if rest[0] == "bare" else rest[0])
        elif verb == "run" and len(rest) == 1:
            health -= 1
        elif verb == "drink":
            health += gain(view, health, self._number("Soda", "health"))
        elif verb == "cower" and not midnight(view):
            health += gain(view, health, COWERED)
        elif verb not in ("run", "burn"):
            return ""
        if health > 0 and verb == "run" and heals_runners(view, view["map"][place(view)["leads"][rest[0]]]["tile"]):
            health += gain(view, health, 1)
        return f" Health after that: {health}." if health > 0 else " You have no Health left for that: it is the end."

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        return refusal(self, view, action, reason)

    # -- the table -----------------------------------------------------------------------------------------------

    def asked(self, view: View) -> str:
        return self.why(view) if view["phase"] == "over" else _ASKED[view["phase"]](self, view)

    def _asked_turn(self, view: View) -> str:
        cower = ", or cowers" if may_cower(view) else ""
        return f"@0 stands in {self._where(view)} and chooses a way out{cower}.{warning(view)}"

    def _asked_tile(self, view: View) -> str:
        return f"A tile is drawn for the place {SIDES[view['exit']]} of {self._where(view)}."

    def _asked_rotating(self, view: View) -> str:
        who = "Luck" if view["options"].get("rotation") == "random" else "@0"
        return f"{who} turns {self.tile(view['drawn'])} and lays it {SIDES[view['exit']]} of {self._where(view)}."

    def _asked_card(self, view: View) -> str:
        return f"A card is drawn for {self._where(view)}{', the second one here' if view['second'] else ''}."

    def _asked_item(self, view: View) -> str:
        return f"@0 may draw a card for an item.{warning(view)}"

    def _asked_storage(self, view: View) -> str:
        return f"@0 may search {self._where(view)}: a card more for an item.{warning(view)}"

    def _asked_second(self, view: View) -> str:
        optional = optional_second(view)
        if optional and midnight(view) and not fatal_card(view):
            return f"No card is left for @0 to {errand(view)}; that must wait."
        cower = ", or cower first" if may_cower(view) else ""
        return f"@0 {'may' if optional else 'must'} draw the second card and {errand(view)}{cower}.{warning(view)}"

    def _asked_finding(self, view: View) -> str:
        return "A card is drawn that names the item found."

    def _asked_full(self, view: View) -> str:
        free = ", unless a hand comes free" if may_free_hand(view) else ""
        return f"@0 has found {self.item(view['new'])} with both hands full: one item stays behind{free}."

    def _asked_combat(self, view: View) -> str:
        come = "have broken in" if view["door"] else "come"
        ways = ["fight", *(["run"] if may_run(view) else []), *(["burn them"] if may_burn(view) else [])]
        choice = listed(ways, "or")
        return f"{counted(view['zombies'], 'zombie')} {come} at @0 in {self._where(view)}: {choice}."

    def _asked_wall(self, view: View) -> str:
        wall = barrier(place(view))
        return (
            f"No way on is left: three zombies break into {self._where(view)}. @0 chooses the {wall} they come through."
        )

    def _asked_hole(self, view: View) -> str:
        return f"The hole moves along to {self._where(view)}: @0 chooses the {barrier(place(view))} in which it opens."

    def _asked_cowering(self, view: View) -> str:
        return "The card that cowering costs is turned up."

    def _where(self, view: View) -> str:
        return self.tile(place(view)["tile"])

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        assert action is not None, "nothing in this game happens unseen"
        verb, *rest = action.split()
        said = _TELLINGS[verb](self, before, rest, after)
        if after["totem"] and not before["totem"]:
            said.append("@0 has found the zombie totem!")
        if after["hour"] != before["hour"]:
            cards = NUMBERS[after["deck"] + after["away"]]
            said.append(
                f"No card was left: it strikes {CLOCK[after['hour']]}. All {cards} cards are shuffled and two laid away."
            )
        said += self._tell_health(before, verb, rest, after)
        if after["phase"] == "combat" and before["phase"] == "card":
            said.append(f"{counted(after['zombies'], 'zombie')}!")
        if after["phase"] == "wall" and before["phase"] != "wall":
            said.append(
                f"No way on is left: zombies are at the {barrier(place(after))}s of {self.tile(place(after)['tile'])}."
            )
        if after["phase"] == "over":
            said.append(self.why(after))
        return said

    def _harm(self, before: View, verb: str, rest: Sequence[str]) -> int:
        """The Health that a fight, a flight or the event of a card takes."""
        if verb == "fight":
            return self.damage(before, "" if rest[0] == "bare" else rest[0])
        if verb == "card" and before["phase"] == "card":
            return max(0, -int(self._cards[rest[0]][CLOCK[before["hour"]]].get("event", 0)))
        return 1 if verb == "run" and len(rest) == 1 else 0

    def _tell_health(self, before: View, verb: str, rest: Sequence[str], after: View) -> list[str]:
        """What the event changed, and apart from it what the tile gave."""
        said = []
        first, last = before["health"], after["health"]
        bonus = room_bonus(before, verb, first - self._harm(before, verb, rest), after)
        if last - bonus != first:
            said.append(f"Health: {first} before, {last - bonus} now.")
        if bonus:
            room = sentence(self._where(after))
            said.append(f"{room} gives @0 {bonus} Health: {last - bonus} before, {last} now.")
        return said

    def _tell_move(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        here = place(before)
        if rest[0] in here["leads"]:
            return [f"@0 goes {SIDES[rest[0]]} to {self._beyond(before, rest[0])}."]
        if rest[0] == here["arrow"]:
            return [f"@0 steps out of the house onto {self.tile('Patio')}."]
        return [f"@0 leaves {self.tile(here['tile'])} by the {SIDES[rest[0]]} {way(here)}."]

    def _tell_tile(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        if after["phase"] == "tile":
            rule = "R5" if before["options"].get("neighbour_match") == "all_edges" else "R7"
            return [f"{sentence(self.tile(rest[0]))} is drawn, cannot be laid here and goes under the stack ({rule})."]
        said = [f"Beyond lies {self.tile(rest[0])}."]
        if len(after["map"]) > len(before["map"]):
            said.append(self._tell_laid(after))
        return said

    def _tell_rotate(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [self._tell_laid(after)]

    def _tell_laid(self, after: View) -> str:
        here = place(after)
        door = f", the exterior door {SIDES[here['arrow']]}" if here["arrow"] else ""
        return f"{sentence(self.tile(here['tile']))} is laid open to the {sides(here['open'])}{door}."

    def _tell_card(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        card = rest[0]
        if before["phase"] == "cowering":
            return [f"The card it costs is that of {self.item(card)}."]
        if before["phase"] == "finding":
            return self._tell_found(before, card, after)
        entry = self._cards[card][CLOCK[before["hour"]]]
        where = f"the card of {self.item(card)}"
        if "zombies" in entry:
            return [f"{sentence(where)}: zombies."]
        if "item" in entry:
            offered = after["phase"] == "item"
            return [f"{sentence(where)}: an item{'' if offered else ', but no card is left to find it (R11)'}."]
        return [f"{sentence(where)}: {entry['text']}"]

    def _tell_found(self, before: View, card: str, after: View) -> list[str]:
        if after["phase"] == "full":
            return [f"@0 finds {self.item(after['new'])}, but both hands are full."]
        if len(after["items"]) > len(before["items"]):
            return [f"@0 finds {self.item(card)}."]
        if card == "Soda" and before["options"].get("soda") == "instant":
            return [f"@0 finds {self.item(card)} and drinks it."]
        return [f"It would be {self.item(card)}, which @0 has already (R18)."]

    def _tell_draw(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [f"@0 goes on to {errand(before)}." if before["phase"] == "second" else "@0 looks for an item."]

    def _tell_skip(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return ["@0 leaves it for now." if before["phase"] == "second" else "@0 does not look for an item."]

    def _tell_drop(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        if rest[0] == "new":
            return [f"@0 leaves {self.item(before['new'])} behind."]
        return [f"@0 drops {self.item(rest[0])} and takes {self.item(before['new'])}."]

    def _tell_take(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [f"@0 picks up {self.item(rest[0])}."]

    def _tell_swap(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [f"@0 picks up {self.item(rest[0])} and lays down {self.item(rest[1])}."]

    def _tell_fight(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        how = "with bare hands" if rest[0] == "bare" else f"with {self.item(rest[0])}"
        harm = self.damage(before, "" if rest[0] == "bare" else rest[0])
        return [
            f"@0 fights {counted(before['zombies'], 'zombie')} {how} and {f'takes {harm} damage' if harm else 'comes out unharmed'}."
        ]

    def _tell_run(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        how = f"throws {self.item('Oil')} and runs" if len(rest) > 1 else "runs"
        if after["phase"] == "over":
            return [f"@0 {how}, too late."]
        return [f"@0 {how} {SIDES[rest[0]]} to {self._beyond(before, rest[0])}."]

    def _tell_burn(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [f"@0 lights {self.item(rest[0])}: {counted(before['zombies'], 'zombie')} burn."]

    def _tell_drink(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [f"@0 drinks {self.item('Soda')}{self._and_takes(before)}."]

    def _tell_refuel(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return [f"@0 fills the gasoline into {self.item(rest[0])}{self._and_takes(before)}."]

    def _and_takes(self, before: View) -> str:
        """R16: the hand that comes free takes what was found."""
        return f" and takes {self.item(before['new'])}" if before["phase"] == "full" else ""

    def _tell_cower(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        return ["@0 cowers in a corner while time goes by."]

    def _tell_wall(self, before: View, rest: Sequence[str], after: View) -> list[str]:
        if before["phase"] == "hole":
            return [f"The hole opens in the {SIDES[rest[0]]} {barrier(place(before))}; no zombies come."]
        return [f"Three zombies break through the {SIDES[rest[0]]} {barrier(place(before))}."]

    def why(self, view: View) -> str:
        return {
            "buried": "The totem is in the ground of the Graveyard and all zombies fall: @0 has won.",
            "zombies": "@0 has been eaten by zombies: the game is lost.",
            "event": "The last Health went with what the card brought: @0 has lost.",
            "time": "It is midnight: another card was wanted and there was none, so @0 has lost.",
        }[view["ending"]]


_LABELS: Final[Mapping[str, Callable[[PocketWords, View, Sequence[str]], str]]] = {
    "move": PocketWords._label_move,
    "rotate": PocketWords._label_rotate,
    "draw": PocketWords._label_draw,
    "skip": PocketWords._label_skip,
    "drop": PocketWords._label_drop,
    "take": PocketWords._label_take,
    "swap": PocketWords._label_swap,
    "fight": PocketWords._label_fight,
    "run": PocketWords._label_run,
    "burn": PocketWords._label_burn,
    "drink": PocketWords._label_drink,
    "refuel": PocketWords._label_refuel,
    "cower": PocketWords._label_cower,
    "wall": PocketWords._label_wall,
}


_ASKED: Final[Mapping[str, Callable[[PocketWords, View], str]]] = {
    "turn": PocketWords._asked_turn,
    "tile": PocketWords._asked_tile,
    "rotating": PocketWords._asked_rotating,
    "card": PocketWords._asked_card,
    "item": PocketWords._asked_item,
    "storage": PocketWords._asked_storage,
    "second": PocketWords._asked_second,
    "finding": PocketWords._asked_finding,
    "full": PocketWords._asked_full,
    "combat": PocketWords._asked_combat,
    "wall": PocketWords._asked_wall,
    "cowering": PocketWords._asked_cowering,
    "hole": PocketWords._asked_hole,
}


_TELLINGS: Final[Mapping[str, Callable[[PocketWords, View, Sequence[str], View], list[str]]]] = {
    "move": PocketWords._tell_move,
    "tile": PocketWords._tell_tile,
    "rotate": PocketWords._tell_rotate,
    "card": PocketWords._tell_card,
    "draw": PocketWords._tell_draw,
    "skip": PocketWords._tell_skip,
    "drop": PocketWords._tell_drop,
    "take": PocketWords._tell_take,
    "swap": PocketWords._tell_swap,
    "fight": PocketWords._tell_fight,
    "run": PocketWords._tell_run,
    "burn": PocketWords._tell_burn,
    "drink": PocketWords._tell_drink,
    "refuel": PocketWords._tell_refuel,
    "cower": PocketWords._tell_cower,
    "wall": PocketWords._tell_wall,
}


def way(tile: Mapping[str, Any]) -> str:
    """What an open edge of a tile is."""
    return "gap in the hedge" if tile["tile"] in OUTDOORS else "door"


def barrier(tile: Mapping[str, Any]) -> str:
    """What a closed edge of a tile is."""
    return "hedge" if tile["tile"] in OUTDOORS else "wall"


def errand(view: View) -> str:
    """What the second card is for."""
    if place(view)["tile"] == "Graveyard":
        return "bury the totem" if view["totem"] else "look around"
    return "look around" if view["totem"] else "search for the totem"


def cost(view: View, damage: int) -> str:
    """What a choice costs."""
    if damage == 0:
        return "no harm"
    return f"lose {damage} Health{', and the game' if damage >= view['health'] else ''}"


def sides(edges: Sequence[str]) -> str:
    """The edges in words: "north, east and west"."""
    return listed([SIDES[edge] for edge in edges], "and")


def listed(words: Sequence[str], joint: str) -> str:
    """The words as a list: "fight, run or burn them"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def warning(view: View) -> str:
    """What must be known before a card is wanted."""
    return " No card is left: if one is wanted, the game is lost." if midnight(view) else ""


def from_edition(data: Mapping[str, Any]) -> PocketWords:
    """The words of an edition's data."""
    return PocketWords({tile["name"]: tile for tile in data["tile"]}, {card["item"]: card for card in data["card"]})
