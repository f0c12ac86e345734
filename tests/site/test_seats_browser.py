"""Seats that change hands, on a telephone: somebody who does not decide, and somebody who has left."""

import os
from pathlib import Path

import pytest

pytest.importorskip("playwright")
from site_browser import PHONE, Visitor, chromium, owes, served, wait_for, wait_for_turn

SHOTS = os.environ.get("SHAMBLE_SHOTS", "")  # a folder for pictures, while developing


def picture(who: Visitor, name: str) -> None:
    if SHOTS:
        who.page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def fits(who: Visitor) -> bool:
    return bool(who.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_sleeping_player_is_stood_in_for_and_a_leaver_is_followed_on_a_telephone(tmp_path: Path) -> None:
    with served(tmp_path, idle_after=1.0) as (base, _), chromium() as browser:
        ann, bo, cy = (Visitor(browser, base, **PHONE) for _ in range(3))
        ann.page.goto("/new/run?players=2&with=friends")
        ann.page.get_by_role("textbox", name="Around one screen").fill("Ann")
        ann.page.get_by_role("button", name="Make the table").first.click()
        ann.page.wait_for_url("**/t/*")
        link = ann.page.get_by_label("The link to join").input_value()
        bo.page.goto(link)
        bo.page.get_by_label("Your name").fill("Bo")
        bo.page.get_by_role("button", name="Sit down").click()
        ann.page.get_by_role("button", name="Start").click()
        wait_for(bo.page, "() => document.querySelector('main.playing') !== null")
        wait_for_turn([ann.page, bo.page])
        waits, sleeps = (bo, ann) if owes(ann.page) else (ann, bo)
        waits.page.locator(".asking", has_text="Still waiting for").wait_for()
        picture(waits, "idle-other")
        picture(sleeps, "idle-own")
        assert sleeps.page.get_by_role("button", name="I am here").is_visible()
        assert fits(waits)
        assert fits(sleeps)
        waits.page.get_by_role("button", name="A bot, until they are back").click()
        sleeps.page.get_by_role("button", name="I am back").click()
        wait_for(waits.page, "() => !document.body.textContent.includes('a bot sits in')")

        bo.page.locator("summary", has_text="More").click()
        bo.page.get_by_role("button", name="Leave the table").click()
        wait_for(ann.page, "() => document.body.textContent.includes('has left')")
        cy.page.goto(link)
        picture(cy, "ask")
        assert fits(cy)
        cy.page.get_by_label("Your name").fill("Cy")
        cy.page.get_by_role("button", name="Ask for the seat").click()
        cy.page.locator(".asking", has_text="You have asked for").wait_for()
        yes = ann.page.get_by_role("button", name="Let Cy sit down")
        yes.wait_for()
        picture(cy, "asked")
        picture(ann, "newcomer")
        assert fits(ann)
        yes.click()
        wait_for(cy.page, "() => document.querySelector('main').dataset.seat === '1'")
        picture(cy, "taken-over")
        for one in (ann, bo, cy):
            one.close()
