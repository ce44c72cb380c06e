"""Values of texts, cards and attacks for bots: their signs and proportions, not the tuned numbers."""

from typing import Any

import pytest

from gameplay.games.enemy import card_values
from gameplay.games.enemy.card_values import (
    CARD_VALUE,
    DESTRUCTION_VALUE,
    LOST_ATTACK_COST,
    PLAY_VALUE,
    VP_VALUE,
    WIN_VALUE,
    WOUND_VALUE,
)
from tests.gameplay.games.enemy.cards import action, event, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

ORCA, ELK, WOLF, WORM = (
    pc("Orca", 5),
    pc("Elk", 3, tolerance=1),
    monster("Wolf", 4, vp=1),
    monster("Worm", storable=True),
)


def table() -> Duel:
    """Alice has a healthy PC, Bob a wounded one, a monster in the portal and a hidden card."""
    alice = Side(pcs=[ORCA], discard=[WOLF, WORM], portal=[WORM])
    return lay(alice, Side(pcs=[ELK], wounded=[ELK], hidden=[WOLF], portal=[WOLF]))


def value_of_text(duel: Duel, do: dict[str, Any], seat: int = ALICE) -> float:
    """Return the value of a text for a seat; the text is on an event that replaces a card in the deck."""
    card = duel.table.deck[seat][0]
    duel.table.cards = [*duel.table.cards]
    duel.table.cards[card] = event("Text", do)
    return card_values.text_value(duel.table, seat, card, "do")


@pytest.mark.parametrize(
    ("do", "value"),
    [
        ({"draw": 2}, 2 * CARD_VALUE),
        ({"draw": {"count": 2, "who": "opponent"}}, -2 * CARD_VALUE),
        ({"draw": {"count": 2, "who": "each"}}, 0),
        ({"discard": {"count": 1, "who": "opponent"}}, CARD_VALUE),
        ({"discard": {"count": 1, "who": "you"}}, -CARD_VALUE),
        ({"discard": {"count": 1, "who": "each"}}, 0),
        ({"play_again": 2}, 2 * PLAY_VALUE),
        ({"heal": {"what": {"whose": "theirs"}}}, DESTRUCTION_VALUE - WOUND_VALUE),
        ({"heal": {"what": {"whose": "yours"}}}, 0),
        ({"wound": {"what": {"whose": "theirs"}}}, DESTRUCTION_VALUE),
        ({"wound": {"what": {"whose": "yours"}}}, -WOUND_VALUE),
        ({"wound": {}}, DESTRUCTION_VALUE),
        ({"destroy": {"what": {"type": "pc", "whose": "theirs"}}}, 0.5 * (2 * 3 + 2 * 1)),
        ({"destroy": {"what": {"type": "pc", "whose": "yours"}}}, -0.5 * (2 * 5)),
        ({"return": {"what": {"type": "pc", "whose": "theirs"}}}, 0.3 * (2 * 3 + 2 * 1)),
        ({"sacrifice": {"what": {"type": "pc"}, "who": "opponent"}}, WOUND_VALUE),
        ({"sacrifice": {"what": {"type": "pc"}, "who": "you"}}, -WOUND_VALUE),
        ({"sacrifice": {"what": {"type": "pc"}, "who": "each"}}, 0),
        ({"sacrifice": {"what": {"type": "item"}, "who": "opponent"}}, 0),
        ({"destroy_hidden": "theirs"}, WOUND_VALUE),
        ({"destroy_hidden": "yours"}, 0),
        ({"recover": {"what": {"type": "monster"}, "count": 1}}, CARD_VALUE),
        ({"recover": {"what": {"type": "monster"}, "count": 3}}, 2 * CARD_VALUE),
        ({"recover": {"what": {"type": "item"}}}, 0),
        ({"store": {"what": {}, "from": "discard"}}, PLAY_VALUE),
        ({"store": {"what": {"name": "Wolf"}, "from": "discard"}}, 0),
        ({"stash": 2}, 2 * 0.5 * CARD_VALUE),
        ({"may": [{"discard": {"count": 1, "who": "you"}}]}, 0),
        ({"may": [{"draw": 1}]}, CARD_VALUE),
        ({"either": {"one": {"draw": 1}, "other": {"draw": 2}}}, 2 * CARD_VALUE),
        ({"if": {"when": {"party": 1}, "do": {"draw": 1}}}, CARD_VALUE),
        ({"if": {"when": {"party": 2}, "do": {"draw": 1}}}, 0),
        ({"strengthen": 5}, 0),
    ],
)
def test_value_of_a_text_is_its_effect_now(do: dict[str, Any], value: float):
    assert value_of_text(table(), do) == pytest.approx(value)


def test_monsters_stored_this_turn_add_no_value_to_a_release():
    duel = table()
    [worm] = duel.table.portal[ALICE]
    assert value_of_text(duel, {"release": 1}) != 0
    assert value_of_text(duel, {"release": 1}, seat=BOB) == 0

    duel.table.turn_stored[worm] = duel.table.turn
    assert value_of_text(duel, {"release": 1}) == 0


