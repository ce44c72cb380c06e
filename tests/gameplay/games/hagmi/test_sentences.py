"""Messages: templates use only fields of their codes and cite clauses."""

import string

import pytest

from gameplay.engine.core.sentences import Sentence
from gameplay.games.hagmi.sentences import RULINGS, SENTENCES
from gameplay.games.hagmi.variants import VARIANTS
from tests.gameplay.games.hagmi.duel import Side, lay

SAYS = {
    f"{kind}-{code}": say
    for kind, says in {"event": SENTENCES.events, "ask": SENTENCES.asks, "option": SENTENCES.options}.items()
    for code, say in says.items()
}


def named(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("say", SAYS.values(), ids=SAYS)
def test_a_template_names_only_fields_of_its_code(say: Sentence):
    assert named(say.template) <= set(say.fields)
    assert named(say.redacted_template) <= {field for field in say.fields if not field.startswith("card")}


def test_every_ask_but_those_of_a_text_has_a_clause():
    without = {code for code, say in SENTENCES.asks.items() if not say.clause}

    assert without == {"may", "either_for", "deck_for", "pick_for", "pick_player_for"}
    assert without | {"aim", "defend"} == {code for code, say in SENTENCES.asks.items() if say.show_rules_text}


def test_every_value_of_a_field_has_a_term():
    zones = {place.name for place in lay(Side()).table.zones()}

    assert zones == set(SENTENCES.zones)
    assert set(SENTENCES.terms["variant"]) == set(SENTENCES.terms["variant_sense"]) == set(VARIANTS)
    assert set(SENTENCES.terms["reason"]) == {"damage", "time", "quiet", "concede"}


def test_every_ruling_is_a_switch_and_its_usual_value_one_of_its_values():
    for name, ruling in RULINGS.items():
        assert all(getattr(variant, name) in ruling.values for variant in VARIANTS.values())
        assert ruling.clause.startswith("HAG-")


def test_options_that_play_a_card_show_its_text():
    reading = {code for code, say in SENTENCES.options.items() if say.show_rules_text}

    assert reading == {"process", "play", "use", "play_damage"}


def test_every_step_of_a_turn_has_its_name():
    assert set(SENTENCES.terms["step"]) == {"standby", "draw", "main", "battle", "main2", "end"}
    assert set(SENTENCES.terms["ailment"]) <= set(SENTENCES.terms["mark"])
    assert set(SENTENCES.terms["deck"]) == {"weapon", "operation"}
