"""The table layout: marks of cards, zones, and the attack that is being resolved."""

from string import Formatter

from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice
from gameplay.games.enemy.table_layout import TABLE_LAYOUT
from gameplay.selectors.board_cards import face_up_card
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.enemy.positions import CARDS, load_game


def shown_marks(game: Game, name: str) -> set[str]:
    """Return the rendered marks of a card."""
    handles = dict(enumerate(map(str, range(len(game.table.cards)))))
    [marks] = [marks for card, marks in game.table.card_marks(handles).items() if game.table.cards[card].name == name]
    return {TABLE_LAYOUT.mark_templates[mark].format(**marks) for mark in marks}


def shown(game: Game, line: Option) -> str:
    """Return a rendered line of the attack."""
    sentence = TABLE_LAYOUT.resolving_sentences[line[0]]
    fields = dict(zip(sentence.fields, line[1:], strict=True))
    names = {name: game.table.cards[card].name for name, card in fields.items() if name.startswith("card")}
    return sentence.template.format(**fields | names)


def test_wounds_and_sizes_are_shown():
    pet = {"card": "Pet", "under": ["Wolf"]}
    game = load_game({"party": [{"card": "Elk", "wounded": True}], "grunties": [pet], "hand": ["Orca"]}, {})

    assert shown_marks(game, "Elk") == {"wounded"}
    assert shown_marks(game, "Pet") == {"size 1"}
    assert set(TABLE_LAYOUT.harmful_marks) <= TABLE_LAYOUT.mark_templates.keys()
    assert set(TABLE_LAYOUT.under_marks) <= TABLE_LAYOUT.mark_templates.keys()


def test_a_grunty_has_a_face_down_card_for_each_step_of_its_size():
    grunty = {"id": "grunties1.0", "ref": "SD-01", "size": 2}

    assert len(face_up_card("enemy", grunty, "grunties", language="en").backs) == 2


def test_zones_are_those_of_the_table():
    zones = {zone.name for zone in load_game({"hand": ["Orca"]}, {}).table.zones()}
    layout = TABLE_LAYOUT

    assert {*layout.counted_zones, *layout.pile_zones, *layout.nested_zones, *layout.face_down_zones} <= zones
    assert {*layout.front_zones, *layout.back_zones, *layout.covered_zones, layout.resolving_zone} <= zones


def test_the_fight_is_shown_with_its_totals_so_far():
    shout = {"number": "Q", "name": {"en": "Shout"}, "type": "action", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in (*CARDS, shout)]
    bob = {"party": ["Elk"], "hidden": ["Shout"], "deck": ["Crumb"] * 9}
    game = load_game({"hand": ["Wolf"], "deck": ["Crumb"] * 9}, bob, cards=cards)
    apply_choice(game, {"code": "attack", "card": "Wolf"})
    apply_choice(game, {"code": "fight"})

    assert game.ask is not None
    assert game.ask.about[:2] == ("window", "fight")
    assert [shown(game, line) for line in game.table.being_resolved()] == [
        "Elk against Wolf",
        "Elk: 4 against 6 so far",
    ]


def test_resolving_sentences_name_all_fields_and_an_existing_clause():
    for say in TABLE_LAYOUT.resolving_sentences.values():
        assert {name for _, name, *_ in Formatter().parse(say.template) if name} == set(say.fields)
        assert say.clause in clauses("enemy")
