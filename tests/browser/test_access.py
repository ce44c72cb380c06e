"""Accessibility of pages in special states: axe-core finds no violation of WCAG 2.2 AA."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.services.pod import create_pod, end_paper_draft, publish_seating
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.accessibility import violations, violations_on
from tests.browser.pods import BOOSTER, among_bots, draft_through, new_day
from tests.browser.steps import PHONE, fits, sign_in
from tests.browser.tables import asked, play_on, sat_down
from tests.drafting.players import save_deck, submit_deck
from tests.tournaments.services.test_late import hand_in
from tests.tournaments.teams import team_day
from tournaments.models import Event
from tournaments.services import entry as entries
from tournaments.services.draft import pause_drafts
from tournaments.services.entry import NewPlayer, drop_entry
from tournaments.services.late import add_late_entry
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.round import propose_round, publish_round

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_style_page_is_accessible(new_page: Callable[..., Page], live_server_url: str, settings: Any):
    settings.DEMO = True

    assert not (found := violations_on(new_page(viewport=PHONE), ["style"])), "\n".join(found)


TABLES = {
    "a guard": ("hagmi", "team", 4, asked("defend", turn=5)),
    "a common deck": ("hagmi", "survival", 2, asked("main", turn=5)),
    "a secret choice": ("rm2k", "standard", 3, asked("starters")),
    "a window": ("rm2k", "standard", 4, asked("answer", turn=6)),
    "a fight": ("enemy", "full", 2, asked("window", turn=6)),
}


@pytest.mark.parametrize("moment", TABLES)
def test_online_games_are_accessible_at(new_page: Callable[..., Page], live_server_url: str, moment: str):
    game, variant, seats, until = TABLES[moment]
    table, people = sat_down(game, variant, seats)
    page = new_page(viewport=PHONE)
    sign_in(page, play_on(table, people, until), live_server_url)

    found = violations_on(page, [f"game/{table.pk}"])
    page.get_by_role("button", name="Words").click()
    found += violations_on(page, [f"game/{table.pk}"])
    assert not found, "\n".join(found)


def test_deck_building_receipt_and_pool_registration_are_accessible(
    new_page: Callable[..., Page], live_server_url: str
):
    alice = create_guest("Alice")
    pod = draft_through(alice, among_bots(alice))
    page = new_page(viewport=PHONE)
    sign_in(page, alice, live_server_url)
    room = f"pod/{pod.pk}/deck"

    views = [room, f"{room}?as=words", f"{room}?group=archetype&show=rest", f"{room}?suggest=1", f"{room}/print"]
    found = violations_on(page, [room, f"pod/{paper_pod(alice).pk}/pool"])
    save_deck(Seat.objects.get(pod=pod, player=alice), pool_of(pod, alice)[:4])
    found += violations_on(page, views)
    submit(pod, alice)
    found += violations_on(page, [room, f"pod/{pod.pk}/draft", f"pod/{pod.pk}/log"])

    assert not found, "\n".join(found)


def submit(pod: Pod, alice: Account) -> None:
    seat = Seat.objects.get(pod=pod, player=alice)
    save_deck(seat, pool_of(pod, alice)[: pod.draft_format.deck_size])
    submit_deck(seat)


def pool_of(pod: Pod, alice: Account) -> list[str]:
    return sorted(pick.ref for pick in Seat.objects.get(pod=pod, player=alice).picks.all())


def paper_pod(alice: Account) -> Pod:
    """Create a drafted pod of a paper draft, whose pools are not registered yet."""
    people = [alice, *(create_guest(name) for name in ("Bob", "Charlie", "Dora"))]
    pod = create_pod(label="B", players=people, seed=bytes(32), chance="pod/B", draft_format=DraftFormat(),
                     boosters=[BOOSTER] * 4, opening=Pod.Opening.TABLE)  # fmt: skip
    end_paper_draft(publish_seating(pod), author=None, role="organizer")
    return pod


def test_the_desk_is_accessible_while_drafts_are_paused(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.enter(8)
    day.seat(4, 4)
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    desk = f"e/{day.event.slug}/manage"

    found = violations_on(page, [desk])
    pause_drafts(day.event, reason="the fire alarm", by=day.by)
    found += violations_on(page, [desk])

    assert not found, "\n".join(found)


def test_the_desk_and_the_players_page_are_accessible_with_late_players(
    new_page: Callable[..., Page], live_server_url: str
):
    day = new_day()
    day.enter(7)
    day.seat()
    day.draft()
    day.round(1)
    builds = add_late_entry(day.event, NewPlayer("Ida"), reason="the train was late", by=day.by)
    hand_in(add_late_entry(day.event, NewPlayer("Jana"), reason="the train was late", by=day.by))
    exclude_pairing(day.event, 1, 2, reason="a family", by=day.by)
    drop_entry(day.event.entries.get(number=3), reason="felt ill", by=day.by)
    page, found = new_page(viewport=PHONE), []

    for account, path in ((day.alma, "manage"), (builds.account, "")):
        sign_in(page, account, live_server_url)
        page.goto(f"/e/{day.event.slug}/{path}")
        page.locator("main").evaluate(
            "(main) => main.querySelectorAll('details').forEach((each) => { each.open = true })"
        )
        fits(page)
        found += violations(page)
        page.set_viewport_size(PHONE)

    assert not found, "\n".join(found)


def test_the_pages_of_a_team_event_are_accessible(new_page: Callable[..., Page], live_server_url: str):
    day, joining = team_day(new_day(team_size=2, cut=2)), team_day(new_day(team_size=3))
    day.start(5)
    for number in (1, 2, 3):
        day.round(number)
        day.enter_scores(number, t1B="1-2")
    propose_round(day.event, by=day.by)
    publish_round(day.event, 4, by=day.by)
    joining.enter_teams(2)
    entries.register_player(joining.event, create_guest("Zoe"), team="Moths")
    board = next(iter(day.boards(4).values()))
    event, page = f"e/{day.event.slug}", new_page(viewport=PHONE)

    found = violations_on(page, [f"join/{joining.event.join_code}", f"e/{joining.event.slug}/players"])
    found += violations_on(page, [f"{event}/{path}" for path in ("pairings", "standings", "display", "pairings/1")])
    sign_in(page, board.a.account, live_server_url)
    found += violations_on(page, [f"{event}/", f"match/{board.pk}"])
    sign_in(page, day.alma, live_server_url)
    desk = [f"e/{joining.event.slug}/manage", f"{event}/manage", f"{event}/judge"]
    found += violations_on(page, [*desk, f"{event}/print/slips", f"{event}/print/kit"])

    assert not found, "\n".join(found)


@pytest.mark.parametrize("code", ["mtr", "pokemon", "head-to-head"])
def test_the_standings_are_accessible_with_every_figure_open(
    new_page: Callable[..., Page], live_server_url: str, code: str
):
    day = new_day()
    Event.objects.filter(pk=day.event.pk).update(ruleset=code)
    day.event.refresh_from_db()
    day.enter(7)
    day.seat()
    day.draft()
    for number in (1, 2):
        day.round(number)
        day.settle(number, "2-1")
    day.round(3)
    page = new_page(viewport=PHONE)
    sign_in(page, day.players[0], live_server_url)

    found = violations_on(page, [f"e/{day.event.slug}/"])
    page.goto(f"/e/{day.event.slug}/standings")
    open_all = "(rows) => rows.querySelectorAll('details').forEach((each) => { each.open = true })"
    page.locator(".standings tbody").evaluate(open_all)
    expect(page.locator("[data-figure] > a")).to_have_count(0)
    found += violations(page)
    page.set_viewport_size(PHONE)
    fits(page)

    assert not found, "\n".join(found)


def test_a_figure_is_opened_by_keyboard(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.to_round(2)
    page = new_page(viewport=PHONE)
    page.goto(f"{live_server_url}/e/{day.event.slug}/standings")
    leader = page.get_by_role("row").nth(1)
    figure = leader.get_by_text("33.00 Opponents' match-win percentage")

    figure.focus()
    page.keyboard.press("Enter")

    expect(leader.get_by_text("33/100 ÷ 1 = 33/100 = 33.00 %").first).to_be_visible()


def test_the_pages_of_a_top_cut_are_accessible(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.event.cut = 4
    day.event.save(update_fields=["cut"])
    day.to_round(3)
    here = f"e/{day.event.slug}"
    page = new_page(viewport=PHONE)
    sign_in(page, day.players[0], live_server_url)
    found = violations_on(page, [f"{here}/"])
    day.settle(3)
    propose_round(day.event, by=day.by)
    sign_in(page, day.alma, live_server_url)
    found += violations_on(page, [f"{here}/manage"])
    publish_round(day.event, 4, by=day.by)
    day.settle(4)
    final = day.round(5).matches.get()
    found += violations_on(
        page, [f"{here}/standings", f"{here}/display", f"{here}/print/standings", f"match/{final.pk}"]
    )
    day.settle(5)

    assert not (found + violations_on(page, [f"{here}/standings", f"{here}/manage"])), "\n".join(found)
