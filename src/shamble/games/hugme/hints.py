"""A quick policy for Hug Me, and an estimate of who will win.

As a Human it searches where a Special Item may still lie, keeps the best Weapon, robs for what it lacks, barricades
what it holds when weak, and runs for the Minivan; as an Infected it does the same for the Boiler Room; as a zombie it
deploys where Humans are likely to be at Night. It reads only what its seat knows.
"""

from math import exp
from typing import Final, cast

from mypy_extensions import i64

from shamble.games.hugme.rules import assault, codes, theft
from shamble.games.hugme.rules.table import AT, IN_ASSAULT, LEFT, NONE, RIGHT, SHOWN, UNDER, HugmeTable
from shamble.kernel.bits import bits
from shamble.kernel.dice import Dice
from shamble.kernel.policy import Policy
from shamble.kernel.state import State

PATIENCE: Final = (
    30  # rounds; then, where the horde does not grow, it plays wildly so that no crowd holds for ever (R52)
)
HORIZON: Final = 60  # decisions of a search's rollout: a round and a half of four players
WEARY: Final = 16 * 800
# how likely a drawn card beats a defence of 0, 1, 2, …, in percent
RISK: Final = (100, 81, 62, 38, 26, 16, 10, 7, 3, 1, 0)


class Greedy(Policy):
    """Scores every legal code and plays the best; ties by the dice."""

    def __init__(self) -> None:
        self.horizon = HORIZON

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        t = cast(HugmeTable, state)
        legal = t.legal(seat)
        if len(legal) == 1:
            return legal[0]
        best: i64 = legal[0]
        high: i64 = -1_000_000
        noise: i64 = WEARY if t.round > PATIENCE and t.setting.growth_from == 0 else 16
        for code in legal:
            score = score_of(t, seat, code) * 16 + dice.below(noise)
            if score > high:
                high = score
                best = code
        return best

    def estimate(self, state: State) -> list[float]:
        t = cast(HugmeTable, state)
        if t.owing() == 0:
            return t.payoffs()
        return shares(t)


def shares(t: HugmeTable) -> list[float]:
    """Shares by status, holdings and how far the horde has come: a softmax fitted to 650 games of four quick players,
    of whose results it explains about an eighth; the rest is luck."""
    weights: list[float] = []
    humans: i64 = 0
    zombies: i64 = 0
    for status in t.status:
        humans += 1 if status == codes.HUMAN else 0
        zombies += 1 if status == codes.ZOMBIE else 0
    living: float = float(humans) / float(t.players)
    dead: float = float(zombies) / float(t.players)
    late: float = float(min(12, t.round)) / 12.0
    seat: i64 = 0
    while seat < t.players:
        score: float = 0.38
        if t.status[seat] == codes.HUMAN:
            character: i64 = i64(t.character[seat])
            strength: i64 = i64(t.setting.human[character]) if character != NONE else 0
            score = 0.39 * living - 0.45 - 0.62 * late + 0.22 * float(strength)
            score += _way_out(t, seat) - (0.8 if humans == 1 else 0.0)
        elif t.status[seat] == codes.ZOMBIE:
            score = 0.06 + 0.43 * dead + 0.23 * late + 0.27 / float(max(1, humans)) + (0.2 if humans == 1 else 0.0)
        weights.append(exp(score))
        seat += 1
    total = sum(weights)
    return [weight / total for weight in weights]


def _way_out(t: HugmeTable, seat: i64) -> float:
    """What the Special Items of a human add to its score; both at the Minivan the most."""
    gas: i64 = _owned(t, seat, codes.GASOLINE)
    keys: i64 = max(_owned(t, seat, codes.KEYS), _owned(t, seat, codes.SPARE_KEYS))
    score: float = 0.51 * float(gas) + 0.21 * float(keys)
    if gas != 0 and keys != 0:
        score += 1.73 - 0.37 * float(distance(t, i64(t.place[seat]), t.setting.minivan))
    return score


def _owned(t: HugmeTable, seat: i64, kind: i64) -> i64:
    return 1 if t.find(LEFT + seat, kind, -1) >= 0 or t.find(RIGHT + seat, kind, -1) >= 0 else 0


