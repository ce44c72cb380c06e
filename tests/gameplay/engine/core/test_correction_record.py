"""Corrections by judges in a record: writing, reading, and refusal of invalid ones."""

import json
from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from tests.gameplay.engine.core.test_correction import at_play, by_hana, text
from tests.gameplay.engine.core.test_record import DECKS, new_game, verify


def corrected() -> Game:
    game = at_play(new_game(), turn=3)
    game.apply_correction(by_hana(("move", game.table.hand[game.table.active][0], "deck"), reason="one card too many"))
    return at_play(game, turn=6)


def test_record_with_a_correction_survives_a_round_trip():
    record = record_of(corrected(), "sample", DECKS, switches={"target": 7})

    assert parse_record(dump_record(record)) == (record, True)


@pytest.mark.parametrize(
    "change",
    [
        {"judge": "Hanna"},
        {"reason": "one card too few"},
        {"do": []},
        {"do": [["move", 0, "top"]]},
        {"do": [["rewind", 0]]},
    ],
)
def test_changed_correction_is_found_in_its_turn(change: dict[str, Any]):
    table = json.loads(text(corrected()))
    [number] = [n for n, entry in enumerate(table["entries"]) if isinstance(entry, dict)]
    begin = max(count for count, *_ in table["turns"] if count <= number)
    table["entries"][number] |= change

    found = verify(json.dumps(table))

    assert (found.verdict, found.entry) == ("DIVERGED", begin)


def test_impossible_correction_diverges_at_its_entry():
    record = record_of(corrected(), "sample", DECKS, switches={"target": 7})
    number = next(n for n, entry in enumerate(record.entries) if isinstance(entry, Correction))
    entries = [*record.entries]
    entries[number] = by_hana(("move", 80, "deck"))
    forged = replace(record, entries=tuple(entries[: number + 1]), turns=record.turns[:3], outcome=None)

    found = verify_record(json.dumps(forged.to_json()), RULESETS, lambda game, ref: CARDS[ref])

    assert (found.verdict, found.entry) == ("DIVERGED", number)
    assert found.reason == "this cannot be corrected: There is no card 80 in this game."


CARDS = {card.ref: card for deck in DECKS for card in deck}


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        ({}, "a correction has the fields judge, reason and do"),
        ({"judge": "Hana", "reason": "x", "do": [], "at": 1}, "a correction has the fields judge, reason and do"),
        ({"judge": "Hana", "reason": " ", "do": []}, "a correction needs a judge and a reason"),
        ({"judge": 5, "reason": "x", "do": []}, "a correction needs a judge and a reason"),
        ({"judge": "Hana", "reason": "x", "do": {}}, "do is not a list"),
        ({"judge": "Hana", "reason": "x", "do": [5]}, "5 is not an action of a correction"),
        ({"judge": "Hana", "reason": "x", "do": [["burn", 1]]}, "['burn', 1] is not an action of a correction"),
        ({"judge": "Hana", "reason": "x", "do": [["rewind", -1]]}, "['rewind', -1] is not an action of a correction"),
        ({"judge": "Hana", "reason": "x", "do": [["move", True, "hand"]]}, "['move', True, 'hand'] is not an action"),
        ({"judge": "Hana", "reason": "x", "do": [["mark", 1, "w"], ["rewind", 1]]}, "a rewind must be the first"),
    ],
)
def test_invalid_correction_is_unreadable(correction: dict[str, Any], reason: str):
    table = json.loads(text(corrected()))
    table["entries"].append(correction)

    with pytest.raises(UnreadableError) as refusal:
        parse_record(json.dumps(table), file="r.json")

    assert str(refusal.value).startswith(f"r.json: entries: {reason}")


def test_time_called_while_a_seat_can_only_pass_is_replayed_exactly():
    game = new_game(pausing=True)
    while not (game.ask and len(game.ask.options) == 1):
        assert game.ask is not None
        game.choose(game.ask.options[0])

    game.call_time()
    game.apply_correction(by_hana(reason="time was called late"))
    while game.ask is not None:
        game.choose(game.ask.options[0])

    assert game.outcome is not None
    assert verify(text(game)).verdict == "EXACT"
