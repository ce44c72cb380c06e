"""`manage.py packs`."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cards.printed import bundled_card_set


def opened(capsys: pytest.CaptureFixture[str], **options: Any) -> dict[str, Any]:
    call_command("packs", **{"set": "FL", "seed": 7, "packs": 3} | options)
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output


@pytest.mark.clause("DRF-OP-2")
def test_each_pack_has_the_slots_of_the_product(capsys: pytest.CaptureFixture[str]):
    output = opened(capsys)

    rarity = {card.ref: card.rarity for card in bundled_card_set("enemy", "FL").cards}
    assert (output["game"], output["set"], output["product"], output["seed"]) == ("enemy", "FL", "booster", 7)
    assert len(output["packs"]) == 3
    for pack in output["packs"]:
        assert Counter(rarity[ref] for ref in pack) == {"common": 7, "uncommon": 3, "rare": 1}
        assert len(set(pack)) == 11


def test_the_packs_depend_only_on_the_seed(capsys: pytest.CaptureFixture[str]):
    first = opened(capsys)["packs"]

    assert opened(capsys, set="First Light")["packs"] == first
    assert opened(capsys, packs=2)["packs"] == first[:2]
    assert opened(capsys, seed=-7)["packs"] != first
    assert len({tuple(pack) for pack in first}) == 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"set": "ZZ"}, "--set ZZ: no such set in the catalogue"),
        ({"product": "crate"}, "--product crate: FL has no such product; it has: booster"),
        ({"set": "SD"}, "--product booster: SD has no such product; it has: none"),
        ({"packs": 0}, "--packs 0: at least one pack"),
        ({"seed": 1 << 300}, "--seed: at most 255 bits"),
    ],
)
def test_invalid_options_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], options: dict[str, Any], reason: str
):
    with pytest.raises(SystemExit) as end:
        opened(capsys, **options)

    out, err = capsys.readouterr()
    assert (end.value.code, out, err) == (2, "", reason + "\n")


@pytest.fixture
def cube(tmp_path: Path) -> Path:
    file = tmp_path / "islands.txt"
    file.write_text("\n".join(f"2 FL-C{number:02}" for number in range(1, 11)), encoding="utf-8")
    return file


@pytest.mark.django_db
def test_packs_of_a_cube_are_drawn_without_replacement(capsys: pytest.CaptureFixture[str], cube: Path):
    output = opened(capsys, cube=cube, packs=4, size=5)

    drawn = Counter(ref for pack in output["packs"] for ref in pack)
    assert (output["cube"], output["cards"]) == ("islands.txt", 20)
    assert drawn == {f"FL-C{number:02}": 2 for number in range(1, 11)}
    assert opened(capsys, cube=cube, packs=4, size=5) == output


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "options", "code", "reason"),
    [
        ("FL-C01\nnothing", {}, 2, "islands.txt: Line 2: there is no card nothing."),
        (None, {}, 2, "islands.txt: No such file or directory"),
        ("FL-C01", {"size": 0}, 2, "--size: at least one card"),
        ("FL-C01", {"size": 1}, 1, "3 players need 3 cards; the cube has 1."),
    ],
)
def test_an_invalid_cube_is_refused(
    capsys: pytest.CaptureFixture[str], cube: Path, text: str | None, options: dict[str, Any], code: int, reason: str
):
    cube.unlink() if text is None else cube.write_text(text)

    with pytest.raises(SystemExit) as end:
        opened(capsys, cube=cube, **options)

    out, err = capsys.readouterr()
    assert (end.value.code, out, err.replace(f"{cube.parent}/", "")) == (code, "", reason + "\n")
