"""Penalty levels, the infraction catalogue, and hints for repeated infractions."""

import pytest

from tournaments.rules.infractions import (
    CATEGORY_NAMES,
    INFRACTIONS,
    LEVEL_NAMES,
    Infraction,
    InfractionCategory,
    PenaltyLevel,
    changed_catalogue,
)
from tournaments.rules.penalties import UnknownInfractionError, escalation_hints, find_infraction


def test_levels_go_from_a_note_to_disqualification():
    assert [level.weight for level in PenaltyLevel] == [0, 1, 2, 3, 4]
    assert [level.next for level in PenaltyLevel] == [*list(PenaltyLevel)[1:], PenaltyLevel.DISQUALIFICATION]
    assert set(LEVEL_NAMES) == set(PenaltyLevel)


def test_levels_from_game_loss_on_cost_a_game():
    assert [level for level in PenaltyLevel if level.costs_a_game] == [
        PenaltyLevel.GAME_LOSS,
        PenaltyLevel.MATCH_LOSS,
        PenaltyLevel.DISQUALIFICATION,
    ]


def test_the_catalogue_has_infractions_of_every_category():
    assert {each.category for each in INFRACTIONS.values()} == set(InfractionCategory) == set(CATEGORY_NAMES)
    assert all(each.code == code for code, each in INFRACTIONS.items())
    with pytest.raises(UnknownInfractionError):
        find_infraction("bad_hair")


def test_the_second_infraction_of_a_category_suggests_one_level_up():
    found = escalation_hints(
        [
            ("notes", PenaltyLevel.WARNING),
            ("late", PenaltyLevel.NOTE),
            ("late", PenaltyLevel.GAME_LOSS),
            ("gone", PenaltyLevel.WARNING),
        ]
    )

    assert [(hint.category, hint.times, hint.consider) for hint in found.values()] == [
        (InfractionCategory.DRAFT, 2, PenaltyLevel.GAME_LOSS),
        (InfractionCategory.TIME, 3, PenaltyLevel.MATCH_LOSS),
    ]


def test_event_can_change_leave_out_and_add_infractions():
    own = {"category": "conduct", "words": "ate at the table", "usual": "note"}
    catalogue = changed_catalogue({"late": {"usual": "warning"}, "stalling": {"usual": ""}, "own_1": own})

    assert find_infraction("late", catalogue).usual is PenaltyLevel.WARNING
    assert find_infraction("own_1", catalogue) == Infraction(
        "own_1", InfractionCategory.CONDUCT, "ate at the table", PenaltyLevel.NOTE
    )
    assert catalogue.keys() - INFRACTIONS.keys() == {"own_1"}
    assert [code for code in INFRACTIONS if catalogue[code] != INFRACTIONS[code]] == ["late", "stalling"]
    with pytest.raises(UnknownInfractionError):
        find_infraction("stalling", catalogue)
    assert (
        escalation_hints([("own_1", PenaltyLevel.NOTE)], catalogue)[InfractionCategory.CONDUCT].consider
        is PenaltyLevel.WARNING
    )