def test_value_of_stash_is_limited_by_the_hand_and_the_limit():
    assert value_of_text(lay(Side(hidden=[WOLF] * 4)), {"stash": 3}) == pytest.approx(0.5 * CARD_VALUE)
    duel = lay(Side())
    del duel.table.hand[ALICE][2:]
    assert value_of_text(duel, {"stash": 3}) == 2 * 0.5 * CARD_VALUE


def test_value_of_a_trigger_counts_only_for_its_event():
    duel = table()
    card = duel.table.deck[ALICE][0]
    duel.table.cards = [*duel.table.cards]
    duel.table.cards[card] = monster(
        "Herald", reward=[{"draw": 1}], text=[{"on": {"happens": "played", "do": {"draw": 2}}}]
    )

    promised = [card_values.text_value(duel.table, ALICE, card, part) for part in ("do", "reward", "played", "scored")]

    assert promised == [0, CARD_VALUE, 2 * CARD_VALUE, 0]


@pytest.mark.parametrize(
    ("card", "value"),
    [
        (monster("Wolf", 4, vp=2), 4 + 3 * 2),
        (pc("Elk", 3, tolerance=2), 2 * 3 + 2 * 2),
        (item("Saw", 2, tolerance=1), 2 * 2 + 2 * 1 + 4),
        (monster("Imp", 1, vp=0, reward=[{"draw": 1}]), 1 + 1.5),
        (monster("Cub", 1, vp=0, text=[{"on": {"happens": "played", "do": {"draw": 2}}}]), 1 + 1.5),
    ],
)
def test_value_of_a_card_includes_strength_vp_and_texts(card: Any, value: float):
    duel = lay(Side(discard=[card]))

    assert card_values.card_value(duel.table, duel.table.discard[ALICE][0]) == value


def test_win_odds_are_even_at_margin_zero_and_grow_with_the_margin():
    assert card_values.win_odds(0) == 0.5
    assert card_values.win_odds(-3) < 0.2 < 0.8 < card_values.win_odds(3) < 1
    assert card_values.win_odds(2) + card_values.win_odds(-2) == pytest.approx(1)


def test_winning_vp_have_a_higher_value():
    duel = lay(Side(score=[WOLF] * 3))

    assert card_values.points_value(duel.table, ALICE, 1) == VP_VALUE
    assert card_values.points_value(duel.table, ALICE, 2) == 2 * VP_VALUE + WIN_VALUE
    assert card_values.points_value(duel.table, BOB, 2) == 2 * VP_VALUE


def test_attack_on_an_empty_party_gives_all_vp():
    duel = lay(Side(hand=[WOLF], portal=[WOLF]), Side())
    wolves = [*duel.table.portal[ALICE], duel.table.hand[ALICE][0]]

    assert (
        card_values.attack_value(duel.table, ALICE, wolves)
        == card_values.avoided_attack_value(duel.table, ALICE, wolves)
        == 2 * VP_VALUE
    )


def test_attack_value_is_the_cheaper_option_of_the_defender():
    strong, weak = (lay(Side(portal=[WOLF]), Side(pcs=[pc("Wall", strength)])) for strength in (30, 0))

    for duel, fights in ((strong, -LOST_ATTACK_COST), (weak, None)):
        wolf = duel.table.portal[ALICE]
        expected = card_values.fought_attack_value(duel.table, ALICE, wolf, ALICE)
        assert card_values.attack_value(duel.table, ALICE, wolf) == min(VP_VALUE, expected)
        assert fights is None or expected == pytest.approx(fights, abs=0.01)


def test_fight_of_a_wounded_pc_has_a_higher_value():
    healthy, wounded = (lay(Side(portal=[WOLF]), Side(pcs=[ELK], wounded=hurt)).table for hurt in ([], [ELK]))
    chance = card_values.win_odds(4 + 0.5 - 3)

    gained = [card_values.fought_attack_value(table, ALICE, table.portal[ALICE], ALICE) for table in (healthy, wounded)]

    assert gained[0] == pytest.approx(chance * (VP_VALUE + WOUND_VALUE) - (1 - chance) * LOST_ATTACK_COST)
    assert gained[1] - gained[0] == pytest.approx(chance * (DESTRUCTION_VALUE - WOUND_VALUE))


def test_strongest_cards_meet_and_extra_monsters_help():
    duel = lay(Side(portal=[WOLF, monster("Pup", 1, vp=0)]), Side(pcs=[ELK])).table
    chance = card_values.win_odds(4 + 1 + 0.5 - 3)

    assert card_values.fought_attack_value(duel, ALICE, duel.portal[ALICE], ALICE) == pytest.approx(
        chance * (VP_VALUE + WOUND_VALUE) - (1 - chance) * LOST_ATTACK_COST
    )


def test_value_of_hidden_cards_depends_on_the_viewer():
    trick, fight = action("Trick", {"draw": 1}, moment="attack"), action("Parry", {"strengthen": 1}, moment="fight")
    duel = lay(Side(hidden=[trick, fight, fight]), Side(hidden=[trick])).table

    assert card_values.hidden_strength(duel, ALICE, ALICE) == 2 * 1.5
    assert card_values.hidden_strength(duel, BOB, BOB) == 0
    assert card_values.hidden_strength(duel, ALICE, BOB) == pytest.approx(3 * 0.8)
