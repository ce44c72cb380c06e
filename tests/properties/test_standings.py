"""Invariants of standings, for any results and every rule set."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.parts.properties import given, settings
from tests.parts.properties import strategies as st
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.outlooks import RESULTS, SCORES_BY_RESULT, Score, find_outlooks
from tournaments.rules.rulesets import TIE_BREAK_RULES, TieBreakRules
from tournaments.rules.standing_figures import explain_standings
from tournaments.rules.standings import standings
from tournaments.rules.tiebreaks import tie_break_scores

PLAYED = [(2, 0, 0), (2, 1, 0), (2, 1, 1), (1, 0, 0), (0, 0, 3), (1, 1, 1), (1, 2, 0), (0, 2, 0)]
seeds = st.binary(max_size=8)
rulesets = st.sampled_from(list(TIE_BREAK_RULES.values()))


def tournament_of(players: int, rounds: int, seed: bytes, *, code: str = "mtr") -> Tournament:
    """Return a random event with rematches, byes, missed rounds, double losses, drops and disqualifications."""
    chance, ids = RandomStream(seed, "standings"), [f"p{number}" for number in range(players)]
    played = []
    for number in range(1, rounds + 1):
        order = chance.shuffled(ids)
        matches = [
            PlayedMatch(a, b, *PLAYED[chance.below(len(PLAYED))], double_loss=chance.below(12) == 0)
            for a, b in zip(order[::2], order[1::2], strict=False)
        ]
        alone = tuple(order[2 * len(matches) :])
        late = chance.below(2) == 1
        played.append(PlayedRound(number, tuple(matches), () if late else alone, alone if late else ()))
    entries = tuple(
        EventEntry(id_, id_.upper(), dropped_after_round=rounds - 1 if chance.below(5) == 0 else None,
              disqualified=chance.below(8) == 0)
        for id_ in ids
    )  # fmt: skip
    return Tournament(entries, rounds, rounds=tuple(played), ruleset=code)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    code = draw(st.sampled_from(list(TIE_BREAK_RULES)))
    return tournament_of(draw(st.integers(2, 12)), draw(st.integers(1, 6)), draw(seeds), code=code)


def rules_of(tournament: Tournament) -> TieBreakRules:
    return TIE_BREAK_RULES[tournament.ruleset]


@pytest.mark.clause("DRF-OP-7")
@settings(deadline=None)
@given(tournaments(), seeds)
def test_standings_do_not_depend_on_the_order_of_entries_and_matches(tournament: Tournament, seed: bytes):
    chance = RandomStream(seed, "order")
    rounds = tuple(
        replace(
            each,
            matches=tuple(
                replace(match, a=match.b, b=match.a, games_a=match.games_b, games_b=match.games_a)
                for match in chance.shuffled(each.matches)
            ),
        )
        for each in tournament.rounds
    )
    other = replace(tournament, entries=tuple(chance.shuffled(tournament.entries)), rounds=rounds)

    def by_player(of: Tournament) -> dict[str, tuple[int, dict[str, Fraction]]]:
        return {row.player: (row.rank, row.values) for row in standings(of)}

    assert by_player(other) == by_player(tournament)


@settings(deadline=None)
@given(tournaments())
def test_rank_is_one_more_than_the_number_of_better_rows(tournament: Tournament):
    rows = standings(tournament)
    values = [tuple(row.values.values()) for row in rows]

    assert [row.rank for row in rows] == [1 + sum(other > mine for other in values) for mine in values]
    assert values == sorted(values, reverse=True)


@settings(deadline=None)
@given(tournaments())
def test_percentages_are_between_floor_and_ceiling(tournament: Tournament):
    rules, scores = rules_of(tournament), tie_break_scores(tournament, rules_of(tournament))

    for column in (scores.match_shares, scores.game_shares, *(scores.columns[code] for code in scores.columns)):
        if column is not scores.columns["match_points"]:
            assert all(rules.floor <= share <= 1 for share in column.values())
    assert all(scores.match_shares[player] <= rules.dropped_ceiling for player in tournament.left_players)


@settings(deadline=None)
@given(tournaments())
def test_sum_of_match_points_is_that_of_all_matches(tournament: Tournament):
    rules, scores = rules_of(tournament), tie_break_scores(tournament, rules_of(tournament))
    earned = sum(
        0 if match.double_loss else rules.win if match.winner else 2 * rules.draw
        for each in tournament.rounds
        for match in each.matches
    )
    byes = sum(len(each.byes) for each in tournament.rounds)

    assert sum(record.match_points for record in scores.records.values()) == earned + rules.bye * byes


@settings(deadline=None)
@given(tournaments())
def test_disqualified_players_are_not_listed_but_count_for_opponents(tournament: Tournament):
    without_disqualifications = replace(
        tournament, entries=tuple(replace(entry, disqualified=False) for entry in tournament.entries)
    )
    # The other figures stay the same only in rule sets without a ceiling and without head-to-head.
    code = "mtr" if rules_of(tournament).dropped_ceiling < 1 or "head_to_head" in rules_of(tournament).order else None
    rules = TIE_BREAK_RULES[code] if code else rules_of(tournament)
    before = {row.player: row.values for row in standings(without_disqualifications, ruleset=rules)}
    after = {row.player: row.values for row in standings(tournament, ruleset=rules)}

    assert set(before) - set(after) == {entry.id for entry in tournament.entries if entry.disqualified}
    assert all(before[player] == values for player, values in after.items())


@settings(deadline=None)
@given(tournaments())
def test_drop_after_the_last_round_changes_nothing(tournament: Tournament):
    rounds = tournament.planned_rounds
    stayed = replace(tournament, entries=tuple(replace(each, dropped_after_round=None) for each in tournament.entries))
    dropped = replace(stayed, entries=tuple(replace(each, dropped_after_round=rounds) for each in stayed.entries))

    assert standings(dropped) == standings(stayed)


@settings(deadline=None)
@given(tournaments())
def test_explained_figures_have_the_values_of_the_standings(tournament: Tournament):
    figures = explain_standings(tournament)

    for row in standings(tournament):
        assert {code: figure.value for code, figure in figures[row.player].items()} == row.values


# --- outlooks --------------------------------------------------------------------------


def before_the_end(players: int, count: int, seed: bytes, code: str) -> tuple[Tournament, list[tuple[str, str]]]:
    """Return a pod in its third round, of which ``count`` matches are open, and the open matches."""
    whole = tournament_of(players, 3, seed, code=code)
    *first, last = whole.rounds
    open_matches = last.matches[:count]
    unfinished = replace(whole, rounds=(*first, replace(last, matches=last.matches[count:])))
    return unfinished, [(match.a, match.b) for match in open_matches]


def ended(tournament: Tournament, pairs: Sequence[tuple[str, str]], chosen: Sequence[Score]) -> Tournament:
    *first, last = tournament.rounds
    matches = tuple(PlayedMatch(*pair, *score) for pair, score in zip(pairs, chosen, strict=True))
    return replace(tournament, rounds=(*first, replace(last, matches=(*last.matches, *matches))))


@settings(deadline=None, max_examples=40)
@given(st.integers(4, 8), st.integers(1, 2), seeds, st.sampled_from(list(TIE_BREAK_RULES)))
def test_outlooks_equal_the_ranks_of_all_possible_ends(players: int, count: int, seed: bytes, code: str):
    tournament, pairs = before_the_end(players, count, seed, code)
    every = [score for result in RESULTS for score in SCORES_BY_RESULT[result]]
    reached: dict[tuple[str, str, Score | None], set[int]] = {}
    for chosen in product(every, repeat=len(pairs)):
        own = {player: score for (a, b), score in zip(pairs, chosen, strict=True)
               for player, score in ((a, score), (b, (score[1], score[0], score[2])))}  # fmt: skip
        for row in standings(ended(tournament, pairs, chosen)):
            score = own.get(row.player)
            result = "any" if score is None else RESULTS[(score[0] == score[1]) + 2 * (score[0] < score[1])]
            reached.setdefault((row.player, result, score), set()).add(row.rank)

    by_player = find_outlooks(tournament, pairs)

    predicted: dict[tuple[str, str, Score | None], set[int]] = {}
    for player, outlooks in by_player.items():
        for result, outlook in outlooks.items():
            predicted |= {(player, result, score): set(ranks) for score, ranks in outlook.by_score.items()}
            if result == "any":
                predicted[player, result, None] = set(outlook.ranks)
    assert predicted == reached
    assert all(
        set(outlook.ranks) == set().union(*(ranks for key, ranks in predicted.items() if key[:2] == (player, result)))
        for player, outlooks in by_player.items()
        for result, outlook in outlooks.items()
    )


@settings(deadline=None, max_examples=30)
@given(st.integers(6, 8), seeds, st.sampled_from(["pokemon", "points"]))
def test_conditions_are_those_of_the_best_rank(players: int, seed: bytes, code: str):
    # In rule sets without games a match has only three results, so all ends can be enumerated.
    tournament, pairs = before_the_end(players, 3, seed, code)
    by_player = find_outlooks(tournament, pairs)
    ends = {
        results: {
            row.player: row.rank
            for row in standings(ended(tournament, pairs, [SCORES_BY_RESULT[each][0] for each in results]))
        }
        for results in product(RESULTS, repeat=len(pairs))
    }
    reverse = {"win": "loss", "loss": "win", "draw": "draw", "any": "any"}
    for (place, (a, b)), other in product(enumerate(pairs), range(len(pairs))):
        for player in (a, b) if place != other else ():
            for result, outlook in by_player.get(player, {}).items():
                own = result if player == a else reverse[result]
                after = {
                    each: {
                        rank[player]
                        for results, rank in ends.items()
                        if results[place] == own and results[other] == each
                    }
                    for each in RESULTS
                }
                condition = next((each for each in outlook.conditions if (each.a, each.b) == pairs[other]), None)
                best = outlook.ranks[0]
                certain = tuple(each for each in RESULTS if after[each] == {best}) if len(outlook.ranks) > 1 else ()
                against = tuple(each for each in RESULTS if best not in after[each]) if len(outlook.ranks) > 1 else ()
                actual = (condition.certain, condition.against) if condition else ((), ())
                assert actual == (certain, against)


def test_outlooks_are_empty_without_open_matches_in_large_groups_and_in_the_first_round():
    tournament, pairs = before_the_end(8, 2, b"", "mtr")
    larger, others = before_the_end(12, 2, b"", "mtr")

    assert find_outlooks(tournament, []) == find_outlooks(larger, others) == {}
    assert find_outlooks(replace(tournament, rounds=tournament.rounds[-1:]), pairs) == {}
    assert all(outlooks for outlooks in find_outlooks(tournament, pairs).values())
    assert not [pair for pair in combinations(pairs, 2) if set(pair[0]) & set(pair[1])]
