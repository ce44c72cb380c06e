"""Corrections of a game by a judge: the entry contains author, reason and actions, and the record replays exactly."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import dump_record, record_of, with_entries
from gameplay.engine.core.views import JUDGE, view_for_seat
from tests.gameplay.engine.core.test_record import DECKS, new_game, verify

Action = tuple[Any, ...]


def by_hana(*actions: Action, reason: str = "a misclick") -> Correction:
    return Correction("Hana", reason, actions)


def play_until(game: Game, condition: Callable[[Game], Any]) -> Game:
    """Let each side choose the first option until ``condition`` holds."""
    while not condition(game):
        assert game.ask is not None
        game.choose(game.ask.options[0])
    return game


def at_play(game: Game, *, turn: int) -> Game:
    return play_until(game, lambda game: game.table.turn >= turn and game.ask and game.ask.kind == "play")


def text(game: Game) -> str:
    return dump_record(record_of(game, "sample", DECKS, switches={"target": 7}))


def events(game: Game, seat: int | None) -> list[dict[str, Any]]:
    visible: list[dict[str, Any]] = view_for_seat(game, seat)["events"]
    return visible


# --- rewinding -----------------------------------------------------------------------------------


def test_rewind_repeats_the_ask_and_keeps_the_undone_entries():
    game = at_play(new_game(), turn=3)
    ask, number, state = game.ask, len(game.entries), game.table.fingerprint()
    assert ask is not None
    at_play(game, turn=6)
    undone = list(game.entries)

    game.apply_correction(by_hana(("rewind", number)))

    assert game.ask is not None
    assert (game.ask.seat, game.ask.about, list(game.ask.options)) == (ask.seat, ask.about, list(ask.options))
    assert game.table.fingerprint() == state
    assert game.entries[: len(undone)] == undone
    assert events(game, None)[-2:] == [
        {"code": "corrected", "judge": "Hana", "why": "a misclick"},
        {"code": "rewound", "number": 3},
    ]
    assert verify(text(at_play(game, turn=8))).verdict == "EXACT"


def test_outcomes_of_chance_after_a_rewind_are_drawn_anew():
    game = at_play(new_game(), turn=3)
    number = len(game.entries)
    game.choose(game.ask.options[-1])  # type: ignore[union-attr]
    drawn = game.entries[number:]

    game.apply_correction(by_hana(("rewind", number)))
    game.choose(game.ask.options[-1])  # type: ignore[union-attr]

    restored = game.entries[len(drawn) + number + 1 :]
    assert restored[0] == drawn[0]  # the same choice
    assert restored != drawn


def test_rewind_to_an_undone_entry_restores_its_state():
    game = at_play(new_game(), turn=5)
    number, state = len(game.entries), game.table.fingerprint()
    at_play(game, turn=7)
    game.apply_correction(
        by_hana(("rewind", next(n for n, entry in enumerate(game.entries) if isinstance(entry, tuple))))
    )
    assert game.table.turn < 5
    at_play(game, turn=3)

    game.apply_correction(by_hana(("rewind", number), reason="the first ruling was wrong"))

    assert (game.table.turn, game.table.fingerprint()) == (5, state)
    assert verify(text(at_play(game, turn=7))).verdict == "EXACT"


def test_rewind_after_an_earlier_rewind_and_a_note_restores_the_state():
    game = at_play(new_game(), turn=3)
    first = len(game.entries)
    at_play(game, turn=5)
    game.apply_correction(by_hana(("rewind", first)))
    game.apply_correction(by_hana(reason="asked to play faster"))
    at_play(game, turn=4)
    number, state = len(game.entries), game.table.fingerprint()
    at_play(game, turn=6)

    game.apply_correction(by_hana(("rewind", number)))

    assert (game.table.turn, game.table.fingerprint()) == (4, state)
    assert verify(text(at_play(game, turn=7))).verdict == "EXACT"


def test_rewind_to_after_a_correction_keeps_its_changes():
    game = at_play(new_game(), turn=3)
    seat = game.table.active
    card = game.table.hand[seat][0]
    game.apply_correction(by_hana(("move", card, "discard")))
    number, state = len(game.entries), game.table.fingerprint()
    at_play(game, turn=5)

    game.apply_correction(by_hana(("rewind", number)))

    assert card in game.table.discard[seat]
    assert game.table.fingerprint() == state
    assert verify(text(at_play(game, turn=6))).verdict == "EXACT"


def test_rewind_undoes_a_call_of_time():
    game = at_play(new_game(), turn=3)
    game.call_time()

    game.apply_correction(by_hana(("rewind", len(game.entries) - 1)))

    assert at_play(game, turn=5).outcome is None
    assert verify(text(game)).verdict == "EXACT"


# --- moving and marking ----------------------------------------------------------------------------


def test_card_moved_to_the_top_of_the_deck_is_drawn_next():
    game = at_play(new_game(), turn=3)
    seat = game.table.active
    card = game.table.hand[seat][0]

    game.apply_correction(by_hana(("move", card, "top")))

    assert card not in game.table.hand[seat]
    play_until(game, lambda game: game.table.active != seat)
    at_play(game, turn=game.table.turn + 1)
    assert ("drew", seat, card) in game.table.events
    assert verify(text(game)).verdict == "EXACT"


def test_only_the_owner_sees_which_card_is_moved_from_hand_to_deck():
    game = at_play(new_game(), turn=3)
    seat = game.table.active
    card = game.table.hand[seat][0]

    game.apply_correction(by_hana(("move", card, "deck")))

    ref = game.table.cards[card].ref
    assert events(game, seat)[-1] == {"code": "moved_unseen", "seat": seat, "card": ref, "zone": "deck"}
    assert events(game, 1 - seat)[-1] == {"code": "moved_unseen", "unseen": True, "seat": seat, "zone": "deck"}
    assert events(game, JUDGE)[-1] == events(game, seat)[-1]


def test_mark_is_set_and_cleared():
    game = play_until(new_game(), lambda game: any(game.table.party) and game.ask and game.ask.kind == "play")
    [pc, *_] = [pc for party in game.table.party for pc in party]

    game.apply_correction(by_hana(("mark", pc, "wounded")))
    assert game.table.wounded == {pc}
    ref = game.table.cards[pc].ref
    assert events(game, None)[-1] == {"code": "marked", "card": ref, "mark": "wounded"}

    game.apply_correction(by_hana(("clear", pc, "wounded")))
    assert game.table.wounded == set()
    assert events(game, None)[-1] == {"code": "cleared", "card": ref, "mark": "wounded"}
    assert verify(text(at_play(game, turn=game.table.turn + 2))).verdict == "EXACT"


def test_one_correction_rewinds_and_changes_the_table():
    game = at_play(new_game(), turn=3)
    number, card = len(game.entries), game.table.hand[game.table.active][0]
    at_play(game, turn=6)

    game.apply_correction(by_hana(("rewind", number), ("move", card, "discard")))

    assert game.table.turn == 3
    assert card in game.table.discard[game.table.active]
    assert verify(text(at_play(game, turn=6))).verdict == "EXACT"


def test_note_changes_nothing():
    game = at_play(new_game(), turn=3)
    state, ask = game.table.fingerprint(), game.ask

    game.apply_correction(by_hana(reason="asked to play faster"))

    assert (game.table.fingerprint(), game.ask) == (state, ask)
    assert events(game, 0)[-1]["why"] == "asked to play faster"
    assert verify(text(at_play(game, turn=5))).verdict == "EXACT"


def test_record_in_which_a_name_is_replaced_replays_exactly():
    game = at_play(new_game(), turn=3)
    game.apply_correction(by_hana(reason="asked to play faster"))
    table = json.loads(text(at_play(game, turn=5)))
    entries = [json.loads(json.dumps(entry).replace("Hana", "Judge")) for entry in table["entries"]]

    changed = with_entries(table, entries)

    assert "Hana" not in json.dumps(changed)
    assert changed.keys() == table.keys()
    assert verify(json.dumps(changed)).verdict == "EXACT"
    assert verify(json.dumps(changed | {"entries": table["entries"]})).verdict != "EXACT"


# --- refused corrections -------------------------------------------------------------------------------


def first_outcome_entry(game: Game) -> int:
    return next(n for n, entry in enumerate(game.entries) if isinstance(entry, int))


@pytest.mark.parametrize(
    ("actions", "code", "is_conflict"),
    [
        (lambda game: [("rewind", len(game.entries) + 1)], "no_such_entry", False),
        (lambda game: [("rewind", first_outcome_entry(game) + 1)], "no_such_entry", False),
        (lambda game: [("move", 80, "hand")], "no_such_card", False),
        (lambda game: [("move", 0, "sleeve")], "no_such_zone", False),
        (lambda game: [("move", 0, "items")], "no_such_zone", False),
        (lambda game: [("move", 0, "items", 0)], "no_such_zone", False),
        (lambda game: [("move", 0, "hand", 1)], "no_such_zone", False),
        (lambda game: [("mark", 0, "asleep")], "no_such_mark", False),
        (lambda game: [("mark", game.table.hand[0][0], "wounded")], "no_such_mark", False),
        (lambda game: [("move", card, "hidden") for card in game.table.deck[0][:6]], "cannot_lie", False),
    ],
)
def test_impossible_correction_is_refused_and_changes_nothing(
    actions: Callable[[Game], list[Action]], code: str, is_conflict: bool
):
    game = at_play(new_game(), turn=3)
    before = (game.table.fingerprint(), list(game.entries), game.ask, view_for_seat(game, JUDGE))

    with pytest.raises(RulesError) as refusal:
        game.apply_correction(by_hana(*actions(game)))

    assert (refusal.value.code, refusal.value.is_state_conflict) == (code, is_conflict)
    assert refusal.value.field == (code.removeprefix("no_such_") if code != "cannot_lie" else "")
    assert (game.table.fingerprint(), list(game.entries), game.ask, view_for_seat(game, JUDGE)) == before


@pytest.mark.clause("ENE-7.3")
def test_clause_is_named_if_no_game_can_reach_the_table():
    game = at_play(new_game(), turn=3)
    actions = [("move", card, "hidden") for card in game.table.deck[0][:6]]

    with pytest.raises(RulesError) as refusal:
        game.apply_correction(by_hana(*actions))

    assert str(refusal.value).startswith("No game can reach this position: seats.0.hidden: ")
    assert str(refusal.value).endswith("; the maximum is 5 (ENE-7.3)")
    assert refusal.value.clause == "ENE-7.3"


def test_cards_cannot_be_moved_while_something_is_resolved():
    game = play_until(new_game(), lambda game: game.ask and game.ask.kind not in ("play", "card"))

    with pytest.raises(RulesError) as refusal:
        game.apply_correction(by_hana(("move", 0, "hand")))

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("not_between_plays", True)


def test_rewind_to_an_unknown_entry_names_it():
    game = at_play(new_game(), turn=2)
    number = first_outcome_entry(game) + 1

    for entry in (number, len(game.entries) + 1):
        with pytest.raises(RulesError) as refusal:
            game.game_at(entry)
        assert refusal.value.details == {"entry": entry}


def test_pausing_game_can_be_restored_at_a_pause():
    game = new_game(pausing=True)
    while not (game.ask and len(game.ask.options) == 1):
        assert game.ask is not None
        game.choose(game.ask.options[0])
    ask = game.ask

    restored = game.game_at(len(game.entries))

    assert restored.ask is not None
    assert (restored.ask.seat, restored.ask.about, restored.ask.options) == (ask.seat, ask.about, ask.options)


def test_replay_steps_are_the_choices_of_players():
    game = at_play(new_game(), turn=4)
    game.call_time()
    chosen = [number for number, entry in enumerate(game.entries) if not isinstance(entry, int)]
    paused = new_game(pausing=True)
    while paused.table.turn < 4:
        assert paused.ask is not None
        paused.choose(paused.ask.options[0])

    asked = [(number, moment.ask and moment.ask.seat) for number, moment in game.replay_steps()]

    assert [number for number, _ in asked] == chosen
    earlier_asks = [game.game_at(number).ask for number in chosen[:-1]]
    assert [seat for _, seat in asked[:-1]] == [ask and ask.seat for ask in earlier_asks]
    assert all(not moment.ask or len(moment.ask.options) > 1 for _, moment in paused.replay_steps())


def test_finished_game_cannot_be_corrected():
    game = at_play(new_game(), turn=2)
    game.concede(0)

    with pytest.raises(RulesError) as refusal:
        game.apply_correction(by_hana())

    assert refusal.value.code == "not_asked"
