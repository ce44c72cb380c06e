"""Spotting (ENE-13.*), and what is in play (ENE-2.3, 2.4)."""

from typing import Any

import pytest

from tests.gameplay.games.enemy.cards import BLANK, action, event, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Side, lay

FIRE: dict[str, Any] = {"element": "fire"}
WYRM = monster("Wyrm", **FIRE)
HERO = pc("Hero", **FIRE)
PLAIN = pc("Plain")


def hunter(what: dict[str, Any], count: int = 1) -> Any:
    """Return a monster that requires spotting ``count`` matching cards."""
    return monster("Hunter", requires=[{"spot": {"what": what, "count": count}}])


def can_play(alice: Side, bob: Side | None = None, **table: Any) -> bool:
    return ("attack", "Hunter") in lay(alice, bob, **table).options


VISIBLE: dict[str, Any] = {
    "a PC": {"pcs": [HERO]},
    "a borne item": {"pcs": [(PLAIN, item("Torch", **FIRE))]},
    "a portal monster": {"portal": [WYRM]},
    "a scored monster": {"score": [WYRM]},
}
OUT_OF_SIGHT: dict[str, Any] = {
    "a hidden card": {"hidden": [WYRM]},
    "a card in hand": {"hand": [WYRM]},
    "a discarded card": {"discard": [WYRM]},
    "a card of the deck": {"deck": [WYRM]},
}


@pytest.mark.clause("ENE-13.1", "ENE-13.2", "ENE-13.3", "ENE-2.3", "ENE-2.8")
@pytest.mark.parametrize("place", VISIBLE)
def test_face_up_cards_of_both_players_can_be_spotted(place: str):
    assert not can_play(Side(hand=[hunter(FIRE)]))
    assert can_play(Side(hand=[hunter(FIRE)], **VISIBLE[place]))
    assert can_play(Side(hand=[hunter(FIRE)]), Side(**VISIBLE[place]))


@pytest.mark.clause("ENE-13.2", "ENE-2.3")
def test_field_can_be_spotted():
    assert can_play(Side(hand=[hunter(FIRE)]), field=field("Volcano", **FIRE))


@pytest.mark.clause("ENE-13.2")
def test_attacking_monsters_can_be_spotted():
    douse = action("Douse", {"strengthen": 5}, requires=[{"spot": {"what": FIRE}}])
    duel = lay(Side(hand=[WYRM]), Side(pcs=[PLAIN], hidden=[douse])).choose("attack", "Wyrm").choose("fight")

    assert duel.pending == (BOB, "window")
    assert duel.answers == {"pass", "Douse"}


@pytest.mark.clause("ENE-13.4", "ENE-13.5", "ENE-2.4")
@pytest.mark.parametrize("place", OUT_OF_SIGHT)
def test_face_down_cards_and_cards_out_of_play_cannot_be_spotted(place: str):
    alice = Side(**{"hand": [], **OUT_OF_SIGHT[place]})
    alice.hand = [*alice.hand, hunter(FIRE)]

    assert not can_play(alice, Side(**OUT_OF_SIGHT[place]))


@pytest.mark.clause("ENE-13.5")
def test_hidden_goblin_counts_only_as_a_hidden_card():
    goblin = monster("Goblin", species="goblin")

    assert not can_play(Side(hand=[hunter({"species": "goblin"})], hidden=[goblin]))
    stealthy = monster("Hunter", requires=[{"hidden": 1}])
    assert can_play(Side(hand=[stealthy], hidden=[goblin]))
    assert not can_play(Side(hand=[stealthy]))


@pytest.mark.clause("ENE-13.5")
@pytest.mark.parametrize(
    ("spot", "yours", "theirs"),
    [
        ({}, True, True),
        ({"whose": "yours"}, True, False),
        ({"whose": "theirs"}, False, True),
        ({"count": 2}, False, False),
    ],
)
def test_hidden_cards_of_either_player_can_be_spotted(spot: dict[str, Any], yours: bool, theirs: bool):
    scout, hidden = monster("Hunter", requires=[{"spot_hidden": spot}]), [monster("Goblin")]

    assert can_play(Side(hand=[scout], hidden=hidden)) == yours
    assert can_play(Side(hand=[scout]), Side(hidden=hidden)) == theirs
    assert not can_play(Side(hand=[scout]))
    assert can_play(Side(hand=[scout], hidden=hidden), Side(hidden=hidden))


