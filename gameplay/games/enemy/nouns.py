"""Nouns for card texts in English and Japanese.

A noun is (singular, plural, Japanese). Elements are written as ``{fire}`` in texts: faces draw
a symbol, and screen readers read a word. A symbol in a text cannot be spotted (ENE-13.7).
"""

from gameplay.engine.text.wording import Noun

TYPES: dict[str, Noun] = {
    "monster": ("monster", "monsters", "モンスター"),
    "pc": ("PC", "PCs", "PC"),
    "item": ("item", "items", "アイテム"),
    "action": ("action", "actions", "アクション"),
    "event": ("event", "events", "イベント"),
    "field": ("field", "fields", "フィールド"),
    "grunty": ("Grunty", "Grunties", "グランティ"),
}

CARD: Noun = ("card", "cards", "カード")
GOBLIN_ITEM: Noun = ("goblin item", "goblin items", "ゴブリンアイテム")

COUNTERS = {"pc": "人", "monster": "体"}

SELF_PHRASES: dict[str, tuple[str, str]] = {  # the replacement of {self} in a text, by card type
    "monster": ("this monster", "このモンスター"),
    "pc": ("this PC", "このPC"),
    "item": ("its bearer", "装備者"),
    "action": ("your side", "自分側"),
}

CLASSES: dict[str, Noun] = {
    "twin_blade": ("Twin Blade", "Twin Blades", "双剣士"),
    "long_arm": ("Long Arm", "Long Arms", "重槍使い"),
    "wavemaster": ("Wavemaster", "Wavemasters", "呪紋使い"),
    "heavy_blade": ("Heavy Blade", "Heavy Blades", "重剣士"),
    "heavy_axeman": ("Heavy Axeman", "Heavy Axemen", "重斧使い"),
    "blademaster": ("Blademaster", "Blademasters", "剣士"),
}

WEIGHT_NAMES: dict[str, tuple[str, str]] = {
    "light": ("light", "軽量"),
    "medium": ("medium", "中量"),
    "heavy": ("heavy", "重量"),
}

SUBTYPES: dict[str, Noun] = {
    "weapon": ("weapon", "weapons", "武器"),
    "armor": ("armor", "armors", "鎧"),
    "helm": ("helm", "helms", "兜"),
    "boots": ("boots", "boots", "靴"),
    "shield": ("shield", "shields", "盾"),
    "accessory": ("accessory", "accessories", "装身具"),
}

SPECIES: dict[str, Noun] = {
    "beast": ("beast", "beasts", "獣"),
    "bird": ("bird", "birds", "鳥"),
    "construct": ("construct", "constructs", "機械"),
    "dragon": ("dragon", "dragons", "竜"),
    "elemental": ("elemental", "elementals", "精霊"),
    "goblin": ("goblin", "goblins", "ゴブリン"),
    "insect": ("insect", "insects", "昆虫"),
    "plant": ("plant", "plants", "植物"),
    "undead": ("undead", "undead", "不死"),
    "warrior": ("warrior", "warriors", "戦士"),
    "worm": ("worm", "worms", "蟲"),
}
