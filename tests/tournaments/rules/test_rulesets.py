"""Tie-break rule sets as data: the file, and its validation."""

import pytest

from gameplay.engine.core.errors import UnreadableError
from tournaments.rules.rulesets import (
    MTR,
    RULES_FILE,
    TIE_BREAK_RULES,
    TieBreakRules,
    UnknownRulesetError,
    find_tie_break_rules,
    read_tie_break_rules,
)

TEXT = RULES_FILE.read_text(encoding="utf-8")
POINTS = TEXT[TEXT.index("[points]") :]


@pytest.mark.clause("DRF-OP-7")
def test_default_is_the_magic_tournament_rules():
    assert TieBreakRules() == MTR
    assert (MTR.win, MTR.draw, MTR.bye, MTR.bye_games) == (3, 1, 3, 2)
    assert MTR.order == ("match_points", "omw", "gw", "ogw")


def test_every_rule_set_gives_a_reason_for_each_of_its_fields():
    assert list(TIE_BREAK_RULES) == ["mtr", "pokemon", "head-to-head", "points"]
    assert all(all(rules.why.values()) and "order" in rules.why for rules in TIE_BREAK_RULES.values())


def test_rule_set_is_found_by_code_and_named_in_both_languages():
    assert find_tie_break_rules("pokemon").name_in("en") == "Play! Pokémon"
    assert find_tie_break_rules("points").name_in("ja") == "勝ち点のみ"
    assert find_tie_break_rules("points").name_in("fr") == "Match points alone"


def test_unknown_code_is_refused_with_the_known_ones():
    with pytest.raises(UnknownRulesetError) as refusal:
        find_tie_break_rules("swiss")

    assert str(refusal.value) == (
        "There is no rule set swiss. Choose one of these: mtr, pokemon, head-to-head, points."
    )


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('order = ["match_points"]', 'order = ["omw"]', "order begins with match_points"),
        ('order = ["match_points"]', 'order = ["match_points", "match_points"]', "order begins with match_points"),
        ('order = ["match_points"]', 'order = ["match_points", "luck"]', "columns are match_points"),
        ('order = ["match_points"]', 'order = ["match_points", "gw", "omw"]', "columns that count games come last"),
        ('order = ["match_points"]', 'order = ["match_points", "omw"]', "has exactly the fields"),
        ("win = 3", 'win = 3\nfloor = "1/3"', "has exactly the fields"),
        ("win = 3", "win = 3.0", "win must be int"),
        ("win = 3", "win = 1", "a won match is worth more"),
        ("bye = 3", "bye = 4", "a bye is worth at most"),
        ('draw = "As mtr."', 'draw = ""', "why gives the reason"),
        ('draw = "As mtr."', "", "why gives the reason"),
        ('name.ja = "勝ち点のみ"', "", "name is given in en, ja"),
        ("[points]", "[points", "Expected"),
    ],
)
def test_invalid_file_is_refused(before: str, after: str, reason: str):
    assert before in POINTS
    with pytest.raises(UnreadableError, match=reason):
        read_tie_break_rules(POINTS.replace(before, after, 1), file="rulesets.toml")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('floor = "33/100"', 'floor = "1/0"'),
        ('floor = "33/100"', 'floor = "6/5"'),
        ('dropped_ceiling = "1"', 'dropped_ceiling = "1/4"'),
        ('share = "points"', 'share = "luck"'),
        ("game_win = 3", "game_win = 0"),
        ("bye_games = 2", "bye_games = -1"),
        ("own_byes = true", "own_byes = 1"),
    ],
)
def test_invalid_percentages_and_games_are_refused(before: str, after: str):
    with pytest.raises(UnreadableError):
        read_tie_break_rules(TEXT.replace(before, after, 1), file="rulesets.toml")
