"""The house rulings that an event can choose."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from gameplay.games.enemy import RULESET
from gameplay.games.enemy.variants import Variant

RULINGS = RULESET.sentences.rulings
HINTS = get_type_hints(Variant)


def test_every_switch_with_named_values_is_a_ruling():
    def values(kind: Any) -> tuple[Any, ...]:
        return get_args(kind) if get_origin(kind) is Literal else (True, False) if kind is bool else ()

    switches = {field.name: set(values(HINTS[field.name])) for field in fields(Variant) if values(HINTS[field.name])}

    assert {name: set(ruling.values) for name, ruling in RULINGS.items()} == switches


@pytest.mark.parametrize(
    ("switches", "code", "field", "clause"),
    [
        ({"redraw": "burn"}, "ruling_value", "switches.redraw", "ENE-OP-15"),
        ({"must_play": 1}, "ruling_value", "switches.must_play", "ENE-OP-5"),
        ({"redraw": ["discard"]}, "ruling_value", "switches.redraw", "ENE-OP-15"),
        ({"speed_limit": 3}, "unknown_ruling", "switches.speed_limit", ""),
        ({"target": 7}, "unknown_ruling", "switches.target", ""),
    ],
)
def test_invalid_ruling_is_refused_with_its_field(switches: dict[str, Any], code: str, field: str, clause: str):
    (fault,) = RULESET.ruling_faults("draft", switches)

    assert (fault.code, fault.field, fault.clause) == (code, field, clause)


def test_refusal_lists_the_known_values():
    messages = [str(fault) for fault in RULESET.ruling_faults("draft", {"must_play": "no", "burn": True})]

    assert messages[0] == "must_play cannot be no. Choose one of these: true, false."
    assert messages[1].startswith("There is no ruling called burn. Choose one of these: redraw, end_trigger,")


def test_default_values_are_left_out():
    switches = {"target": 5, "redraw": "discard", "must_play": True}

    assert [*RULESET.ruling_faults("draft", {"redraw": "shuffle", "must_play": False})] == []
    assert RULESET.changed_switches("draft", switches) == {"redraw": "discard"}
    assert RULESET.changed_switches("sample", switches) == {"target": 5}
