"""A study file: what is compared with what, read from TOML; every error names the line and the field."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shamble.editions import find_edition
from shamble.files import read_bytes, reason
from shamble.games import find
from shamble.kernel.errors import BadOption, ShambleError
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition
from shamble.kernel.seeds import check_seed
from shamble.lab.plan import is_slow, make_plan
from shamble.lab.rows import Wanted

COLUMNS = ("win", "decisions", "events", "lead_changes", "out", "ending")
GROUPS = ("seat", "side", "last_side", "character")
BETWEEN = ("variants", "players", "bots", "groups", "even")
FIELDS = ("title", "question", "game", "games", "seed", "players", "bots", "options", "edition", "watch", "compare",
          "by", "between", "variant")  # fmt: skip
VARIANT_FIELDS = ("name", "options", "edition")
WATCH = 100  # every n-th game is observed if all bots are quick
MOST_CELLS = 64


class BadStudy(ShambleError):
    """A study file that cannot be read, or that asks for something impossible."""


@dataclass(frozen=True)
class Cell:
    """One combination of a variant, a number of seats and a line-up of bots: what is played as one lot."""

    name: str
    variant: str
    players: int
    bots: str
    wanted: Wanted
    edition: str | None


@dataclass(frozen=True)
class Study:
    """A checked study: its cells, and what is to be compared. `source` is the file, as the person named it."""

    source: str
    title: str
    question: str
    game: str
    cells: tuple[Cell, ...]
    compare: tuple[str, ...]
    by: tuple[str, ...]
    between: tuple[str, ...]

    @property
    def games(self) -> int:
        """Of all cells together."""
        return sum(cell.wanted.plan.games for cell in self.cells)


def read_study(path: str | Path) -> Study:
    """The study in a file; BadStudy names the line and the field that is wrong."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadStudy(f"{path} is not a text file in UTF-8.") from None
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadStudy(f"{path} is not a TOML file: {reason(error)}.") from None
    return Reader(str(path), text, data).study()


