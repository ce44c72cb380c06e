from collections.abc import Mapping
from typing import Any

from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.sentences import Sentences
from gameplay.engine.core.views import JUDGE, can_see_faces, view_for_seat, visible_fields
from gameplay.engine.core.zones import Visibility, Zone
from tests.gameplay.engine.nim import NIM, Heap, Worth, nim

TAKE_TWO = (0, ("take", 2), 4, 5)


def played() -> tuple[Game, Sentences]:
    chance = RecordedChance(TAKE_TWO)
    game = nim(chance)
    game.replay_entries(chance)
    return game, game.ruleset.sentences


def test_a_view_names_cards_by_where_they_lie():
    game, _ = played()

    zones = view_for_seat(game, 0)["zones"]
    assert zones[0] == {"zone": "heap", "seat": None, "count": 5}
    assert zones[1] == {
        "zone": "taken",
        "seat": 0,
        "count": 2,
        "cards": [{"id": "taken0.0", "ref": "N-4"}, {"id": "taken0.1", "ref": "N-5"}],
    }


def test_a_view_says_whose_turn_it_is_and_how_it_stands():
    game, _ = played()

    seen = view_for_seat(game, 1)
    assert {name: seen[name] for name in ("seat", "turn", "active", "scores")} == {
        "seat": 1,
        "turn": 2,
        "active": 1,
        "scores": [2, 0],
    }
    assert seen.keys() == {"seat", "turn", "active", "scores", "zones", "ask", "clash", "events", "outcome"}


def test_a_card_that_nobody_sees_has_no_name():
    class Telling(Heap):
        __slots__ = ()

        def public_state(self, handles: Mapping[int, str]) -> dict[str, Any]:
            return {"named": dict(handles)}

    chance = RecordedChance(TAKE_TWO)
    game = Game(NIM, Telling([[Worth(f"N-{number}", number) for number in range(7)], []], chance))
    assert view_for_seat(game, JUDGE)["named"] == {}
    game.table.taken[1] = [game.table.heap.pop(4)]

    assert view_for_seat(game, 0)["named"] == {4: "taken1.0"}


def test_others_see_how_many_and_nothing_more():
    game, _ = played()

    for seat in (1, None):
        assert view_for_seat(game, seat)["zones"][1] == {"zone": "taken", "seat": 0, "count": 2}


def test_an_event_is_told_with_its_card_to_the_seat_it_belongs_to():
    game, words = played()
    event = ("took", 0, 4)

    assert visible_fields(game, words.events, event, 0) == {"code": "took", "seat": 0, "card": "N-4"}
    assert visible_fields(game, words.events, event, 1) == {"code": "took", "unseen": True, "seat": 0}


def test_only_the_seat_that_is_asked_sees_its_options():
    game, _ = played()

    ask = view_for_seat(game, 1)["ask"]
    assert (ask["kind"], ask["about"]) == ("number", {"code": "how_many"})
    assert [(option["id"], option["number"]) for option in ask["options"]] == [(0, 1), (1, 2), (2, 3)]
    assert view_for_seat(game, 0)["ask"] == {"seat": 1}


def test_events_already_seen_can_be_left_out():
    game, _ = played()

    assert [event["code"] for event in view_for_seat(game, 0)["events"]] == ["turn", "took", "took", "turn"]
    assert [event["code"] for event in view_for_seat(game, 0, first_event=3)["events"]] == ["turn"]


def test_the_outcome_is_there_once_there_is_one():
    game, _ = played()
    assert view_for_seat(game, None)["outcome"] is None

    game.concede(1)
    assert view_for_seat(game, None)["outcome"] == {"winners": [0], "reason": "concede", "scores": [2, 0]}


def test_who_sees_what():
    places = [Zone("zone", 1, sight, ()) for sight in (Visibility.ALL, Visibility.OWNER, Visibility.NOBODY)]

    assert [[can_see_faces(place, seat) for place in places] for seat in (0, 1, None, JUDGE)] == [
        [True, False, False],
        [True, True, False],
        [True, False, False],
        [True, True, False],
    ]
