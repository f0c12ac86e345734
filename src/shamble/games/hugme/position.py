"""Reading a position of Hug Me, with every check that makes it a possible one."""

from collections.abc import Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes, knowledge, opening, packing
from shamble.games.hugme.rules.play import HugmeState
from shamble.games.hugme.rules.setting import Setting
from shamble.games.hugme.rules.table import (
    ATTACK,
    BY_DEFAULT,
    LEFT,
    LIMBO,
    MOVED,
    NONE,
    PUBLIC,
    RIGHT,
    SLOT,
    SPOIL,
    UNARMED,
    UNDER,
    home,
    shelf_bit,
)
from shamble.kernel.bits import bits
from shamble.kernel.fields import Fields
from shamble.kernel.state import CHANCE

HABITABLE = codes.PLACES[: codes.HABITABLE]
BACKS = (*codes.PHASES, "next_start")
ZONES = {knowledge.zone_text(zone): zone for zone in range(knowledge.ZONES)}
PACK_ZONES = {knowledge.pack_zone_text(zone): zone for zone in range(MOVED + codes.HABITABLE)}
TOKENS = {knowledge.token_text(token): token for token in range(codes.TOKENS)}


def state_from(fields: Fields, head: dict[str, Any], setting: Setting) -> HugmeState:
    """The position that the fields describe; BadPosition if it is broken or impossible."""
    players: int = head["players"]
    state = HugmeState(players, head, setting)
    state.lay_out()
    _place_numbers(fields, state, players)
    _place_masks(fields, state, players)
    _place_seats(fields, state, players)
    _place_board(fields, state)
    _place_shelves(fields, state)
    _place_cards(fields, state, players)
    _place_zombies(fields, state, players)
    state.ending_code = codes.ENDINGS.index(fields.one_of("ending", codes.ENDINGS))
    _check_counts(fields, state, setting)
    _check_seats(fields, state, players)
    _check_phase(fields, state, players)
    return state


def _place_numbers(fields: Fields, state: HugmeState, players: int) -> None:
    seats = players - 1
    state.phase = codes.PHASES.index(fields.one_of("phase", codes.PHASES))
    back = fields.one_of("back", BACKS)
    state.back = codes.NEXT_START if back == "next_start" else codes.PHASES.index(back)
    state.actor = fields.whole("actor", 0, seats)
    state.step = fields.whole("step", 0, 8)
    state.first = fields.whole("first", 0, seats)
    state.round = fields.whole("round", 0, 60_000)
    state.turn = fields.whole("turn", 0, seats)
    state.moved = fields.flag("moved")
    state.steps = fields.whole("steps", 0, 60)
    state.actions = fields.whole("actions", 0, 60)
    state.bring = fields.whole("bring", -1, seats)
    state.may_bring = fields.flag("may_bring")
    state.using = fields.whole("using", 0, codes.KINDS - 1)
    state.aim = fields.whole("aim", -1, 14)
    state.victim = fields.whole("victim", 0, seats)
    state.robber = fields.whole("robber", 0, seats)
    state.owed = fields.whole("owed", 0, 200)
    state.passes = fields.whole("passes", 0, 8)
    state.acted = fields.flag("acted")
    state.sending = fields.whole("sending", 0, 2)
    state.scene = HABITABLE.index(fields.one_of("scene", HABITABLE))
    state.kind_of_assault = knowledge.SORTS.index(fields.one_of("sort", knowledge.SORTS))
    state.runner = fields.whole("runner", 0, seats)
    state.nursery = fields.flag("nursery")


def _place_masks(fields: Fields, state: HugmeState, players: int) -> None:
    state.fighters = _seats(fields, "fighters", players)
    state.runners = _seats(fields, "runners", players)
    state.asked = _seats(fields, "asked", players)
    state.beaten = _seats(fields, "beaten", players)
    state.assaulted = _seats(fields, "assaulted", players)
    state.disarmed = _seats(fields, "disarmed", players)
    state.nursed = _seats(fields, "rerolled", players)
    state.looked = _seats(fields, "looked", players)
    state.winners = _seats(fields, "winners", players)
    state.unresolved = _mask(fields, "unresolved", fields.texts("unresolved", HABITABLE), HABITABLE)
    state.drawn = _mask(fields, "card_drawn", fields.texts("card_drawn", HABITABLE), HABITABLE)


