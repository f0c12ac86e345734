"""Real servers for tests: ours as processes of their own (forked from one that has loaded everything), PostgreSQL and
Redis from the machine's packages, each in a folder of the test's. They listen on 127.0.0.1 only and end with the test."""

import contextlib
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shamble import kernel

SECRET = "a secret of the tests, long enough to be one"
ROOT = Path(__file__).parents[1]
PACKAGE = Path(kernel.__file__).resolve().parents[2]  # where the Shamble under test lies


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Forker:
    """Starts servers within a fraction of a second: a process that has loaded the site and forks."""

    def __init__(self, folder: Path) -> None:
        environment = {
            **os.environ,
            "XDG_DATA_HOME": str(folder),
            "PYTHONPATH": os.pathsep.join([str(PACKAGE), str(ROOT / "tests")]),
        }
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.running: list[int] = []

    def start(self, port: int, **settings: Any) -> int:
        """The process id of a new server, which answers already."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        given = {"port": port, "secret": SECRET, "limits": False, "pace": 0.0, "access_log": False, **settings}
        self._process.stdin.write(json.dumps(given) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        self.running.append(pid)
        wait_for(port)
        return pid

    def kill(self, pid: int, number: int = signal.SIGKILL) -> None:
        """End a server and wait until it is gone."""
        os.kill(pid, number)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"wait": pid}) + "\n")
        self._process.stdin.flush()
        self.code = int(self._process.stdout.readline())
        self.running.remove(pid)

    def close(self) -> None:
        for pid in list(self.running):
            self.kill(pid)
        assert self._process.stdin is not None
        self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        self._process.kill()
        self._process.wait(10)


def wait_for(port: int, seconds: float = 20) -> None:
    """Wait until something listens and answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            if b"200" in line.recv(100):
                return
        time.sleep(0.01)
    raise AssertionError("The server did not answer in time.")


@contextlib.contextmanager
def forker(folder: Path) -> Iterator[Forker]:
    found = Forker(folder)
    try:
        yield found
    finally:
        found.close()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that begins empty; skips where there is none on this machine."""
    bins = sorted(glob.glob("/usr/lib/postgresql/*/bin")) or [os.path.dirname(shutil.which("initdb") or "")]
    if not bins[-1]:
        pytest.skip("PostgreSQL is missing: apt-get install postgresql")
    who: dict[str, Any] = {}
    folder, port = Path(tempfile.mkdtemp(prefix="shamble-pg-")), free_port()
    try:
        if os.geteuid() == 0:  # PostgreSQL will not run as root
            name = next((name for name in ("postgres", "nobody") if _user(name)), None)
            if name is None:
                pytest.skip("PostgreSQL does not run as root, and there is no user postgres or nobody.")
            who = {"user": name, "extra_groups": []}
            shutil.chown(folder, name)
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/", **who}
        command = [f"{bins[-1]}/initdb", "-D", str(folder / "data"), "-U", "shamble", "-A", "trust", "-N"]
        if subprocess.run(command, **quiet).returncode:
            pytest.skip("PostgreSQL's initdb does not work here.")
        command = [f"{bins[-1]}/postgres", "-D", str(folder / "data"), "-p", str(port), "-h", "127.0.0.1", "-k", ""]
        server = subprocess.Popen([*command, "-c", "shared_buffers=16MB"], **quiet)
        address = f"postgresql://shamble@127.0.0.1:{port}/postgres"
        try:
            _wait_for_postgres(address)
            yield address
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_postgres(address: str) -> None:
    import psycopg

    for _ in range(400):
        try:
            psycopg.connect(address, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("PostgreSQL did not answer in time.")


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis server; skips where there is none on this machine."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is missing: apt-get install redis-server")
    port = free_port()
    server = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(400):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as line:
                line.sendall(b"PING\r\n")
                if b"PONG" in line.recv(20):
                    break
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(10)


def _user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


if __name__ == "__main__":
    from shamble.games import catalogue
    from shamble.site.app import build
    from shamble.site.config import Settings
    from shamble.site.serve import serve

    catalogue()
    build(Settings(database="unused", secret=SECRET))  # loads whatever is loaded late
    for line in sys.stdin:
        given = json.loads(line)
        if "wait" in given:
            _, status = os.waitpid(given["wait"], 0)
            print(os.waitstatus_to_exitcode(status), flush=True)
            continue
        child = os.fork()
        if child == 0:
            os.close(0)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            serve(Settings(**given), browser=False)
            os._exit(0)
        print(child, flush=True)
