"""Verbs that happen once, one after the other, each tried as the text of an event."""

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
    """Alice has played an event with this text."""
    alice["hand"] = [event("Event", *do), *alice.get("hand", [])]
    on_field = alice.pop("field", None)
    return lay(Side(**alice), bob, field=on_field).choose("event", "Event")


def hand(duel: Duel, seat: int = ALICE) -> int:
    return len(duel.zone("hand", seat))


# --- hands and decks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "drawn"), [("you", (2, 0)), ("opponent", (0, 2)), ("each", (2, 2))])
def test_draw(who: str, drawn: tuple[int, int]):
    duel = played({"draw": {"count": 2, "who": who}}, {"draw": {"count": 0, "who": "each"}}, bob=Side(hand=[BLANK] * 5))
    # Bob then begins his turn with a draw, and may have to discard.
    assert len([seat for seat, _ in duel.told("drew") if seat == ALICE]) == 1 + drawn[0]
    assert len([seat for seat, _ in duel.told("drew") if seat == BOB]) == 1 + drawn[1]


def test_discard_is_the_choice_of_who_loses_the_cards():
    duel = played({"discard": {"count": 2, "who": "opponent"}}, bob=Side(hand=[WOLF, GOB, KING]))
    assert (duel.asked, duel.answers) == ((BOB, "discard_for"), {"Wolf", "Gob", "King"})

    duel.choose("discard", "Gob").choose("discard", "King")
    assert duel.zone("discard", BOB) == ["Gob", "King"]


def test_discard_at_random_asks_nobody():
    duel = played({"discard": {"how": "random"}}, bob=Side(hand=[WOLF, GOB]))

    assert duel.told("discarded") == [(BOB, "Wolf")]


def test_more_than_the_hand_cannot_be_discarded():
    duel = played({"discard": {"count": 3}}, bob=Side(hand=[WOLF]))

    assert duel.told("discarded") == [(BOB, "Wolf")]


def test_each_discards_beginning_with_the_turn_player():
    duel = played({"discard": {"who": "each"}}, bob=Side(hand=[WOLF, GOB]))

    assert duel.asked == (ALICE, "discard_for")
    assert duel.choose("discard", "Blank").asked == (BOB, "discard_for")


@pytest.mark.parametrize(("to", "zone"), [("hand", "hand"), ("top", "deck"), ("deck", "deck")])
def test_recover_takes_a_matching_card_out_of_the_own_discard_pile(to: str, zone: str):
    bob = Side(discard=[KING])
    duel = played({"recover": {"what": {"species": "goblin"}, "to": to}}, discard=[WOLF, GOB], bob=bob)

    assert "Gob" in duel.zone(zone, ALICE)
    assert sorted(duel.zone("discard", ALICE)) == ["Event", "Wolf"]


def test_what_is_shuffled_into_the_deck_lies_nowhere_in_particular():
    assert played({"recover": {"to": "top"}}, discard=[GOB]).table.top[ALICE] != []
    assert played({"recover": {"to": "deck"}}, discard=[GOB]).table.top[ALICE] == []


def test_what_was_put_on_top_is_drawn_next():
    duel = played({"recover": {"what": {"species": "goblin"}, "to": "top"}}, {"draw": 1}, discard=[GOB])

    assert "Gob" in duel.zone("hand", ALICE)


def test_an_event_does_not_recover_itself():
    duel = played({"recover": {"what": {"type": "event"}}})

    assert duel.zone("discard", ALICE) == ["Event"]


def test_look_shows_the_hand_to_the_player_only():
    duel = played({"look": {"at": "hand"}}, bob=Side(hand=[WOLF, GOB]))

    assert duel.told("looked") == [(ALICE, "Wolf"), (ALICE, "Gob")]


# --- wounds --------------------------------------------------------------------------------------


def test_wound_aims_at_the_opponents_pcs_unless_it_says_otherwise():
    assert played({"wound": {}}, pcs=[ORCA], bob=Side(pcs=[ELK, pc("Mia")])).answers == {"Elk", "Mia"}
    assert played({"wound": {"what": {}}}, pcs=[ORCA], bob=Side(pcs=[ELK])).answers == {"Orca", "Elk"}


def test_wounding_destroys_a_wounded_pc():
    duel = played({"wound": {}}, bob=Side(pcs=[(ELK, SWORD)], wounded=[ELK]))

    assert sorted(duel.zone("discard", BOB)) == ["Elk", "Sword"]


