"""Chunks on Ray: the numbers of one machine, a killed worker costs time only, and clusters that are not there."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from matches import environment, is_one_sentence, shamble

from shamble.kernel.errors import ShambleError
from shamble.lab import cluster
from shamble.lab.cluster import on_cluster

COMMAND = ["simulate", "hugme", "--games", "2500", "--bots", "greedy", "--seed", "4"]


def test_a_worker_that_is_killed_costs_time_not_results(tmp_path: Path) -> None:
    """A real Ray of two workers on this machine, one of them killed while it plays a chunk."""
    pytest.importorskip("ray", reason="Ray (extra cluster) is not installed: pip install 'shamble[cluster]'")
    pl = pytest.importorskip("polars", reason="polars (extra lab) is not installed")
    line = [sys.executable, "-m", "shamble.cli", *COMMAND, "--on", "local-ray", "--jobs", "2", "--out", "ray.parquet"]
    running = subprocess.Popen(
        line, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # fmt: skip
    victim = 0
    deadline = time.monotonic() + 120
    while not victim and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
        for pid in working(running.pid):
            victim = pid
            os.kill(victim, signal.SIGKILL)
            break
    out, err = running.communicate(timeout=240)
    assert (running.returncode, err) == (0, "shamble: Written: ray.parquet\n")
    assert victim, "no worker was seen at work"
    assert "2500 games of hugme" in out
    alone = shamble(*COMMAND, "--jobs", "1", "--out", "one.parquet", cwd=tmp_path)
    assert alone.returncode == 0
    assert pl.read_parquet(tmp_path / "ray.parquet").equals(pl.read_parquet(tmp_path / "one.parquet"))
    assert [row for row in out.splitlines() if "greedy" in row] == [
        row for row in alone.stdout.splitlines() if "greedy" in row
    ]


def working(driver: int) -> list[int]:
    """The Ray workers of a driver that are playing a chunk just now, as Linux lists them."""
    parents: dict[int, int] = {}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if title.startswith(b"ray::play_rows"):
            found.append(int(folder.name))
    return [pid for pid in found if driver in ancestors(pid, parents)]


def ancestors(pid: int, parents: dict[int, int]) -> list[int]:
    line = []
    while pid in parents:
        pid = parents[pid]
        line.append(pid)
    return line


def work(plan: int, number: int) -> int:
    return plan + number


def complaint(on: str) -> str:
    with pytest.raises(ShambleError) as error:
        list(on_cluster(on, work, 1, iter(range(3))))
    assert is_one_sentence(str(error.value)), str(error.value)
    return str(error.value)


@pytest.mark.parametrize("on", ["", "ray", "ray://", "ray://host", "ray://host:0", "ray://host:99999", "http://host:1"])
def test_an_address_that_is_none_is_refused(on: str) -> None:
    assert "--on takes local-ray or ray://HOST:PORT" in complaint(on)


def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ray", "ray.exceptions", "grpc"):
        monkeypatch.setitem(sys.modules, name, false_ray())
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    begun = time.monotonic()
    assert f"There is no cluster at ray://127.0.0.1:{port}" in complaint(f"ray://127.0.0.1:{port}")
    assert time.monotonic() - begun < 10


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'shamble[cluster]'" in complaint("local-ray")


# -- clusters of other versions: a stand-in for Ray that answers as such a cluster does ----------------------------


class TaskError(Exception):
    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class RayError(Exception):
    pass


def false_ray(refuses: Exception | None = None, answers: Any = None, dies_after: int = 99) -> ModuleType:
    ray: Any = ModuleType("ray")
    done: list[int] = []

    def init(**options: Any) -> None:
        if refuses is not None:
            raise refuses

    def get(task: Any) -> Any:
        if isinstance(task, Exception):
            raise task
        if isinstance(task, int):
            done.append(task)
            if len(done) > dies_after:
                raise RayError("The raylet died\nand more lines")
        return task

    def remote(**options: Any) -> Any:
        def made(function: Any) -> Any:
            if function is cluster.version:
                return SimpleNamespace(remote=lambda: answers if answers is not None else cluster.version())
            return SimpleNamespace(remote=function)

        return made

    ray.init, ray.get, ray.remote, ray.put = init, get, remote, lambda value: value
    ray.shutdown = lambda: None
    ray.cluster_resources = lambda: {"CPU": 2.0}
    ray.exceptions = SimpleNamespace(RayTaskError=TaskError, RayError=RayError)
    return ray


@pytest.fixture
def server() -> Any:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"ray://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"refuses": RuntimeError("Version mismatch: The cluster was started with:\n  Ray: 1.0")}, "Version mismatch"),
        ({"refuses": ConnectionError("ray client connection timeout")}, "There is no cluster"),
        ({"answers": TaskError(ModuleNotFoundError("No module named 'shamble'"))}, "cannot import Shamble"),
        ({"answers": ("0.0.1", "pocket:1")}, "install the same version"),
        ({"dies_after": 1}, "finished chunks are kept"),
    ],
)
def test_a_cluster_of_another_version_or_that_goes_away_is_one_sentence(
    given: dict[str, Any], said: str, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ray", "ray.exceptions", "grpc"):
        monkeypatch.setitem(sys.modules, name, false_ray(**given))
    assert said in complaint(server)
