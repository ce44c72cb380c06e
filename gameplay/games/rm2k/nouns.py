"""The vocabulary of card texts in English and Japanese.

A noun is (singular, plural, Japanese).
"""

from gameplay.engine.text.wording import Noun

TYPES: dict[str, Noun] = {
    "user": ("User", "Users", "ユーザー"),
    "attach": ("Attach", "Attaches", "アタッチ"),
    "event": ("Event", "Events", "イベント"),
    "challenge": ("Challenge", "Challenges", "チャレンジ"),
}
CARD: Noun = ("card", "cards", "カード")
IN_PLAY: Noun = ("User or Attach", "Users and Attaches", "ユーザーかアタッチ")
REACT: Noun = ("React Event", "React Events", "リアクトイベント")

SKILL_NOUNS: dict[str, Noun] = {
    "roleplay": ("Roleplay", "Roleplay", "ロールプレイ"),
    "otaku": ("Otaku", "Otaku", "オタク"),
    "argue": ("Argue", "Argue", "議論"),
    "script": ("Script", "Script", "スクリプト"),
    "gamer": ("Gamer", "Gamer", "ゲーマー"),
}
SYMBOLS: dict[str, Noun] = {
    "weapon": ("Weapon", "Weapons", "武器"),
    "familiar": ("Familiar", "Familiars", "使い魔"),
    "outfit": ("Outfit", "Outfits", "衣装"),
    "program": ("Program", "Programs", "プログラム"),
    "relic": ("Relic", "Relics", "遺物"),
}
KIND_NOUNS: dict[str, Noun] = {
    "attack": ("Attack", "Attacks", "アタック"),
    "multi_tech": ("Multi Tech", "Multi Techs", "マルチテック"),
    "duel": ("Duel", "Duels", "デュエル"),
    "team": ("Team", "Teams", "チーム"),
    "personal": ("Personal", "Personals", "パーソナル"),
}
ATTRIBUTES: dict[str, Noun] = {
    "artist": ("artist", "artists", "絵師"),
    "bard": ("bard", "bards", "吟遊詩人"),
    "beast": ("beast", "beasts", "獣"),
    "bot": ("bot", "bots", "ボット"),
    "critic": ("critic", "critics", "評論家"),
    "ghost": ("ghost", "ghosts", "幽霊"),
    "knight": ("knight", "knights", "騎士"),
    "lurker": ("lurker", "lurkers", "見物人"),
    "operator": ("operator", "operators", "管理人"),
    "pilot": ("pilot", "pilots", "操縦士"),
    "witch": ("witch", "witches", "魔女"),
}
ANSWERABLE_NOUNS: dict[str, Noun] = {
    "event": ("Event", "Events", "イベント"),
    "ability": ("ability", "abilities", "能力"),
    "challenge": ("Challenge", "Challenges", "チャレンジ"),
}
COUNTERS = {"user": "人"}


def tokens_text(count: int, what: str = "lag") -> str:
    """Return a number of tokens in words: "1 lag", "2 sync tokens"."""
    return f"{count} {what}" if what == "lag" else f"{count} {what}{'' if count == 1 else 's'}"
