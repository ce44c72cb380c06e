"""Lists of players are sorted by reading, or else by name; readings themselves are never shown to other people."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from tests.tournaments.conftest import Day
from tournaments.rules.constructed import ConstructedFormat
from tournaments.services.event import NewEvent, create_event
from tournaments.services.pod import plan_pods

TYPED = [  # in the order of joining
    ("渡辺", "わたなべ"),
    ("Zoë", ""),
    ("佐藤", "ｻﾄｳ"),
    ("ゴロー", ""),
    ("ｺﾞﾛｰ兄", "ごろーあに"),
    ("Ａｌｉｃｅ", ""),
    ("鈴木", ""),
    ("青山", "アオヤマ"),
    ("ごろう", ""),
    ("bob", ""),
]
SORTED = ["Ａｌｉｃｅ", "bob", "Zoë", "青山", "ごろう", "ゴロー", "ｺﾞﾛｰ兄", "佐藤", "渡辺", "鈴木"]
READINGS = [reading for _name, reading in TYPED if reading]


@pytest.fixture
def joined(day: Day) -> Day:
    for name, reading in TYPED:
        answer = Client().post(f"/join/{day.event.join_code}", {"handle": name, "reading": reading})
        assert answer.status_code == 200
    return day


def names_on(page: str) -> list[str]:
    """Return the names in the order in which a list on ``page`` first shows them."""
    text = page.partition('id="main"')[2]
    places = {name: re.search(f"(?<=[>\\s]){name}(?=\\s*<)", text) for name, _reading in TYPED}
    assert all(places.values()), places
    return sorted(places, key=lambda name: places[name].start())  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("page", ["players", "manage", "judge"])
def test_rosters_are_sorted_by_reading(joined: Day, browser_of: Callable[[Account], Client], page: str, language: str):
    desk = browser_of(joined.alma)

    text = desk.get(f"/e/{joined.event.slug}/{page}", headers={"Accept-Language": language}).content.decode()

    assert names_on(text) == SORTED


def test_sheets_for_decks_are_sorted_by_reading(joined: Day, browser_of: Callable[[Account], Client]):
    plan_pods(joined.event, by=joined.by)

    page = browser_of(joined.alma).get(f"/e/{joined.event.slug}/print/pools").content.decode()

    assert names_on(page) == SORTED


def test_no_page_shows_a_reading(joined: Day, browser_of: Callable[[Account], Client]):
    pages = ("", "players", "manage", "judge", "audit", "roster.csv", "print/pools")
    for browser in (Client(), browser_of(joined.alma)):
        for page in pages:
            text = browser.get(f"/e/{joined.event.slug}/{page}").content.decode()
            assert not [reading for reading in READINGS if reading in text], page
    entries = Client().get(f"/api/v1/events/{joined.event.slug}/entries").content.decode()
    assert "渡辺" in entries
    assert not [reading for reading in READINGS if reading in entries]


def test_the_api_lists_players_in_the_order_of_joining(joined: Day):
    entries = Client().get(f"/api/v1/events/{joined.event.slug}/entries").json()

    assert [each["name"] for each in entries] == [name for name, _reading in TYPED]


def test_a_walk_in_has_a_reading_on_the_japanese_desk(day: Day, browser_of: Callable[[Account], Client]):
    desk = browser_of(day.alma)
    page = f"/e/{day.event.slug}/manage"

    japanese, english = (desk.get(page, headers={"Accept-Language": each}).content.decode() for each in ("ja", "en"))
    desk.post(f"{page}/walk-in", {"handle": "渡辺", "reading": " わたなべ "})
    desk.post(f"{page}/walk-in", {"handle": "Zoë", "reading": "x" * 500})

    assert 'name="reading"' in japanese
    assert 'name="reading"' not in english
    assert [entry.account.reading for entry in day.event.entries.all()] == ["わたなべ", "x" * 80]


def test_players_of_a_constructed_event_are_sorted_by_reading(day: Day, browser_of: Callable[[Account], Client]):
    event = create_event(NewEvent("構築", ConstructedFormat(7), (), game="enemy", variant="sample"), by=day.alma)
    for name, reading in TYPED:
        Client().post(f"/join/{event.join_code}", {"handle": name, "reading": reading})

    page = browser_of(day.alma).get(f"/e/{event.slug}/judge/decks").content.decode()

    assert names_on(page) == SORTED
