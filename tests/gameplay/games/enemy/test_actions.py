"""Hidden cards and actions (ENE-10.*, 16.4, 16.5, 16.8)."""

import pytest

from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import DRAFT, FULL, SAMPLE, Variant
from tests.gameplay.games.enemy.cards import BLANK, action, event, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

WOLF = monster("Wolf", 5)
ORCA = pc("Orca", 1)
SHOUT = action("Shout", {"strengthen": 2})
ROAR = action("Roar", {"strengthen": 3})
PLAN = action("Plan", {"draw": 1}, moment="play")
TRAP = action("Trap", {"draw": 1}, moment="attack")
FATE = action("Fate", {"strengthen": 1}, moment="destiny")


def fight(alice: Side, bob: Side, variant: Variant = DRAFT) -> Duel:
    """Wolf fights Bob's first PC, up to the first window."""
    alice.hand = [WOLF, *alice.hand]
    duel = lay(alice, bob, variant=variant).choose("attack", "Wolf").choose("fight")
    if duel.pending == (BOB, "assign"):
        duel.choose("pair", "Orca", "Wolf")
    return duel


# --- hiding ------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-10.1")
@pytest.mark.parametrize("card", [WOLF, ORCA, SHOUT, item("Sword"), event("Feast")], ids=lambda card: card.type)
def test_any_card_can_be_hidden(card):
    duel = lay(Side(hand=[card])).choose("hide", card.name)

    assert (duel.zone("hidden", ALICE), duel.pending) == ([card.name], (BOB, "play"))


@pytest.mark.clause("ENE-10.4")
def test_only_actions_can_be_flipped():
    duel = fight(Side(), Side(pcs=[ORCA], hidden=[WOLF, SHOUT, item("Sword")]))

    assert duel.answers == {"pass", "Shout"}


@pytest.mark.clause("ENE-10.7", "ENE-OP-10")
def test_action_may_be_flipped_on_the_turn_it_was_hidden():
    duel = lay(Side(hand=[event("Haste", {"play_again": 2}), PLAN])).choose("event", "Haste").choose("hide", "Plan")

    assert ("flip", "Plan") in duel.options


# --- moments -----------------------------------------------------------------------------------


@pytest.mark.clause("ENE-10.5", "ENE-10.11")
def test_action_can_be_flipped_only_at_its_own_moment():
    everything = [SHOUT, PLAN, TRAP, FATE]
    duel = lay(Side(hand=[WOLF]), Side(pcs=[ORCA], hidden=everything))
    assert "flip" not in {option[0] for option in duel.options}

    duel.choose("attack", "Wolf")
    assert duel.answers == {"pass", "Trap"}
    duel.choose("pass").choose("fight")
    assert duel.answers == {"pass", "Shout"}
    duel.choose("pass")
    assert duel.answers == {"pass", "Fate"}
    duel.choose("pass")
    assert ("flip", "Plan") in duel.options


@pytest.mark.clause("ENE-10.11")
def test_both_players_may_flip_attack_actions():
    duel = lay(Side(hand=[WOLF], hidden=[TRAP]), Side(pcs=[ORCA], hidden=[TRAP])).choose("attack", "Wolf")

    assert duel.pending == (BOB, "window")
    duel.choose("pass")
    assert (duel.pending, duel.answers) == ((ALICE, "window"), {"pass", "Trap"})


@pytest.mark.clause("ENE-10.11", "ENE-6.1")
def test_flipping_in_the_play_step_is_not_a_play():
    duel = lay(Side(hidden=[PLAN])).choose("flip", "Plan")

    assert (duel.pending, len(duel.zone("hand", ALICE))) == ((ALICE, "play"), 6)


@pytest.mark.clause("ENE-10.6")
def test_flipped_action_takes_effect_and_is_discarded():
    duel = fight(Side(), Side(pcs=[ORCA], hidden=[SHOUT])).choose("flip", "Shout")

    assert duel.events("compared") == [("Orca", 3, 5)]
    assert "Shout" in duel.zone("discard", BOB)
    assert duel.zone("hidden", BOB) == []


