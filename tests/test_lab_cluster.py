"""Chunks on Ray: the numbers of one machine, a killed worker costs time only, and clusters that are not there."""

import os
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

pytestmark = pytest.mark.skipif(bool(os.environ.get("SHAMBLE_PURE")), reason="runs once, with the compiled engine")

KILLED = """
import os, signal, sys, time
from pathlib import Path
from shamble.lab.chunks import in_order
from shamble.lab.simulate import make_plan, play_chunk, report, Tally

def slowly(plan, number):
    Path(sys.argv[1], f"{number}-{os.getpid()}").touch()
    time.sleep(0.25)
    return play_chunk(plan, number)

if __name__ == "__main__":
    plan = make_plan("run", 6000, None, ["random"], 11, {}, None)
    tally, victim = Tally(), 0
    for part in in_order(slowly, plan, range(plan.chunks), 2, "local-ray"):
        tally.add(part)
        if not victim:
            names = [path.name for path in Path(sys.argv[1]).iterdir()]
            victim = int(names[-1].split("-")[1])
            os.kill(victim, signal.SIGKILL)
    names = [path.name for path in Path(sys.argv[1]).iterdir()]
    print(victim, len({name.split("-")[1] for name in names}), len(names))
    one = Tally()
    for number in range(plan.chunks):
        one.add(play_chunk(plan, number))
    print(one == tally, tally.games)
"""


def test_a_worker_that_is_killed_costs_time_not_results(tmp_path: Path) -> None:
    """A real Ray of two workers on this machine, one of them killed while it plays."""
    pytest.importorskip("ray", reason="Ray (extra cluster) is not installed: pip install 'shamble[cluster]'")
    (tmp_path / "seen").mkdir()
    program = tmp_path / "killed.py"
    program.write_text(KILLED)
    ran = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "seen")],
        env=environment(), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    first, second = ran.stdout.strip().splitlines()[-2:]
    victim, workers, begun = map(int, first.split())
    assert victim > 0
    assert workers >= 3, "two workers, and one that came for the killed one"
    assert begun > 12, "the killed worker's chunk was begun again"
    assert second == "True 6000"


def test_the_command_on_local_ray_writes_the_table_of_one_machine(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray (extra cluster) is not installed: pip install 'shamble[cluster]'")
    pl = pytest.importorskip("polars", reason="polars (extra lab) is not installed")
    for name, more in (("one", ["--jobs", "1"]), ("ray", ["--on", "local-ray", "--jobs", "2"])):
        words = ["simulate", "hate", "--games", "1200", "--seed", "4", "--out", f"{name}.parquet", *more]
        ran = shamble(*words, cwd=tmp_path)
        assert (ran.returncode, ran.stderr) == (0, "")
    assert pl.read_parquet(tmp_path / "one.parquet").equals(pl.read_parquet(tmp_path / "ray.parquet"))


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
