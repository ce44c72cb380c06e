"""Journeys of players and judges as a screen reader reads them: names and order of a page, and announcements."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_guest, create_staff
from tests.browser.pods import among_bots, draft_through, new_day
from tests.browser.steps import is_live, opened_draft, pick, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Match
from tournaments.selectors.roles import HEAD_JUDGE, Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report

pytestmark = [pytest.mark.browser]


@pytest.fixture
def day(live_server_url: str) -> Day:
    """Six players in round 1."""
    day = new_day()
    day.to_round(1)
    return day


def opened(page: Page, match: Match, side: str, url: str) -> Page:
    """Open the page of a match as one of its players."""
    sign_in(page, getattr(match, side).account, url)
    page.goto(f"/match/{match.pk}")
    is_live(page)
    return page


def announces(page: Page, words: str) -> None:
    """Expect that the page announces a text that matches ``words``."""
    expect(page.locator("#announcer")).to_have_text(re.compile(words))


def test_a_pack_is_read_with_its_heading_direction_and_cards(new_page: Callable[..., Page], live_server_url: str):
    alice = create_guest("Alice")
    page = opened_draft(new_page(), live_server_url, alice, among_bots(alice))

    expect(page.get_by_role("main")).to_match_aria_snapshot("""
    - heading "Pack 1 of 2, pick 1 of 4" [level=1]
    - paragraph: Pass left to Bot 1, from Bot 5
    - heading /Choose one of 4 cards/ [level=2]
    - radiogroup /Choose one of 4 cards/:
      - list:
        - listitem:
          - radio /Destiny \\d\\. Strength \\d/
    - button "Take this card"
    - complementary:
      - group "Pod map":
        - paragraph: Pass left to Bot 1, from Bot 5
        - list:
          - listitem: /Alice \\(you\\) \\d packs?/
    """)


def test_after_a_pick_the_next_pack_has_the_focus(new_page: Callable[..., Page], live_server_url: str):
    alice = create_guest("Alice")
    page = opened_draft(new_page(), live_server_url, alice, among_bots(alice))

    pick(page, "1.1")

    expect(page.get_by_role("heading", level=1)).to_have_text("Pack 1 of 2, pick 2 of 4")
    expect(page.get_by_role("radio")).to_have_count(3)
    expect(page.get_by_role("radiogroup", name="Choose one of 3 cards").locator(":focus")).to_have_count(1)


def test_a_deck_is_built_and_submitted_by_keyboard(new_page: Callable[..., Page], live_server_url: str):
    """Each zone is one stop of the Tab key; every move is announced; the suggestion and the receipt get the focus."""
    alice = create_guest("Alice")
    pod = draft_through(alice, among_bots(alice))
    page = new_page()
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{pod.pk}/deck")
    is_live(page)
    expect(page.get_by_role("region", name="Pool 8")).to_match_aria_snapshot("""
    - heading "Pool 8" [level=2]
    - button "Add all 8"
    - heading /\\w+ \\d/ [level=3]
    - list:
      - listitem:
        - button /Add one/
        - text: /Destiny \\d/
    """)
    focus = page.locator(":focus")

    page.get_by_role("button", name="Add all 8").focus()
    page.keyboard.press("Tab")
    expect(focus).to_have_accessible_name(re.compile("^Add one"))
    page.keyboard.press("+")
    announces(page, "^1/6, 5 cards short$")
    page.get_by_role("button", name="Remove all").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(focus).to_have_accessible_name("Add all 7")
    page.get_by_role("link", name="Suggest a deck").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Suggested deck")).to_be_focused()
    page.get_by_role("button", name="Use this deck").focus()
    page.keyboard.press("Enter")
    announces(page, "^6/6, Legal$")
    page.get_by_role("button", name="Submit deck").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Your deck is in", level=1)).to_be_focused()
    expect(page.get_by_role("main")).to_contain_text(re.compile("Checksum"))


def test_a_result_is_reported_confirmed_and_announced(new_page: Callable[..., Page], live_server_url: str, day: Day):
    match = day.matches(1)[0]
    assert match.b
    own = opened(new_page(), match, "a", live_server_url)
    other = opened(new_page(), match, "b", live_server_url)
    expect(own.get_by_role("main")).to_match_aria_snapshot("""
    - heading /–/ [level=1]
    - timer
    - heading "Report result" [level=2]
    - group "Games won by you, then by your opponent":
      - button "2-0"
      - button "2-1"
    """)

    own.get_by_role("button", name="2-0").click()

    expect(own.get_by_role("main")).to_contain_text(f"You reported 2-0. Waiting for {match.b.name}")
    expect(own.locator("#result")).to_be_focused()
    announces(other, f"2-0 reported by {match.a.name}")
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_role("main")).to_contain_text("2-0")
    announces(own, "^2-0$")


@pytest.fixture
def judge(new_page: Callable[..., Page], live_server_url: str, day: Day) -> Page:
    """The judge's page as the head judge sees it. The players of table 1 have reported different results."""
    match, hana = day.matches(1)[0], create_staff("Hana")
    assert match.b
    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    add_report(match, day.result("0-2"), by=match.b.account, last_seen_number=1)
    appoint_official(day.event, hana, HEAD_JUDGE, by=day.by)
    page = new_page()
    sign_in(page, hana, live_server_url)
    page.goto(f"/e/{day.event.slug}/judge")
    is_live(page)
    return page


