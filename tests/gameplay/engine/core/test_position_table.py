"""Tables of positions: the limits of their contents, and chance at the end of its script."""

from typing import Any

import pytest

from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.position_fields import CardRegistry, FieldReader
from gameplay.engine.core.position_table import ScriptedChance, limit_violation, read_table, read_variant
from gameplay.games import RULESETS
from gameplay.games.enemy.variants import Variant
from tests.gameplay.games.enemy.cards import catalogue

EMPTY = {"format": "passleft-position-1", "ruleset": "enemy", "variant": "draft", "step": "play", "seats": [{}, {}]}


def table() -> Any:
    return read_table(FieldReader(EMPTY, file="p.json"), RULESETS, catalogue)[1]


def scripted(*script: Any) -> ScriptedChance:
    return ScriptedChance(
        list(script), CardRegistry([], RULESETS["enemy"].definition, (), file="p.json"), file="p.json"
    )


def variant(**switches: Any) -> Variant:
    switched: Variant = read_variant(
        FieldReader({"variant": "draft", "switches": switches}, file="p.json"), RULESETS["enemy"]
    )
    return switched


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_chance_after_the_script_is_the_first_card_and_the_lowest_number():
    chance, cards = scripted(2), [7, 5, 6]

    assert (chance.number(3), chance.number(3), chance.take(cards)) == (2, 0, 7)
    assert (cards, chance.entries) == ([5, 6], [2, 0, 7])


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([3], "3 is not less than 3"),
        ([-1], "-1 is not less than 3"),
        (["Wolf"], "'Wolf' is not possible here: expected a number"),
    ],
)
def test_impossible_random_number_is_refused(script: list[Any], reason: str):
    with pytest.raises(UnreadableError) as refusal:
        scripted(*script).number(3)

    assert (refusal.value.file, refusal.value.place, refusal.value.reason) == ("p.json", "chance.0", reason)


def test_position_allows_at_most_10000_events():
    table_ = table()
    for _ in range(10_000):
        table_.events.append(("hid", 0, 0))

    with pytest.raises(UnreadableError, match=r"^p\.json: more than 10000 events"):
        table_.events.append(("hid", 0, 0))
    assert len(table_.events) == 10_000


@pytest.mark.parametrize(("value", "fault"), [(0, ""), (99, ""), (100, "from 0 to 99"), (-1, "from 0 to 99")])
def test_numeric_switch_is_from_0_to_99(value: int, fault: str):
    if not fault:
        assert variant(target=value).target == value
        return
    with pytest.raises(UnreadableError, match=fault) as refusal:
        variant(target=value)
    assert refusal.value.place == "switches.target"


def test_boolean_switch_is_not_a_number():
    assert variant(speed=True).speed is True


def test_texts_can_be_nested_20_levels_deep():
    assert limit_violation(nested(20)) is None
    assert str(limit_violation(nested(21))) == "its texts are nested too deeply"
    assert limit_violation({"do": [{"draw": nested(17)}]}) is None
    assert limit_violation({"do": [{"draw": nested(18)}]}) is not None


@pytest.mark.parametrize(("value", "is_allowed"), [(99, True), (-99, True), (100, False), (-100, False), (99.5, False)])
def test_number_on_a_card_is_at_most_99(value: float, is_allowed: bool):
    assert str(limit_violation({"number": "1", "do": [{"draw": value}]})) == (
        "None" if is_allowed else "a number on a card must be at most 99"
    )
