"""search: information-set Monte Carlo tree search with one tree for each deciding seat.

Every iteration deals all that the searching seat cannot know again (`redeal`), walks down the trees of all seats at
once, adds one decision to the tree it leaves, plays on to the end by quick policies and credits the result to every
decision on the way, each by the payoff of its own seat. A tree's edges are events as its seat sees them, so a seat
decides on no more than it would know there (Cowling, Powley and Whitehouse, IEEE TCIAIG 4, 2012: MO-ISMCTS). Choices
are weighed by PUCT (Rosin, AMAI 61, 2011) with the quick policy's choice as the likeliest, and by how often they were
legal where that changes (their "subset-armed bandit"). Simultaneous decisions
are mixed by Exp3 (Auer and others, SIAM J. Comput. 32, 2002) and answered by sampling the average mixture.
"""

from math import exp, sqrt
from time import perf_counter
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.listening import listen
from shamble.kernel.playout import UNIFORM, play
from shamble.kernel.policy import Policy
from shamble.kernel.reveal import tells
from shamble.kernel.state import CHANCE, State

EXPLORE: Final = 1.2  # the weight of exploration in PUCT, for payoffs in [0, 1]
HINTED: Final = 0.5  # how likely PUCT holds the quick policy's choice to be the best
SURE: Final = 1.0  # by how many standard errors a choice must beat the quick policy's to be played instead
UNTRIED: Final = 0.05  # how much less than its node an untried choice is taken to be worth
MIX: Final = 0.15  # the share of uniform play that Exp3 keeps
EDGE: Final = 4_294_967_296  # codes are smaller
LONGEST: Final = 1_000_000  # events of one playout
CLOCK: Final = 32  # iterations between two looks at the clock
SIGNAL_CHECK: Final = 64  # iterations between two moments in which other threads run and signals are handled
SAMPLES: Final = 8  # worlds compared to see whether others have already decided in secret
WIDE: Final = 16  # a decision with more choices than this is widened progressively


class Node:
    """One seat's knowledge at one point of its tree, with what has been tried there."""

    def __init__(self) -> None:
        self.codes: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.offered: vec[i64] = vec[i64]()  # how often each code was legal when this node was visited
        self.value: vec[float] = vec[float]()  # sums of the deciding seat's payoffs
        self.square: vec[float] = vec[float]()  # sums of their squares
        self.gain: vec[float] = vec[float]()  # Exp3: importance-weighted sums
        self.mixture: vec[float] = vec[float]()  # Exp3: sums of the probabilities played
        self.total: i64 = 0
        self.hint: i64 = -1  # what the quick policy chose when this node was new
        self.children: dict[int, Node] = {}

    def arm(self, code: i64) -> i64:
        """The place of a code here; it is added where it was never offered before."""
        k: i64 = 0
        n: i64 = len(self.codes)
        while k < n:
            if self.codes[k] == code:
                return k
            k += 1
        self.codes = append(self.codes, code)
        self.visits = append(self.visits, 0)
        self.offered = append(self.offered, 0)
        self.value = append(self.value, 0.0)
        self.square = append(self.square, 0.0)
        self.gain = append(self.gain, 0.0)
        self.mixture = append(self.mixture, 0.0)
        return n

    def mean(self, arm: i64) -> float:
        """The mean payoff of a choice that was tried."""
        return self.value[arm] / float(self.visits[arm])

    def variance_of_mean(self, arm: i64) -> float:
        """The square of that mean's standard error, never quite 0."""
        n: float = float(self.visits[arm])
        mean: float = self.value[arm] / n
        return (max(0.0, self.square[arm] / n - mean * mean) + 1.0 / (n + 2.0) / 4.0) / n

    def child(self, edge: i64) -> "Node":
        """The node that an event leads to, made where it is new."""
        node = self.children.get(edge)
        if node is None:
            node = Node()
            self.children[edge] = node
        return node


class Step:
    """A decision of the way down: where, which choice, whose, and with what probability (0: not mixed)."""

    def __init__(self, node: Node, arm: i64, seat: i64, chance: float) -> None:
        self.node = node
        self.arm = arm
        self.seat = seat
        self.chance = chance


