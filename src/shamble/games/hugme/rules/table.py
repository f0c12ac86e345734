"""Table: everything that lies on it, and the small questions and moves that every phase shares.

Item cards that are out of the unseen part of their deck stand in one list, `cards`, in the order in which they came
to where they lie: token + knowers << 8 + origins << 17 + shown << 25 + zone << 26. *Knowers* is a mask of the seats
that know the card, bit 8 the public. *Origins* is the mask of the shops whose deck it may have begun in, as the
public can follow it. Zombie cards that are neither in the deck nor openly discarded stand in `packs`: kind +
knowers << 8 + zone << 17 + (owner + 1) << 24.
"""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.setting import Setting
from shamble.kernel.deck import zeros
from shamble.kernel.state import State

PUBLIC: Final = 0x1FF
SPOIL: Final = 1 << 9  # beside the knowers in `gone`: taken in the Theft whose spoils are being sorted
SHOWN: Final = 1 << 25
LEFT: Final = 0  # zones of items: + seat
RIGHT: Final = 8  # + seat
UNDER: Final = 16  # + shop
LIMBO: Final = 24
REMOVED: Final = 25
HAND: Final = 0  # zones of Zombie cards: + seat
SLOT: Final = 8  # + slot
ATTACK: Final = 21
HIDDEN_DISCARD: Final = 22
AT: Final = 23  # + place
MOVED: Final = 32  # + place
NONE: Final = 255
BY_DEFAULT: Final = 255  # `arm`: the highest shown Weapon
UNARMED: Final = 254
ANY: Final = 0
IN_ASSAULT: Final = 1
IN_THEFT: Final = 2


