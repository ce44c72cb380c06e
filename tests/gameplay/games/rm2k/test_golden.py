"""Whole games between two and three, kept as records and as the words a judge would read."""

import pytest

from tests.gameplay.games.rm2k.transcript import SEATS, anew, golden, played, sentences, transcript


@pytest.mark.clause("RM-3.1.1", "RM-2.15", "RM-9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_golden_game_is_played_as_it_was(seats: int):
    expected = golden(seats, "txt").read_text(encoding="utf-8")

    assert transcript(played(seats)) == expected, "meant? then write it anew: see transcript.py"


@pytest.mark.parametrize("seats", SEATS)
def test_the_greedy_bots_play_it_again(seats: int):
    assert anew(seats)[0].entries == played(seats).entries


def test_the_sentences_are_as_they_were_read_last():
    assert sentences().splitlines() == golden(0, "md").read_text(encoding="utf-8").splitlines()
