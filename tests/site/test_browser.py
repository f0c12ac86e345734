"""The site in a real browser: whole games by mouse, thumb, keyboard and names alone; lines that break; what all see."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the site's pages are tested with playwright: install shamble[dev]")

from playwright.sync_api import Browser, Page, Route, expect
from site_browser import (
    PHONE,
    Visitor,
    choices,
    chromium,
    is_over,
    moved_on,
    play_out,
    served,
    settle,
    version,
    wait_for,
    wait_for_turn,
)

from shamble.games import codes, find

SHORT = {
    "run": "players=2&option_max_turns=9",
    "hate": "players=2&option_max_attacks=6",
    "hugme": "players=2&option_round_limit=1",
    "horrific": "players=2&option_round_limit=2",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    with served(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, house: tuple[str, Any]) -> Iterator[Any]:
    """Makes visitors of the house; at the end none of them may have met an error in a page."""
    visitors: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        visitors.append(Visitor(browser, house[0], **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


def set_up(page: Page, game: str, query: str = "", name: str = "Mira") -> None:
    """Fill the set-up in and make the table."""
    page.goto(f"/new/{game}?{query}")
    page.get_by_role("textbox", name=re.compile("As the story|Around one screen")).fill(name)
    page.get_by_role("button", name="Make the table").first.click()
    page.wait_for_url("**/t/*")


def pick(page: Page, rng: random.Random) -> None:
    """Choose anything: a spot on the board, or a choice of the lists; confirm where that is asked."""
    spots = page.locator("button.spot[name=action]:visible")
    found = spots if spots.count() and rng.random() < 0.5 else choices(page)
    one = found.nth(rng.randrange(found.count()))
    one.evaluate("button => button.scrollIntoView({block: 'center'})")
    if page.evaluate("matchMedia('(hover: none) and (pointer: coarse)').matches"):
        was = version(page)
        at_once = one.evaluate("button => !!button.closest('.bar')")
        one.tap()
        if not at_once:
            assert version(page) == was  # nothing is done before it is confirmed
            page.get_by_role("button", name="Do it").tap()
    else:
        one.click()


@pytest.mark.parametrize("game", [code for code in codes() if code in SHORT])
def test_a_whole_game_between_a_desktop_and_a_phone(visit: Any, game: str) -> None:
    mira, tom, watcher = visit().page, visit(**PHONE, reduced_motion="reduce").page, visit(reduced_motion="reduce").page
    set_up(mira, game, f"with=friends&{SHORT[game]}")
    expect(mira.get_by_role("heading", level=1)).to_have_text("One seat is free.")
    tom.goto(mira.get_by_label("The link to join").input_value())
    tom.get_by_label("Your name").fill("Tom")
    tom.get_by_role("button", name="Sit down").tap()
    expect(mira.get_by_role("heading", level=1)).to_have_text("Everybody is here.")
    watcher.goto(mira.url)
    mira.get_by_role("button", name="Start").click()
    expect(watcher.locator("main.playing")).to_be_visible()
    acts = play_out([mira, tom], pick)
    assert acts >= 4
    for page in (mira, tom):
        assert " win" in page.get_by_role("heading", level=1).inner_text()
    watcher.locator("main.over").wait_for()
    assert watcher.locator("main").get_attribute("data-version") == str(version(mira))
    tom.get_by_role("link", name="Watch it again").tap()
    expect(tom.get_by_role("slider")).to_be_visible()


def test_a_game_alone_moves_to_the_phone_by_four_words_and_ends_there(visit: Any) -> None:
    desk, phone = visit().page, visit(**PHONE, reduced_motion="reduce").page
    begin(desk, "hate", "players=2&option_max_attacks=5")
    was = version(desk)
    choices(desk).first.click()
    moved_on(desk, was)
    desk.get_by_text("More", exact=True).click()
    desk.get_by_role("button", name="My seat on another device").click()
    four = desk.locator(".four").inner_text()
    phone.goto("/mine")
    phone.get_by_label("The four words").fill(four)
    phone.get_by_role("button", name="Go on").tap()
    phone.wait_for_url("**/t/*")
    assert phone.url == desk.url
    assert play_out([phone], pick, seed=3, bots=True) > 1
    desk.locator("main.over").wait_for()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is there, and see that it can be seen."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"{wanted} is not reached by Tab.")


def test_a_whole_game_by_keyboard_only(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    tab_to(page, ".skip")
    tab_to(page, ".opening-scene .choice")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.goto("/new/hate?players=2&option_max_attacks=4")
    tab_to(page, "#name")
    page.keyboard.type("Mira")
    tab_to(page, ".wide-button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")

    def press(page: Page, rng: random.Random) -> None:
        listed = page.locator("button.choice[name=action]").count()
        if rng.random() < 0.6:
            page.keyboard.press(str(rng.randrange(min(9, listed)) + 1))
            return
        tab_to(page, "[name=action]")
        page.keyboard.press("Enter")

    assert play_out([page], press, seed=4, bots=True) > 3
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_whole_game_through_roles_and_names_only(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("heading", name="I Hate Zombies").get_by_role("link").click()
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("radio", name="Bots").check(force=True)
    page.get_by_role("spinbutton", name=re.compile("From 2 to 18")).fill("2")
    page.get_by_text("House options").click()
    page.get_by_label(re.compile("^max attacks")).fill("8")
    page.get_by_role("button", name="Make the table").first.click()
    rng = random.Random(2)
    heading = page.get_by_role("heading", level=1)
    group = page.get_by_role("group", name="What you can do")
    for _ in range(60):
        expect(group.or_(page.get_by_text("The end"))).to_be_visible()
        settle(page)
        if not group.is_visible():
            break
        was, named = heading.inner_text(), group.get_by_role("button")
        assert was.strip()
        told = version(page)
        one = named.nth(rng.randrange(named.count()))
        assert one.inner_text().strip()
        one.click()
        wait_for(page, "n => +document.querySelector('main').dataset.version > n", told)
        wait_for_turn([page])
    expect(page.get_by_text("The end")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert page.get_by_role("status").inner_text().strip()


def test_a_whole_game_without_script(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/")
    page.locator(".opening-scene .choice").click()
    rng = random.Random(5)
    for _ in range(200):
        if is_over(page):
            break
        page.locator("main.over, button.choice[name=action]").first.wait_for(state="attached")  # the next page is here
        if not is_over(page):
            listed = choices(page)
            listed.nth(rng.randrange(listed.count())).click()
    assert is_over(page)
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("button", name="On ›").click()
    page.get_by_role("button", name="On ›").click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()


def begin(page: Page, game: str, query: str = "") -> None:
    set_up(page, game, query)
    wait_for_turn([page])


def test_two_tabs_of_one_seat_go_together(visit: Any) -> None:
    mira = visit()
    begin(mira.page, "run", SHORT["run"])
    other = mira.open()
    other.goto(mira.page.url)
    was = version(other)
    choices(mira.page).first.click()
    moved_on(other, was)
    wait_for_turn([other])
    wait_for(mira.page, "n => +document.querySelector('main').dataset.version === n", version(other))


def test_a_stale_choice_is_told_in_place(visit: Any) -> None:
    mira = visit(java_script_enabled=False)
    begin(mira.page, "pocket")
    other = mira.open()
    other.goto(mira.page.url)
    choices(mira.page).first.click()
    choices(other).first.click()
    expect(other.get_by_role("alert")).to_contain_text("moved on")
    assert version(other) == version(mira.page)


def test_a_double_click_plays_once(visit: Any) -> None:
    for script in (True, False):
        page = visit(java_script_enabled=script).page
        begin(page, "pocket")
        was, table = version(page), page.url
        choices(page).first.dblclick()
        page.wait_for_timeout(300)
        page.wait_for_load_state()
        assert page.locator("#trouble").count() == 0
        page = page.context.new_page()
        page.goto(table)
        played = page.locator(".events li", has_text=re.compile("You (leave|go|cower)"))
        assert version(page) > was
        assert played.count() == 1, played.all_inner_texts()


def test_a_move_whose_answer_is_lost_is_sent_again_and_played_once(visit: Any) -> None:
    page = visit().page
    begin(page, "pocket")
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) < 3:
            if len(sent) == 2:
                route.fetch(max_redirects=0)  # it arrives, but the answer is lost
            route.abort()
        else:
            route.continue_()

    page.route("**/play", lose)
    was = version(page)
    choices(page).first.click()
    moved_on(page, was)
    assert len(sent) == 3
    assert len(set(sent)) == 1
    page.reload()
    assert page.locator(".events li", has_text="You leave").count() == 1


def test_a_cut_line_is_silent_and_comes_back(visit: Any, house: tuple[str, Any]) -> None:
    mira = visit()
    begin(mira.page, "run", SHORT["run"])
    page, other = mira.page, mira.open()
    other.goto(page.url)
    mira.context.set_offline(True)
    mira.context.set_offline(False)
    tables = house[1].state.tables
    was = version(page)
    page.route("**/stream*", lambda route: route.abort())
    for stream in list(tables.streams):  # the server cuts every line
        stream._gone = True
        stream.wake()
    choices(other).first.click()
    moved_on(other, was)
    assert version(page) == was
    page.unroute("**/stream*")
    moved_on(page, was)
    wait_for_turn([page])


PROXYS_PAGE = "<!doctype html><title>Log in</title><main><h1>Log in</h1><form action=/login></form></main>"


def test_what_is_not_this_table_never_takes_its_place_and_the_page_comes_back(
    visit: Any, house: tuple[str, Any]
) -> None:
    """Refused refreshes, a proxy's page, a login, another table: the board stays, and it is tried again, less and less."""
    mira = visit()
    begin(mira.page, "run", SHORT["run"])
    page, other, url = mira.page, mira.open(), mira.page.url
    another = page.content().replace(url.rsplit("/", 1)[1], "zzzzzzzzzz")
    lost = page.request.get("/t/zzzzzzzzzz").text()
    refused = {"status": 429, "body": lost, "content_type": "text/html", "headers": {"Retry-After": "40"}}
    answers: list[dict[str, Any]] = [
        refused,
        refused,  # of two at the same time only the later one counts
        {"status": 503, "body": "upstream connect error", "content_type": "text/plain"},
        {"status": 200, "body": PROXYS_PAGE, "content_type": "text/html"},
        {"status": 500, "body": '{"error": "x"}', "content_type": "application/json"},
        {"status": 200, "body": another, "content_type": "text/html"},
        {"status": 404, "body": "<h1>no backend</h1>", "content_type": "text/html"},
    ]
    said: list[str] = []

    def answer(route: Route) -> None:
        if len(said) == len(answers):
            route.continue_()
        else:
            said.append(page.locator("#notice").text_content() or "")
            route.fulfill(**answers[len(said) - 1])

    page.add_init_script("""
        const later = window.setTimeout;
        window.pauses = [];
        window.setTimeout = (what, ms = 0, ...more) => {
            if (ms >= 700) window.pauses.push(ms);
            return later(what, Math.min(ms, 40), ...more);
        };
    """)
    page.reload()
    was, top = version(page), page.locator("main").bounding_box()
    page.route(url, answer)
    other.goto(url)
    choices(other).first.click()
    moved_on(page, was)
    assert page.url == url
    assert len(said) == len(answers)
    assert "Slow line. We keep trying." in said
    assert any(text.startswith("Something else has answered") for text in said)
    expect(page.locator("#notice")).to_be_hidden()
    assert page.locator("main").bounding_box()["y"] == top["y"]  # type: ignore[index]
    pauses = page.evaluate("pauses")
    assert 40_000 in pauses  # as Retry-After asked for
    grown = [pause for pause in pauses if pause != 40_000]
    assert max(grown) > 4 * min(grown)
    assert max(pauses) <= 40_000
    assert page.locator("main").get_attribute("data-table") == url.rsplit("/", 1)[1]
    # an act that is refused says so and leaves the board, too
    page.route("**/act/*", lambda route: route.fulfill(status=403, body=lost, content_type="text/html"))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="My seat on another device").click()
    expect(page.locator("#notice")).to_contain_text("There is no table here")
    assert page.locator("main.playing").count() == 1


