"""The collector by the clock: it runs, and is left as it was found."""

import asyncio
import gc
import weakref

import pytest

from shamble.site import tidying


class Knot:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def test_the_collector_runs_by_the_clock_and_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "STEP", 0.01)

    async def main() -> None:
        task = asyncio.create_task(tidying.tidy())
        await asyncio.sleep(0)
        assert not gc.isenabled()
        gone = weakref.ref(Knot())
        for _ in range(300):
            if gone() is None:
                break
            await asyncio.sleep(0.01)
        assert gone() is None
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())
    assert gc.isenabled()
