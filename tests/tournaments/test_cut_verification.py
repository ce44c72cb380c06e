"""Verification of the top cut of a finished event: recomputed, or kept after a correction."""

import copy
import json
from typing import Any

import pytest
from django.db.models import Q

from tests.tournaments.conftest import Day, make_event
from tests.tournaments.cuts import play_stage, ranking
from tournaments.models import Entry, Match
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.event_file import public_file, verification_context, verification_json
from tournaments.services.entry import drop_entry
from tournaments.services.event import finish_event
from tournaments.services.late import undo_drop
from tournaments.services.match import enter_result
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.penalty import give_penalty
from tournaments.services.repair import keep_pairings, pair_round_again

pytestmark = pytest.mark.clause("DRF-OP-12")
EventFile = dict[str, Any]
REASON = "the slips were mixed up"


@pytest.fixture(scope="module")
def prepared_six(shared_database: None) -> Day:
    return make_event(cut=4).to_cut(6)


@pytest.fixture
def six(db: None, prepared_six: Day) -> Day:
    """Six players after three rounds, with a top cut of four."""
    return copy.deepcopy(prepared_six)


def finish(day: Day) -> EventFile:
    finish_event(day.event, by=day.by)
    day.event.refresh_from_db()
    return dict(json.loads(json.dumps(public_file(day.event))))


def cut(file: EventFile) -> EventFile:
    found = verification_json(verify_event(file, verification_context()))
    return next(check for check in found["checks"] if check["what"] == "cut")


def lose_all_swiss_matches(day: Day, player: Entry) -> None:
    """Correct the results of ``player`` in the Swiss rounds."""
    for match in Match.objects.filter(Q(a=player) | Q(b=player), round__event=day.event, round__stage="", b__gt=0):
        score = "0-2" if match.a == player else "2-0"
        enter_result(match, day.result(score), by=day.by, last_seen_number=match.reports.count(), reason=REASON)


def first_seed(day: Day) -> Entry:
    return day.event.entries.get(number=day.event.rounds.get(number=4).pairing["cut"]["seeds"][0])


def test_seeds_and_matches_are_recomputed_and_a_change_is_found(six: Day):
    play_stage(six, 4)
    play_stage(six, 5)
    over = finish(six)
    assert cut(over) == {"what": "cut", "exact": 3, "of": 3, "unknown": False, "faults": [], "notes": []}

    exchanged = copy.deepcopy(over)
    seeds = exchanged["tournament"]["cut"]["seeds"]
    seeds[0], seeds[3] = seeds[3], seeds[0]
    assert "The seeds of the top cut do not match the standings." in cut(exchanged)["faults"]

    wrong_final = copy.deepcopy(over)
    semi_finals, final = (stage["matches"] for stage in wrong_final["tournament"]["cut"]["rounds"])
    final[0]["a"] = next(match["b"] for match in semi_finals if match["a"] == final[0]["a"])
    wrong_final["tournament"]["cut"]["kept"] = [5]
    assert cut(wrong_final)["faults"] == ["Round 5: the matches do not follow the bracket."]


@pytest.mark.parametrize("stage", [4, 5])
def test_a_published_stage_stands_without_a_decision(six: Day, stage: int):
    """The verification says so, whether a Swiss result or one of the semi-finals was corrected."""
    semi_final, _other = play_stage(six, 4)
    if stage == 4:
        lose_all_swiss_matches(six, first_seed(six))
        play_stage(six, 5)
    else:
        play_stage(six, 5, None)
        enter_result(semi_final, six.result("0-2"), by=six.by, last_seen_number=1, reason=REASON)
        six.settle(5)

    found = cut(finish(six))

    assert found["faults"] == []
    assert found["notes"] == [
        {
            4: "Round 4: a result was corrected after the top cut was paired. The seeds were kept.",
            5: "Round 5: an earlier result was corrected after pairing, so the pairing is not recomputed.",
        }[stage]
    ]


def test_the_decision_to_keep_the_published_seeds_is_noted(six: Day):
    play_stage(six, 4, None)
    lose_all_swiss_matches(six, first_seed(six))
    keep_pairings(six.event, 4, reason="they have begun", by=six.by)
    six.settle(4)
    play_stage(six, 5)

    found = cut(finish(six))

    assert (found["faults"], found["exact"]) == ([], 1)
    assert found["notes"] == [
        "Round 4: an official kept the pairings: they have begun",
        "Round 4: a result was corrected after the top cut was paired. The seeds were kept.",
    ]


def test_a_stage_that_was_kept_and_then_paired_again_is_recomputed(six: Day):
    play_stage(six, 4, None)
    lose_all_swiss_matches(six, first_seed(six))
    keep_pairings(six.event, 4, reason="they have begun", by=six.by)
    pair_round_again(six.event, 4, typed="4", reason="they have not", by=six.by)
    play_stage(six, 4)
    play_stage(six, 5)
    over = finish(six)

    found = cut(over)
    assert (found["exact"], found["of"]) == (3, 3)
    assert found["notes"][1] == "Round 4 was paired again: they have not"

    over["tournament"]["cut"]["seeds"].reverse()
    assert "The seeds of the top cut do not match the standings." in cut(over)["faults"]


def test_players_who_left_or_came_back_after_the_pairing_do_not_matter(six: Day):
    """The seeds are those of the players at the time, and pairing exclusions stay secret."""
    gone = six.event.entries.get(name=ranking(six)[0])
    drop_entry(gone, by=six.by, reason="a train to catch")
    a, b = six.event.entries.exclude(pk=gone.pk).order_by("number").values_list("number", flat=True)[:2]
    exclude_pairing(six.event, a, b, reason="a family", by=six.by)
    play_stage(six, 4)
    undo_drop(gone, by=six.by, reason="missed it")
    cheat = play_stage(six, 5, None)[0].a
    by = six.by._replace(role="head_judge")
    give_penalty(cheat, "cheating", level=PenaltyLevel.DISQUALIFICATION, reason="marked cards", by=by)

    over = finish(six)

    assert (cut(over)["exact"], cut(over)["notes"]) == (3, [])
    assert "apart" not in json.dumps(over)