@pytest.mark.clause("ENE-8.11")
def test_heal_aims_at_ones_own_wounded():
    duel = played({"heal": {}}, pcs=[ORCA, ELK], wounded=[ELK], bob=Side(pcs=[ORCA], wounded=[ORCA]))

    assert duel.told("healed") == [("Elk",)]


# --- cards in play -------------------------------------------------------------------------------


def test_destroy_takes_a_pc_with_its_items():
    duel = played({"destroy": {"what": {"type": "pc", "whose": "theirs"}}}, bob=Side(pcs=[(ELK, SWORD)]))

    assert sorted(duel.zone("discard", BOB)) == ["Elk", "Sword"]
    assert duel.table.cards_under == {}


def test_destroy_does_not_reach_score_piles_nor_hidden_cards():
    duel = played({"destroy": {"what": {"type": "monster"}}}, bob=Side(score=[WOLF], hidden=[GOB]))

    assert duel.told("destroyed") == []


def test_destroy_does_not_reach_attacking_monsters():
    curse = action("Curse", {"destroy": {"what": {"type": "monster"}}}, moment="attack")
    bob = Side(pcs=[ORCA], hidden=[curse], portal=[KING])
    duel = lay(Side(hand=[WOLF], portal=[GOB]), bob).choose("attack", "Wolf").choose("flip", "Curse")

    assert duel.answers == {"Gob", "King"}


@pytest.mark.parametrize(("whose", "lost"), [("theirs", BOB), ("yours", ALICE)])
def test_destroy_hidden_takes_a_hidden_card(whose: str, lost: int):
    duel = played({"destroy_hidden": {"whose": whose}}, hidden=[GOB], bob=Side(hidden=[GOB]))

    assert [seat for seat in (ALICE, BOB) if "Gob" in duel.zone("discard", seat)] == [lost]


def test_return_gives_the_card_back_healthy_and_discards_what_lay_under_it():
    duel = played({"return": {"what": {"type": "pc"}}}, bob=Side(pcs=[(ELK, SWORD)], wounded=[ELK], blanks=20))

    assert "Elk" in duel.zone("hand", BOB)
    assert (duel.zone("discard", BOB), duel.wounded()) == (["Sword"], set())


def test_return_reaches_a_field():
    duel = played({"return": {"what": {"type": "field"}}}, field=field("Hill"))

    assert duel.zone("field") == []


def test_sacrifice_makes_the_opponent_choose():
    duel = played(
        {"sacrifice": {"what": {"type": "item"}}}, pcs=[(ORCA, SWORD)], bob=Side(pcs=[(ELK, SWORD, item("Cap"))])
    )

    assert (duel.asked, duel.answers) == ((BOB, "sacrifice_for"), {"Sword", "Cap"})


def test_who_has_nothing_to_sacrifice_sacrifices_nothing():
    duel = played({"sacrifice": {"what": {"type": "pc"}, "who": "each"}}, bob=Side(pcs=[ELK]))

    assert duel.told("sacrificed") == [(BOB, "Elk")]


# --- the portal and the hidden cards ---------------------------------------------------------------


def test_store_puts_a_storable_monster_of_the_hand_into_the_portal():
    duel = played({"store": {"what": {"species": "goblin"}}}, hand=[WOLF, GOB]).choose("store", "Gob")

    assert (duel.zone("portal", ALICE), duel.told("stored")) == (["Gob"], [(ALICE, "Gob")])


def test_store_from_a_hand_may_be_declined():
    assert played({"store": {"what": {}}}, hand=[GOB]).choose("pass").zone("portal", ALICE) == []


def test_store_takes_what_lies_in_the_discard_pile():
    duel = played({"store": {"what": {"species": "goblin"}, "from": "discard"}}, discard=[WOLF, GOB])

    assert (duel.zone("portal", ALICE), duel.told("stored")) == (["Gob"], [(ALICE, "Gob")])


@pytest.mark.clause("ENE-12.2")
def test_store_takes_nothing_that_is_not_storable():
    assert played({"store": {"what": {}}}, hand=[WOLF]).zone("portal", ALICE) == []


@pytest.mark.clause("ENE-7.6")
def test_store_leaves_a_copy_of_a_unique_monster_where_it_is():
    duel = played({"store": {"what": {}}}, hand=[KING], bob=Side(score=[KING]))

    assert duel.zone("portal", ALICE) == []


@pytest.mark.clause("ENE-12.7")
def test_what_a_text_stores_does_not_attack_this_turn():
    call = {"release": {"count": 1}}

    assert played({"store": {"what": {}}}, call, hand=[GOB]).zone("attack") == []


