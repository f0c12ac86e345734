"""Knowledge: what a seat may know, as a view and as bytes; the whole position as a dict (1.7, R56).

`view` and `known` are made from the same facts: the public fields, and the cards each with its kind only where the
seat knows it.
"""

from copy import deepcopy
from typing import Any, Final

from mypy_extensions import i64

from shamble.games.hugme.rules import assault, codes, packing, theft
from shamble.games.hugme.rules.table import (
    AT,
    ATTACK,
    HAND,
    HIDDEN_DISCARD,
    LEFT,
    LIMBO,
    MOVED,
    NONE,
    PUBLIC,
    REMOVED,
    RIGHT,
    SHOWN,
    SLOT,
    SPOIL,
    UNARMED,
    UNDER,
    HugmeTable,
    home,
)
from shamble.kernel.bits import bits

ZONES: Final = 26
SEATS_OF: Final = [[seat for seat in range(8) if mask >> seat & 1] for mask in range(256)]  # by mask
SHOPS_OF: Final = [[codes.SHOPS[shop] for shop in seats] for seats in SEATS_OF]  # by mask
SORTS: Final = ("drawn", "deployed", "sent_on")


def bit_of(seat: i64) -> i64:
    """The bit of a reader in a mask of knowers: the public's is 8."""
    bit: i64 = seat if seat >= 0 else packing.PUBLIC_BIT
    one: i64 = 1
    return one << bit


# -- facts -------------------------------------------------------------------------------------------------------


def by_zone(t: HugmeTable) -> list[list[int]]:
    """The indices of the cards of every zone, those shown first, each oldest first."""
    found: list[list[int]] = [[] for _ in range(ZONES)]
    for shown in (SHOWN, 0):
        for index, card in enumerate(t.cards):
            if card & SHOWN == shown:
                found[packing.zone(card)].append(index)
    return found


def card_facts(t: HugmeTable, index: i64, reader: i64) -> tuple[int, int, int, int]:
    """Of one card: its kind or 255, the shops it may be from, who knows it, whether it is shown."""
    card = t.cards[index]
    bit = bit_of(reader)
    token = packing.token(card)
    knowers = packing.knowers(card)
    origins = packing.origins(card)
    if knowers & bit == 0:
        return packing.UNKNOWN, origins, knowers, 0  # R56
    if token >= codes.COLOURED and t.gone[token] & bit != 0:
        origins = 1 << (token - codes.COLOURED)
    return t.kind(token), origins, knowers, 1 if packing.is_shown(card) else 0


def pack_facts(pack: i64, reader: i64) -> tuple[int, int, int, int]:
    """Of one Zombie card: its kind or 255, its zone, its owner's seat + 1, who knows it."""
    knowers = packing.knowers(pack)
    kind = packing.zombie_kind(pack) if knowers & bit_of(reader) != 0 else packing.UNKNOWN
    return kind, packing.pack_zone(pack), packing.owner(pack) + 1, knowers


def slot_facts(slot: i64, reader: i64) -> tuple[int, int, int]:
    """Of one slot: its place or 31, who chose it, who knows it."""
    knowers = packing.knowers(slot)
    place = packing.slot_place(slot) if knowers & bit_of(reader) != 0 else codes.NOWHERE
    return place, packing.chooser(slot), knowers


def laid_before(t: HugmeTable, reader: i64) -> i64:
    """R46: the places of the slots that lay there when this zombie saw the rest of the deck, as a mask."""
    mask: i64 = 0
    if reader >= 0 and (t.looked >> reader) & 1 == 1:
        for slot in t.slots:
            if before(t, packing.chooser(slot), reader):
                place: i64 = 1
                mask = mask | (place << packing.slot_place(slot))
    return mask


def before(t: HugmeTable, seat: i64, other: i64) -> bool:
    """Whether a seat comes before another in turn order."""
    return (seat - t.first + t.players) % t.players < (other - t.first + t.players) % t.players


