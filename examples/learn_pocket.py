"""Learn to play Zombie in My Pocket in a few minutes: an actor and a critic, both linear, in plain NumPy.

    python examples/learn_pocket.py            # about three minutes on one core
    python examples/learn_pocket.py --updates 40 --games 256

1,024 games are stepped at once by the compiled vector form. A choice's score is linear in features of the position: one
row of weights for each kind of choice, and one shared by all four edges for choices that have one, so that what is
learned of going north holds for going west. The learner is paid 1 for a win, on the way a little for the totem, and for
every choice a trifle less than nothing. Only wins are counted when it is measured.
"""

import argparse
import os
import time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: more threads only wait for each other

try:
    import gymnasium
    import numpy as np

    import shamble.adapters.gymnasium
except ImportError:
    raise SystemExit("This example needs Gymnasium: pip install 'shamble[gymnasium]'") from None

import shamble
from shamble.adapters.table import Table

TABLE = Table("pocket")
LAYOUT = TABLE.layout
TEXTS = TABLE.game.vocabulary.texts()
EDGES = "NESW"
STEPS = 48  # of every game between two updates
TOTEM = 0.3  # what the learner is paid for the totem
DAWDLING = -0.002  # and for every choice: items can be swapped for ever, and no clock would mind
LONGEST = 1000  # choices after which a game that is measured counts as not won
ON_THE_WAY = ("Temple", "Dining", "Patio", "Graveyard")
TILES = ("Foyer", "Bathroom", "Kitchen", "Storage", "Temple", "Family", "Dining", "Bedroom",
         "Patio", "Garden", "Sitting", "Yard", "Yard", "Yard", "Garage", "Graveyard")  # fmt: skip


def kinds() -> tuple[Any, Any, list[str]]:
    """For every code its kind and its edge (4: none), and the names of the kinds."""
    names: list[str] = []
    kind, edge = np.zeros(len(TEXTS), int), np.full(len(TEXTS), 4)
    for code, text in enumerate(TEXTS):
        words = text.split()
        name = words[0]
        if name in ("fight", "drop", "take", "burn"):
            name = " ".join([name, *(word.partition("/")[0] for word in words[1:2])])
        if words[-1] == "oil":
            name += " oil"
        if name not in names:
            names.append(name)
        kind[code] = names.index(name)
        if name in ("move", "run", "run oil", "wall"):
            edge[code] = EDGES.index(words[1])
    return kind, edge, names


KIND, EDGE, KINDS = kinds()


def features(rows: Any) -> tuple[Any, Any]:
    """Of a batch of observations: features of each position, and of each edge of the player's tile."""
    row = rows.astype(np.float32)
    games = len(row)

    def part(name: str) -> Any:
        return row[:, LAYOUT.where(name)]

    lies = part("map").reshape(games, len(TILES), 7)
    here = (lies[:, :, 0] > 0) & (lies[:, :, 1] == 0) & (lies[:, :, 2] == 0)
    carried = part("items").reshape(games, 2, 10).sum(axis=1)
    totem = part("flags")[:, :1]
    health, zombies, deck = part("health"), part("zombies"), part("deck")
    known = lies[:, [TILES.index(name) for name in ON_THE_WAY], 0]
    position = [
        np.ones((games, 1)), part("hour"), part("flags"), carried, here, known, known * totem,
        np.minimum(health, 12) / 6, health <= zombies, health <= 2, health >= 7, zombies / 3, deck / 4, deck == 0,
        part("new"), part("phase"),
    ]  # fmt: skip
    ways = []
    for edge, (x, y) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
        beyond = (lies[:, :, 0] > 0) & (lies[:, :, 1] == x) & (lies[:, :, 2] == y)
        toward = []
        for name, wanted in zip(ON_THE_WAY, (1 - totem, totem, totem, totem), strict=True):
            tile = lies[:, TILES.index(name)]
            ahead = tile[:, :1] * np.clip(tile[:, 1:2] * x + tile[:, 2:3] * y, -1, 1)
            toward += [ahead * wanted]
        new = part("new_exits")[:, edge : edge + 1]
        ways.append(np.concatenate([new, new * totem, new * known[:, :1], beyond, beyond * totem, *toward], axis=1))
    return np.concatenate(position, axis=1).astype(np.float32), np.stack(ways, axis=1).astype(np.float32)


def choices(infos: dict[str, Any], idle: Any) -> Any:
    """The legal codes, a row for each game, with -1 where there are no more; one that does nothing for idle games."""
    codes = infos["legal_actions"][:, : max(1, infos["legal_count"].max())].copy()
    codes[idle, 0] = 0
    return codes


