"""Verbs that happen once, each tested as the text of an event."""

from typing import Any

import pytest

from tests.gameplay.games.enemy.cards import BLANK, action, event, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

ORCA, ELK = pc("Orca", 5), pc("Elk", 5)
SWORD = item("Sword", 2)
WOLF = monster("Wolf", 5, species="beast")
GOB = monster("Gob", 3, species="goblin", storable=True)
KING = monster("King", 8, species="goblin", storable=True, unique=True)


def played(*do: dict[str, Any], bob: Side | None = None, **alice: Any) -> Duel:
    """Return a duel in which Alice has played an event with this text."""
    alice["hand"] = [event("Event", *do), *alice.get("hand", [])]
    on_field = alice.pop("field", None)
    return lay(Side(**alice), bob, field=on_field).choose("event", "Event")


def hand(duel: Duel, seat: int = ALICE) -> int:
    return len(duel.zone("hand", seat))


# --- hands and decks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "drawn"), [("you", (2, 0)), ("opponent", (0, 2)), ("each", (2, 2))])
def test_draw(who: str, drawn: tuple[int, int]):
    duel = played({"draw": {"count": 2, "who": who}}, {"draw": {"count": 0, "who": "each"}}, bob=Side(hand=[BLANK] * 5))
    # Then Bob begins his turn with a draw, and may have to discard.
    assert len([seat for seat, _ in duel.events("drew") if seat == ALICE]) == 1 + drawn[0]
    assert len([seat for seat, _ in duel.events("drew") if seat == BOB]) == 1 + drawn[1]


def test_discarding_player_chooses_the_cards():
    duel = played({"discard": {"count": 2, "who": "opponent"}}, bob=Side(hand=[WOLF, GOB, KING]))
    assert (duel.pending, duel.answers) == ((BOB, "discard_for"), {"Wolf", "Gob", "King"})

    duel.choose("discard", "Gob").choose("discard", "King")
    assert duel.zone("discard", BOB) == ["Gob", "King"]


def test_random_discard_asks_no_player():
    duel = played({"discard": {"how": "random"}}, bob=Side(hand=[WOLF, GOB]))

    assert duel.events("discarded") == [(BOB, "Wolf")]


def test_discard_is_limited_by_the_hand():
    duel = played({"discard": {"count": 3}}, bob=Side(hand=[WOLF]))

    assert duel.events("discarded") == [(BOB, "Wolf")]


def test_each_player_discards_beginning_with_the_active_player():
    duel = played({"discard": {"who": "each"}}, bob=Side(hand=[WOLF, GOB]))

    assert duel.pending == (ALICE, "discard_for")
    assert duel.choose("discard", "Blank").pending == (BOB, "discard_for")


@pytest.mark.parametrize(("to", "zone"), [("hand", "hand"), ("top", "deck"), ("deck", "deck")])
def test_recover_takes_a_matching_card_from_your_discard_pile(to: str, zone: str):
    bob = Side(discard=[KING])
    duel = played({"recover": {"what": {"species": "goblin"}, "to": to}}, discard=[WOLF, GOB], bob=bob)

    assert "Gob" in duel.zone(zone, ALICE)
    assert sorted(duel.zone("discard", ALICE)) == ["Event", "Wolf"]


def test_card_shuffled_into_the_deck_has_no_known_place():
    assert played({"recover": {"to": "top"}}, discard=[GOB]).table.top[ALICE] != []
    assert played({"recover": {"to": "deck"}}, discard=[GOB]).table.top[ALICE] == []


def test_card_put_on_top_is_drawn_next():
    duel = played({"recover": {"what": {"species": "goblin"}, "to": "top"}}, {"draw": 1}, discard=[GOB])

    assert "Gob" in duel.zone("hand", ALICE)


def test_event_does_not_recover_itself():
    duel = played({"recover": {"what": {"type": "event"}}})

    assert duel.zone("discard", ALICE) == ["Event"]


def test_look_shows_the_hand_only_to_the_player():
    duel = played({"look": {"at": "hand"}}, bob=Side(hand=[WOLF, GOB]))

    assert duel.events("looked") == [(ALICE, "Wolf"), (ALICE, "Gob")]


# --- wounds --------------------------------------------------------------------------------------


def test_wound_targets_opposing_pcs_by_default():
    assert played({"wound": {}}, pcs=[ORCA], bob=Side(pcs=[ELK, pc("Mia")])).answers == {"Elk", "Mia"}
    assert played({"wound": {"what": {}}}, pcs=[ORCA], bob=Side(pcs=[ELK])).answers == {"Orca", "Elk"}


def test_wounding_destroys_a_wounded_pc():
    duel = played({"wound": {}}, bob=Side(pcs=[(ELK, SWORD)], wounded=[ELK]))

    assert sorted(duel.zone("discard", BOB)) == ["Elk", "Sword"]


