"""The information that is visible to a seat (ENE-2.1, 2.8, 10.8)."""

import json
from typing import Any

import pytest

from gameplay.engine.core.views import view_for_seat
from tests.gameplay.games.enemy.cards import action, card, event, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

SECRET = action("Secret", {"strengthen": 1})
ORCA = pc("Orca", 5)
WOLF = monster("Wolf", 5)
LOOK = event("Look", {"look": {"at": "hidden"}})


def zone(duel: Duel, seat: int | None, name: str, whose: int) -> dict[str, Any]:
    [shown_zone] = [
        each for each in view_for_seat(duel.game, seat)["zones"] if (each["zone"], each["seat"]) == (name, whose)
    ]
    assert isinstance(shown_zone, dict)
    return shown_zone


def shown(duel: Duel, seat: int | None) -> str:
    return json.dumps(view_for_seat(duel.game, seat))


@pytest.mark.clause("ENE-10.8", "ENE-OP-10", "ENE-2.1")
@pytest.mark.parametrize("place", ["hidden", "hand"])
def test_hidden_cards_and_hand_are_visible_to_their_owner_and_counted_for_all(place: str):
    held: dict[str, Any] = {place: [SECRET]}
    duel = lay(Side(**held))
    mine = zone(duel, ALICE, place, ALICE)

    assert "T-Secret" in [each["ref"] for each in mine["cards"]]
    for other in (BOB, None):
        theirs = zone(duel, other, place, ALICE)
        assert (theirs["count"], "cards" in theirs) == (mine["count"], False)
        assert "Secret" not in shown(duel, other)


@pytest.mark.clause("ENE-OP-9")
def test_food_is_visible_to_its_owner_and_its_size_to_all():
    pet = card("Pet", "grunty", do=[{"draw": 1}])
    duel = lay(Side(grunties=[(pet, SECRET)]))

    assert "Secret" in shown(duel, ALICE)
    assert "Secret" not in shown(duel, BOB)
    assert [each["size"] for each in zone(duel, BOB, "grunties", ALICE)["cards"]] == [1]


@pytest.mark.parametrize("seat", [ALICE, BOB, None])
def test_deck_is_visible_to_no_player(seat: int | None):
    duel = lay(Side(deck=[SECRET]), Side(deck=[SECRET]))

    assert "Secret" not in shown(duel, seat)


@pytest.mark.clause("ENE-2.8")
def test_score_piles_are_public():
    two = monster("Two", vp=2)
    duel = lay(Side(), Side(score=[two, two]))

    assert view_for_seat(duel.game, None)["scores"] == [0, 4]
    assert [each["ref"] for each in zone(duel, ALICE, "score", BOB)["cards"]] == ["T-Two", "T-Two"]


def test_draw_and_hide_events_are_redacted_for_others():
    duel = lay(Side(deck=[]), Side(deck=[SECRET])).choose("hide", "Blank")
    events = {
        seat: [each for each in view_for_seat(duel.game, seat)["events"] if each["code"] == "drew"][-1]
        for seat in (BOB, None)
    }
    duel.choose("hide", "Secret")
    hid = {
        seat: [each for each in view_for_seat(duel.game, seat)["events"] if each["code"] == "hid"][-1]
        for seat in (ALICE, BOB)
    }

    assert events[None] == {"code": "drew", "unseen": True, "seat": BOB}
    assert hid == {
        ALICE: {"code": "hid", "unseen": True, "seat": BOB},
        BOB: {"code": "hid", "seat": BOB, "card": "T-Secret"},
    }


def test_look_event_shows_the_card_only_to_the_player():
    duel = lay(Side(hand=[LOOK]), Side(hidden=[SECRET])).choose("event", "Look")

    assert "Secret" in shown(duel, ALICE)
    assert "Secret" not in shown(duel, None)


def test_ask_is_visible_only_to_its_seat():
    duel = lay(Side(hand=[SECRET]))

    ask = view_for_seat(duel.game, ALICE)["ask"]
    assert (ask["kind"], ask["about"]) == ("play", {"code": "play", "number": 1})
    assert view_for_seat(duel.game, BOB)["ask"] == view_for_seat(duel.game, None)["ask"] == {"seat": ALICE}


def test_options_name_positions_of_face_down_cards():
    snoop = event("Snoop", {"destroy_hidden": {}})
    duel = lay(Side(hand=[snoop]), Side(hidden=[SECRET, WOLF])).choose("event", "Snoop")

    options = view_for_seat(duel.game, ALICE)["ask"]["options"]
    assert [option["cards"] for option in options] == [["hidden1.0"], ["hidden1.1"]]
    assert "Secret" not in shown(duel, ALICE)


@pytest.mark.clause("ENE-9.1")
def test_items_are_under_their_bearer():
    duel = lay(Side(pcs=[pc("Elk"), (ORCA, item("Sword"))]))

    assert zone(duel, BOB, "items", ALICE)["cards"] == [{"id": "items0.0", "ref": "T-Sword", "under": "party0.1"}]


def test_fights_and_the_current_fight_are_public():
    hound = monster("Hound", 3, storable=True, joins=[{}])
    bob = Side(pcs=[ORCA, pc("Elk", 5)], hidden=[SECRET])
    duel = lay(Side(hand=[WOLF], portal=[hound]), bob).choose("attack", "Wolf").choose("join", "Hound").choose("fight")
    duel.choose("pair", "Orca", "Hound").choose("resolve", "Elk")

    assert view_for_seat(duel.game, None)["fights"] == [
        {"pc": "party1.0", "monsters": ["attack.1"], "now": False},
        {"pc": "party1.1", "monsters": ["attack.0"], "now": True, "ours": 5, "theirs": 5},
    ]


def test_target_plays_left_and_last_turn_are_public():
    duel = lay(Side(hand=[event("Draw", {"draw": 1}, {"play_again": 1})], blanks=0, discard=[WOLF]))
    assert [view_for_seat(duel.game, None)[key] for key in ("target", "plays", "last_turn")] == [5, 1, False]

    duel.choose("event", "Draw")
    assert [view_for_seat(duel.game, None)[key] for key in ("target", "plays", "last_turn")] == [5, 1, True]


def test_window_pauses_even_if_the_hidden_card_is_not_an_action():
    seen = []
    for face_down in (SECRET, WOLF):
        duel = lay(Side(hand=[WOLF]), Side(pcs=[ORCA], hidden=[face_down]), pausing=True)
        duel.choose("attack", "Wolf").choose("pass").choose("fight")
        assert duel.pending == (BOB, "window")
        seen.append(shown(duel, ALICE))

    assert seen[0] == seen[1]


@pytest.mark.clause("ENE-10.9")
def test_window_with_speed_pauses_even_without_an_action_in_hand():
    seen = []
    for held in (SECRET, WOLF):
        duel = lay(Side(hand=[WOLF]), Side(pcs=[pc("Swift", 5, speed=1)], hand=[held]), pausing=True)
        duel.choose("attack", "Wolf").choose("fight")
        for moment in ("fight", "destiny"):
            assert duel.game.ask is not None
            assert (duel.pending, duel.game.ask.about[1]) == ((BOB, "window"), moment)
            seen.append(shown(duel, ALICE))
            duel.choose("pass")

    assert seen[:2] == seen[2:]


def test_play_pauses_even_if_the_last_card_can_only_be_hidden():
    seen = []
    for held in (SECRET, WOLF):
        duel = lay(Side(hand=[held], blanks=0), Side(pcs=[ORCA]), ready=False, pausing=True)
        assert duel.pending == (ALICE, "play")
        seen.append(shown(duel, BOB))

    assert seen[0] == seen[1]
