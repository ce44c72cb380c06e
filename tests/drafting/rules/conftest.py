"""A small set, with enough cards of each rarity for packs of 7 commons, 3 uncommons and 1 rare."""

import pytest

from cards.printed import CardSet, parse_set
from drafting.rules.packs import Booster

PRINTED = {"common": 14, "uncommon": 6, "rare": 4, "tournament": 2, "promo": 2}


@pytest.fixture(scope="session")
def card_set() -> CardSet:
    lines = ["[set]", 'game = "enemy"', 'code = "TS"', 'name = {en = "Test set"}']
    for rarity, count in PRINTED.items():
        for place in range(1, count + 1):
            number = f"{rarity[0].upper()}{place:02}"
            lines += ["[[card]]", f'number = "{number}"', f'name = {{en = "{rarity} {place}"}}']
            lines += ['type = "monster"', f'rarity = "{rarity}"']
    for code, slots in (
        ("booster", "{common = 7, uncommon = 3, rare = 1}"),
        ("level-up", "{common = 8, tournament = 1}"),
    ):
        lines += ["[[product]]", f'code = "{code}"', f'name = {{en = "{code}"}}', f"slots = {slots}"]
    return parse_set("\n".join(lines), file="test.toml")


@pytest.fixture(scope="session")
def booster(card_set: CardSet) -> Booster:
    return Booster(card_set, card_set.product("booster"))