# -- what everybody sees ---------------------------------------------------------------------------------------------


def test_motion_is_left_out_where_it_is_not_wanted(visit: Any) -> None:
    counted = """
        window.glides = 0;
        const old = document.startViewTransition.bind(document);
        document.startViewTransition = (change) => { window.glides += 1; return old(change); };
    """
    for wish, some in (("reduce", False), ("no-preference", True)):
        page = visit(reduced_motion=wish).page
        page.add_init_script(counted)
        begin(page, "pocket")
        was = version(page)
        choices(page).first.click()
        moved_on(page, was)
        assert (page.evaluate("window.glides") > 0) == some
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).animationName !== 'none').length"
        )
        assert moving == 0 or some


def test_focus_scroll_and_open_lists_stay_where_they_were(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 500}).page
    begin(page, "run", "players=4")
    other = page.context.new_page()
    other.goto(page.url)
    choices(page)
    page.locator(".say, .menu").last.locator("summary").focus()
    page.evaluate("scrollTo(0, 300)")
    was = version(page)
    choices(other).first.click()
    moved_on(page, was)
    assert page.evaluate("document.activeElement.closest('.menu') !== null")
    assert abs(page.evaluate("scrollY") - 300) < 60
    wait_for_turn([page])
    assert page.locator("details.more").get_attribute("open") is not None


