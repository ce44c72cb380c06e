from dataclasses import replace

import pytest

from gameplay.games import enemy, hagmi, rm2k
from gameplay.games.enemy.variants import DRAFT
from tournaments.rules.plausibility import MatchRules, result_faults, winner_fault
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide

A, B = MatchSide.A, MatchSide.B
RULES = MatchRules(enemy.RULESET.scoring, DRAFT)
A_WINS, B_WINS = GameResult(A, 5, 3), GameResult(B, 4, 6)
DRAWN = GameResult(None, 3, 3, "deck")


def codes(*games: GameResult, time_called: bool = True, rules: MatchRules = RULES) -> list[str]:
    return [fault.code for fault in result_faults(MatchResult(games), rules, time_called=time_called)]


@pytest.mark.clause("DRF-4.3", "DRF-OP-10")
@pytest.mark.parametrize(
    ("games", "score", "winner"),
    [
        ((A_WINS, A_WINS), (2, 0, 0), A),
        ((A_WINS, B_WINS, B_WINS), (1, 2, 0), B),
        ((A_WINS, DRAWN, B_WINS, A_WINS), (2, 1, 1), A),
    ],
)
def test_two_won_games_win_the_match(games: tuple[GameResult, ...], score: tuple[int, int, int], winner: MatchSide):
    result = MatchResult(games)

    assert (result.score, result.winner) == (score, winner)
    assert result_faults(result, RULES, time_called=False) == []


@pytest.mark.clause("DRF-4.3")
@pytest.mark.parametrize(
    "games", [(A_WINS, A_WINS, A_WINS), (A_WINS, A_WINS, B_WINS), (A_WINS, B_WINS, A_WINS, B_WINS)]
)
def test_game_after_the_second_win_is_refused(games: tuple[GameResult, ...]):
    [fault] = result_faults(MatchResult(games), RULES, time_called=True)

    assert (fault.code, fault.clause, fault.field) == ("game_after_match", "DRF-4.3", "games")
    assert fault.details == {"game": len(games), "wins": 2}


@pytest.mark.clause("DRF-4.3")
@pytest.mark.parametrize("games", [(), (A_WINS,), (A_WINS, B_WINS), (A_WINS, DRAWN)])
def test_match_is_not_over_before_two_wins_or_time(games: tuple[GameResult, ...]):
    [fault] = result_faults(MatchResult(games), RULES, time_called=False)
    assert (fault.code, fault.clause, fault.is_state_conflict) == ("match_not_over", "DRF-4.3", True)
    assert codes(*games, time_called=True) == []


@pytest.mark.clause("ENE-X.4")
@pytest.mark.parametrize(("games", "winner"), [((A_WINS,), A), ((A_WINS, B_WINS), None), ((B_WINS, DRAWN), B)])
def test_player_with_more_games_wins_at_time(games: tuple[GameResult, ...], winner: MatchSide | None):
    assert MatchResult(games).winner is winner


@pytest.mark.clause("ENE-5.9")
def test_both_players_cannot_reach_the_target():
    [fault] = result_faults(MatchResult((A_WINS, B_WINS, GameResult(A, 5, 5))), RULES, time_called=False)

    assert (fault.code, fault.clause, fault.field) == ("target_reached", "ENE-5.9", "vp")
    assert str(fault) == "Game 3: a player with 5 VP wins immediately, so the other player cannot have 5."


@pytest.mark.clause("DRF-4.4")
@pytest.mark.parametrize(("target", "expected"), [(5, []), (7, ["target_not_reached"])])
def test_target_of_the_event_wins_a_game(target: int, expected: list[str]):
    assert codes(GameResult(A, 5, 3), rules=replace(RULES, variant=replace(DRAFT, target=target))) == expected


@pytest.mark.clause("DRF-4.4")
def test_points_below_the_target_do_not_win():
    assert codes(GameResult(B, 0, 4), B_WINS) == ["target_not_reached"]


@pytest.mark.clause("ENE-5.9")
@pytest.mark.parametrize("end", [GameEnd.TIME, "deck", GameEnd.CONCESSION])
def test_winner_who_reached_the_target_won_by_points(end: str):
    assert codes(A_WINS, GameResult(A, 5, 2, end)) == ["won_by_vp"]


