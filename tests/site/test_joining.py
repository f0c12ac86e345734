"""Playing at a server's table from elsewhere: a terminal, a bot of thirty lines, and a server as a person starts it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
from site_servers import PACKAGE, ROOT, forker, free_port

from shamble.terminal.remote import BadLink, parse_link


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONPATH": str(PACKAGE), "USER": "Terry"}


def ask(address: str, body: Any = None, token: str = "") -> Any:
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@pytest.mark.parametrize("game", ["run", "hate"])
def test_a_terminal_and_a_bot_at_one_table_to_the_end(game: str, tmp_path: Path) -> None:
    with forker(tmp_path) as servers:
        port = free_port()
        servers.start(port, database=str(tmp_path / "t.sqlite"))
        base = f"http://127.0.0.1:{port}"
        players = {"run": 3, "hate": 5}[game]
        seats = ["open", "open", *["greedy"] * (players - 2)]
        made = ask(f"{base}/api/tables", {"game": game, "seats": seats})
        link, table = made["links"]["join"], f"{base}/api/tables/{made['table']}"
        bot = subprocess.Popen(
            [sys.executable, str(ROOT / "examples/http_bot.py"), link, "Rob"], stdout=subprocess.PIPE, text=True
        )
        wait(lambda: ask(table)["seats"][0]["taken"])
        typed = "?\n?1\nu\nv\n" + "nonsense\n1\n" * 400
        terminal = subprocess.Popen(
            [sys.executable, "-m", "shamble.cli", "join", link, "--plain"],
            env=environment(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        wait(lambda: ask(table)["seats"][1]["taken"])
        ask(f"{table}/start", {}, made["token"])
        said, _ = terminal.communicate(typed, timeout=60)
        assert terminal.returncode == 0
        assert bot.communicate(timeout=20)[0].strip()
        end = ask(table)
        assert end["status"] == "over"
        assert [seat["name"] for seat in end["seats"]][:2] == ["Rob", "Terry"]
        assert "The end." in said
        assert end["result"]["why"] in " ".join(said.split())
        assert "There is no such choice" in said
        assert "Traceback" not in said
        again = subprocess.run(
            [sys.executable, "-m", "shamble.cli", "join", link, "--plain"],
            env=environment(tmp_path), input="", capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        assert "You sit at a table" in again.stdout  # the same seat, though the table is full
        watcher = subprocess.run(
            [sys.executable, "-m", "shamble.cli", "join", made["links"]["watch"]],
            env=environment(tmp_path / "other"), input="", capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        assert "You watch" in watcher.stdout


def wait(done: Any) -> None:
    for _ in range(400):
        if done():
            return
        time.sleep(0.02)
    raise AssertionError("It did not happen in time.")


def test_links() -> None:
    address = parse_link(" http://localhost:8000/t/abcdefghij/join/TOKEN-x_1 ")
    assert (address.base, address.table, address.token) == ("http://localhost:8000", "abcdefghij", "TOKEN-x_1")
    assert parse_link("https://a.example/games/t/abcd").api == "https://a.example/games/api/tables/abcd"
    assert parse_link("http://h/t/abcd/watch/xyz").token == ""
    for wrong in ("", "http://h/", "ftp://h/t/abcd", "http://h/t/abcd/host/xyz", "javascript:alert(1)", "x" * 5000):
        with pytest.raises(BadLink):
            parse_link(wrong)


def run_cli(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "shamble.cli", *words],
        env=environment(folder),
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_what_cannot_be_served_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words, said in (
            (["serve", "--port", port], "cannot|Nothing can be served"),
            (["serve", "--port", "0", "--host", "no.such.host.invalid"], "Nothing can be served"),
            (["serve", "--port", "0", "--database", "mysql://x/y"], "SQLite or PostgreSQL"),
            (["serve", "--port", "0", "--redis", "redis://127.0.0.1:1"], "Redis"),
            (["join", "http://127.0.0.1:1/t/abcdefgh/join/x"], "does not answer"),
            (["join", "nonsense"], "no link to a table"),
        ):
            found = run_cli(tmp_path, *words)
            assert found.returncode == 2, (words, found.stderr)
            assert re.search(said, found.stderr)
            assert len(found.stderr.strip().splitlines()) == 1, found.stderr
            assert "Traceback" not in found.stderr


def test_a_server_as_a_person_starts_it(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "shamble.cli", "serve", "--port", "0", "--workers", "2", "--json-log"],
        env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address is not None, line
        wait(lambda: _answers(f"{address[0]}/healthz"))
        made = ask(f"{address[0]}/api/tables", {"game": "run", "seats": ["me", "greedy"], "start": True})
        for _ in range(6):  # whichever worker answers
            assert ask(f"{address[0]}/api/tables/{made['table']}?seat=0", None, made["token"])["seat"] == 0
        with urllib.request.urlopen(f"{address[0]}/metrics", timeout=20) as figures:  # of both workers
            assert 'shamble_requests_total{method="POST",status="201"} 1.0' in figures.read().decode()
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=20)
        lines = [json.loads(one) for one in log.splitlines()]
        assert any(one.get("path") == "/api/tables" and one["status"] == 201 for one in lines)
        assert sum("Another process" in one["message"] for one in lines) <= 2
        assert made["token"] not in log
        assert "Traceback" not in log
        secret = tmp_path / "shamble" / "secret"
        assert secret.stat().st_mode & 0o777 == 0o600
        assert secret.read_text().strip() not in log
    finally:
        server.kill()


def _answers(address: str) -> bool:
    try:
        return bool(ask(address))
    except OSError:
        return False


def test_the_workers_end_with_the_server_that_began_them(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "shamble.cli", "serve", "--port", "0", "--workers", "2"],
        env=environment(tmp_path), stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert server.stdout is not None
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert address is not None
        wait(lambda: _answers(f"{address[0]}/healthz"))
    finally:
        server.kill()
        server.wait(10)
    wait(lambda: not _answers(f"{address[0]}/healthz"))
    server.stdout.close()


def test_a_watcher_leaves_through_a_pipe(tmp_path: Path) -> None:
    port = free_port()
    with forker(tmp_path) as servers:
        servers.start(port, database=str(tmp_path / "t.sqlite"))
        made = ask(f"http://127.0.0.1:{port}/api/tables", {"game": "run", "seats": ["me", "open"]})
        for typed in ("q\n", ""):
            found = run_cli(tmp_path, "join", f"http://127.0.0.1:{port}/t/{made['table']}", typed=typed)
            assert found.returncode == 0, found.stderr
