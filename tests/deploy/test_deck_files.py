"""Test `manage.py play` with decks from a file."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from cards.printed import bundled_card_set

PRINTED = "not_a_printed_deck ENE-1.2: The sample game is played with one of its two printed decks."
SAMPLE = [dict(deck.cards) for deck in bundled_card_set("enemy", "SD").decks]


def play(tmp_path: Path, decks: list[dict[str, int]], variant: str = "sample") -> None:
    file = tmp_path / "decks.json"
    file.write_text(json.dumps({"decks": decks}), encoding="utf-8")
    call_command("play", "--variant", variant, "--decks", str(file))


@pytest.mark.clause("ENE-1.2")
def test_legal_decks_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    play(tmp_path, SAMPLE)

    assert json.loads(capsys.readouterr().out)["turns"] > 1


@pytest.mark.clause("ENE-1.2")
def test_illegal_decks_are_refused_with_all_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        play(tmp_path, [SAMPLE[0] | {"SD-02": 5}, SAMPLE[1]])  # Air Wand, of which the list has 3

    assert end.value.code == 1
    assert capsys.readouterr().err.splitlines() == [
        "deck_size ENE-1.2: The deck must have exactly 40 cards, not 42.",
        f"{PRINTED} To get deck A, remove: 2 Air Wand. Add: –.",
    ]


@pytest.mark.clause("ENE-1.2")
def test_a_sample_deck_with_one_card_swapped_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        play(tmp_path, [SAMPLE[0] | {"SD-04": 2, "SD-18": 1}, SAMPLE[1]])  # one Elk less, one Crim more

    answer = capsys.readouterr()
    assert (end.value.code, answer.out) == (1, "")
    assert answer.err == f"{PRINTED} To get deck A, remove: 1 Crim. Add: 1 Elk.\n"


@pytest.mark.clause("ENE-1.6")
def test_a_fifth_copy_is_refused_in_the_full_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    ferry, undertow = (dict(deck.cards) for deck in bundled_card_set("enemy", "FC").decks)
    five = ferry | {"FC-01": 5, "FC-03": ferry["FC-03"] - 1}

    with pytest.raises(SystemExit) as end:
        play(tmp_path, [five, undertow], "full")

    assert end.value.code == 1
    assert capsys.readouterr().err.startswith("too_many_copies ENE-1.6: Landing-Stage Otter: 5 copies in the deck")
