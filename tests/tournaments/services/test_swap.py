"""A swap by hand that makes a rematch or a second bye is warned of, and recorded."""

from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from tests.drafting.conftest import Program, signed_in
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tournaments.models import Round
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.proposals import proposed_meetings
from tournaments.services.event import finish_event
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.round import propose_round, publish_round

REASON = "they share a car"


@pytest.fixture
def proposed(day: Day) -> Round:
    """The proposed second round of five players."""
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)
    day.settle(1)
    return propose_round(day.event, by=day.by)


def swap(day: Day, first: str, second: str, **fields: Any) -> Any:
    data = {"first": int(first), "second": int(second), "reason": REASON} | fields
    return Program(day.alma, f"/api/v1/events/{day.event.slug}").send("/rounds/2/swap", data)


def into_rematch(day: Day, proposed: Round) -> tuple[str, str, tuple[str, str]]:
    """Return two players whose swap makes a rematch, and the names of the players who would meet again."""
    names = {entry.rules_id: entry.name for entry in day.event.entries.all()}
    met = {frozenset((match.a.rules_id, match.b.rules_id)) for match in day.matches(1) if match.b}
    for pair in (each for each in proposed_meetings(proposed) if len(each) == 2):
        for a, b in (pair, pair[::-1]):
            for other in {*names} - {a, b}:
                if frozenset((a, other)) in met:
                    return b, other, (names[a], names[other])
    raise AssertionError


def test_a_swap_into_a_rematch_is_confirmed_and_recorded(day: Day, proposed: Round):
    out, other, (again, met) = into_rematch(day, proposed)

    refused = swap(day, out, other)

    assert (refused.status_code, refused.json()["code"]) == (409, "swap_breaks_rule")
    assert f"{again}" in refused.json()["detail"]
    assert "have met in round 1" in refused.json()["detail"]
    assert swap(day, out, other, anyway=True).status_code == 200
    desk = visible_text(signed_in(day.alma).get(f"/e/{day.event.slug}/manage").content.decode())
    assert "have met in round 1." in desk
    trail = visible_text(Client().get(f"/e/{day.event.slug}/audit").content.decode())
    assert "in round 2, although this makes rematches (1) or second byes (" in trail
    assert any(pair in trail for pair in (f"{again} – {met}", f"{met} – {again}"))
    publish_round(day.event, 2, by=day.by)
    day.settle(2)
    day.round(3)
    day.settle(3)
    day.event = finish_event(day.event, by=day.by)
    (pairings,) = [check for check in verify_finished_event(day.event).checks if check.code == "pairings"]
    assert not pairings.faults


def test_a_swap_into_a_second_bye_is_confirmed_from_the_desk(day: Day, proposed: Round):
    had_bye = Round.objects.get(number=1).matches.get(kind="bye").a
    has_bye = proposed.matches.get(kind="bye").a
    form = {"first": has_bye.number, "second": had_bye.number, "reason": REASON, "round": 2}
    client, here = signed_in(day.alma), f"/e/{day.event.slug}/manage"
    page = client.get(here).content.decode()
    form["proposal"] = page.split('name="proposal"')[1].split('value="')[1].split('"')[0]
    assert 'name="anyway"' in page

    refused = client.post(f"{here}/players", form)

    assert refused.status_code == 409
    assert f"{had_bye.name} had the bye in round 1." in visible_text(refused.content.decode())
    assert client.post(f"{here}/players", form | {"anyway": "yes"}).status_code == 302
    assert f"{had_bye.name} had the bye in round 1." in visible_text(client.get(here).content.decode())


def test_a_swap_into_an_exclusion_is_confirmed_and_stays_secret(day: Day, proposed: Round):
    met = {frozenset((match.a.rules_id, match.b.rules_id)) for match in day.matches(1) if match.b}
    players = [entry.rules_id for entry in day.event.entries.all()]
    a, b = next(pair for pair in combinations(players, 2) if frozenset(pair) not in met)
    exclude_pairing(day.event, int(a), int(b), reason="a judge's order", by=day.by)
    meetings = proposed_meetings(propose_round(day.event, by=day.by))
    partners = {each: set(meeting) - {each} for meeting in meetings for each in meeting}
    a, b = (a, b) if partners[a] else (b, a)
    (partner,) = partners[a]

    refused = swap(day, partner, b)

    assert (refused.status_code, "have a pairing exclusion" in refused.json()["detail"]) == (409, True)
    assert swap(day, partner, b, anyway=True).status_code == 200
    trail = visible_text(Client().get(f"/e/{day.event.slug}/audit").content.decode())
    assert "swapped" in trail
    assert "exclusion" not in trail