class Rollout(Policy):
    """Who decides in a rollout: the searching seat by the quick policy, its rivals by it too except in a share
    `epsilon` of their decisions, which are random, or at random throughout (`random_rivals`)."""

    def __init__(self, quick: Policy) -> None:
        self.quick = quick
        self.epsilon: float = 0.125
        self.me: i64 = 0  # the searching seat
        self.random_rivals: bool = False

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """The quick policy's choice, or a random one."""
        if seat != self.me and (self.random_rivals or dice.chance(self.epsilon)):
            return UNIFORM.choose(state, seat, dice)
        return self.quick.choose(state, seat, dice)


class Search(Policy):
    """The search as a policy: `iterations` for each decision, or `seconds` if that is more than 0.
    With `keep` the trees grow on from one decision to the next; then answers depend on the decisions before.

    `quick` plays the rollouts. In each iteration the rivals either follow it (but for one decision in eight) or all
    play at random, with equal chances, and a choice is played instead of the quick policy's only where it does well
    against both: so the search relies neither on strong nor on weak opponents. The searching seat itself always
    follows it.
    """

    def __init__(self, quick: Policy, iterations: i64, seconds: float = 0.0) -> None:
        self.quick = quick
        self.iterations = iterations
        self.seconds = seconds
        self.horizon: i64 = quick.horizon if quick.horizon > 0 else -1  # decisions of a rollout
        self.done: i64 = 0  # iterations of the last decision
        self.random_rival_rate: float = 0.5  # the share of iterations in which all rivals play at random
        self.even: bool = False  # whether in `outlook` the seat itself errs as often as its rivals
        self.keep: bool = False  # whether trees are kept for the next decision, where the path leads there
        self._kept: dict[bytes, list[Node]] = {}  # the nodes of all seats, by what the searching seat would know there
        self._rollout = Rollout(quick)
        self._rollouts: list[Policy] = []  # the same for every seat
        self._mixed: bool = False  # whether the root's decision is to be mixed
        self._begin(Node())

    def _begin(self, root: Node) -> None:
        """Forget what was found of the choices of another root."""
        self._root = root
        self._sums: list[list[float]] = []  # of all seats' payoffs, for each choice of the root
        self._counts: list[int] = []  # iterations through each choice of the root, since it became the root
        self._random_sums: vec[float] = vec[float]()  # of the seat's payoffs where all rivals played at random
        self._random_counts: vec[i64] = vec[i64]()  # and the number of those iterations

    def _make_room(self, arm: i64, players: i64) -> None:
        """See to it that the root's sums have a place for a choice."""
        while i64(len(self._sums)) <= arm:
            self._sums.append([0.0] * players)
            self._counts.append(0)
            self._random_sums = append(self._random_sums, 0.0)
            self._random_counts = append(self._random_counts, 0)

    # -- what a caller asks --------------------------------------------------------------------------------------

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """The choice tried most often; at a secret decision one drawn from the mixture found."""
        codes = state.legal(seat)
        if len(codes) == 1:
            self.done = 0
            return codes[0]
        self.think(state, seat, dice)
        return self._answer(state, seat, codes, dice)

    def estimate(self, state: State) -> list[float]:
        """The quick policy's estimate."""
        return self.quick.estimate(state)

    def think(self, state: State, seat: i64, dice: Dice) -> None:
        """Search the position for `seat`, from what it knows; `results` then tells what was found."""
        roots = self._roots(state, seat)
        self._begin(roots[seat])
        self._mixed = is_mixed(state, seat, dice)
        self._kept = {}
        end: float = perf_counter() + self.seconds
        done: i64 = 0
        while True:
            if self.seconds > 0.0:
                if done % CLOCK == 0 and done > 0 and perf_counter() >= end:
                    break
            elif done >= self.iterations:
                break
            self._iterate(state.redeal(seat, dice), roots, seat, dice)
            done += 1
            if done % SIGNAL_CHECK == 0:
                listen()
        self.done = done

    def _roots(self, state: State, seat: i64) -> list[Node]:
        """A node for every seat: those kept from the decision before, or new ones."""
        if self.keep:
            kept = self._kept.get(state.known(seat))
            if kept is not None:
                return kept
        roots: list[Node] = []
        k: i64 = 0
        while k < state.players:
            roots.append(Node())
            k += 1
        return roots

    def results(self) -> list[tuple[int, int, list[float]]]:
        """For every choice of the last decision: its code, its visits, and the mean payoff of every seat after it."""
        root = self._root
        sampled: list[tuple[int, int, list[float]]] = []
        for arm in range(len(root.codes)):
            count = self._counts[arm] if arm < len(self._counts) else 0
            means = [total / count for total in self._sums[arm]] if count > 0 else []
            sampled.append((root.codes[arm], count, means))
        sampled.sort()
        return sampled

    # -- several searches of one position, for parallel processes --------------------------------------------------

    def root_stats(self) -> list[tuple[list[float], list[float]]]:
        """What the root holds, a row for every choice, in plain numbers: code, visits, offers, value, square, gain and
        mixture; and the sums of all seats' payoffs, their number, and the sum and number of those of the seat where all
        rivals played at random."""
        root = self._root
        rows: list[tuple[list[float], list[float]]] = []
        k: i64 = 0
        while k < i64(len(root.codes)):
            tried: i64 = root.visits[k]
            offers: i64 = root.offered[k]
            code: i64 = root.codes[k]
            numbers = [float(code), float(tried), float(offers), root.value[k], root.square[k], root.gain[k]]
            numbers.append(root.mixture[k])
            sums: list[float] = []
            if k < i64(len(self._sums)):
                count: i64 = self._counts[k]
                random_count: i64 = self._random_counts[k]
                sums = [*self._sums[k], float(count), self._random_sums[k], float(random_count)]
            rows.append((numbers, sums))
            k += 1
        return rows

    def gather(self, state: State, seat: i64, parts: list[list[tuple[list[float], list[float]]]], dice: Dice) -> i64:
        """The answer at `state` by what several searches of it found together, a list of `root_stats` each (root
        parallelism: Chaslot, Winands and van den Herik, Computers and Games 2008); `results` tells the sums."""
        root = Node()
        self._begin(root)
        self._mixed = is_mixed(state, seat, dice)
        codes = state.legal(seat)
        root.hint = self.quick.choose(state, seat, dice)
        self.done = 0
        for rows in parts:
            for numbers, sums in rows:
                arm: i64 = root.arm(i64(numbers[0]))
                tried: i64 = i64(numbers[1])
                root.visits[arm] += tried
                root.offered[arm] += i64(numbers[2])
                root.value[arm] += numbers[3]
                root.square[arm] += numbers[4]
                root.gain[arm] += numbers[5]
                root.mixture[arm] += numbers[6]
                root.total += tried
                self._make_room(arm, state.players)
                if len(sums) > 0:
                    total = self._sums[arm]
                    k: i64 = 0
                    while k < state.players:
                        total[k] += sums[k]
                        k += 1
                    self._counts[arm] += i64(sums[k])
                    self._random_sums[arm] += sums[k + 1]
                    self._random_counts[arm] += i64(sums[k + 2])
                self.done += tried
        return self._answer(state, seat, codes, dice)

    # -- rollouts alone, for reviews -----------------------------------------------------------------------------

    def outlook(self, state: State, seat: i64, code: i64, who: i64, times: i64, dice: Dice) -> tuple[int, list[float]]:
        """Rollouts from worlds that `seat` holds possible: how many, and the sums of all seats' payoffs.

        With `who` other than CHANCE only worlds count in which `who` could play `code`. With `who == seat` the code
        is played first; with another it is not: then this is the outlook of knowing that the act is possible.
        With `even` all seats play alike, so that the chances of all seats add up to what there is to win.
        """
        me: i64 = -1 if self.even and state.players > 1 else seat
        sums: list[float] = [0.0] * state.players
        done: i64 = 0
        tried: i64 = 0
        while done < times and tried < 20 * times:
            tried += 1
            world = state.redeal(seat, dice)
            if who != CHANCE:
                if not world.allows(who, code):
                    continue
                if who == seat:
                    world.apply(who, code)
            self._play_on(world, me, dice.chance(self.random_rival_rate), -1, dice)
            payoffs = world.payoffs() if world.owing() == 0 else self.quick.estimate(world)
            k: i64 = 0
            while k < world.players:
                sums[k] += payoffs[k]
                k += 1
            done += 1
        return done, sums

    # -- one iteration -------------------------------------------------------------------------------------------

    def _iterate(self, world: State, roots: list[Node], me: i64, dice: Dice) -> None:
        players: i64 = world.players
        nodes: list[Node] = roots[:]
        path: list[Step] = []
        growing: bool = True
        joint: i64 = 1 << me if self._mixed else 0  # seats that still decide at the same time as others
        while growing:
            owing: i64 = world.owing()
            if owing == 0:
                break
            who: i64 = CHANCE
            code: i64 = 0
            if owing == CHANCE:
                code = world.roll(dice)
            else:
                who = lowest(owing)
                if self.keep and who == me and len(path) > 0:
                    self._remember(world, nodes, me)
                if owing & (owing - 1) != 0:
                    joint = joint | owing
                step = self._decide(world, nodes[who], who, (joint >> who) & 1 == 1, dice)
                joint = joint & ~(1 << who)
                path.append(step)
                code = step.node.codes[step.arm]
                growing = step.node.visits[step.arm] > 0
            if growing:
                k: i64 = 0
                while k < players:
                    edge: i64 = world.seen(k, who, code) + 1 + (who + 1) * EDGE
                    nodes[k] = nodes[k].child(edge)
                    k += 1
            world.apply(who, code)
        random_rivals: bool = players > 1 and dice.chance(self.random_rival_rate)
        self._play_on(world, me, random_rivals, self.horizon, dice)
        payoffs = world.payoffs() if world.owing() == 0 else self.quick.estimate(world)
        self._credit(path, payoffs, random_rivals)

    def _remember(self, world: State, nodes: list[Node], me: i64) -> None:
        """Keep the nodes of the next decision of the searching seat."""
        known = world.known(me)
        if known not in self._kept:
            self._kept[known] = nodes[:]

    def _decide(self, world: State, node: Node, seat: i64, at_once: bool, dice: Dice) -> Step:
        codes = world.legal(seat)
        node.total += 1
        n: i64 = len(codes)
        if node.total == 1:
            node.hint = self.quick.choose(world, seat, dice)
        if at_once:
            return self._mix(node, codes, seat, dice)
        if n > WIDE:
            n = min(n, WIDE + i64(sqrt(float(node.total))))
        hinted: float = HINTED if n > 1 else 1.0
        other: float = (1.0 - hinted) / float(max(1, n - 1))
        gained: float = 0.0
        tried: i64 = 0
        k: i64 = 0
        while k < i64(len(node.codes)):
            gained += node.value[k]
            tried += node.visits[k]
            k += 1
        first: float = (
            gained / float(tried) - UNTRIED if tried > 0 else 0.5
        )  # what an untried choice is taken to be worth
        best: float = -1e300
        chosen: i64 = 0
        ties: i64 = 0
        k = 0
        while k < n:
            code: i64 = codes[k]
            arm: i64 = node.arm(code)
            node.offered[arm] += 1
            visits: i64 = node.visits[arm]
            share: float = hinted if code == node.hint else other
            score: float = EXPLORE * share * sqrt(float(node.offered[arm])) / float(1 + visits)
            score += node.value[arm] / float(visits) if visits > 0 else first
            if score > best:
                best = score
                chosen = arm
                ties = 1
            elif score == best:
                ties += 1
                if dice.below(ties) == 0:
                    chosen = arm
            k += 1
        return Step(node, chosen, seat, 0.0)

    def _mix(self, node: Node, codes: vec[i64], seat: i64, dice: Dice) -> Step:
        """Exp3: a choice drawn from weights that grow with what the choices have gained; the quick policy's begins with
        as much as all the others together."""
        n: i64 = len(codes)
        rate: float = MIX / float(n)
        top: float = -1e300
        k: i64 = 0
        while k < n:
            arm: i64 = node.arm(codes[k])
            gain: float = node.gain[arm]
            if gain > top:
                top = gain
            k += 1
        total: float = 0.0
        k = 0
        while k < n:
            arm = node.arm(codes[k])
            weight: float = exp(rate * (node.gain[arm] - top))
            total += weight * float(n) if codes[k] == node.hint else weight
            k += 1
        left: float = dice.unit()
        chosen: i64 = -1
        chance: float = 0.0
        k = 0
        while k < n:
            arm = node.arm(codes[k])
            node.offered[arm] += 1
            weight = exp(rate * (node.gain[arm] - top))
            if codes[k] == node.hint:
                weight = weight * float(n)
            share: float = (1.0 - MIX) * weight / total + MIX / float(n)
            node.mixture[arm] += share
            if left >= 0.0:
                left -= share
                chosen = arm
                chance = share
            k += 1
        return Step(node, chosen, seat, chance)

    def _play_on(self, world: State, me: i64, random_rivals: bool, horizon: i64, dice: Dice) -> None:
        """The rollout. It ends before decision number `horizon` (-1: not before the game does)."""
        rollout = self._rollout
        rollout.me = me
        rollout.random_rivals = random_rivals
        if len(self._rollouts) != world.players:
            self._rollouts = [rollout] * world.players
        play(world, self._rollouts, dice, LONGEST, horizon)

    def _credit(self, path: list[Step], payoffs: list[float], random_rivals: bool) -> None:
        for step in path:
            node = step.node
            payoff: float = payoffs[step.seat]
            node.visits[step.arm] += 1
            node.value[step.arm] += payoff
            node.square[step.arm] += payoff * payoff
            if step.chance > 0.0:
                node.gain[step.arm] += payoff / step.chance
        if len(path) > 0 and path[0].node is self._root:
            arm: i64 = path[0].arm
            self._make_room(arm, len(payoffs))
            self._counts[arm] += 1
            if random_rivals:
                self._random_sums[arm] += payoffs[path[0].seat]
                self._random_counts[arm] += 1
            sums = self._sums[arm]
            k: i64 = 0
            while k < i64(len(payoffs)):
                sums[k] += payoffs[k]
                k += 1

    # -- the answer ----------------------------------------------------------------------------------------------

    def _answer(self, state: State, seat: i64, codes: vec[i64], dice: Dice) -> i64:
        """The choice tried most often, unless the quick policy's is as good within the error of the tries; at a secret
        decision one drawn from the average mixture."""
        root = self._root
        if self._mixed:
            return self._draw(codes, dice)
        best: i64 = codes[0]
        most: i64 = -1
        for code in codes:
            arm: i64 = root.arm(code)
            visits: i64 = root.visits[arm]
            if visits > most:
                most = visits
                best = code
        if root.hint < 0:
            return best
        hinted: i64 = root.arm(root.hint)
        if root.visits[hinted] == 0:
            return best
        best = root.hint
        lead: float = 0.0
        for code in codes:
            arm = root.arm(code)
            if arm != hinted and root.visits[arm] > 1 and self._holds_up(arm, hinted):
                error: float = sqrt(root.variance_of_mean(arm) + root.variance_of_mean(hinted))
                ahead: float = root.mean(arm) - root.mean(hinted) - SURE * error
                if ahead > lead and not self._turns_back(state, seat, code):
                    lead = ahead
                    best = code
        return best

    def _turns_back(self, state: State, seat: i64, code: i64) -> bool:
        """Whether the seat could undo the choice at once and stand where it stands now: laying down what it has just
        picked up. Such a choice never leads to less, so noise would make it again and again, without end; of choices
        of that kind only the quick policy's are made, which do not go in a ring."""
        world = state.redeal(seat, Dice(1))
        if not world.allows(seat, code):
            return False
        here = world.known(seat)
        mine: i64 = 1
        mine = mine << seat
        world.apply(seat, code)
        if world.owing() != mine:
            return False
        for back in world.legal(seat):
            after = world.copy()
            after.apply(seat, back)
            if after.owing() == mine and after.known(seat) == here:
                return True
        return False

    def _holds_up(self, arm: i64, hinted: i64) -> bool:
        """Whether a choice did no worse than the quick policy's against random rivals, either: what is better only
        because strong rivals answer as they do is not worth the risk that they are not strong."""
        counts = self._random_counts
        n: i64 = len(counts)
        if arm >= n or hinted >= n or counts[arm] == 0 or counts[hinted] == 0:
            return True
        return self._random_sums[arm] / float(counts[arm]) >= self._random_sums[hinted] / float(counts[hinted])

    def _draw(self, codes: vec[i64], dice: Dice) -> i64:
        root = self._root
        floor: float = 1.5 * MIX / float(len(codes)) * float(max(1, root.total))
        total: float = 0.0
        for code in codes:
            arm: i64 = root.arm(code)
            share: float = root.mixture[arm]
            total += share if share > floor else 0.0
        left: float = dice.unit() * total
        for code in codes:
            arm = root.arm(code)
            share = root.mixture[arm]
            if share > floor:
                left -= share
                if left < 0.0:
                    return code
        return codes[len(codes) - 1]


def is_mixed(state: State, seat: i64, dice: Dice) -> bool:
    """Whether the seat decides without knowing what others decide at the same time: together with others, or as the
    last of them (then, in another world of the seat's, the same act would show it something else)."""
    owing: i64 = state.owing()
    codes = state.legal(seat)
    if owing > 0 and owing & (owing - 1) != 0:
        return True
    first = state.redeal(seat, dice)
    if not first.allows(seat, codes[0]):
        return False
    first.apply(seat, codes[0])
    return tells(state, seat, seat, codes[0], first.known(seat), SAMPLES - 1, dice)
