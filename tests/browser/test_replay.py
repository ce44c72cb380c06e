"""The time line of a replay by mouse and by keyboard, playing it, and what a reload and a link show."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.reported_games import example_log
from gameplay.services import games
from gameplay.views.reported_game_course import watch_link
from tests.browser.accessibility import violations, violations_on
from tests.browser.steps import PHONE, choose_look, fits, keeps_focus
from tests.browser.tables import asked, play_on, sat_down
from tests.browser.test_motion import MOVES, RECORD

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
WIDE: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture
def over() -> OnlineGame:
    """A finished game with some turns."""
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, asked("play", turn=10))
    return games.concede(people[1], game)


@pytest.fixture
def replay(new_page: Callable[..., Page], over: OnlineGame) -> Callable[..., Page]:
    def open_replay(query: str = "", **options: object) -> Page:
        page = new_page(**{"viewport": WIDE, **options})
        page.add_init_script(RECORD)
        page.goto(f"/replay/{over.replay}{query}")
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        return page

    return open_replay


def time_line(page: Page) -> Locator:
    return page.get_by_role("slider", name="Time line")


def steps_of(page: Page) -> int:
    return int(time_line(page).evaluate("line => Number(line.max)"))


def turns_of(page: Page) -> list[str]:
    """Return the first step, from 0, and the number of each turn, as "step:turn"."""
    return str(time_line(page).evaluate("line => line.closest('[data-replay]').dataset.turns")).split()


def is_at(page: Page, step: int) -> None:
    """Wait until the page shows ``step``: in the time line, in words, and in the part from the server."""
    expect(page.locator("[data-place]")).to_have_text(f"Step {step} of {steps_of(page)}")
    expect(time_line(page)).to_have_value(str(step))
    entry = time_line(page).evaluate(f"line => line.closest('[data-replay]').dataset.entries.split(' ')[{step - 1}]")
    expect(page.locator(f"#table[data-entry='{entry}']")).to_be_visible()
    page.wait_for_url(lambda url: step == 1 or f"e={entry}" in url)


@pytest.mark.parametrize("look", ["table", "words"])
def test_time_line_by_mouse(replay: Callable[..., Page], look: str):
    page = replay()
    if look == "words":
        page.get_by_role("button", name="Words").click()
        expect(page.locator(".replayed-words")).to_be_visible()
    last = steps_of(page)

    time_line(page).click(position={"x": 10, "y": 20})
    is_at(page, 1)
    width = time_line(page).evaluate("line => line.clientWidth")
    time_line(page).click(position={"x": width - 10, "y": 20})
    is_at(page, last)
    expect(page.get_by_text("Alice wins this game")).to_be_visible()
    page.mouse.down()
    time_line(page).hover(position={"x": width / 2, "y": 20})
    page.mouse.up()

    page.wait_for_function(f"() => Math.abs(document.querySelector('[data-scrub]').value - {last} / 2) < 2")
    step = int(time_line(page).evaluate("line => line.value"))
    is_at(page, step)
    page.reload()
    is_at(page, step)


def test_time_line_by_keyboard(replay: Callable[..., Page]):
    page = replay()
    time_line(page).focus()

    for key, step in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", steps_of(page)), ("Home", 1)):
        page.keyboard.press(key)
        is_at(page, step)
        expect(time_line(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(time_line(page)).to_have_attribute("aria-valuetext", re.compile(rf"Turn \d+, step 2 of {steps_of(page)}"))


def test_turns_by_keyboard_and_links_keep_the_focus(replay: Callable[..., Page]):
    page = replay()
    starts = [int(pair.split(":")[0]) + 1 for pair in turns_of(page)]
    page.keyboard.press("Shift+ArrowRight")
    is_at(page, starts[1])
    page.keyboard.press("Shift+ArrowRight")
    is_at(page, starts[2])

    page.get_by_role("link", name="Next", exact=True).focus()
    page.keyboard.press("Enter")

    is_at(page, starts[2] + 1)
    expect(page.get_by_role("link", name="Next", exact=True)).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    is_at(page, max(start for start in starts if start < starts[2] + 1))
    keeps_focus(page)


def test_first_step_has_no_previous_one(replay: Callable[..., Page]):
    page = replay()

    expect(page.get_by_role("link", name="Previous", exact=True)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("link", name="Previous", exact=True)).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_play_and_pause(replay: Callable[..., Page], motion: str):
    page = replay(reduced_motion=motion)
    page.get_by_role("button", name="4×").click()
    page.get_by_role("button", name="Play").click()

    page.wait_for_function("() => Number(document.querySelector('[data-scrub]').value) >= 4")
    page.get_by_role("button", name="Pause").click()
    step = int(time_line(page).evaluate("line => line.value"))
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    is_at(page, step)
    moves = page.evaluate_handle(MOVES).json_value()
    assert bool(moves) == (motion == "no-preference")
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("Space")
    page.wait_for_function(f"() => Number(document.querySelector('[data-scrub]').value) > {step}")


def test_playing_ends_at_the_end_and_begins_again(replay: Callable[..., Page]):
    page = replay("?e=9999")
    page.keyboard.press("ArrowLeft")
    is_at(page, steps_of(page) - 1)

    page.get_by_role("button", name="Play").click()
    is_at(page, steps_of(page))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    page.wait_for_function("() => Number(document.querySelector('[data-scrub]').value) < 3")


def test_speed_is_remembered(replay: Callable[..., Page]):
    page = replay()
    page.get_by_role("button", name="2×").click()
    page.reload()

    expect(page.get_by_role("button", name="2×")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="1×")).to_have_attribute("aria-pressed", "false")


def test_events_move_for_at_most_400_milliseconds_and_a_reload_shows_the_truth(replay: Callable[..., Page]):
    page = replay(reduced_motion="no-preference")
    step = 1
    while not page.evaluate_handle(MOVES).json_value():
        step += 1
        page.keyboard.press("ArrowRight")
        is_at(page, step)
    durations = page.evaluate_handle("() => window.moves.map(({ duration }) => duration)").json_value()
    assert max(durations) <= 400

    page.reload()

    is_at(page, step)
    expect(page.locator(".ghost, .caption")).to_have_count(0)


def test_at_most_the_next_step_is_requested_in_advance(replay: Callable[..., Page]):
    page = replay()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url) if "?e=" in request.url else None)

    page.keyboard.press("ArrowRight")
    is_at(page, 2)
    with page.expect_request_finished(lambda request: "?e=" in request.url):
        page.keyboard.press("ArrowRight")
        is_at(page, 3)
    page.keyboard.press("Home")
    is_at(page, 1)

    assert len(requested) <= 2 + 2 + 1
    assert len(set(requested[:4])) >= 3


def test_a_step_is_announced_and_its_events_are_in_the_log(replay: Callable[..., Page]):
    page = replay()
    start = int(turns_of(page)[1].split(":")[0]) + 1
    page.keyboard.press("Shift+ArrowRight")  # a turn begins with an event
    is_at(page, start)
    page.keyboard.press("ArrowRight")
    is_at(page, start + 1)
    page.keyboard.press("ArrowLeft")
    is_at(page, start)

    fresh = page.locator("[data-log] > .fresh")
    expect(fresh.first).to_be_visible()
    announced = page.locator("#announcer")
    expect(announced).to_contain_text(str(fresh.first.evaluate("line => line.textContent.trim()")))
    answer = page.locator("[data-moment] strong")
    expect(announced).to_contain_text(str(answer.evaluate("element => element.textContent.trim()")))
    page.keyboard.press("Home")
    is_at(page, 1)
    expect(fresh).not_to_have_count(0)


def test_an_event_of_the_whole_game_leads_to_its_step(replay: Callable[..., Page]):
    page = replay()
    page.get_by_role("link", name="The whole game").click()
    line = page.locator("#pile li a").last
    expect(line).to_contain_text("over")

    line.click()

    expect(page.locator("#pile")).to_be_hidden()
    is_at(page, steps_of(page))


def test_perspective_and_language_keep_the_step(replay: Callable[..., Page]):
    page = replay()
    for step in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        is_at(page, step)

    page.get_by_role("link", name="As Bob saw it").click()
    is_at(page, 4)
    assert "seat=1" in page.url
    page.keyboard.press("ArrowRight")
    is_at(page, 5)
    page.get_by_role("button", name="日本語").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("[data-scrub]")).to_have_value("5")
    assert "seat=1" in page.url


def test_the_link_to_a_moment_is_copied(replay: Callable[..., Page]):
    page = replay()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    is_at(page, 2)

    page.get_by_text("Share and check").click()
    page.get_by_role("button", name="Copy link to this moment").click()

    expect(page.locator("#announcer")).to_have_text("Link copied")
    assert page.evaluate_handle("() => navigator.clipboard.readText()").json_value() == page.url


def test_the_picture_of_the_moment_is_downloaded(replay: Callable[..., Page]):
    page = replay("?e=40&seat=1")
    page.keyboard.press("Home")
    is_at(page, 1)
    page.get_by_text("Share and check").click()

    with page.expect_download() as download:
        page.get_by_role("link", name="Picture of the board").click()

    assert f"e={first_entry(page)}&" in download.value.url
    assert "seat=1" in download.value.url
    assert download.value.suggested_filename == "picture.png"


def first_entry(page: Page) -> str:
    return str(time_line(page).evaluate("line => line.closest('[data-replay]').dataset.entries.split(' ')[0]"))


def test_the_game_is_verified_on_the_page(replay: Callable[..., Page]):
    page = replay()
    page.get_by_text("Share and check").click()
    page.get_by_role("button", name="Verify this game").click()

    expect(page.get_by_role("heading", name="Verified")).to_be_visible()
    expect(page.get_by_text("Each choice was allowed")).to_be_visible()


def test_a_card_is_read_and_a_pile_is_opened(replay: Callable[..., Page]):
    page = replay("?e=9999")
    page.locator("#table button.bcard[data-ref]").first.click()
    expect(page.locator("#reading .tile")).to_be_visible()
    page.keyboard.press("Escape")

    page.locator("[data-open-pile]").first.click()
    expect(page.locator("#pile .bcard").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#pile")).to_be_hidden()


@pytest.mark.parametrize("look", ["table", "words"])
@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_replay_fits(new_page: Callable[..., Page], over: OnlineGame, look: str, size: ViewportSize):
    page = new_page(viewport=size)
    choose_look(page, look)
    page.goto(f"/replay/{over.replay}?e=9999")
    fits(page)
    expect(page.get_by_role("slider", name="Time line")).to_be_visible()


def test_replays_and_reported_games_are_accessible(new_page: Callable[..., Page], over: OnlineGame):
    page = new_page(viewport=PHONE)
    watched = watch_link(example_log(RULESETS["enemy"])).removeprefix("/")
    places = [f"replay/{over.replay}?e={entry}{seat}" for entry in (0, 40, 9999) for seat in ("", "&seat=1")]

    found = violations_on(page, [*places, f"{watched}?e=3"])
    page.get_by_role("button", name="Words").click()
    found += violations_on(page, [*places[2:4], f"{watched}?e=3"])
    page.goto(f"/replay/{over.replay}?e=40")
    page.get_by_text("Share and check").click()
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_role("heading", name="Verified")).to_be_visible()
    found += violations(page)

    assert not found, "\n".join(found)
