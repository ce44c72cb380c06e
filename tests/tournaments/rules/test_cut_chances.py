"""The chances of the top cut in the last round: "in" and "out" are only claimed if they are certain."""

from dataclasses import replace
from itertools import product

from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.tournaments.rules.events import event, played
from tournaments.rules.cut_chances import CutChance, cut_chances
from tournaments.rules.history import PlayedMatch, PlayedRound, Tournament
from tournaments.rules.standings import standings

FIRST = played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0")
SECOND = played(2, "A-C 2-0-0, E-B 2-0-0, D-F 2-0-0")
LAST_ROUND = event("ABCDEF", FIRST, SECOND, PlayedRound(3, ()), planned=3)
OPEN = [("A", "E"), ("C", "D"), ("B", "F")]


def test_chances_by_result_in_the_last_round():
    found = cut_chances(LAST_ROUND, OPEN, 2)

    assert {result: chance.value for result, chance in found["A"].items()} == {
        "win": "in",
        "draw": "in",
        "loss": "open",
    }
    assert {result: chance.value for result, chance in found["C"].items()} == {
        "win": "open",
        "draw": "out",
        "loss": "out",
    }
    assert set(found["B"].values()) == {CutChance.OUT}


def test_answer_for_one_player_equals_the_answer_among_all():
    assert cut_chances(LAST_ROUND, OPEN, 2, of=["C"]) == {"C": cut_chances(LAST_ROUND, OPEN, 2)["C"]}


def test_dropped_players_take_no_place():
    left = tuple(replace(entry, dropped_after_round=3 if entry.id in "AE" else None) for entry in LAST_ROUND.entries)

    found = cut_chances(replace(LAST_ROUND, entries=left), OPEN, 2)

    assert "A" not in found
    assert found["C"]["draw"] is CutChance.IN


def test_player_whose_match_is_over_has_a_single_chance():
    done = replace(LAST_ROUND, rounds=(FIRST, SECOND, played(3, "A-E 2-0-0")))

    assert cut_chances(done, OPEN[1:], 2)["A"] == {"any": CutChance.IN}


RESULTS = {"win": (2, 0), "draw": (1, 1), "loss": (0, 2)}


def ended(tournament: Tournament, results: tuple[str, ...]) -> Tournament:
    last = PlayedRound(
        3, tuple(PlayedMatch(*pair, *RESULTS[result]) for pair, result in zip(OPEN, results, strict=True))
    )
    return replace(tournament, rounds=(*tournament.rounds[:2], last))


@given(st.permutations("ABCDEF"), st.lists(st.sampled_from([*RESULTS]), min_size=6, max_size=6), st.integers(1, 5))
def test_certain_chances_hold_for_every_combination_of_results(players: list[str], before: list[str], places: int):
    a, b, c, d, e, f = players
    pairs = [[(a, b), (c, d), (e, f)], [(a, c), (b, e), (d, f)]]
    rounds = [
        PlayedRound(
            number,
            tuple(PlayedMatch(*pair, *RESULTS[before[3 * number - 3 + place]]) for place, pair in enumerate(those)),
        )
        for number, those in enumerate(pairs, 1)
    ]
    tournament = replace(LAST_ROUND, rounds=(*rounds, PlayedRound(3, ())))
    found = cut_chances(tournament, OPEN, places)
    opponent = dict(OPEN)
    for results in product(RESULTS, repeat=3):
        ranks = {row.player: row.rank for row in standings(ended(tournament, results))}
        points = {row.player: row.record.match_points for row in standings(ended(tournament, results))}
        own = dict(zip([pair[0] for pair in OPEN], results, strict=True))
        for player in "ABCDEF":
            result = own[player] if player in opponent else {"win": "loss", "loss": "win", "draw": "draw"}[own[
                next(first for first, second in OPEN if second == player)]]  # fmt: skip
            chance = found[player][result]
            if chance is CutChance.IN:
                assert sum(points[other] >= points[player] for other in points) <= places
            if chance is CutChance.OUT:
                assert ranks[player] > places
