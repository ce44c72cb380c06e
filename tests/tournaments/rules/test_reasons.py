import string
from dataclasses import replace

import pytest

from tests.tournaments.rules import test_bracket, test_pairing, test_pairing_constraints, test_pairing_explanations
from tests.tournaments.rules.events import TRAP, event, meeting
from tournaments.rules.history import Tournament
from tournaments.rules.pairing_explanations import explain_pairing, why_not_paired
from tournaments.rules.pods import best_split, director_notices, split_reasons
from tournaments.rules.reasons import REASON_SENTENCES, DecisionReason
from tournaments.rules.swiss import pair_round
from tournaments.rules.team_pods import best_team_split, team_seating_reasons

FOUR = test_pairing.FOUR_AFTER_ONE
EVENTS = [
    event("ABCDE", pods=["ABCDE"]),
    event("ABCD", planned=5),
    test_pairing_explanations.WITH_BYE,
    event("ABCDEF", *TRAP, planned=4),
    event("AB", meeting(1, "AB")),
    test_pairing_constraints.FLOATED,
    test_pairing.with_exclusions(FOUR, "AC"),
    test_pairing.with_exclusions(event("ABCD"), "AB", "AC", "AD"),
    replace(FOUR, planned_rounds=2, power_pairing=True),
    test_pairing_explanations.RING,
    test_pairing_explanations.MET_THEIR_EQUALS,
    test_pairing_explanations.BLOCKED,
    replace(FOUR, entries=tuple(replace(entry, dropped_after_round=1) for entry in FOUR.entries)),
]


def reasons_of(tournament: Tournament) -> list[DecisionReason]:
    """Return all reasons and explanations of the next round."""
    pairing = pair_round(tournament, seed=b"")
    players = [entry.id for entry in tournament.entries]
    why_not = [why_not_paired(tournament, pairing, a, b) for a in players for b in (*players, "X") if a != b]
    return [*pairing.reasons, *explain_pairing(tournament, pairing), *why_not]


ALL_REASONS = [
    *(reason for players in range(4, 40) for reason in split_reasons(best_split(players))),
    *director_notices((6,), 6),
    *(reason for players in (6, 12) for reason in team_seating_reasons(best_team_split(players), 2)),
    *(reason for tournament in EVENTS for reason in reasons_of(tournament)),
    *test_bracket.all_reasons(),
]


@pytest.mark.parametrize(
    "reason", {reason.code: reason for reason in ALL_REASONS}.values(), ids=lambda reason: reason.code
)
def test_details_have_all_fields_of_the_sentence(reason: DecisionReason):
    fields = {name for _text, name, _spec, _conversion in string.Formatter().parse(reason.sentence) if name}

    assert fields <= reason.details.keys()


def test_every_sentence_is_used_except_those_of_rare_cases_and_officials():
    assert set(REASON_SENTENCES) - {reason.code for reason in ALL_REASONS} <= {
        "kept_open",
        "more_even",
        "fewer_pods",
        "floated",
        "by_hand",
        "cut_drafted",  # of events whose top cut drafts again
        "had_bye",
    }
