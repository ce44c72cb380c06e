"""Explanations of pairings, and manual changes by officials."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.drafting.conftest import signed_in
from tests.page_text import compact_markup
from tests.tournaments.conftest import Day
from tournaments.selectors.meeting_reasons import manual_changes
from tournaments.services.match import enter_result
from tournaments.services.round import propose_round, publish_round, swap_players


@pytest.fixture
def second(day: Day) -> Day:
    """Six players whose second round is proposed; the first ended 2-0 at each table."""
    day.to_round(1)
    day.settle(1)
    propose_round(day.event, by=day.by)
    return day


def page(day: Day, client: Client | None = None, number: int = 2, **query: Any) -> Any:
    return (client or signed_in(day.alma)).get(f"/e/{day.event.slug}/pairings/{number}", query)


def explanation(day: Day, number: int = 2, **query: Any) -> Any:
    return Client().get(f"/api/v1/events/{day.event.slug}/rounds/{number}/why", query).json()


def numbers(day: Day, number: int) -> list[tuple[int, int]]:
    return [(match.a.number, match.b.number) for match in day.matches(number) if match.b]


def test_every_pairing_has_a_reason(second: Day):
    text = page(second).content.decode()
    assert text.count("both have") + text.count("difference of") == 3

    publish_round(second.event, 2, by=second.by)

    found = explanation(second)
    assert [meeting["table"] for meeting in found["meetings"]] == [1, 2, 3]
    gaps = [meeting["why"]["code"].startswith("floated") for meeting in found["meetings"]]
    assert gaps == [False, True, False]
    assert (found["by_hand"], found["answer"]) == (None, None)
    assert f"/e/{second.event.slug}/pairings/2" in Client().get(f"/e/{second.event.slug}/pairings").content.decode()


def test_the_first_round_is_paired_by_seats(second: Day):
    assert {meeting["why"]["code"] for meeting in explanation(second, 1)["meetings"]} == {"seats"}
    first, other = numbers(second, 1)[0][0], numbers(second, 1)[1][0]
    assert explanation(second, 1, first=first, second=other)["answer"]["code"] == "opposite_seats"


def test_the_page_explains_why_two_are_not_paired(second: Day):
    first = numbers(second, 1)[0]
    shown = page(second, first=first[0], second=first[1]).content.decode()
    names = [second.event.entries.get(number=number).name for number in first]
    assert "{} and {} have met in round 1.".format(*names) in shown

    publish_round(second.event, 2, by=second.by)

    apart = next(number for number in numbers(second, 2)[2] if number)
    answer = explanation(second, first=numbers(second, 2)[0][0], second=apart)["answer"]
    assert answer["code"] in {"would_cost", "have_met", "would_close", "by_lot"}
    assert (
        explanation(second, first=numbers(second, 2)[0][0], second=numbers(second, 2)[0][1])["answer"]["code"]
        == "do_meet"
    )


@pytest.mark.parametrize(
    "query", [{"first": 1}, {"first": 1, "second": 1}, {"first": 1, "second": 99}, {"first": "x", "second": 2}]
)
def test_unknown_players_are_not_found(second: Day, query: dict[str, Any]):
    assert page(second, **query).status_code == 404


def test_unpublished_rounds_are_only_visible_to_officials(second: Day):
    assert page(second, Client()).status_code == 404
    assert page(second, signed_in(second.players[0])).status_code == 404
    assert page(second).status_code == 200
    assert page(second, number=3).status_code == 404


def test_manual_changes_are_public_with_their_cost(second: Day):
    proposed = second.event.rounds.get(number=2)
    assert manual_changes(proposed) is None
    (a, b), (_c, d), _rest = numbers(second, 2)
    swap_players(second.event, 2, (b, d), reason="they came by one car", by=second.by)
    publish_round(second.event, 2, by=second.by)

    found = explanation(second)
    assert [meeting["by_hand"] for meeting in found["meetings"]] == [True, True, False]
    assert [meeting["why"]["code"] for meeting in found["meetings"][:2]] == ["by_hand", "by_hand"]
    points = dict(second.event.entries.values_list("number", "number")) | match_points(second)
    assert found["by_hand"]["cost"] == sum((points[x] - points[y]) ** 2 for x, y in numbers(second, 2))
    assert found["by_hand"]["least"] == proposed.pairing["cost"]
    public = compact_markup(Client().get(f"/e/{second.event.slug}/pairings").content.decode())
    assert len(re.findall(r"chip warning\">paired by hand", public)) == 2
    text = page(second, Client()).content.decode()
    assert "An official changed 2 tables manually." in text
    assert (a, d) in numbers(second, 2)


def match_points(day: Day) -> dict[int, int]:
    """Return the match points after round 1 by player number."""
    return {match.a.number: 3 for match in day.matches(1)} | {match.b.number: 0 for match in day.matches(1) if match.b}


def test_a_later_correction_does_not_change_the_reasons(second: Day):
    publish_round(second.event, 2, by=second.by)
    before = explanation(second)["meetings"]
    match = second.matches(1)[0]

    enter_result(match, second.result("0-2"), by=second.by, last_seen_number=1, reason="the slip was read wrongly")

    assert explanation(second)["meetings"] == before
