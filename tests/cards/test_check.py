"""``manage.py cards check`` reports each error of a set file in one line, with file, line and reason."""

from pathlib import Path

import pytest
from django.core.management import call_command

from cards import printed

SET_FILE = """# A comment.
[set]
game = "enemy"
code = "HX"
name = { en = "Harbour", ja = "港" }

[[product]]
code = "booster"
name = { en = "Booster", ja = "パック" }
slots = { common = 1 }

[[deck]]
code = "lights"
name = { en = "Lights", ja = "灯" }
[deck.cards]
HX-C01 = 4

[[archetype]]
code = "lamps"
name = { en = "Lamps", ja = "灯" }
cards = ["HX-C01"]

[[card]]
number = "C01"
name = { en = "Lamplighter", ja = "灯し手" }
type = "monster"
rarity = "common"
destiny = 4
species = "goblin"
requires = [{ spot = { what = { element = "fire" } } }]
text = [{ bonus = { amount = 2, when = { against = { element = "wood" } } } }]
reward = [{ draw = 1 }]

[[card]]
number = "C02"
name = { en = "Elk", ja = "エルク" }
type = "pc"
rarity = "uncommon"
destiny = 3
class = "long_arm"
"""
SET, PRODUCT, DECK, PLAN, LAMPLIGHTER, ELK = 2, 7, 12, 18, 23, 34


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that checks a catalogue with one set file and returns the exit code and the message."""

    def check(text: str) -> tuple[int, str]:
        file = tmp_path / "catalogue/enemy/harbour.toml"
        file.parent.mkdir(parents=True)
        file.write_bytes(text.encode("shift_jis" if "\N{HALFWIDTH KATAKANA LETTER A}" in text else "utf-8"))
        monkeypatch.setattr(printed, "CATALOGUE", tmp_path / "catalogue")
        with pytest.raises(SystemExit) as end:
            call_command("cards", "check")
        assert isinstance(end.value.code, int)
        return end.value.code, capsys.readouterr().err.replace(printed._display_path(file), "harbour.toml")

    return check


def test_valid_set_passes(checked):
    assert checked(SET_FILE) == (0, "")


@pytest.mark.parametrize(
    ("right", "wrong", "line", "reason"),
    [
        ('game = "enemy"', 'game = "chess"', SET, "game 'chess' is not one of enemy"),
        ('code = "HX"', 'code = "H-X"', SET, "'H-X' must be one to eight ASCII letters and digits"),
        (', ja = "港"', "", SET, "a text needs en and ja, not ['en']"),
        ('en = "Harbour"', 'fr = "Port"', SET, "a text needs en and ja, not ['fr', 'ja']"),
        ("common = 1", "common = 2", PRODUCT, "product booster: it needs 2 common cards, but the set has 1"),
        ("common = 1", "rare = 1", PRODUCT, "product booster: it needs 1 rare cards, but the set has 0"),
        ("common = 1", "common = 0", PRODUCT, "product booster: the number of common cards must be positive, not 0"),
        (
            "{ common = 1 }",
            "{ common = 1 }\nwild = [{ rare = 1 }]",
            PRODUCT,
            "product booster: it needs 1 rare cards, but the set has 0",
        ),
        (
            "{ common = 1 }",
            "{ common = 1 }\nwild = [{ common = 1, uncommon = 1 }]",
            PRODUCT,
            "product booster: it needs 2 common cards, but the set has 1",
        ),
        (
            "{ common = 1 }",
            "{ common = 1 }\nwild = [{ uncommon = 0 }]",
            PRODUCT,
            "product booster: the weight of uncommon cards must be positive, not 0",
        ),
        (
            "{ common = 1 }",
            "{ common = 1 }\nwild = [{}]",
            PRODUCT,
            "product booster: a wild slot must have weights of rarities, not {}",
        ),
        ("{ common = 1 }", "{ common = 1 }\nwild = 3", PRODUCT, "wild must be list, not 3"),
        ("[[product]]", "[[produce]]", PRODUCT, "unknown fields in file: produce"),
        ("HX-C01 = 4", "HX-C09 = 4", DECK, "deck lights: there is no card HX-C09 in this set"),
        ("HX-C01 = 4", "HX-C01 = 0", DECK, "deck lights: the number of copies of HX-C01 must be positive, not 0"),
        ('["HX-C01"]', '["HX-C09"]', PLAN, "archetype lamps: there is no card HX-C09 in this set"),
        ('["HX-C01"]', '["HX-C01", "HX-C01"]', PLAN, "archetype lamps: a card is listed twice"),
        ('["HX-C01"]', '["HX-C01"]\nplan = 1', PLAN, "unknown fields in archetype lamps: plan"),
        ("[[archetype]]", "[archetype]", PLAN, "archetype must be a list of tables"),
        ('number = "C02"', 'number = "C01"', ELK, "the number C01 is used twice"),
        ('number = "C02"\n', "", ELK, "number is missing"),
        (', ja = "エルク"', "", ELK, "a text needs en and ja, not ['en']"),
        ('ja = "エルク"', 'ja = ""', ELK, "a text needs en and ja, not ['en']"),
        ('en = "Elk"', 'en = "E\\nlk"', ELK, "a text must be a single line"),
        (
            'type = "pc"',
            'type = "spell"',
            ELK,
            "C02: type 'spell' is not one of monster, pc, item, action, event, field",
        ),
        ('"uncommon"', '"mythic"', ELK, "C02: the rarity must be one of common, uncommon, rare"),
        ("destiny = 3\n", "", ELK, "C02: destiny is missing"),
        ("destiny = 3", 'destiny = "3"', ELK, "C02.destiny: '3' is not int"),
        ("destiny = 3", "destiny = true", ELK, "C02.destiny: True is not int"),
        ("destiny = 3", "destiny = 100", ELK, "C02: a number on a card must be at most 99"),
        ("destiny = 3", "destiny = 3\nstrenght = 3", ELK, "C02: unknown strenght; there are destiny"),
        ("destiny = 3", "destiny = 3\nreward = [{ draw = 1 }]", ELK, "C02: unknown reward; there are destiny"),
        ('"long_arm"', '"paladin"', ELK, "C02.class: 'paladin' is not one of twin_blade"),
        ('"goblin"', '"tapir"', LAMPLIGHTER, "C01: unknown word 'tapir'"),
        ('what = { element = "fire" }', 'what = { element = "ice" }', LAMPLIGHTER, "C01.requires.spot.what.element: "),
        ('what = { element = "fire" }', "what = { colour = 1 }", LAMPLIGHTER, "C01.requires.spot.what: unknown colour"),
        ("spot =", "spy =", LAMPLIGHTER, "C01.requires: unknown spy; there are spot, against"),
        ("when = { against", "when = { agianst", LAMPLIGHTER, "C01.text.bonus.when: unknown agianst; there are spot"),
        (
            "text = [{ bonus",
            "text = [{ draw = 1 }, { bonus",
            LAMPLIGHTER,
            "C01.text[0]: no verb 'draw'; there are aura",
        ),
        ("draw = 1", "win = 1", LAMPLIGHTER, "C01.reward: no verb 'win'; there are destiny_again"),
        ("draw = 1", "draw = { cards = 1 }", LAMPLIGHTER, "C01.reward.draw: unknown cards; there are count"),
        ("draw = 1", f"if = {'{ a = ' * 30}1{' }' * 30}", LAMPLIGHTER, "C01: its texts are nested too deeply"),
        ("destiny = 3", "destiny = ", ELK + 5, "Invalid value (at line 39, column 11)"),
        ("destiny = 3", "destiny = 3\ndestiny = 4", ELK + 6, "Cannot overwrite a value"),
        ('[[card]]\nnumber = "C02"', '[[card]\nnumber = "C02"', ELK, "Expected ']]' at the end of an array"),
        ('class = "long_arm"\n', "class = {", ELK + 6, "Invalid initial character for a key part"),
        ("Lights", "\N{HALFWIDTH KATAKANA LETTER A}", SET + 3, "not UTF-8"),
        (SET_FILE, "", 1, "set is missing"),
    ],
)
def test_error_is_one_line_with_file_line_and_reason(checked, right: str, wrong: str, line: int, reason: str):
    assert right in SET_FILE

    code, message = checked(SET_FILE.replace(right, wrong, 1))

    assert code == 2
    assert message.startswith(f"harbour.toml:{line}: {reason}")
    assert message.count("\n") == 1