class Reader:
    """Checks the parsed file field by field."""

    def __init__(self, path: str, text: str, data: dict[str, Any]) -> None:
        self.path = path
        self.text = text
        self.data = data

    def bad(self, field: tuple[str | int, ...], why: object, value: object = None) -> BadStudy:
        """The error about a field, or about one value in it."""
        line = line_of(self.text, field, value)
        place = f", line {line}" if line else ""
        return BadStudy(f"{self.path}{place}, field '{dotted(field)}': {why}")

    def study(self) -> Study:
        """The whole, checked."""
        data = self.data
        for name in data:
            if name not in FIELDS:
                raise self.bad((name,), f"there is no such field. A study file has: {', '.join(FIELDS)}.")
        game = self._text("game", required=True)
        try:
            board_game = find(game)
        except BadOption as error:
            raise self.bad(("game",), error) from None
        bots = self._several("bots", str) or ["greedy"]
        players = self._several("players", int) or [None]
        variants = self._variants()
        cells: list[Cell] = []
        for variant, seats, lineup in (
            (variant, seats, lineup) for variant in variants for seats in players for lineup in bots
        ):
            cells.append(self._cell(board_game.code, variant, seats, lineup, len(cells), (players, bots)))
            if len(cells) > MOST_CELLS:
                raise self.bad(("variant",), f"variants x players x bots make more than {MOST_CELLS} combinations.")
        lots = {"variants": variants, "players": players, "bots": bots}
        varied = tuple(name for name, values in lots.items() if len(values) > 1)
        study = Study(
            self.path,
            self._text("title") or f"A study of {board_game.title}",
            self._text("question"),
            board_game.code,
            tuple(cells),
            self._names("compare", COLUMNS, ("win", "decisions")),
            self._names("by", GROUPS, GROUPS),
            self._names("between", BETWEEN, varied or ("groups",)),
        )
        self._check_sense(study, varied)
        return study

    def _check_sense(self, study: Study, varied: tuple[str, ...]) -> None:
        """Refuse what is sure to come out empty."""
        board_game = find(study.game)
        for field in ("compare", "by", "between"):
            if self.data.get(field) == []:
                raise self.bad((field,), "names nothing; leave the field out for what is usual.")
        plan = study.cells[0].wanted.plan
        alone = all(cell.players == 1 for cell in study.cells)
        for column in study.compare if "compare" in self.data else ():
            if (column == "out" and not board_game.facts.has_outs) or (column == "lead_changes" and alone):
                what = "nobody falls out" if column == "out" else "nobody leads"
                raise self.bad(
                    ("compare",), f"in {board_game.title} {what}: there would be nothing to compare.", column
                )
        probe = board_game.new(plan.players, plan.options, find_edition(board_game, plan.edition))
        lacks = set() if board_game.facts.sides(probe) else {"side", "last_side"}
        lacks |= set() if board_game.facts.characters(probe) else {"character"}
        for kind in study.by if "by" in self.data else ():
            if kind in lacks:
                what = "characters" if kind == "character" else "sides"
                raise self.bad(("by",), f"{board_game.title} has no {what}: there would be nothing to group by.", kind)
        kinds = [kind for kind in study.by if kind not in lacks and (kind != "seat" or not alone)]
        for name in study.between if "between" in self.data else ():
            if name in ("variants", "players", "bots"):
                if name not in varied:
                    what = "variant" if name == "variants" else "number of players" if name == "players" else "line-up"
                    raise self.bad(("between",), f"there is one {what} only: nothing to compare between {name}.", name)
            elif "win" not in study.compare:
                raise self.bad(("between",), f'{name} are compared by what they win: `compare` lacks "win".', name)
            elif not kinds or (name == "even" and all("side" in kind for kind in kinds)):
                raise self.bad(
                    ("between",), f'`by` names no groups of {board_game.title} that "{name}" compares.', name
                )

    def _cell(
        self,
        game: str,
        variant: "Variant",
        seats: int | None,
        lineup: str,
        number: int,
        lists: tuple[list[Any], list[Any]],
    ) -> Cell:
        board_game = find(game)
        given = {**self._options(("options",), self.data.get("options", {})), **variant.options}
        games, seed = self._whole("games", 1000, 1), self._seed() + number
        names = [name.strip() for name in lineup.split(",")]
        for name in names:
            try:
                make_plan(game, 1, None, [name], 0, {}, None)
            except ShambleError as error:
                raise self.bad(("bots",), error, lineup) from None
        edition = self._edition(board_game.code, variant)
        for name, value in given.items():
            try:
                board_game.option(name).check(value)
            except BadOption as error:
                raise self.bad(variant.field_of(name), error) from None
        try:
            plan = make_plan(game, games, seats, names, seed, given, edition)
        except BadOption as error:
            where = variant.field or ("players",)
            message = str(error)
            if message.startswith("--bots"):
                raise self.bad(("bots",), message.replace("--bots names", "a line-up names"), lineup) from None
            raise self.bad(("players",) if "takes" in message and seats is not None else where, error) from None
        watch = self._whole("watch", 1 if any(is_slow(name) for name in names) else WATCH, 1)
        parts = [variant.name] if variant.name else []
        parts += [f"{plan.players} players"] if len(lists[0]) > 1 else []
        parts += [lineup.replace(" ", "")] if len(lists[1]) > 1 else []
        chosen = self.data.get("edition") if variant.edition is None else variant.edition
        name = ", ".join(parts) or "all games"
        return Cell(name, variant.name, plan.players, lineup, Wanted(plan, watch=watch), chosen)

    def _edition(self, game: str, variant: "Variant") -> Edition | None:
        """The edition of a variant; a file is looked for beside the study file."""
        name = self.data.get("edition") if variant.edition is None else variant.edition
        field = ("edition",) if variant.edition is None else (*variant.field, "edition")
        if name is None:
            return None
        if not isinstance(name, str):
            raise self.bad(field, "must be the name of an edition, or its file.")
        beside = Path(self.path).parent / name
        try:
            return find_edition(find(game), str(beside) if name.endswith(".toml") and beside.is_file() else name)
        except ShambleError as error:
            raise self.bad(field, error) from None

    def _variants(self) -> list["Variant"]:
        given = self.data.get("variant", [])
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            raise self.bad(("variant",), "variants are written as tables of their own: [[variant]].")
        variants = []
        seen: set[str] = set()
        for number, one in enumerate(given):
            field: tuple[str | int, ...] = ("variant", number)
            for name in one:
                if name not in VARIANT_FIELDS:
                    known = ", ".join(VARIANT_FIELDS)
                    raise self.bad((*field, name), f"there is no such field. A variant has: {known}.")
            name = one.get("name")
            if not isinstance(name, str) or not name.strip() or name.strip() in seen:
                raise self.bad((*field, "name"), "every variant needs a name of its own.")
            seen.add(name.strip())
            options = self._options((*field, "options"), one.get("options", {}))
            variants.append(Variant(name.strip(), options, one.get("edition"), field))
        return variants or [Variant("", {}, None, ())]

    def _options(self, field: tuple[str | int, ...], given: object) -> dict[str, object]:
        if not isinstance(given, dict):
            raise self.bad(field, "must be a table of house rules, as in { cower = \"once_per_turn\" }.")  # fmt: skip
        return given

    def _text(self, name: str, required: bool = False) -> str:
        value = self.data.get(name)
        if value is None and not required:
            return ""
        if not isinstance(value, str) or not value.strip():
            raise self.bad((name,), "must be a text." if value is not None else "is missing.")
        return value.strip()

    def _whole(self, name: str, default: int, low: int) -> int:
        value = self.data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= 10**15:
            raise self.bad((name,), f"must be a whole number from {low} to {10**15}; not {brief(value)}.")
        return value

    def _seed(self) -> int:
        try:
            return check_seed(self.data.get("seed", 1))
        except BadOption as error:
            raise self.bad(("seed",), error) from None

    def _several(self, name: str, kind: type) -> list[Any]:
        value = self.data.get(name, [])
        values = value if isinstance(value, list) else [value]
        if not all(type(one) is kind for one in values) or len(set(values)) != len(values):
            what = "text" if kind is str else "whole number"
            raise self.bad((name,), f"must be a {what}, or a list of different ones.")
        return values

    def _names(self, name: str, known: tuple[str, ...], default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.data.get(name, list(default))
        values = value if isinstance(value, list) else [value]
        for one in values:
            if one not in known:
                raise self.bad((name,), f"there is no {brief(one)}. Known are: {', '.join(known)}.", one)
        return tuple(dict.fromkeys(values))


@dataclass(frozen=True)
class Variant:
    """A variant as written."""

    name: str
    options: Mapping[str, object]
    edition: str | None
    field: tuple[str | int, ...]

    def field_of(self, option: str) -> tuple[str | int, ...]:
        """Where an option of it is written: in the variant, or for all variants."""
        return (*self.field, "options", option) if option in self.options and self.field else ("options", option)


def dotted(field: tuple[str | int, ...]) -> str:
    """`variant[2].options.cower`, counted from 1 as a person does."""
    text = ""
    for part in field:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def line_of(text: str, field: tuple[str | int, ...], value: object = None) -> int:
    """The line, from 1, where a field of a TOML text is written (the value in it, where one is given); 0: nowhere.

    A field that is missing is looked for where its table begins.
    """
    best, depth = 0, 0
    for number, table, rest in _tables(text):
        if table != field[: len(table)]:
            continue
        keys = [part for part in field[len(table) :] if isinstance(part, str)]
        reached = len(table)
        for key in keys:
            matched = re.search(rf"(^|[\s{{,.\[\"']){re.escape(key)}[\"']?\s*[=.\]]", rest)
            if matched is None:
                break
            rest = rest[matched.end() - 1 :]
            reached += 1
        if reached > depth:
            best, depth = number, reached
    if best and value is not None:
        lines = text.splitlines()
        for number in range(best, len(lines) + 1):
            if str(value) in lines[number - 1]:
                return number
    return best


def _tables(text: str) -> Iterator[tuple[int, tuple[str | int, ...], str]]:
    """Every line with its number, the table it stands in, and its text; of a header only the table."""
    table: tuple[str | int, ...] = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        matched = re.fullmatch(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?", line)
        if matched is None:
            yield number, table, line
            continue
        parts = [part.strip().strip("\"'") for part in matched[2].split(".")]
        if matched[1] == "[[":
            counts[parts[0]] = counts.get(parts[0], -1) + 1
        head: tuple[str | int, ...] = (parts[0], counts[parts[0]]) if parts[0] in counts else (parts[0],)
        table = (*head, *parts[1:])
        yield number, table, ""
