"""The command that measures the strength of the bots."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from drafting.balance.intervals import wilson_interval

Output = pytest.CaptureFixture[str]


def strength(capsys: Output, *arguments: str) -> list[dict[str, object]]:
    call_command("strength", "--rollouts", "2", *arguments)
    measurements: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return measurements


def test_interval_is_a_wilson_interval():
    assert [round(end, 3) for end in wilson_interval(0.6, 100)] == [0.502, 0.691]
    assert wilson_interval(0.5, 0) == (0.0, 1.0)


def test_continued_run_has_the_same_result_as_one_run(tmp_path: Path, capsys: Output):
    file = str(tmp_path / "strength.json")
    assert [each["won"] for each in strength(capsys, "--games", "0", "--file", file)] == [0, 0, 0]
    strength(capsys, "--games", "1", "--file", file)

    assert strength(capsys, "--games", "2", "--file", file) == strength(capsys, "--games", "2")


def test_file_without_counts_is_refused(tmp_path: Path, capsys: Output):
    file = tmp_path / "strength.json"
    file.write_text("[]", encoding="utf-8")

    with pytest.raises(SystemExit) as end:
        strength(capsys, "--file", str(file))

    assert end.value.code == 2
    assert str(file) in capsys.readouterr().err


def test_search_bot_can_play(capsys: Output):
    call_command("play", "--bots", "strong,regular", "--rollouts", "3")

    assert json.loads(capsys.readouterr().out)["turns"] > 1


@pytest.mark.parametrize(("game", "variant"), [("hagmi", "team"), ("rm2k", "standard")])
def test_game_without_boosters_is_measured_with_ready_decks(game: str, variant: str, capsys: Output):
    measurements = strength(capsys, "--game", game, "--variant", variant, "--games", "2")

    assert [each["name"] for each in measurements] == ["strong against regular", "regular against random"]
    assert [sum(int(str(each[result])) for result in ("won", "lost", "drawn")) for each in measurements] == [2, 2]


def test_single_contest_keeps_the_counts_of_the_others(tmp_path: Path, capsys: Output):
    file, only = str(tmp_path / "strength.json"), "regular against random"
    both = ("--game", "hagmi", "--file", file, "--games")
    strength(capsys, *both, "1")

    assert [each["name"] for each in strength(capsys, *both, "2", "--contest", only)] == [only]
    counts = json.loads((tmp_path / "strength.json").read_text(encoding="utf-8"))["hagmi tactics, 2 rollouts"]
    assert {name: sum(count.values()) for name, count in counts.items()} == {"strong against regular": 1, only: 2}


def test_unknown_variant_is_refused(capsys: Output):
    with pytest.raises(SystemExit) as end:
        strength(capsys, "--variant", "chess")

    assert end.value.code == 2
