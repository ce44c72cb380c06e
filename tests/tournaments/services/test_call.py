"""Judge calls to a seat and to a table; a call to a seat has no free text, which could be a signal."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import Client
from django.utils import timezone

from drafting.models import Seat
from gameplay.models import LogEntry
from gameplay.selectors.live import may_follow_person
from gameplay.services.accounts import create_guest, create_staff
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import Draft, NewDraft, new_draft, signed_in  # noqa: F401  a fixture
from tests.page_text import compact_markup
from tests.parallel import run_simultaneously
from tests.tournaments.conftest import Day
from tournaments.models import Call
from tournaments.selectors.roles import FLOOR_JUDGE, HEAD_JUDGE, Actor
from tournaments.services.call import (
    ForHeadJudgeError,
    call_judge_to_seat,
    call_judge_to_table,
    claim_call,
    escalate_call,
    resolve_call,
)
from tournaments.services.event import appoint_official


@pytest.fixture
def seated(day: Day) -> Day:
    day.enter()
    day.seat()
    return day


def seat_of(day: Day, place: int = 0) -> Seat:
    return Seat.objects.select_related("pod").get(player=day.players[place])


def call(day: Day, client: Client, **fields: str) -> Any:
    return client.post(f"/pod/{seat_of(day).pod_id}/call", fields)


@pytest.mark.clause("DRF-2.4", "DRF-2.12")
def test_a_call_about_a_pack_shows_seat_and_category_only(seated: Day):
    alice, alma, seat = signed_in(seated.players[0]), signed_in(seated.alma), seat_of(seated)
    where = f"/pod/{seat.pod_id}/draft"
    assert "Call judge" in alice.get(where).content.decode()

    assert call(seated, alice, category="pack", text="the red rare is mine")["Location"] == f"/pod/{seat.pod_id}/deck"
    call(seated, alice, category="rules")

    queue = compact_markup(alma.get(f"/e/{seated.event.slug}/judge").content.decode())
    assert f"Pod A, seat {seat.number + 1}</a>: the number of cards in a pack" in queue
    assert queue.count("Resolve") == 1
    assert "red rare" not in queue
    assert "A judge has been called to your seat." in alice.get(where).content.decode()
    (entry,) = LogEntry.objects.filter(action="judge_called", stream=seated.event.desk_stream)
    assert (entry.author, entry.after) == (
        seated.players[0],
        {"category": "pack", "pod": "A", "seat": seat.number + 1},
    )
    (data,) = alma.get(f"/api/v1/events/{seated.event.slug}/calls").json()
    assert (data["pod"], data["seat"], data["table"]) == (str(seat.pod_id), seat.number + 1, None)


def test_a_new_call_is_possible_after_the_last_was_resolved(seated: Day):
    by = Actor(seated.players[0], "player")
    first = call_judge_to_seat(seat_of(seated), by=by, category="pack")
    assert call_judge_to_seat(seat_of(seated), by=by, category="rules") == first

    resolve_call(first, by=seated.by)

    assert call_judge_to_seat(seat_of(seated), by=by, category="rules") != first
    assert "Call judge" not in signed_in(seated.alma).get(f"/pod/{seat_of(seated).pod_id}/draft").content.decode()


def test_calls_to_other_seats_or_about_unknown_categories_are_refused(seated: Day):
    assert call(seated, signed_in(create_guest("Zoe")), category="pack").status_code == 404
    for category in ("", "result", "a signal"):
        assert call(seated, signed_in(seated.players[0]), category=category).status_code == 400
    assert not Call.objects.exists()


def test_a_pod_without_an_event_has_no_judge_calls(new_draft: NewDraft):  # noqa: F811
    draft: Draft = new_draft("Alice", "Bob")

    with pytest.raises(Http404):
        call_judge_to_seat(draft.seat("Alice"), by=Actor(draft.people["Alice"], "player"), category="pack")
    assert "Call judge" not in signed_in(draft.people["Alice"]).get(f"/pod/{draft.pod_id}/draft").content.decode()


def test_the_page_of_a_seat_shows_the_state_of_its_call(seated: Day):
    alice, seat = signed_in(seated.players[0]), seat_of(seated)

    def part() -> str:
        return alice.get(f"/pod/{seat.pod_id}/call", headers={"HX-Request": "true"}).content.decode()

    before = part()
    first = call_judge_to_seat(seat, by=Actor(seated.players[0], "player"), category="pack")
    called = part()
    claim_call(first, by=seated.by)
    claimed = part()
    resolve_call(first, by=seated.by)

    assert ["A judge has been called" in before, "A judge has been called" in called, "on the way" in claimed] == [
        False,
        True,
        True,
    ]
    assert [number(page) for page in (before, called, claimed, part())] == [0, 1, 2, 3]
    assert part().count("Call judge") == before.count("Call judge") > 0


def number(page: str) -> int:
    """Return the number of the last entry of the account's stream that the page has."""
    found = re.search(r'data-live="([^"]*person/[^"]*)" data-number="([^"]*)"', compact_markup(page))
    assert found
    names, numbers = found[1].split(), found[2].split()
    return next(int(number) for name, number in zip(names, numbers, strict=True) if name.startswith("person/"))