def test_a_judge_hears_of_a_call_and_stays_at_it_after_claiming_it(judge: Page, day: Day):
    match = day.matches(1)[1]
    call_judge_to_table(match, by=Actor(match.a.account, "player"), category="rules")

    announces(judge, "^2 open judge calls: Table 2 the rules$")
    expect(judge).to_have_title(re.compile(r"^\(2\) Judge"))
    expect(judge.get_by_role("main")).to_match_aria_snapshot("""
    - heading "Judge" [level=1]
    - heading "Calls" [level=2]
    - link "Table 1"
    - button "Claim"
    - button "Resolve"
    - link "Table 2"
    - button "Claim"
    - button "Resolve"
    - heading "Still playing in round 1" [level=2]
    - table "Still playing in round 1":
      - rowgroup
      - rowgroup:
        - row /Table 1 .+ Disputed/
        - row /Table 2 .+ Playing/
    - region "Players"
    """)
    claim = judge.get_by_role("button", name="Claim").nth(1)
    expect(claim).to_have_accessible_description("Table 2")
    claim.press("Enter")
    expect(judge.get_by_role("button", name="Claim")).to_have_count(1)
    expect(judge.get_by_role("button", name="Resolve", exact=True).nth(1)).to_be_focused()


def test_a_disputed_result_is_read_before_the_buttons_that_decide_it(judge: Page, day: Day):
    a, b = day.matches(1)[0].a.name, str(day.matches(1)[0].b)
    judge.get_by_role("link", name="Table 1").first.press("Enter")

    expect(judge.get_by_role("main")).to_match_aria_snapshot(f"""
    - heading /Table 1. {a} – {b}/ [level=1]
    - status:
      - heading "Disputed" [level=2]
      - list:
        - listitem: /{a}.+2-1/
        - listitem: /{b}.+0-2/
    - region "Enter result":
      - group "{a} – {b}":
        - button "2-0"
        - button "2-1"
        - button "1-1"
        - button "1-2"
        - button "0-2"
        - button "Double loss"
    - timer
    """)
    judge.get_by_role("button", name="1-2").press("Enter")
    expect(judge.get_by_role("status").filter(has_text="Table 1: 1-2")).to_be_visible()


def test_the_form_for_a_penalty_names_the_player_the_infractions_and_their_usual_penalties(judge: Page, day: Day):
    player = day.matches(1)[1].a
    judge.get_by_role("row").filter(has_text=player.name).get_by_role("link", name=player.name).press("Enter")

    expect(judge.get_by_role("main")).to_match_aria_snapshot(f"""
    - heading "{player.name}" [level=1]
    - heading "Give a penalty" [level=2]
    - group:
      - group "In a game":
        - radio "game rule violation Warning"
    - combobox "Penalty"
    - textbox "What happened"
    - button "Give penalty"
    - heading "In this event" [level=2]
    """)
    judge.get_by_role("radio", name="game rule violation").press("Space")
    judge.get_by_label("What happened").fill("drew twice")
    judge.keyboard.press("Enter")

    expect(judge.get_by_role("main")).to_contain_text("Warning: game rule violation")
