"""A site with a real address for a real browser: one server and one Chromium for a whole module of tests."""

import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from shamble.site.app import build
from shamble.site.config import Settings

CHROMIUM = os.environ.get("SHAMBLE_CHROMIUM", "/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 8000  # milliseconds


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[tuple[str, Any]]:
    """A site on a free port of this machine: its address, and its app."""
    given: dict[str, Any] = {
        "pace": 0.0, "limits": False, "secret": "of the tests, and long enough to be one", "thinkers": 1,
        "database": str(folder / "t.sqlite"),
    }  # fmt: skip
    app = build(Settings(**(given | settings)))
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", app
    finally:
        app.state.tables.stop_streams()
        server.should_exit = True
        thread.join(10)
        listening.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium; the test is skipped aloud where there is none."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"There is no Chromium at {CHROMIUM}; install the system's package chromium.")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        except Error as error:
            pytest.skip(f"{CHROMIUM} does not start: {error}")
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own; whatever goes wrong in its pages is kept in `wrong`."""

    def __init__(self, browser: Browser, base: str, **how: Any) -> None:
        self.base = base
        self.context = browser.new_context(base_url=base, **(DESKTOP | how))
        self.context.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on(
            "console",
            lambda said: self.wrong.append(said.text) if "Content Security Policy" in said.text else None,
        )
        return page

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong


def version(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-version") or 0)


def is_over(page: Page) -> bool:
    return page.locator("main.over").count() > 0


def owes(page: Page) -> bool:
    return page.locator(".asked.mine").count() > 0


def wait_for(page: Page, done: str, argument: Any = None) -> None:
    """Wait until a script's condition holds in the page."""
    page.wait_for_function(done, arg=argument, timeout=PATIENCE)


def moved_on(page: Page, was: int) -> None:
    wait_for(page, "was => +document.querySelector('main').dataset.version !== was", was)


def settle(page: Page, still: int = 150) -> None:
    """Wait until nothing has changed on the page for so many milliseconds: bots have moved, what was sent is answered."""
    looked = "() => { const m = document.querySelector('main'); return m.dataset.revision + (m.ariaBusy || ''); }"
    was = None
    while was != (now := page.evaluate(looked)) or "true" in now:
        was = now
        page.wait_for_timeout(still)


def choices(page: Page) -> Locator:
    """Every choice as the lists have it."""
    for closed in page.locator("details.more:not([open]) > summary").all():
        closed.click()
    return page.locator("button.choice[name=action]")


def play_out(
    pages: list[Page], act: Callable[[Page, random.Random], None], most: int = 400, seed: int = 1, bots: bool = False
) -> int:
    """Let whoever owes a decision act until it is over everywhere; how many acts that took. `bots`: some play there."""
    rng, acts = random.Random(seed), 0
    while acts < most:
        wait_for_turn(pages)
        if bots:
            settle(pages[0])
        if is_over(pages[0]):
            for page in pages:
                page.locator("main.over").wait_for()
            return acts
        for page in [page for page in pages if owes(page)][:1]:
            was, acts = version(page), acts + 1
            act(page, rng)
            moved_on(page, was)
            for other in pages:
                wait_for(other, "now => +document.querySelector('main').dataset.version >= now", version(page))
    raise AssertionError(f"The game is not over after {most} acts.")


def wait_for_turn(pages: list[Page]) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if any(owes(page) or is_over(page) for page in pages):
            return
        time.sleep(0.02)
    raise AssertionError("Nobody's turn comes: " + " / ".join(page.locator("h1").inner_text() for page in pages))
