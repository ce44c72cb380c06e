"""The API of an event's pods."""

from django.utils.dateparse import parse_datetime

from drafting.models import Pod
from gameplay.models import LogEntry
from tests.drafting.conftest import Program
from tests.tournaments.conftest import Day


def test_all_drafts_are_paused_once_and_resumed(day: Day):
    day.enter(8)
    day.seat(4, 4)
    alma = Program(day.alma, f"/api/v1/events/{day.event.slug}")
    alarm = {"reason": "the fire alarm"}

    assert alma.send("/pause", {}).status_code == 400
    answers = [alma.send("/pause", alarm, key="alarm") for _again in range(2)]
    refused = alma.send("/pause", alarm)

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    paused_at = parse_datetime(answers[0].json()["drafts_paused_at"])
    assert [pod.paused_at for pod in Pod.objects.all()] == [paused_at, paused_at]
    assert (refused.status_code, refused.json()["code"]) == (409, "event_paused")
    assert LogEntry.objects.filter(action="drafts_paused", reason="the fire alarm").count() == 1

    resumed = alma.send("/pause", method="DELETE")

    assert (resumed.status_code, resumed.json()["drafts_paused_at"]) == (200, None)
    assert not Pod.objects.exclude(paused_at=None).exists()
    assert alma.send("/pause", method="DELETE").json()["code"] == "event_not_paused"
