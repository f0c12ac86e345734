"""The site's speed and memory, measured on loopback with a real server of its own.

    python benchmarks/site.py fast [--tables 250]     every seat answers at once: moves a second
    python benchmarks/site.py pace [--tables 1000]    a move a second a table: how long until all four seats have it
    python benchmarks/site.py idle [--streams 1000]   memory of open, silent streams
    python benchmarks/site.py school [--tables 30]    pupils in browsers behind one address, limits on: what is refused
    python benchmarks/site.py wake                    how long a sleeping table takes to wake, and what it costs asleep

`--workers`, `--database` and `--redis` go to the server. One JSON document on standard output. The goals are those of
the issue; boardgame.io's figures in it were measured on another day and are only repeated here.
"""

import argparse
import asyncio
import contextlib
import html
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import uvloop

GOALS = {
    "fast": "at least 1,900 moves a second (boardgame.io on one core here)",
    "pace": "p99 below 150 ms at 1,000 tables, below 25 ms at 250",
    "idle": "1,000 streams below 200 MB",
    "school": "nothing refused: 120 pupils at 30 tables, a move every 2 s",
    "wake": "below 50 ms",
}


class Choice(msgspec.Struct):
    """What may be played."""

    action: str


class Document(msgspec.Struct):
    """As much of a table as this driver needs."""

    status: str
    version: int
    owing: list[int]
    choices: list[Choice]


decode = msgspec.json.Decoder(Document).decode


class Line(asyncio.Protocol):
    """A connection that is kept: requests one after another, or one stream."""

    def __init__(self) -> None:
        self.buffer = b""
        self.on_body: Callable[[int, bytes], None] | None = None
        self.on_event: Callable[[bytes], None] | None = None
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """Note it."""
        self.lost = True

    def post(self, path: str, token: str, body: bytes) -> None:
        """Post a body."""
        self.transport.write(
            b"POST %b HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %b\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (path.encode(), token.encode(), len(body), body)
        )

    def stream(self, path: str, token: str) -> None:
        """Ask for a stream."""
        self.transport.write(
            b"GET %b HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %b\r\n\r\n" % (path.encode(), token.encode())
        )

    def data_received(self, data: bytes) -> None:
        """Cut what comes into answers or events."""
        self.buffer += data
        if self.on_event is not None:
            self._events()
        else:
            self._answers()

    def _events(self) -> None:
        *blocks, rest = self.buffer.split(b"\n\n")
        self.buffer = rest
        for block in blocks:
            at = block.find(b"\ndata: ")
            if at >= 0 and self.on_event is not None:
                self.on_event(block[at + 7 :])

    def _answers(self) -> None:
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0])
            if len(self.buffer) < end + 4 + length:
                return
            body = self.buffer[end + 4 : end + 4 + length]
            self.buffer = self.buffer[end + 4 + length :]
            if self.on_body is not None:
                self.on_body(int(head[9:12]), body)


class Game:
    """A table of run with four seats, one stream each, played by this driver."""

    def __init__(self, driver: "Driver", number: int) -> None:
        self.driver = driver
        self.luck = random.Random(number)
        self.token = self.path = ""
        self.documents: list[Document | None] = [None] * 4
        self.version = -1
        self.sent_at = 0.0
        self.waiting: set[int] = set()
        self.over = False

    async def begin(self) -> None:
        """Sit down at a new table, with four streams."""
        made = await self.driver.ask("/api/tables", "x", {"game": "run", "seats": ["me"] * 4, "start": True})
        self.token, self.path = made["token"], f"/api/tables/{made['table']}"
        self.over = False
        self.version = -1
        self.lines: list[Line] = []
        for seat in range(4):
            line = await self.driver.line()
            line.on_event = lambda data, seat=seat: self.heard(seat, data)  # type: ignore[misc]
            line.stream(f"{self.path}/events?seat={seat}", self.token)
            self.lines.append(line)
        self.poster = await self.driver.line()
        self.poster.on_body = self.answered

    def heard(self, seat: int, data: bytes) -> None:
        """A seat has the table at a version; once all four have it, go on."""
        document = decode(data)
        self.documents[seat] = document
        if document.version <= self.version:
            return
        self.waiting.discard(seat)
        if self.waiting:
            return
        now = time.perf_counter()
        if all(one is not None and one.version == document.version for one in self.documents):
            if self.sent_at:
                self.driver.took.append(now - self.sent_at)
            self.version = document.version
            self.waiting = {0, 1, 2, 3}
            if document.status == "over":
                self.over = True
                self.driver.ended(self)
            else:
                self.driver.ready(self, now)

    def play(self) -> None:
        """Post a move of whoever owes one."""
        document = self.documents[0]
        assert document is not None
        seat = document.owing[0]
        own = self.documents[seat]
        assert own is not None
        action = self.luck.choice(own.choices).action
        self.sent_at = time.perf_counter()
        body = b'{"action":%b,"version":%d,"seat":%d,"id":"%d"}' % (
            json.dumps(action).encode(), document.version, seat, document.version,
        )  # fmt: skip
        self.poster.post(f"{self.path}/play", self.token, body)

    def answered(self, status: int, body: bytes) -> None:
        """Count it."""
        if status == 200:
            self.driver.moves += 1
        else:
            self.driver.refused += 1
            print("refused:", status, body[:200], file=sys.stderr)

    def close(self) -> None:
        """Leave."""
        for line in [*self.lines, self.poster]:
            line.transport.close()


