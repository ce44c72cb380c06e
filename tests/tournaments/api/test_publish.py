"""Publishing a round: the request names the proposal, and a round without a match is never published."""

import re
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from gameplay.models import LogEntry
from tests.drafting.conftest import Program, signed_in
from tests.page_text import compact_markup
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.services.conftest import cut, teams
from tests.tournaments.teams import TeamDay
from tournaments.models import Match
from tournaments.services.entry import NewPlayer, add_walk_in, drop_entry
from tournaments.services.late import undo_drop
from tournaments.services.pairing_exclusion import exclude_pairing

__all__ = ["cut", "teams"]

REASON = "a train to catch"


def api(day: Day) -> Program:
    return Program(day.alma, f"/api/v1/events/{day.event.slug}")


def leave(day: Day, *names: str) -> None:
    for name in names:
        drop_entry(day.event.entries.get(name=name), by=day.by, reason=REASON)


def records(day: Day) -> dict[str, str]:
    return {row["name"]: row["record"] for row in api(day).get("/standings").json()}


def opponent(day: Day, name: str, number: int = 1) -> str:
    """Return the opponent of ``name`` in a round."""
    met = [{entry.name for entry in (match.a, match.b) if entry} for match in day.matches(number)]
    return next(pair - {name} for pair in met if name in pair).pop()


def proposed(desk: Program) -> dict[str, Any]:
    answer = desk.send("/rounds")
    assert answer.status_code == 201, answer.json()
    found: dict[str, Any] = answer.json()
    return found


def numbers(day: Day) -> dict[str, int]:
    return dict(day.event.entries.values_list("name", "number"))


def desk_form(client: Client, day: Day) -> dict[str, str]:
    """Return the hidden fields of the main button of the desk."""
    page = compact_markup(client.get(f"/e/{day.event.slug}/manage").content.decode())
    form = page[page.index('id="next-step"') :]
    return dict(
        re.findall(r'<input type="hidden" name="(step|round|proposal)" value="(\w*)"', form[: form.index("</div>")])
    )


@pytest.fixture(scope="module")
def prepared_four(shared_database: None) -> Day:
    return _after_round_1(make_event(), 4)


@pytest.fixture
def four(db: None, prepared_four: Day) -> Day:
    """Alice, Bob, Charlie and Dora after the first round."""
    return deepcopy(prepared_four)


@pytest.fixture
def eight(new_event: Callable[..., Day]) -> Day:
    """Two pods of four after the first round."""
    return _after_round_1(new_event(), 8, 4, 4)


def _after_round_1(day: Day, players: int, *sizes: int) -> Day:
    day.enter(players)
    day.seat(*sizes)
    day.draft()
    day.round(1)
    day.settle(1)
    return day


def test_a_round_without_a_match_is_not_published(four: Day):
    before = records(four)
    leave(four, "Alice", opponent(four, "Alice"))  # the remaining two have met in round 1
    desk = api(four)
    paired = proposed(desk)
    assert (paired["matches"], paired["pairing"]["possible"]) == ([], False)

    for body in ({}, {"proposal": paired["proposal"]}):
        refused = desk.send("/rounds/2/publish", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "no_match")
        assert "Choose one of those offered, or finish the event early." in refused.json()["detail"]

    assert records(four) == before
    assert not Match.objects.filter(kind="missed").exists()
    chosen = desk.send("/rounds/2/alternative", {"alternative": 0, "reason": "they want to play"})
    assert chosen.status_code == 200
    assert desk.send("/rounds/2/publish", {"proposal": chosen.json()["proposal"]}).status_code == 201


@pytest.mark.parametrize("left", [0, 1])
def test_nothing_is_proposed_with_fewer_than_two_players(four: Day, left: int):
    leave(four, *sorted(numbers(four))[left:])
    desk = api(four)

    refused = desk.send("/rounds")

    assert (refused.status_code, refused.json()["code"]) == (409, "no_match")
    assert "too few players are left" in refused.json()["detail"]
    assert not four.event.rounds.filter(number=2).exists()
    assert desk.get("/next-step").json()["code"] == "finish_early"


def test_the_last_players_of_two_pods_can_be_paired_across_the_event(eight: Day):
    desk, pods = api(eight), api(eight).get("/tournament").json()["pods"]
    names = {str(number): name for name, number in numbers(eight).items()}
    leave(eight, *(names[player] for pod in pods for player in pod[1:]))

    assert desk.send("/rounds").json()["code"] == "no_match"
    across = {"pairing": "event", "power_pairing": False, "reason": "too few"}
    assert desk.send("/pairing", across, method="PUT").status_code == 200

    paired = proposed(desk)
    assert len(paired["matches"]) == 1
    assert desk.send("/rounds/2/publish", {"proposal": paired["proposal"]}).status_code == 201