def test_one_polite_live_region_tells_every_event(visit: Any) -> None:
    page = visit().page
    begin(page, "run", SHORT["run"])
    assert page.locator("[aria-live]").count() == 1
    region = page.get_by_role("status")
    was = version(page)
    choices(page).first.click()
    moved_on(page, was)
    expect(region).not_to_have_text("")
    assert region.inner_text().split(".")[0] in page.locator(".events").inner_text()


def test_why_not_hint_and_take_back(visit: Any) -> None:
    page = visit().page
    begin(page, "run", "players=3")
    wondered = page.locator("[data-why]:visible")
    if wondered.count():
        wondered.first.click()
        expect(page.locator("#why")).to_contain_text("Why not?")
        wondered.first.focus()
        page.keyboard.press("Enter")
    page.keyboard.press("h")
    expect(page.locator("#why")).to_contain_text("A hint", timeout=20_000)
    expect(page.locator("#why")).to_contain_text("%")
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()
    page.keyboard.press("u")
    expect(page.get_by_role("alert").or_(page.locator(".asked.mine"))).not_to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_text("My seat on another device")).to_be_visible()


def test_around_one_screen_a_cover_comes_between(visit: Any) -> None:
    page = visit(**PHONE).page
    set_up(page, "run", "with=screen&players=2&option_max_turns=6", "Tom, Mira")
    rng = random.Random(3)
    seen = set()
    for _ in range(60):
        expect(page.locator(".cover, .asked.mine, main.over").first).to_be_visible()
        if is_over(page):
            break
        if page.locator(".cover").count():
            assert page.locator(".board").count() == 0
            name = page.get_by_role("heading", level=1).inner_text()
            seen.add(name)
            page.get_by_role("button", name=re.compile("^I am")).tap()
            expect(page.locator(".asked.mine")).to_be_visible()
        was = version(page)
        pick(page, rng)
        moved_on(page, was)
    assert is_over(page)
    assert seen == {"Pass the screen to Tom.", "Pass the screen to Mira."}


