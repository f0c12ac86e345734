"""A quick policy for Horrific, and an estimate of who will win.

Every card that may be played is weighed by what it does to the standings: how near each player is to its own victory
condition, as all can see it. A player wants to stand high itself and the nearest rival to stand low. Of hidden things
only the player's own are read.
"""

from math import exp
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from shamble.games.horrific.rules import codes, play
from shamble.games.horrific.rules.data import Goal
from shamble.games.horrific.rules.state import HorrificState
from shamble.kernel.bits import bits
from shamble.kernel.policy import Scoring
from shamble.kernel.state import State

FULL: Final = 1000  # a line of a victory condition that holds
NEARLY: Final = 900  # one that needs but the last step
WON: Final = 4000  # besides, where all lines hold
HORIZON: Final = 12  # decisions of a search's rollout before the estimate stands for the rest
STEEP: Final = 0.0013  # of the estimate: the logarithm of the odds for each point of standing, fitted to 260 games
NEVER: Final = -100_000

# what a card in the Reserve, in the order CP UC TU ZP GW GC DN DR LB HL CN MN, is worth to its owner
IN_RESERVE: Final = vec[i64]([34, 36, 34, 40, 24, 36, 40, 14, 22, 30, 10, 30])


class Greedy(Scoring):
    """Plays what lifts its own standing most against that of the nearest rival."""

    def __init__(self) -> None:
        self.horizon = HORIZON
        self.floor = 10 * NEVER

    def basis(self, state: State, seat: i64) -> i64:
        return self._outlook(cast(HorrificState, state), seat)

    def score(self, state: State, seat: i64, code: i64, basis: i64) -> i64:
        game = cast(HorrificState, state)
        now: i64 = basis  # the seat's outlook before the choice
        if code >= codes.TURN_UP:
            return self._turning(game, seat, code - codes.TURN_UP)
        if game.phase == codes.PLAYING:
            return self._playing(game, seat, code, now)
        if game.phase == codes.AIMING:
            return self._best_on(game, seat, game.card, game.source, code - codes.ON, now)
        if game.phase == codes.USING:
            return self._use(game, seat, game.card, game.person, code - codes.MODE, now)
        if game.phase == codes.TAKING:
            return 0 if code == codes.STOP else self._wish(game, seat, code - codes.TAKE)
        if game.phase == codes.NAMING:
            if game.rules.types[game.card].target == codes.RIVAL_RESERVE:
                return self._best_destroy(game, seat, code - codes.AGAINST)
            return self._after(game, seat, game.card, game.person, -1, code - codes.AGAINST) - now
        if game.phase == codes.DENYING:
            return (
                0 if code == codes.PASS else self._denying(game, seat, now) + (2 if code >= codes.DENY_RESERVE else 0)
            )
        if game.phase == codes.LAYING:
            return self._laying(game, seat, code)
        if code >= codes.DESTROY_DOWN:
            return self._hidden_loss()
        return self._loss(game, game.rival, code - codes.DESTROY)

    # -- plays ---------------------------------------------------------------------------------------------------

    def _playing(self, game: HorrificState, seat: i64, code: i64, now: i64) -> i64:
        """A play must be worth more than keeping the card: a hand play costs the second lay, too."""
        if code == codes.END_PLAY:
            return 0
        if code < codes.POWER:
            return self._best(game, seat, code, codes.FROM_HAND, now) - (4 if game.hand_played else 16)
        if code < codes.RESERVE:
            return self._best(game, seat, code - codes.POWER, codes.BY_POWER, now) - 3
        kind: i64 = code - codes.RESERVE if code < codes.DOWN else game.down_kind(seat, code - codes.DOWN)
        return self._best(game, seat, kind, codes.FROM_RESERVE, now) - IN_RESERVE[kind] // 2

    def _best(self, game: HorrificState, seat: i64, kind: i64, source: i64, now: i64) -> i64:
        """The gain of the best way to play a card."""
        card = game.rules.types[kind]
        best: i64 = NEVER
        if card.target == codes.RIVAL_RESERVE:
            rivals: i64 = play.rivals_with_reserve(game)
            rival: i64 = 0
            while rival < game.players:
                if (rivals >> rival) & 1 == 1:
                    best = max(best, self._best_destroy(game, seat, rival))
                rival += 1
            return best
        if card.target == codes.NO_TARGET:
            return self._after_best_rival(game, seat, kind, -1, now)
        mask: i64 = play.targets(game, kind, source)
        while mask != 0:
            best = max(best, self._best_on(game, seat, kind, source, game.place_of_bit(mask & -mask), now))
            mask = mask & (mask - 1)
        return best

    def _best_on(self, game: HorrificState, seat: i64, kind: i64, source: i64, person: i64, now: i64) -> i64:
        """The gain of playing a card on a person."""
        if game.rules.types[kind].modes == 0:
            return self._after_best_rival(game, seat, kind, person, now)
        best: i64 = NEVER
        mode: i64 = 0
        while mode < i64(len(codes.MODES)):
            best = max(best, self._use(game, seat, kind, person, mode, now))
            mode += 1
        return best

    def _use(self, game: HorrificState, seat: i64, kind: i64, person: i64, mode: i64, now: i64) -> i64:
        """The gain of using a Minion so; NEVER where it cannot be."""
        living: bool = (game.living[seat] >> person) & 1 == 1
        if (game.rules.types[kind].modes >> mode) & 1 == 0 or living != (mode <= codes.USE_INFLUENCE):
            return NEVER
        if mode == codes.USE_POWER:
            return 22 * min(i64(game.rules.power[person]), self._waiting(game, seat))
        mound: i64 = i64(game.mound_size[seat])
        if mode == codes.DIG:
            return 20 if mound > 0 else NEVER
        gain: i64 = self._after(game, seat, kind, person, mode, -1) - now
        return gain + 16 * min(i64(game.rules.value[person]), mound) - 30 if mode == codes.SPEND else gain

    def _waiting(self, game: HorrificState, seat: i64) -> i64:
        """How many cards of the hand could be played beyond the plays that are left."""
        count: i64 = -game.base - game.power
        kind: i64 = 0
        while kind < codes.KINDS:
            if game.hands[seat * codes.KINDS + kind] > 0 and play.may_play(game, kind, codes.BY_POWER):
                count += i64(game.hands[seat * codes.KINDS + kind])
            kind += 1
        return count if count > 0 else 0

    def _after_best_rival(self, game: HorrificState, seat: i64, kind: i64, person: i64, now: i64) -> i64:
        """The gain of a card on a person, against the opponent it does most against where one is named."""
        if not game.rules.types[kind].rival:
            return self._after(game, seat, kind, person, -1, -1) - now
        best: i64 = NEVER
        rival: i64 = 0
        while rival < game.players:
            if rival != seat:
                best = max(best, self._after(game, seat, kind, person, -1, rival) - now)
            rival += 1
        return best

    def _after(self, game: HorrificState, seat: i64, kind: i64, person: i64, mode: i64, rival: i64) -> i64:
        """The outlook of the seat once the card of the player in turn has had its effect."""
        after = game.copy()
        after.card = kind
        after.person = person
        after.mode = mode
        after.rival = rival
        play.take_effect(after)
        extra: i64 = 0
        if rival >= 0 and after.gimped != game.gimped:
            extra = 60 if rival != seat else -60
        return self._outlook(after, seat) + extra

    # -- Reserves ------------------------------------------------------------------------------------------------

    def _best_destroy(self, game: HorrificState, seat: i64, rival: i64) -> i64:
        """What destroying the best card of a rival's Reserve is worth: more against whoever stands best."""
        best: i64 = self._hidden_loss() if game.downs(rival) > 0 else 0
        kind: i64 = 0
        while kind < codes.KINDS:
            if game.up[rival * codes.KINDS + kind] > 0:
                best = max(best, self._loss(game, rival, kind))
            kind += 1
        return best * (self._standing(game, rival) + 500) // 1200

    def _loss(self, game: HorrificState, rival: i64, kind: i64) -> i64:
        """What losing a face-up card means to a rival."""
        if kind == codes.MN and self._wants(game, rival, codes.STAT_MONUMENTS):
            return 90
        return IN_RESERVE[kind] * 3 // 4

    def _hidden_loss(self) -> i64:
        return 26

    def _wish(self, game: HorrificState, seat: i64, kind: i64) -> i64:
        """How much a player wants a card in the Reserve; more where its victory needs it, less the more it has."""
        wish: i64 = IN_RESERVE[kind]
        if kind == codes.MN and self._wants(game, seat, codes.STAT_MONUMENTS):
            wish += 60
        if kind == codes.CN and game.conceals(seat):
            wish = 2
        return wish - 6 * game.in_reserve(seat, kind)

    def _wants(self, game: HorrificState, seat: i64, stat: i64) -> bool:
        return any(goal.stat == stat for goal in game.rules.goals[game.cast[seat]])

    def _laying(self, game: HorrificState, seat: i64, code: i64) -> i64:
        if code == codes.END_LAY:
            return 0
        kind: i64 = (code - codes.LAY) % codes.KINDS
        if code < codes.LAY_DOWN:
            return 10 + self._wish(game, seat, kind)
        if code < codes.LAY_DISCARD:
            return NEVER if kind in (codes.MN, codes.CN) else 11 + self._wish(game, seat, kind)
        return 1

    def _turning(self, game: HorrificState, seat: i64, place: i64) -> i64:
        """Only what works face up is turned up."""
        kind: i64 = game.down_kind(seat, place)
        return 50 if kind == codes.MN or (kind == codes.CN and not game.conceals(seat)) else NEVER

    def _denying(self, game: HorrificState, seat: i64, now: i64) -> i64:
        """What stopping the card is worth: what its effect would do to the outlook, less the Deny."""
        if len(game.windows) > 1:
            return NEVER
        card = game.rules.types[game.card]
        if card.target == codes.RIVAL_RESERVE:
            return self._denying_destroy(game, seat)
        if card.modes != 0 and game.mode != codes.USE_INFLUENCE and game.mode != codes.SPEND:
            return self._standing(game, game.turn) // 20 - 40
        if game.rules.declare_after:
            return self._standing(game, game.turn) // 10 - 70
        return now - self._after(game, seat, game.card, game.person, game.mode, game.rival) - 45

    def _denying_destroy(self, game: HorrificState, seat: i64) -> i64:
        """A Destroy Reserve is worth a Deny where it hits a Monument that is needed, or the Deny itself."""
        if game.rival != seat:
            return NEVER
        if game.aim == codes.DN:
            return 5
        return 40 if game.aim == codes.MN and self._wants(game, seat, codes.STAT_MONUMENTS) else -20

    # -- standings -----------------------------------------------------------------------------------------------

    def _outlook(self, game: HorrificState, seat: i64) -> i64:
        """One's own standing, less that of the rivals, of the nearest above all."""
        nearest: i64 = 0
        total: i64 = 0
        other: i64 = 0
        while other < game.players:
            if other != seat:
                standing: i64 = self._standing(game, other)
                nearest = max(nearest, standing)
                total += standing
            other += 1
        return self._standing(game, seat) - nearest * 5 // 10 - total // 10

    def _standing(self, game: HorrificState, seat: i64) -> i64:
        """How near the seat is to its victory, after the loss of Trust and the returns of its coming turn end."""
        if game.cast[seat] < 0:
            return 0
        living: i64 = game.living[seat]
        eased: i64 = i64(game.up[seat * codes.KINDS + codes.MN]) * game.rules.types[codes.MN].eases
        trust: i64 = game.trust[seat] - max(0, bits(living) - eased)
        if trust < 0:
            trust = 0
        staying: i64 = 0
        while living != 0:
            one: i64 = living & -living
            if i64(game.rules.loyalty[game.place_of_bit(one)]) <= trust:
                staying = staying | one
            living = living & (living - 1)
        total: i64 = 0
        met: bool = True
        goals = game.rules.goals[game.cast[seat]]
        for goal in goals:
            progress: i64 = self._progress(game, seat, goal, staying, trust)
            total += progress
            if progress < FULL:
                met = False
        standing: i64 = total // i64(len(goals)) + 10 * min(trust, 16) + 2 * trust
        return standing + WON if met else standing

    def _progress(self, game: HorrificState, seat: i64, goal: Goal, staying: i64, trust: i64) -> i64:
        """How far one line of a victory condition holds, 0 … FULL; less than FULL where it does not hold."""
        stat: i64 = goal.stat
        if stat == codes.STAT_MIN_OPPONENT_TRUST:
            return FULL - min(FULL, max(0, game.least_trust_against(seat) - goal.high) * 70)
        if stat == codes.STAT_TOP_UNDEAD:
            return self._masterpiece(game, seat, staying)
        now: i64 = 0
        hope: i64 = 0  # hundredths that will come about with another card
        if stat == codes.STAT_POWER:
            now = game.total(staying, game.rules.power)
        elif stat == codes.STAT_INFLUENCE:
            now = game.total(staying, game.rules.influence)
        elif stat == codes.STAT_VALUE:
            now = game.total(game.undead[seat], game.rules.value)
            hope = 35 * game.total(staying, game.rules.value)
        elif stat == codes.STAT_UNDEAD:
            now = bits(game.undead[seat])
            hope = 35 * bits(staying)
        elif stat == codes.STAT_LIVING:
            now = bits(staying)
        elif stat == codes.STAT_DESTROYED:
            now = bits(game.destroyed)
            hope = 40 * bits(game.undead[seat]) + 12 * bits(staying)
        elif stat == codes.STAT_TRUST:
            now = trust
        else:
            now = game.stat(seat, stat)
        if goal.low <= now <= goal.high:
            return FULL
        return min(FULL - 10, (100 * now + hope) * NEARLY // (100 * max(1, goal.low)))

    def _masterpiece(self, game: HorrificState, seat: i64, staying: i64) -> i64:
        """An own Undead of the highest Value of all; a Living Minion of that Value is half the way."""
        top: i64 = game.highest_value(game.not_destroyed())
        made: i64 = game.highest_value(game.undead[seat])
        if made >= top:
            return FULL
        promised: i64 = game.highest_value(staying)
        return 500 if promised >= top else 250 * max(made, promised) // top

    def estimate(self, state: State) -> list[float]:
        game = cast(HorrificState, state)
        if game.owing() == 0:
            return game.payoffs()
        weights: list[float] = []
        seat: i64 = 0
        while seat < game.players:
            weights.append(exp(STEEP * float(self._standing(game, seat))))
            seat += 1
        total = sum(weights)
        return [weight / total for weight in weights]