class HugmeTable(State):
    """The fields of a position and what can be asked of them."""

    def __init__(self, players: i64, head: dict[str, Any], setting: Setting) -> None:
        self.players = players
        self.head = head
        self.setting: Setting = setting
        self.cached: i64 = -1  # the seat whose legal codes stand in `cache`, or -1
        self.cache: vec[i64] = vec[i64]()
        self.phase: i64 = codes.DEALING
        self.back: i64 = 0  # the phase to go back to after a target or a reply
        self.actor: i64 = 0  # who decides, or for whom chance acts
        self.step: i64 = 0  # how far the set-up, the Dawn, the Day or the Night has come in turn order
        self.first: i64 = 0
        self.round: i64 = 0
        self.ending_code: i64 = 0
        self.winners: i64 = 0
        # by seat
        self.status: vec[u8] = vec[u8]()
        self.place: vec[u8] = vec[u8]()
        self.last_shop: vec[u8] = vec[u8]()
        self.character: vec[u8] = vec[u8]()
        self.arm: vec[u8] = vec[u8]()
        self.boost: vec[u8] = vec[u8]()
        self.sent: vec[u8] = vec[u8]()  # the slot on which a zombie's Character lies
        self.stands: vec[u8] = vec[u8]()  # at Night: the place where it assaults
        self.beaten: i64 = 0
        self.assaulted: i64 = 0
        self.disarmed: i64 = 0
        self.nursed: i64 = 0  # who has used the Night's reroll
        # the day
        self.turn: i64 = 0
        self.moved: bool = False
        self.steps: i64 = 0
        self.actions: i64 = 0
        self.bring: i64 = -1
        self.may_bring: bool = False
        self.using: i64 = 0  # the kind of item being used
        self.aim: i64 = -1  # its first target, or the shop that is searched; -1: none yet
        self.victim: i64 = 0
        self.robber: i64 = 0  # who takes spoils
        # places
        self.shop_at: vec[u8] = vec[u8]()
        self.barricade: vec[u8] = vec[u8]()
        self.lured: vec[u8] = vec[u8]()
        self.unresolved: i64 = 0
        self.drawn: i64 = 0
        # the cards
        self.shelf: vec[u8] = vec[u8]()  # by shop: what is unseen in its deck, a bit an item, bit 6 the special one
        self.special_kind: vec[u8] = vec[u8]()  # by shop: the kind of its special item once drawn, less GASOLINE
        self.special_left: vec[u8] = vec[u8]()  # special items not yet drawn, by kind
        self.cards: vec[i64] = vec[i64]()
        self.gone: vec[i64] = vec[i64]()  # by token: who knows that it has left its deck's unseen part, and SPOIL
        self.horde: vec[u8] = vec[u8]()
        self.discard: vec[u8] = vec[u8]()
        self.packs: vec[i64] = vec[i64]()
        self.nursery: bool = False
        self.slots: vec[i64] = vec[i64]()  # place + knowers << 8 + chooser << 17
        self.sending: i64 = 0  # 1 the Character, 2 the Zombie card
        self.looked: i64 = 0  # zombies who have seen the rest of the second Location deck this round
        # windows, Assaults, Escapes
        self.scene: i64 = 0
        self.fighters: i64 = 0
        self.kind_of_assault: i64 = 0
        self.owed: i64 = 0
        self.passes: i64 = 0
        self.acted: bool = False
        self.runners: i64 = 0
        self.runner: i64 = 0
        self.asked: i64 = 0

    def lay_out(self) -> None:
        """The box: every card in its unseen deck, nobody placed."""
        n = self.players
        self.status = zeros(n)
        self.place = filled(n, codes.NOWHERE)
        self.last_shop = filled(n, NONE)
        self.character = filled(n, NONE)
        self.arm = filled(n, BY_DEFAULT)
        self.boost = zeros(n)
        self.sent = filled(n, NONE)
        self.stands = filled(n, codes.NOWHERE)
        self.shop_at = filled(codes.HABITABLE, NONE)
        self.barricade = zeros(codes.HABITABLE)
        self.lured = zeros(codes.HABITABLE)
        self.shelf = self.setting.decks[:]
        self.special_kind = filled(8, NONE)
        self.special_left = self.setting.specials[:]
        self.horde = self.setting.copies[:]
        self.discard = zeros(codes.ZOMBIE_KINDS)
        token: i64 = 0
        while token < codes.TOKENS:
            self.gone = append(self.gone, 0)
            token += 1

    def fill(self, other: "HugmeTable") -> None:
        """Make `other`, a new table, equal to this one and independent."""
        other.phase = self.phase
        other.back = self.back
        other.actor = self.actor
        other.step = self.step
        other.first = self.first
        other.round = self.round
        other.ending_code = self.ending_code
        other.winners = self.winners
        other.status = self.status[:]
        other.place = self.place[:]
        other.last_shop = self.last_shop[:]
        other.character = self.character[:]
        other.arm = self.arm[:]
        other.boost = self.boost[:]
        other.sent = self.sent[:]
        other.stands = self.stands[:]
        other.beaten = self.beaten
        other.assaulted = self.assaulted
        other.disarmed = self.disarmed
        other.nursed = self.nursed
        other.turn = self.turn
        other.moved = self.moved
        other.steps = self.steps
        other.actions = self.actions
        other.bring = self.bring
        other.may_bring = self.may_bring
        other.using = self.using
        other.aim = self.aim
        other.victim = self.victim
        other.robber = self.robber
        other.shop_at = self.shop_at[:]
        other.barricade = self.barricade[:]
        other.lured = self.lured[:]
        other.unresolved = self.unresolved
        other.drawn = self.drawn
        other.shelf = self.shelf[:]
        other.special_kind = self.special_kind[:]
        other.special_left = self.special_left[:]
        other.cards = self.cards[:]
        other.gone = self.gone[:]
        other.horde = self.horde[:]
        other.discard = self.discard[:]
        other.packs = self.packs[:]
        other.nursery = self.nursery
        other.slots = self.slots[:]
        other.sending = self.sending
        other.looked = self.looked
        other.scene = self.scene
        other.fighters = self.fighters
        other.kind_of_assault = self.kind_of_assault
        other.owed = self.owed
        other.passes = self.passes
        other.acted = self.acted
        other.runners = self.runners
        other.runner = self.runner
        other.asked = self.asked

    # -- seats ---------------------------------------------------------------------------------------------------

    def seat_at(self, step: i64) -> i64:
        """The seat at that place of the turn order (R8)."""
        seat: i64 = self.first + step
        return seat if seat < self.players else seat - self.players

    def walks(self, seat: i64) -> bool:
        """Whether the seat has a keyring: Human or Infected."""
        return self.status[seat] != codes.ZOMBIE

    def ability(self, seat: i64) -> i64:
        """The effect of the Human side; it stays while Infected."""
        if self.status[seat] == codes.ZOMBIE:
            return 0
        return i64(self.setting.ability[i64(self.character[seat])])

    def amount(self, seat: i64) -> i64:
        """The number that goes with the Human side's effect."""
        return i64(self.setting.amount[i64(self.character[seat])])

    def undead(self, seat: i64) -> i64:
        """The effect of a zombie's Zombie side; 0 for others."""
        if self.status[seat] != codes.ZOMBIE:
            return 0
        return i64(self.setting.undead_ability[i64(self.character[seat])])

    def humans(self) -> i64:
        """The mask of Humans."""
        return self.mask_of(codes.HUMAN)

    def mask_of(self, status: i64) -> i64:
        """The mask of seats of that status."""
        mask: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            if i64(self.status[seat]) == status:
                mask = mask | (1 << seat)
            seat += 1
        return mask

    def humans_at(self, place: i64) -> i64:
        """The mask of Humans who stand there."""
        mask: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            if i64(self.place[seat]) == place and self.status[seat] == codes.HUMAN:
                mask = mask | (1 << seat)
            seat += 1
        return mask

    def company(self, seat: i64) -> i64:
        """The mask of the other Humans and Infected in the seat's Location."""
        mask: i64 = 0
        other: i64 = 0
        while other < self.players:
            if other != seat and self.place[other] == self.place[seat] and self.status[other] != codes.ZOMBIE:
                mask = mask | (1 << other)
            other += 1
        return mask

    # -- items ---------------------------------------------------------------------------------------------------

    def kind(self, token: i64) -> i64:
        """What a card shows."""
        return token if token < codes.COLOURED else codes.GASOLINE + i64(self.special_kind[token - codes.COLOURED])

    def kind_at(self, index: i64) -> i64:
        """What the card at that index of `cards` shows."""
        return self.kind(self.cards[index] & 255)

    def find(self, zone: i64, kind: i64, shown: i64) -> i64:
        """The index of a card of that kind in a zone: 1 shown, 0 face down, -1 either, face down first; or -1."""
        found: i64 = -1
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            card = self.cards[at]
            if card >> 26 == zone and self.kind(card & 255) == kind:
                up: i64 = (card >> 25) & 1
                if up == shown or (shown < 0 and up == 0):
                    return at
                if shown < 0 and found < 0:
                    found = at
            at += 1
        return found

    def count(self, zone: i64) -> i64:
        """How many cards lie in a zone."""
        n: i64 = 0
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            if self.cards[at] >> 26 == zone:
                n += 1
            at += 1
        return n

    def face_down(self, seat: i64) -> i64:
        """How many face-down cards lie on a seat's left."""
        n: i64 = 0
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            card = self.cards[at]
            if card >> 26 == LEFT + seat and card & SHOWN == 0:
                n += 1
            at += 1
        return n

    def put(self, index: i64, card: i64) -> None:
        """The card at `index` comes to lie as `card` says, the newest of all."""
        last: i64 = len(self.cards) - 1
        at: i64 = index
        while at < last:
            self.cards[at] = self.cards[at + 1]
            at += 1
        self.cards[last] = card

    def show(self, index: i64) -> None:
        """The card is turned face up where it lies: everybody knows it from now on."""
        card = self.cards[index]
        self.witness(card, PUBLIC)
        self.put(index, card | SHOWN | (PUBLIC << 8))

    def witness(self, card: i64, knowers: i64) -> None:
        """These seats see the card: they know that it has left its deck's unseen part, if they can tell which."""
        origins: i64 = (card >> 17) & 255
        token: i64 = card & 255
        if token < codes.COLOURED or origins & (origins - 1) == 0:
            self.gone[token] = self.gone[token] | knowers

    def move_to(self, index: i64, zone: i64) -> None:
        """The card comes into a zone, face down, known to those who knew it."""
        card = self.cards[index]
        self.put(index, (card & 0x1FFFFFF) | (zone << 26))

    def drop(self, index: i64, seat: i64) -> None:
        """R25, R26: a card of that seat goes to the bottom of the deck it drops on."""
        self.move_to(index, UNDER + self.deck_of(seat))  # R59: however many lie there

    def deck_of(self, seat: i64) -> i64:
        """R26: the shop where the seat stands; in the Hall the last one visited, or else the one in the slot n."""
        place: i64 = i64(self.place[seat])
        if place != codes.HALL:
            return i64(self.shop_at[place])
        return i64(self.last_shop[seat]) if self.last_shop[seat] != NONE else i64(self.shop_at[codes.N])

    def drop_zone(self, zone: i64, seat: i64) -> None:
        """R25: every card of a zone drops: those shown first, then the others, each oldest first."""
        self._drop_those(zone, seat, 1)
        self._drop_those(zone, seat, 0)

    def _drop_those(self, zone: i64, seat: i64, shown: i64) -> None:
        at: i64 = 0
        left: i64 = len(self.cards)
        while left > 0:
            card = self.cards[at]
            if card >> 26 == zone and (card >> 25) & 1 == shown:
                self.drop(at, seat)
            else:
                at += 1
            left -= 1

    def mix_unseen(self, holder: i64, spoils: bool) -> None:
        """R21: the holder's face-down and drawn cards (of spoils, those taken) are mixed unseen: nobody else can tell
        them apart any more."""
        origins: i64 = 0
        mixed: i64 = 0
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            if self._is_mixed(self.cards[at], holder, spoils):
                origins = origins | ((self.cards[at] >> 17) & 255)
                mixed += 1
            at += 1
        if mixed < 2:
            return
        at = 0
        while at < end:
            card = self.cards[at]
            if self._is_mixed(card, holder, spoils):
                zone: i64 = card >> 26
                self.cards[at] = (card & 255) | (1 << (8 + holder)) | (origins << 17) | (zone << 26)
            at += 1

    def _is_mixed(self, card: i64, holder: i64, spoils: bool) -> bool:
        if spoils and self.gone[card & 255] & SPOIL == 0:
            return False
        return card & SHOWN == 0 and (card >> 26 == LEFT + holder or card >> 26 == LIMBO)

    def room(self, seat: i64) -> i64:
        """R20: how many cards the left side takes: 1, the Student's more, and that of each shown Cart."""
        room: i64 = 1
        if self.ability(seat) == codes.H_CAPACITY:
            room += self.amount(seat)
        return room + self.shown_sum(seat, codes.CAPACITY)

    def load(self, seat: i64) -> i64:
        """R20: how many cards on the left take room; a shown Cart does not."""
        n: i64 = 0
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            card = self.cards[at]
            if card >> 26 == LEFT + seat:
                if card & SHOWN == 0 or i64(self.setting.effect[self.kind(card & 255)]) != codes.CAPACITY:
                    n += 1
            at += 1
        return n

    def shown_sum(self, seat: i64, effect: i64) -> i64:
        """The sum of the amounts of shown items on the left with that lasting effect."""
        total: i64 = 0
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            card = self.cards[at]
            if card >> 26 == LEFT + seat and card & SHOWN != 0:
                kind: i64 = self.kind(card & 255)
                if i64(self.setting.effect[kind]) == effect:
                    total += i64(self.setting.strength[kind])
            at += 1
        return total

    def shows(self, seat: i64, effect: i64) -> bool:
        """Whether an item with that lasting effect lies face up on the left."""
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            card = self.cards[at]
            if card >> 26 == LEFT + seat and card & SHOWN != 0:
                if i64(self.setting.effect[self.kind(card & 255)]) == effect:
                    return True
            at += 1
        return False

    def may_equip(self, seat: i64, kind: i64) -> bool:
        """R19: a Gasoline always goes to the right, the others only while one lies there."""
        if kind < codes.GASOLINE or kind > codes.LIGHTER:
            return False
        return kind == codes.GASOLINE or self.find(RIGHT + seat, codes.GASOLINE, -1) >= 0  # R58: of use to them or not

    # -- strength ------------------------------------------------------------------------------------------------

    def value(self, seat: i64) -> i64:
        """R42: the Character's value with every bonus that is not a Weapon."""
        value: i64 = i64(self.setting.human[i64(self.character[seat])])
        return value + self.shown_sum(seat, codes.BONUS) + i64(self.boost[seat])

    def weapon(self, seat: i64, kind: i64, where: i64) -> i64:
        """The value that a card of that kind has as a Weapon for this seat in a Theft or an Assault; 0: none."""
        if kind == codes.GASOLINE:
            return self.amount(seat) if self.ability(seat) == codes.H_GASOLINE_WEAPON else 0
        only: i64 = i64(self.setting.only[kind])
        if only != ANY and only != where:
            return 0
        return i64(self.setting.weapon[kind])

    def used_weapon(self, seat: i64, where: i64) -> i64:
        """R22: the kind of the one Weapon that counts: the chosen one, or else the highest shown; -1: none."""
        chosen: i64 = i64(self.arm[seat])
        if chosen == UNARMED or (where == IN_THEFT and (self.disarmed >> seat) & 1 == 1):
            return -1
        if chosen < codes.KINDS:
            return chosen
        best: i64 = -1
        high: i64 = 0
        at: i64 = 0
        end: i64 = len(self.cards)
        while at < end:
            card = self.cards[at]
            if card >> 26 == LEFT + seat and card & SHOWN != 0:
                kind: i64 = self.kind(card & 255)
                if kind < codes.COLOURED and self.weapon(seat, kind, where) > high:
                    high = self.weapon(seat, kind, where)
                    best = kind
            at += 1
        return best

    def stride(self, seat: i64) -> i64:
        """R57: how many steps a Movement has."""
        steps: i64 = 1 + self.shown_sum(seat, codes.STEPS)
        return steps + self.amount(seat) if self.ability(seat) == codes.H_STEPS else steps

    # -- Zombie cards --------------------------------------------------------------------------------------------

    def ready_to_draw(self) -> bool:
        """R37, R38: before a Zombie card is drawn: the Nursery's shuffle, or the discard pile for an empty deck;
        False where there is no card at all."""
        if self.nursery or self.deck_size() == 0:
            self.nursery = False
            kind: i64 = 0
            while kind < codes.ZOMBIE_KINDS:
                self.horde[kind] += self.discard[kind]
                self.discard[kind] = u8(0)
                kind += 1
            kept = vec[i64]()
            for pack in self.packs:
                if (pack >> 17) & 127 == HIDDEN_DISCARD:
                    self.horde[pack & 255] += u8(1)
                else:
                    kept = append(kept, pack)
            self.packs = kept
        return self.deck_size() > 0

    def deck_size(self) -> i64:
        """How many Zombie cards the deck holds."""
        size: i64 = 0
        for n in self.horde:
            size += i64(n)
        return size

    def discard_zone(self, zone: i64) -> None:
        """Every Zombie card of a zone goes openly to the discard pile."""
        kept = vec[i64]()
        for pack in self.packs:
            if (pack >> 17) & 127 == zone:
                self.discard[pack & 255] += u8(1)
            else:
                kept = append(kept, pack)
        self.packs = kept

    def packs_in(self, zone: i64) -> i64:
        """How many Zombie cards lie in a zone."""
        n: i64 = 0
        for pack in self.packs:
            if (pack >> 17) & 127 == zone:
                n += 1
        return n


def filled(n: i64, value: i64) -> vec[u8]:
    """A packed array of `n` equal values."""
    v = vec[u8](capacity=n)
    k: i64 = 0
    while k < n:
        v = append(v, u8(value))
        k += 1
    return v


def item_card(token: i64, knowers: i64, origins: i64, zone: i64) -> i64:
    """An entry of `cards`, face down."""
    return token | (knowers << 8) | (origins << 17) | (zone << 26)


def shelf_bit(token: i64) -> i64:
    """The bit of a token in its deck's unseen part."""
    return 1 << (token % codes.SHELF) if token < codes.COLOURED else 64


def home(token: i64) -> i64:
    """The shop in whose deck a token began."""
    return token // codes.SHELF if token < codes.COLOURED else token - codes.COLOURED
