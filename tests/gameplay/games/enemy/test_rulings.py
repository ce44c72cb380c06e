"""The rulings that an event may take for itself, in words."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from gameplay.games.enemy import RULESET
from gameplay.games.enemy.variants import Variant

RULINGS = RULESET.sentences.rulings
HINTS = get_type_hints(Variant)


def test_every_switch_between_words_or_of_yes_and_no_is_a_ruling_with_words_for_all_its_values():
    def values(kind: Any) -> tuple[Any, ...]:
        return get_args(kind) if get_origin(kind) is Literal else (True, False) if kind is bool else ()

    found = {field.name: set(values(HINTS[field.name])) for field in fields(Variant) if values(HINTS[field.name])}

    assert {name: set(ruling.values) for name, ruling in RULINGS.items()} == found


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
def test_what_cannot_be_ruled_is_refused_with_its_field(switches: dict[str, Any], code: str, field: str, clause: str):
    (fault,) = RULESET.ruling_faults("draft", switches)

    assert (fault.code, fault.field, fault.clause) == (code, field, clause)


def test_a_refusal_lists_what_there_is():
    told = [str(fault) for fault in RULESET.ruling_faults("draft", {"must_play": "no", "burn": True})]

    assert told[0] == "must_play cannot be no. It can be: true, false."
    assert told[1].startswith("burn: there is no such ruling. There are: redraw, end_trigger,")


def test_what_is_as_usual_is_left_out():
    switches = {"target": 5, "redraw": "discard", "must_play": True}

    assert [*RULESET.ruling_faults("draft", {"redraw": "shuffle", "must_play": False})] == []
    assert RULESET.changed_switches("draft", switches) == {"redraw": "discard"}
    assert RULESET.changed_switches("sample", switches) == {"target": 5}
