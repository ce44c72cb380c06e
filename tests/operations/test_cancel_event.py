"""Operators cancel events in any phase; everyone sees that, and why."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from cards.selectors import get_printed_card
from deploy.clock import tick_now
from drafting.models import Pod
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure.log import OPERATIONS_STREAM
from gameplay.models import LogEntry, OnlineGame
from tests.operations.conftest import signed_in
from tests.tournaments.days import Day, day, new_event
from tournaments.models import Event
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.roles import Actor
from tournaments.services.cancellation import cancel_event
from tournaments.services.event import EventFinishedError, ReasonNeededError

__all__ = ["day", "new_event"]
REASON = "The venue is flooded."
PUBLIC = ("", "players", "pairings", "standings", "audit", "verify?check=1", "display", "cards", "verify.json")
WITH_NOTICE = PUBLIC[:6]
API = ("", "/standings", "/tournament", "/trf", "/entries", "/rounds", "/proof", "/file")


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
        assert page not in WITH_NOTICE or REASON in text.content.decode(), page
    assert {path: Client().get(f"/api/v1/events/{event.slug}{path}").status_code for path in API} == dict.fromkeys(
        API, 200
    )
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


def test_online_games_of_a_cancelled_event_end_without_a_result_and_players_see_why(
    operator: Client, new_event: Callable[..., Day]
):
    day = new_event(play="online")
    day.to_online_round()
    player = signed_in(day.players[0])
    game = OnlineGame.objects.get()
    tick_now()
    assert player.get(f"/api/v1/games/{game.pk}").json()["outcome"] is None

    cancel(operator, day.event)
    tick_now()
    tick_now()

    game = OnlineGame.objects.get()
    assert player.get(f"/api/v1/games/{game.pk}").json()["outcome"]["reason"] == "stopped"
    page = player.get(f"/game/{game.pk}").content.decode()
    assert "A game without a result" in page
    assert "its round was cancelled" in page
    assert "A drawn game" not in page
    assert player.get(f"/replay/{game.replay}").status_code == 200
    assert player.get(f"/replay/{game.replay}/position").status_code == 200
    assert player.post(f"/api/v1/games/{game.pk}/concession").status_code == 409
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert Client().get(f"/e/{day.event.slug}/verify?check=1").status_code == 200
    assert LogEntry.objects.filter(stream=game.stream, action="game_cancelled").count() == 1
    assert log_faults(day.event) == []