def _seats(fields: Fields, field: str, players: int) -> int:
    seats = fields.wholes(field, 0, players - 1)
    if sorted(set(seats)) != seats:
        raise fields.bad(field, "must name each seat once, ascending.")
    return sum(1 << seat for seat in seats)


def _mask(fields: Fields, field: str, texts: Sequence[str], order: Sequence[str]) -> int:
    numbers = [order.index(text) for text in texts]
    if sorted(set(numbers)) != numbers:
        raise fields.bad(field, "must name each once, in the usual order.")
    return sum(1 << number for number in numbers)


def _maybe(fields: Fields, field: str, allowed: Sequence[str]) -> int:
    """The place of a text in `allowed`, or -1 for null."""
    return -1 if fields.raw(field) is None else allowed.index(fields.one_of(field, allowed))


def _place_seats(fields: Fields, state: HugmeState, players: int) -> None:
    for seat, entry in enumerate(fields.entries("seats", players)):
        one = Fields(entry, f"seats.{seat}")
        character = _maybe(one, "character", codes.CHARACTERS)
        state.character[seat] = u8(character if character >= 0 else NONE)
        state.status[seat] = u8(codes.STATUSES.index(one.one_of("status", codes.STATUSES)))
        stands_at = _maybe(one, "place", HABITABLE)
        state.place[seat] = u8(stands_at if stands_at >= 0 else codes.NOWHERE)
        shop = _maybe(one, "last_shop", codes.SHOPS)
        state.last_shop[seat] = u8(shop if shop >= 0 else NONE)
        arm = one.one_of("arm", ("best", "none", *codes.ITEMS))
        state.arm[seat] = u8(BY_DEFAULT if arm == "best" else UNARMED if arm == "none" else codes.ITEMS.index(arm))
        state.boost[seat] = u8(one.whole("boost", 0, 100))
        slot = -1 if one.raw("slot") is None else one.whole("slot", 1, codes.SLOTS) - 1
        state.sent[seat] = u8(slot if slot >= 0 else NONE)
        stands = _maybe(one, "stands", HABITABLE)
        state.stands[seat] = u8(stands if stands >= 0 else codes.NOWHERE)
        one.done()


def _by_place(fields: Fields, field: str, most: int) -> vec[u8]:
    given = fields.raw(field)
    inner = Fields(given, fields.name(field))
    values = [inner.whole(name, 1, most) if name in given else 0 for name in HABITABLE]
    inner.done()
    return vec[u8](values)


def _place_board(fields: Fields, state: HugmeState) -> None:
    given = fields.raw("board")
    inner = Fields(given, "board")
    laid: list[int] = []
    for p, name in enumerate(HABITABLE):
        if name in given:
            if name == "hall":
                raise inner.bad(name, "is no shop.")
            laid.append(codes.SHOPS.index(inner.one_of(name, codes.SHOPS)))
            state.shop_at[p] = u8(laid[-1])
    inner.done()
    if len(set(laid)) != len(laid):
        raise fields.bad("board", "names a shop twice.")
    open_ = state.phase in (codes.DEALING, codes.SHOPPING)
    if (len(laid) == packing.SHOPS) == open_:
        raise fields.bad("board", "has all eight shops in every phase but dealing and shops, and there it has not.")
    slots = [p for p in range(9) if p != codes.HALL]
    if any(state.shop_at[p] == NONE for p in slots[: len(laid)]):
        raise fields.bad("board", "is laid out in order: nw, n, ne, w, e, sw, s, se.")
    if state.phase == codes.SHOPPING and state.step != slots[len(laid)]:
        raise fields.bad("step", "is the place of the next shop in this phase.")
    state.barricade = _by_place(fields, "barricades", 200)
    state.lured = _by_place(fields, "lured", 100)


