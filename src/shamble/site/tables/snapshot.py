"""Snapshots: what a finished table shows, kept in the store.

A later build that no longer plays the game's rules version shows it from there: the documents of every reader as they
were at the end, and the record."""

import asyncio
import zlib
from typing import Any

from shamble.site.json_text import decode, encode
from shamble.site.tables.document import common, own
from shamble.site.tables.live import Live

FORMAT = 1
LARGEST = 64 * 1024 * 1024  # bytes of a snapshot unpacked


async def keep(table: Live) -> None:
    """Keep what a finished table shows, where that is not done yet."""
    if table.status != "over" or await table.services.store.has_snapshot(table.id):
        return
    packed = await asyncio.to_thread(zlib.compress, encode(await _taken(table)))
    await table.services.store.put_snapshot(table.id, packed, table.seating.since)


async def _taken(table: Live) -> dict[str, Any]:
    assert table.match is not None
    readers = {}
    for seat in (None, *range(table.match.players)):
        readers["" if seat is None else str(seat)] = own(table, seat, False, None)
        await asyncio.sleep(0)  # each tells the whole story: others come in between
    return {"format": FORMAT, "common": common(table), "readers": readers, "record": table.match.record.to_dict()}


def unpack(packed: bytes) -> dict[str, Any]:
    """What `keep` kept; ValueError where it cannot be read."""
    try:
        unzip = zlib.decompressobj()
        found = decode(unzip.decompress(packed, LARGEST))
    except (zlib.error, ValueError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError("a snapshot of another format")
    return found
