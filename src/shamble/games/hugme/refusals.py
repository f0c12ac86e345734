"""The sentences that tell why an action is not legal: what `rules/obstacles.py` found, with the number of the rule."""

from typing import Final

from shamble.games.hugme.names import Names
from shamble.games.hugme.rules.codes import PLACES
from shamble.kernel.game import View
from shamble.kernel.reasons import OUTCOME, Reason

# what is to be done in a phase, said to whoever tries something that has no place in it
IN_PHASE: Final = {
    "tie_choice": ("Say which of the strongest seats begins.", "R7"),
    "deploying": ("Choose where your keyring starts: deploy and one of the nine Locations.", "R9"),
    "dawn_option": ("Say whether you draw a card.", "R43"),
    "dawn_hold": ("Keep one of the cards you have drawn: hold and the card.", "book"),
    "sending": ("Say what you deploy, your Character first if you like, and when it is enough.", "R44"),
    "placing": ("Choose where it is deployed: a Location card that is left, a slot that lies there.", "R46"),
    "curing": ("Your Zombie Die comes first; a cure is the only way round it.", "R30"),
    "turn": ("In a turn you may make one Movement and one Action, use free actions, and end it.", "R60"),
    "consent": ("Say whether you come along: agree or decline.", "R51"),
    "taking": ("Go on with one of the two cards you have drawn.", "book"),
    "arranging": ("First decide about the card you have found.", "R16"),
    "spoils": ("Choose the left or the right side of the victim.", "R24"),
    "sorting": ("Leave what you have no room for, then: done.", "R24"),
    "theft": ("In a Theft you may reveal a Weapon, choose one, use what helps, and pass.", "R22"),
    "targeting": ("First name a target of the item you use.", "R16"),
    "late_move": ("Shift your Character by one link; pass if it shall stay.", "book"),
    "night_start": ("Use an item meant for nightfall; pass if you will not.", "R16"),
    "assault": ("In an Assault you may reveal a Weapon, choose one, use what helps, and pass.", "R16"),
    "hug_offer": ("The hug is upon you: throw the die, unless you accept it.", "R35"),
    "second_chance": ("Say whether the die is thrown again.", "book"),
    "fleeing": ("Flee to a linked Location without a Barricade.", "R33"),
    "confirming": ("Say whether you hug: hug or spare.", "R48"),
}