@pytest.mark.clause("ENE-X.3")
def test_game_cannot_end_by_time_before_time_is_called():
    games = (A_WINS, GameResult(A, 3, 2, GameEnd.TIME))

    assert codes(*games, time_called=True) == []
    [fault] = result_faults(MatchResult(games), RULES, time_called=False)
    assert (fault.code, fault.clause, fault.field, fault.is_state_conflict) == (
        "time_not_called",
        "DRF-4.6",
        "end",
        True,
    )


@pytest.mark.clause("ENE-X.3")
def test_game_after_time_is_refused():
    assert codes(A_WINS, GameResult(B, 1, 2, GameEnd.TIME), A_WINS) == ["game_after_time"]


@pytest.mark.clause("ENE-X.3", "ENE-5.7")
@pytest.mark.parametrize(("end", "clause"), [(GameEnd.TIME, "ENE-X.3"), ("deck", "ENE-5.7")])
@pytest.mark.parametrize(
    ("winner", "vp_a", "vp_b", "plausible"),
    [
        (A, 3, 2, True),
        (B, 3, 4, True),
        (None, 3, 3, True),
        (None, 0, 0, True),
        (A, 2, 3, False),
        (A, 3, 3, False),
        (None, 3, 2, False),
    ],
)
def test_more_points_win_and_equal_points_draw_at_time_or_with_an_empty_deck(
    end: str, clause: str, winner: MatchSide | None, vp_a: int, vp_b: int, plausible: bool
):
    faults = result_faults(MatchResult((A_WINS, GameResult(winner, vp_a, vp_b, end))), RULES, time_called=True)
    assert [(fault.code, fault.clause) for fault in faults] == ([] if plausible else [("not_ahead", clause)])


@pytest.mark.clause("ENE-5.7")
@pytest.mark.parametrize("end", ["vp", GameEnd.CONCESSION, GameEnd.PENALTY])
def test_other_endings_cannot_draw_a_game(end: str):
    assert codes(A_WINS, GameResult(None, 3, 3, end)) == ["drawn_game"]


@pytest.mark.parametrize(("winner", "vp_a", "vp_b"), [(A, 0, 4), (B, 4, 0), (A, 2, 2)])
def test_conceding_player_may_be_ahead(winner: MatchSide, vp_a: int, vp_b: int):
    assert codes(A_WINS, B_WINS, GameResult(winner, vp_a, vp_b, GameEnd.CONCESSION), time_called=False) == []


def test_conceding_player_cannot_have_reached_the_target():
    assert codes(A_WINS, GameResult(A, 0, 5, GameEnd.CONCESSION)) == ["target_reached"]


def test_penalty_can_award_a_game_to_either_player():
    assert codes(A_WINS, GameResult(A, 0, 5, GameEnd.PENALTY), time_called=False) == []


@pytest.mark.clause("DRF-4.6")
def test_intentional_draw_needs_the_setting():
    agreed = MatchResult(agreed=True)
    allowed = replace(RULES, intentional_draws=True)

    assert (agreed.score, agreed.winner) == ((0, 0, 3), None)
    assert [fault.code for fault in result_faults(agreed, RULES, time_called=False)] == ["intentional_draw"]
    assert result_faults(agreed, allowed, time_called=False) == []


def test_intentional_draw_has_no_games():
    result = MatchResult((A_WINS,), agreed=True)

    faults = result_faults(result, replace(RULES, intentional_draws=True), time_called=True)
    assert [fault.code for fault in faults] == ["agreed_games"]


IN_A_CUT = replace(RULES, needs_winner=True, intentional_draws=True)
LEVEL_AT_TIME, FIRST_POINT = GameResult(None, 2, 2, GameEnd.TIME), GameResult(A, 1, 0)


@pytest.mark.clause("DRF-OP-13")
@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((A_WINS, B_WINS, FIRST_POINT), []),  # time was called between two games
        ((LEVEL_AT_TIME, FIRST_POINT), []),
        ((A_WINS, GameResult(B, 2, 3, GameEnd.TIME), FIRST_POINT), []),
        ((A_WINS, B_WINS, LEVEL_AT_TIME, GameResult(None, 0, 0, "deck"), FIRST_POINT), []),
        ((A_WINS,), []),
        ((A_WINS, LEVEL_AT_TIME), []),
        ((A_WINS, LEVEL_AT_TIME, FIRST_POINT), ["game_after_time", "target_not_reached"]),
        ((A_WINS, B_WINS), ["no_winner"]),
        ((LEVEL_AT_TIME,), ["no_winner"]),
        ((A_WINS, B_WINS, GameResult(A, 0, 0)), ["target_not_reached"]),
        ((A_WINS, GameResult(B, 0, 1), FIRST_POINT), ["target_not_reached"]),
    ],
)
def test_deciding_game_in_a_cut_is_won_by_the_first_point(games: tuple[GameResult, ...], expected: list[str]):
    assert codes(*games, rules=IN_A_CUT) == expected


