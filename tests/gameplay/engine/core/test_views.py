from collections.abc import Mapping
from typing import Any

from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.replay import replay_entries
from gameplay.engine.core.sentences import Sentences
from gameplay.engine.core.views import JUDGE, can_see_faces, view_for_seat, visible_fields
from gameplay.engine.core.zones import Visibility, Zone
from tests.gameplay.engine.nim import NIM, Heap, NimCard, nim

TAKE_TWO = (0, ("take", 2), 4, 5)


def game_with_sentences() -> tuple[Game, Sentences]:
    chance = RecordedChance(TAKE_TWO)
    game = nim(chance)
    replay_entries(game, chance)
    return game, game.ruleset.sentences


def test_view_names_cards_by_zone_and_index():
    game, _ = game_with_sentences()

    zones = view_for_seat(game, 0)["zones"]
    assert zones[0] == {"zone": "heap", "seat": None, "count": 5}
    assert zones[1] == {
        "zone": "taken",
        "seat": 0,
        "count": 2,
        "cards": [{"id": "taken0.0", "ref": "N-4"}, {"id": "taken0.1", "ref": "N-5"}],
    }


def test_view_contains_turn_active_seat_and_scores():
    game, _ = game_with_sentences()

    view = view_for_seat(game, 1)
    assert {name: view[name] for name in ("seat", "turn", "active", "scores")} == {
        "seat": 1,
        "turn": 2,
        "active": 1,
        "scores": [2, 0],
    }
    assert view.keys() == {"seat", "turn", "active", "scores", "zones", "ask", "clash", "events", "outcome"}


def test_card_that_no_player_sees_has_no_handle():
    class HeapWithHandles(Heap):
        __slots__ = ()

        def public_state(self, handles: Mapping[int, str]) -> dict[str, Any]:
            return {"named": dict(handles)}

    chance = RecordedChance(TAKE_TWO)
    game = Game(NIM, HeapWithHandles([[NimCard(f"N-{number}", number) for number in range(7)], []], chance))
    assert view_for_seat(game, JUDGE)["named"] == {}
    game.table.taken[1] = [game.table.heap.pop(4)]

    assert view_for_seat(game, 0)["named"] == {4: "taken1.0"}


def test_other_seats_see_only_the_number_of_hidden_cards():
    game, _ = game_with_sentences()

    for seat in (1, None):
        assert view_for_seat(game, seat)["zones"][1] == {"zone": "taken", "seat": 0, "count": 2}


def test_only_the_seat_of_a_redacted_event_sees_its_card():
    game, sentences = game_with_sentences()
    event = ("took", 0, 4)

    assert visible_fields(game, sentences.events, event, 0) == {"code": "took", "seat": 0, "card": "N-4"}
    assert visible_fields(game, sentences.events, event, 1) == {"code": "took", "unseen": True, "seat": 0}


def test_only_the_asked_seat_sees_the_options():
    game, _ = game_with_sentences()

    ask = view_for_seat(game, 1)["ask"]
    assert (ask["kind"], ask["about"]) == ("number", {"code": "how_many"})
    assert [(option["id"], option["number"]) for option in ask["options"]] == [(0, 1), (1, 2), (2, 3)]
    assert view_for_seat(game, 0)["ask"] == {"seat": 1}


def test_earlier_events_can_be_left_out():
    game, _ = game_with_sentences()

    assert [event["code"] for event in view_for_seat(game, 0)["events"]] == ["turn", "took", "took", "turn"]
    assert [event["code"] for event in view_for_seat(game, 0, first_event=3)["events"]] == ["turn"]


def test_outcome_is_none_until_the_game_is_over():
    game, _ = game_with_sentences()
    assert view_for_seat(game, None)["outcome"] is None

    game.concede(1)
    assert view_for_seat(game, None)["outcome"] == {"winners": [0], "reason": "concede", "scores": [2, 0]}


def test_visibility_decides_which_seats_see_faces():
    zones = [Zone("zone", 1, visibility, ()) for visibility in (Visibility.ALL, Visibility.OWNER, Visibility.NOBODY)]

    assert [[can_see_faces(zone, seat) for zone in zones] for seat in (0, 1, None, JUDGE)] == [
        [True, False, False],
        [True, True, False],
        [True, False, False],
        [True, True, False],
    ]
