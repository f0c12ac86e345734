"""Whole games in a terminal 80 columns wide, played as a person plays them: typed, read, covered, left and resumed."""

import copy
import random
import re
import sys
from pathlib import Path

import pexpect
import pytest
from matches import actions, environment, movers, shamble, steps
from rich.cells import cell_len
from support import GAMES, find

from shamble import load
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR
from shamble.laws.walking import fits
from shamble.match import Choice, Match
from shamble.seats import PERSON
from shamble.terminal.choosing import matching
from shamble.terminal.screen import Screen
from shamble.terminal.session import Left, Session

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
DRAWN = re.compile("[\u2500-\u259f]")
PROMPT = r"\r\n> \Z"


def text_of(raw: str) -> str:
    """What stands there, on one line, without colours."""
    return " ".join(ESCAPE.sub("", raw).split())


class Person:
    """Somebody at a terminal, who reads the saved game to know what may be typed."""

    def __init__(self, file: Path, *words: str) -> None:
        self.file = file
        self.raw = ""
        self.shown = ""  # since the last line was typed
        self.over = False
        self.let_go: set[tuple[int, int]] = set()
        self.child = pexpect.spawn(
            sys.executable, ["-m", "shamble.cli", "play", *words], env=environment(TERM="xterm-256color"),
            encoding="utf-8", timeout=60, dimensions=(60, 80),
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.read()

    def read(self) -> None:
        """Wait until something is asked, or all is over."""
        self.over = self.child.expect([PROMPT, pexpect.EOF]) == 1
        self.shown = self.child.before
        self.raw += self.child.before + ("" if self.over else "\r\n> ")

    def type(self, line: str) -> str:
        """Type a line; what is shown then."""
        self.child.sendline(line)
        self.read()
        return text_of(self.shown)

    def match(self) -> Match:
        return load(str(self.file))

    def covered(self) -> bool:
        return "Pass the screen to" in self.shown.split(CLEAR)[-1]

    def asked(self, match: Match) -> int:
        """Whose decision the terminal asks for."""
        if match.owing == (CHANCE,):
            return CHANCE
        people = [seat for seat, sits in enumerate(match.seats) if sits.by == PERSON]
        for seat in people:
            if seat in movers(match) and seat not in match.owing and (match.version, seat) not in self.let_go:
                return seat
        return next(seat for seat in match.owing if seat in people)

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        if not self.over:
            self.read()
        assert self.over
        self.child.close()
        status: int = self.child.exitstatus
        return status

    def check_lines(self) -> None:
        """No line is wider than the terminal but a command to copy, and nothing has gone wrong."""
        for line in ESCAPE.sub("", self.raw).replace("\r", "").split("\n"):
            assert cell_len(line) <= 80 or line.startswith("  shamble "), line
        assert "Traceback" not in self.raw


def spelled(rng: random.Random, offered: list[str], number: int) -> str:
    """One of the ways to type a choice: its number, its text, or a beginning that only it has."""
    action = offered[number]
    beginnings = [action[:k] for k in range(2, len(action)) if matching(action[:k], offered) == [action]]
    beginnings = [text for text in beginnings if text == text.strip() and text.split()[0] != "s"]
    return rng.choice([str(number + 1), action, f" {action.upper()}  ", *beginnings[:1]])


def play_on(person: Person, rng: random.Random, most: int = 100_000) -> None:
    """Play on at random to the end or for `most` prompts."""
    for _ in range(most):
        if person.over:
            return
        if person.covered():
            on_screen = text_of(person.shown.split(CLEAR)[-1])
            assert on_screen.startswith("Pass the screen to"), "something is left beside the cover"
            assert on_screen.endswith("when only you can see it.")
            person.type("")
            continue
        match = person.match()
        seat = person.asked(match)
        offered = actions(match, seat)
        number = rng.randrange(len(offered))
        if seat not in match.owing and rng.randrange(2):
            person.let_go.add((match.version, seat))
            person.type("")
            continue
        person.type(spelled(rng, offered, number))
        assert "There is no such choice" not in person.shown
        assert "That could be" not in person.shown


def table(game: str, people: int, *words: str) -> list[str]:
    """The command for a table of the usual number of seats, or just the people where these are more than one."""
    found = find(game)
    allowed = [n for n in found.seats_with(found.resolve_options(None)) if fits(game, n, {})]
    players = next(n for n in allowed if n >= people) if people > 1 else found.default_seats
    seats = [word for seat in range(1, people) for word in ("--seat", f"{seat}=me:Guest{seat}")]
    return [game, "--players", str(players), *seats, "--pace", "0", *words]


def several(game: str) -> bool:
    return find(game).seats[-1] > 1


# -- whole games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_a_whole_game_against_bots(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    person = Person(file, *table(game, 1, "--seed", "5", "--save", str(file)))
    match = person.match()
    seat = person.asked(match)
    offered = match.choices(seat)
    opening = text_of(person.raw)
    assert all(choice.action in opening for choice in offered)
    assert text_of(match.asked(seat)) in opening
    assert "Type a number" in person.type("?")
    explained = person.type("? 1")
    assert all(word in explained for word in match.explain(seat, offered[0].action).split())
    wrong = next(text for text in match.game.vocabulary.texts() if text not in actions(match, seat))
    refusal = str(match.why_not(seat, wrong))
    assert text_of(refusal) in person.type(f"? {wrong}")
    assert text_of(refusal) in person.type(wrong)
    assert "There is no such choice" in person.type("dance")
    assert "There is no such choice" in person.type("999")
    assert offered[0].action in person.type("v")
    assert offered[0].action in person.type("")
    assert "The chance to win" in person.type("h")
    assert all(sentence in person.type("l") for sentence in match.story(seat)[:3])
    assert "Saved in" in person.type("s")
    assert person.match().record == match.record, "asking has changed the game"
    play_on(person, random.Random(1))
    assert person.ended() == 0
    result = person.match().result
    assert result is not None
    assert text_of(f"The end. {result.why}") in text_of(person.raw)
    person.check_lines()


@pytest.mark.parametrize("game", [game for game in GAMES if several(game)])
def test_people_around_one_keyboard_never_see_each_others_secrets(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    person = Person(file, *table(game, 2, "--seed", "6", "--save", str(file)))
    rng = random.Random(2)
    covers = 0
    for _ in range(120):
        if person.over:
            break
        if person.covered():
            covers += 1
            play_on(person, rng, 1)
            continue
        match = person.match()
        seat = person.asked(match)
        on_screen = text_of(person.shown.split(CLEAR)[-1])
        for other in range(match.players):
            if other != seat:
                secret = set(match.story(other)) - set(match.story(seat)) - set(match.story(None))
                assert not [sentence for sentence in secret if text_of(sentence) in on_screen]
        play_on(person, rng, 1)
    if not person.over:
        if person.covered():
            person.type("")
        person.child.sendline("q")
    assert person.ended() == 0
    match = person.match()
    secrets = 0
    for state in map(match.state_at, range(match.version)):
        for seat, other in ((0, 1), (1, 0)):
            secrets += {**state.view(seat), "seat": None} != state.view(SPECTATOR)
            secrets += any(state.seen(other, seat, code) == HIDDEN for code in state.legal(seat))
    assert covers or not secrets
    person.check_lines()


@pytest.mark.parametrize("game", GAMES)
def test_plain_has_no_colour_and_no_drawing(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    person = Person(file, *table(game, 1, "--seed", "7", "--save", str(file), "--plain"))
    for command in ("?", "? 1", "v", "h", "l", "r"):
        person.type(command)
    play_on(person, random.Random(3))
    assert person.ended() == 0
    assert person.match().result is not None
    assert "\x1b" not in person.raw
    assert not DRAWN.search(person.raw)
    assert "Traceback" not in person.raw


ENOUGH = 80  # things that fell; a longer game shows nothing new


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_game_is_refereed(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    people = 2 if several(game) else 1
    person = Person(file, *table(game, people, "--seed", "8", "--save", str(file), "--manual-chance"))
    rng = random.Random(4)
    asked, tried = 0, 0
    while not person.over and asked < ENOUGH:
        if not person.covered():
            match = person.match()
            if match.owing == (CHANCE,):
                asked += 1
                if rng.randrange(5) == 0:
                    tried += 1
                    possible = actions(match, CHANCE)
                    assert possible[0] in person.type("?")
                    wrong = next(text for text in match.game.vocabulary.texts() if text not in possible)
                    assert "cannot have fallen now" in person.type(wrong)
                    assert person.match().record == match.record
                    if match.version:
                        assert "Taken back." in person.type("u")
                        assert person.match().version == match.version - 1
        play_on(person, rng, 1)
    match = person.match()
    assert match.result is not None or asked == ENOUGH
    if match.result is not None:
        assert person.ended() == 0
    fallen = sum(who == "chance" for who, _ in match.record.events)
    assert asked >= min(fallen, ENOUGH)
    assert tried or fallen < 20
    person.check_lines()


# -- leaving and coming back ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_left_and_resumed(game: str, tmp_path: Path) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    person = Person(file, *table(game, 1, "--seed", "9", "--save", str(file)))
    play_on(person, random.Random(5), 2)
    assert not person.over
    assert "other.json" in text_of(person.type(f"s {other}")).replace(" ", "")
    person.file = other
    play_on(person, random.Random(5), 1)
    left = person.match().record
    person.child.sendline("q")
    assert person.ended() == 0
    assert f"--resume {other}".replace(" ", "") in re.sub(r"\s", "", ESCAPE.sub("", person.raw))
    again = Person(other, "--resume", str(other), "--pace", "0")
    assert again.match().record == left
    again.child.sendeof()
    assert again.ended() == 0
    assert "Saved in" in text_of(again.raw)
    assert again.match().record == left
    last = Person(other, "--resume", str(other), "--pace", "0")
    play_on(last, random.Random(6))
    assert last.ended() == 0
    assert last.match().result is not None
    over = shamble("play", "--resume", str(other))
    assert over.returncode == 0
    assert "The end." in over.stdout


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_or_says_why_not(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    person = Person(file, *table(game, 1, "--seed", "10", "--save", str(file)))
    assert "There is nothing to take back." in person.type("u")
    for _ in range(4):
        play_on(person, random.Random(7), 1)
        if person.over:
            break
        before = person.match()
        shown = person.type("u")
        after = person.match()
        if "Taken back." in shown:
            assert after.version < before.version
            assert after.record.events == before.record.events[: after.version]
        else:
            assert "cannot be taken back" in shown
            assert after.record == before.record
    person.child.close()


def test_saving_where_nothing_can_be_saved_keeps_the_game_where_it_was(tmp_path: Path) -> None:
    file, text = tmp_path / "game.json", tmp_path / "diary.txt"
    text.write_text("dear diary")
    person = Person(file, *table(GAMES[0], 1, "--seed", "1", "--save", str(file)))
    assert "is not a saved game" in person.type(f"s {text}")
    assert "cannot be written" in person.type("s ./no/where.json")
    version = person.match().version
    play_on(person, random.Random(8), 1)
    assert person.match().version > version, "the game is no longer kept"
    person.child.sendline("q")
    assert person.ended() == 0
    assert text.read_text() == "dear diary"


# -- what is typed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_can_be_typed_in_each_way(game: str) -> None:
    for _ in steps(match := Match(game, seed=1), 1):
        if match.version % 9:
            continue
        for seat in movers(match):
            offered = actions(match, seat)
            for number, action in enumerate(offered):
                assert matching(str(number + 1), offered) == [action]
                assert matching(f"  {action.upper()} ", offered) == [action]
                for k in range(1, len(action)):
                    found = matching(action[:k], offered)
                    assert action in found or action[:k].strip().lower() in [text.lower() for text in offered]
            assert matching("0", offered) == matching(str(len(offered) + 1), offered) == matching("", offered) == []


def test_beginnings_words_and_ends_mean_what_they_must() -> None:
    offered = ["play I3", "play Z3 @1", "play Z3 @2", "special Z3", "redraw"]
    assert matching("r", offered) == ["redraw"]
    assert matching("p i", offered) == ["play I3"]
    assert matching("p z @2", offered) == ["play Z3 @2"]
    assert matching("play", offered) == offered[:3]
    assert matching("i3", offered) == ["play I3"]
    assert matching("@1", offered) == ["play Z3 @1"]
    assert matching("5", offered) == ["redraw"]
    assert matching("²", offered) == []
    assert matching("9" * 5000, offered) == []
    assert matching("x", offered) == []


class Quiet(Screen):
    """A screen that nobody looks at, on which certain lines are typed."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(plain=True)
        self.lines_typed = lines

    def read(self, prompt: str = "") -> str | None:
        return self.lines_typed.pop(0) if self.lines_typed else None


class Interrupted(Match):
    """A match in which every seat may interrupt whoever has the turn."""

    def choices(self, seat: int) -> list[Choice]:
        return super().choices(seat) or [Choice("dance", "Dance")]


def test_every_person_is_asked_once_whether_to_interrupt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = next(game for game in GAMES if several(game))
    match = Interrupted(game, find(game).seats[-1], seed=1)
    session = Session(match, Quiet([""] * (match.players - len(match.owing))), tmp_path / "game.json", 0)
    assert session.run() is Left.END_OF_INPUT
    asked = capsys.readouterr().out.count("You may act now although it is not your turn")
    assert asked == match.players - len(match.owing)


def test_a_choice_that_begins_with_s_is_played_and_not_a_file_name(tmp_path: Path) -> None:
    session = Session(Match(GAMES[0], seed=1), Quiet([]), tmp_path / "game.json", 0)
    assert not session._command("s Chainsaw/2 Oil", 0, ["swap Chainsaw/2 Oil", "skip"])
    other = tmp_path / "other.json"
    assert session._command(f"s {other}", 0, ["swap Chainsaw/2 Oil", "skip"])
    assert other.exists()


# -- several sessions, several people ---------------------------------------------------------------------------


def test_two_sessions_on_one_file_never_overwrite_each_other(tmp_path: Path) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    one = Person(file, *table(GAMES[0], 1, "--seed", "1", "--save", str(file)))
    play_on(one, random.Random(1), 2)
    two = Person(file, "--resume", str(file), "--pace", "0")
    play_on(two, random.Random(2), 2)
    kept = two.match().record
    assert "was changed by somebody else" in one.type("1")
    assert two.match().record == kept, "the first session has overwritten the acts of the second"
    assert "was changed by somebody else" in one.type("s")
    play_on(two, random.Random(2), 1)
    assert len(two.match().record.events) > len(kept.events), "the second session is no longer kept"
    kept = two.match().record
    assert "Saved in" in one.type(f"s {other}")
    one.child.sendline("q")
    assert one.ended() == 0
    two.child.sendline("q")
    assert two.ended() == 0
    assert load(str(file)).record == kept
    assert load(str(other)).record != kept


def test_a_saved_game_is_not_overwritten_by_another(tmp_path: Path) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    Match(GAMES[0], seed=2).record.save(other)
    before = other.read_bytes()
    session = Session(Match(GAMES[0], seed=1), Quiet([f"s {other}", "s", "q"]), file, 0)
    assert session.run() is Left.QUIT
    assert other.read_bytes() == before
    assert load(str(file)).seed == 1


def handing_over(person: Person) -> None:
    """Play on until the next act puts the cover up, and type it with two Enters too many."""
    for _ in range(100):
        if person.covered():
            person.type("")
            continue
        match = person.match()
        seat = person.asked(match)
        for action in actions(match, seat):
            after = copy.deepcopy(match)
            after.play(seat, action)
            if after.result is None and seat not in after.owing and after.owing != (CHANCE,):
                person.type(f"{action}\n\n")
                return
        person.type(actions(match, seat)[0])
    raise AssertionError("nobody hands over")


@pytest.mark.skipif("run" not in GAMES, reason="the hands of run are what is covered here")
def test_only_enter_lifts_the_cover_and_nothing_typed_before_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    person = Person(file, "run", "--players", "2", "--seat", "1=me:Eve", "--seed", "6", "--save", str(file))
    for _ in range(2):
        handing_over(person)
        for typed in ("1", "v", "u", "l", "? 1", "dance"):
            assert person.covered(), "what was typed has lifted the cover"
            before = person.match().record
            shown = text_of(person.type(typed))
            assert "Pass the screen to" in shown
            assert not [choice for choice in person.match().choices(0) if choice.label in shown]
            assert person.match().record == before
        assert person.covered()
        person.type("")
        assert not person.covered()
    handing_over(person)
    kept = person.match().record
    person.child.sendline("q")
    assert person.ended() == 0
    assert person.match().record == kept
    assert CLEAR in person.shown or "Saved in" in text_of(person.shown)