def test_release_attacks_with_up_to_so_many_matching_monsters():
    duel = played(
        {"release": {"count": 2, "what": {"species": "goblin"}}}, portal=[GOB, KING, WOLF], bob=Side(pcs=[ELK])
    )
    assert duel.answers == {"Gob", "King", "enough"}

    duel.choose("join", "King").choose("join", "Gob")
    assert (duel.asked, duel.zone("attack")) == ((BOB, "defend"), ["King", "Gob"])


def test_released_monsters_may_be_avoided_like_others():
    duel = played({"release": {}}, portal=[GOB]).choose("join", "Gob")

    assert duel.zone("score", ALICE) == ["Gob"]


def test_stash_hides_cards_within_the_limit():
    duel = played({"stash": {"count": 3}}, hand=[GOB], hidden=[BLANK] * 4).choose("hide", "Gob")

    assert duel.zone("hidden", ALICE) == [*["Blank"] * 4, "Gob"]
    assert duel.asked == (BOB, "play")


def test_stash_may_be_declined():
    assert played({"stash": {}}).choose("enough").zone("hidden", ALICE) == []


# --- composites ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "drawn"), [("yes", 1), ("no", 0)])
def test_may_is_a_choice(answer: str, drawn: int):
    assert hand(played({"may": [{"draw": 1}]}).choose(answer)) == 4 + drawn


@pytest.mark.parametrize(("hidden", "drawn"), [([BLANK], 1), ([], 0)])
def test_if_is_done_only_while_its_condition_holds(hidden: list[Any], drawn: int):
    assert hand(played({"if": {"when": {"hidden": 1}, "do": [{"draw": 1}]}}, hidden=hidden)) == 4 + drawn


def test_outside_a_fight_nobody_is_fought_against():
    assert hand(played({"if": {"when": {"against": {}}, "do": [{"draw": 1}]}}, pcs=[ORCA])) == 4


@pytest.mark.parametrize(("side", "drawn"), [(1, 1), (2, 3)])
def test_either_is_one_of_two(side: int, drawn: int):
    duel = played({"either": {"one": [{"draw": 1}], "other": [{"draw": 3}]}}).choose("either", "Event", side)

    assert hand(duel) == 4 + drawn


def test_play_again_counts_only_in_ones_own_turn():
    haste = action("Haste", {"play_again": 5}, moment="attack")
    duel = lay(Side(hand=[WOLF]), Side(pcs=[ORCA], hidden=[haste])).choose("attack", "Wolf").choose("flip", "Haste")

    assert duel.told("plays_again") == []


# --- triggers --------------------------------------------------------------------------------------

DRAWS = [{"draw": 1}]


def waits(happens: str) -> list[dict[str, Any]]:
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
def test_texts_wait_for_what_happens_to_their_pc_in_a_fight(
    happens: str, strength: int, tolerance: int, drawn: int, on_item: bool
):
    text: dict[str, Any] = {"text": waits(happens)}
    hero = pc("Hero", strength, tolerance=tolerance, **({} if on_item else text))
    ring = item("Ring", **(text if on_item else {}))
    duel = lay(Side(hand=[WOLF]), Side(pcs=[(hero, ring)], hand=[BLANK] * 5)).choose("attack", "Wolf").choose("fight")

    assert len([seat for seat, _ in duel.told("drew") if seat == BOB]) == 1 + drawn


@pytest.mark.parametrize(("happens", "play"), [("played", "attack"), ("attacks", "attack"), ("stored", "store")])
def test_texts_wait_for_what_their_monster_does(happens: str, play: str):
    scout = monster("Scout", storable=True, text=waits(happens))
    for way in ("attack", "store"):
        duel = lay(Side(hand=[scout])).choose(way, "Scout")
        assert hand(duel) == 4 + (way == play)


def test_a_monster_that_joins_from_the_portal_attacks_but_is_not_played():
    scout = monster("Scout", storable=True, joins=[{}], text=waits("played") + waits("attacks"))
    duel = lay(Side(hand=[WOLF], portal=[scout])).choose("attack", "Wolf").choose("join", "Scout")

    assert hand(duel) == 4 + 1


def test_a_trigger_needs_its_condition():
    text = [{"on": {"happens": "played", "do": DRAWS, "when": {"hidden": 1}}}]

    assert hand(lay(Side(hand=[pc("Hero", text=text)])).choose("pc", "Hero")) == 4
    assert hand(lay(Side(hand=[pc("Hero", text=text)], hidden=[BLANK])).choose("pc", "Hero")) == 5
