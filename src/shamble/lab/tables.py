"""Parquet: chunks as tables, tables as files that are whole or not there. Needs polars (extra `lab`)."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from shamble.files import BadFile, reason
from shamble.games import find
from shamble.lab.rows import Part
from shamble.lab.topics import topics

if TYPE_CHECKING:
    import polars

TEXTS = ("ending", "character_", "ended_", "began_")
GROUP = 1 << 17  # rows to a group in a joined file: fixed, so that equal rows are equal bytes
NUMBERS = {"decisions": "Int32", "events": "Int32", "lead_changes": "Int32", "watched": "Boolean", "game": "Int64"}


def games_table(part: Part) -> "polars.DataFrame":
    """One row a game."""
    import polars as pl

    games, observed = _frame(part.columns), _frame(part.observed)
    if not part.observed:
        return games
    marked = observed.insert_column(1, pl.lit(True).alias("watched"))
    return games.join(marked, on="game", how="left", maintain_order="left").with_columns(
        pl.col("watched").fill_null(False)
    )


def _frame(columns: Mapping[str, list[Any]]) -> "polars.DataFrame":
    import polars as pl

    return pl.DataFrame([pl.Series(name, values, dtype=_type(name), strict=False) for name, values in columns.items()])


def _type(name: str) -> "polars.DataType":
    import polars as pl

    if name in NUMBERS:
        return cast("polars.DataType", getattr(pl, NUMBERS[name])())
    if name.startswith(TEXTS):
        return pl.String()
    return pl.Float64() if name.startswith("payoff_") else pl.Int32()


def events_table(game: str, part: Part) -> "polars.DataFrame":
    """One row an event: the game's number, the event's number in it from 0, who acted (-1: chance), and the action."""
    import numpy as np
    import polars as pl

    lengths = np.asarray(part.columns["events"], dtype=np.int64)
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    texts = pl.Series(find(game).vocabulary.texts(), dtype=pl.String)
    return pl.DataFrame(
        {
            "game": np.repeat(np.asarray(part.columns["game"], dtype=np.int64), lengths),
            "event": (np.arange(len(starts)) - starts).astype(np.int32),
            "who": np.frombuffer(part.who, dtype=np.int8) if len(part.who) else np.empty(0, np.int8),
            "action": texts.gather(pl.Series(np.frombuffer(part.code, dtype=np.int32)))
            if len(part.code)
            else texts.head(0),
        }
    )


def topics_table(game: str, part: Part) -> "polars.DataFrame":
    """One row a game, seat and topic: how often it came up there. Seat -1: it concerned nobody in particular."""
    import numpy as np
    import polars as pl

    rows = np.frombuffer(part.topics, dtype=np.int64).reshape(-1, 4) if len(part.topics) else np.empty((0, 4), np.int64)
    names = pl.Series(topics(game)[0], dtype=pl.String)
    return pl.DataFrame(
        {
            "game": rows[:, 0],
            "seat": rows[:, 1].astype(np.int8),
            "topic": names.gather(pl.Series(rows[:, 2])),
            "times": rows[:, 3].astype(np.int32),
        }
    )


def write_table(path: Path, table: "polars.DataFrame") -> None:
    """Write a table whole or not at all; BadFile where that cannot be."""
    data = BytesIO()
    table.write_parquet(data, compression="zstd")
    write_bytes(path, data.getvalue())


def write_bytes(path: Path, content: bytes) -> None:
    """Replace the file by `content`, or leave what was there and raise BadFile."""
    draft = ""
    try:
        handle, draft = tempfile.mkstemp(prefix=".shamble.", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        _publish(draft, path)
        draft = ""
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}. Finished chunks are kept.") from None
    finally:
        if draft:
            Path(draft).unlink(missing_ok=True)


def join_tables(path: Path, parts: "Sequence[Path] | polars.LazyFrame") -> None:
    """One file of many, row after row in their order, without holding them all in memory; whole or not at all."""
    import polars as pl

    draft = ""
    try:
        handle, draft = tempfile.mkstemp(prefix=".shamble.", suffix=".part", dir=path.parent)
        os.close(handle)
        rows = parts if isinstance(parts, pl.LazyFrame) else pl.scan_parquet(list(parts))
        rows.sink_parquet(draft, compression="zstd", maintain_order=True, row_group_size=GROUP)
        _publish(draft, path)
        draft = ""
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}. Finished chunks are kept.") from None
    except pl.exceptions.PolarsError as error:
        raise BadFile(f"{path} cannot be written: {str(error)[:200]}. Finished chunks are kept.") from None
    finally:
        if draft:
            Path(draft).unlink(missing_ok=True)


def _publish(draft: str, path: Path) -> None:
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(draft, 0o666 & ~mask)
    with open(draft, "rb+") as file:  # Windows syncs only what may be written
        os.fsync(file.fileno())
    os.replace(draft, path)


def read_table(path: Path) -> "polars.DataFrame":
    """The table in a file; BadFile where it is missing, half-written or no Parquet."""
    import polars as pl

    try:
        return pl.read_parquet(path)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {reason(error)}.") from None
    except (pl.exceptions.PolarsError, ValueError):
        raise BadFile(f"{path} is half-written or no Parquet file.") from None


def rows_in(path: Path) -> int:
    """How many rows a file says that it holds; BadFile where it is missing, half-written or no Parquet."""
    import polars as pl

    try:
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except (OSError, ValueError, pl.exceptions.PolarsError):
        raise BadFile(f"{path} is missing, half-written or no Parquet file.") from None
