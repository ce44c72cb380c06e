"""Refused pairs of PCs and monsters, and a fight without PCs."""

import pytest

from gameplay.engine.core.position import apply_choice
from tests.gameplay.games.enemy.test_refusal_reason import TWO, asked, load_game, named, refused


@pytest.mark.clause("ENE-15.1", "ENE-15.2", "ENE-14.2")
def test_illegal_assignments_are_refused():
    game = load_game(TWO, {"party": ["Elk", "Orca"]}, ("attack", "Wolf"), ("join", "Hound"), ("fight",))

    assert refused(game, "pair", "Orca", "Elk") == ("not_to_pair", "ENE-15.1")
    assert refused(game, "pair", "Orca", "Hound") == ("", "")  # not illegal, but another pair is asked for first
    assert refused(game, "pass") == ("more_to_pair", "ENE-15.2")
    assert refused(game, "avoid") == ("decided", "ENE-14.2")


@pytest.mark.clause("ENE-15.4")
def test_monster_or_pc_of_another_pair_is_refused():
    """With as many PCs as monsters, the PCs are asked for in turn; with more PCs, the monsters."""
    three = {"party": ["Elk", "Orca", "Swift"]}
    joined = TWO | {"portal": ["Hound", "Hound"]}
    game = load_game(joined, three, ("attack", "Wolf"), ("join", "Hound"), ("join", "Hound"), ("fight",))
    assert refused(game, "pair", "Swift", "Wolf") == ("", "")  # possible later
    apply_choice(game, named("pair", "Elk", "Wolf"))
    assert refused(game, "pair", "Orca", "Wolf") == ("in_another_pair", "ENE-15.4")
    assert refused(game, "pair", "Elk", "Hound") == ("in_another_pair", "ENE-15.4")

    game = load_game(TWO, three, ("attack", "Wolf"), ("join", "Hound"), ("fight",))
    assert refused(game, "pair", "Elk", "Hound") == ("", "")
    apply_choice(game, named("pair", "Orca", "Wolf"))
    assert refused(game, "pair", "Orca", "Hound") == ("in_another_pair", "ENE-15.4")
    assert refused(game, "pair", "Elk", "Wolf") == ("in_another_pair", "ENE-15.4")


@pytest.mark.clause("ENE-14.3")
def test_a_player_without_pcs_cannot_fight():
    game = load_game({"hand": ["Wolf"]}, {"hidden": ["Feint"]}, ("attack", "Wolf"))

    assert asked(game) == "window"
    assert refused(game, "fight") == ("no_pcs", "ENE-14.3")