def _place_shelves(fields: Fields, state: HugmeState) -> None:
    shelves = fields.inner("shelves")
    for shop, name in enumerate(codes.SHOPS):
        own = [*codes.ITEMS[shop * codes.SHELF : (shop + 1) * codes.SHELF], "special"]
        state.shelf[shop] = u8(_mask(shelves, name, shelves.texts(name, own), own))
    shelves.done()
    left = fields.inner("specials_unseen")
    state.special_left = vec[u8]([left.whole(name, 0, 8) for name in codes.ITEMS[codes.COLOURED :]])
    left.done()


def _knowers(fields: Fields, field: str, players: int) -> int:
    allowed = [*(f"@{seat}" for seat in range(packing.SEATS)), "public"]
    mask = _mask(fields, field, fields.texts(field, allowed), allowed)
    if packing.public_knows(mask) and mask != PUBLIC:
        raise fields.bad(field, "names every seat from @0 to @7 where it names the public.")
    if not packing.public_knows(mask) and mask >> players:
        raise fields.bad(field, f"names a seat that is not there; seats are @0 to @{players - 1}.")
    return mask


def _place_cards(fields: Fields, state: HugmeState, players: int) -> None:
    cards: list[int] = []
    state.special_kind = vec[u8]([NONE] * packing.SHOPS)
    for n, entry in enumerate(fields.entries("cards", most=codes.TOKENS)):
        one = Fields(entry, f"cards.{n}")
        kind = codes.ITEMS.index(one.one_of("card", codes.ITEMS))
        shop = codes.SHOPS.index(one.one_of("of", codes.SHOPS))
        zone = ZONES[one.one_of("zone", list(ZONES))]
        shown = one.flag("shown")
        knowers = _knowers(one, "known_by", players)
        origins = _mask(one, "from", one.texts("from", codes.SHOPS), codes.SHOPS)
        one.done()
        token = kind
        if kind >= codes.COLOURED:
            token = codes.COLOURED + shop
            state.special_kind[shop] = u8(kind - codes.COLOURED)
        if home(token) != shop:
            raise one.bad("of", "is not the shop of that item.")
        if not origins >> shop & 1:
            raise one.bad("from", "does not name the shop that the card is of.")
        if shown and (zone >= UNDER or knowers != PUBLIC):
            raise one.bad("shown", "cards lie face up on the left or the right, and everybody knows them.")
        _check_zone(one, zone, kind, shown, knowers, players)
        if any(packing.token(card) == token for card in cards):
            raise one.bad("card", "stands there twice.")
        if int(state.shelf[shop]) & shelf_bit(token):
            raise one.bad("card", "is unseen in its deck too.")
        cards.append(packing.packed_card(token, knowers, origins, shown, zone))
    state.cards = vec[i64](cards)
    _place_seen(fields, state, players)


def _check_zone(one: Fields, zone: int, kind: int, shown: bool, knowers: int, players: int) -> None:
    if zone < UNDER and zone % packing.SEATS >= players:
        raise one.bad("zone", "is of a seat that is not there.")
    if RIGHT <= zone < UNDER and (kind < codes.COLOURED or not shown):
        raise one.bad("zone", "only Special Items lie on the right, face up.")
    if zone < RIGHT and not packing.knows(knowers, zone - LEFT):
        raise one.bad("known_by", "names the holder of the card at least.")


def _place_seen(fields: Fields, state: HugmeState, players: int) -> None:
    seen = fields.inner("seen")
    given = fields.raw("seen")
    for text, token in TOKENS.items():
        mask = _knowers(seen, text, players) if text in given else 0
        if text in given and mask == 0:
            raise seen.bad(text, "names nobody.")
        if mask and int(state.shelf[home(token)]) & shelf_bit(token):
            raise seen.bad(text, "is unseen in its deck.")
        state.gone[token] = mask
    seen.done()
    _place_spoils(fields, state)
    for card in state.cards:
        origins, token = packing.origins(card), packing.token(card)
        pure = origins & (origins - 1) == 0
        if (pure or token < codes.COLOURED) and packing.knowers(card) & ~state.gone[token]:
            raise fields.bad("seen", f"misses somebody who knows the card {codes.ITEMS[state.kind(token)]}.")


