"""A judge is called to a seat of a pod, without a word that could be a signal."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import Client

from drafting.models import Seat
from gameplay.models import LogEntry
from gameplay.selectors.live import may_follow_person
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Draft, NewDraft, new_draft, signed_in  # noqa: F401  a fixture
from tests.parallel import at_once
from tests.tournaments.conftest import Day
from tournaments.models import Call
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_to_seat, call_to_table, claim, resolve


@pytest.fixture
def seated(day: Day) -> Day:
    day.enter()
    day.seat()
    return day


def seat_of(day: Day, place: int = 0) -> Seat:
    return Seat.objects.select_related("pod").get(player=day.players[place])


def call(day: Day, client: Client, **said: str) -> Any:
    return client.post(f"/pod/{seat_of(day).pod_id}/call", said)


@pytest.mark.clause("DRF-2.4", "DRF-2.12")
def test_who_counts_wrong_calls_a_judge_to_their_seat_and_says_nothing_else(seated: Day):
    alice, alma, seat = signed_in(seated.players[0]), signed_in(seated.alma), seat_of(seated)
    where = f"/pod/{seat.pod_id}/draft"
    assert "Call judge" in alice.get(where).content.decode()

    assert call(seated, alice, category="pack", text="the red rare is mine")["Location"] == f"/pod/{seat.pod_id}/deck"
    call(seated, alice, category="rules")

    queue = alma.get(f"/e/{seated.event.slug}/judge").content.decode()
    assert f"Pod A, seat {seat.number + 1}</a> the number of cards in a pack" in queue
    assert queue.count("Resolve") == 1
    assert "red rare" not in queue
    assert "A judge is called to your seat." in alice.get(where).content.decode()
    (entry,) = LogEntry.objects.filter(action="judge_called", stream=seated.event.desk)
    assert (entry.author, entry.after) == (
        seated.players[0],
        {"category": "pack", "pod": "A", "seat": seat.number + 1},
    )
    (told,) = alma.get(f"/api/v1/events/{seated.event.slug}/calls").json()
    assert (told["pod"], told["seat"], told["table"]) == (str(seat.pod_id), seat.number + 1, None)


def test_once_a_judge_was_there_another_is_called(seated: Day):
    by = Actor(seated.players[0], "player")
    first = call_to_seat(seat_of(seated), by=by, category="pack")
    assert call_to_seat(seat_of(seated), by=by, category="rules") == first

    resolve(first, by=seated.by)

    assert call_to_seat(seat_of(seated), by=by, category="rules") != first
    assert "Call judge" not in signed_in(seated.alma).get(f"/pod/{seat_of(seated).pod_id}/draft").content.decode()


def test_nobody_calls_to_another_seat_nor_about_nonsense(seated: Day):
    assert call(seated, signed_in(create_guest("Zoe")), category="pack").status_code == 404
    for category in ("", "result", "a signal"):
        assert call(seated, signed_in(seated.players[0]), category=category).status_code == 400
    assert not Call.objects.exists()


def test_a_pod_of_no_event_has_no_judge(new_draft: NewDraft):  # noqa: F811
    draft: Draft = new_draft("Alice", "Bob")

    with pytest.raises(Http404):
        call_to_seat(draft.seat("Alice"), by=Actor(draft.people["Alice"], "player"), category="pack")
    assert "Call judge" not in signed_in(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/draft").content.decode()


def test_the_page_of_a_seat_follows_what_becomes_of_its_call(seated: Day):
    alice, seat = signed_in(seated.players[0]), seat_of(seated)

    def part() -> str:
        return alice.get(f"/pod/{seat.pod_id}/call", headers={"HX-Request": "true"}).content.decode()

    before = part()
    first = call_to_seat(seat, by=Actor(seated.players[0], "player"), category="pack")
    called = part()
    claim(first, by=seated.by)
    claimed = part()
    resolve(first, by=seated.by)

    assert ["A judge is called" in before, "A judge is called" in called, "on the way" in claimed] == [
        False,
        True,
        True,
    ]
    assert [number(page) for page in (before, called, claimed, part())] == [0, 1, 2, 3]
    assert part().count("Call judge") == before.count("Call judge") > 0


def number(page: str) -> int:
    """How often the page says that its reader was told something."""
    found = re.search(r'data-live="([^"]*person/[^"]*)" data-number="([^"]*)"', page)
    assert found
    names, numbers = found[1].split(), found[2].split()
    return next(int(number) for name, number in zip(names, numbers, strict=True) if name.startswith("person/"))


def test_nobody_follows_what_is_told_to_somebody_else(seated: Day):
    alice, bob = seated.players[:2]

    assert may_follow_person(alice, str(alice.pk))
    assert not may_follow_person(bob, str(alice.pk))
    assert not may_follow_person(AnonymousUser(), str(alice.pk))


def test_at_a_table_one_call_about_a_thing_is_open_and_its_caller_sees_what_becomes_of_it(day: Day):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    alice, bob = (signed_in(entry.account) for entry in (match.a, match.b))

    def page(client: Client) -> str:
        return client.get(f"/match/{match.pk}").content.decode()

    for text in ("what is a tie", "again"):
        alice.post(f"/match/{match.pk}/call", {"category": "rules", "text": text})
    call = Call.objects.get()
    called = page(alice)
    claim(call, by=day.by)
    claimed, other = page(alice), page(bob)
    resolve(call, by=day.by)

    assert call.text == "what is a tie"
    assert "A judge is called to your table." in called
    assert "A judge is on the way to your table." in claimed
    assert [number(told) for told in (called, claimed, page(alice))] == [1, 2, 3]
    assert ["Call judge" in told for told in (called, claimed, other, page(alice))] == [False, False, True, True]


@pytest.mark.parametrize("place", ["seat", "table"])
@pytest.mark.django_db(transaction=True)
def test_pressed_ten_times_at_once_it_is_one_call(seated: Day, place: str):
    by = Actor(seated.players[0], "player")
    call: Callable[[], Call] = partial(call_to_seat, seat_of(seated), by=by, category="pack")
    if place == "table":
        seated.draft()
        seated.round(1)
        call = partial(call_to_table, seated.matches(1)[0], by=by, category="rules")

    answers = at_once([call] * 10)

    assert {type(answer).__name__ for answer in answers} == {"Call"}
    assert Call.objects.count() == LogEntry.objects.filter(action="judge_called", stream=seated.event.desk).count() == 1