def public_numbers(t: HugmeTable) -> list[int]:
    """Every field that all may know, as whole numbers."""
    return [
        t.phase, t.back, t.actor, t.step, t.first, t.round, t.ending_code, t.winners, t.beaten, t.assaulted, t.disarmed,
        t.nursed, t.turn, 1 if t.moved else 0, t.steps, t.actions, t.bring + 1, 1 if t.may_bring else 0, t.using,
        t.aim + 1, t.victim, t.robber, t.unresolved, t.drawn, 1 if t.nursery else 0, t.sending, t.looked, t.scene,
        t.fighters, t.kind_of_assault, t.owed, t.passes, 1 if t.acted else 0, t.runners, t.runner, t.asked,
    ]  # fmt: skip


def known(t: HugmeTable, reader: i64) -> bytes:
    """All that the reader may know, as bytes."""
    parts: list[int] = [reader & 255]
    for number in public_numbers(t):
        parts.extend((number & 255, (number >> 8) & 255))
    shop: i64 = 0
    while shop < packing.SHOPS:
        parts.append(bits(i64(t.shelf[shop])))
        shop += 1
    for zone, indices in enumerate(by_zone(t)):
        for index in indices:
            kind, origins, knowers, shown = card_facts(t, index, reader)
            parts.extend((zone, kind, origins, knowers & 255, knowers >> 8, shown))
    parts.append(255)
    for pack in sorted(t.packs, key=packing.pack_zone):
        kind, where, owner, knowers = pack_facts(pack, reader)
        parts.extend((where, kind, owner, knowers & 255, knowers >> 8))
    parts.append(255)
    for slot in t.slots:
        place, chooser, knowers = slot_facts(slot, reader)
        parts.extend((place, chooser, knowers & 255, knowers >> 8))
    laid = laid_before(t, reader)
    parts.extend((255, laid & 255, laid >> 8, t.deck_size()))
    bit = bit_of(reader)
    parts.extend([1 if gone & bit != 0 else 0 for gone in t.gone])
    parts.extend(spoils(t, reader))
    fixed = bytes(t.status) + bytes(t.place) + bytes(t.last_shop) + bytes(t.character) + bytes(t.arm) + bytes(t.boost)
    fixed += bytes(t.sent) + bytes(t.stands) + bytes(t.shop_at) + bytes(t.barricade) + bytes(t.lured)
    return bytes(parts) + fixed + bytes(t.discard)


def spoils(t: HugmeTable, reader: i64) -> list[int]:
    """Which of the cards on the left of the reader, who sorts them, have been taken: their places there, from 0."""
    if t.phase != codes.SORTING or reader != t.robber or not t.setting.book:
        return []
    return [
        k for k, index in enumerate(by_zone(t)[LEFT + reader]) if t.gone[packing.token(t.cards[index])] & SPOIL != 0
    ]


# -- the view ----------------------------------------------------------------------------------------------------


def seats_in(t: HugmeTable, mask: i64) -> list[int]:
    """The seats of a mask."""
    return SEATS_OF[mask & ((1 << t.players) - 1)].copy()


def places_in(mask: i64) -> list[str]:
    """The places of a mask."""
    return [] if mask == 0 else [codes.PLACES[place] for place in range(len(codes.PLACES)) if (mask >> place) & 1]


def shops_in(mask: i64) -> list[str]:
    """The shops of a mask."""
    return SHOPS_OF[mask & 255].copy()


def place_text(place: i64) -> str | None:
    """The name of a place, or None."""
    return codes.PLACES[place] if place < len(codes.PLACES) else None


def card_view(t: HugmeTable, index: int, reader: i64, whole: bool) -> dict[str, Any]:
    """One item card: `card` is None where the reader does not know it."""
    kind, origins, knowers, shown = card_facts(t, index, reader)
    if not whole:
        return {"card": codes.ITEMS[kind] if kind < codes.KINDS else None}
    return {
        "card": codes.ITEMS[kind] if kind < codes.KINDS else None,
        "shown": shown == 1,
        "from": shops_in(origins),
        "known_by": knower_list(t, knowers),
    }


def knower_list(t: HugmeTable, knowers: i64) -> list[int] | str:
    """Who knows a card: "all", or the seats."""
    return "all" if packing.public_knows(knowers) else seats_in(t, knowers)


