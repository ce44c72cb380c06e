from dataclasses import replace

from tests.tournaments.rules.events import WORKED_EXAMPLE
from tournaments.rules.rank_history import ranks_by_round
from tournaments.rules.standings import standings


def test_the_last_rank_is_that_of_the_standings():
    ranks = ranks_by_round(WORKED_EXAMPLE)

    assert {player: each[-1] for player, each in ranks.items()} == {
        row.player: row.rank for row in standings(WORKED_EXAMPLE)
    }
    assert {len(each) for each in ranks.values()} == {len(WORKED_EXAMPLE.rounds)}


def test_earlier_ranks_ignore_later_rounds():
    first = replace(WORKED_EXAMPLE, rounds=WORKED_EXAMPLE.rounds[:1])

    assert {player: each[0] for player, each in ranks_by_round(WORKED_EXAMPLE).items()} == {
        row.player: row.rank for row in standings(first)
    }


def test_a_round_without_a_result_is_left_out():
    *before, last = WORKED_EXAMPLE.rounds
    open_round = replace(WORKED_EXAMPLE, rounds=(*before, replace(last, matches=())))

    assert {len(each) for each in ranks_by_round(open_round).values()} == {len(before)}


def test_a_late_player_has_no_rank_before_the_round_of_their_entry():
    late = tuple(replace(entry, entered_round=2) if entry.id == "A" else entry for entry in WORKED_EXAMPLE.entries)

    ranks = ranks_by_round(replace(WORKED_EXAMPLE, entries=late))

    assert ranks["A"][0] is None
    assert None not in ranks["A"][1:]
    assert None not in ranks["B"]


def test_a_pod_has_its_own_ranks():
    pod = ("A", "B", "C", "D")

    ranks = ranks_by_round(WORKED_EXAMPLE, among=pod)

    assert set(ranks) == set(pod)
    assert {player: each[-1] for player, each in ranks.items()} == {
        row.player: row.rank for row in standings(WORKED_EXAMPLE, among=pod)
    }