def test_an_old_desk_page_does_not_publish_another_pairing(four: Day):
    old_page, desk = signed_in(four.alma), api(four)
    first = proposed(desk)
    old = desk_form(old_page, four)
    assert old == {"step": "publish_round", "round": "2", "proposal": first["proposal"]}
    a, b = (match["a"] for match in first["matches"])

    changed = desk.send("/rounds/2/swap", {"first": a, "second": b, "reason": "siblings"}).json()
    refused = old_page.post(f"/e/{four.event.slug}/manage/step", old)

    assert refused.status_code == 409
    page = refused.content.decode()
    assert "The pairing of round 2 has changed. New: " in page
    names = {number: name for name, number in numbers(four).items()}
    for match in changed["matches"]:
        assert f"{names[match['a']]} – {names[match['b']]}" in page
    assert not four.event.rounds.get(number=2).is_published
    assert old_page.post(f"/e/{four.event.slug}/manage/step", desk_form(old_page, four)).status_code == 302


def test_a_page_that_names_no_proposal_is_outdated(four: Day):
    proposed(api(four))

    refused = signed_in(four.alma).post(f"/e/{four.event.slug}/manage/step", {"step": "publish_round", "round": 2})

    assert refused.status_code == 409
    assert "The pairing of round 2 has changed since you opened it." in refused.content.decode()


def test_an_old_desk_page_does_not_pair_another_round(four: Day):
    page = signed_in(four.alma)
    old = desk_form(page, four)
    assert old == {"step": "pair_round", "round": "2"}
    four.round(2)
    four.settle(2)

    refused = page.post(f"/e/{four.event.slug}/manage/step", old)

    assert refused.status_code == 409
    assert "The next round to pair is round 3, not round 2." in refused.content.decode()
    assert not four.event.rounds.filter(number=3).exists()


def test_a_request_with_an_old_proposal_gets_the_current_one(four: Day):
    desk = api(four)
    first = proposed(desk)
    gone = next(name for name, number in numbers(four).items() if number == first["matches"][0]["a"])
    leave(four, gone)
    stale = desk.send("/rounds/2/publish", {"proposal": first["proposal"]}).json()
    assert (stale["code"], stale["details"]) == ("pairing_outdated", {"round": 2, "left": gone})
    assert f"Left: {gone}." in stale["detail"]
    second = proposed(desk)

    refused = desk.send("/rounds/2/publish", {"proposal": first["proposal"]})

    assert (refused.status_code, refused.json()["code"]) == (409, "proposal_changed")
    assert refused.json()["details"]["proposal"] == second["proposal"] != first["proposal"]
    assert "bye" in refused.json()["details"]["changed"]
    assert desk.get("/next-step").json()["proposal"] == second["proposal"]
    published = desk.send("/rounds/2/publish", {"proposal": second["proposal"]})
    assert (published.status_code, published.json()["proposal"]) == (201, "")
    assert "earlier" not in four.event.rounds.get(number=2).pairing


@pytest.mark.parametrize("kind", [MULTIPART_CONTENT, "application/json", "application/x-www-form-urlencoded"])
def test_a_request_without_data_publishes_the_current_proposal(four: Day, kind: str):
    proposed(api(four))

    answer = signed_in(four.alma).post(f"/api/v1/events/{four.event.slug}/rounds/2/publish", content_type=kind)

    assert answer.status_code == 201


def test_a_form_request_can_name_its_proposal(four: Day):
    desk, client = api(four), signed_in(four.alma)
    first, place = proposed(desk), f"/api/v1/events/{four.event.slug}/rounds/2/publish"

    assert client.post(place, {"proposal": "0" * 16}).json()["code"] == "proposal_changed"
    assert client.post(place, {"proposal": first["proposal"]}).status_code == 201


def test_an_outdated_pairing_names_returned_players(four: Day):
    leave(four, "Alice")
    desk = api(four)
    proposed(desk)
    undo_drop(four.event.entries.get(name="Alice"), reason="the train was late", by=four.by)
    leave(four, "Bob")

    refused = desk.send("/rounds/2/publish")

    assert (refused.status_code, refused.json()["code"]) == (409, "pairing_outdated")
    assert refused.json()["detail"].endswith("Left: Bob. Joined: Alice. Pair it again.")


def test_equal_pairings_have_equal_checksums(four: Day):
    desk = api(four)
    first = proposed(desk)
    a, b = (match["a"] for match in first["matches"])
    swap = {"first": a, "second": b, "reason": "to see"}
    other = desk.send("/rounds/2/swap", swap | {"proposal": first["proposal"]}).json()
    assert other["proposal"] != first["proposal"]

    again = desk.send("/rounds/2/swap", swap | {"proposal": other["proposal"]}).json()

    assert again["proposal"] == first["proposal"]
    assert desk.send("/rounds/2/publish", {"proposal": first["proposal"]}).status_code == 201


