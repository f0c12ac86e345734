"""The set-up form: what was filled in, and the table it asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shamble.kernel.errors import BadOption
from shamble.kernel.game import PRESET, Game, show, whole
from shamble.site.pages import words as page_words

WITH = ("bots", "friends", "screen")
LEVEL = "greedy"
ME, OPEN, NOBODY = "me", "open", "nobody"


@dataclass
class Setup:
    """A set-up as filled in: `seats` holds what was chosen seat by seat, `options` texts by the option's name."""

    company: str
    players: int
    name: str = ""
    level: str = LEVEL
    seats: dict[int, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    edition: str = ""
    clock: str = ""
    open_options: bool = False
    changed: dict[str, str] = field(default_factory=dict)

    @property
    def open_seats(self) -> bool:
        """Whether anything was chosen seat by seat."""
        return bool(self.seats)

    def rows(self, most: int) -> list[dict[str, Any]]:
        """Who sits where, as `Tables.create` takes it. BadOption if nobody sits down at all, or
        more than there are seats."""
        names = [name.strip() for name in self.name.split(",") if name.strip()]
        usual = {"bots": self.level, "friends": OPEN, "screen": ME}[self.company]
        if not 1 <= self.players <= most:
            raise BadOption(page_words.HOW_MANY)
        rows: list[dict[str, Any]] = []
        for k in range(most):
            by = self.seats.get(k) or (NOBODY if k >= self.players else ME if k == 0 else usual)
            if by == NOBODY:
                continue
            row: dict[str, Any] = {"by": by}
            if by == ME and names:
                row["name"] = names.pop(0)
            rows.append(row)
        if not rows:
            raise BadOption(page_words.NOBODY_SITS)
        return rows


def read(game: Game, form: Mapping[str, Any]) -> Setup:
    """What a form or an address says; what it leaves out is as usual. Nothing is refused yet but a number of players
    that is none."""
    text = {name: value.strip() for name, value in form.items() if isinstance(value, str)}
    company = text.get("with", "")
    players = whole(text.get("players", "") or str(game.default_seats))
    if players is None:
        raise BadOption(page_words.HOW_MANY)
    level = text.get("level", LEVEL)
    options = {option.name: show(option.default) for option in game.options}
    usual = dict(options)
    if text.get(PRESET):
        options |= {name: show(value) for name, value in game.preset(text[PRESET]).options.items()}
    for name in options:
        if text.get(f"option_{name}", usual[name]) not in ("", usual[name]):
            options[name] = text[f"option_{name}"]
    seats = {k: text[f"seat{k}"] for k in range(game.seats[-1]) if text.get(f"seat{k}")}
    changed = {name: value for name, value in options.items() if value != usual[name]}
    edition = text.get("edition", "")
    return Setup(
        company=company if company in WITH else "bots",
        players=players,
        name=text.get("name", "")[:200],
        level=level if level in page_words.LEVELS else LEVEL,
        seats=seats,
        options=options,
        edition=edition,
        clock=text.get("clock", "") if text.get("clock", "") in page_words.CLOCKS else "",
        open_options=bool(changed),
        changed=changed,
    )
