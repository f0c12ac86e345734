"""What the processes that use a store are called, and when none of them ran."""

import hashlib
import os
import platform
import secrets
import uuid

Pause = tuple[float, float]  # from, to


def process_name() -> str:
    """What this process is called among those that use a store: its host, its number, and something of its own."""
    return f"{_HOST}.{os.getpid()}.{secrets.token_hex(4)}"


def is_dead(process: str) -> bool:
    """Whether it is a process of this host that has ended without saying so."""
    host, _, rest = process.partition(".")
    number = rest.partition(".")[0]
    if host != _HOST or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def stood(pauses: list[Pause], since: float, until: float) -> float:
    """How many seconds between two moments lie in these pauses, which do not overlap."""
    return sum(max(0.0, min(ended, until) - max(began, since)) for began, ended in pauses)


def merged(pauses: list[Pause]) -> list[Pause]:
    """The same time as pauses that do not overlap; they come in order of their beginnings."""
    merged: list[Pause] = []
    for began, ended in pauses:
        if merged and began <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(ended, merged[-1][1]))
        else:
            merged.append((began, ended))
    return merged


_HOST = hashlib.sha256(f"{platform.node()}/{uuid.getnode()}".encode()).hexdigest()[:12]