def _place_spoils(fields: Fields, state: HugmeState) -> None:
    if not state.setting.book:
        return
    tokens = sorted(TOKENS[text] for text in fields.texts("spoils", list(TOKENS)))
    if len(set(tokens)) != len(tokens):
        raise fields.bad("spoils", "names a card twice.")
    if tokens and state.phase != codes.SORTING:
        raise fields.bad("spoils", "names the cards taken in a Theft while they are sorted, and only then.")
    for token in tokens:
        if not any(packing.token(card) == token for card in state.cards):
            raise fields.bad("spoils", "names a card that has not left its deck.")
        state.gone[token] = int(state.gone[token]) | SPOIL


def _counts(fields: Fields, field: str) -> vec[u8]:
    given = fields.raw(field)
    inner = Fields(given, fields.name(field))
    values = [inner.whole(name, 1, 37) if name in given else 0 for name in codes.ZOMBIES]
    inner.done()
    return vec[u8](values)


def _place_zombies(fields: Fields, state: HugmeState, players: int) -> None:
    state.horde = _counts(fields, "horde")
    state.discard = _counts(fields, "discard")
    slots: list[int] = []
    targets = codes.PLACES[: state.setting.targets]
    for n, entry in enumerate(fields.entries("slots", most=len(targets))):
        one = Fields(entry, f"slots.{n}")
        at = targets.index(one.one_of("place", targets))
        by = one.whole("by", 0, players - 1)
        knowers = _knowers(one, "known_by", players)
        one.done()
        if any(packing.slot_place(slot) == at for slot in slots):
            raise one.bad("place", "lies in two slots.")
        if not packing.knows(knowers, by):
            raise one.bad("known_by", "names whoever chose the slot.")
        slots.append(packing.packed_slot(at, knowers, by))
    state.slots = vec[i64](slots)
    packs: list[int] = []
    for n, entry in enumerate(fields.entries("packs", most=37)):
        one = Fields(entry, f"packs.{n}")
        kind = codes.ZOMBIES.index(one.one_of("card", codes.ZOMBIES))
        zone = PACK_ZONES[one.one_of("zone", list(PACK_ZONES))]
        owner = -1 if one.raw("owner") is None else one.whole("owner", 0, players - 1)
        knowers = _knowers(one, "known_by", players)
        one.done()
        if (zone < SLOT and zone != owner) or (SLOT <= zone < ATTACK and (zone - SLOT >= len(slots) or owner < 0)):
            raise one.bad("zone", "does not go with the slots and the owner.")
        unknown = zone < ATTACK and owner >= 0 and not packing.knows(knowers, owner)
        if unknown or (zone == ATTACK and knowers != PUBLIC):
            raise one.bad("known_by", "names at least the owner, and everybody once the card is open.")
        packs.append(packing.packed_zombie(kind, knowers, zone, owner))
    state.packs = vec[i64](packs)
    for seat in range(players):
        if state.sent[seat] != NONE and state.sent[seat] >= len(slots):
            raise fields.bad(f"seats.{seat}.slot", "is no slot that lies there.")


