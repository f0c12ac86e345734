"""What `simulate` without --out has counted so far, kept in the user's data folder when it is stopped."""

import hashlib
import json
import os
import time
from collections import Counter
from pathlib import Path

from shamble.files import read_json, write_whole
from shamble.kernel.errors import ShambleError
from shamble.lab.plan import Plan
from shamble.lab.tally import Tally

EVERY = 30.0  # seconds


class TallyFile:
    """A Checkpoint in one small file, named by all that the numbers depend on."""

    def __init__(self, plan: Plan, resume: bool) -> None:
        self._plan = plan
        self._stamp = plan.stamp()
        digest = hashlib.sha256(json.dumps(self._stamp, sort_keys=True).encode()).hexdigest()[:16]
        base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
        self.path = Path(base) / "shamble" / "runs" / f"{plan.game}-{digest}.json"
        self.lost = ""  # why nothing could be kept
        self._resume = resume
        self._saved = time.monotonic()

    def load(self) -> tuple[Tally, int]:
        """What was played, and how many chunks that is; nothing where there is no such file or it is damaged."""
        if not self._resume or not self.path.exists():
            return Tally(), 0
        try:
            data = read_json(self.path)
            if data["stamp"] != json.loads(json.dumps(self._stamp)):
                return Tally(), 0
            tally = Tally(
                int(data["games"]),
                int(data["events"]),
                [float(paid) for paid in data["paid"]],
                Counter({str(code): int(count) for code, count in data["endings"]}),
                Counter({int(length): int(count) for length, count in data["decisions"]}),
                Counter({int(length): int(count) for length, count in data["lengths"]}),
            )
            done = int(data["done"])
            games = min(done * self._plan.chunk, self._plan.games)
            counts = [sum(one.values()) for one in (tally.endings, tally.decisions, tally.lengths)]
            if done < 0 or counts != [games] * 3 or tally.games != games or len(tally.paid) != self._plan.players:
                return Tally(), 0
            return tally, done
        except (ShambleError, KeyError, TypeError, ValueError, OverflowError):
            return Tally(), 0

    def save_now_and_then(self, tally: Tally, done: int) -> None:
        """Save, unless that was less than half a minute ago."""
        if time.monotonic() - self._saved >= EVERY:
            self.save(tally, done)

    def save(self, tally: Tally, done: int) -> None:
        """Save; where that cannot be, `lost` says why."""
        self._saved = time.monotonic()
        document = {
            "stamp": self._stamp,
            "done": done,
            "games": tally.games,
            "events": tally.events,
            "paid": tally.paid,
            "endings": sorted(tally.endings.items()),
            "decisions": sorted(tally.decisions.items()),
            "lengths": sorted(tally.lengths.items()),
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(document) + "\n")
            self.lost = ""
        except (ShambleError, OSError) as error:
            self.lost = str(error)

    def forget(self) -> None:
        """All is played."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            self.lost = ""  # a leftover of a finished run does no harm
