"""Damage: what can still be read of a saved game that is cut off or broken somewhere."""

import json
from typing import Any

_DECODER = json.JSONDecoder()


class Unreadable(Exception):
    """Here the text can be read no further."""


def readable_part(text: str) -> tuple[dict[str, Any], str]:
    """The fields of a JSON object that are whole, in their order, with so much of its list `events` as is whole; and
    in words where it breaks off (empty where nothing is broken). The events are read one by one, so a last one that
    is torn costs only itself."""
    data: dict[str, Any] = {}
    try:
        at = _after(text, 0, "{")
        while True:
            key, at = _value(text, at)
            if not isinstance(key, str):
                raise Unreadable
            at = _after(text, at, ":")
            if key == "events" and text.startswith("[", _space(text, at)):
                at = _entries(text, at, data.setdefault(key, []))
            else:
                data[key], at = _value(text, at)
            at = _space(text, at)
            if text[at : at + 1] == "}" and not text[at + 1 :].strip():
                return data, ""
            at = _after(text, at, ",")
    except Unreadable:
        if "final" in data:
            return data, "its last line is torn; every event is there"
        if "events" in data:
            return data, f"it breaks off after event {len(data['events'])}; what came then is missing"
        return data, "it breaks off before the first event"


def _entries(text: str, at: int, entries: list[Any]) -> int:
    """Read the list that begins at `at` into `entries`; where it ends."""
    at = _space(text, _after(text, at, "["))
    if text[at : at + 1] == "]":
        return at + 1
    while True:
        entry, at = _value(text, at)
        following = _space(text, at)
        if text[following : following + 1] not in (",", "]"):
            raise Unreadable  # an entry after which nothing comes may be one of which the end is missing
        entries.append(entry)
        if text[following] == "]":
            return following + 1
        at = following + 1


def _value(text: str, at: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, _space(text, at))
    except (ValueError, RecursionError):
        raise Unreadable from None


def _after(text: str, at: int, sign: str) -> int:
    at = _space(text, at)
    if text[at : at + 1] != sign:
        raise Unreadable
    return at + 1


def _space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