def _check_counts(fields: Fields, state: HugmeState, setting: Setting) -> None:
    """Conservation: every card of the box in exactly one place."""
    census = state.census()
    for kind, name in enumerate(codes.ITEMS):
        if kind < codes.COLOURED:
            in_play = int(setting.decks[kind // codes.SHELF]) >> kind % codes.SHELF & 1
        else:
            in_play = int(setting.specials[kind - codes.COLOURED])
        if census[name] != in_play:
            raise fields.bad("cards", f"{name} stands in {census[name]} places; the box holds {in_play}.")
    if census["special places"] != 8:
        raise fields.bad("shelves", "each shop's Special Item is in its deck or among the cards, once.")
    for kind, name in enumerate(codes.ZOMBIES):
        if census[f"zombie {name}"] != setting.copies[kind]:
            raise fields.bad("horde", f"the Zombie card {name} does not stand {setting.copies[kind]} times.")


def _check_seats(fields: Fields, state: HugmeState, players: int) -> None:
    dealt = [int(state.character[s]) for s in range(players)]
    known = [character for character in dealt if character != NONE]
    if len(set(known)) != len(known):
        raise fields.bad("seats", "a Character stands there twice.")
    if any(not int(state.setting.in_box) >> character & 1 for character in known):
        raise fields.bad("seats", "a Character stands there whose card the box lacks.")
    if state.phase == codes.DEALING:
        if state.step >= players or any((dealt[s] == NONE) != (s >= state.step) for s in range(players)):
            raise fields.bad("step", "is the seat to be dealt to in this phase, and the others before it have theirs.")
    elif len(known) != players:
        raise fields.bad("seats", "every seat has a Character once they are dealt.")
    if len(known) != players:
        if len(state.cards) or state.ending_code or state.step != len(known):
            raise fields.bad("phase", "nothing but dealing happens before every seat has a Character.")
        if any(state.status[s] != codes.HUMAN or state.place[s] != codes.NOWHERE for s in range(players)):
            raise fields.bad("seats", "everybody starts as a Human who stands nowhere.")
        return
    chosen = [int(c) for c in state.setting.characters]
    if chosen and dealt != chosen:
        raise fields.bad("seats", "the Characters are those that the option names.")
    for seat in range(players):
        before = state.phase <= codes.DEPLOYING and state.phase not in codes.CHANCES_IN_PLAY
        placed = state.place[seat] != codes.NOWHERE
        if state.phase == codes.DEPLOYING:
            before = (seat - state.first) % players >= state.step
        undead = state.status[seat] == codes.ZOMBIE
        if placed == (before or undead):
            raise fields.bad(f"seats.{seat}.place", "is where the keyring stands; zombies have none.")
        if undead and (state.count(seat) or state.count(RIGHT + seat)):
            raise fields.bad("cards", f"seat {seat}, a zombie, has no items.")
        if not undead and (state.sent[seat] != NONE or state.stands[seat] != codes.NOWHERE or state.looked >> seat & 1):
            raise fields.bad(f"seats.{seat}.slot", "only zombies are deployed.")
        if state.phase <= codes.DEPLOYING and before and state.status[seat] != codes.HUMAN:
            raise fields.bad(f"seats.{seat}.status", "everybody starts as a Human.")
        if state.phase not in (codes.ARRANGING, codes.SORTING, codes.TAKING) and state.load(seat) > state.room(seat):
            raise fields.bad("cards", f"seat {seat} has more on the left than there is room for.")


def _check_phase(fields: Fields, state: HugmeState, players: int) -> None:
    phase = state.phase
    if (phase == codes.OVER) != (state.ending_code > 0):
        raise fields.bad("ending", "is named in the phase over, and only there.")
    if (state.winners != 0) != (0 < state.ending_code < codes.END_ROUNDS):
        raise fields.bad("winners", "are named when the game has been won, and only then.")
    if phase == codes.OVER:
        return
    _check_actor(fields, state, players)
    _check_cards_out(fields, state)
    _check_assault(fields, state)
    if state.owing() == CHANCE:
        if not state.odds():
            raise fields.bad("phase", "nothing could fall in it.")
    elif not len(state.legal(state.actor)):
        raise fields.bad("phase", f"seat {state.actor} would owe a decision and have none.")


DAY = (codes.TURN, codes.CONSENT, codes.TAKING, codes.ARRANGING, codes.SPOILS, codes.SORTING, codes.THEFT)
BY_TURN = (codes.INFECTION, codes.CURING, codes.TAKING, codes.ARRANGING, codes.FINDING, codes.TURN)
BY_ZOMBIE = (
    codes.DAWN_DRAW, codes.DAWN_OPTION, codes.DAWN_HOLD, codes.SENDING, codes.PLACING, codes.LATE_MOVE,
    codes.CONFIRMING,
)  # fmt: skip
FIGHT = (
    codes.ASSAULT, codes.ESCAPE_DIE, codes.HUG_OFFER, codes.SECOND_CHANCE, codes.FLEEING, codes.CONFIRMING
)  # fmt: skip


def _check_actor(fields: Fields, state: HugmeState, players: int) -> None:
    phase, actor = state.phase, state.actor
    undead = state.status[actor] == codes.ZOMBIE
    if (phase in BY_ZOMBIE and not undead) or (phase > codes.DEPLOYING and phase not in BY_ZOMBIE and undead):
        raise fields.bad("actor", "cannot be asked in this phase with that status.")
    if phase in BY_TURN and actor != state.turn:
        raise fields.bad("actor", "is the seat in turn in this phase.")
    if (phase in DAY or phase in BY_TURN) and not state.walks(state.turn):
        raise fields.bad("turn", "is of a zombie, who has none.")
    if phase in (codes.INFECTION, codes.CURING) and state.status[actor] != codes.INFECTED:
        raise fields.bad("phase", "only the Infected roll for it.")
    if phase in (codes.SPOILS, codes.SORTING) and (actor != state.robber or state.robber == state.victim):
        raise fields.bad("robber", "is the seat that sorts the spoils, and not the victim.")
    if phase in (codes.THEFT, codes.SPOILS, codes.SORTING):
        pair = {state.turn, state.victim} | ({state.robber} if phase != codes.THEFT else set())
        if len(pair) != 2 or not state.walks(state.victim) or not state.walks(state.turn):
            raise fields.bad("victim", "is one of the two seats of a Theft, and no zombie.")
        if phase == codes.THEFT and (actor not in pair or state.back != codes.THEFT or state.owed > 1):
            raise fields.bad("back", "and the fields actor and owed do not go with a Theft.")
    if phase == codes.DEPLOYING and (state.step >= players or actor != (state.first + state.step) % players):
        raise fields.bad("actor", "is the seat whose turn it is to deploy.")
    if phase == codes.TIE_CHOICE and actor != opening.tied(state)[0]:
        raise fields.bad("actor", "is the first of those who are tied.")
    if phase == codes.CONSENT and (not 0 <= state.aim < players or actor != state.aim or actor == state.turn):
        raise fields.bad("aim", "is the seat that is asked whether it comes along.")
    if state.bring >= 0 and (phase not in DAY and phase not in (codes.FINDING, codes.TARGETING)):
        raise fields.bad("bring", "is a seat only in a turn.")
    if state.bring >= 0 and (state.bring == state.turn or not state.walks(state.bring)):
        raise fields.bad("bring", "is another Human or Infected.")
    if phase == codes.TARGETING:
        _check_target(fields, state, players)
    if phase == codes.PLACING and not state.looked >> actor & 1:
        raise fields.bad("looked", "names the zombie that deploys.")
    if phase == codes.PLACING and state.sending == 0:
        raise fields.bad("sending", "is 1 for the Character or 2 for the card in this phase.")
    if phase == codes.PLACING and state.sending == 2 and state.packs_in(actor) == 0:
        raise fields.bad("sending", "there is no card to send.")
    if phase == codes.PLACING and state.sending == 1 and state.sent[actor] != NONE:
        raise fields.bad("sending", "the Character has been sent already.")


def _check_target(fields: Fields, state: HugmeState, players: int) -> None:
    effect = int(state.setting.effect[state.using])
    night = effect in (codes.MOVE_ALL, codes.MOVE_ONE)
    back = codes.ASSAULT if night else codes.NEXT_START if effect == codes.SLIP else codes.TURN
    if not codes.EXTRA_ACTION < effect <= codes.SLIP or effect == codes.BARRICADE_BONUS or state.back != back:
        raise fields.bad("using", "is no item with a target that goes with the field back.")
    if back == codes.TURN and not state.walks(state.turn):
        raise fields.bad("turn", "is of a zombie, who has none.")
    if effect == codes.PUSH:
        good = state.aim < 0 or bool(state.company(state.actor) >> state.aim & 1)
    elif effect == codes.MOVE_ONE:
        good = state.aim < 0 or any(
            packing.pack_zone(pack) == ATTACK and packing.zombie_kind(pack) == state.aim for pack in state.packs
        )
    else:
        good = state.aim < 0
    if not good:
        raise fields.bad("aim", "is no first target of that item.")


def _check_cards_out(fields: Fields, state: HugmeState) -> None:
    phase = state.phase
    drawn = state.count(LIMBO)
    if (phase == codes.TAKING and drawn != 2) or (phase == codes.ARRANGING and drawn > 1):
        raise fields.bad("cards", "so many drawn cards do not go with the phase.")
    if phase == codes.ARRANGING and drawn == 0 and state.load(state.actor) <= state.room(state.actor):
        raise fields.bad("cards", "nothing is to be arranged.")
    if phase not in (codes.TAKING, codes.ARRANGING) and drawn and (phase != codes.FINDING or drawn > 1):
        raise fields.bad("cards", "a card is drawn only in a Search.")
    for card in state.cards:
        if packing.zone(card) == LIMBO and not packing.knows(packing.knowers(card), state.actor):
            raise fields.bad("cards", "whoever has drawn a card knows it.")
    if phase == codes.FINDING:
        if not 0 <= state.aim < packing.SHOPS:
            raise fields.bad("aim", "is the shop that is searched.")
        size = bits(int(state.shelf[state.aim])) + state.count(UNDER + state.aim)
        if not 1 <= state.owed <= min(size, 2 - drawn):
            raise fields.bad("owed", "is the number of cards to be drawn, no more than there are.")
    if phase in (codes.DAWN_DRAW, codes.NIGHT_DRAW) and state.owed < 1:
        raise fields.bad("owed", "is the number of cards to be drawn.")
    if phase == codes.DAWN_DRAW and state.owed + state.packs_in(state.actor) > 2:
        raise fields.bad("owed", "a zombie draws two cards at most.")
    if phase == codes.DAWN_HOLD and state.packs_in(state.actor) != 2:
        raise fields.bad("packs", "one of two cards is to be kept.")
    if phase == codes.SORTING and state.count(state.robber) == 0:
        raise fields.bad("cards", "there is nothing to sort.")
    for pack in state.packs:
        zone = packing.pack_zone(pack)
        if zone < SLOT and (state.status[zone] != codes.ZOMBIE or phase not in BY_ZOMBIE):
            raise fields.bad("packs", "a Zombie card is in hand only at Dawn, and a zombie's.")
        if zone < SLOT and zone != state.actor:
            raise fields.bad("packs", "only the zombie that deploys has a card in hand.")


def _check_assault(fields: Fields, state: HugmeState) -> None:
    phase = state.phase
    fight = phase in FIGHT or (phase == codes.TARGETING and state.back == codes.ASSAULT)
    if fight != (state.fighters != 0):
        raise fields.bad("fighters", "are those who face the Assault, and nobody outside one.")
    if not fight:
        if state.packs_in(ATTACK) and phase != codes.NIGHT_DRAW:
            raise fields.bad("packs", "cards attack only in an Assault.")
        return
    window = phase == codes.ASSAULT or phase == codes.TARGETING
    if window and (state.fighters != state.humans_at(state.scene) or not state.fighters >> state.actor & 1):
        raise fields.bad("fighters", "are all Humans in the Location, and one of them acts.")
    if window and state.back != codes.ASSAULT:
        raise fields.bad("back", "is assault in its window.")
    if state.runners & ~(state.fighters & state.humans()):
        raise fields.bad("runners", "are Humans of the Assault who have still to escape.")
    if not window:
        if state.status[state.runner] != codes.HUMAN or state.place[state.runner] != state.scene:
            raise fields.bad("runner", "is a Human in the Location of the Assault.")
        if phase in (codes.ESCAPE_DIE, codes.HUG_OFFER, codes.FLEEING) and state.actor != state.runner:
            raise fields.bad("actor", "is the one who escapes.")
        if not state.fighters >> state.runner & 1 or state.runners >> state.runner & 1:
            raise fields.bad("runner", "is one of the fighters, and no longer among the runners.")