class Learner:
    """The weights of the actor and of the critic, and Adam's memory of their gradients."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        position, ways = features(np.zeros((1, LAYOUT.size), np.int16))
        self.weights = {
            "kind": np.zeros((len(KINDS), position.shape[1]), np.float32),
            "edge": np.zeros((len(KINDS), ways.shape[2]), np.float32),
            "value": np.zeros(position.shape[1], np.float32),
        }
        self._mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._updates = 0

    def chances(self, position: Any, ways: Any, codes: Any) -> Any:
        """The chance of each legal choice: a row for each game, padded as `codes` is."""
        kind = KIND[codes]
        scores = np.take_along_axis(position @ self.weights["kind"].T, kind, axis=1)
        by_edge = np.concatenate([ways @ self.weights["edge"].T, np.zeros((len(codes), 1, len(KINDS)))], axis=1)
        scores = scores + by_edge[np.arange(len(codes))[:, None], EDGE[codes], kind]
        scores[codes < 0] = -np.inf
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def choose(self, chances: Any) -> Any:
        """The place of the choice in each row, drawn by the chances."""
        drawn = self.rng.random((len(chances), 1))
        return np.minimum((chances.cumsum(axis=1) < drawn).sum(axis=1), (chances > 0).sum(axis=1) - 1)

    def learn(self, gradients: dict[str, Any], rate: float) -> None:
        """One step of Adam uphill."""
        self._updates += 1
        for name, gradient in gradients.items():
            self._mean[name] += 0.1 * (gradient - self._mean[name])
            self._square[name] += 0.001 * (gradient**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._updates)
            square = self._square[name] / (1 - 0.999**self._updates)
            self.weights[name] += rate * mean / (np.sqrt(square) + 1e-8)


def train(updates: int, games: int, seed: int, rate: float) -> Learner:
    """Play and learn; the learner at the end."""
    learner = Learner(seed)
    envs = gymnasium.make_vec("shamble/Pocket-v0", num_envs=games)
    rows, infos = envs.reset(seed=seed)
    position, ways = features(rows)
    fresh = np.zeros(games, bool)  # the step to come only begins a new game
    ended = won = 0
    begun = time.perf_counter()
    for update in range(1, updates + 1):
        steps = []
        for _ in range(STEPS):
            codes = choices(infos, fresh)
            chances = learner.chances(position, ways, codes)
            place = learner.choose(chances)
            rows, reward, over, _, infos = envs.step(codes[np.arange(games), place].astype(np.int64))
            after, ways_after = features(rows)
            totem = after[:, 4] - position[:, 4]
            paid = reward + DAWDLING + TOTEM * np.where(fresh, 0, np.maximum(0, totem))
            steps.append((position, ways, codes, chances, place, paid, over, ~fresh))
            ended, won = ended + int(over.sum()), won + int((reward == 1).sum())
            position, ways, fresh = after, ways_after, over
        learner.learn(gradients(learner, steps, position, fresh), rate)
        if update % 20 == 0:
            share = won / max(1, ended)
            seconds = time.perf_counter() - begun
            print(f"update {update:4}: {ended:7,} games, won {share:6.2%}, {seconds:5.0f} s", flush=True)
            ended = won = 0
    return learner


def gradients(learner: Learner, steps: list[Any], last: Any, over_before: Any) -> dict[str, Any]:
    """The gradients of what the actor expects to be paid, with a little for keeping an open mind, and of the critic."""
    value = learner.weights["value"]
    ahead = np.where(over_before, 0, last @ value)
    gain = np.zeros_like(ahead)
    totals = {name: np.zeros_like(w) for name, w in learner.weights.items()}
    count = 0
    for position, ways, codes, chances, place, paid, over, real in reversed(steps):
        now = position @ value
        ahead = np.where(over, 0, ahead)
        gain = paid + ahead - now + 0.95 * np.where(over, 0, gain)  # generalised advantage
        gain = np.where(real, gain, 0)
        ahead = now
        games = len(codes)
        surprise = -chances
        surprise[np.arange(games), place] += 1
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(chances > 0, np.log(chances), 0)
        doubt = -chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        push = (surprise * gain[:, None] + 0.003 * doubt) * real[:, None]
        by_kind = np.zeros((games, 5, len(KINDS)), np.float32)
        np.add.at(by_kind, (np.arange(games)[:, None], EDGE[codes], KIND[codes]), push)
        totals["kind"] += by_kind.sum(axis=1).T @ position
        for edge in range(4):
            totals["edge"] += by_kind[:, edge].T @ ways[:, edge]
        totals["value"] += gain @ position
        count += int(real.sum())
    return {name: total / count for name, total in totals.items()}


def win_share(learner: Learner, games: int, seed: int) -> float:
    """How many of so many new games the learner wins."""
    envs = gymnasium.make_vec("shamble/Pocket-v0", num_envs=games)
    rows, infos = envs.reset(seed=seed)
    running = np.ones(games, bool)
    won = 0
    for _ in range(LONGEST):
        if not running.any():
            break
        codes = choices(infos, ~running)
        place = learner.choose(learner.chances(*features(rows), codes))
        rows, reward, over, _, infos = envs.step(codes[np.arange(games), place].astype(np.int64))
        won += int((reward[running] == 1).sum())
        running &= ~over
    return won / games


def main() -> None:
    """Learn, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.02, help="how far an update goes")
    parser.add_argument("--measured", type=int, default=4096, help="games that measure the win shares")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"The engine runs {'compiled' if shamble.COMPILED else 'interpreted'}.")
    before = win_share(Learner(given.seed), given.measured, 10_000_000)
    learner = train(given.updates, given.games, given.seed, given.rate)
    after = win_share(learner, given.measured, 10_000_000)
    print(f"Of {given.measured:,} games random play wins {before:.1%}, the learned policy {after:.1%}.")


if __name__ == "__main__":
    main()
