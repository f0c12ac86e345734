"""The ring of I Hate Zombies in a browser, a whole game long: it holds still, and what may be tapped can be."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is missing: install shamble[dev]")

from site_browser import PHONE, Visitor, chromium, is_over, moved_on, served, version, wait_for_turn

STANDS = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  const box = (what) => {
    const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
    return [x, y - board.y, width, height].map(Math.round);
  };
  return [box('.board .happen'), box('.board .field')];
}"""
SMALL = """() => [...document.querySelectorAll('.board .spot')]
  .map((one) => [one.value, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44).map(([what]) => what)"""
HIDDEN = """() => [...document.querySelectorAll('.board .spot')].filter((one) => {
  one.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.value)"""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with served(tmp_path_factory.mktemp("ring")) as (base, _), chromium() as browser:
        visitor = Visitor(browser, base, reduced_motion="reduce", **PHONE)
        yield visitor
        visitor.close()


@pytest.mark.parametrize("players", [4, 6, 18])
def test_the_ring_holds_still_and_whatever_may_be_tapped_can_be(phone: Any, players: int) -> None:
    page, rng = phone.page, random.Random(players)
    page.goto(f"/new/hate?players={players}&option_max_attacks=25")
    page.get_by_role("textbox").first.fill("Mira")
    page.get_by_role("button", name="Make the table").first.click()
    page.wait_for_url("**/t/*")
    stood, acts = None, 0
    while acts < 8:
        wait_for_turn([page])
        now = page.evaluate(STANDS)
        assert stood in (None, now), "the board has shifted"
        stood = now
        if is_over(page):
            break
        assert page.evaluate(SMALL) == []
        assert page.evaluate(HIDDEN) == []
        spots = page.locator(".board .spot")
        was, acts = version(page), acts + 1
        chosen = spots.nth(rng.randrange(spots.count()))
        action = chosen.get_attribute("value")
        page.locator(f'.board .spot[value="{action}"]').click()
        if page.locator("#confirm-yes").is_visible():
            page.locator("#confirm-yes").click()
        moved_on(page, was)
    assert acts
