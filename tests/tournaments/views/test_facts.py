"""The settings that the page of an event shows to prospective players."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from cards.printed import bundled_card_set
from drafting.rules.format import DraftFormat
from drafting.rules.packs import is_draftable
from gameplay.services.accounts import create_staff
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import BOOSTERS, Day
from tests.tournaments.test_odd_formats import FORMATS
from tournaments.models import Event
from tournaments.services.event import NewEvent, create_event

BOTH = "First Light booster, Harbour Below booster"
CUBE = "160 cards First Light, Harbour Below"
PACKS = {
    "cube": {"Packs": "4 packs of 5 cards", "Cube": CUBE},
    "team": {"Packs": f"4 packs of 5 cards {BOTH} each seat has one kind, in turn round the table"},
    "chaos": {"Packs": f"4 packs of 5 cards {BOTH} each pack is of a kind drawn by chance"},
    "rounds": {"Packs": "4 packs of 5 cards Packs 1, 3 First Light booster Packs 2, 4 Harbour Below booster"},
    "sealed": {"Packs": "4 packs of 5 cards First Light booster"},
    "sealed cube": {"Packs": "4 packs of 5 cards", "Cube": CUBE},
}
"""The expected facts about the packs of each of FORMATS."""


def page(event: Event) -> str:
    return Client().get(f"/e/{event.slug}/").content.decode()


def facts(event: Event) -> dict[str, str]:
    """Return the facts on the page of ``event`` as visible text."""
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", page(event), re.DOTALL)
    return {visible_text(term): visible_text(description) for term, description in pairs}


@pytest.mark.clause("DRF-1.4", "DRF-2.2")
@pytest.mark.parametrize("name", FORMATS)
def test_the_packs_of_each_format_are_shown(db: None, name: str):
    event = create_event(FORMATS[name], by=create_staff("Alma"))

    shown = facts(event)

    assert {term: shown[term] for term in ("Packs", "Cube") if term in shown} == PACKS[name]
    linked = re.findall(r'href="/cards/enemy/(\w+)/"', page(event))
    assert set(linked) == ({"FL"} if name == "sealed" else {"FL", "HB"})


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"pick_clock": "standard"}, "Standard: 75 s for 11 cards, 10 s for the last"),
        ({}, "Off: no time limit; the organizer or head judge handles players who do not pick"),
        ({"opening": "table"}, "none on this site; picks may be called at the table"),
        ({"opening": "table", "pick_clock": "tournament"}, "Tournament: 40 s for 11 cards, 5 s for the last"),
    ],
)
def test_the_pick_clock_is_shown_in_seconds(new_event: Callable[..., Day], settings: dict[str, Any], sentence: str):
    assert facts(new_event(**settings).event)["Pick clock"] == sentence


def test_the_seconds_depend_on_the_pack_size(db: None):
    terms = DraftFormat(pack_size=9)
    event = create_event(NewEvent("Small", terms, BOOSTERS, {"pick_clock": "standard"}), by=create_staff("Alma"))

    assert facts(event)["Pick clock"] == "Standard: 55 s for 9 cards, 10 s for the last"


def test_no_pick_clock_is_shown_for_sealed_events(db: None):
    sealed = replace(FORMATS["sealed"], settings={"pick_clock": "standard"})

    assert "Pick clock" not in facts(create_event(sealed, by=create_staff("Alma")))


@pytest.mark.clause("DRF-3.1", "DRF-OP-3")
def test_deck_building_time_and_abandoned_seats_are_shown(new_event: Callable[..., Day]):
    shown, closed = facts(new_event().event), facts(new_event(abandoned="closed").event)

    assert (shown["Deck"], shown["Packs opened"]) == (
        "35 cards, built in 30 minutes",
        "automatically, when the previous round is drafted",
    )
    assert shown["Abandoned seat"] == "a bot takes the seat"
    assert closed["Abandoned seat"] == "the seat is closed and packs are passed on"


@pytest.mark.clause("DRF-1.1")
def test_the_cards_of_a_cube_are_listed_with_their_copies(db: None):
    cube = ["FL-C01", "HB-C02"] * 3 + ["FL-C03"] * 74
    event = create_event(replace(FORMATS["cube"], cube=cube), by=create_staff("Alma"))
    found = re.search(rf'href="(/e/{event.slug}/cards)">80 cards<', compact_markup(page(event)))
    assert found

    listed = compact_markup(Client().get(found[1]).content.decode())

    assert re.findall(r'href="/cards/enemy/(\w+/\w+)">.*?<td class="n">(\d+)</td>', listed) == [
        ("FL/C01", "3"),
        ("FL/C03", "74"),
        ("HB/C02", "3"),
    ]


@pytest.mark.clause("DRF-1.2")
def test_the_cards_of_boosters_are_listed_without_copies(db: None):
    event = create_event(FORMATS["rounds"], by=create_staff("Alma"))

    listed = Client().get(f"/e/{event.slug}/cards").content.decode()

    sets = [bundled_card_set("enemy", code) for code in ("FL", "HB")]
    assert listed.count('href="/cards/enemy/') == sum(is_draftable(card) for found in sets for card in found.cards)
    assert "Copies" not in listed


def test_japanese_sentences_follow_each_other_without_a_space(day: Day):
    japanese = Client(headers={"accept-language": "ja"}).get(f"/e/{day.event.slug}/").content.decode()

    assert "2本先取。先に" in japanese
    assert "Best of three. The first" in visible_text(page(day.event))