@pytest.mark.clause("ENE-13.9")
def test_action_that_cannot_spot_its_requirement_is_not_offered():
    repel = action("Repel", {"strengthen": 9}, requires=[{"spot": {"what": {"element": "water"}}}])

    assert fight(Side(), Side(pcs=[ORCA], hidden=[repel])).events("compared") == [("Orca", 1, 5)]
    wet = fight(Side(score=[monster("Fish", element="water")]), Side(pcs=[ORCA], hidden=[repel]))
    assert wet.answers == {"pass", "Repel"}


# --- the window ----------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.4", "ENE-16.5", "ENE-OP-10")
def test_defender_may_flip_first_and_then_players_alternate():
    duel = fight(Side(hidden=[SHOUT, ROAR]), Side(pcs=[ORCA], hidden=[SHOUT, ROAR]))
    asks = []
    for _ in range(4):
        asks.append(duel.pending)
        duel.choose(*duel.options[1])

    assert asks == [(BOB, "window"), (ALICE, "window")] * 2


@pytest.mark.clause("ENE-16.5")
def test_player_who_declined_is_asked_again_after_the_opponent_flips():
    duel = fight(Side(hidden=[SHOUT]), Side(pcs=[ORCA], hidden=[ROAR])).choose("pass").choose("flip", "Shout")

    assert (duel.pending, duel.answers) == ((BOB, "window"), {"pass", "Roar"})
    assert duel.choose("flip", "Roar").events("compared") == [("Orca", 1 + 3, 5 + 2)]


@pytest.mark.clause("ENE-16.5")
def test_window_closes_when_both_players_decline_in_a_row():
    duel = fight(Side(hidden=[SHOUT]), Side(pcs=[ORCA], hidden=[ROAR])).choose("pass").choose("pass")

    assert duel.events("compared") == [("Orca", 1, 5)]
    assert (duel.zone("hidden", ALICE), duel.zone("hidden", BOB)) == (["Shout"], ["Roar"])


# --- speed -----------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-10.9")
@pytest.mark.parametrize(("icons", "flips"), [(0, 0), (1, 1), (2, 2)])
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_each_speed_icon_allows_one_action_from_the_hand(icons: int, flips: int, variant: Variant):
    boots = [item(f"Boots {n}", subtype=subtype, speed=1) for n, subtype in zip(range(icons), ("boots", "helm"))]  # noqa: B905
    duel = fight(Side(), Side(pcs=[(ORCA, *boots)], hand=[SHOUT, SHOUT, SHOUT]), variant)
    for _ in range(flips):
        duel.choose("flip", "Shout")

    assert duel.events("compared") == [("Orca", 1 + 2 * flips, 5)]
    assert duel.zone("hand", BOB).count("Shout") == 3 - flips
    assert duel.zone("discard", BOB).count("Shout") == flips


@pytest.mark.clause("ENE-10.9")
def test_speed_of_the_pc_counts_and_hidden_actions_need_none():
    duel = fight(Side(), Side(pcs=[pc("Orca", 1, speed=1)], hand=[SHOUT, SHOUT], hidden=[ROAR]))
    duel.choose("flip", "Shout")

    assert duel.answers == {"pass", "Roar"}


@pytest.mark.clause("ENE-10.9")
def test_speed_allows_only_actions_of_the_current_moment():
    swift = pc("Orca", 1, speed=2)
    needy = action("Needy", {"strengthen": 1}, requires=[{"hidden": 1}])

    assert fight(Side(), Side(pcs=[swift], hand=[SHOUT, PLAN, FATE, TRAP, WOLF, needy])).answers == {"pass", "Shout"}


@pytest.mark.clause("ENE-10.10")
def test_speed_of_a_pc_outside_the_fight_does_not_count():
    bob = Side(pcs=[ORCA, pc("Swift", 1, speed=2)], hand=[SHOUT])

    assert fight(Side(), bob).events("compared") == [("Orca", 1, 5)]