def test_an_account_can_only_follow_its_own_stream(seated: Day):
    alice, bob = seated.players[:2]

    assert may_follow_person(alice, str(alice.pk))
    assert not may_follow_person(bob, str(alice.pk))
    assert not may_follow_person(AnonymousUser(), str(alice.pk))


def test_a_table_has_one_open_call_for_each_category_and_the_caller_sees_its_state(day: Day):
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
    claim_call(call, by=day.by)
    claimed, other = page(alice), page(bob)
    resolve_call(call, by=day.by)

    assert call.text == "what is a tie"
    assert "A judge has been called to your table." in called
    assert "A judge is on the way to your table." in claimed
    assert [number(each) for each in (called, claimed, page(alice))] == [1, 2, 3]
    assert ["Call judge" in each for each in (called, claimed, other, page(alice))] == [False, False, True, True]


@pytest.mark.parametrize("place", ["seat", "table"])
@pytest.mark.django_db(transaction=True)
def test_ten_simultaneous_calls_become_one(seated: Day, place: str):
    by = Actor(seated.players[0], "player")
    call: Callable[[], Call] = partial(call_judge_to_seat, seat_of(seated), by=by, category="pack")
    if place == "table":
        seated.draft()
        seated.round(1)
        call = partial(call_judge_to_table, seated.matches(1)[0], by=by, category="rules")

    answers = run_simultaneously([call] * 10)

    assert {type(answer).__name__ for answer in answers} == {"Call"}
    assert (
        Call.objects.count()
        == LogEntry.objects.filter(action="judge_called", stream=seated.event.desk_stream).count()
        == 1
    )


@pytest.fixture
def judges(day: Day) -> tuple[Actor, Actor]:
    """The head judge and a floor judge of an event in the first round."""
    day.to_round(1)
    found = []
    for name, role in (("Tomas", HEAD_JUDGE), ("Ines", FLOOR_JUDGE)):
        account = create_staff(name)
        appoint_official(day.event, account, role, by=day.by)
        found.append(Actor(account, role))
    return found[0], found[1]


def queue(day: Day, by: Actor) -> str:
    assert by.account
    return signed_in(by.account).get(f"/e/{day.event.slug}/judge").content.decode()


def called(day: Day, category: str = "rules") -> Call:
    match = day.matches(1)[0]
    return call_judge_to_table(match, by=Actor(match.a.account, "player"), category=category)