def test_replay_by_slider_and_arrow_keys(visit: Any, tmp_path: Any) -> None:
    from matches import played

    from shamble.match import Match

    file = tmp_path / "game.json"
    file.write_text(played(Match("run", players=2, seed=3, options={"max_turns": 9}), 5).record.text())
    page = visit().page
    page.goto("/replay")
    page.get_by_label(re.compile("A saved game")).set_input_files(file)
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    wait_for(page, "document.readyState === 'complete'")  # the keys are heard from then on
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        expect(page.get_by_text(f"Step {at} of")).to_be_visible()
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="On ›")).to_be_disabled()
    assert page.evaluate("document.activeElement.id") == "at"
    page.get_by_label("As known to").select_option(label="Bela")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    expect(page.get_by_role("status")).not_to_have_text("")


# -- every page: for every eye and every size ------------------------------------------------------------------------

SMALL = """() => [...document.querySelectorAll('button, summary, select, input, a.button, a.table-row, a.way, label.tile, label:has([type=checkbox], [type=radio])')]
    .filter(e => e.checkVisibility() && e.type !== 'hidden' && !['checkbox', 'radio'].includes(e.type) && !e.closest('.tile input, .map-box, .away-from-sight'))
    .map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 24) && box.width < 600)
    .map(([what, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${what}`)"""
WIDE = """() => document.documentElement.scrollWidth > innerWidth
    ? [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3).map(e => e.outerHTML.slice(0, 150))
    : []"""