def pack_view(t: HugmeTable, pack: i64, reader: i64, whole: bool) -> dict[str, Any]:
    """One Zombie card."""
    kind, _, owner, knowers = pack_facts(pack, reader)
    if not whole:
        return {"card": codes.ZOMBIES[kind] if kind < codes.ZOMBIE_KINDS else None}
    return {
        "card": codes.ZOMBIES[kind] if kind < codes.ZOMBIE_KINDS else None,
        "owner": owner - 1 if owner > 0 else None,
        "known_by": knower_list(t, knowers),
    }


def cards_view(t: HugmeTable, zone: i64, reader: i64, whole: bool) -> list[dict[str, Any]]:
    """The item cards of a zone, those shown first, each oldest first."""
    found: list[dict[str, Any]] = []
    end: i64 = len(t.cards)
    shown: i64 = SHOWN
    hidden = False
    while True:
        at: i64 = 0
        while at < end:
            card = t.cards[at]
            if packing.zone(card) == zone:
                if card & SHOWN == shown:
                    found.append(card_view(t, at, reader, whole))
                else:
                    hidden = True
            at += 1
        if not hidden or shown == 0:
            return found
        shown = 0


def packs_view(t: HugmeTable, zone: i64, reader: i64, whole: bool) -> list[dict[str, Any]]:
    """The Zombie cards of a zone."""
    found: list[dict[str, Any]] = []
    for pack in t.packs:
        if packing.pack_zone(pack) == zone:
            found.append(pack_view(t, pack, reader, whole))
    return found


def _packs_by_place(t: HugmeTable, zone: i64, reader: i64, whole: bool) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for pack in t.packs:
        where: i64 = packing.pack_zone(pack) - zone
        if 0 <= where < codes.HABITABLE:
            found.setdefault(codes.PLACES[where], []).append(pack_view(t, pack, reader, whole))
    return found


def view(t: HugmeTable, reader: i64, whole: bool = True) -> dict[str, Any]:
    """All that the reader may know; where it need not be `whole`, without who knows which card and where it may be
    from."""
    owing: list[int] = [] if t.phase <= codes.LAST_CHANCE or t.phase >= codes.OVER else [t.actor]
    found: dict[str, Any] = {
        "game": "hugme",
        "edition": t.head["edition"],
        "players": t.players,
        "seat": reader if reader >= 0 else None,
        "phase": codes.PHASES[t.phase],
        "back": codes.PHASES[t.back] if t.back < codes.AUTO else None,
        "owing": owing,
        "actor": t.actor,
        "turn": t.turn,
        "first": t.first,
        "step": t.step,
        "round": t.round,
        "seats": [_seat_view(t, seat, reader, whole) for seat in range(t.players)],
        "board": {codes.PLACES[p]: codes.SHOPS[t.shop_at[p]] for p in range(codes.HABITABLE) if t.shop_at[p] != NONE},
        "barricades": {codes.PLACES[p]: int(t.barricade[p]) for p in range(codes.HABITABLE) if t.barricade[p] > 0},
        "lured": {codes.PLACES[p]: int(t.lured[p]) for p in range(codes.HABITABLE) if t.lured[p] > 0},
        "decks": {
            codes.SHOPS[shop]: {
                "unseen": bits(i64(t.shelf[shop])),
                "under": cards_view(t, UNDER + shop, reader, whole),
            }
            for shop in range(packing.SHOPS)
        },
        "drawn": cards_view(t, LIMBO, reader, whole),
        "removed": cards_view(t, REMOVED, reader, whole),
        "gone": _gone(t, bit_of(reader)),
        "horde": {
            "deck": t.deck_size(),
            "discard": {codes.ZOMBIES[k]: int(t.discard[k]) for k in range(codes.ZOMBIE_KINDS) if t.discard[k] > 0},
            "face_down": packs_view(t, HIDDEN_DISCARD, reader, whole),
            "nursery": t.nursery,
        },
        "slots": [_slot_view(t, k, reader, whole) for k in range(len(t.slots))],
        "laid_before": places_in(laid_before(t, reader)),
        "looked": seats_in(t, t.looked),
        "attack": packs_view(t, ATTACK, reader, whole),
        "deployed": _packs_by_place(t, AT, reader, whole),
        "sent_on": _packs_by_place(t, MOVED, reader, whole),
        "turn_state": {
            "moved": t.moved,
            "steps": t.steps,
            "actions": t.actions,
            "bring": t.bring if t.bring >= 0 else None,
            "may_bring": t.may_bring,
        },
        "using": codes.ITEMS[t.using] if t.phase == codes.TARGETING else None,
        "assault": {
            "scene": codes.PLACES[t.scene],
            "sort": SORTS[t.kind_of_assault],
            "fighters": seats_in(t, t.fighters),
            "runners": seats_in(t, t.runners),
            "runner": t.runner,
            "asked": seats_in(t, t.asked),
            "attack": assault.attack(t) if t.fighters != 0 else None,
            "defence": assault.defence(t) if t.fighters != 0 else None,
            "growth": assault.growth(t),
            "barricade_each": t.setting.barricade_per_human,
        },
        "theft": _theft_view(t),
        "unresolved": places_in(t.unresolved),
        "card_drawn": places_in(t.drawn),
        "winners": seats_in(t, t.winners),
        "ending": codes.ENDINGS[t.ending_code],
    }
    if t.setting.book:
        left = by_zone(t)[LEFT + reader] if t.phase == codes.SORTING and reader >= 0 else []
        found["spoils"] = [codes.ITEMS[t.kind_at(left[place])] for place in spoils(t, reader)]
    if whole:
        found["items_state"] = [
            t.using, t.aim, t.victim, t.robber, t.owed, t.passes, 1 if t.acted else 0, t.sending
        ]  # fmt: skip
        if t.setting.book:
            found["rules"] = t.head["rules"]
            found["interrupts"] = t.setting.interrupts
        found["talk"] = seats_in(t, t.mask_of(codes.ZOMBIE)) if t.setting.team_chat else "all"  # R47
    return found


