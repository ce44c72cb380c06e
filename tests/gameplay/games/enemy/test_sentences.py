"""What the game says: every sentence can be filled in from what its code carries."""

import string

import pytest

from gameplay.engine.core.sentences import Say
from gameplay.engine.core.views import view
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.sentences import WORDS
from tests.gameplay.games.enemy.cards import BLANK, event
from tests.gameplay.games.enemy.duel import ALICE, Side, lay

SAYS = {
    f"{kind}-{code}": say
    for kind, says in {"event": WORDS.events, "ask": WORDS.asks, "option": WORDS.options}.items()
    for code, say in says.items()
}
UNSEEN = {code: say for code, say in SAYS.items() if say.unseen}


def named(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("say", SAYS.values(), ids=SAYS)
def test_a_sentence_names_only_what_its_code_carries(say: Say):
    assert named(say.sentence) <= set(say.fields)
    assert all(field.isidentifier() for field in say.fields)


@pytest.mark.parametrize("say", UNSEEN.values(), ids=UNSEEN)
def test_what_others_are_told_names_whose_it_is_and_no_card(say: Say):
    assert say.fields[0] == "seat"
    assert named(say.unseen) <= {field for field in say.fields if not field.startswith("card")}


def test_only_what_a_text_a_judge_or_a_take_back_brings_about_has_no_clause():
    said = {
        kind: {code for code, say in says.items() if not say.clause}
        for kind, says in (("asks", WORDS.asks), ("events", WORDS.events))
    }

    assert said["asks"] == {"may", "either_for", "discard_for", "recover_for", "return_for"}
    assert said["events"] == {
        *("corrected", "rewound", "moved", "moved_unseen", "marked", "cleared", "take_back"),
        *("drew", "discarded", "spared", "returned", "recovered", "looked"),
        *("concede", "time", "over"),
    }


def test_what_a_text_asks_is_asked_with_the_text():
    reads = {code for code, say in WORDS.asks.items() if say.reads}

    assert reads == {code for code in WORDS.asks if code.endswith("_for")} - {"bearer_for"} | {"may", "feed"}
    assert {code for code, say in WORDS.options.items() if say.reads} == {"event", "use", "flip", "reward"}


def test_there_is_a_word_for_whatever_a_field_may_be():
    zones = {place.name for place in lay(Side()).table.places()}

    assert zones | {"top"} == set(WORDS.zones)
    assert {field: set(words) for field, words in WORDS.terms.items()} == {
        "reason": {"vp", "deck", "time", "concede"},
        "moment": {"attack", "fight", "destiny"},
        "variant": set(RULESET.variants),
        "variant_sense": set(RULESET.variants),
        "zone": set(WORDS.zones),
        "mark": set(RULESET.corrections.MARKS),
    }


def test_an_answer_names_the_places_of_its_cards_also_of_a_hidden_one():
    expose = event("Expose", {"destroy_hidden": "theirs"})
    duel = lay(Side(hand=[expose]), Side(hidden=[BLANK, BLANK]))
    aims = {option["code"]: option["cards"] for option in view(duel.game, ALICE)["ask"]["options"]}
    assert aims["event"] == ["hand0.0"]

    duel.choose("event", "Expose")

    options = view(duel.game, ALICE)["ask"]["options"]
    assert [option["cards"] for option in options] == [["hidden1.0"], ["hidden1.1"]]
