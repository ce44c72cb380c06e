"""Card texts in both languages: verbs, skills, triggers and conditions."""

from typing import Any

import pytest

from gameplay.games.hagmi import RULESET
from tests.gameplay.games.hagmi.cards import order, weapon


def card_text(effect: dict[str, Any]) -> tuple[str, str]:
    card = order("Order", effect).printed
    return (RULESET.describe(card, "en").paragraphs[0][1], RULESET.describe(card, "ja").paragraphs[0][1])


@pytest.mark.parametrize(
    ("effect", "english", "japanese"),
    [
        ({"draw": 2}, "Draw 2 cards from one of your main decks.", "兵器デッキか作戦デッキの一方から2枚引く。"),
        ({"draw": {"deck": "weapon"}}, "Draw a card from the weapon deck.", "兵器デッキから1枚引く。"),
        ({"logistics": 3}, "Perform logistics 3.", "「兵站:3」を行う。"),
        ({"damage": 2}, "Deal 2 damage to an opposing unit.", "相手のユニット1体に2ダメージを与える。"),
        (
            {"damage": {"amount": 1, "what": {"every": True, "range": "long"}}},
            "Deal 1 damage to every LONG unit.",
            "射程LONGのユニットすべてに1ダメージを与える。",
        ),
        (
            {"hit": {"amount": 1, "who": "each"}},
            "Deal 1 damage to you and each opponent.",
            "自分とすべての相手に1ダメージを与える。",
        ),
        ({"destroy": {"what": {"kind": "facility"}}}, "Destroy a facility.", "設備1枚を破壊する。"),
        (
            {"return": {"what": {"kin": "aircraft", "whose": "yours"}}},
            "Return an aircraft of yours to its owner's hand.",
            "自分の航空機1体を持ち主の手札に戻す。",
        ),
        ({"repair": {}}, "Remove all damage from this unit.", "このユニットのダメージをすべて取り除く。"),
        (
            {"boost": {"firepower": 1, "armour": -1, "what": {"whose": "friendly"}}},
            "A friendly unit gets +1 firepower and -1 armour until the end of the turn.",
            "ターン終了時まで友軍のユニット1体は火力+1、装甲-1。",
        ),
        ({"afflict": "down"}, "An opposing unit becomes Down.", "相手のユニット1体を「ダウン」にする。"),
        (
            {"ready": {"what": {"whose": "yours"}}},
            "A unit of yours may attack again.",
            "自分のユニット1体はもう一度攻撃宣言できる。",
        ),
        (
            {"supply": {"count": 2, "source": "hand"}},
            "Put 2 cards from your hand under this unit as fuel.",
            "自分の手札から2枚をこのユニットに補給する。",
        ),
        ({"drain": 1}, "An opposing unit loses 1 fuel.", "相手のユニット1体の燃料1枚を廃棄する。"),
        ({"discard": {"count": 1}}, "An opponent discards a card.", "相手1人は手札を1枚廃棄する。"),
        ({"discard": {"count": 2, "who": "you"}}, "Discard 2 cards.", "自分は手札を2枚廃棄する。"),
        (
            {"discard": {"who": "each"}},
            "You and each opponent discard a card.",
            "自分とすべての相手は手札を1枚廃棄する。",
        ),
        (
            {"recover": "weapon"},
            "Return a weapon from your discard pile to your hand.",
            "自分の廃棄から兵装1枚を手札に加える。",
        ),
        (
            {"mend": 1},
            "Shuffle a damage card from your discard pile into your damage deck.",
            "自分の廃棄からダメージカード1枚を自分のダメージデッキに混ぜる。",
        ),
        ({"unveil": True}, "Carry out one of your secret plans.", "自分の秘策1枚を使用する。"),
        (
            {"may": [{"draw": 1}]},
            "You may draw a card from one of your main decks.",
            "兵器デッキか作戦デッキの一方から1枚引くことができる。",
        ),
        (
            {"if": {"when": {"outnumbered": True}, "do": [{"logistics": 1}]}},
            "If an opponent has more units than you, perform logistics 1.",
            "相手のユニットが自分より多い場合、「兵站:1」を行う。",
        ),
        (
            {"either": {"one": [{"logistics": 1}], "other": [{"damage": 1}]}},
            "Choose one: perform logistics 1; or deal 1 damage to an opposing unit.",
            "「「兵站:1」を行う」か「相手のユニット1体に1ダメージを与える」のどちらかを行う。",
        ),
        (
            {"roll": {"low": [{"logistics": 1}], "high": [{"damage": 1}]}},
            "Roll a die: on 1 to 3, perform logistics 1; on 4 to 6, deal 1 damage to an opposing unit.",
            "ダイスを1つ振る。1・2・3なら「「兵站:1」を行う」、4・5・6なら「相手のユニット1体に1ダメージを与える」。",
        ),
    ],
)  # fmt: skip
def test_text_of_a_verb(effect: dict[str, Any], english: str, japanese: str):
    assert card_text(effect) == (english, japanese)