def _gone(t: HugmeTable, bit: i64) -> list[str]:
    found: list[str] = []
    token: i64 = 0
    while token < codes.TOKENS:
        if t.gone[token] & bit != 0:
            found.append(token_text(token))
        token += 1
    return found


def token_text(token: i64) -> str:
    """A card that is known to have left its deck: the item, or the special one of a shop."""
    return codes.ITEMS[token] if token < codes.COLOURED else f"special {codes.SHOPS[token - codes.COLOURED]}"


def _seat_view(t: HugmeTable, seat: i64, reader: i64, whole: bool) -> dict[str, Any]:
    character = t.character[seat]
    return {
        "character": codes.CHARACTERS[character] if character != NONE else None,
        "status": codes.STATUSES[t.status[seat]],
        "value": _face_value(t, seat),
        "place": place_text(i64(t.place[seat])),
        "last_shop": codes.SHOPS[t.last_shop[seat]] if t.last_shop[seat] != NONE else None,
        "left": cards_view(t, LEFT + seat, reader, whole),
        "right": cards_view(t, RIGHT + seat, reader, whole),
        "room": t.room(seat) if character != NONE else 1,
        "hand": packs_view(t, HAND + seat, reader, whole),
        "slot": int(t.sent[seat]) + 1 if t.sent[seat] != NONE else None,
        "stands": place_text(i64(t.stands[seat])),
        "arm": arm_text(i64(t.arm[seat])),
        "boost": int(t.boost[seat]),
        "beaten": (t.beaten >> seat) & 1 == 1,
        "assaulted": (t.assaulted >> seat) & 1 == 1,
        "disarmed": (t.disarmed >> seat) & 1 == 1,
        "rerolled": (t.nursed >> seat) & 1 == 1,
    }


def _face_value(t: HugmeTable, seat: i64) -> int | None:
    """The printed value of the side of the Character that is up."""
    character: i64 = i64(t.character[seat])
    if character == NONE:
        return None
    return int(t.setting.undead[character] if t.status[seat] == codes.ZOMBIE else t.setting.human[character])


def arm_text(arm: i64) -> str:
    """Which Weapon counts: "best", "none" or the item."""
    return codes.ITEMS[arm] if arm < codes.KINDS else "none" if arm == UNARMED else "best"


