"""Changes of an event and its pods lock rows in one order, so that they cannot deadlock."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from drafting.services.seat import close_seat
from drafting.services.sweep import push_deadlines_after_outage
from gameplay.services.accounts import create_bot
from tests.parallel import run_queued
from tests.tournaments.conftest import Day
from tournaments.models import EventPod
from tournaments.selectors.roles import ORGANIZER
from tournaments.services.draft import pause_drafts, resume_drafts
from tournaments.services.entry import NewPlayer, drop_entry
from tournaments.services.late import add_late_entry, undo_drop
from tournaments.services.pod import end_paper_drafts, open_packs

NewEvent = Callable[..., Day]
Act = Callable[[], object]


def opening_packs(new_event: NewEvent) -> tuple[Day, Act]:
    day = seated(new_event(opening=Pod.Opening.BY_HAND))
    return day, lambda: open_packs(day.event, by=day.by)


def ending_drafts(new_event: NewEvent) -> tuple[Day, Act]:
    day = seated(new_event(opening=Pod.Opening.TABLE))
    return day, lambda: end_paper_drafts(day.event, by=day.by)


def dropping_a_player(new_event: NewEvent) -> tuple[Day, Act]:
    day = seated(new_event())
    return day, lambda: drop_entry(day.event.entries.get(account=first_seat(day).player_id), by=day.by, reason="ill")


def undoing_a_drop(new_event: NewEvent) -> tuple[Day, Act]:
    day = seated(new_event())
    entry = day.event.entries.get(account=first_seat(day).player_id)
    drop_entry(entry, by=day.by, reason="ill")
    return day, lambda: undo_drop(entry, by=day.by, reason="well again")


def adding_a_late_player(new_event: NewEvent) -> tuple[Day, Act]:
    day = seated(new_event())
    return day, lambda: add_late_entry(day.event, NewPlayer("Ida"), by=day.by, reason="the train was late")


def pushing_clocks(new_event: NewEvent) -> tuple[Day, Act]:
    day, now = seated(new_event(pick_clock="standard")), timezone.now()
    return day, lambda: push_deadlines_after_outage(now - timedelta(hours=1), now)


def closing_the_last_seat(new_event: NewEvent) -> tuple[Day, Act]:
    """Submit the last deck of a practice event, which then advances."""
    day, now = seated(new_event(rehearsal=True)), timezone.now()
    day.event.officials.create(account=create_bot("Host"), role=ORGANIZER)
    Pod.objects.update(drafted_at=now, deck_deadline=now + timedelta(minutes=30))
    day.hand_in()
    last = first_seat(day)
    Deck.objects.filter(seat=last).update(submitted_at=None)
    return day, lambda: close_seat(last, author=None, role="head_judge", reason="left")


def seated(day: Day) -> Day:
    """Seat two pods whose numbers are in the reverse order of their keys."""
    day.enter(8)
    day.seat(4, 4)
    for number, pod in enumerate(EventPod.objects.order_by("-pod"), 3):
        EventPod.objects.filter(pk=pod.pk).update(number=number)
    return day


def first_seat(day: Day) -> Seat:
    return Seat.objects.filter(pod=day.event.pods.get(number=3).pod, number=0).get()


SCENES = [opening_packs, ending_drafts, dropping_a_player, undoing_a_drop, adding_a_late_player, pushing_clocks]
SCENES += [closing_the_last_seat]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pause_first", [True, False])
@pytest.mark.parametrize("number", [3, 4])
@pytest.mark.parametrize("scene", SCENES)
def test_pausing_all_drafts_does_not_deadlock(
    new_event: NewEvent, scene: Callable[[NewEvent], tuple[Day, Act]], number: int, pause_first: bool
):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    day, act = scene(new_event)
    pause: Act = lambda: pause_drafts(day.event, reason="the fire alarm", by=day.by)  # noqa: E731
    acts = [pause, act] if pause_first else [act, pause]

    answers = run_queued(acts, behind=day.event.pods.get(number=number).pod)

    assert not isinstance(answers[acts.index(pause)], BaseException)
    assert not any("deadlock" in str(each) for each in answers if isinstance(each, BaseException))


@pytest.mark.django_db(transaction=True)
def test_resuming_all_drafts_does_not_deadlock(new_event: NewEvent):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    day, act = dropping_a_player(new_event)
    pause_drafts(day.event, reason="the fire alarm", by=day.by)
    resume: Callable[..., Any] = lambda: resume_drafts(day.event, by=day.by)  # noqa: E731

    answers = run_queued([act, resume], behind=first_seat(day).pod)

    assert not any(isinstance(each, BaseException) for each in answers)
