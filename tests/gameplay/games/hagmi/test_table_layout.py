"""The table layout: marks of cards, states of seats, and the attack."""

from string import Formatter

from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.sentences import SENTENCES
from gameplay.games.hagmi.table_layout import TABLE_LAYOUT
from gameplay.selectors.board_cards import face_up_card
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.hagmi.cards import facility, order, weapon
from tests.gameplay.games.hagmi.duel import BOB, Duel, Side, lay

GUN, JEEP = weapon("Gun", 2, 4), weapon("Jeep", 1, 3)
SKILL = {"skill": {"once": True, "do": [{"boost": {"firepower": 2, "armour": -1, "what": {"whose": "yours"}}}]}}


def shown_marks(duel: Duel, name: str) -> set[str]:
    """Return the rendered marks of a card."""
    handles = dict(enumerate(map(str, range(len(duel.table.cards)))))
    [marks] = [marks for card, marks in duel.table.card_marks(handles).items() if duel.table.cards[card].name == name]
    return {TABLE_LAYOUT.mark_templates[mark].format(**marks) for mark, value in marks.items() if value is not False}


def test_marks_of_a_unit_are_shown():
    horn = weapon("Horn", skills=[SKILL])
    side = Side(units=[(GUN, 2), horn], hurt={"Gun": 1}, ailing={"Gun": "down", "Horn": "jammed"})
    assert shown_marks(lay(side), "Gun") == {"fuel 2", "damage 1", "Down"}
    assert shown_marks(lay(side), "Horn") == {"fuel 0", "Jammed"}
    assert shown_marks(lay(Side(units=[JEEP], ailing={"Jeep": "cut_off"})), "Jeep") == {"fuel 0", "Cut Off"}

    boosted = lay(Side(units=[(GUN, 1), horn])).choose("use", "Horn", 0).choose("pick", "Gun")
    assert shown_marks(boosted, "Gun") == {"fuel 1", "firepower +2", "armour -1"}
    attacking = lay(Side(units=[(GUN, 1), (JEEP, 1)]), step="battle").choose("attack", "Gun")
    assert shown_marks(attacking, "Gun") == {"fuel 0", "has attacked"}


def test_auras_and_boosts_are_shown_together():
    lent = {"armour": 1, "firepower": 1}
    wall = facility(
        "Wall", {"aura": {"to": {"whose": "yours"}, **lent}}, {"aura": {"to": {"kind": "facility"}, **lent}}
    )
    duel = lay(Side(units=[(GUN, 2), weapon("Horn", skills=[SKILL])], facilities=[wall, facility("Shed", armour=3)]))
    assert shown_marks(duel, "Gun") == {"fuel 2", "armour +1", "firepower +1"}
    assert shown_marks(duel, "Shed") == {"armour +1"}

    duel.choose("use", "Horn", 0).choose("pick", "Gun")
    assert shown_marks(duel, "Gun") == {"fuel 2", "firepower +3"}


def test_fuel_is_shown_with_its_unit():
    duel = lay(Side(units=[(GUN, 2)]))
    [gun] = duel.table.units[0]

    assert [duel.table.card_marks({gun: "Gun"})[card] for card in duel.table.fuel[gun]] == [{"under": "Gun"}] * 2


def test_the_attack_is_public():
    rake, guard = weapon("Rake", 2, 4, targets=2), weapon("Guard", 1, 3)
    duel = lay(Side(units=[(rake, 1)]), Side(units=[(guard, 1), (GUN, 1), JEEP]), step="battle")
    duel.choose("attack", "Rake").choose("aim", "Jeep").choose("aim_player", BOB).choose("guard", "Guard", "Jeep")

    names = {card: definition.name for card, definition in enumerate(duel.table.cards)}
    assert duel.table.public_state(names)["battle"] == {
        "attacker": "Rake",
        "targets": [{"target": "Jeep", "hit": "Guard"}, {"target": BOB, "hit": BOB}],
        "defenders": ["Guard"],
    }


def test_harmful_marks_have_templates():
    assert set(TABLE_LAYOUT.harmful_marks) == {"damage", "down", "jammed", "cut_off"}
    assert set(TABLE_LAYOUT.harmful_marks) <= TABLE_LAYOUT.mark_templates.keys()


def test_a_unit_has_a_face_down_card_for_each_fuel():
    unit = {"id": "units1.0", "ref": "IS-W01", "fuel": 3}

    assert len(face_up_card("hagmi", unit, "units", language="en").backs) == 3


def test_zones_and_states_are_those_of_the_table():
    duel = lay(Side(), Side(hand=[order("A")], defeated=True))
    zones = {place.name for place in duel.table.zones()}

    assert {
        *TABLE_LAYOUT.counted_zones,
        *TABLE_LAYOUT.pile_zones,
        *TABLE_LAYOUT.nested_zones,
        *TABLE_LAYOUT.face_down_zones,
        TABLE_LAYOUT.resolving_zone,
    } <= zones
    assert {name for name in TABLE_LAYOUT.seat_states if BOB in duel.table.public_state({})[name]} == {"defeated"}


def test_cited_clauses_exist():
    says = [
        say
        for says in (SENTENCES.events, SENTENCES.asks, SENTENCES.options, TABLE_LAYOUT.resolving_sentences)
        for say in says.values()
    ]
    cited = {say.clause for say in says if say.clause} | {ending.clause for ending in RULESET.scoring.endings.values()}

    assert {*cited, RULESET.scoring.time_clause, RULESET.player_counts_clause} <= clauses("hagmi").keys()
    assert {
        code for code, say in TABLE_LAYOUT.resolving_sentences.items() if say.clause
    } == TABLE_LAYOUT.resolving_sentences.keys()


def test_resolving_templates_name_all_fields():
    for say in TABLE_LAYOUT.resolving_sentences.values():
        assert {name for _, name, *_ in Formatter().parse(say.template) if name} == set(say.fields)