@pytest.mark.clause("ENE-13.3")
@pytest.mark.parametrize(
    ("whose", "mine", "theirs"), [("any", True, True), ("yours", True, False), ("theirs", False, True)]
)
def test_text_may_require_a_card_of_one_player(whose: str, mine: bool, theirs: bool):
    needs = hunter(FIRE | {"whose": whose})

    assert can_play(Side(hand=[needs], score=[WYRM])) is mine
    assert can_play(Side(hand=[needs]), Side(score=[WYRM])) is theirs


@pytest.mark.clause("ENE-13.6")
def test_spotting_three_needs_three_different_cards_in_any_zone():
    torch, volcano = item("Torch", **FIRE), field("Volcano", **FIRE)
    alice, bob = Side(hand=[hunter(FIRE, 3)], pcs=[(PLAIN, torch)], score=[WYRM]), Side(portal=[WYRM])

    assert can_play(alice, bob)
    assert can_play(alice, field=volcano)
    assert not can_play(alice)


@pytest.mark.clause("ENE-13.6")
def test_card_is_spotted_once():
    assert not can_play(Side(hand=[hunter(FIRE, 2)], pcs=[HERO]))
    assert can_play(Side(hand=[hunter(FIRE, 2)], pcs=[HERO], score=[WYRM]))


@pytest.mark.clause("ENE-13.7")
def test_symbols_in_a_text_cannot_be_spotted():
    speaks_of_fire = pc("Sage", text=[{"bonus": {"amount": 1, "when": {"spot": {"what": FIRE}}}}])

    assert not can_play(Side(hand=[hunter(FIRE)], pcs=[speaks_of_fire]))


@pytest.mark.clause("ENE-13.8")
def test_card_cannot_be_spotted_to_play_itself():
    lonely = monster("Hunter", requires=[{"spot": {"what": FIRE}}], **FIRE)

    assert not can_play(Side(hand=[lonely]))
    assert not can_play(Side(hand=[lonely, lonely]))
    assert can_play(Side(hand=[lonely], score=[lonely]))


@pytest.mark.clause("ENE-13.9")
def test_unplayable_card_can_be_hidden():
    assert ("hide", "Hunter") in lay(Side(hand=[hunter(FIRE)])).options


# --- leaving play --------------------------------------------------------------------------------


@pytest.mark.clause("ENE-2.3", "ENE-2.6")
def test_destroy_offers_cards_of_both_players():
    axe = event("Axe", {"destroy": {"what": {}}})
    mine = Side(hand=[axe], pcs=[(PLAIN, item("Torch"))], hidden=[BLANK], discard=[monster("Gone")])
    duel = lay(mine, Side(pcs=[HERO], portal=[WYRM], hand=[monster("Held")]), field=field("Hill")).choose(
        "event", "Axe"
    )

    assert duel.answers == {"Plain", "Torch", "Hero", "Wyrm", "Hill"}


@pytest.mark.clause("ENE-2.5", "ENE-2.6")
def test_destroyed_card_goes_to_its_owners_discard_pile():
    axe = event("Axe", {"destroy": {"what": {"type": "pc"}}})
    duel = lay(Side(hand=[axe]), Side(pcs=[HERO])).choose("event", "Axe")

    assert (duel.zone("discard", ALICE), duel.zone("discard", BOB)) == (["Axe"], ["Hero"])


@pytest.mark.clause("ENE-2.5", "ENE-2.6")
def test_sacrifice_offers_only_your_own_cards():
    rite = event("Rite", {"sacrifice": {"what": {"type": "pc"}, "who": "each"}})
    duel = lay(Side(hand=[rite], pcs=[PLAIN]), Side(pcs=[HERO, pc("Elk")])).choose("event", "Rite")
    assert (duel.pending, duel.answers) == ((BOB, "sacrifice_for"), {"Hero", "Elk"})

    duel.choose("sacrifice", "Elk")
    assert (duel.zone("discard", ALICE), duel.zone("discard", BOB)) == (["Plain", "Rite"], ["Elk"])
