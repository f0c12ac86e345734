"""Numbers: which values are whole numbers, in Python and in JSON."""

import re
from operator import index
from typing import Any, Final

LARGEST_EXACT: Final = 2**53  # beyond it JavaScript, and many a reader of JSON, no longer tells neighbours apart
_TEXT: Final = re.compile(r"-?[0-9]{1,40}")


def whole_number(value: object) -> int | None:
    """A whole number of any type (numpy's too) as Python's own; None for everything else, true and false included."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # whatever has no index is no whole number
    except TypeError:
        return None


def number_in_json(value: object) -> int | None:
    """A whole number as JSON carries it: a number, or its decimal text where it may be a large one; else None."""
    if isinstance(value, str):
        return int(value) if _TEXT.fullmatch(value) else None
    return whole_number(value)


def for_json(value: Any) -> Any:
    """A JSON-able value in which every whole number beyond 2^53 is its decimal text; all else is as it was."""
    if isinstance(value, dict):
        return {key: for_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [for_json(inner) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST_EXACT:
        return str(value)
    return value