def test_only_the_head_judge_can_take_an_escalated_call(day: Day, judges: tuple[Actor, Actor]):
    tomas, ines = judges
    call = claim_call(called(day), by=ines)

    escalate_call(call, by=ines)

    assert (call.claimed_by, call.claimed_at) == (None, None)
    for act in (claim_call, resolve_call):
        with pytest.raises(ForHeadJudgeError):
            act(call, by=ines)
    assert [
        ("for the head judge" in page, page.count("Claim"), page.count("Resolve"))
        for page in (queue(day, ines), queue(day, tomas))
    ] == [
        (True, 0, 0),
        (True, 1, 1),
    ]
    assert resolve_call(claim_call(call, by=tomas), by=tomas).resolved_at
    log = LogEntry.objects.filter(stream=day.event.desk_stream, action__startswith="call_").order_by("number")
    assert [entry.action for entry in log] == ["call_claimed", "call_escalated", "call_claimed", "call_resolved"]


def test_a_ruling_is_appealed_to_the_head_judge(day: Day, judges: tuple[Actor, Actor]):
    tomas, ines = judges
    match = day.matches(1)[0]
    alice = signed_in(match.a.account)
    here = f"/match/{match.pk}"
    ruled = called(day)
    assert "Appeal to the head judge" not in alice.get(here).content.decode()
    resolve_call(claim_call(ruled, by=ines), by=ines)
    assert "Appeal to the head judge" in alice.get(here).content.decode()

    assert alice.post(f"{here}/call", {"category": "appeal"}).status_code == 302

    appeal = Call.objects.get(resolved_at=None)
    assert (appeal.category, appeal.escalated_at is not None) == ("appeal", True)
    with pytest.raises(ForHeadJudgeError):
        claim_call(appeal, by=ines)
    assert claim_call(appeal, by=tomas).claimed_by == tomas.account
    with pytest.raises(ReasonMissingError):
        resolve_call(appeal, by=tomas, minutes=5)
    resolve_call(appeal, by=tomas, minutes=5, ruling="the attack stands, the ruling was wrong")
    assert "the attack stands" in alice.get(here).content.decode()
    assert match.b
    assert "the attack stands" not in signed_in(match.b.account).get(here).content.decode()
    assert day.matches(1)[0].extra_minutes == 5
    entry = LogEntry.objects.get(stream=day.event.desk_stream, action="call_resolved", author=tomas.account)
    assert entry.reason == "the attack stands, the ruling was wrong"


def test_the_second_judge_sees_who_has_claimed_the_call(day: Day, judges: tuple[Actor, Actor]):
    tomas, ines = judges
    call = called(day)
    assert tomas.account
    head_judge = signed_in(tomas.account)

    claim_call(call, by=ines)

    place = f"/api/v1/events/{day.event.slug}/calls/{call.pk}/claim"
    answer = head_judge.post(place, content_type="application/json")
    assert (answer.status_code, answer.json()["detail"]) == (409, "Ines has already taken this call.")
    assert '<span class="chip">Ines</span>' in queue(day, tomas)
    assert claim_call(call, by=ines).claimed_by == ines.account  # the holder may claim it again


def test_a_long_ruling_extends_the_match(day: Day, judges: tuple[Actor, Actor]):
    _tomas, ines = judges
    call = called(day)
    assert "+1 min" not in queue(day, ines)
    Call.objects.update(at=timezone.now() - timedelta(minutes=3, seconds=30))

    page = queue(day, ines)
    assert "Resolve, +4 min" in page
    assert ines.account
    resolved = signed_in(ines.account).post(f"/e/{day.event.slug}/judge/{call.pk}/resolve", {"minutes": "4"})

    assert resolved.status_code == 302
    match = day.matches(1)[0]
    assert match.extra_minutes == 4
    assert LogEntry.objects.get(stream=match.stream, action="extended").reason == "judge_call"
    ledger = signed_in(day.alma).get(f"/match/{match.pk}").content.decode()
    assert "by 4 min: judge call" in ledger


def test_a_scorekeeper_sees_calls_but_cannot_take_them(day: Day, judges: tuple[Actor, Actor]):
    sato = create_staff("Sato")
    appoint_official(day.event, sato, "scorekeeper", by=day.by)
    called(day)

    page = signed_in(sato).get(f"/e/{day.event.slug}/manage").content.decode()

    assert "Judge calls" in page
    assert ("Claim" in page, "Resolve" in page) == (False, False)
