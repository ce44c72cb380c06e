"""Updates of open pages: the row of a match that has changed."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.parts.streaming import StreamClient, run_async, run_in_thread
from tests.tournaments.conftest import Day
from tests.tournaments.teams import team_day
from tournaments.models import Match
from tournaments.selectors.result_payload import result_payload
from tournaments.selectors.results import match_agreement
from tournaments.services.match import add_report, confirm_report, enter_result, extend_match


def change(match: Match) -> dict[str, Any]:
    """Return the change of ``match`` since it was open."""
    payload = result_payload(match, match_agreement(Match(kind="played")), match_agreement(match))
    assert payload
    assert not payload.by_account
    (found,) = json.loads(payload.public)
    return dict(found)


@pytest.mark.django_db(transaction=True)
def test_the_followers_of_an_event_receive_the_row_of_a_result(day: Day):
    day.to_round(1)
    match = day.matches(1)[0]

    async def scenario() -> None:
        async with StreamClient(day.event.desk_stream) as browser:
            ((_id, before),) = browser.events
            await run_in_thread(lambda: enter_result(match, day.result("2-1"), by=day.by, last_seen_number=0))
            async with asyncio.timeout(5):
                while len(browser.events) < 2:
                    await asyncio.sleep(0.01)
            _id, message = browser.events[1]
        (found,) = message["all"]
        assert message["after"] == before["number"]
        assert (found["row"], found["state"], found["won"], found["counted"]) == (str(match.pk), "final", "a", 1)
        assert "2-1" in found["html"]["en"]
        assert found["html"].keys() == {"en", "ja"}

    run_async(scenario)


def test_each_step_of_a_report_is_a_change(day: Day):
    day.to_round(1)
    match = day.matches(1)[0]
    assert match.b
    add_report(match, day.result("2-0"), by=match.a.account, last_seen_number=0)
    reported = change(match)
    confirm_report(match, by=match.b.account, last_seen_number=1)
    final = change(match)

    assert (reported["state"], reported["counted"], reported["won"]) == ("missing", 0, "")
    assert match.b.name in reported["html"]["en"]
    assert (final["state"], final["counted"], final["won"], final["all_in"]) == ("final", 1, "a", False)


def test_only_the_last_result_of_a_round_completes_it(day: Day):
    day.to_round(1)
    first, second, third = day.matches(1)
    assert third.b
    for match in (first, second):
        enter_result(match, day.result("2-0"), by=day.by, last_seen_number=0)
    add_report(third, day.result("2-0"), by=third.a.account, last_seen_number=0)
    assert not change(second)["all_in"]

    confirm_report(third, by=third.b.account, last_seen_number=1)

    assert change(third)["all_in"]


def test_extra_time_is_a_change(day: Day):
    day.to_round(1)
    match = extend_match(day.matches(1)[0], 3, reason="a long ruling", by=day.by)

    assert "+3" in change(match)["html"]["en"].replace("+ ", "+")
    assert change(match)["counted"] == 0


def test_the_pages_of_team_events_reload(new_event: Callable[..., Day]):
    teams = team_day(new_event(team_size=2))
    teams.start(4)
    teams.round(1)
    match = Match.objects.filter(round__event=teams.event, kind="played").select_related("a", "b", "round")[0]

    assert result_payload(match, match_agreement(match), match_agreement(match)) is None
