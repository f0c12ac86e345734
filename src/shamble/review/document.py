"""What a review says: chances, moments, ledgers, decisions; as data, and as the JSON document."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from shamble.kernel.state import CHANCE


@dataclass(frozen=True)
class Settings:
    """How much work a review does: `rollouts` for each win chance, `iterations` of search for each decision.

    It takes at most about `seconds` of the clock: where that is too little, rollouts and iterations are cut; where a
    hundred rollouts still are too many for all events, not all events are looked at."""

    rollouts: int = 300
    iterations: int = 200
    seconds: float = 60.0
    seed: int = 1


@dataclass(frozen=True)
class Chance:
    """A win chance with its 95 % interval (normal; rollouts are independent)."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Moment:
    """After one event: what it was, in words all may read once the game is over, and every seat's win chance.

    `before` are the chances before it where these are not those of the moment before: where the event before it was not
    looked at. It is empty otherwise."""

    event: int
    who: int
    action: str
    text: str
    chances: tuple[Chance, ...]
    before: tuple[Chance, ...] = ()


@dataclass
class Ledger:
    """Where a seat's chance went, from `opening` to `result`: the parts add up to the difference. `unseen` is what the
    events changed that were not looked at."""

    opening: float
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0
    reveals: float = 0.0
    unseen: float = 0.0
    result: float = 0.0

    def gap(self) -> float:
        """What the parts miss: 0 but for rounding."""
        return self.opening + self.luck + self.own + self.others + self.reveals + self.unseen - self.result


@dataclass(frozen=True)
class Decision:
    """A decision: the choice made, the best one the seat could know of, what that cost, and its mark where the
    intervals allow one (`"inaccuracy"`, `"mistake"`, `"blunder"`, else empty)."""

    event: int
    seat: int
    action: str
    best: str
    chance: Chance
    best_chance: Chance
    loss: float
    mark: str
    label: str = ""  # the choice made and the best one, in words
    best_label: str = ""


@dataclass
class Review:
    """The whole review; `to_dict` is the JSON document.

    `moments` are the events around which the chances were found, `judged` the numbers of those that were looked at as
    choices (`decisions` are those where there was one), both in the order of the game; `complete` says that none of the
    `events` was left out, and `stopped` that somebody ended the review before its time was up."""

    game: str
    title: str
    seats: list[str]
    rollouts: int
    iterations: int
    rough: bool
    complete: bool
    opening: tuple[Chance, ...]
    moments: list[Moment] = field(default_factory=list)
    ledgers: list[Ledger] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    turning_points: list[str] = field(default_factory=list)
    result: str = ""
    final: str = ""  # the hash of the game's last position: which game this is a review of
    events: int = 0
    judged: list[int] = field(default_factory=list)
    stopped: bool = False

    @property
    def looked_at(self) -> list[int]:
        """The numbers of the events looked at in one way or the other, ascending."""
        return sorted({*self.judged, *(moment.event for moment in self.moments)})

    def points(self) -> Iterator[tuple[int, tuple[Chance, ...], Moment | None]]:
        """The chances found, in the order of the game: after how many events, every seat's chance, and the moment that
        led there where it was looked at."""
        yield 0, self.opening, None
        for moment in self.moments:
            if moment.before:
                yield moment.event, moment.before, None
            yield moment.event + 1, moment.chances, moment

    def to_dict(self) -> dict[str, Any]:
        """JSON-able; `looked_at` are the numbers of the events looked at."""
        return {**asdict(self), "looked_at": self.looked_at}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Review":
        """The review that `to_dict` wrote; KeyError or TypeError where it is none."""
        fields = {key: value for key, value in data.items() if key != "looked_at"}
        if "judged" not in fields:
            fields["judged"] = [row["event"] for row in data["moments"] if row["who"] != CHANCE]
        fields["opening"] = _chances(data["opening"])
        fields["moments"] = [
            Moment(**{**row, "chances": _chances(row["chances"]), "before": _chances(row.get("before", []))})
            for row in data["moments"]
        ]
        fields["ledgers"] = [Ledger(**row) for row in data["ledgers"]]
        fields["decisions"] = [
            Decision(**{**row, "chance": Chance(**row["chance"]), "best_chance": Chance(**row["best_chance"])})
            for row in data["decisions"]
        ]
        return cls(**fields)


def _chances(rows: list[dict[str, float]]) -> tuple[Chance, ...]:
    return tuple(Chance(**row) for row in rows)