@pytest.mark.clause("DRF-OP-13")
def test_cut_allows_no_deciding_game_before_time_and_no_intentional_draw():
    assert codes(A_WINS, B_WINS, FIRST_POINT, time_called=False, rules=IN_A_CUT) == ["target_not_reached"]
    [fault] = result_faults(MatchResult(agreed=True), IN_A_CUT, time_called=True)
    assert (fault.code, fault.clause) == ("no_winner", "DRF-OP-13")
    assert winner_fault(MatchResult(double_loss=True), IN_A_CUT) is None
    assert winner_fault(MatchResult((A_WINS, B_WINS)), RULES) is None


def test_all_faults_are_returned_together_with_their_games():
    games = (GameResult(A, 5, 5), GameResult(None, 1, 2, GameEnd.TIME), A_WINS)
    faults = result_faults(MatchResult(games), RULES, time_called=False)

    assert [(fault.code, fault.details["game"]) for fault in faults] == [
        ("game_after_time", 3),
        ("target_reached", 1),
        ("time_not_called", 2),
        ("not_ahead", 2),
    ]


def test_sentences_of_all_faults_can_be_formatted():
    games = (GameResult(A, 5, 5), GameResult(None, 1, 2, GameEnd.TIME), GameResult(A, 4, 1), A_WINS, B_WINS)

    for fault in result_faults(MatchResult(games), RULES, time_called=False):
        assert "{" not in str(fault)
        assert fault.clause
        assert fault.field


HAGMI = MatchRules(hagmi.RULESET.scoring, hagmi.RULESET.variants["tactics"])
RM2K = MatchRules(rm2k.RULESET.scoring, rm2k.RULESET.variants["standard"])


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (GameResult(A, 3, 0, "damage"), []),
        (GameResult(A, 0, 0, "damage"), []),  # an empty damage deck does not defeat its owner (HAG-7.3.8)
        (GameResult(None, 0, 0, "damage"), []),  # HAG-OP-19
        (GameResult(A, 3, 1, "damage"), [("not_spent", "HAG-7.3.7")]),
        (GameResult(None, 1, 0, "damage"), [("not_spent", "HAG-7.3.7")]),
        (GameResult(A, 3, 1, GameEnd.TIME), []),
        (GameResult(B, 3, 1, GameEnd.TIME), [("not_ahead", "HAG-7.3.7")]),
        (GameResult(A, 1, 9, GameEnd.CONCESSION), []),
        (GameResult(A, 3, 0, "vp"), [("unknown_end", "")]),
    ],
)
def test_hagmi_counts_damage_cards_without_a_target(game: GameResult, expected: list[tuple[str, str]]):
    faults = result_faults(MatchResult((game,)), HAGMI, time_called=True)
    assert [(fault.code, fault.clause) for fault in faults] == expected


@pytest.mark.clause("RM-4.1.3", "RM-4.3.3")
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (GameResult(A, 10, 4, "accomplishment"), []),
        (GameResult(A, 9, 4, "accomplishment"), ["target_not_reached"]),
        (GameResult(A, 11, 10, "accomplishment"), ["both_reached"]),
        (GameResult(A, 11, 10, "together"), []),
        (GameResult(A, 10, 10, "together"), ["not_ahead"]),
        (GameResult(A, 0, 12, "domination"), []),  # VP win only at the end of a Victory Phase
        (GameResult(None, 0, 0, "pingout"), ["drawn_game"]),
        (GameResult(None, 2, 2, "decks"), []),
    ],
)
def test_rm2k_has_four_ways_to_win(game: GameResult, expected: list[str]):
    assert codes(game, rules=RM2K) == expected


def test_deciding_game_without_a_target_is_like_any_other_game():
    cut = replace(HAGMI, needs_winner=True)
    level = GameResult(None, 2, 2, GameEnd.TIME)

    assert codes(level, GameResult(B, 0, 4, "damage"), rules=cut) == []
    assert codes(level, rules=cut) == ["no_winner"]
    assert codes(level, GameResult(A, 1, 0, "accomplishment"), rules=replace(RM2K, needs_winner=True)) == []