@pytest.mark.clause("ENE-8.11")
def test_heal_targets_your_own_wounded_pcs_by_default():
    duel = played({"heal": {}}, pcs=[ORCA, ELK], wounded=[ELK], bob=Side(pcs=[ORCA], wounded=[ORCA]))

    assert duel.events("healed") == [("Elk",)]


# --- cards in play -------------------------------------------------------------------------------


def test_destroy_discards_a_pc_with_its_items():
    duel = played({"destroy": {"what": {"type": "pc", "whose": "theirs"}}}, bob=Side(pcs=[(ELK, SWORD)]))

    assert sorted(duel.zone("discard", BOB)) == ["Elk", "Sword"]
    assert duel.table.cards_under == {}


def test_destroy_does_not_target_score_piles_or_hidden_cards():
    duel = played({"destroy": {"what": {"type": "monster"}}}, bob=Side(score=[WOLF], hidden=[GOB]))

    assert duel.events("destroyed") == []


def test_destroy_does_not_target_attacking_monsters():
    curse = action("Curse", {"destroy": {"what": {"type": "monster"}}}, moment="attack")
    bob = Side(pcs=[ORCA], hidden=[curse], portal=[KING])
    duel = lay(Side(hand=[WOLF], portal=[GOB]), bob).choose("attack", "Wolf").choose("flip", "Curse")

    assert duel.answers == {"Gob", "King"}


@pytest.mark.parametrize(("whose", "lost"), [("theirs", BOB), ("yours", ALICE)])
def test_destroy_hidden_discards_a_hidden_card(whose: str, lost: int):
    duel = played({"destroy_hidden": {"whose": whose}}, hidden=[GOB], bob=Side(hidden=[GOB]))

    assert [seat for seat in (ALICE, BOB) if "Gob" in duel.zone("discard", seat)] == [lost]


def test_returned_card_is_healthy_and_the_cards_under_it_are_discarded():
    duel = played({"return": {"what": {"type": "pc"}}}, bob=Side(pcs=[(ELK, SWORD)], wounded=[ELK], blanks=20))

    assert "Elk" in duel.zone("hand", BOB)
    assert (duel.zone("discard", BOB), duel.wounded()) == (["Sword"], set())


def test_return_can_target_a_field():
    duel = played({"return": {"what": {"type": "field"}}}, field=field("Hill"))

    assert duel.zone("field") == []


def test_sacrifice_makes_the_opponent_choose():
    duel = played(
        {"sacrifice": {"what": {"type": "item"}}}, pcs=[(ORCA, SWORD)], bob=Side(pcs=[(ELK, SWORD, item("Cap"))])
    )

    assert (duel.pending, duel.answers) == ((BOB, "sacrifice_for"), {"Sword", "Cap"})


def test_player_without_matching_cards_sacrifices_nothing():
    duel = played({"sacrifice": {"what": {"type": "pc"}, "who": "each"}}, bob=Side(pcs=[ELK]))

    assert duel.events("sacrificed") == [(BOB, "Elk")]


# --- the portal and the hidden cards ---------------------------------------------------------------


def test_store_puts_a_storable_monster_from_the_hand_into_the_portal():
    duel = played({"store": {"what": {"species": "goblin"}}}, hand=[WOLF, GOB]).choose("store", "Gob")

    assert (duel.zone("portal", ALICE), duel.events("stored")) == (["Gob"], [(ALICE, "Gob")])


def test_store_from_a_hand_may_be_declined():
    assert played({"store": {"what": {}}}, hand=[GOB]).choose("pass").zone("portal", ALICE) == []


def test_store_takes_a_monster_from_the_discard_pile():
    duel = played({"store": {"what": {"species": "goblin"}, "from": "discard"}}, discard=[WOLF, GOB])

    assert (duel.zone("portal", ALICE), duel.events("stored")) == (["Gob"], [(ALICE, "Gob")])


@pytest.mark.clause("ENE-12.2")
def test_store_does_not_take_unstorable_monsters():
    assert played({"store": {"what": {}}}, hand=[WOLF]).zone("portal", ALICE) == []


@pytest.mark.clause("ENE-7.6")
def test_store_does_not_take_a_copy_of_a_unique_monster_in_play():
    duel = played({"store": {"what": {}}}, hand=[KING], bob=Side(score=[KING]))

    assert duel.zone("portal", ALICE) == []


@pytest.mark.clause("ENE-12.7")
def test_monster_stored_by_a_text_cannot_attack_this_turn():
    call = {"release": {"count": 1}}

    assert played({"store": {"what": {}}}, call, hand=[GOB]).zone("attack") == []