# {item}, {Item}, {place}, {card}: what the action names; {seat}: the seat that goes with the reason
SENTENCES: Final = {
    OUTCOME: ("That is decided by chance, not chosen.", "book"),
    "no_seat": ("There is no seat {seat} in this game.", "book"),
    "hidden_slot": ("What lies under slot {slot} is hidden until Night; it may not be looked at.", "R46"),
    "others_decide": ("This is not for you to decide now, but for {seat}.", "book"),
    "not_strongest": ("Only one of the strongest seats can begin.", "R7"),
    "no_start": ("Nobody can start in the {place}.", "R9"),
    "not_drawn": ("You have not drawn {card}.", "book"),
    "slot_lies": ("The Location card of {place} lies in a slot already; deploy on that slot.", "R46"),
    "no_target": ("Zombies are not deployed to the {place}.", "R4"),
    "no_slot": ("There is no slot {slot} yet.", "R46"),
    "self_out": ("Your Character is deployed already.", "R44"),
    "card_out": ("Your Zombie card is deployed already.", "R44"),
    "no_card": ("You have no Zombie card to deploy.", "R44"),
    "must_send": ("At least one card must be deployed.", "R44"),
    "zombie_by_day": ("It is {seat}'s turn; a zombie has nothing to do by day.", "book"),
    "others_turn": ("It is {seat}'s turn: in another's turn at most the free actions are open.", "R16"),
    "own_turn": ("It is {seat}'s turn, and you may do that in your own only.", "R16"),
    "movement_used": ("Your Movement is used up.", "R57"),
    "no_way_in": ("Nobody can stand in the {place}.", "R3"),
    "here": ("{place} is where you are.", "R2"),
    "not_linked": ("{place} is not linked to your Location.", "R2"),
    "no_cheerleader": ("Only the Cheerleader takes somebody along.", "R51"),
    "before_moving": ("Somebody is taken along before the first step, and once in a turn.", "R51"),
    "yourself": ("That would be yourself.", "book"),
    "a_zombie": ("{seat} is a zombie: no keyring, nothing to take.", "book"),
    "not_here": ("{seat} is not here.", "book"),
    "no_minivan": ("You are not at the Minivan's door.", "R15"),
    "no_boiler": ("You are not at the Boiler Room's door.", "R15"),
    "no_gasoline": ("You have no Gasoline.", "R15"),
    "no_keys": ("You have no Keys.", "R15"),
    "no_lighter": ("You have no Lighter.", "R15"),
    "gasoline_left": ("Your Gasoline lies on your left; at this table it must lie on your right to win.", "R15"),
    "keys_left": ("Your Keys lie on your left; at this table they must lie on your right to win.", "R15"),
    "lighter_left": ("Your Lighter lies on your left; at this table it must lie on your right to win.", "R15"),
    "action_used": ("Your Action is used up.", "book"),
    "no_deck": ("The Hall has no Item deck.", "R17"),
    "empty_deck": ("The Item deck here is empty.", "R17"),
    "no_rod": ("Only a Fishing Rod, face up, reaches the deck of a linked Location.", "R17"),
    "no_deck_there": ("The {place} has no Item deck.", "R17"),
    "empty_deck_there": ("The Item deck of {place} is empty.", "R17"),
    "safe": ("{seat} cannot be robbed because of an item that lies face up.", "book"),
    "barricaded_already": ("Your Location is Barricaded already.", "R28"),
    "not_to_build": ("{Item} adds nothing to a Barricade.", "R28"),
    "not_held": ("You do not have {item}.", "book"),
    "on_right": ("On your right already, face up and for good: {item}.", "R19"),
    "not_by_day": ("{Item} is not an item that is used as a free action.", "R16"),
    "no_slots": ("No slot lies there to look under.", "R16"),
    "nothing_to_cut": ("No Barricade stands here or next to here.", "R16"),
    "no_way_out": ("No linked Location is open: there is nowhere to push anybody.", "R28"),
    "nobody_here": ("Nobody else with a keyring is here.", "R16"),
    "nothing_hidden": ("Nobody here has a face-down card.", "R16"),
    "shown_already": ("{Item} lies face up already.", "book"),
    "not_shown": ("Only a card that is shown can be equipped on the right; reveal it first.", "R19"),
    "gasoline_first": ("On the right a Gasoline comes first; without one there nothing else can be equipped.", "R19"),
    "no_cure": ("{Item} is no cure.", "R30"),
    "not_found": ("You have not drawn {item}.", "book"),
    "only_found": ("Only a Special Item found now goes to the right.", "R19"),
    "room_for_all": ("There is room for all: only what you have taken may be left, not a card of your own.", "R24"),
    "room_for_it": ("An item is not dropped for no reason: only the card just found may be declined.", "R18"),
    "no_room": ("There is more on your left than you have room for.", "R20"),
    "no_help": ("Here you may reveal what adds to your value; {item} does not.", "R16"),
    "no_cards_here": ("No Zombie card takes part in this Assault.", "R50"),
    "no_answer": ("{Item} is of no use here.", "R16"),
    "disarmed": ("You have been disarmed: no Weapon of yours counts in a Theft until Night.", "R22"),
    "chosen": ("You have chosen your Weapon already.", "R22"),
    "unarmed": ("No Weapon of yours counts now.", "R22"),
    "no_weapon": ("{Item} is no Weapon here.", "R22"),
    "not_revealed": ("A Weapon must be revealed before it is used.", "R22"),
    "counts_already": ("{Item} counts already: it is your strongest.", "R22"),
    "not_in_assault": ("{card} takes no part in this Assault.", "R50"),
    "shows_all": ("{seat} has no face-down card.", "R16"),
    "no_location": ("Nothing happens in the {place}: it is no Location where one stands.", "R3"),
    "no_barricade": ("No Barricade stands in {place}.", "R28"),
    "no_link": ("{place} is not linked to where your Character stands.", "R2"),
    "not_at_nightfall": ("{Item} is not meant for nightfall.", "R16"),
    "no_nurse": ("Only the Nurse has a die thrown again.", "book"),
    "nursed": ("The Nurse has helped tonight; she does so once a Night.", "book"),
    "not_at_scene": ("The Nurse helps only where she is.", "book"),
    "others_escape": ("It is {seat}'s Escape; such an item helps its owner only.", "R16"),
    "no_reroll": ("{Item} does not throw the die again.", "R16"),
}


def sentence(names: Names, view: View, action: str, reason: Reason) -> tuple[str, str]:
    """A reason in words, and its rule; empty where the kernel's own words are enough."""
    if reason.kind == "phase":
        return IN_PHASE[view["phase"]]
    if reason.kind == "barricaded":
        return f"{names.place(view, PLACES[reason.args[0]])} is Barricaded: there is no way in or out.", "R28"
    if reason.kind not in SENTENCES:
        return "", ""
    text, rule = SENTENCES[reason.kind]
    rest = action.partition(" ")[2]
    named = {"seat": f"@{reason.args[0]}" if reason.args else "", "slot": rest, "place": "", "card": "", "item": ""}
    if "{place}" in text:
        named["place"] = names.place(view, rest)
    elif "{card}" in text:
        named["card"] = names.zombie(rest)
    elif "item}" in text.lower():
        named["item"] = names.item(rest)
    return text.format(**named, Item=named["item"][:1].upper() + named["item"][1:]), rule