class Driver:
    """Plays many tables at once against a server."""

    def __init__(self, port: int, process: int, paced: bool) -> None:
        self.port = port
        self.process = process
        self.paced = paced
        self.moves = self.refused = 0
        self.took: list[float] = []
        self.running = False
        self.spare: list[Game] = []
        self.enough = asyncio.Event()

    async def line(self) -> Line:
        """A new connection."""
        _, protocol = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", self.port)
        return protocol

    async def ask(self, path: str, token: str, body: dict[str, Any]) -> Any:
        """Post something that is not counted."""
        line, found = await self.line(), asyncio.get_running_loop().create_future()
        line.on_body = lambda status, data: found.set_result((status, data))
        line.post(path, token, json.dumps(body).encode())
        status, data = await found
        line.transport.close()
        assert status < 300, data
        return json.loads(data)

    def ready(self, game: Game, now: float) -> None:
        """All four seats have the newest: play on."""
        if not self.running:
            return
        loop = asyncio.get_running_loop()
        if not self.paced:
            game.play()
        else:
            due = game.sent_at + 1.0 if game.sent_at else now + game.luck.random()
            loop.call_later(max(0.0, due - time.perf_counter()), self._play_if_running, game)

    def _play_if_running(self, game: Game) -> None:
        if self.running and not game.over:
            game.play()

    def ended(self, game: Game) -> None:
        """Go on at a table that was prepared; where there is none left, the measuring is over."""
        game.close()
        if self.running and self.spare:
            self.ready(self.spare.pop(), time.perf_counter())
        elif self.running:
            self.enough.set()

    async def join(self, path: str, link: dict[str, str]) -> Any:
        """A seat and its key, by a join link."""
        line, found = await self.line(), asyncio.get_running_loop().create_future()
        line.on_body = lambda status, data: found.set_result((status, data))
        body = json.dumps(link).encode()
        line.transport.write(
            b"POST %b/join HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
            % (path.encode(), len(body), body)
        )
        status, data = await found
        line.transport.close()
        assert status < 300, data
        return json.loads(data)

    async def run(self, tables: int, spare: int, seconds: float) -> dict[str, Any]:
        """Play, and report."""
        games = [Game(self, number) for number in range(tables + spare)]
        for first in range(0, len(games), 25):
            await asyncio.gather(*(game.begin() for game in games[first : first + 25]))
        while any(game.version < 0 for game in games):
            await asyncio.sleep(0.05)
        games, self.spare = games[:tables], games[tables:]
        self.running = True
        for game in games:
            self.ready(game, time.perf_counter())
        await asyncio.sleep(min(2.0, seconds / 4))  # warm
        self.moves, self.took = 0, []
        began, used = time.perf_counter(), cpu(self.process)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.enough.wait(), seconds)
        took, moves, spent = list(self.took), self.moves, time.perf_counter() - began
        own, system = (after - before for before, after in zip(used, cpu(self.process), strict=True))
        self.running = False
        await asyncio.sleep(0.3)
        cuts = statistics.quantiles([1000 * one for one in took], n=100)
        return {
            "load_of_the_machine": round(os.getloadavg()[0], 1),
            "tables": tables,
            "streams": 4 * tables,
            "seconds": round(spent, 1),
            "moves": moves,
            "moves_per_second": round(moves / spent),
            "refused": self.refused,
            "server_cpu_share": round((own + system) / spent, 2),
            "server_cpu_us_a_move": {
                "own": round(1e6 * own / max(1, moves)),
                "system": round(1e6 * system / max(1, moves)),
            },
            "to_all_streams_ms": {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)},
        }


