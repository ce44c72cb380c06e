"""The clauses of the rules and the titles of their sections say the same in English and Japanese."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")
WRONG_CHARACTERS = re.compile(r"[０-９Ａ-Ｚａ-ｚ]|[!?,;()]|[^A-Za-z\d]\.|(?<!兵站)(?<!タイミング):|\s(?![a-z])")
POLITE = re.compile("です|ます。|ません|ください|でしょう")
NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
OTHER_NUMBERS = {"more than two": "3", "no two": "異なる", "second player": "もう1人"}

TERMS = {
    "enemy": {
        r"decks?": "デッキ",
        r"hands?": "手札",
        r"discard piles?": "捨て札",
        r"score piles?": "得点置き場",
        r"portals?": "ポータル",
        r"hid(den|e|es)?": "伏せ",
        r"monsters?": "モンスター",
        r"PCs?": "PC",
        r"items?": "アイテム",
        r"actions?": "アクション",
        r"events?": "イベント",
        r"fields?": "フィールド",
        r"Grunt(y|ies)": "グランティ",
        r"food|feed|fed": "エサ",
        r"VP": "勝利点",
        r"destiny": "宿命",
        r"strengths?": "戦力",
        r"tolerance": "耐久",
        r"rewards?": "リワード",
        r"spot(ted)?": "指定",
        r"wound(s|ed)?": "負傷",
        r"sacrificed?": "犠牲",
        r"destroy(ed)?": "破壊",
        r"flip(ped)?": "めく",
        r"stor(e|ed|able|ing)": "格納",
        r"defender": "守る側",
        r"attacker": "攻撃側",
        r"(full|sample|draft) game": "(フル|サンプル|ドラフト)ゲーム",
        r"(Draw|Play|Attack) Step": "(ドロー|プレイ|攻撃)ステップ",
    },
    "hagmi": {
        r"weapon decks?": "兵器デッキ",
        r"operation decks?": "作戦デッキ",
        r"main decks?": "メインデッキ",
        r"damage decks?": "ダメージデッキ",
        r"secret plans?": "秘策",
        r"discard(s|ed| piles?)?": "廃棄",
        r"(?<!at )hands?": "手札",
        r"units?": "ユニット",
        r"facilit(y|ies)": "設備",
        r"fuel": "燃料|燃費",
        r"consumption": "燃費",
        r"firepower": "火力",
        r"armour": "装甲",
        r"ranges?": "射程",
        r"skills?": "スキル",
        r"logistics": "兵站",
        r"produc(e|ed|es|ing|tion)": "生産",
        r"guard(s|ed)?": "守護",
        r"counters?|countered": "反撃|カウンター",
        r"resuppl(y|ies|ied)": "補給",
        r"defend(s|ed|er|ing)?|defence": "防衛",
        r"defeat(s|ed)?": "敗北",
        r"battle relation": "戦闘関係",
        r"ailments?": "状態異常",
        r"battlefield": "戦場",
        r"targets?": "対象",
        r"damage": "ダメージ",
        r"costs?": "コスト",
        r"(Main|Battle|End) phase": "(メイン|バトル|エンド)フェイズ",
    },
    "rm2k": {
        r"Users?": "ユーザー",
        r"Main Users?": "メインユーザー",
        r"Attach": "アタッチ",
        r"Events?": "イベント",
        r"Challenges?": "チャレンジ",
        r"Reacts?": "リアクト",
        r"lag": "ラグ",
        r"bandwidth": "帯域",
        r"Limbo": "リンボ",
        r"tokens?": "トークン",
        r"[Ss]ync(ed|ing)?": "同期",
        r"Instantaneous(ly)?": "即時同期",
        r"decks?": "デッキ",
        r"hands?": "手札",
        r"VP": "勝利点",
        r"goals?": "目標",
        r"Domination": "ドミネーション",
        r"Pingout": "ピングアウト",
        r"Attackers?": "アタッカー",
        r"Defenders?": "ディフェンダー",
        r"All-Fail": "オールフェイル",
        r"skills?": "スキル",
        r"deleted": "削除",
        r"costs?": "コスト",
        r"(Connect|Main|Challenge|Victory|Draw) Phase": "(コネクト|メイン|チャレンジ|ビクトリー|ドロー)フェイズ",
    },
    "drafting": {r"pods?": "ポッド", r"packs?": "パック", r"decks?": "デッキ", r"judge": "ジャッジ"},
    "tournaments": {r"pods?": "ポッド", r"Swiss": "スイスドロー", r"bye": "不戦勝", r"rematch(es)?": "再戦"},
}
"""Words of the clauses of each game or app, and what their translations contain. Both are regular expressions."""


class Text(NamedTuple):
    """A clause or the title of a section, in all its languages."""

    source: str
    id: str
    languages: dict[str, str]

    @property
    def english(self) -> str:
        return self.languages["en"]

    @property
    def japanese(self) -> str:
        return self.languages["ja"]


def read_texts(*, titles: bool) -> list[Text]:
    """Return all clauses, or all titles of sections."""
    texts = []
    for path in sorted(ROOT.glob("gameplay/games/*/clauses.toml")) + sorted(ROOT.glob("*/rules/clauses.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        source = path.parent.name if path.parent.name != "rules" else path.parents[1].name
        found = data.get("sections", {}) if titles else {clause["id"]: clause["sense"] for clause in data["clause"]}
        texts += [Text(source, id_, languages) for id_, languages in found.items()]
    return texts


CLAUSES, TITLES = read_texts(titles=False), read_texts(titles=True)


def test_all_files_are_read():
    assert {text.source for text in CLAUSES} == TERMS.keys()
    assert {text.source for text in TITLES} == TERMS.keys() - {"drafting", "tournaments"}


def test_every_text_has_both_languages():
    for text in CLAUSES + TITLES:
        assert text.languages.keys() == {"en", "ja"}, text.id
        assert JAPANESE.search(text.japanese), text.id
        assert text.english.strip(), text.id
        assert not JAPANESE.search(text.english), text.id


def test_no_two_clauses_of_a_game_share_a_translation_but_not_the_english_text():
    for source in TERMS:
        english_of: dict[str, str] = {}
        for text in CLAUSES:
            if text.source == source:
                assert english_of.setdefault(text.japanese, text.english) == text.english, text.id


def test_clauses_are_sentences_and_titles_are_not():
    assert [text.id for text in CLAUSES if not (text.japanese.endswith("。") and text.english.endswith("."))] == []
    assert [text.id for text in TITLES if text.japanese.endswith("。") or text.english.endswith(".")] == []


def test_japanese_is_in_the_style_of_a_rulebook():
    for text in CLAUSES + TITLES:
        assert not WRONG_CHARACTERS.search(text.japanese), text.id
        assert not POLITE.search(text.japanese), text.id


@pytest.mark.parametrize("source", TERMS)
def test_numbers_of_the_english_text_are_in_the_japanese_one(source: str):
    for text in (text for text in CLAUSES + TITLES if text.source == source):
        english, numbers = text.english.lower(), set(re.findall(r"\d+", text.japanese))
        for phrase, translation in OTHER_NUMBERS.items():
            if phrase in english:
                english = english.replace(phrase, "")
                assert translation in text.japanese, text.id
        words = {NUMBERS[word] for word in re.findall(r"\w+", english) if word in NUMBERS}
        assert set(re.findall(r"\d+", english)) | words <= numbers, text.id


@pytest.mark.parametrize(("source", "word"), [(source, word) for source, words in TERMS.items() for word in words])
def test_a_word_of_a_game_is_translated_in_the_same_way_everywhere(source: str, word: str):
    found = [text for text in CLAUSES if text.source == source and re.search(rf"\b({word})\b", text.english)]

    assert found
    assert [text.id for text in found if not re.search(TERMS[source][word], text.japanese)] == []
