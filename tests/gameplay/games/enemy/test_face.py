"""The layout of a card's facts on its face."""

import pytest

from cards.faces import Face, RulesParagraph, Stat, draw_face
from cards.printed import CatalogueError, PrintedCard, bundled_card_sets, parse_set
from gameplay.games.enemy.face import face

SET = """
[set]
game = "enemy"
code = "XX"
name = {{ en = "Trial" }}

[[card]]
number = "1"
name = {{ en = "Tideglass", ja = "潮ガラス" }}
rarity = "rare"
destiny = 3
{facts}
"""


def printed(facts: str) -> PrintedCard:
    return parse_set(SET.format(facts=facts), file="trial.toml").cards[0]


@pytest.mark.clause("ENE-1.11", "ENE-1.13", "ENE-1.14", "ENE-1.19")
def test_monster_face_has_strength_vp_and_storable():
    card = printed(
        'type = "monster"\nelement = "water"\nspecies = "dragon"\nstrength = 6\nvp = 2\n'
        "unique = true\nstorable = true\nreward = [{ draw = 1 }]"
    )

    assert face(card) == Face(
        name="Tideglass",
        kind="Monster · Dragon",
        tone="water",
        art="monster",
        motif="XX-1",
        number="XX-1",
        rarity="rare",
        unique=True,
        corner="3",
        corner_name="Destiny",
        icon="water",
        lines=(RulesParagraph("Reward", "Draw a card."),),
        stats=(Stat("Strength", "6", "strength"), Stat("VP", "2", "vp"), Stat("Storable", "", "storable")),
        emblem="dragon",
        type_name="Monster",
        subtype="dragon",
        subtype_name="Dragon",
    )


@pytest.mark.clause("ENE-1.15")
def test_pc_face_has_class_and_level():
    card = printed('type = "pc"\nclass = "long_arm"\nlevel = 2\nstrength = 4\ntolerance = 1')

    seen = face(card)

    assert (seen.kind, seen.tone, seen.emblem) == ("PC · Long Arm", "indigo", "long_arm")
    assert [(stat.label, stat.value) for stat in seen.stats] == [("Level", "2"), ("Strength", "4"), ("Tolerance", "1")]


@pytest.mark.clause("ENE-1.16", "ENE-9.4")
def test_item_face_has_signed_bonuses():
    card = printed('type = "item"\nsubtype = "armor"\nlevel = 1\nstrength = -1\ntolerance = 2\ngoblin = true')

    seen = face(card)

    assert (seen.kind, seen.subtype, seen.emblem) == ("Goblin item · Armor", "armor", "armour")
    assert [(stat.label, stat.value) for stat in seen.stats] == [
        ("Level", "1"),
        ("Strength", "-1"),
        ("Tolerance", "+2"),
    ]


def test_weapon_for_one_class_has_the_picture_of_that_class():
    rod = 'type = "item"\nsubtype = "weapon"\nclasses = [{classes}]'

    assert face(printed(rod.format(classes='"wavemaster"'))).emblem == "staff"
    assert face(printed(rod.format(classes='"wavemaster", "long_arm"'))).emblem == "weapon"


@pytest.mark.clause("ENE-1.18")
def test_speed_is_shown_only_if_it_is_not_zero():
    quick = 'type = "pc"\nclass = "twin_blade"\nlevel = 1\nstrength = 2\nspeed = {speed}'

    assert face(printed(quick.format(speed=2))).stats[-1] == Stat("Speed", "2", "speed")
    assert face(printed(quick.format(speed=2)), "ja").stats[-1] == Stat("速度", "2", "speed")
    assert [stat.label for stat in face(printed(quick.format(speed=0))).stats] == ["Level", "Strength", "Tolerance"]
    boots = 'type = "item"\nsubtype = "boots"\nspeed = 1'
    assert face(printed(boots)).stats == (Stat("Level", "1", "level"), Stat("Speed", "+1", "speed"))


@pytest.mark.parametrize(
    ("facts", "tone"),
    [
        ('type = "monster"\nstrength = 1', "steel"),
        ('type = "monster"\nstrength = 1\nelement = "wood"', "wood"),
        ('type = "pc"\nclass = "long_arm"', "indigo"),
        ('type = "item"\nsubtype = "helm"', "olive"),
        ('type = "action"\nmoment = "fight"\ndo = [{ draw = 1 }]', "rose"),
        ('type = "event"\ndo = [{ draw = 1 }]', "teal"),
        ('type = "field"', "olive"),
        ('type = "grunty"\nfeed = { what = {} }\nsize = 1\ndo = [{ draw = 1 }]', "peach"),
    ],
)
def test_card_without_an_element_has_the_colour_of_its_type(facts: str, tone: str):
    assert face(printed(facts)).tone == tone


@pytest.mark.parametrize(
    ("class_", "weapon"),
    [
        ("twin_blade", "daggers"),
        ("long_arm", "spear"),
        ("wavemaster", "staff"),
        ("heavy_blade", "sword"),
        ("heavy_axeman", "axe"),
        ("blademaster", "sword"),
    ],
)
def test_each_class_has_its_weapon(class_: str, weapon: str):
    assert face(printed(f'type = "item"\nsubtype = "weapon"\nclasses = ["{class_}"]')).emblem == weapon


def test_face_is_in_the_requested_language():
    seen = face(printed('type = "action"\nelement = "fire"\nmoment = "fight"\ndo = [{ strengthen = 3 }]'), "ja")

    assert (seen.name, seen.kind, seen.corner_name) == ("潮ガラス", "アクション", "宿命")
    assert seen.lines == (RulesParagraph("使用", "戦闘中、自分側の戦力+3。"),)


def test_error_for_an_invalid_card_has_its_position():
    with pytest.raises(CatalogueError) as fault:
        face(printed('type = "spell"'))

    assert (fault.value.file, fault.value.line) == ("trial.toml", 7)


@pytest.mark.parametrize(
    "card", [card for each in bundled_card_sets("enemy") for card in each.cards], ids=lambda card: card.ref
)
def test_every_card_of_the_catalogue_can_be_drawn(card: PrintedCard):
    for language in ("en", "ja"):
        assert "{" not in draw_face(face(card, language), language=language)