# -- scores ------------------------------------------------------------------------------------------------------


def score_of(t: HugmeTable, seat: i64, code: i64) -> i64:
    """How much the seat wants that code now; only the order of scores matters."""
    phase = t.phase
    if phase == codes.TURN:
        return _turn_score(t, seat, code)
    if phase == codes.ASSAULT:
        return _assault_score(t, seat, code)
    if phase == codes.THEFT:
        return _theft_score(t, seat, code)
    if code < codes.A_MOVE:
        return _start_score(t, seat, code - codes.A_DEPLOY)
    if codes.A_LEAVE <= code < codes.A_KEEP:
        return 100 - worth(t, seat, code - codes.A_LEAVE)
    if codes.A_TAKE <= code < codes.A_LEAVE:
        return worth(t, seat, code - codes.A_TAKE)
    if codes.A_REVEAL <= code < codes.A_EQUIP:
        return _reveal_score(t, seat, code - codes.A_REVEAL)
    if codes.A_EQUIP <= code < codes.A_USE:
        return 2000
    if codes.A_USE <= code < codes.A_END:
        return _use_score(t, seat, code - codes.A_USE)
    if codes.A_AT <= code < codes.A_ON:
        return (
            _zombie_place(t, seat, code - codes.A_AT)
            if phase == codes.PLACING
            else _target_place(t, seat, code - codes.A_AT)
        )
    if codes.A_LATE <= code < codes.A_LATE + codes.HABITABLE:
        return bits(t.humans_at(code - codes.A_LATE)) - bits(t.humans_at(i64(t.stands[seat])))
    if codes.A_FLEE <= code < codes.A_HUG:
        return -danger(t, seat, code - codes.A_FLEE)
    return _small_score(t, seat, code)


def _small_score(t: HugmeTable, seat: i64, code: i64) -> i64:
    """Decisions that hardly need thought."""
    if code == codes.A_KEEP:
        return 150
    if code == codes.A_SHOW:
        return 160 if _is_lasting(t, _drawn_kind(t)) else 0
    if code == codes.A_DONE:
        return 1000
    if code == codes.A_SPOILS_LEFT:
        return 10 + 5 * t.count(LEFT + t.victim)
    if code == codes.A_SPOILS_RIGHT:
        return 40 * _ready(t, t.victim)
    if code == codes.A_SEND_SELF:
        return 20
    if code == codes.A_SEND_CARD:
        return 10
    if codes.A_ON <= code < codes.A_CHOOSE:
        return 15 if _own_slot(t, seat, code - codes.A_ON) else -20
    if codes.A_HOLD <= code < codes.A_SEND_SELF:
        return i64(t.setting.number[code - codes.A_HOLD])
    if code == codes.A_ACCEPT:
        return 10 if _has(t, seat, codes.GASOLINE) and _has(t, seat, codes.LIGHTER) else -10
    if code == codes.A_REROLL or code == codes.A_HUG or code == codes.A_DRAW:
        return 30
    if code == codes.A_DECLINE or code == codes.A_PASS:
        return 0
    return 1


# -- what one has and wants --------------------------------------------------------------------------------------


def _has(t: HugmeTable, seat: i64, kind: i64) -> bool:
    """Of oneself: whether a card of that kind lies on either side."""
    return t.find(RIGHT + seat, kind, -1) >= 0 or t.find(LEFT + seat, kind, -1) >= 0


def complete(t: HugmeTable, seat: i64) -> bool:
    """Of oneself: whether all that winning needs is there."""
    if not _has(t, seat, codes.GASOLINE):
        return False
    if t.status[seat] == codes.HUMAN:
        return _has(t, seat, codes.KEYS) or _has(t, seat, codes.SPARE_KEYS)
    return _has(t, seat, codes.LIGHTER)


def _ready(t: HugmeTable, seat: i64) -> i64:
    """How dangerous another's right side is: Gasoline and what goes with it."""
    if t.find(RIGHT + seat, codes.GASOLINE, 1) < 0:
        return 0
    keys = t.find(RIGHT + seat, codes.KEYS, 1) >= 0 or t.find(RIGHT + seat, codes.SPARE_KEYS, 1) >= 0
    return 3 if keys or t.find(RIGHT + seat, codes.LIGHTER, 1) >= 0 else 1


