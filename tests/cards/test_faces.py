"""The faces of cards are complete, safe, legible and deterministic."""

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from cards.faces import ELEMENT_NAMES, Face, RulesParagraph, Stat, draw_back, draw_face, icon, spoken_text
from cards.faces.art import FAMILIES
from cards.faces.art.arms import ARMS
from cards.faces.art.creature import BUILDS
from cards.faces.art.item import SHAPES
from cards.faces.frame import RARITY_COLOURS, RARITY_NAMES
from cards.faces.palette import PALETTES
from cards.faces.symbols import ELEMENTS, SYMBOLS

# The allowed elements: none that runs scripts, loads resources or has style sheets.
ALLOWED_ELEMENTS = {
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
}
PHONE = 328 / 250
GOBLIN = Face(
    name="Bramble Goblin",
    kind="Monster · Goblin",
    tone="wood",
    art="monster",
    motif="FL-C01",
    number="FL-C01",
    rarity="common",
    corner="3",
    icon="wood",
    emblem="goblin",
    lines=(RulesParagraph("To play", "Spot one {wood} element."), RulesParagraph("Reward", "Draw a card.")),
    stats=(Stat("Strength", "4", "strength"), Stat("VP", "1", "vp")),
)
EMBLEMS = {"monster": list(BUILDS), "pc": list(ARMS), "item": list(SHAPES)}
PICTURES = [(art, emblem) for art in FAMILIES for emblem in ["", *EMBLEMS.get(art, [])]]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def words(svg: str) -> list[str]:
    """Return the text elements of the card."""
    return ["".join(each.itertext()).strip() for each in parsed(svg).iter() if tag(each) == "text"]


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio as defined in WCAG 2.2, 1.4.3."""

    def luminance(colour: str) -> float:
        parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("art", "emblem"), PICTURES)
def test_face_is_self_contained(art: str, emblem: str):
    svg = draw_face(replace(GOBLIN, art=art, emblem=emblem))

    elements = list(parsed(svg).iter())
    attributes = {name for each in elements for name in each.attrib}
    assert {tag(each) for each in elements} <= ALLOWED_ELEMENTS
    assert not {name for name in attributes if name in ("style", "class", "href") or name.startswith("on")}
    assert svg.count("http") == 1  # the namespace
    assert set(re.findall(r"url\(#(\w+)\)", svg)) <= set(re.findall(r' id="(\w+)"', svg))
    assert parsed(svg).attrib["viewBox"] == "0 0 250 350"


def test_face_is_deterministic():
    assert draw_face(GOBLIN) == draw_face(replace(GOBLIN))


def test_every_motif_has_a_different_picture():
    pictures = {draw_face(replace(GOBLIN, motif=f"{n}")) for n in range(60)}

    assert len(pictures) == 60


def test_two_cards_on_one_page_do_not_share_gradients():
    first, second = (set(re.findall(r' id="(\w+)"', draw_face(replace(GOBLIN, motif=motif)))) for motif in ("a", "b"))

    assert first
    assert not first & second


def test_face_has_the_text_of_the_card():
    shown = {"Bramble Goblin", "3", "Monster · Goblin", "4", "Strength", "1", "VP", "FL-C01", "Common"}

    assert shown | {"To play", "Spot one", "element.", "Reward Draw a card."} == set(words(draw_face(GOBLIN)))


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\"'><image href=//x>", "&amp; ]]>", "{fire}{nothing}{"])
def test_printed_text_is_escaped(text: str):
    svg = draw_face(replace(GOBLIN, name=text, kind=text, corner=text, number=text), label=True)

    assert {tag(each) for each in parsed(svg).iter()} <= ALLOWED_ELEMENTS


def test_text_that_looks_like_markup_is_shown_as_text():
    svg = draw_face(replace(GOBLIN, lines=(RulesParagraph("<b>", "a < b & {nothing}"),)))

    assert "<b> a < b & {nothing}" in words(svg)


def test_ten_thousand_combining_marks_are_drawn():
    assert len(parsed(draw_face(replace(GOBLIN, name="e" + "\u0301" * 10_000)))) > 0


@pytest.mark.parametrize("rarity", RARITY_NAMES)
def test_rarity_is_shown_by_name_and_ornament(rarity: str):
    svg = draw_face(replace(GOBLIN, rarity=rarity))

    assert RARITY_NAMES[rarity].en in words(svg)
    assert RARITY_NAMES[rarity].ja in words(draw_face(replace(GOBLIN, rarity=rarity), language="ja"))
    assert {metal for metal in RARITY_COLOURS.values() if metal in svg} == {RARITY_COLOURS.get(rarity)} - {None}


def test_unknown_rarity_is_refused():
    with pytest.raises(KeyError):
        draw_face(replace(GOBLIN, rarity="mythic"))


def rules_text(svg: str) -> list[ET.Element]:
    """Return the group with the rules text: the one with a font size and the darkest colour."""
    night = PALETTES[GOBLIN.tone].night
    return [
        each for each in parsed(svg).iter() if tag(each) == "g" and each.get("fill") == night and each.get("font-size")
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [("Spot one {fire} element and draw a card for it. " * 6, "en"), ("あなたの手札からカードを１枚引く。" * 8, "ja")],
)
def test_rules_text_is_at_least_14_pixels_on_a_phone(text: str, language: str):
    (group,) = rules_text(draw_face(replace(GOBLIN, lines=(RulesParagraph("Text", text),)), language=language))

    assert float(group.attrib["font-size"]) * PHONE >= 14


@pytest.mark.parametrize("length", [1, 5, 20, 60, 90])
def test_rules_text_stays_on_its_panel(length: int):
    (group,) = rules_text(draw_face(replace(GOBLIN, lines=(RulesParagraph("Text", "Spot another card. " * length),))))

    baselines = [float(each.attrib["y"]) for each in group if tag(each) == "text"]
    assert 327.5 - 38 - 20 < max(baselines) < 327.5 - 38


def test_card_without_text_has_no_panel():
    assert rules_text(draw_face(replace(GOBLIN, lines=()))) == []


def test_spoken_text_is_complete():
    assert spoken_text(GOBLIN) == (
        "Bramble Goblin. Monster · Goblin. Wood. 3. Strength 4. VP 1. "
        "To play: Spot one Wood element. Reward: Draw a card."
    )


def test_face_is_hidden_from_screen_readers_unless_labelled():
    hidden, labelled = parsed(draw_face(GOBLIN)), parsed(draw_face(GOBLIN, label=True))

    assert (hidden.get("aria-hidden"), hidden.get("role")) == ("true", None)
    assert (labelled.get("role"), labelled.get("aria-label")) == ("img", spoken_text(GOBLIN))


def test_back_is_deterministic_and_has_no_text():
    assert draw_back() == draw_back()
    assert {tag(each) for each in parsed(draw_back()).iter()} <= ALLOWED_ELEMENTS - {"text", "tspan"}


def test_elements_differ_in_outline_and_glyph():
    for part in (0, 1):
        assert len({shapes[part] for shapes in ELEMENTS.values()}) == 6
    assert set(ELEMENT_NAMES) == set(ELEMENTS) <= set(PALETTES)


@pytest.mark.parametrize("key", sorted(SYMBOLS))
def test_icon_is_labelled_or_hidden(key: str):
    assert parsed(icon(key, name="Fire")).get("aria-label") == "Fire"
    assert parsed(icon(key)).get("aria-hidden") == "true"


@pytest.mark.parametrize("tone", PALETTES)
def test_text_contrasts_with_its_background(tone: str):
    ink = PALETTES[tone]

    assert contrast(ink.night, ink.spark) >= 10
    assert contrast(ink.deep, ink.spark) >= 7
    assert contrast(ink.deep, ink.light) >= 4.5
    assert all(contrast(ink.night, metal) >= 4.5 for metal in RARITY_COLOURS.values())


def test_element_shades_differ():
    for first, second in combinations(ELEMENTS, 2):
        assert PALETTES[first].body != PALETTES[second].body
