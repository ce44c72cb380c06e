"""The vocabulary of card texts in English and Japanese.

A noun is (singular, plural, Japanese).
"""

from gameplay.engine.text.wording import Noun

TYPES: dict[str, Noun] = {
    "weapon": ("weapon", "weapons", "兵装"),
    "order": ("order", "orders", "指令"),
    "facility": ("facility", "facilities", "設備"),
    "damage": ("damage card", "damage cards", "ダメージカード"),
    "secret": ("secret plan", "secret plans", "秘策"),
}
UNIT: Noun = ("unit", "units", "ユニット")

KIN_NAMES: dict[str, Noun] = {
    "vehicle": ("vehicle", "vehicles", "車両"),
    "aircraft": ("aircraft", "aircraft", "航空機"),
    "vessel": ("vessel", "vessels", "艦艇"),
    "infantry": ("infantry", "infantry", "歩兵"),
    "emplacement": ("emplacement", "emplacements", "砲台"),
    "machine": ("machine", "machines", "機械兵"),
}

RANGE_WORDS: dict[str, str] = {"long": "LONG", "middle": "MIDDLE", "short": "SHORT"}

AILMENT_WORDS: dict[str, tuple[str, str]] = {
    "down": ("Down", "ダウン"),
    "jammed": ("Jammed", "妨害"),
    "cut_off": ("Cut Off", "補給遮断"),
}

DECK_PHRASES: dict[str, tuple[str, str]] = {
    "weapon": ("the weapon deck", "兵器デッキ"),
    "operation": ("the operation deck", "作戦デッキ"),
}


def area_text(targets: int) -> str:
    """Return the attack area as printed (HAG-1.11)."""
    return {0: "ALL", 1: "SINGLE"}.get(targets, f"MULTI-{targets}")