def _slot_view(t: HugmeTable, index: i64, reader: i64, whole: bool) -> dict[str, Any]:
    place, chooser, knowers = slot_facts(t.slots[index], reader)
    return {
        "place": place_text(place),
        "by": chooser,
        "known_by": seats_in(t, knowers),
        "characters": [seat for seat in range(t.players) if int(t.sent[seat]) == index],
        "cards": packs_view(t, SLOT + index, reader, whole),
    }


def _theft_view(t: HugmeTable) -> dict[str, Any] | None:
    """The Theft that is going on: who, and the values as they stand."""
    if t.phase != codes.THEFT:
        return None
    return {
        "thief": t.turn,
        "victim": t.victim,
        "values": [theft.strength(t, t.turn), theft.strength(t, t.victim)],
        "succeeds": theft.succeeds(t),
    }


# -- the whole position ------------------------------------------------------------------------------------------


def zone_text(zone: i64) -> str:
    """Where an item card lies."""
    if zone < RIGHT:
        return f"left {zone}"
    if zone < UNDER:
        return f"right {zone - RIGHT}"
    if zone < LIMBO:
        return f"under {codes.SHOPS[zone - UNDER]}"
    return "drawn" if zone == LIMBO else "removed"


def pack_zone_text(zone: i64) -> str:
    """Where a Zombie card lies."""
    if zone < SLOT:
        return f"hand {zone}"
    if zone < ATTACK:
        return f"slot {zone - SLOT + 1}"
    if zone == ATTACK:
        return "attack"
    if zone == HIDDEN_DISCARD:
        return "discard"
    return f"at {codes.PLACES[zone - AT]}" if zone < MOVED else f"sent {codes.PLACES[zone - MOVED]}"


def names_of(mask: i64) -> list[str]:
    """The members of a mask of knowers, as texts."""
    return [f"@{seat}" for seat in range(packing.SEATS) if packing.knows(mask, seat)] + (
        ["public"] if packing.public_knows(mask) else []
    )


def to_dict(t: HugmeTable) -> dict[str, Any]:
    """The whole truth, readable."""
    return {
        **deepcopy(t.head),
        "phase": codes.PHASES[t.phase],
        "back": codes.PHASES[t.back] if t.back < codes.AUTO else "next_start",
        "actor": t.actor,
        "step": t.step,
        "first": t.first,
        "round": t.round,
        "turn": t.turn,
        "moved": t.moved,
        "steps": t.steps,
        "actions": t.actions,
        "bring": t.bring,
        "may_bring": t.may_bring,
        "using": t.using,
        "aim": t.aim,
        "victim": t.victim,
        "robber": t.robber,
        "owed": t.owed,
        "passes": t.passes,
        "acted": t.acted,
        "sending": t.sending,
        "scene": codes.PLACES[t.scene],
        "sort": SORTS[t.kind_of_assault],
        "runner": t.runner,
        "fighters": seats_in(t, t.fighters),
        "runners": seats_in(t, t.runners),
        "asked": seats_in(t, t.asked),
        "beaten": seats_in(t, t.beaten),
        "assaulted": seats_in(t, t.assaulted),
        "disarmed": seats_in(t, t.disarmed),
        "rerolled": seats_in(t, t.nursed),
        "looked": seats_in(t, t.looked),
        "unresolved": places_in(t.unresolved),
        "card_drawn": places_in(t.drawn),
        "seats": [
            {
                "character": codes.CHARACTERS[t.character[seat]] if t.character[seat] != NONE else None,
                "status": codes.STATUSES[t.status[seat]],
                "place": place_text(i64(t.place[seat])),
                "last_shop": codes.SHOPS[t.last_shop[seat]] if t.last_shop[seat] != NONE else None,
                "arm": arm_text(i64(t.arm[seat])),
                "boost": int(t.boost[seat]),
                "slot": int(t.sent[seat]) + 1 if t.sent[seat] != NONE else None,
                "stands": place_text(i64(t.stands[seat])),
            }
            for seat in range(t.players)
        ],
        "board": {codes.PLACES[p]: codes.SHOPS[t.shop_at[p]] for p in range(codes.HABITABLE) if t.shop_at[p] != NONE},
        "barricades": {codes.PLACES[p]: int(t.barricade[p]) for p in range(codes.HABITABLE) if t.barricade[p] > 0},
        "lured": {codes.PLACES[p]: int(t.lured[p]) for p in range(codes.HABITABLE) if t.lured[p] > 0},
        "shelves": {codes.SHOPS[shop]: shelf_texts(t, shop) for shop in range(packing.SHOPS)},
        "specials_unseen": {codes.ITEMS[codes.COLOURED + k]: int(t.special_left[k]) for k in range(4)},
        "cards": [_card_entry(t, t.cards[index]) for indices in by_zone(t) for index in indices],
        "seen": {token_text(k): names_of(t.gone[k]) for k in range(codes.TOKENS) if t.gone[k] & PUBLIC != 0},
        "horde": {codes.ZOMBIES[k]: int(t.horde[k]) for k in range(codes.ZOMBIE_KINDS) if t.horde[k] > 0},
        "discard": {codes.ZOMBIES[k]: int(t.discard[k]) for k in range(codes.ZOMBIE_KINDS) if t.discard[k] > 0},
        "packs": [_pack_entry(pack) for pack in sorted(t.packs, key=packing.pack_zone)],
        "nursery": t.nursery,
        "slots": [
            {
                "place": codes.PLACES[packing.slot_place(slot)],
                "by": packing.chooser(slot),
                "known_by": names_of(packing.knowers(slot)),
            }
            for slot in t.slots
        ],
        "winners": seats_in(t, t.winners),
        "ending": codes.ENDINGS[t.ending_code],
        **(
            {"spoils": [token_text(k) for k in range(codes.TOKENS) if t.gone[k] & SPOIL != 0]} if t.setting.book else {}
        ),
    }