@contextlib.contextmanager
def server(arguments: argparse.Namespace, *more: str) -> Any:
    """A server of our own; yields its port and process."""
    with tempfile.TemporaryDirectory(prefix="shamble-bench-", dir=arguments.folder) as folder, socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        found.close()
        command = [sys.executable, "-m", "shamble.cli", "serve", "--port", str(port), "--no-access-log"]
        command += [] if arguments.what == "school" else ["--no-limits"]
        command += ["--pace", "0", "--no-open", "--workers", str(arguments.workers)]
        command += ["--database", arguments.database or str(Path(folder) / "bench.sqlite"), *more]
        command += ["--redis", arguments.redis] if arguments.redis else []
        environment = {**os.environ, "XDG_DATA_HOME": folder}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            for _ in range(400):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as line:
                    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    if b"200" in line.recv(100):
                        break
                time.sleep(0.05)
            yield port, process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def family(process: int) -> list[Path]:
    """The folders in /proc of a process and its children."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if int(folder.name) == process or parent == process:
                found.append(folder)
    return found


def memory(process: int) -> int:
    """Bytes of memory in use by a process and its children."""
    total = 0
    for folder in family(process):
        with contextlib.suppress(OSError, StopIteration):
            lines = (folder / "status").read_text().splitlines()
            total += int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) * 1024
    return total


def cpu(process: int) -> tuple[float, float]:
    """Seconds of processor time a process and its children have used: their own, and the system's for them."""
    own = system = 0
    for folder in family(process):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            own, system = own + int(fields[11]), system + int(fields[12])
    return own / os.sysconf("SC_CLK_TCK"), system / os.sysconf("SC_CLK_TCK")


