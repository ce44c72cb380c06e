"""Decisions of officials at pods in the log: which are public, which are for staff, and when."""

from typing import Any

import pytest

from drafting.models import Pack, Seat
from drafting.services.judge import give_extra_time, look_at_pool, replace_pack
from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tournaments.selectors.event_log import official_decisions
from tournaments.services.entry import register_player
from tournaments.services.event import appoint_official


@pytest.fixture
def decided(day: Day) -> Day:
    """An event with a replaced pack, an extended seat and a pool viewed by the head judge."""
    day.enter()
    day.seat()
    why: dict[str, Any] = {"author": day.alma, "role": "head_judge", "reason": "a doubt"}
    seat = Seat.objects.select_related("pod").get(number=0)
    replace_pack(Pack.objects.get(pack_round=1, opener=0), **why)
    give_extra_time(seat, 50, **why)
    look_at_pool(seat, **why)
    return day


def actions(day: Day, *, staff: bool) -> set[str]:
    at_pods = {"pack_replaced", "extra_time", "pool_looked_at", "pick"}
    return {each.entry.action for each in official_decisions(day.event, staff=staff)} & at_pods


def test_decisions_are_public_and_views_become_public_at_the_end(decided: Day):
    assert actions(decided, staff=False) == {"pack_replaced"}
    assert actions(decided, staff=True) == {"pack_replaced", "extra_time", "pool_looked_at"}

    decided.event.finished_at = decided.event.created_at

    assert actions(decided, staff=False) == {"pack_replaced", "pool_looked_at"}
    assert "Pod A: The pack of seat 1 in round 1 was replaced: a doubt" in [
        each.sentence for each in official_decisions(decided.event, staff=False)
    ]


def test_a_playing_judge_sees_no_pool_and_the_attempt_is_logged(day: Day):
    jiro = create_staff("Jiro")
    appoint_official(day.event, jiro, "head_judge", by=day.by)
    register_player(day.event, jiro)
    day.enter(5)
    day.seat()
    pod = day.event.pods.get().pod
    before = LogEntry.objects.count()

    answer = signed_in(jiro).post(f"/api/v1/pods/{pod.pk}/seats/1/pool", {"reason": "curious"}, "application/json")

    assert answer.status_code == 404
    entry = LogEntry.objects.get(action="look_refused")
    assert (entry.author, entry.role, entry.after) == (jiro, "head_judge", {"pod": "A"})
    assert LogEntry.objects.count() == before + 1
    assert "Jiro, who plays here, tried to look" in official_decisions(day.event, staff=True)[0].sentence
