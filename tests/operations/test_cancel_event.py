"""Operators cancel events in any phase; everyone sees that, and why."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from drafting.models import Pod
from gameplay.infrastructure.log import OPERATIONS_STREAM
from gameplay.models import LogEntry
from tests.tournaments.days import Day, day, new_event
from tournaments.models import Event
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.roles import Actor
from tournaments.services.cancellation import cancel_event
from tournaments.services.event import EventFinishedError, ReasonNeededError

__all__ = ["day", "new_event"]
REASON = "The venue is flooded."
PUBLIC = ("", "players", "pairings", "standings", "audit", "verify", "display", "cards")


def cancel(operator: Client, event: Event, **fields: str) -> Any:
    return operator.post(f"/operate/events/{event.slug}", {"sure": "yes", "reason": REASON, **fields})


def to_phase(day: Day, phase: str) -> None:
    if phase == "round":
        day.to_round(1)
    else:
        day.enter()
    if phase == "draft":
        day.seat()


@pytest.mark.parametrize("phase", ["registration", "draft", "round"])
def test_cancelled_event_stops_and_says_why(operator: Client, day: Day, phase: str):
    to_phase(day, phase)

    assert cancel(operator, day.event).headers["Location"] == "/operate"

    event = Event.objects.get(pk=day.event.pk)
    assert event.finished_at
    assert not Pod.objects.filter(event_pod__event=event, closed_at=None, paused_at=None).exists()
    assert not event.rounds.filter(cancelled_at=None).exists()
    for page in PUBLIC:
        text = Client().get(f"/e/{event.slug}/{page}")
        assert text.status_code == 200, page
        assert page in {"display", "cards", "verify"} or REASON in text.content.decode(), page
    assert log_faults(event) == []
    (entry,) = LogEntry.objects.filter(stream=OPERATIONS_STREAM)
    assert (entry.action, entry.after, entry.reason) == ("cancelled_event", {"event": event.slug}, REASON)
    assert f"/operate/events/{event.slug}" not in operator.get("/operate").content.decode()


def test_cancelling_needs_a_reason_and_confirmation(operator: Client, day: Day):
    assert cancel(operator, day.event, sure="").status_code == 422
    assert cancel(operator, day.event, reason=" ").status_code == 422
    assert Event.objects.get(pk=day.event.pk).finished_at is None


def test_event_is_cancelled_once(day: Day):
    by = Actor(None, "operator")
    with pytest.raises(ReasonNeededError):
        cancel_event(day.event, reason="", by=by)
    cancel_event(day.event, reason=REASON, by=by)

    with pytest.raises(EventFinishedError):
        cancel_event(day.event, reason=REASON, by=by)


def test_command_cancels_an_event(day: Day):
    call_command("operate", "cancel", day.event.slug, "--reason", REASON, stdout=StringIO())

    assert Event.objects.get(pk=day.event.pk).finished_at
