"""`manage.py balance`: a small run, and a run that continues from another."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from cards.printed import bundled_card_set
from drafting.balance.bars import draft_bars
from drafting.balance.measure import measure
from drafting.balance.readme import write_figures
from drafting.management.commands import balance
from gameplay.engine.core.errors import UnreadableError

FIRST_LIGHT = bundled_card_set("enemy", "FL")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        call_command("balance", *arguments)
    assert isinstance(end.value.code, int)
    return end.value.code, *capsys.readouterr()


def test_a_run_continues_from_the_counts_in_its_file(tmp_path: Path):
    file = tmp_path / "state.json"
    first = measure(FIRST_LIGHT, games=15, file=file)
    continued = measure(FIRST_LIGHT, games=30, file=file)

    assert first["draft",] == 1
    assert continued == measure(FIRST_LIGHT, games=30)
    assert measure(FIRST_LIGHT, games=0, file=file) == continued


def test_several_processes_count_the_same(tmp_path: Path):
    assert measure(FIRST_LIGHT, games=30, processes=2) == measure(FIRST_LIGHT, games=30)


@pytest.mark.parametrize("text", ["{}", "nothing", '{"of": {"set": "FL"}, "counts": []}'])
def test_counts_of_another_set_are_refused(tmp_path: Path, text: str):
    file = tmp_path / "state.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(UnreadableError, match=r"state\.json"):
        measure(FIRST_LIGHT, games=0, file=file)


def test_too_few_games_miss_bars(capsys: pytest.CaptureFixture[str]):
    code, out, _ = run(capsys, "--set", "FL", "--games", "1", "--json")
    data = json.loads(out)

    assert (code, data["set"], data["games"]) == (1, "FL", 15)
    assert {bar["name"]: bar["met"] for bar in data["bars"]}["cards with a text, %"] is True
    assert not all(bar["met"] for bar in data["bars"])


def test_each_line_has_the_state_of_its_bar(capsys: pytest.CaptureFixture[str]):
    code, out, _ = run(capsys, "--set", "FL", "--games", "1")
    lines = out.splitlines()

    assert (code, lines[0]) == (1, "FL: 15 games")
    assert all(line.startswith(("ok ", "open ", "MISSED ")) for line in lines[1:])
    assert any("goblins: wins, %" in line for line in lines)


@pytest.mark.parametrize("code", ["XX", "SD"])  # no such set; a set without boosters
def test_a_set_that_cannot_be_drafted_is_unusable_input(code: str, capsys: pytest.CaptureFixture[str]):
    assert run(capsys, "--set", code)[0::2] == (2, f"--set: enemy has no set {code} with boosters\n")


def test_the_figures_are_written_between_their_markers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(balance, "CATALOGUE", tmp_path)
    readme = tmp_path / "enemy" / "README.md"
    readme.parent.mkdir()
    readme.write_text("Before\n<!-- figures FL -->\nold\n<!-- end -->\nother\n<!-- end -->\n", encoding="utf-8")
    data = json.loads(run(capsys, "--set", "FL", "--games", "15", "--json", "--record")[1])
    written = readme.read_text(encoding="utf-8").splitlines()
    lines = {line.split(" | ")[0].removeprefix("| "): line.split(" | ")[1:] for line in written if " | " in line}
    values = {bar["name"]: bar["value"] for bar in data["bars"] if bar["value"] is not None}
    lowest = min(value for name, value in values.items() if "when drawn" in name)
    archetype = next(each for each in FIRST_LIGHT.archetypes if f"{each.code}: wins, %" in values)

    assert (written[0], written[-3:]) == ("Before", ["<!-- end -->", "other", "<!-- end -->"])
    assert "old" not in written
    assert any(line.startswith("`manage.py balance --set FL --games 15` (seed 0) prints") for line in written)
    assert lines["first player wins, %"][1] == "45 to 55 |"
    assert lines["median turns a side"] == [f"{values['median turns a side']:g}", "8 to 16 |"]
    assert f" {lowest:+.1f}" in lines["card least and most when drawn, points from the mean"][0]
    wins, at_home = lines[archetype.name.en]
    assert wins.startswith(f"{values[f'{archetype.code}: wins, %']:.1f} (95 %: ")
    assert at_home == f"{values[f'{archetype.code}: cards better inside']:.0f} of {len(archetype.cards)} |"


def test_figures_without_markers_are_not_written(tmp_path: Path):
    readme = tmp_path / "README.md"
    readme.write_text("<!-- figures HB -->\n<!-- end -->\n", encoding="utf-8")

    with pytest.raises(UnreadableError, match="figures FL"):
        write_figures(readme, FIRST_LIGHT, list(draft_bars(FIRST_LIGHT, measure(FIRST_LIGHT, games=0))), run="a run")


def test_a_set_without_boosters_is_played_in_every_mode(capsys: pytest.CaptureFixture[str]):
    code, out, _ = run(capsys, "--game", "rm2k", "--set", "CC", "--games", "1", "--json")
    data = json.loads(out)
    names = [bar["name"] for bar in data["bars"]]

    assert (code, data["set"], data["games"]) == (1, "CC", 12)
    assert "standard, 2 players: first wins, %" in names
    assert "open, 4 players: median turns a side" in names
    assert "standard, 2 players: Night Shift wins, %" in names