def worth(t: HugmeTable, seat: i64, kind: i64) -> i64:
    """What a card is worth on one's left, 0 … 99."""
    if kind >= codes.GASOLINE:
        if kind == codes.GASOLINE:
            return 70 if not _has(t, seat, codes.GASOLINE) else 25
        wanted = kind == codes.LIGHTER if t.status[seat] == codes.INFECTED else kind != codes.LIGHTER
        return 90 if wanted else 30
    weapon: i64 = i64(t.setting.weapon[kind])
    if weapon > 0:
        return 20 + 6 * weapon
    effect: i64 = i64(t.setting.effect[kind])
    if i64(t.setting.requires[i64(t.character[seat])]) == kind and t.status[seat] == codes.HUMAN:
        return 85
    if effect == codes.CAPACITY:
        return 80
    if effect == codes.REROLL or effect == codes.MOVE_ALL or effect == codes.MOVE_ONE or effect == codes.BOOST:
        return 32
    if effect == codes.BONUS or effect == codes.STEPS or effect == codes.CURE:
        return 30
    return 12


def _is_lasting(t: HugmeTable, kind: i64) -> bool:
    """Whether a card works by lying face up."""
    if kind >= codes.COLOURED:
        return False
    effect: i64 = i64(t.setting.effect[kind])
    return codes.CAPACITY <= effect <= codes.NO_THEFT or effect == codes.SEARCH_LINKED


def _drawn_kind(t: HugmeTable) -> i64:
    for card in t.cards:
        if card >> 26 == 24:
            return t.kind(card & 255)
    return codes.KINDS


def best_weapon(t: HugmeTable, seat: i64, where: i64) -> i64:
    """Of oneself: the highest Weapon on the left, shown or not."""
    best: i64 = 0
    for card in t.cards:
        if card >> 26 == LEFT + seat:
            value = t.weapon(seat, t.kind(card & 255), where)
            if value > best:
                best = value
    return best


# -- by day ------------------------------------------------------------------------------------------------------


def _turn_score(t: HugmeTable, seat: i64, code: i64) -> i64:
    if code == codes.A_WIN:
        return 9000
    if codes.A_EQUIP <= code < codes.A_USE:
        return 8000
    if codes.A_REVEAL <= code < codes.A_EQUIP:
        return _reveal_score(t, seat, code - codes.A_REVEAL)
    if codes.A_USE <= code < codes.A_END:
        return _use_score(t, seat, code - codes.A_USE)
    if code == codes.A_END:
        return 0
    if code < codes.A_WIN:
        return _move_score(t, seat, code - codes.A_MOVE)
    if complete(t, seat) and not t.moved and code < codes.A_BRING:
        return -1  # run first
    if code == codes.A_SEARCH:
        return 100 + search_value(t, seat, i64(t.place[seat]))
    if code < codes.A_STEAL:
        return 100 + search_value(t, seat, code - codes.A_SEARCH_AT)
    if code < codes.A_BARRICADE:
        return _steal_score(t, seat, code - codes.A_STEAL)
    if code < codes.A_BRING:
        return _barricade_score(t, seat) + (2 if code > codes.A_BARRICADE else 0)
    return -5


def _reveal_score(t: HugmeTable, seat: i64, kind: i64) -> i64:
    if kind >= codes.GASOLINE:
        return 700 if t.may_equip(seat, kind) else -10
    if i64(t.setting.requires[i64(t.character[seat])]) == kind and bits(t.humans()) <= 2:
        return 700
    return 600 if _is_lasting(t, kind) and i64(t.setting.effect[kind]) != codes.ACCEPT_HUG else -10


def _use_score(t: HugmeTable, seat: i64, kind: i64) -> i64:
    effect: i64 = i64(t.setting.effect[kind])
    if effect == codes.EXTRA_ACTION:
        return 500 if search_value(t, seat, i64(t.place[seat])) > 0 else -10
    if effect == codes.CURE or effect == codes.REROLL:
        return 500
    if effect == codes.SLIP:
        return danger(t, seat, i64(t.place[seat])) - 60
    return -10


