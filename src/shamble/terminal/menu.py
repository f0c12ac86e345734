"""The menu: which game, how many players, how many of them at this keyboard."""

import time
from pathlib import Path

from shamble.games import catalogue
from shamble.kernel.game import Game, whole
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay
from shamble.seats import PERSON
from shamble.terminal import saved, words
from shamble.terminal.choosing import matching
from shamble.terminal.screen import Screen
from shamble.terminal.session import Left, Session


def run_menu(screen: Screen, pace: float) -> None:
    """Offer the games until the person leaves."""
    while True:
        session = _choose(screen, pace)
        if session is None or session.run() is not Left.OVER:
            return


def _choose(screen: Screen, pace: float) -> Session | None:
    """What the person wants to play; None to leave."""
    games = catalogue()
    going_on = saved.unfinished()
    screen.rule()
    screen.say(words.TITLE, "bold")
    for number, game in enumerate(games, 1):
        screen.say(f"{number:3}  {game.code:9} {game.title}")
        screen.say(game.about, "dim", indent=15)
    codes = [game.code for game in games]
    if going_on is not None:
        path, record = going_on
        when = time.strftime("%d %B, %H:%M", time.localtime(path.stat().st_mtime))
        titles = {game.code: game.title for game in games}
        screen.say(f"  c  {words.CONTINUE.format(when=when, title=titles.get(record.game, record.game))}")
    screen.say(words.MENU_ASK)
    while True:
        typed = screen.read()
        if typed is None or typed in ("q", "quit", "exit"):
            return None
        if typed == "c" and going_on is not None:
            return _go_on(*going_on, screen, pace)
        matches = matching(typed, codes)
        if len(matches) == 1:
            return _set_up(games[codes.index(matches[0])], screen, pace)
        screen.say(words.NO_SUCH_CHOICE)


def _go_on(path: Path, record: Record, screen: Screen, pace: float) -> Session:
    match = replay(record, partial=True)
    if match.damage:
        screen.say(f"{path}: {match.damage}.")
        saved.keep_damaged(path)
    return Session(match, screen, path, pace)


def _set_up(game: Game, screen: Screen, pace: float) -> Session | None:
    allowed = game.seats_with(game.resolve_options(None))
    players, people = allowed[0], 1
    if len(allowed) > 1:
        low, high = allowed[0], allowed[-1]
        question = words.HOW_MANY.format(low=low, high=high, default=game.default_seats)
        answer = _ask_number(screen, question, low, high, game.default_seats)
        if answer is None:
            return None
        players = answer
        answer = _ask_number(screen, words.HOW_MANY_PEOPLE.format(most=players), 0, players, 1)
        if answer is None:
            return None
        people = answer
    by = [PERSON] * people + ["greedy"] * (players - people)
    return Session(Match(game.code, players, by=by), screen, saved.new_file(game.code), pace)


def _ask_number(screen: Screen, question: str, low: int, high: int, default: int) -> int | None:
    """A number in low … high, `default` for an empty line, None to leave."""
    screen.say(question)
    while True:
        typed = screen.read()
        if typed is None or typed == "q":
            return None
        number = default if typed == "" else whole(typed)
        if number is not None and low <= number <= high:
            return number
        screen.say(words.NOT_A_NUMBER.format(low=low, high=high, default=default))
