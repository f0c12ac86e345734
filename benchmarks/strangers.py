"""What one stranger can do to everybody else, measured on loopback with a real server of its own.

    python benchmarks/strangers.py records   20 saved games of very many events at once, again and again
    python benchmarks/strangers.py bots      250 bots asked for at once, again and again

Meanwhile somebody at another address plays: how long their moves take, how long their hard bots think. The stranger
asks from 127.0.0.2, so Linux is needed. One JSON document on standard output.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from queue import Empty
from typing import Any

import httpx

from shamble.match import Match

GOALS = {
    "records": "another player's moves p99 below 100 ms, memory below 400 MB",
    "bots": "another table's hard bot decides within 5 s each time",
}
STRANGER = "127.0.0.2"
SHORT = 18  # letters of a swap, so that very many are no larger than a page may read
Json = dict[str, Any]


@contextlib.contextmanager
def server(*more: str) -> Iterator[tuple[str, int]]:
    """A server of our own: its address and process."""
    with tempfile.TemporaryDirectory(prefix="shamble-strangers-") as folder:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        command = [sys.executable, "-m", "shamble.cli", "serve", "--port", str(port), "--no-open", "--no-access-log"]
        command += ["--pace", "0", "--database", str(Path(folder) / "t.sqlite"), *more]
        environment = {**os.environ, "XDG_DATA_HOME": folder}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            for _ in range(400):
                with contextlib.suppress(OSError, httpx.HTTPError):
                    if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def client(address: str, source: str | None = None) -> httpx.AsyncClient:
    """Somebody who asks, from one of this machine's addresses."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    transport = httpx.AsyncHTTPTransport(local_address=source, limits=limits)
    return httpx.AsyncClient(base_url=address, transport=transport, timeout=120)


class Peak(threading.Thread):
    """The most memory that a process, and it with its children, have had in use; bytes."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process, self.alone, self.together, self.stop = process, 0, 0, False

    def run(self) -> None:
        """Look ten times a second."""
        while not self.stop:
            sizes = {pid: size for pid, parent, size in _processes() if self.process in (pid, parent)}
            self.alone = max(self.alone, sizes.get(self.process, 0))
            self.together = max(self.together, sum(sizes.values()))
            time.sleep(0.1)


def _processes() -> Iterator[tuple[int, int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            pages = int((folder / "statm").read_text().split()[1])
            yield int(folder.name), parent, pages * os.sysconf("SC_PAGE_SIZE")


def bomb(events: int) -> str:
    """A legal record of Pocket of so many events: two things swapped to and fro. Packed, as the page's form has it."""
    for seed in range(1000):
        match, luck = Match("pocket", seed=seed), random.Random(seed)
        while match.owing and match.version < 60:
            actions = [one.action for one in match.choices(0)]
            swaps = [one for one in actions if one.startswith("swap")]
            if not swaps:
                match.play(0, luck.choice(actions))
                continue
            before = match.record.to_dict()
            there = swaps[0]
            match.play(0, there)
            back = next(one.action for one in match.choices(0) if one.action.startswith("swap"))
            match.play(0, back)
            if match.record.to_dict()["final"] != before["final"]:
                break
            if len(there) > SHORT:
                break
            left = events - len(before["events"])
            before["events"] += [[0, there], [0, back]] * (left // 2)
            text = json.dumps(before, separators=(",", ":"))
            return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    raise AssertionError("Nothing can be swapped in a thousand games.")


async def new_table(who: httpx.AsyncClient, game: str, seats: list[str], start: bool = True) -> tuple[str, Json]:
    """The path of a new table, and the header that holds its seats."""
    made = (await who.post("/api/tables", json={"game": game, "seats": seats, "start": start})).json()
    return f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['token']}"}


class Player:
    """Somebody at another address who plays, a move every so often, at one table after another."""

    def __init__(self, who: httpx.AsyncClient, pause: float) -> None:
        self.who, self.pause, self.took = who, pause, list[float]()

    async def play(self) -> None:
        """Until it is cancelled."""
        luck = random.Random(1)
        while True:
            path, key = await new_table(self.who, "run", ["me"] * 4)
            while True:
                shown = (await self.who.get(f"{path}?seat=0", headers=key)).json()
                if not shown["owing"]:
                    break
                seat = shown["owing"][0]
                shown = (await self.who.get(f"{path}?seat={seat}", headers=key)).json()
                move = {"action": luck.choice(shown["choices"])["action"], "version": shown["version"], "seat": seat}
                began = time.perf_counter()
                answer = await self.who.post(f"{path}/play", json=move, headers=key)
                self.took.append(time.perf_counter() - began)
                answer.raise_for_status()
                await asyncio.sleep(self.pause)


def milliseconds(took: list[float]) -> Json:
    """Half of them, all but one in a hundred, and the longest."""
    cuts = statistics.quantiles([1000 * one for one in took], n=100)
    return {"p50": round(cuts[49], 1), "p99": round(cuts[98], 1), "max": round(1000 * max(took), 1), "moves": len(took)}


async def _records_asked(address: str, stop: Event, statuses: Counter[int], at_once: int, form: Json) -> None:
    """A stranger brings saved games."""
    async with client(address, STRANGER) as stranger:
        while not stop.is_set():
            await _all(statuses, [stranger.post("/replay", data=form) for _ in range(at_once)])


