"""Card texts in both languages: verbs and conditions."""

from typing import Any

import pytest

from gameplay.games.rm2k import RULESET
from tests.gameplay.games.rm2k.cards import printed

DO: list[tuple[dict[str, Any], str, str]] = [
    ({"draw": 2}, "Draw 2 cards.", "カードを2枚引く。"),
    ({"draw": {"who": "opponent"}}, "An opponent draws a card.", "相手1人はカードを1枚引く。"),
    ({"draw": {"count": 2, "who": "each"}}, "Each player draws 2 cards.", "各プレイヤーはカードを2枚引く。"),
    ({"discard": {"count": 2, "who": "you"}}, "Discard 2 cards.", "自分は手札を2枚捨てる。"),
    ({"discard": {"who": "opponent"}}, "An opponent discards a card.", "相手1人は手札を1枚捨てる。"),
    ({"discard": {"who": "each"}}, "Each player discards a card.", "各プレイヤーは手札を1枚捨てる。"),
    ({"score": 2}, "You get 2 VP.", "自分は勝利点2点を得る。"),
    ({"score": {"amount": 2, "who": "opponent"}}, "An opponent gets 2 VP.", "相手1人は勝利点2点を得る。"),
    ({"score": -3}, "You lose 3 VP.", "自分は勝利点3点を失う。"),
    ({"score": {"amount": -1, "who": "each"}}, "Each player loses 1 VP.", "各プレイヤーは勝利点1点を失う。"),
    ({"score": {"amount": -1, "who": "opponent"}}, "An opponent loses 1 VP.", "相手1人は勝利点1点を失う。"),
    ({"score": {"amount": 1, "who": "each"}}, "Each player gets 1 VP.", "各プレイヤーは勝利点1点を得る。"),
    ({"disrupt": {}}, "Delete the Syncing card on an opposing User.", "相手の同期中のカード1枚を削除する。"),
    (
        {"disrupt": {"whose": "yours"}},
        "Delete the Syncing card on a User of yours.",
        "自分の同期中のカード1枚を削除する。",
    ),
    (
        {"delete": {"what": {"symbol": "weapon", "whose": "theirs"}}},
        "Delete an opposing Weapon.",
        "相手の武器1枚を削除する。",
    ),
    ({"delete": {"what": {}}}, "Delete a User or Attach.", "ユーザーかアタッチ1枚を削除する。"),
    (
        {"delete": {"what": {"type": "user", "whose": "theirs"}, "each": True}},
        "Delete each opposing User.",
        "相手のユーザーをすべて削除する。",
    ),
    (
        {"return": {"what": {"lagged": True}}},
        "Return a lagged User to its owner's hand.",
        "ラグのあるユーザー1人を持ち主の手札に戻す。",
    ),
    (
        {"return": {"what": {"lagged": False, "whose": "yours"}}},
        "Return an unlagged User of yours to its owner's hand.",
        "自分のラグのないユーザー1人を持ち主の手札に戻す。",
    ),
    (
        {"recover": {"what": {"symbol": "familiar"}}},
        "Return a Familiar from your discard pile to your hand.",
        "自分の捨て札の使い魔1枚を手札に加える。",
    ),
    (
        {"recover": {"what": {}}},
        "Return a card from your discard pile to your hand.",
        "自分の捨て札のカード1枚を手札に加える。",
    ),
    (
        {"recover": {"what": {"skill": "gamer"}}},
        "Return a Gamer card from your discard pile to your hand.",
        "自分の捨て札のゲーマーのカード1枚を手札に加える。",
    ),
    (
        {"lag": {"count": 2, "what": {"attribute": "knight", "whose": "theirs"}}},
        "Put 2 lag on an opposing knight User.",
        "相手の騎士のユーザー1人にラグを2個置く。",
    ),
    (
        {"lag": {"whom": "each", "what": {"lagged": True}}},
        "Put 1 lag on each lagged User.",
        "ラグのあるユーザーすべてにラグを1個置く。",
    ),
    (
        {"lag": {"whom": "fighters"}},
        "Put 1 lag on each of your Users in this Challenge.",
        "このチャレンジの自分の各ユーザーにラグを1個置く。",
    ),
    ({"clear": {}}, "Remove 1 lag from a User.", "ユーザー1人のラグを1個取り除く。"),
    ({"clear": {"count": 2}}, "Remove up to 2 lag from a User.", "ユーザー1人のラグを2個まで取り除く。"),
    (
        {"bandwidth": {}},
        "A User gets -1 bandwidth until the end of the turn.",
        "ユーザー1人はターン終了まで帯域-1。",
    ),
    (
        {"bandwidth": {"amount": 1, "forever": True, "whom": "each"}},
        "Each User gets +1 bandwidth permanently.",
        "ユーザーすべては永久に帯域+1。",
    ),
    (
        {"tune": {"skill": "argue", "amount": 2, "whom": "fighters"}},
        "Each of your Users in this Challenge gets +2 Argue until the end of the turn.",
        "このチャレンジの自分の各ユーザーはターン終了まで議論+2。",
    ),
    ({"boost": 2}, "Your side of this Challenge gets +2.", "このチャレンジの自分側は+2。"),
    (
        {"boost": {"amount": 2, "theirs": True}},
        "The other side of this Challenge gets +2.",
        "このチャレンジの相手側は+2。",
    ),
    ({"charge": 1}, "Put 1 sync token on a Syncing card of yours.", "自分の同期中のカード1枚に同期トークンを1個置く。"),
    (
        {"charge": 3},
        "Put 3 sync tokens on a Syncing card of yours.",
        "自分の同期中のカード1枚に同期トークンを3個置く。",
    ),
    ({"may": [{"draw": 1}]}, "You may draw a card.", "カードを1枚引くことができる。"),
    (
        {"either": {"one": [{"draw": 1}], "other": [{"score": 1}]}},
        "Choose one: draw a card; or you get 1 VP.",
        "「カードを1枚引く」か「自分は勝利点1点を得る」のどちらかを行う。",
    ),
]
WHEN: list[tuple[dict[str, Any], str, str]] = [
    (
        {"have": {"what": {"type": "user", "whose": "yours"}, "count": 3}},
        "you have 3 or more Users in play",
        "自分の場にユーザーが3人以上いる",
    ),
    ({"have": {"what": {"symbol": "weapon"}}}, "there is a Weapon in play", "場に武器が1枚以上ある"),
    (
        {"have": {"what": {"attribute": "witch"}, "count": 2}},
        "there are 2 or more witch Users and Attaches in play",
        "場に魔女のユーザーかアタッチが2枚以上ある",
    ),
    (
        {"have": {"what": {"type": "attach", "whose": "yours"}}},
        "you have an Attach in play",
        "自分の場にアタッチが1枚以上ある",
    ),
    (
        {"buried": {"what": {"type": "event"}}},
        "you have an Event in your discard pile",
        "自分の捨て札にイベントが1枚以上ある",
    ),
    (
        {"buried": {"what": {"skill": "argue"}}},
        "you have an Argue card in your discard pile",
        "自分の捨て札に議論のカードが1枚以上ある",
    ),
    (
        {"buried": {"what": {"skill": "script"}, "count": 4}},
        "you have 4 or more Script cards in your discard pile",
        "自分の捨て札にスクリプトのカードが4枚以上ある",
    ),
    ({"able": {"skill": "otaku", "least": 3}}, "this User has Otaku 3 or more", "このユーザーのオタクが3以上である"),
    ({"vp": 4}, "you have 4 or more VP", "自分の勝利点が4点以上である"),
    ({"attached": 2}, "this User has 2 or more Attaches", "このユーザーにアタッチが2枚以上ある"),
    ({"won": 1}, "you have won 1 or more Challenges", "自分がチャレンジに1回以上勝っている"),
    ({"hand": 5}, "you have 5 or more cards in hand", "自分の手札が5枚以上ある"),
    ({"behind": True}, "an opponent has more VP than you", "自分より勝利点の多い相手がいる"),
    ({"behind": False}, "no opponent has more VP than you", "自分より勝利点の多い相手がいない"),
    ({"challenge": "argue"}, "an Argue Challenge is in progress", "議論のチャレンジ中である"),
    ({"challenge": "gamer"}, "a Gamer Challenge is in progress", "ゲーマーのチャレンジ中である"),
    ({"alone": True}, "you have only one User in play", "自分の場のユーザーが1人だけである"),
    ({"alone": False}, "you have more than one User in play", "自分の場のユーザーが2人以上いる"),
    (
        {"vp": 2, "hand": 3},
        "you have 2 or more VP and you have 3 or more cards in hand",
        "自分の勝利点が2点以上である、かつ自分の手札が3枚以上ある",
    ),
]
TEXT: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "event",
        {"do": [{"cancel": {}}], "answers": ["event"]},
        "React In response to an opponent's Event, prevent it.",
        "リアクト 相手のイベントに応じて、それを無効にする。",
    ),
    (
        "event",
        {"do": [{"cancel": {}}], "answers": ["event", "ability", "challenge"]},
        "React In response to an opponent's Event or ability or Challenge, prevent it.",
        "リアクト 相手のイベントか能力かチャレンジに応じて、それを無効にする。",
    ),
    (
        "attach",
        {"theirs": True, "text": [{"width": -1}]},
        "Attach this card to an opposing User. / -1 bandwidth.",
        "相手のユーザーに付けて場に出す。 / 帯域-1。",
    ),
    (
        "attach",
        {"text": [{"level": {"skill": "argue", "when": {"vp": 3, "hand": 2}}}]},
        "+1 Argue while you have 3 or more VP and you have 2 or more cards in hand.",
        "自分の勝利点が3点以上である、かつ自分の手札が2枚以上ある間、議論+1。",
    ),
    (
        "attach",
        {"text": [{"level": {"skill": "gamer", "amount": 2, "when": {"vp": 3}}}]},
        "+2 Gamer while you have 3 or more VP.",
        "自分の勝利点が3点以上である間、ゲーマー+2。",
    ),
    (
        "attach",
        {"text": [{"edge": 1}]},
        "Its User's side in a Challenge gets +1 to its total.",
        "チャレンジでこれを持つユーザーの側の合計は+1。",
    ),
    (
        "challenge",
        {"text": [{"edge": {"amount": 2, "to": "attackers"}}]},
        "The Attackers' side gets +2 to its total.",
        "アタッカー側の合計は+2。",
    ),
    (
        "challenge",
        {"text": [{"edge": {"amount": -1, "to": "defenders", "when": {"won": 1, "hand": 2}}}]},
        (
            "The Defenders' side gets -1 to its total while you have won 1 or more Challenges"
            " and you have 2 or more cards in hand."
        ),
        "自分がチャレンジに1回以上勝っている、かつ自分の手札が2枚以上ある間、ディフェンダー側の合計は-1。",
    ),
    ("challenge", {"win": [{"score": 2}]}, "Winner You get 2 VP.", "勝者 自分は勝利点2点を得る。"),
    (
        "challenge",
        {"lose": [{"lag": {"whom": "fighters"}}]},
        "Loser Put 1 lag on each of your Users in this Challenge.",
        "敗者 このチャレンジの自分の各ユーザーにラグを1個置く。",
    ),
    (
        "user",
        {"use": {"do": [{"draw": 1}], "lag": 2}},
        "Ability Once a turn, put 2 lag on this User: draw a card.",
        "能力 ターンに一度、このユーザーにラグを2個置いて使う。カードを1枚引く。",
    ),
    (
        "user",
        {"use": {"do": [{"draw": 1}], "lag": 0}},
        "Ability Once a turn: draw a card.",
        "能力 ターンに一度、カードを1枚引く。",
    ),
    (
        "user",
        {"goal": {"when": {"vp": 3}, "vp": 4}},
        "Goal If you have 3 or more VP, you get 4 VP (once).",
        "目標 自分の勝利点が3点以上である場合、勝利点4点を得る(一度だけ)。",
    ),
    (
        "user",
        {"goal": {"when": {"vp": 3}, "vp": 4, "takes": True}},
        "Goal If you have 3 or more VP, you take 4 VP from an opponent (once).",
        "目標 自分の勝利点が3点以上である場合、相手1人から勝利点4点を奪う(一度だけ)。",
    ),
    (
        "user",
        {"goal": {"when": {"vp": 3}}},
        "Goal If you have 3 or more VP, you win the game.",
        "目標 自分の勝利点が3点以上である場合、ゲームに勝つ。",
    ),
    (
        "user",
        {"use": {"do": [{"lag": {"whom": "self"}}], "lag": 0}},
        "Ability Once a turn: put 1 lag on this User.",
        "能力 ターンに一度、このユーザーにラグを1個置く。",
    ),
    (
        "user",
        {"text": [{"on": {"happens": "begins", "do": [{"draw": 1}]}}]},
        "At the beginning of your turn, draw a card.",
        "自分のターンの開始時、カードを1枚引く。",
    ),
    (
        "user",
        {"text": [{"on": {"happens": "ends", "do": [{"draw": 1}]}}]},
        "At the end of your turn, draw a card.",
        "自分のターンの終了時、カードを1枚引く。",
    ),
    (
        "user",
        {"text": [{"on": {"happens": "enters", "do": [{"draw": 1}]}}]},
        "When this card enters play, draw a card.",
        "このカードが場に出た時、カードを1枚引く。",
    ),
    (
        "user",
        {"text": [{"on": {"happens": "wins", "do": [{"draw": 1}]}}]},
        "When this User wins a Challenge, draw a card.",
        "このユーザーがチャレンジに勝った時、カードを1枚引く。",
    ),
    (
        "attach",
        {"text": [{"on": {"happens": "wins", "do": [{"draw": 1}]}}]},
        "When its User wins a Challenge, draw a card.",
        "これを持つユーザーがチャレンジに勝った時、カードを1枚引く。",
    ),
    (
        "user",
        {"text": [{"on": {"happens": "loses", "do": [{"draw": 1}]}}]},
        "When this User loses a Challenge, draw a card.",
        "このユーザーがチャレンジに負けた時、カードを1枚引く。",
    ),
    (
        "attach",
        {"text": [{"on": {"happens": "loses", "do": [{"draw": 1}]}}]},
        "When its User loses a Challenge, draw a card.",
        "これを持つユーザーがチャレンジに負けた時、カードを1枚引く。",
    ),
    (
        "attach",
        {"theirs": True, "text": [{"on": {"happens": "begins", "do": [{"draw": 1}]}}]},
        "Attach this card to an opposing User. / At the beginning of the turn of its User's player, draw a card.",
        "相手のユーザーに付けて場に出す。 / そのユーザーのプレイヤーのターンの開始時、カードを1枚引く。",
    ),
]