@pytest.mark.parametrize(
    ("skill", "english", "japanese"),
    [
        (
            {"skill": {"fuel": 1, "hand": 2, "once": True, "do": [{"hit": {"amount": 1, "who": "you"}}]}},
            "Main (1 fuel + 2 from hand, once a turn): deal 1 damage to you.",
            "タイミング:メイン(燃料1+手札2、ターンに1度): 自分に1ダメージを与える。",
        ),
        (
            {"on": {"happens": "end", "do": [{"logistics": 1}], "when": {"fuel": 2}}},
            "At the end of your turn, if this unit has 2 or more fuel, perform logistics 1.",
            "自分のターン終了時、このユニットの燃料が2枚以上ある場合、「兵站:1」を行う。",
        ),
        (
            {"bonus": {"firepower": 1, "when": {"hand": 1, "damage_left": 2}}},
            ("This unit has +1 firepower while your damage deck has 2 or fewer cards"
            " and you have 1 or fewer cards in hand."),
            "自分のダメージデッキが2枚以下である、かつ自分の手札が1枚以下である間、このユニットは火力+1。",
        ),
        (
            {"aura": {"to": {"whose": "theirs", "damaged": True}, "armour": -1}},
            "Opposing damaged units have -1 armour.",
            "相手の損傷したユニットは装甲-1。",
        ),
        (
            {"aura": {"to": {"whose": "friendly"}, "armour": 1}},
            "Other friendly units have +1 armour.",
            "友軍の他のユニットは装甲+1。",
        ),
        (
            {"aura": {"to": {"whose": "yours", "kin": "vehicle"}, "armour": 1}},
            "Your other vehicles have +1 armour.",
            "自分の他の車両は装甲+1。",
        ),
        (
            {"aura": {"to": {"whose": "yours", "kind": "facility"}, "armour": 1}},
            "Your facilities have +1 armour.",
            "自分の設備は装甲+1。",
        ),
        (
            {"convoy": {"dice": -1}},
            "Logistics is 1 lower in your draw step.",
            "自分のドローステップの兵站の値を-1する。",
        ),
    ],
)  # fmt: skip
def test_text_of_a_skill(skill: dict[str, Any], english: str, japanese: str):
    card = weapon("Gun", skills=[skill]).printed

    assert RULESET.describe(card, "en").paragraphs[0][1] == english
    assert RULESET.describe(card, "ja").paragraphs[0][1] == japanese


@pytest.mark.parametrize(
    ("happens", "english", "japanese"),
    [
        ("produced", "When this unit is produced", "このユニットが生産された時"),
        ("you_produce", "When you produce another weapon", "自分が他の兵装を生産した時"),
        ("attacks", "When this unit declares an attack", "このユニットが攻撃宣言した時"),
        ("guards", "When this unit guards", "このユニットが守護した時"),
        ("counters", "When this unit counters", "このユニットが反撃した時"),
        ("hits", "When this unit's attack damages a player", "このユニットの攻撃がプレイヤーにダメージを与えた時"),
        ("destroyed", "When this card is destroyed", "このカードが破壊された時"),
        ("supplied", "When this unit is resupplied", "このユニットが補給された時"),
        ("you_are_hit", "When you take damage", "自分がダメージを受けた時"),
        ("standby", "At the start of your standby step", "自分のスタンバイステップ開始時に"),
        ("each_standby", "At the start of each standby step", "各スタンバイステップ開始時に"),
        ("end", "At the end of your turn", "自分のターン終了時"),
        ("each_end", "At the end of each turn", "各ターン終了時"),
    ],
)
def test_text_of_a_trigger(happens: str, english: str, japanese: str):
    card = weapon("Gun", skills=[{"on": {"happens": happens, "do": [{"logistics": 1}]}}]).printed

    assert RULESET.describe(card, "en").paragraphs[0][1] == f"{english}, perform logistics 1."
    assert RULESET.describe(card, "ja").paragraphs[0][1] == f"{japanese}、「兵站:1」を行う。"


@pytest.mark.parametrize(
    ("when", "english", "japanese"),
    [
        ({"have": {}}, "a unit is on the battlefield", "ユニットが1体以上いる"),
        ({"have": {"kin": "aircraft"}}, "an aircraft is on the battlefield", "航空機が1体以上いる"),
        (
            {"have": {"damaged": False}},
            "an undamaged unit is on the battlefield",
            "損傷のないユニットが1体以上いる",
        ),
        (
            {"have": {"kind": "facility", "whose": "theirs"}, "count": 2},
            "at least 2 opposing facilities are on the battlefield",
            "相手の設備が2枚以上いる",
        ),
        ({"fuel": 3}, "this unit has 3 or more fuel", "このユニットの燃料が3枚以上ある"),
        ({"outnumbered": True}, "an opponent has more units than you", "相手のユニットが自分より多い"),
        ({"damage_left": 4}, "your damage deck has 4 or fewer cards", "自分のダメージデッキが4枚以下である"),
        ({"hand": 2}, "you have 2 or fewer cards in hand", "自分の手札が2枚以下である"),
    ],
)
def test_text_of_a_condition(when: dict[str, Any], english: str, japanese: str):
    effect = {"if": {"when": when, "do": [{"logistics": 1}]}}

    assert card_text(effect) == (f"If {english}, perform logistics 1.", f"{japanese}場合、「兵站:1」を行う。")