async def play(port: int, process: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Busy tables."""
    driver = Driver(port, process, arguments.what == "pace")
    found = await driver.run(arguments.tables, arguments.spare, arguments.seconds)
    figures = await asyncio.to_thread(
        lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    )
    counted = dict(line.rsplit(" ", 1) for line in figures.splitlines() if line and line[0] != "#")
    found["entries_a_commit"] = round(float(counted["shamble_entries_written"]) / float(counted["shamble_commits"]), 1)
    found["memory_mb"] = round(memory(process) / 1e6)
    return found


async def idle(port: int, process: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Silent streams."""
    driver = Driver(port, process, True)
    await driver.ask("/api/tables", "x", {"game": "run", "seats": ["me"] * 4, "start": True})
    before = memory(process)
    games = [Game(driver, number) for number in range(arguments.streams // 4)]
    for first in range(0, len(games), 25):
        await asyncio.gather(*(game.begin() for game in games[first : first + 25]))
    await asyncio.sleep(3)
    after = memory(process)
    return {
        "streams": 4 * len(games), "memory_before_mb": round(before / 1e6, 1), "memory_mb": round(after / 1e6, 1),
        "kb_a_stream_with_its_quarter_of_a_table": round((after - before) / 1e3 / (4 * len(games)), 1),
    }  # fmt: skip


TEACHER = "a key of the teacher's, as long as need be"


class Pupil:
    """Somebody at a table in a browser: a cookie, a stream, a page fetched after each message, moves by form."""

    def __init__(self, school: "School", path: str, key: str) -> None:
        self.school = school
        self.path = path
        self.head = f"HTTP/1.1\r\nHost: x\r\nCookie: shamble={key}\r\n"
        self.page = ""
        self.again = asyncio.Event()

    async def sit(self) -> None:
        """Open the page and the stream."""
        await self.look()
        stream, self.writer = await asyncio.open_connection("127.0.0.1", self.school.port)
        self.writer.write(f"GET {self.path}/stream {self.head}\r\n".encode())
        self.school.tasks += [asyncio.create_task(self.listen(stream)), asyncio.create_task(self.refresh())]

    async def listen(self, stream: asyncio.StreamReader) -> None:
        """Hear that the table has changed."""
        self.school.count("stream", int((await stream.readline()).split()[1]))
        while line := await stream.readline():
            if line.startswith(b"data:"):
                self.again.set()

    async def refresh(self) -> None:
        """Fetch the page after each change."""
        while True:
            await self.again.wait()
            self.again.clear()
            await self.look()

    async def look(self) -> None:
        """Fetch the page."""
        status, body = await self.ask(f"GET {self.path} {self.head}\r\n")
        self.school.count("refresh", status)
        if status == 200:
            self.page = body

    async def ask(self, request: str) -> tuple[int, str]:
        """A request on a connection of its own: status and body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.school.port)
        writer.write(request.replace("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n", 1).encode())
        answer = await reader.read()
        writer.close()
        return int(answer.split(b" ", 2)[1]), answer.decode(errors="replace")

    async def move(self) -> bool:
        """Send the first choice's form, if it is this one's turn."""
        found = re.search(r'name="action" value="([^"]*)"', self.page)
        if found is None:
            return False
        fields = {name: re.search(f'name="{name}" value="([^"]*)"', self.page) for name in ("seat", "version", "id")}
        form = {name: html.unescape(value[1]) for name, value in fields.items() if value}
        body = urllib.parse.urlencode({**form, "action": html.unescape(found[1])})
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        status, _ = await self.ask(f"POST {self.path}/play {self.head}{kind}\r\n{body}")
        self.school.count("move", status)
        return True


class School:
    """Classes of pupils at tables of four, all behind one address; a move every two seconds at each table."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seen: dict[str, Counter[int]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    def count(self, what: str, status: int) -> None:
        """Count an answer."""
        self.seen.setdefault(what, Counter())[status] += 1

    async def table(self, seconds: float) -> None:
        """A table, from its making to the end of the measuring."""
        driver = Driver(self.port, 0, True)
        made = await driver.ask("/api/tables", TEACHER, {"game": "run", "players": 4})
        path = f"/api/tables/{made['table']}"
        link = {"name": "Pupil", "token": made["links"]["join"].rsplit("/", 1)[1]}
        keys = [(await driver.join(path, link))["token"] for _ in range(4)]
        await driver.ask(f"{path}/start", TEACHER, {})
        pupils = [Pupil(self, f"/t/{made['table']}", key) for key in keys]
        for pupil in pupils:
            await pupil.sit()
        await asyncio.sleep(2 * random.random())
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for pupil in pupils:
                if await pupil.move():
                    break
            await asyncio.sleep(2)


async def school(port: int, process: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Pupils behind one address."""
    one = School(port)
    await asyncio.gather(*(one.table(arguments.seconds) for _ in range(arguments.tables)))
    for task in one.tasks:
        task.cancel()
    asked = {what: dict(counted) for what, counted in one.seen.items()}
    return {"tables": arguments.tables, "pupils": 4 * arguments.tables, "answers": asked}


async def wake(folder: str) -> dict[str, Any]:
    """In this process: tables of long games, asleep, woken one after another."""
    from shamble.site.app import build
    from shamble.site.config import Settings
    from shamble.site.tables import document as documents

    database = str(Path(folder) / "wake.sqlite")
    app = build(Settings(database=database, secret="x" * 32, pace=0, away_after=0, limits=False))
    found = {}
    async with app.router.lifespan_context(app):
        tables = app.state.tables
        for game in ("run", "hugme", "horrific", "hate", "pocket"):
            made = await tables.create(game, seats=None)
            table = await tables.open(made.table)
            await table.chairs.start("random")
            while table.status != "over":
                await table.log.changes(table.revision)
            took = []
            for _ in range(5):
                del tables.awake[table.id]
                began = time.perf_counter()
                table = await tables.open(table.id)
                documents.of(table, 0, since=table.version - 60)
                took.append(1000 * (time.perf_counter() - began))
            found[game] = {"events": table.version, "ms": round(statistics.median(took), 1)}
    return found


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=list(GOALS))
    parser.add_argument("--tables", type=int, default=None, help="250; of a school 30")
    parser.add_argument("--spare", type=int, default=250, help="tables prepared for when others end")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--redis", default="")
    parser.add_argument("--folder", default=None, help="where the database is made")
    arguments = parser.parse_args()
    arguments.tables = arguments.tables or (30 if arguments.what == "school" else 250)
    if arguments.what == "wake":
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            found = asyncio.run(wake(folder))
    else:
        with server(arguments) as (port, process):
            measure = {"idle": idle, "school": school}.get(arguments.what, play)
            found = uvloop.run(measure(port, process.pid, arguments))
    print(json.dumps({"what": arguments.what, "goal": GOALS[arguments.what], "found": found}))


if __name__ == "__main__":
    main()
