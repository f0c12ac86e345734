"""Tidying: the garbage collector in small steps by the clock.

Hardly anything here needs it (counting references frees nearly all), but the views and stories that every table keeps
are many young objects, and a collector that runs by their number goes over all of them again and again: a tenth of a
busy server's time. By the clock it goes over what a second has left behind.
"""

import asyncio
import gc

STEP = 1.0  # seconds between two small collections
MIDDLE = 10  # small collections to one of the second generation
WHOLE = 1800  # small collections to one of everything, which takes a thousand tables a tenth of a second


async def tidy() -> None:
    """Collect in turn until cancelled; then the collector is as it was. What is loaded at the start is let alone."""
    gc.freeze()
    gc.disable()
    step = 0
    try:
        while True:
            await asyncio.sleep(STEP)
            step += 1
            gc.collect(2 if step % WHOLE == 0 else 1 if step % MIDDLE == 0 else 0)
    finally:
        gc.enable()
        gc.unfreeze()