def _card_entry(t: HugmeTable, card: i64) -> dict[str, Any]:
    return {
        "card": codes.ITEMS[t.kind(packing.token(card))],
        "of": codes.SHOPS[home(packing.token(card))],
        "zone": zone_text(packing.zone(card)),
        "shown": packing.is_shown(card),
        "known_by": names_of(packing.knowers(card)),
        "from": shops_in(packing.origins(card)),
    }


def _pack_entry(pack: i64) -> dict[str, Any]:
    return {
        "card": codes.ZOMBIES[packing.zombie_kind(pack)],
        "zone": pack_zone_text(packing.pack_zone(pack)),
        "owner": packing.owner(pack) if packing.owner(pack) >= 0 else None,
        "known_by": names_of(packing.knowers(pack)),
    }


def shelf_texts(t: HugmeTable, shop: int) -> list[str]:
    """What is unseen in a shop's deck."""
    mask = int(t.shelf[shop])
    return [codes.ITEMS[shop * codes.SHELF + k] for k in range(codes.SHELF) if mask >> k & 1] + (
        ["special"] if mask & codes.SPECIAL_PLACE else []
    )


def census(t: HugmeTable) -> dict[str, int]:
    """Every card counted where it lies."""
    counts: dict[str, int] = {codes.ITEMS[k]: 0 for k in range(codes.KINDS)}
    for shop in range(packing.SHOPS):
        for text in shelf_texts(t, shop):
            if text != "special":
                counts[text] += 1
    for k in range(4):
        counts[codes.ITEMS[codes.COLOURED + k]] += int(t.special_left[k])
    for card in t.cards:
        counts[codes.ITEMS[t.kind(packing.token(card))]] += 1
    for kind in range(codes.ZOMBIE_KINDS):
        counts[f"zombie {codes.ZOMBIES[kind]}"] = int(t.horde[kind]) + int(t.discard[kind])
    for pack in t.packs:
        counts[f"zombie {codes.ZOMBIES[packing.zombie_kind(pack)]}"] += 1
    counts["special places"] = sum(1 for shop in range(packing.SHOPS) if t.shelf[shop] & codes.SPECIAL_PLACE)
    counts["special places"] += sum(1 for card in t.cards if packing.token(card) >= codes.COLOURED)
    return counts
