"""Card texts: labels, articles, plurals, counters and the use of "other"."""

from typing import Any

import pytest

from gameplay.games.enemy.text import describe
from tests.gameplay.games.enemy.cards import BLANK, event, item, monster, pc, printed
from tests.gameplay.games.enemy.duel import Side, lay


def card_text(type_: str, language: str = "en", **facts: Any) -> list[tuple[str, str]]:
    return list(describe(printed("Trial", type_, **facts), language).paragraphs)


def spot(count: int = 1, **what: Any) -> dict[str, Any]:
    return {"spot": {"what": what, "count": count}}


@pytest.mark.parametrize(
    ("requires", "english", "japanese"),
    [
        ([spot(element="earth")], "Spot an {earth} card.", "{earth}のカード1枚を指定する。"),
        ([spot(2, species="goblin")], "Spot 2 goblins.", "ゴブリン2体を指定する。"),
        (
            [spot(type="pc", whose="theirs"), spot(element="fire"), spot(3, species="undead")],
            "Spot an opposing PC, a {fire} card and 3 undead.",
            "相手のPC1人、{fire}のカード1枚、不死3体を指定する。",
        ),
        ([{"spot_hidden": {}}], "Only if you can spot a hidden card.", "伏せ札1枚を指定できる場合のみ。"),
        (
            [{"spot_hidden": {"whose": "theirs"}}],
            "Only if you can spot one of your opponent's hidden cards.",
            "相手の伏せ札1枚を指定できる場合のみ。",
        ),
        (
            [{"spot_hidden": {"whose": "yours"}}],
            "Only if you can spot one of your hidden cards.",
            "自分の伏せ札1枚を指定できる場合のみ。",
        ),
        ([{"party": 2}], "Only if you have 2 or more PCs.", "自分のPCが2人以上いる場合のみ。"),
        (
            [{"hidden": 1}, {"behind": True}],
            "Only if you have a hidden card and you have fewer VP than your opponent.",
            "自分の伏せ札が1枚以上ある、かつ自分の勝利点が相手より少ない場合のみ。",
        ),
    ],
)
@pytest.mark.clause("ENE-6.6", "ENE-13.6")
def test_requirements_are_in_one_line(requires: list[dict[str, Any]], english: str, japanese: str):
    assert card_text("monster", requires=requires) == [("To play", english)]
    assert card_text("monster", "ja", requires=requires) == [("プレイ条件", japanese)]


@pytest.mark.clause("ENE-13.9")
def test_requirements_of_an_action_are_for_flipping():
    lines = card_text("action", requires=[spot(element="wood")], do=[{"draw": 1}])

    assert lines == [("To flip", "Spot a {wood} card."), ("Flip", "In a fight, draw a card.")]


def test_heal_text_names_a_pc():
    assert card_text("event", do=[{"heal": {}}])[0][1] == "Heal a wounded PC of yours."


def test_destroy_hidden_text_names_the_owner():
    words = {whose: card_text("event", do=[{"destroy_hidden": whose}])[0][1] for whose in ("yours", "theirs")}

    assert words == {
        "yours": "Destroy one of your hidden cards.",
        "theirs": "Destroy one of your opponent's hidden cards.",
    }


@pytest.mark.clause("ENE-9.2")
def test_legal_bearers_are_in_the_text():
    assert card_text("item", weights=["medium", "heavy"]) == [("Bearer", "Medium or heavy PC.")]
    assert card_text("item", classes=["long_arm", "blademaster"]) == [("Bearer", "Long Arm or Blademaster.")]
    assert card_text("item", "ja", classes=["wavemaster"], weights=["heavy"]) == [("装備者", "呪紋使い・重量級。")]


@pytest.mark.parametrize(
    ("ability", "english"),
    [
        (
            {"bonus": {"amount": 1, "each": {"element": "wood"}}},
            "+1 strength for each other {wood} card you can spot, up to +3.",
        ),
        (
            {"bonus": {"amount": 1, "each": {"type": "item", "whose": "yours"}}},
            "+1 strength for each item of yours you can spot, up to +3.",
        ),
        (
            {"aura": {"amount": -1, "to": {"type": "monster", "whose": "theirs"}}},
            "Each opposing monster gets -1 strength.",
        ),
        ({"aura": {"amount": 1, "to": {"type": "pc", "whose": "yours"}}}, "Each other PC of yours gets +1 strength."),
        (
            {"bonus": {"amount": 2, "when": {"beside": {"element": "fire"}}}},
            "+2 strength while another {fire} monster attacks.",
        ),
    ],
)
def test_other_is_used_only_if_the_card_itself_could_match(ability: dict[str, Any], english: str):
    assert card_text("monster", text=[ability]) == [("", english)]


def test_item_that_counts_pcs_excludes_its_bearer():
    alice, ada, amy = (pc(name, 1, element="water") for name in ("Alice", "Ada", "Amy"))
    crown = item("Crown", text=[{"bonus": {"amount": 1, "each": {"type": "pc", "whose": "yours"}}}])
    duel = lay(Side(hand=[monster("Wolf", 3)]), Side(pcs=[(alice, crown), ada, amy], deck=[BLANK]))

    duel.choose("attack", "Wolf").choose("fight").choose("pair", "Alice", "Wolf")

    assert duel.events("compared") == [("Alice", 3, 3)]


def test_recovering_several_cards_has_a_plural_text():
    search = event("Search", {"recover": {"what": {}, "count": 2}})
    duel = lay(Side(hand=[search], discard=[monster(name) for name in ("Ant", "Bee", "Cat")]))

    duel.choose("event", "Search").choose("recover", "Cat").choose("recover", "Ant")

    assert [name for _, name in duel.events("recovered")] == ["Cat", "Ant"]
    assert duel.zone("discard", 0) == ["Bee", "Search"]
