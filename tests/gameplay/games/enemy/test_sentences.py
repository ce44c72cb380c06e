"""The game's sentences: each uses only the fields of its code."""

import string

import pytest

from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.views import view_for_seat
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.sentences import SENTENCES
from tests.gameplay.games.enemy.cards import BLANK, event
from tests.gameplay.games.enemy.duel import ALICE, Side, lay

SAYS = {
    f"{kind}-{code}": say
    for kind, says in {"event": SENTENCES.events, "ask": SENTENCES.asks, "option": SENTENCES.options}.items()
    for code, say in says.items()
}
UNSEEN = {code: say for code, say in SAYS.items() if say.redacted_template}


def named(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("say", SAYS.values(), ids=SAYS)
def test_sentence_uses_only_its_fields(say: Sentence):
    assert named(say.template) <= set(say.fields)
    assert all(field.isidentifier() for field in say.fields)


@pytest.mark.parametrize("say", UNSEEN.values(), ids=UNSEEN)
def test_redacted_sentence_names_the_seat_and_no_card(say: Sentence):
    assert say.fields[0] == "seat"
    assert named(say.redacted_template) <= {field for field in say.fields if not field.startswith("card")}


def test_only_sentences_of_texts_judges_and_take_backs_have_no_clause():
    without_clause = {
        kind: {code for code, say in says.items() if not say.clause}
        for kind, says in (("asks", SENTENCES.asks), ("events", SENTENCES.events))
    }

    assert without_clause["asks"] == {"may", "either_for", "discard_for", "recover_for", "return_for"}
    assert without_clause["events"] == {
        *("corrected", "rewound", "moved", "moved_unseen", "marked", "cleared", "take_back"),
        *("drew", "discarded", "spared", "returned", "recovered", "looked"),
        *("concede", "time", "stopped", "over"),
    }


def test_asks_of_texts_show_the_rules_text():
    reads = {code for code, say in SENTENCES.asks.items() if say.show_rules_text}

    assert reads == {code for code in SENTENCES.asks if code.endswith("_for")} - {"bearer_for"} | {"may", "feed"}
    assert {code for code, say in SENTENCES.options.items() if say.show_rules_text} == {
        "event",
        "use",
        "flip",
        "reward",
    }


def test_every_value_of_a_field_has_a_term():
    zones = {place.name for place in lay(Side()).table.zones()}

    assert zones | {"top"} == set(SENTENCES.zones)
    assert {field: set(words) for field, words in SENTENCES.terms.items()} == {
        "reason": {"vp", "deck", "time", "concede"},
        "moment": {"attack", "fight", "destiny"},
        "variant": set(RULESET.variants),
        "variant_sense": set(RULESET.variants),
        "zone": set(SENTENCES.zones),
        "mark": set(RULESET.corrections.MARKS),
    }


def test_option_names_the_positions_of_its_cards():
    expose = event("Expose", {"destroy_hidden": "theirs"})
    duel = lay(Side(hand=[expose]), Side(hidden=[BLANK, BLANK]))
    aims = {option["code"]: option["cards"] for option in view_for_seat(duel.game, ALICE)["ask"]["options"]}
    assert aims["event"] == ["hand0.0"]

    duel.choose("event", "Expose")

    options = view_for_seat(duel.game, ALICE)["ask"]["options"]
    assert [option["cards"] for option in options] == [["hidden1.0"], ["hidden1.1"]]
