"""Two requests of officials at the same time: the outcome of one of the two orders, and a log in that order."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.db import connection

from gameplay.models import LogEntry, OnlineGame
from gameplay.services import games
from tests.drafting.conftest import Program
from tests.parallel import run_queued, run_simultaneously
from tests.tournaments.api.test_early_finish import REASON, assert_verified
from tests.tournaments.conftest import Day
from tournaments.models import Event, Match
from tournaments.selectors.audit_trail import log_faults
from tournaments.services.round import propose_round

WHY = {"reason": REASON}
WON = {"winner": "b", "vp_a": 0, "vp_b": 5, "end": "vp"}


class Act(NamedTuple):
    """A request of an official, and the action that it logs."""

    action: str
    send: Callable[[Day], Any]


def post(action: str, path: str, *, method: str = "POST", **data: object) -> Act:
    return Act(
        action, lambda day: Program(day.alma, f"/api/v1/events/{day.event.slug}").send(path, WHY | data, method=method)
    )


def send_result(day: Day) -> Any:
    """Enter or correct the result of the first table of the newest published round."""
    matches = Match.objects.filter(round__event=day.event, round__published_at__isnull=False, kind="played")
    match = matches.order_by("-round__number", "table")[0]
    data = WHY | {"games": [WON, WON], "version": match.reports.count()}
    return Program(day.alma, "/api/v1").send(f"/matches/{match.pk}/result", data)


ENTER, CORRECT = Act("entered", send_result), Act("corrected", send_result)
FINISH = post("event_finished", "/finish")
FINISH_EARLY = post("event_finished_early", "/early-finish")
CANCEL = post("event_cancelled", "/cancellation")
REOPEN = post("event_reopened", "/reopening")
DROP = post("dropped", "/entries/1/drop")
FEWER = post("rounds_announced", "/announced-rounds", method="PUT", rounds=1)
PUBLISH = post("round_published", "/rounds/2/publish")
PAIR_AGAIN = post("round_cancelled", "/rounds/1/again")
ACTIONS = {
    each.action for each in (ENTER, CORRECT, FINISH, FINISH_EARLY, CANCEL, REOPEN, DROP, FEWER, PUBLISH, PAIR_AGAIN)
}


def last_round(day: Day) -> None:
    day.to_round(1)
    day.settle(1)
    assert FEWER.send(day).status_code == 200


def open_round(day: Day) -> None:
    day.to_round(1)


def proposed_round(day: Day) -> None:
    day.to_round(1)
    day.settle(1)
    propose_round(day.event, by=day.by)


def ended(day: Day) -> None:
    open_round(day)
    assert FINISH_EARLY.send(day).status_code == 200


class Race(NamedTuple):
    """Two requests in a prepared event; for each order, the status or the refusal of the first and the second."""

    prepare: Callable[[Day], object]
    acts: tuple[Act, Act]
    in_order: tuple[object, object]
    reversed: tuple[object, object]


RACES = [
    Race(last_round, (FINISH, CORRECT), (200, "event_finished"), (201, 200)),
    Race(open_round, (FINISH_EARLY, ENTER), (200, "event_finished"), (201, 200)),
    Race(proposed_round, (FINISH_EARLY, PUBLISH), (200, "event_finished"), (201, 200)),
    Race(last_round, (CANCEL, FINISH), (200, "event_finished"), (200, "event_finished")),
    Race(ended, (REOPEN, REOPEN), (200, "not_finished"), (200, "not_finished")),
    Race(ended, (CANCEL, REOPEN), ("event_finished", 200), (200, 200)),
    Race(proposed_round, (DROP, PUBLISH), (200, "pairing_outdated"), (201, 200)),
    Race(proposed_round, (CORRECT, PUBLISH), (201, "results_corrected"), (201, 201)),
    Race(proposed_round, (FEWER, PUBLISH), (200, "round_not_paired"), (201, "rounds_published")),
    Race(open_round, (PAIR_AGAIN, ENTER), (201, "match_cancelled"), (201, 201)),
]


def answer(response: Any) -> object:
    """Return the status of a response, or the code of a refusal."""
    return response.status_code if response.status_code < 400 else response.json()["code"]


def logged(day: Day) -> list[str]:
    """Return the actions of such requests in the logs of ``day``, in the order of time."""
    matches = Match._base_manager.filter(round__event=day.event).values_list("pk", flat=True)
    streams = [day.event.stream, day.event.desk_stream, *(f"match/{key}" for key in matches)]
    entries = LogEntry.objects.filter(stream__in=streams, action__in=ACTIONS)
    return list(entries.order_by("at", "number").values_list("action", flat=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("race", RACES, ids=lambda race: " and ".join(act.action for act in race.acts))
def test_of_two_simultaneous_requests_the_second_meets_what_the_first_has_left(
    new_event: Callable[..., Day], race: Race
):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    for acts, expected in ((race.acts, race.in_order), (race.acts[::-1], race.reversed)):
        day = new_event()
        race.prepare(day)
        before = logged(day)

        responses = run_queued([partial(act.send, day) for act in acts], behind=day.event)

        answers = [answer(response) for response in responses]
        assert tuple(answers) == expected
        done = [act.action for act, each in zip(acts, answers, strict=True) if isinstance(each, int)]
        assert logged(day) == [*before, *done]
        assert log_faults(day.event) == []
        if Event.objects.get(pk=day.event.pk).finished_at:
            assert_verified(day)


@pytest.mark.django_db(transaction=True)
def test_the_last_choice_of_a_match_is_accepted_while_its_event_is_finished(new_event: Callable[..., Day]):
    """It ends the game; the round is cancelled, so the match has no result."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    day = new_event(play="online")
    day.to_online_round()
    [match] = day.matches(1)
    games.concede(match.a.account, OnlineGame.objects.get(ended_at=None))
    last = OnlineGame.objects.get(ended_at=None)

    concede = partial(games.concede, match.a.account, last)
    responses = run_queued([partial(FINISH_EARLY.send, day), concede], behind=day.event)

    last.refresh_from_db()
    assert (responses[0].status_code, responses[1]) == (200, last)
    assert last.ended_at
    assert not match.reports.exists()
    assert log_faults(day.event) == []


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_sent_twice_at_the_same_time_is_imported_once(new_event: Callable[..., Day]):
    alma = new_event().alma
    file = json.dumps({"players": [{"id": each} for each in "ABCD"], "planned_rounds": 3})
    data = {"preset": "enemy-full", "name": "Winter Open", "file": file}

    answers = run_simultaneously([lambda: Program(alma, "/api/v1").send("/event-imports", data, key="once")] * 2)

    assert [each.status_code for each in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Event.objects.get(name="Winter Open").entries.count() == 4
