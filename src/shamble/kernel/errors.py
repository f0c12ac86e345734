"""The errors that people may see. Each is one sentence that says what was wrong and what would be right."""


class ShambleError(Exception):
    """Base of every error that Shamble raises on purpose; `str(error)` is a sentence for a person."""


class IllegalAction(ShambleError):
    """An action that may not be played now. Nothing has changed and no randomness was used.

    `reason` is the sentence, `rule` the rule's or ruling's number (`"R13"`, `"book"`), or `""` where none applies.
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        self.reason = reason
        self.rule = rule
        super().__init__(f"{reason} ({rule})" if rule else reason)


class BadOption(ShambleError):
    """An unknown option or game, a value an option does not take, or a number of seats the game does not take."""


class BadEdition(ShambleError):
    """An edition file that does not hold the components the game needs."""


class BadPosition(ShambleError):
    """A position that is broken or impossible. `field` names the first wrong field."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        super().__init__(f"Position, field '{field}': {reason}")


class BadRecord(ShambleError):
    """A saved game that cannot be read or does not replay."""


class BadRules(ShambleError):
    """A rules version that this build of a game does not play: newer than its own, or too old."""
