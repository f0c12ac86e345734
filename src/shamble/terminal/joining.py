"""Playing at a server's table from a terminal: news as they come, and a prompt when this seat is asked."""

import queue
import threading
from typing import Any

from shamble.games import find
from shamble.kernel.errors import ShambleError
from shamble.kernel.game import Game
from shamble.terminal import words
from shamble.terminal.choosing import matching
from shamble.terminal.remote import Document, Refused, Remote
from shamble.terminal.screen import Screen
from shamble.terminal.session import HINT_ROWS, QUITS, TOLD_AT_FIRST
from shamble.terminal.texts import component_lines, show_rules

LOST = object()  # the line is broken
END = object()  # no more is typed


class Joined:
    """A person at this terminal at a table elsewhere; or a watcher, where `seat` is None."""

    def __init__(self, remote: Remote, screen: Screen) -> None:
        self.remote = remote
        self.screen = screen
        self.document: Document = remote.look()
        self.seat: int | None = self.document["seat"]
        self.game: Game = find(self.document["game"])
        self._news: queue.Queue[Any] = queue.Queue()
        self._typed: queue.Queue[Any] = queue.Queue()
        self._told = max(0, self.document["version"] - TOLD_AT_FIRST)
        self._revision = -1
        self._asked: tuple[int, bool] | None = None  # what the prompt stands for: (version, whether it is owed)
        self._lost = False
        self._gone = False

    # -- the course ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        if self.seat is not None:
            self.screen.say(words.SEATED.format(name=self._name(self.seat), link=self.remote.address.base), "bold")
        self.remote.follow(self._news.put, lambda: self._news.put(LOST))
        threading.Thread(target=self._read_on, daemon=True).start()
        self._take(self.document)
        while self.document["status"] != "over" and not self._gone:
            self._step()
        self.remote.stop()
        if self.document["status"] == "over":
            self._end()
        else:
            self.screen.say(words.LEFT_TABLE)

    def _read_on(self) -> None:
        while True:
            line = self.screen.read("")
            self._typed.put(END if line is None else line)
            self._news.put(None)  # look up
            if line is None:
                return

    def _step(self) -> None:
        """Take what has come; where something is typed and wanted, act on it."""
        wanted = self._asked is not None or self.screen.is_tty or self.seat is None  # who watches is asked nothing
        if wanted and not self._typed.empty() and self._news.empty():
            line = self._typed.get()
            if line is END:
                self._gone = True
            else:
                self._act(line)
            return
        news = self._news.get()
        if news is LOST:
            if not self._lost:
                self.screen.say(words.LINE_LOST, "dim")
            self._lost = True
        elif news is not None:
            self._take(news)

    # -- what comes ----------------------------------------------------------------------------------------------

    def _take(self, document: Document) -> None:
        if self._lost:
            self._lost = False
            self.screen.say(words.LINE_BACK, "dim")
        before, self.document = self.document, document
        if document["revision"] <= self._revision:
            return
        self._revision = document["revision"]
        if document["version"] < self._told:
            self._told = document["version"]
            self.screen.say(words.UNDONE)
        for event in document["story"]:
            if event["number"] >= self._told:
                self._told = event["number"] + 1
                style = "" if event["who"] is None else "cyan"
                if event["sentences"]:
                    self.screen.say(" ".join(event["sentences"]), style, indent=2)
        self._say_around(before, document)
        self._ask()

    def _say_around(self, before: Document, document: Document) -> None:
        """What happened at the table apart from the game."""
        if document["status"] == "waiting":
            here = [seat["name"] for seat in document["seats"] if seat["taken"]]
            self.screen.say(f"{document['asked']} {words.AT_TABLE.format(names=', '.join(here) or '-')}")
        old = {phrase["revision"] for phrase in before["phrases"]}
        for phrase in document["phrases"]:
            if phrase["revision"] not in old:
                self.screen.say(f"{self._name(phrase['seat'])}: {phrase['text']}")
        for seat, was in zip(document["seats"], before["seats"], strict=True):
            if seat["away"] and not was["away"]:
                self.screen.say(words.AWAY.format(name=seat["name"]), "dim")
        undo = document["undo"]
        if undo is not None and undo != before["undo"] and self.seat in undo["waiting_for"]:
            self.screen.say(words.ASKS_UNDO.format(name=self._name(undo["by"])), "bold")

    def _ask(self) -> None:
        """Show the table and the choices where this seat has some."""
        document = self.document
        owed = self.seat in document["owing"]
        asked = (document["version"], owed) if document["choices"] and document["status"] == "playing" else None
        if asked is not None and asked != self._asked:
            self.screen.rule()
            self._show_board()
            self.screen.say(document["asked"], "bold")
            self._show_choices()
            if not owed:
                self.screen.say(words.MAY_ACT)
        self._asked = asked

    def _end(self) -> None:
        self.screen.rule()
        self._show_board()
        if self.document["result"] is not None:
            self.screen.say(f"{words.ENDED} {self.document['result']['why']}", "bold")
        if self.document.get("closed"):
            self.screen.say(self.document["closed"], "bold")

    # -- what is typed -------------------------------------------------------------------------------------------

    def _act(self, typed: str) -> None:
        try:
            self._command(typed)
        except ShambleError as refusal:
            self.screen.say(str(refusal))
            if isinstance(refusal, Refused) and refusal.status == 409:
                self._asked = None  # the newest comes by the stream

    def _command(self, typed: str) -> None:
        document = self.document
        actions = [choice["action"] for choice in document["choices"]]
        if typed in QUITS:
            self._gone = True
        elif typed == "":
            self._show_choices()
        elif typed == "v":
            self._show_board()
            self._show_choices()
        elif typed == "l":
            self.screen.lines(" ".join(event["sentences"]) for event in self.remote.ask("record").get("story", []))
        elif typed == "r":
            options = self.game.resolve_options(document["options"])
            show_rules(self.game, options, self.game.edition(document["edition"]), self.screen)
        elif typed.startswith("?"):
            self._explain(typed[1:].strip(), actions)
        elif typed == "h":
            self._hint()
        elif typed == "u":
            self.screen.say(words.UNDO_SAID[self.remote.undo(document["version"])])
        elif typed in ("yes", "no") and document["undo"] is not None:
            self.remote.ask("undo", {"agree": typed == "yes"})
        else:
            self._play(typed, actions)

    def _play(self, typed: str, actions: list[str]) -> None:
        matches = matching(typed, actions)
        if len(matches) > 1:
            self.screen.say(words.AMBIGUOUS.format(texts=", ".join(matches[:8])))
        elif not matches and self.game.vocabulary.code(typed) < 0:
            self.screen.say(words.NO_SUCH_CHOICE)
        else:
            self.remote.play(matches[0] if matches else typed, self.document["version"])
            self._asked = None

    def _explain(self, typed: str, actions: list[str]) -> None:
        if not typed:
            self.screen.lines(words.JOIN_HELP.splitlines())
            return
        matches = matching(typed, actions)
        known = len(matches) == 1 or self.game.vocabulary.code(typed) >= 0
        components = self.game.components(self.game.edition(self.document["edition"]))
        begun = self.game.new(self.document["players"], self.document["options"])
        unseen = self.game.unseen(begun.census(), self.document["view"])
        told = component_lines(
            components, typed, (matches[0] if len(matches) == 1 else typed) if known else None, unseen
        )
        if len(matches) == 1:
            self.screen.say(next(c["label"] for c in self.document["choices"] if c["action"] == matches[0]))
        if len(matches) == 1 or (told and not known):
            for line in told:
                self.screen.say(line)
            return
        from urllib.parse import quote

        answer = self.remote.ask(f"why?action={quote(typed)}")
        self.screen.say(answer.get("error", "") + (f" ({answer['rule']})" if answer.get("rule") else ""))

    def _hint(self) -> None:
        rows = self.remote.ask("hint", again=False)["choices"][:HINT_ROWS]
        self.screen.say(words.HINT)
        self.screen.table(
            (
                f"{one['chance']:.0%}",
                one["action"],
                words.HINT_ROW.format(label=one["label"], low=one["low"], high=one["high"]),
            )
            for one in rows
        )

    # -- drawing -------------------------------------------------------------------------------------------------

    def _name(self, seat: int) -> str:
        return str(self.document["seats"][seat]["name"])

    def _show_board(self) -> None:
        view = self.document["view"]
        if view is None:
            return
        names = [f"@{k} {seat['name']}{self._role(k, seat)}" for k, seat in enumerate(self.document["seats"])]
        if self.screen.plain:
            self.screen.lines(self.game.board.plain(view, names))
        else:
            self.screen.show(self.game.board.draw(view, names))

    def _role(self, number: int, seat: Document) -> str:
        if number == self.seat:
            return " (you)"
        decider = seat["stand_in"] or seat["by"]
        return "" if decider in ("person", "open") else f" ({decider})"

    def _show_choices(self) -> None:
        choices = self.document["choices"]
        if self.screen.plain:
            self.screen.lines(f"{n}. {choice['action']}: {choice['label']}" for n, choice in enumerate(choices, 1))
        else:
            self.screen.table((str(n), choice["action"], choice["label"]) for n, choice in enumerate(choices, 1))
        self.screen.say(words.JOIN_MORE, "dim")