def every_page(visit: Any) -> Iterator[tuple[str, Page]]:
    """Every kind of page, in a browser that has a seat where one is needed."""
    page: Page = visit().page
    for path in ("/", "/games/hugme", "/games/pocket/rules", "/games/horrific/rules", "/new/run", "/new/hate", "/mine",
                 "/replay", "/api", "/nothing"):  # fmt: skip
        page.goto(path)
        yield path, page
    page.goto("/new/hugme?option_profile=machine&seat1=hard")
    yield "set-up, all open", page
    set_up(page, "run", "with=friends&players=3&option_max_turns=8")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    yield "waiting room", page
    link, host = page.get_by_label("The link to join").input_value(), page.url
    guest = visit().page
    guest.goto(link)
    yield "join", guest
    page.get_by_role("button", name="Start").click()
    expect(page.locator("main.playing")).to_be_visible()
    guest.goto(host)
    yield "watching", guest
    set_up(page, "run", "with=screen&players=2", "Tom, Mira")
    yield "cover", page
    rng = random.Random(7)
    for game in codes():
        begin(page, game, SHORT.get(game, "").replace("players=2", f"players={find(game).default_seats}"))
        for _ in range(3):
            if is_over(page):
                break
            was = version(page)
            choices(page).nth(rng.randrange(choices(page).count())).click()
            moved_on(page, was)
            wait_for_turn([page])
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        yield f"table of {game}", page
    page.goto(page.url + "?at=3")
    yield "looking back", page
    begin(page, "hate", "players=2&option_max_attacks=1")
    play_out([page], pick, bots=True)
    yield "result", page
    table = page.url
    page.goto(table + "/replay?at=2")
    yield "replay", page
    page.goto(table + "/review")
    page.get_by_role("heading", name="Turning points").wait_for(timeout=30_000)
    yield "a look back", page


def test_every_page_fits_any_screen_and_any_eye(visit: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing: install shamble[dev]")
    wrong: list[str] = []
    for name, page in every_page(visit):
        for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            options = {"resultTypes": ["violations"]}
            found = axe.Axe().run(page, options={**options, "runOnly": rules} if rules else options)
            for one in found.response["violations"]:
                nodes = [(node["html"][:160], node["any"][:1]) for node in one["nodes"][:2]]
                wrong.append(f"{name} ({scheme}): {one['id']}: {nodes}")
        wrong += [f"{name}: less than 44 px: {one}" for one in page.evaluate(SMALL)]
        page.set_viewport_size({"width": 320, "height": 256})  # also what a zoom of 400 % makes of 1280 by 1024
        wrong += [f"{name}: wider than 320 px: {one}" for one in page.evaluate(WIDE)]
        page.set_viewport_size({"width": 1280, "height": 800})
    assert not wrong, "\n".join(wrong)


def test_high_contrast_and_forced_colours_leave_everything_readable(visit: Any) -> None:
    page = visit(contrast="more", forced_colors="active").page
    page.goto("/new/run")
    marked = page.locator(".tile:has(input:checked) > span").first
    other = page.locator(".tile:has(input:not(:checked)) > span").first
    look = "e => getComputedStyle(e).backgroundColor"
    assert marked.evaluate(look) != other.evaluate(look)


@pytest.mark.parametrize("game", ["pocket", "run", "hugme", "horrific"])
def test_a_card_on_the_board_tells_what_it_is(visit: Any, game: str) -> None:
    """By a pointer that rests on it; the list at the table says how many are unseen."""
    page = visit(reduced_motion="reduce").page
    set_up(page, game)
    thing = page.locator("main [data-card]:not([data-card='']):visible").first
    for _ in range(8):
        if thing.count():
            break
        was = version(page)
        choices(page).first.click()
        moved_on(page, was)
    told = page.locator("#card-told")
    for _ in range(3):  # the table may move on under the pointer
        page.mouse.move(0, 0)
        thing.hover()
        page.wait_for_timeout(1500)
        if told.count():
            break
    expect(told).to_be_visible()
    assert told.locator("b").first.inner_text().lower() or told.inner_text()
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    page.get_by_text("More", exact=True).click()
    address = page.get_by_role("link", name=re.compile("^Cards")).get_attribute("href")
    page.goto(address)
    expect(page.get_by_text(re.compile(r"Unseen by you: \d+")).first).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url("**/t/*")


def test_a_long_press_tells_a_card_and_plays_nothing(visit: Any) -> None:
    page = visit(**PHONE, reduced_motion="reduce").page
    set_up(page, "run")
    page.locator(
        ".hand label[data-card]"
    ).first.wait_for()  # a card that may be played: it is our turn, and the bots wait
    card = page.locator(".hand [data-card]").first
    was = version(page)
    card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#card-told")).to_be_visible()
    card.dispatch_event("click", {"bubbles": True, "cancelable": True})
    assert version(page) == was
    page.locator("body").dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#card-told")).to_have_count(0)
