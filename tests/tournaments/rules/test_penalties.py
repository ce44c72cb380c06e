"""Penalties in the rules: who decides, and what the second infraction of a kind suggests."""

import pytest

from tournaments.rules.infractions import CATALOGUE, CATEGORIES, LEVELS, Category, Infraction, Level, catalogue_of
from tournaments.rules.penalties import UnknownInfractionError, hints, infraction


def test_levels_go_from_a_note_to_disqualification():
    assert [level.weight for level in Level] == [0, 1, 2, 3, 4]
    assert [level.next for level in Level] == [*list(Level)[1:], Level.DISQUALIFICATION]
    assert set(LEVELS) == set(Level)


def test_what_costs_a_game_needs_approval():
    assert [level for level in Level if level.costs_a_game] == [
        Level.GAME_LOSS,
        Level.MATCH_LOSS,
        Level.DISQUALIFICATION,
    ]


def test_the_catalogue_has_infractions_of_every_category():
    assert {each.category for each in CATALOGUE.values()} == set(Category) == set(CATEGORIES)
    assert all(each.code == code for code, each in CATALOGUE.items())
    with pytest.raises(UnknownInfractionError):
        infraction("bad_hair")


def test_the_second_infraction_of_a_category_suggests_one_level_up():
    found = hints([("notes", Level.WARNING), ("late", Level.NOTE), ("late", Level.GAME_LOSS), ("gone", Level.WARNING)])

    assert [(hint.category, hint.times, hint.consider) for hint in found.values()] == [
        (Category.DRAFT, 2, Level.GAME_LOSS),
        (Category.TIME, 3, Level.MATCH_LOSS),
    ]


def test_an_event_has_its_own_levels_leaves_some_out_and_adds_some():
    own = {"category": "conduct", "words": "ate at the table", "usual": "note"}
    catalogue = catalogue_of({"late": {"usual": "warning"}, "stalling": {"usual": ""}, "own_1": own})

    assert infraction("late", catalogue).usual is Level.WARNING
    assert infraction("own_1", catalogue) == Infraction("own_1", Category.CONDUCT, "ate at the table", Level.NOTE)
    assert catalogue.keys() - CATALOGUE.keys() == {"own_1"}
    assert [code for code in CATALOGUE if catalogue[code] != CATALOGUE[code]] == ["late", "stalling"]
    with pytest.raises(UnknownInfractionError):
        infraction("stalling", catalogue)
    assert hints([("own_1", Level.NOTE)], catalogue)[Category.CONDUCT].consider is Level.WARNING