def search_value(t: HugmeTable, seat: i64, place: i64) -> i64:
    """How promising a Location's deck is: its Special Item if that may still be there, and Weapons."""
    if place == codes.HALL:
        return 0
    shop: i64 = i64(t.shop_at[place])
    unseen = bits(i64(t.shelf[shop]))
    if unseen == 0:
        return 4 if t.count(UNDER + shop) > 0 else 0
    value: i64 = 12
    if best_weapon(t, seat, IN_ASSAULT) < 3:
        value += 8
    if (t.gone[codes.COLOURED + shop] >> seat) & 1 == 0 and not complete(t, seat):
        value += 120 // unseen
    return value


def promise(t: HugmeTable, seat: i64, place: i64) -> i64:
    """The best search there or further on, less for each step on the way."""
    best: i64 = 0
    goal: i64 = 0
    while goal < codes.HABITABLE:
        value = search_value(t, seat, goal)
        if value > best:
            best = max(best, value - 9 * distance(t, place, goal))
        goal += 1
    return best


def _move_score(t: HugmeTable, seat: i64, place: i64) -> i64:
    here: i64 = i64(t.place[seat])
    if complete(t, seat):
        door: i64 = t.setting.minivan if t.status[seat] == codes.HUMAN else t.setting.boiler
        return 5000 + 10 * (distance(t, here, door) - distance(t, place, door)) if here != door else -1
    if t.actions > 0:
        if promise(t, seat, place) <= search_value(t, seat, here):
            return -1  # act here first
        return 200 + promise(t, seat, place) - danger(t, seat, place) // 4
    gain = danger(t, seat, here) - danger(t, seat, place)
    return gain + (promise(t, seat, place) - promise(t, seat, here)) // 2


def danger(t: HugmeTable, seat: i64, place: i64) -> i64:
    """How likely a Night there goes badly, 0 … 100; for Infected nothing is dangerous."""
    if t.status[seat] != codes.HUMAN:
        return 0
    defence: i64 = i64(t.setting.human[i64(t.character[seat])]) + best_weapon(t, seat, IN_ASSAULT)
    defence += i64(t.barricade[place])
    other: i64 = 0
    while other < t.players:
        if other != seat and t.status[other] == codes.HUMAN and i64(t.place[other]) == place:
            defence += i64(t.setting.human[i64(t.character[other])])
        other += 1
    risk: i64 = RISK[defence] if defence < len(RISK) else 0
    for pack in t.packs:
        if (pack >> 17) & 127 == AT + place:
            risk += 40
    other = 0
    while other < t.players:
        if t.status[other] == codes.ZOMBIE and i64(t.stands[other]) == place:
            risk += 40
        other += 1
    return min(risk + assault.growth(t) * 5, 100)


def distance(t: HugmeTable, start: i64, goal: i64) -> i64:
    """Steps from one Location to another, Barricades left aside."""
    reached: i64 = 1 << start
    steps: i64 = 0
    while (reached >> goal) & 1 == 0 and steps < codes.HABITABLE:
        more: i64 = reached
        place: i64 = 0
        while place < codes.HABITABLE:
            if (reached >> place) & 1 == 1:
                more = more | t.setting.links[place]
            place += 1
        reached = more
        steps += 1
    return steps


def _steal_score(t: HugmeTable, seat: i64, victim: i64) -> i64:
    mine = t.value(seat) + best_weapon(t, seat, 2)
    theirs = t.value(victim) + (2 if t.face_down(victim) > 0 else 0)
    for card in t.cards:
        if card >> 26 == LEFT + victim and card & SHOWN != 0:
            theirs = max(theirs, t.value(victim) + t.weapon(victim, t.kind(card & 255), 2))
    if mine <= theirs:
        return -10
    gain: i64 = 80 + 30 * t.face_down(victim)
    if _ready(t, victim) == 3:
        gain += 150
    for card in t.cards:
        if card >> 26 == LEFT + victim and (card >> (8 + seat)) & 1 == 1:
            kind = t.kind(card & 255)
            if kind >= codes.GASOLINE and worth(t, seat, kind) >= 70:
                gain += 200
    return gain


