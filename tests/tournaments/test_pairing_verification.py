"""Verification of the pairings of a finished event: as computed, changed by a public decision, or paired again."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tests.tournaments.services.test_late import hand_in, leave
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.event_file import public_file, verification_context, verification_json, verify_finished_event
from tournaments.services.bye import pair_with_bye
from tournaments.services.entry import NewPlayer
from tournaments.services.event import finish_event
from tournaments.services.late import add_late_entry, undo_drop
from tournaments.services.match import enter_result
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.repair import keep_pairings, pair_round_again
from tournaments.services.round import propose_round, publish_round, swap_players

EventFile = dict[str, Any]
REASON = "the slips were mixed up"


def pairings(file: EventFile) -> EventFile:
    found = verification_json(verify_event(file, verification_context()))
    return next(check for check in found["checks"] if check["what"] == "pairings")


def finish(day: Day) -> EventFile:
    finish_event(day.event, by=day.by)
    day.event.refresh_from_db()
    return dict(json.loads(json.dumps(public_file(day.event))))


@pytest.fixture
def third(day: Day) -> Day:
    """Six players in the third round."""
    day.to_round(3)
    day.settle(3)
    return day


def test_computed_pairings_are_verified_and_a_changed_one_is_found(third: Day):
    over = finish(third)
    assert pairings(over) == {
        "what": "pairings",
        "exact": 3,
        "of": 3,
        "unknown": False,
        "faults": [],
        "notes": ["Round 1: as computed.", "Round 2: as computed.", "Round 3: as computed."],
    }

    def changed(do: Callable[[EventFile], object]) -> list[str]:
        file = copy.deepcopy(over)
        do(file)
        return list(pairings(file)["faults"])

    def exchange(file: EventFile) -> None:
        first, second = file["tournament"]["rounds"][2]["matches"][:2]
        first["a"], second["a"] = second["a"], first["a"]

    def rewrite(file: EventFile) -> None:
        pairs = file["rounds"][2]["pairs"]
        pairs[0][0], pairs[1][0] = pairs[1][0], pairs[0][0]

    assert changed(exchange) == ["Round 3: some pairs (2) differ from the pairing without a decision by an official."]
    assert changed(rewrite) == ["Round 3: the pairing does not match the seed and the results."]
    assert changed(lambda file: file["rounds"][1].update(byes=["1"])) == [
        "Round 2: the pairing does not match the seed and the results."
    ]


def test_decisions_of_officials_are_listed_with_reasons(day: Day):
    day.to_round(2)
    day.settle(2)
    pair_round_again(day.event, 2, typed="2", reason="a wrong slip", by=day.by)
    publish_round(day.event, 2, by=day.by)
    day.settle(2)
    (first, second, _third) = propose_round(day.event, by=day.by).matches.order_by("table")
    swap_players(day.event, 3, (first.a.number, second.a.number), reason="a family", by=day.by, anyway=True)
    publish_round(day.event, 3, by=day.by)
    day.settle(3)

    found = pairings(finish(day))
    assert found["faults"] == []
    assert found["notes"] == [
        "Round 1: as computed.",
        "Round 2 was paired again: a wrong slip",
        "Round 2: as computed.",
        "Round 3: officials changed some pairs (2): a family",
    ]


def test_a_correction_after_the_pairing_is_not_reported_as_a_fault(third: Day):
    enter_result(third.matches(1)[0], third.result("0-2"), by=third.by, last_seen_number=1, reason=REASON)
    keep_pairings(third.event, 3, reason=REASON, by=third.by)

    found = pairings(finish(third))

    assert (found["exact"], found["of"], found["faults"]) == (1, 1, [])
    assert [note for note in found["notes"] if "corrected" in note] == [
        f"Round {number}: an earlier result was corrected after pairing, so the pairing is not recomputed."
        for number in (2, 3)
    ]


def test_late_entries_drops_returns_and_played_byes_are_verified(day: Day):
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)
    day.settle(1)
    gone = day.matches(1)[0].a
    leave(day, gone)
    day.round(2)
    ida = add_late_entry(day.event, NewPlayer("Ida"), reason="the train was late", by=day.by)
    undo_drop(gone, reason="feels better", by=day.by)
    hand_in(ida)
    day.settle(2)
    day.round(3)
    day.settle(3)
    over = finish(day)

    assert (pairings(over)["faults"], pairings(over)["exact"]) == ([], 3)
    packs = [
        check
        for check in verification_json(verify_finished_event(day.event))["checks"]
        if check["what"] in ("packs", "seats", "standings")
    ]
    assert [check["faults"] for check in packs] == [[]] * 3
    assert [pod["label"] for pod in over["pods"]] == ["A", f"L{ida.number}"]


def test_a_played_bye_is_listed_as_a_decision(day: Day):
    day.enter(5)
    day.seat()
    day.draft()
    ida = add_late_entry(day.event, NewPlayer("Ida"), reason="the train was late", by=day.by)
    day.round(1)
    hand_in(ida)
    pair_with_bye(ida, reason="both agree", by=day.by)
    day.settle(1)
    for number in (2, 3):
        day.round(number)
        day.settle(number)

    found = pairings(finish(day))

    assert (found["faults"], found["notes"][0]) == ([], "Round 1: officials changed some pairs (1): both agree")


def test_pairing_exclusions_are_not_public_but_verified_by_the_site(day: Day):
    day.to_round(1)
    day.settle(1)
    first = next(match for match in propose_round(day.event, by=day.by).matches.select_related("a", "b") if match.b)
    assert first.b
    exclude_pairing(day.event, first.a.number, first.b.number, reason="a family", by=day.by)
    for number in (2, 3):
        day.round(number)
        day.settle(number)
    player, officials = Client(), signed_in(day.alma)
    address = f"/api/v1/events/{day.event.slug}/tournament"
    assert ("apart" in player.get(address).json(), "apart" in officials.get(address).json()) == (False, True)

    found, own = pairings(finish(day)), verification_json(verify_finished_event(day.event))

    assert "Round 2: it was paired with pairing exclusions, which are not public." in found["notes"]
    assert (found["unknown"], found["faults"]) == (True, [])
    checked = next(check for check in own["checks"] if check["what"] == "pairings")
    assert (checked["exact"], checked["unknown"], checked["faults"]) == (3, False, [])
    assert "a family" not in json.dumps(public_file(day.event))
