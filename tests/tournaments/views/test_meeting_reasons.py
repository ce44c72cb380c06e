"""Why two players meet, why two others do not, and what an official has changed by hand."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.drafting.conftest import signed_in
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


def page(day: Day, client: Client | None = None, number: int = 2, **asked: Any) -> Any:
    return (client or signed_in(day.alma)).get(f"/e/{day.event.slug}/pairings/{number}", asked)


def told(day: Day, number: int = 2, **asked: Any) -> Any:
    return Client().get(f"/api/v1/events/{day.event.slug}/rounds/{number}/why", asked).json()


def numbers(day: Day, number: int) -> list[tuple[int, int]]:
    return [(match.a.number, match.b.number) for match in day.matches(number) if match.b]


def test_every_table_is_told_why_its_players_meet(second: Day):
    text = page(second).content.decode()
    assert text.count("both have") + text.count("match points apart") == 3

    publish_round(second.event, 2, by=second.by)

    found = told(second)
    assert [meeting["table"] for meeting in found["meetings"]] == [1, 2, 3]
    gaps = [meeting["why"]["code"].startswith("floated") for meeting in found["meetings"]]
    assert gaps == [False, True, False]
    assert (found["by_hand"], found["answer"]) == (None, None)
    assert f"/e/{second.event.slug}/pairings/2" in Client().get(f"/e/{second.event.slug}/pairings").content.decode()


def test_the_first_round_is_by_seats(second: Day):
    assert {meeting["why"]["code"] for meeting in told(second, 1)["meetings"]} == {"seats"}
    first, other = numbers(second, 1)[0][0], numbers(second, 1)[1][0]
    assert told(second, 1, first=first, second=other)["answer"]["code"] == "opposite_seats"


def test_whoever_asks_hears_why_two_do_not_meet(second: Day):
    first = numbers(second, 1)[0]
    answer = page(second, first=first[0], second=first[1]).content.decode()
    names = [second.event.entries.get(number=number).name for number in first]
    assert "{} and {} have met in round 1.".format(*names) in answer

    publish_round(second.event, 2, by=second.by)

    apart = next(number for number in numbers(second, 2)[2] if number)
    asked = told(second, first=numbers(second, 2)[0][0], second=apart)["answer"]
    assert asked["code"] in {"would_cost", "have_met", "would_close", "by_lot"}
    assert told(second, first=numbers(second, 2)[0][0], second=numbers(second, 2)[0][1])["answer"]["code"] == "do_meet"


@pytest.mark.parametrize(
    "asked", [{"first": 1}, {"first": 1, "second": 1}, {"first": 1, "second": 99}, {"first": "x", "second": 2}]
)
def test_nobody_is_told_of_who_is_not_there(second: Day, asked: dict[str, Any]):
    assert page(second, **asked).status_code == 404


def test_what_is_not_published_is_for_officials(second: Day):
    assert page(second, Client()).status_code == 404
    assert page(second, signed_in(second.players[0])).status_code == 404
    assert page(second).status_code == 200
    assert page(second, number=3).status_code == 404


def test_a_change_by_hand_is_marked_for_everybody_with_what_it_costs(second: Day):
    proposed = second.event.rounds.get(number=2)
    assert manual_changes(proposed) is None
    (a, b), (_c, d), _rest = numbers(second, 2)
    swap_players(second.event, 2, (b, d), reason="they came by one car", by=second.by)
    publish_round(second.event, 2, by=second.by)

    found = told(second)
    assert [meeting["by_hand"] for meeting in found["meetings"]] == [True, True, False]
    assert [meeting["why"]["code"] for meeting in found["meetings"][:2]] == ["by_hand", "by_hand"]
    points = dict(second.event.entries.values_list("number", "number")) | won(second)
    assert found["by_hand"]["cost"] == sum((points[x] - points[y]) ** 2 for x, y in numbers(second, 2))
    assert found["by_hand"]["least"] == proposed.pairing["cost"]
    public = Client().get(f"/e/{second.event.slug}/pairings").content.decode()
    assert len(re.findall(r"chip warning\">by hand", public)) == 2
    text = page(second, Client()).content.decode()
    assert "An official changed 2 tables by hand." in text
    assert (a, d) in numbers(second, 2)


def won(day: Day) -> dict[int, int]:
    """Match points after the first round, by number."""
    return {match.a.number: 3 for match in day.matches(1)} | {match.b.number: 0 for match in day.matches(1) if match.b}


def test_a_correction_later_does_not_change_what_was_said(second: Day):
    publish_round(second.event, 2, by=second.by)
    before = told(second)["meetings"]
    match = second.matches(1)[0]

    enter_result(match, second.result("0-2"), by=second.by, last_seen_number=1, reason="the slip was read wrongly")

    assert told(second)["meetings"] == before