def _barricade_score(t: HugmeTable, seat: i64) -> i64:
    """Only the weak with something to lose shut themselves in."""
    if t.status[seat] != codes.HUMAN:
        return -5
    risk = danger(t, seat, i64(t.place[seat]))
    if complete(t, seat) and (not t.moved or t.steps > 0):
        return -5
    holds = _has(t, seat, codes.GASOLINE) or _has(t, seat, codes.KEYS) or _has(t, seat, codes.SPARE_KEYS)
    if holds and risk >= 26:
        return 90 + risk
    return 60 if risk >= 16 and search_value(t, seat, i64(t.place[seat])) < 8 else -5


def _start_score(t: HugmeTable, seat: i64, place: i64) -> i64:
    """A shop, rather with others than alone where one is weak."""
    return (0 if place == codes.HALL else 10) + (100 - danger(t, seat, place)) // 12


def _target_place(t: HugmeTable, seat: i64, place: i64) -> i64:
    """A place for an item: away from Humans for zombies, to safety for oneself."""
    effect: i64 = i64(t.setting.effect[t.using])
    if effect == codes.SLIP:
        return -danger(t, seat, place)
    return -bits(t.humans_at(place))


# -- windows -----------------------------------------------------------------------------------------------------


def _assault_score(t: HugmeTable, seat: i64, code: i64) -> i64:
    """Reveal and use things only while the Assault would be lost; spare a Weapon that drops where it is not needed."""
    lacking = assault.attack(t) - assault.defence(t)
    if code == codes.A_PASS:
        return 0
    if code == codes.A_ARM_NONE:
        kind = t.used_weapon(seat, IN_ASSAULT)
        spared = lacking + t.weapon(seat, kind, IN_ASSAULT) <= 0
        return 5 if spared and t.setting.drops[kind] == 1 else -10
    if lacking <= 0:
        return -10
    if codes.A_REVEAL <= code < codes.A_EQUIP:
        gain = t.weapon(seat, code - codes.A_REVEAL, IN_ASSAULT) - assault.weapon_value(t, seat)
        return 50 + gain if gain > 0 else -10
    if code >= codes.A_ARM:
        gain = t.weapon(seat, code - codes.A_ARM, IN_ASSAULT) - assault.weapon_value(t, seat)
        return 20 if gain >= lacking else -10
    effect: i64 = i64(t.setting.effect[code - codes.A_USE])
    if effect == codes.BOOST:
        return 30 if i64(t.setting.strength[code - codes.A_USE]) >= lacking else -10
    return 40


def _theft_score(t: HugmeTable, seat: i64, code: i64) -> i64:
    """As a thief reveal what makes the Theft succeed, as a victim what makes it fail."""
    wins = theft.succeeds(t)
    content = wins if seat == t.turn else not wins
    if code == codes.A_PASS:
        return 0
    if content or code == codes.A_ARM_NONE:
        return -10
    if codes.A_REVEAL <= code < codes.A_EQUIP:
        kind = code - codes.A_REVEAL
        helps = t.weapon(seat, kind, 2) > 0 or i64(t.setting.effect[kind]) == codes.BONUS
        return 50 + t.weapon(seat, kind, 2) if helps else -10
    if codes.A_EQUIP <= code < codes.A_USE:
        return -10
    return 20 if code < codes.A_ARM else -10


# -- zombies -----------------------------------------------------------------------------------------------------


def _own_slot(t: HugmeTable, seat: i64, slot: i64) -> bool:
    """Whether the seat's own Character lies there already."""
    return i64(t.sent[seat]) == slot


def _zombie_place(t: HugmeTable, seat: i64, place: i64) -> i64:
    """How many Humans may be there tonight, those in small groups first; never where a companion is known to be."""
    if place >= codes.HABITABLE:
        return -30
    if t.sending == 2 and t.sent[seat] != NONE:
        return -10
    score: i64 = 0
    human: i64 = 0
    while human < t.players:
        if t.status[human] == codes.HUMAN:
            here: i64 = i64(t.place[human])
            if here == place:
                score += 14
            elif (t.setting.links[here] >> place) & 1 == 1:
                score += 5
            if _ready(t, human) == 3 and place == t.setting.minivan:
                score += 10
        human += 1
    return score
