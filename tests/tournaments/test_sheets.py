"""Printed sheets of a paper draft."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from drafting.models import Seat
from tests.tournaments.conftest import Day
from tournaments.selectors.draft_sheets import call_sheet, passed_packs, possible_cards, table_sheets


def printed(day: Day, name: str) -> str:
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    answer = client.get(f"/e/{day.event.slug}/print/{name}")
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.clause("DRF-2.7", "DRF-2.8", "DRF-2.15")
def test_the_seating_names_both_neighbours_of_every_seat(day: Day):
    day.enter(6)
    day.seat()

    [table] = table_sheets(day.event)

    seated = [seat.player.handle for seat in Seat.objects.order_by("number").select_related("player")]
    assert [place.name for place in table.seats] == seated
    assert [(way.is_left, way.packs) for way in passed_packs(day.event)] == [(True, [1, 3]), (False, [2, 4])]
    left, right = zip(*(place.neighbours for place in table.seats), strict=True)
    assert list(left) == [*seated[1:], seated[0]]
    assert list(right) == [seated[-1], *seated[:-1]]


@pytest.mark.clause("DRF-2.7", "DRF-2.8")
def test_the_seating_sheet_names_the_existing_packs(new_event: Callable[..., Day]):
    day = new_event()
    day.enter(2)
    day.event.plan = [[1, 2]]

    def heads(**terms: object) -> list[str]:
        day.event.format |= terms
        day.event.save()
        found = re.findall(r'<th scope="col">([^<]*)</th>', printed(day, "seating"))
        return [" ".join(head.split()) for head in found]

    assert heads(packs=5) == ["Seat", "Player", "← Packs 1, 3, 5: pass left to", "Packs 2, 4: pass right to →"]
    assert heads(packs=1, pack_size=40) == ["Seat", "Player", "← Pack 1: pass left to"]
    assert heads(sealed=True) == ["Seat", "Player"]
    assert "Packs are not passed" in printed(day, "seating")


def test_each_pod_has_a_sheet_once_pods_are_made(day: Day):
    day.enter(8)
    assert "Make pods first" in printed(day, "seating")

    day.seat()

    assert printed(day, "seating").count('<section class="sheet"') == len(table_sheets(day.event))


@pytest.mark.clause("DRF-OP-4")
def test_the_call_sheet_uses_the_pick_clock_of_the_event(new_event: Callable[..., Day]):
    standard, none = new_event(pick_clock="standard").event, new_event().event

    assert [pack.is_left for pack in call_sheet(standard)] == [True, False, True, False]
    assert [call.seconds for call in call_sheet(standard)[0].calls] == [75, 60, 55, 50, 45, 40, 30, 25, 20, 15, 10]
    assert call_sheet(none)[0].calls[0].seconds == 40
    assert call_sheet(standard)[0].minutes == pytest.approx(425 / 60)


@pytest.mark.clause("DRF-1.1", "DRF-1.2")
def test_the_lists_have_every_possible_card_once(day: Day):
    day.enter(2)

    page = printed(day, "pools")

    numbers = re.findall(r'<span translate="no">(FL-\w+)</span>', page)
    assert len(numbers) == 2 * len(set(numbers)) == 2 * len(possible_cards(day.event, "en")) == 240


def test_the_kit_has_all_sheets(day: Day):
    day.enter(4)
    day.seat()

    page = printed(day, "kit")

    assert page.count('<section class="sheet"') == 1 + 1 + 4
    assert "<svg" in page


def test_an_unknown_sheet_is_not_found(day: Day):
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")

    assert client.get(f"/e/{day.event.slug}/print/everything").status_code == 404
