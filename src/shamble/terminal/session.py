"""A session: one match played to its end, or left and saved, by whoever sits at this keyboard."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path

from shamble.bots import decide, find_bot
from shamble.kernel.errors import IllegalAction, ShambleError
from shamble.kernel.state import CHANCE, HIDDEN
from shamble.match import Match
from shamble.seats import PERSON
from shamble.telling import Event
from shamble.terminal import words
from shamble.terminal.choosing import matching
from shamble.terminal.saved import check_target
from shamble.terminal.saving import SavedGame
from shamble.terminal.screen import Screen
from shamble.terminal.signs import shell_line
from shamble.terminal.texts import component_lines, show_rules

HINT_ITERATIONS = 1000
HINT_ROWS = 5
QUITS = ("q", "quit", "exit")
TOLD_AT_FIRST = 3  # events told when a session begins


class Left(Enum):
    """How a session ended."""

    OVER = "the game is over"
    QUIT = "the person left"
    END_OF_INPUT = "the input ended"


class Leave(Exception):
    """The person leaves now."""

    def __init__(self, how: Left) -> None:
        self.how = how
        super().__init__(how.value)


class Session:
    """Plays `match` at `screen`, keeping it saved in `path` after every act."""

    def __init__(self, match: Match, screen: Screen, path: Path, pace: float) -> None:
        self.match = match
        self.screen = screen
        self.file = SavedGame(match, path)
        self.pace = pace
        self.people = [seat for seat, sits in enumerate(match.seats) if sits.by == PERSON]
        self.bots = {seat: find_bot(match.game, sits.by) for seat, sits in enumerate(match.seats) if sits.by != PERSON}
        self._told: dict[int | None, int] = {}
        self._facing: int | None = None  # the person whose private things the screen may show
        self._passed: set[tuple[int, int]] = set()  # (version, seat) of every interruption let go
        self._save_failed = False

    # -- the course of a session ---------------------------------------------------------------------------------

    def run(self) -> Left:
        """Play until the game is over or the person leaves; everything is saved then."""
        match = self.match
        self.save()
        if match.edition.reconstruction:
            self.screen.say(words.RECONSTRUCTION.format(title=match.edition.title, note=match.edition.note), "dim")
        if not self.people:
            self.screen.say(words.WATCHING)
        begun = max(0, match.version - TOLD_AT_FIRST)
        self._told = dict.fromkeys([*self.people, None], begun)
        try:
            while match.result is None:
                self._step()
        except Leave as leave:
            self._face(None)
            if leave.how is Left.END_OF_INPUT:
                self.save()
            if not self._save_failed:
                self._say_command(words.BYE_SAVED, "play", "--resume")
            return leave.how
        self._end()
        return Left.OVER

    def _step(self) -> None:
        match = self.match
        owing = match.owing
        if owing == (CHANCE,):
            self._ask_chance()
            return
        for seat in self.people:
            if seat not in owing and match.choices(seat) and (match.version, seat) not in self._passed:
                self._ask(seat, may_pass=True)
                return
        for seat in owing:
            if seat in self.bots:
                match.play(seat, decide(match, seat, self.bots[seat]))
                self._after_bot()
                return
        self._ask(owing[0])

    def _after_bot(self) -> None:
        self._autosave()
        if len(self.people) <= 1:
            for event in self._news(self.people[0] if self.people else None):
                self._tell(event)
                if self.pace:
                    time.sleep(self.pace)

    def _end(self) -> None:
        result = self.match.result
        assert result is not None
        self._face(None)
        reader = self.people[0] if len(self.people) == 1 else None
        for event in self._news(reader):
            self._tell(event)
        self.screen.rule()
        self._show_board(reader)
        self.screen.say(f"{words.ENDED} {result.why}", "bold")
        self.save()
        self._say_command(words.OVER_SAVED, "replay")

    # -- asking --------------------------------------------------------------------------------------------------

    def _ask(self, seat: int, may_pass: bool = False) -> None:
        """Ask a person for a decision (or, with `may_pass`, whether to interrupt), and play it."""
        covered = self._needs_cover(seat)
        self._face(seat if covered else None)
        self._show_turn(seat, self._reader(seat, covered), may_pass)
        actions = [choice.action for choice in self.match.choices(seat)]
        while True:
            typed = self._read()
            if typed == "" and may_pass:
                self._passed.add((self.match.version, seat))
                return
            if typed == "":
                self._show_choices(seat)
            elif not self._command(typed, seat, actions):
                if self._play(seat, typed, actions):
                    break
            elif self._is_other_decision(seat, actions):
                return

    def _is_other_decision(self, seat: int, actions: Sequence[str]) -> bool:
        """Whether a command (undo) has led to another decision than the one asked."""
        return seat not in self.match.owing or [c.action for c in self.match.choices(seat)] != list(actions)

    def _play(self, seat: int, typed: str, actions: Sequence[str]) -> bool:
        matches = matching(typed, actions)
        if len(matches) > 1:
            self.screen.say(words.AMBIGUOUS.format(texts=", ".join(matches[:8])))
            return False
        if not matches:
            known = self.match.game.vocabulary.code(typed) >= 0
            self.screen.say(str(self.match.why_not(seat, typed)) if known else words.NO_SUCH_CHOICE)
            return False
        self.match.play(seat, matches[0])
        self._autosave()
        if len(self.people) == 1:
            for event in self._news(seat):
                self._tell(event)
        return True

    def _ask_chance(self) -> None:
        """Under manual chance: what fell on the real table."""
        match = self.match
        self._face(self._who_sees())
        for event in self._news(self.people[0] if len(self.people) == 1 else None):
            self._tell(event)
        self.screen.say(f"{match.asked(None)} {words.DRAWN}")
        actions = [choice.action for choice in match.choices(CHANCE)]
        while match.owing == (CHANCE,) and [choice.action for choice in match.choices(CHANCE)] == actions:
            typed = self._read()
            if typed in ("", "?"):
                self.screen.say(words.POSSIBLE.format(outcomes=", ".join(actions)))
            elif not self._command(typed, None, actions):
                matches = matching(typed, actions)
                if len(matches) == 1:
                    match.play(CHANCE, matches[0])
                    self._autosave()
                    return
                if matches:
                    self.screen.say(words.AMBIGUOUS.format(texts=", ".join(matches[:8])))
                else:
                    self.screen.say(str(match.why_not(CHANCE, typed)))

    def _read(self) -> str:
        typed = self.screen.read()
        if typed is None:
            raise Leave(Left.END_OF_INPUT)
        return typed

    # -- commands ------------------------------------------------------------------------------------------------

    def _command(self, typed: str, seat: int | None, actions: Sequence[str]) -> bool:
        """Carry out a command; False if what was typed is not one."""
        verb, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            self._explain(seat, typed[1:].strip(), actions)
        elif typed == "v":
            self._show_board(seat)
            if seat is not None:
                self._show_choices(seat)
        elif typed == "u":
            self._undo(seat)
        elif typed == "h":
            self._hint(seat)
        elif typed == "l":
            self.screen.lines(self.match.story(seat))
        elif typed == "r":
            show_rules(self.match.game, self.match.options, self.match.edition, self.screen)
        elif verb == "s" and (not rest or (("/" in rest or "." in rest) and not matching(typed, actions))):
            self._save_as(rest)
        elif typed in QUITS:
            self._leave()
        else:
            return False
        return True

    def _explain(self, seat: int | None, typed: str, actions: Sequence[str]) -> None:
        if not typed:
            self.screen.lines(words.HELP.splitlines())
            return
        matches = matching(typed, actions)
        known = len(matches) == 1 or self.match.game.vocabulary.code(typed) >= 0
        action = matches[0] if len(matches) == 1 else typed
        components = self.match.game.components(self.match.edition)
        unseen = self.match.game.unseen(self.match.state.census(), self.match.view(seat))
        told = component_lines(components, typed, action if known else None, unseen)
        if known or not told:
            if seat is None:
                self.screen.say(str(self.match.why_not(CHANCE, action) or action))
            else:
                self.screen.say(self.match.explain(seat, action))
        for line in told:
            self.screen.say(line)

    def _undo(self, seat: int | None) -> None:
        """Take back. Somebody alone may take back whatever came of it, as at a table of the site: bots do not mind, and
        luck stays the same. Several people may take back only what the game allows."""
        try:
            if self.match.chance == "manual":
                self.match.undo(force=True)
            else:
                self.match.undo(seat, force=len(self.people) == 1)
        except IllegalAction as refusal:
            self.screen.say(refusal.reason)
            return
        self._told = {reader: min(told, self.match.version) for reader, told in self._told.items()}
        self._autosave()
        self.screen.say(words.UNDONE)

    def _hint(self, seat: int | None) -> None:
        choices = self.match.choices(seat) if seat is not None else []
        if seat is None or not choices:
            self.screen.say(words.NO_HINT)
            return
        advice = self.match.advice(seat, iterations=HINT_ITERATIONS)
        self.screen.say(words.HINT)
        self.screen.table(
            (f"{one.chance:.0%}", one.action, words.HINT_ROW.format(label=one.label, low=one.low, high=one.high))
            for one in advice[:HINT_ROWS]
        )

    # -- saving --------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the match whole; BadFile if it cannot be, or if somebody else has written the file since."""
        self.file.save()

    def _save_as(self, name: str) -> None:
        """Save now; to another file, from now on, where one is named."""
        before = self.file
        try:
            if name and Path(name).expanduser() != before.path:
                path = Path(name).expanduser()
                check_target(path)
                self.file = SavedGame(self.match, path)
        except ShambleError as error:
            self.screen.say(str(error))
            return
        if self._try(self.file.save):
            self.screen.say(words.SAVED.format(path=self.file.path))
        elif name:
            self.file, self._save_failed = before, False

    def _try(self, saving: Callable[[], None]) -> bool:
        try:
            saving()
        except ShambleError as error:
            self._save_failed = True
            self.screen.say(f"{error} {words.SAVE_ELSEWHERE}")
            return False
        self._save_failed = False
        return True

    def _autosave(self) -> None:
        """Save what is new after an act; if that failed before, try again silently."""
        if not self._save_failed:
            self._try(self.file.add)
            return
        with suppress(ShambleError):
            self.file.save()
            self._save_failed = False

    def _say_command(self, sentence: str, *command: str) -> None:
        """A sentence saying where the game is saved, and a command that resumes it."""
        self.screen.say(sentence.format(path=self.file.path))
        self.screen.command(shell_line("shamble", *command, str(self.file.path)))

    # -- what a person sees --------------------------------------------------------------------------------------

    def _needs_cover(self, seat: int) -> bool:
        """Several people, and this one may see or will choose something the others may not know."""
        if len(self.people) < 2 or not self.screen.is_tty:
            return False
        private = {**self.match.view(seat), "seat": None} != self.match.view(None)
        state = self.match.state
        other = next(person for person in self.people if person != seat)
        return private or any(state.seen(other, seat, code) == HIDDEN for code in state.legal(seat))

    def _reader(self, seat: int, covered: bool) -> int | None:
        return seat if covered or len(self.people) == 1 or not self.screen.is_tty else None

    def _who_sees(self) -> int | None:
        """Under manual chance: the only person who may see what is drawn now, where there is one."""
        if len(self.people) < 2 or not self.screen.is_tty:
            return None
        state = self.match.state
        code = state.odds()[0][0]
        seeing = [seat for seat in self.people if state.seen(seat, CHANCE, code) != HIDDEN]
        return seeing[0] if len(seeing) == 1 else None

    def _face(self, seat: int | None) -> None:
        """Turn the screen to a person (None: to everybody) with nothing private left on it."""
        if self._facing == seat:
            return
        self._facing = seat
        self.screen.clear()
        if seat is not None:
            self._cover(self.match.seats[seat].name)
            self.screen.clear()

    def _cover(self, name: str) -> None:
        """Wait until only one person sees the screen; nothing typed before counts, and only Enter lifts it."""
        self.screen.say(words.COVER.format(name=name), "bold")
        self.screen.forget_typed()
        while True:
            typed = self._read()
            if typed == "":
                return
            if typed in QUITS:
                self._leave()
            self.screen.say(words.COVER.format(name=name), "bold")

    def _leave(self) -> None:
        """Save and leave; stay if saving fails for the first time."""
        if self._save_failed or self._try(self.file.save):
            raise Leave(Left.QUIT)

    def _news(self, reader: int | None) -> list[Event]:
        """What has happened since this reader last looked."""
        events = self.match.events_since(reader, self._told.get(reader, 0))
        self._told[reader] = self.match.version
        return events

    def _tell(self, event: Event) -> None:
        if event.sentences:
            self.screen.say(str(event), "" if event.who == CHANCE else "cyan", indent=2)

    def _show_turn(self, seat: int, reader: int | None, may_pass: bool) -> None:
        news = self._news(reader)
        if news and len(self.people) != 1:
            self.screen.say(words.SINCE)
        for event in news:
            self._tell(event)
        self.screen.rule()
        self._show_board(reader if reader is not None else seat)
        self.screen.say(self.match.asked(seat), "bold")
        self._show_choices(seat)
        if may_pass:
            self.screen.say(words.MAY_PASS)

    def _show_board(self, reader: int | None) -> None:
        board = self.match.game.board
        view = self.match.view(reader)
        names = [f"@{k} {sits.name}{self._role(k)}" for k, sits in enumerate(self.match.seats)]
        if self.screen.plain:
            self.screen.lines(board.plain(view, names))
        else:
            self.screen.show(board.draw(view, names))

    def _role(self, seat: int) -> str:
        if seat in self.bots:
            return f" ({self.match.seats[seat].by})"
        return " (you)" if len(self.people) == 1 else ""

    def _show_choices(self, seat: int) -> None:
        choices = self.match.choices(seat)
        if self.screen.plain:
            self.screen.lines(f"{n}. {choice.action}: {choice.label}" for n, choice in enumerate(choices, 1))
        else:
            self.screen.table((str(n), choice.action, choice.label) for n, choice in enumerate(choices, 1))
        self.screen.say(words.MORE, "dim")