@pytest.mark.clause("ENE-10.10", "ENE-10.9")
def test_speed_of_the_attackers_pcs_does_not_count():
    duel = fight(Side(pcs=[pc("Swift", speed=3)], hand=[SHOUT]), Side(pcs=[ORCA]))

    assert duel.events("compared") == [("Orca", 1, 5)]


@pytest.mark.clause("ENE-10.9")
def test_speed_counts_only_for_the_owner_of_the_pc():
    duel = fight(Side(hand=[SHOUT]), Side(pcs=[pc("Orca", 1, speed=1)]))

    assert duel.events("compared") == [("Orca", 1, 5)]


@pytest.mark.clause("ENE-10.9", "ENE-16.8")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_speed_also_allows_actions_after_destiny(variant: Variant):
    duel = fight(Side(), Side(pcs=[pc("Orca", 1, speed=1)], hand=[FATE, SHOUT, WOLF]), variant).choose("pass")
    assert (duel.pending, duel.answers) == ((BOB, "window"), {"pass", "Fate"})
    assert len(duel.events("destiny")) == 2

    duel.choose("flip", "Fate")
    assert duel.events("compared") == [("Orca", 2, 5)]
    assert (duel.zone("hand", BOB)[:2], duel.zone("discard", BOB)[-1]) == (["Shout", "Wolf"], "Fate")


@pytest.mark.clause("ENE-10.9")
@pytest.mark.parametrize(("icons", "after_destiny"), [(1, False), (2, True)])
def test_speed_icons_are_shared_by_the_whole_fight(icons: int, after_destiny: bool):
    duel = fight(Side(), Side(pcs=[pc("Orca", 1, speed=icons)], hand=[SHOUT, FATE, FATE])).choose("flip", "Shout")
    if after_destiny:
        assert duel.answers == {"pass", "Fate"}
        duel.choose("flip", "Fate")

    assert duel.events("compared") == [("Orca", 3 + after_destiny, 5)]


@pytest.mark.clause("ENE-10.9")
def test_each_fight_uses_the_speed_of_its_own_pc():
    pack = monster("Pack", 5, storable=True, joins=[{}])
    bob = Side(pcs=[pc("Orca", 1, speed=1), pc("Elk", 1)], hand=[FATE, FATE])
    duel = lay(Side(hand=[WOLF], portal=[pack]), bob).choose("attack", "Wolf").choose("join", "Pack").choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("resolve", "Elk")
    assert duel.events("compared") == [("Elk", 1, 5)]

    duel.choose("flip", "Fate")
    assert duel.events("compared") == [("Elk", 1, 5), ("Orca", 2, 5)]


@pytest.mark.clause("ENE-10.9")
def test_speed_of_a_pc_that_left_play_does_not_count():
    blast = action("Blast", {"destroy": {"what": {"type": "pc"}}})
    duel = fight(Side(hidden=[blast]), Side(pcs=[pc("Orca", 1, speed=2)], hand=[SHOUT, FATE])).choose("pass")
    duel.choose("flip", "Blast")

    assert (duel.table.turn, duel.events("compared")) == (2, [])


@pytest.mark.clause("ENE-10.9", "ENE-10.2")
@pytest.mark.parametrize("held", [SHOUT, FATE], ids=["before destiny", "after destiny"])
def test_sample_game_has_no_speed(held: Card):
    duel = fight(Side(), Side(pcs=[pc("Orca", 1, speed=2)], hand=[held]), SAMPLE)

    assert duel.events("compared") == [("Orca", 1, 5)]


@pytest.mark.clause("ENE-10.9", "ENE-10.11")
def test_speed_does_not_count_before_the_fight():
    duel = lay(Side(hand=[WOLF]), Side(pcs=[pc("Orca", 1, speed=2)], hand=[TRAP])).choose("attack", "Wolf")

    assert duel.pending == (BOB, "defend")


def test_players_without_hidden_cards_are_not_asked():
    assert fight(Side(), Side(pcs=[ORCA], hand=[SHOUT, BLANK])).table.turn == 2