def test_release_attacks_with_up_to_count_matching_monsters():
    duel = played(
        {"release": {"count": 2, "what": {"species": "goblin"}}}, portal=[GOB, KING, WOLF], bob=Side(pcs=[ELK])
    )
    assert duel.answers == {"Gob", "King", "enough"}

    duel.choose("join", "King").choose("join", "Gob")
    assert (duel.pending, duel.zone("attack")) == ((BOB, "defend"), ["King", "Gob"])


def test_released_monsters_can_be_avoided():
    duel = played({"release": {}}, portal=[GOB]).choose("join", "Gob")

    assert duel.zone("score", ALICE) == ["Gob"]


def test_stash_hides_cards_within_the_limit():
    duel = played({"stash": {"count": 3}}, hand=[GOB], hidden=[BLANK] * 4).choose("hide", "Gob")

    assert duel.zone("hidden", ALICE) == [*["Blank"] * 4, "Gob"]
    assert duel.pending == (BOB, "play")


def test_stash_may_be_declined():
    assert played({"stash": {}}).choose("enough").zone("hidden", ALICE) == []


# --- composites ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "drawn"), [("yes", 1), ("no", 0)])
def test_may_is_a_choice(answer: str, drawn: int):
    assert hand(played({"may": [{"draw": 1}]}).choose(answer)) == 4 + drawn


@pytest.mark.parametrize(("hidden", "drawn"), [([BLANK], 1), ([], 0)])
def test_if_happens_only_while_its_condition_holds(hidden: list[Any], drawn: int):
    assert hand(played({"if": {"when": {"hidden": 1}, "do": [{"draw": 1}]}}, hidden=hidden)) == 4 + drawn


def test_against_is_false_outside_a_fight():
    assert hand(played({"if": {"when": {"against": {}}, "do": [{"draw": 1}]}}, pcs=[ORCA])) == 4


@pytest.mark.parametrize(("side", "drawn"), [(1, 1), (2, 3)])
def test_either_is_a_choice_of_two(side: int, drawn: int):
    duel = played({"either": {"one": [{"draw": 1}], "other": [{"draw": 3}]}}).choose("either", "Event", side)

    assert hand(duel) == 4 + drawn


def test_play_again_counts_only_on_your_own_turn():
    haste = action("Haste", {"play_again": 5}, moment="attack")
    duel = lay(Side(hand=[WOLF]), Side(pcs=[ORCA], hidden=[haste])).choose("attack", "Wolf").choose("flip", "Haste")

    assert duel.events("plays_again") == []


# --- triggers --------------------------------------------------------------------------------------

DRAWS = [{"draw": 1}]


def triggers_on(happens: str) -> list[dict[str, Any]]:
    return [{"on": {"happens": happens, "do": DRAWS}}]


@pytest.mark.parametrize(
    ("happens", "strength", "tolerance", "drawn"),
    [
        ("wins", 9, 0, 1),
        ("wins", 1, 0, 0),
        ("loses", 1, 0, 1),
        ("loses", 1, 4, 1),
        ("loses", 9, 0, 0),
        ("wounded", 1, 0, 1),
        ("wounded", 1, 4, 0),
    ],
)
@pytest.mark.parametrize("on_item", [False, True])
def test_pc_texts_trigger_on_events_of_a_fight(happens: str, strength: int, tolerance: int, drawn: int, on_item: bool):
    text: dict[str, Any] = {"text": triggers_on(happens)}
    hero = pc("Hero", strength, tolerance=tolerance, **({} if on_item else text))
    ring = item("Ring", **(text if on_item else {}))
    duel = lay(Side(hand=[WOLF]), Side(pcs=[(hero, ring)], hand=[BLANK] * 5)).choose("attack", "Wolf").choose("fight")

    assert len([seat for seat, _ in duel.events("drew") if seat == BOB]) == 1 + drawn


@pytest.mark.parametrize(("happens", "play"), [("played", "attack"), ("attacks", "attack"), ("stored", "store")])
def test_monster_texts_trigger_on_their_events(happens: str, play: str):
    scout = monster("Scout", storable=True, text=triggers_on(happens))
    for way in ("attack", "store"):
        duel = lay(Side(hand=[scout])).choose(way, "Scout")
        assert hand(duel) == 4 + (way == play)


def test_monster_that_joins_from_the_portal_attacks_but_is_not_played():
    scout = monster("Scout", storable=True, joins=[{}], text=triggers_on("played") + triggers_on("attacks"))
    duel = lay(Side(hand=[WOLF], portal=[scout])).choose("attack", "Wolf").choose("join", "Scout")

    assert hand(duel) == 4 + 1


def test_trigger_needs_its_condition():
    text = [{"on": {"happens": "played", "do": DRAWS, "when": {"hidden": 1}}}]

    assert hand(lay(Side(hand=[pc("Hero", text=text)])).choose("pc", "Hero")) == 4
    assert hand(lay(Side(hand=[pc("Hero", text=text)], hidden=[BLANK])).choose("pc", "Hero")) == 5