def test_an_old_page_cannot_swap_players_of_another_pairing(four: Day):
    desk, page = api(four), signed_in(four.alma)
    first = proposed(desk)
    a, b = (match["a"] for match in first["matches"])
    swap = {"first": a, "second": b, "reason": "siblings", "proposal": first["proposal"]}
    assert desk.send("/rounds/2/swap", swap).status_code == 200

    assert desk.send("/rounds/2/swap", swap).json()["code"] == "proposal_changed"
    assert page.post(f"/e/{four.event.slug}/manage/players", swap | {"round": 2}).status_code == 409
    assert LogEntry.objects.filter(action="players_swapped").count() == 1


def test_an_alternative_of_an_old_proposal_is_refused(new_event: Callable[..., Day]):
    day = _after_round_1(new_event(), 4)
    leave(day, "Alice", opponent(day, "Alice"))
    desk, page = api(day), signed_in(day.alma)
    first = proposed(desk)
    undo_drop(day.event.entries.get(name="Alice"), reason=REASON, by=day.by)
    rest = [name for name in numbers(day) if name != "Alice"]
    for name in rest:
        exclude_pairing(day.event, numbers(day)["Alice"], numbers(day)[name], reason="no way", by=day.by)
    second = proposed(desk)
    assert second["pairing"]["alternatives"] != first["pairing"]["alternatives"]
    old = {"alternative": 0, "reason": REASON, "proposal": first["proposal"]}

    assert desk.send("/rounds/2/alternative", old).json()["code"] == "proposal_changed"
    assert page.post(f"/e/{day.event.slug}/manage/pairing", old | {"round": 2}).status_code == 409
    assert not day.event.rounds.get(number=2).matches.exists()
    present = {**old, "proposal": second["proposal"]}
    assert page.post(f"/e/{day.event.slug}/manage/pairing", present | {"round": 2}).status_code == 302


def test_many_changed_matches_are_counted(new_event: Callable[..., Day]):
    day = new_event(pairing="event")
    for number in range(16):
        add_walk_in(day.event, NewPlayer(f"Player {number + 1}"), by=day.by)
    day.seat()
    day.draft()
    desk = api(day)
    first = proposed(desk)
    for before, after in pairwise(match["a"] for match in first["matches"]):
        desk.send("/rounds/1/swap", {"first": before, "second": after, "reason": "to see"})

    refused = desk.send("/rounds/1/publish", {"proposal": first["proposal"]}).json()

    assert (refused["code"], refused["details"]["count"]) == ("proposal_changed", 8)
    assert "8 matches are new" in refused["detail"]


def test_a_stage_of_the_cut_without_players_is_not_published(six: Day):
    desk = api(six)
    semi_final = proposed(desk)
    leave(six, *numbers(six))

    refused = desk.send("/rounds/4/publish", {"proposal": semi_final["proposal"]}).json()

    assert refused["code"] == "pairing_outdated"
    assert (desk.send("/rounds").json()["code"], desk.get("/next-step").json()["code"]) == ("no_match", "finish_early")


def test_a_final_whose_players_have_left_is_not_paired_again(six: Day):
    desk = api(six)
    desk.send("/rounds/4/publish", {"proposal": proposed(desk)["proposal"]})
    six.settle(4)
    final = proposed(desk)
    leave(six, *numbers(six))

    assert desk.send("/rounds/5/publish", {"proposal": final["proposal"]}).json()["code"] == "pairing_outdated"
    assert desk.get("/next-step").json()["code"] == "finish"
    assert desk.send("/finish").status_code == 200
    assert not six.event.rounds.filter(published_at=None).exists()


def test_no_round_is_published_after_teams_have_dropped(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    teams.settle(1)
    desk = api(teams)
    first = proposed(desk)
    names = {team.number: team.lineup[0].name for team in teams.event.teams.all()}
    together = teams.boards(1)["1A"]
    assert together.b
    gone = [together.a.team.number, together.b.team.number] if together.a.team and together.b.team else []
    leave(teams, *(names[number] for number in gone))

    stale = desk.send("/rounds/2/publish", {"proposal": first["proposal"]}).json()
    assert stale["code"] == "pairing_outdated"
    assert all(teams.event.teams.get(number=number).name in stale["details"]["left"] for number in gone)
    assert proposed(desk)["matches"] == []
    assert desk.send("/rounds/2/publish").json()["code"] == "no_match"
    leave(teams, next(name for number, name in names.items() if number not in gone))
    assert desk.send("/rounds").json()["code"] == "no_match"
    assert desk.get("/next-step").json()["code"] == "finish_early"
