"""Horrific: dealing again what a seat cannot know."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes
from shamble.games.horrific.rules.table import OWNER, HorrificTable
from shamble.kernel.deck import zeros
from shamble.kernel.dice import Dice

TRIES: Final = 500  # deals of one seat's hidden cards before they are left as they lie


def deal_again(t: HorrificTable, seat: i64, dice: Dice) -> None:
    """The seat's hidden cards are dealt again, as the public may believe them to lie."""
    hand = t.hands[seat * codes.KINDS : (seat + 1) * codes.KINDS]
    down = t.down
    mound = t.mound
    tries: i64 = 0
    while tries < TRIES:
        _gather(t, seat)
        fits: bool = _deal_hidden(t, seat, dice)
        if t.rules.top_only:
            fits = _deal_mound(t, seat, dice) and fits
        if fits:
            return
        tries += 1
    _gather(t, seat)
    _restore(t, seat, hand, down, mound)


def _gather(t: HorrificTable, seat: i64) -> None:
    """Hand and face-down cards join the deck; where only its top is public, the Mound below it too (R39)."""
    deck = t.decks[seat]
    kind: i64 = 0
    while kind < codes.KINDS:
        deck.add(kind, i64(t.hands[seat * codes.KINDS + kind]))
        kind += 1
    for entry in t.down:
        if entry & OWNER == seat:
            deck.add((entry >> 3) & 15, 1)
    if t.rules.top_only:
        at: i64 = seat * codes.DECK
        end: i64 = at + i64(t.mound_size[seat]) - 1
        while at < end:
            deck.add(i64(t.mound[at]), 1)
            at += 1


def _deal_hidden(t: HorrificTable, seat: i64, dice: Dice) -> bool:
    """Deal hand and face-down cards: known ones first, each into a random place it may lie in. False, with the
    cards where they were dealt, where a Reserve would come out that cannot be."""
    deck = t.decks[seat]
    base: i64 = seat * codes.KINDS
    kind: i64 = 0
    while kind < codes.KINDS:
        t.hands[base + kind] = u8(0)
        kind += 1
    places: i64 = t.downs(seat)
    empty: i64 = codes.KINDS  # a face-down place not filled yet
    dealt = zeros(places)
    at: i64 = 0
    while at < places:
        dealt[at] = u8(empty)
        at += 1
    room: i64 = i64(t.held[seat])
    reach: i64 = places
    while reach >= 0 and len(t.known_cards) > 0:
        for card in t.known_cards:
            if card >> 16 == seat and card & 255 == reach:
                kind = (card >> 8) & 255
                pick: i64 = dice.below(room + _free(dealt, reach))
                deck.take(kind)
                if pick < room:
                    t.hands[base + kind] += u8(1)
                    room -= 1
                else:
                    dealt[_nth_free(dealt, reach, pick - room)] = u8(kind)
        reach -= 1
    at = 0
    while at < places:
        if i64(dealt[at]) == empty:
            kind = deck.roll_loose(dice)
            deck.take(kind)
            dealt[at] = u8(kind)
        at += 1
    while room > 0:
        kind = deck.roll_loose(dice)
        deck.take(kind)
        t.hands[base + kind] += u8(1)
        room -= 1
    return places == 0 or _lay_again(t, seat, dealt)


def _free(dealt: vec[u8], start: i64) -> i64:
    free: i64 = 0
    at: i64 = start
    while at < i64(len(dealt)):
        if i64(dealt[at]) == codes.KINDS:
            free += 1
        at += 1
    return free


def _nth_free(dealt: vec[u8], start: i64, n: i64) -> i64:
    at: i64 = start
    while True:
        if i64(dealt[at]) == codes.KINDS:
            if n == 0:
                return at
            n -= 1
        at += 1


def _lay_again(t: HorrificTable, seat: i64, dealt: vec[u8]) -> bool:
    """Put the face-down cards in their places; whether each may be there and no type exceeds the cap (R13)."""
    laid = vec[i64]()
    fits: bool = True
    at: i64 = 0
    for entry in t.down:
        if entry & OWNER == seat:
            kind: i64 = i64(dealt[at])
            if (entry >> (8 + kind)) & 1 == 0:
                fits = False
            laid = append(laid, entry & ~(15 << 3) | kind << 3)
            at += 1
        else:
            laid = append(laid, entry)
    t.down = laid
    kind = 0
    while kind < codes.KINDS:
        if t.in_reserve(seat, kind) > codes.CAP:
            fits = False
        kind += 1
    return fits


def _deal_mound(t: HorrificTable, seat: i64, dice: Dice) -> bool:
    """Deal the Mound below its top; whether the cards named to come back from it are there (R25)."""
    deck = t.decks[seat]
    t.mound = t.mound[:]
    at: i64 = seat * codes.DECK
    end: i64 = at + i64(t.mound_size[seat]) - 1
    while at < end:
        kind: i64 = deck.roll_loose(dice)
        deck.take(kind)
        t.mound[at] = u8(kind)
        at += 1
    if seat == t.turn:
        for card in t.taken:
            if t.left_to_take(i64(card)) < 0:
                return False
    return True


def _restore(t: HorrificTable, seat: i64, hand: vec[u8], down: vec[i64], mound: vec[u8]) -> None:
    """Put hidden cards back as they lay, out of the deck they were gathered into."""
    deck = t.decks[seat]
    kind: i64 = 0
    while kind < codes.KINDS:
        t.hands[seat * codes.KINDS + kind] = hand[kind]
        left: i64 = i64(hand[kind])
        while left > 0:
            deck.take(kind)
            left -= 1
        kind += 1
    t.down = down
    for entry in down:
        if entry & OWNER == seat:
            deck.take((entry >> 3) & 15)
    t.mound = mound
    if t.rules.top_only:
        at: i64 = seat * codes.DECK
        end: i64 = at + i64(t.mound_size[seat]) - 1
        while at < end:
            deck.take(i64(mound[at]))
            at += 1
