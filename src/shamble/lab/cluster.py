"""Chunks as tasks of Ray (extra `cluster`): on this machine or on a cluster. All scheduling is Ray's.

Where a chunk is played makes no difference to its numbers. Ray starts a task again elsewhere when its worker dies, so a
worker that is killed costs time, not results.
"""

import logging
import os
import re
import socket
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

import shamble
from shamble.kernel.errors import BadOption, ShambleError
from shamble.lab.extras import Missing
from shamble.processes import AHEAD, cores

Plan = TypeVar("Plan")
Part = TypeVar("Part")

LOCAL = "local-ray"
RETRIES = 20  # times that a chunk is begun again when its worker dies
PATIENCE = 5.0  # seconds to wait for somebody to answer at an address
ADDRESS = re.compile(r"ray://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9_.-]+):(\d{1,5})")


class NoCluster(ShambleError):
    """A cluster that is not there, went away, or is of another version."""


def check_address(on: str) -> tuple[str, int] | None:
    """The host and port of `ray://HOST:PORT`, None for `local-ray`; BadOption for anything else."""
    if on == LOCAL:
        return None
    matched = ADDRESS.fullmatch(on)
    if matched is None or not 0 < int(matched[2]) < 65536:
        raise BadOption(f"--on takes local-ray or ray://HOST:PORT, as in --on ray://head.lan:10001; not {on[:60]!r}.")
    return matched[1].strip("[]"), int(matched[2])


def on_cluster(
    on: str, work: Callable[[Plan, int], Part], plan: Plan, numbers: Iterator[int], jobs: int | None = None
) -> Iterator[Part]:
    """`work(plan, number)` for every number, in order, each as a task of Ray.

    `jobs` is the number of workers that `local-ray` starts (None: one a core); a cluster has those it has.
    """
    with session(on, jobs) as ray:
        yield from _tasks(ray, on, work, plan, numbers)


_open: dict[str, Any] = {}  # the clusters that a session holds, by address


@contextmanager
def session(on: str | None, jobs: int | None) -> Iterator[Any]:
    """Ray, connected until the block is left; a session inside another one to the same cluster shares it."""
    if on is None or on in _open:
        yield _open.get(on or "")
        return
    ray = _connect(on, jobs)
    try:
        _compare(ray, on)
        _open[on] = ray
        yield ray
    finally:
        _open.pop(on, None)
        ray.shutdown()


def _tasks(ray: Any, on: str, work: Callable[[Plan, int], Part], plan: Plan, numbers: Iterator[int]) -> Iterator[Part]:
    try:
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(work)
        shared = ray.put(plan)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        for number in numbers:
            waiting.append(task.remote(shared, number))
            if len(waiting) >= ahead:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, ShambleError) else error) from None
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise NoCluster(
            f"The cluster at {on} went away ({_brief(error)}); finished chunks are kept. Try again with --resume."
        ) from None


def _connect(on: str, jobs: int | None) -> Any:
    """Ray, connected; NoCluster where nobody answers or another version does."""
    address = check_address(on)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray: Any = import_module("ray")
        import_module("ray.exceptions")
    except ImportError:
        raise Missing("--on needs Ray, which is not installed: pip install 'shamble[cluster]' brings it.") from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    try:
        if address is None:
            ray.init(address="local", num_cpus=jobs or cores(), include_dashboard=False, **quiet)
            return ray
        try:
            import_module("grpc")
        except ImportError:
            raise Missing(
                "A cluster at ray:// needs Ray's client, which is not installed: pip install 'ray[client]' brings it."
            ) from None
        with socket.create_connection(address, timeout=PATIENCE):
            pass
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ray.init(address=on, **quiet)
        logging.getLogger("ray.util.client").setLevel(logging.CRITICAL)  # what it warns of, it then raises
    except ShambleError:
        raise
    except (OSError, ConnectionError) as error:
        raise NoCluster(
            f"There is no cluster at {on} ({_brief(error)}). Is it up, and is the port right? "
            "If it asks for a token, set RAY_AUTH_MODE=token."
        ) from None
    except Exception as error:  # Ray says a mismatch of versions by RuntimeError, a refused start by many others
        raise NoCluster(f"The cluster at {on} cannot be used: {_brief(error)}.") from None
    return ray


def _compare(ray: Any, on: str) -> None:
    """NoCluster where the workers' Shamble is missing or not of our version."""
    try:
        theirs = ray.get(ray.remote(num_cpus=1)(version).remote())
    except ray.exceptions.RayTaskError as error:
        raise NoCluster(
            f"The workers of {on} cannot import Shamble ({_brief(error.cause)}): install {shamble.__version__} there."
        ) from None
    if theirs != version():
        raise NoCluster(
            f"The workers of {on} have Shamble {' '.join(theirs)}, this is {' '.join(version())}: "
            "install the same version there."
        )


def version() -> tuple[str, str]:
    """What must be the same here and there: Shamble's version and the games' rules versions."""
    from shamble.games import shipped

    return shamble.__version__, "/".join(f"{game.code}:{game.rules_version}" for game in shipped())


def _brief(error: object) -> str:
    """The first line of an error, shortened."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = lines[0] if lines else type(error).__name__
    return text.rstrip(".")[:160]