def card_text(type_: str, language: str, **facts: Any) -> str:
    """Return the paragraphs of a card with these facts."""
    lines = RULESET.describe(printed("Any", type_, **facts), language).paragraphs
    return " / ".join(f"{label} {text}".strip() for label, text in lines)


@pytest.mark.parametrize(("effect", "english", "japanese"), DO)
def test_text_of_a_verb(effect: dict[str, Any], english: str, japanese: str):
    assert [card_text("event", language, do=[effect]) for language in ("en", "ja")] == [english, japanese]


@pytest.mark.parametrize(("when", "english", "japanese"), WHEN)
def test_text_of_a_condition(when: dict[str, Any], english: str, japanese: str):
    effect = {"if": {"when": when, "do": [{"draw": 1}]}}

    assert card_text("event", "en", do=[effect]) == f"If {english}, draw a card."
    assert card_text("event", "ja", do=[effect]) == f"{japanese}場合、カードを1枚引く。"


@pytest.mark.parametrize(("type_", "facts", "english", "japanese"), TEXT)
def test_text_of_a_card_by_type(type_: str, facts: dict[str, Any], english: str, japanese: str):
    assert [card_text(type_, language, **facts) for language in ("en", "ja")] == [english, japanese]


@pytest.mark.parametrize(
    ("type_", "facts", "english", "japanese"),
    [
        ("user", {"attributes": ["bard", "ghost"]}, "User, bard, ghost", "ユーザー・吟遊詩人・幽霊"),
        ("attach", {"skill": "argue", "symbol": "outfit"}, "Argue Attach, Outfit", "議論・アタッチ・衣装"),
        ("event", {"skill": "otaku"}, "Otaku Event", "オタク・イベント"),
        ("event", {"answers": ["ability"]}, "Roleplay React Event", "ロールプレイ・リアクトイベント"),
        (
            "challenge", {"skill": "script", "kind": "multi_tech"},
            "Script Multi Tech Challenge",
            "スクリプト・マルチテック・チャレンジ",
        ),
    ],
)  # fmt: skip
def test_type_line_of_a_card(type_: str, facts: dict[str, Any], english: str, japanese: str):
    card = printed("Any", type_, **facts)

    assert [RULESET.describe(card, language).type_line for language in ("en", "ja")] == [english, japanese]


@pytest.mark.parametrize(
    ("type_", "facts", "type_name", "kin"),
    [
        ("user", {"attributes": ["witch", "bot"]}, ("User", "ユーザー"), ("witch", "Witch", "魔女")),
        ("user", {}, ("User", "ユーザー"), ("", "", "")),
        ("attach", {"symbol": "relic"}, ("Attach", "アタッチ"), ("relic", "Relic", "遺物")),
        ("event", {}, ("Event", "イベント"), ("", "", "")),
        ("challenge", {"kind": "duel"}, ("Challenge", "チャレンジ"), ("duel", "Duel", "デュエル")),
    ],
)
def test_a_face_names_type_and_kin(type_: str, facts: dict[str, Any], type_name: Any, kin: tuple[str, str, str]):
    english, japanese = (RULESET.face(printed("Any", type_, **facts), language) for language in ("en", "ja"))

    assert (english.type_name, japanese.type_name) == type_name
    assert (english.subtype, english.subtype_name, japanese.subtype_name) == kin
    assert (english.number, english.motif, english.corner, english.corner_name) == ("T-Any", "T-Any", "1", "Cost")
