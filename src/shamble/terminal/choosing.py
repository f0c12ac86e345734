"""From what a person types to one of the choices: a number, the action, a unique beginning or a unique last part."""

from collections.abc import Sequence


def matching(typed: str, actions: Sequence[str]) -> list[str]:
    """The actions that `typed` may mean; exactly one when it is clear.

    An exact text wins over everything; then a number (1 is the first); then beginnings of the whole text, then
    beginnings word by word (`p i3` for `play I3`), then the end (`I3`). Case does not matter.
    """
    low = " ".join(typed.lower().split())
    exact = [action for action in actions if action.lower() == low]
    if exact or not low:
        return exact
    if low.isascii() and low.isdigit():
        number = int(low) if len(low) < 7 else 0
        return [actions[number - 1]] if 1 <= number <= len(actions) else []
    for test in (_begins, _begins_by_word, _ends):
        matches = [action for action in actions if test(low, action.lower())]
        if matches:
            return matches
    return []


def _begins(typed: str, action: str) -> bool:
    return action.startswith(typed)


def _begins_by_word(typed: str, action: str) -> bool:
    short, full = typed.split(), action.split()
    return len(short) <= len(full) and all(word.startswith(part) for part, word in zip(short, full, strict=False))


def _ends(typed: str, action: str) -> bool:
    return action.endswith(" " + typed)
