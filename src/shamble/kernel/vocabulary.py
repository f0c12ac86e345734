"""Vocabulary: the texts of a game's actions and chance outcomes, and the small codes the engine uses for them."""

from mypy_extensions import i64


class Vocabulary:
    """A two-way table: code i is the i-th text. Texts are the public form; codes never leave the engine."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self._codes: dict[str, int] = {text: code for code, text in enumerate(texts)}
        if len(self._codes) != len(texts):
            double = sorted(text for text in self._codes if texts.count(text) > 1)
            raise ValueError(f"a text stands twice in the vocabulary: {double[0]}")

    def __len__(self) -> int:
        return len(self._texts)

    def text(self, code: i64) -> str:
        """The text of a code; IndexError if there is no such code."""
        if code < 0:
            raise IndexError("codes are 0 or more")
        return self._texts[code]

    def code(self, text: str) -> i64:
        """The code of a text (case and spacing exact), or -1 if the game has no such text."""
        return self._codes.get(text, -1)

    def texts(self) -> list[str]:
        """All texts, in the order of their codes."""
        return list(self._texts)