async def _bots_asked(address: str, stop: Event, statuses: Counter[int], at_once: int, count: int) -> None:
    """A stranger asks bots at so many own tables, where hard bots sit, too."""
    async with client(address, STRANGER) as stranger:
        tables = [await new_table(stranger, "hugme", ["me", "hard", "hard", "hard"]) for _ in range(count)]
        ask = {"once": True, "bot": "hard"}
        while not stop.is_set():
            chosen = [tables[number % count] for number in range(at_once)]
            await _all(statuses, [stranger.post(f"{path}/bot", json=ask, headers=key) for path, key in chosen])
            await asyncio.sleep(0.1)


async def _all(statuses: Counter[int], asked: list[Any]) -> None:
    answers = await asyncio.gather(*asked, return_exceptions=True)
    statuses.update(one.status_code if isinstance(one, httpx.Response) else 0 for one in answers)


def _ask(what: Any, address: str, stop: Event, told: "Queue[Any]", *given: Any) -> None:
    """In a process of its own: ask until it is to stop, then tell what was answered."""
    statuses: Counter[int] = Counter()
    asyncio.run(what(address, stop, statuses, *given))
    told.put(dict(statuses))


class Stranger:
    """A process that asks; `answers` are the statuses, once it has stopped."""

    def __init__(self, what: Any, *given: Any) -> None:
        context = get_context("spawn")
        self.stop, self.told, self.answers = context.Event(), context.Queue(), dict[int, int]()
        address, *rest = given
        self.process = context.Process(target=_ask, args=(what, address, self.stop, self.told, *rest), daemon=True)

    async def __aenter__(self) -> "Stranger":
        self.process.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop.set()
        with contextlib.suppress(Empty):
            self.answers = await asyncio.to_thread(self.told.get, True, 120)
        self.process.kill()


async def records(address: str, process: int, arguments: argparse.Namespace) -> Json:
    """Saved games that cost much."""
    found: Json = {}
    for events in arguments.events:
        form = {"record": bomb(events), "at": "7"}
        async with client(address) as somebody:
            player = Player(somebody, 0.05)
            playing = asyncio.create_task(player.play())
            await asyncio.sleep(arguments.seconds / 2)
            alone, player.took = player.took, []
            peak = Peak(process)
            peak.start()
            async with Stranger(_records_asked, address, arguments.at_once, form) as stranger:
                await asyncio.sleep(arguments.seconds)
            playing.cancel()
            peak.stop = True
        found[f"{events} events"] = {
            "bytes_of_the_form": len(form["record"]), "answers": stranger.answers, "alone_ms": milliseconds(alone),
            "attacked_ms": milliseconds(player.took), "memory_mb": round(peak.alone / 1e6),
            "memory_with_workers_mb": round(peak.together / 1e6),
        }  # fmt: skip
    return found


async def bots(address: str, process: int, arguments: argparse.Namespace) -> Json:
    """Bots asked for at once."""
    async with client(address) as somebody:
        alone, _ = await _decisions(somebody, arguments.game, arguments.seconds / 2)
        async with Stranger(_bots_asked, address, arguments.at_once, arguments.tables) as stranger:
            await asyncio.sleep(5)
            took, quick = await _decisions(somebody, arguments.game, arguments.seconds)
    return {
        "game": arguments.game, "decisions": len(took), "chosen_quickly": quick,
        "alone_s": {"p50": round(statistics.median(alone), 2), "max": round(max(alone), 2)},
        "attacked_s": {"p50": round(statistics.median(took), 2), "max": round(max(took), 2)},
        "answers": stranger.answers,
    }  # fmt: skip


async def _decisions(who: httpx.AsyncClient, game: str, seconds: float) -> tuple[list[float], int]:
    """How long each decision of hard bots takes at a table, and how many were chosen quickly."""
    took: list[float] = []
    quick, luck, end = 0, random.Random(1), time.monotonic() + seconds
    while time.monotonic() < end:
        path, key = await new_table(who, game, ["me", "hard", "hard"])
        version, since, waited = -1, time.perf_counter(), False
        while time.monotonic() < end:
            shown = (await who.get(f"{path}?seat=0", headers=key)).json()
            if shown["version"] != version:
                if waited:
                    took.append(time.perf_counter() - since)
                    quick += bool(shown.get("notice"))
                version, since = shown["version"], time.perf_counter()
            if not shown["owing"]:
                break
            waited = 0 not in shown["owing"]
            if not waited:
                move = {"action": luck.choice(shown["choices"])["action"], "version": version}
                await who.post(f"{path}/play", json=move, headers=key)
            else:
                await asyncio.sleep(0.02)
        if waited:
            took.append(time.perf_counter() - since)  # one that was still being waited for
    return took, quick


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=list(GOALS))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--at-once", type=int, default=0, help="20 records, 250 bots")
    parser.add_argument("--events", type=int, nargs="+", default=[75_000, 20_000])
    parser.add_argument("--tables", type=int, default=250, help="the stranger's, for bots")
    parser.add_argument("--game", default="hugme", help="what is played at the other table, for bots")
    arguments = parser.parse_args()
    arguments.at_once = arguments.at_once or {"records": 20, "bots": 250}[arguments.what]
    with server(*(["--no-limits"] if arguments.what == "bots" else [])) as (address, process):
        found = asyncio.run((records if arguments.what == "records" else bots)(address, process, arguments))
    load = round(os.getloadavg()[0], 1)
    print(json.dumps({"what": arguments.what, "goal": GOALS[arguments.what], "load_of_the_machine": load, **found}))


if __name__ == "__main__":
    main()
