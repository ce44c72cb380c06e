"""Logs of paper games: their fields, their verdict as JSON, and writing them."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch
from gameplay.engine.adjudication.paper_log import (
    log_from_entries,
    parse_log,
    reported_game_from_json,
    verdict_json,
    write_entries,
    write_log,
)
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, record_of
from gameplay.games import RULESETS
from tests.gameplay.engine.core.test_record import DECKS, new_game
from tests.gameplay.games.enemy.cards import catalogue

MONSTER, PC = "Heavy Metal", "Alpha Ichigoro"  # of the sample decks
NAMES = ["Alice", "Bob"]
PRINTED = {card.ref: card for deck in DECKS for card in deck}


def log(**fields: Any) -> dict[str, Any]:
    return {"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", "players": NAMES} | fields


def read_log(**fields: Any) -> ReportedGame:
    reported_game = reported_game_from_json(log(**fields), RULESETS, catalogue, file="log.json")
    assert isinstance(reported_game, ReportedGame)
    return reported_game


def refusal_of(**fields: Any) -> tuple[str, str, str]:
    with pytest.raises(UnreadableError) as refusal:
        reported_game_from_json(log(**fields), RULESETS, catalogue, file="log.json")
    return refusal.value.file, refusal.value.place, refusal.value.reason


# --- limits ---------------------------------------------------------------------------------------


def test_log_has_at_most_500_turns():
    assert len(read_log(turns=["hide"] * 500).turns) == 500
    assert refusal_of(turns=["hide"] * 501)[:2] == ("log.json", "turns")


def test_turn_has_at_most_8000_characters():
    longest = "hide".ljust(8000)

    assert [entry.text for entry in read_log(turns=["hide", longest]).turns[1]] == ["hide"]
    assert refusal_of(turns=["hide", f"{longest} "])[:2] == ("log.json", "turns")


def test_deck_list_allows_1_to_99_copies_of_a_card():
    reported_game = read_log(decks=[{MONSTER: 99}, {PC: 1}])

    assert [definition.name for definition in reported_game.faces] == [MONSTER] * 99 + [PC]
    assert refusal_of(decks=[{MONSTER: 100}, None])[1:] == (f"decks.0.{MONSTER}", "100 is not from 1 to 99")
    assert refusal_of(decks=[{MONSTER: 0}, None])[1:] == (f"decks.0.{MONSTER}", "0 is not from 1 to 99")


def test_points_are_not_negative_and_complete():
    result = {"winner": "Alice", "reason": "vp"}

    assert read_log(result=result | {"points": [5, 0]}).reported_outcome is not None
    for points in ([5, -1], [-1, 5], [5], [5, 0, 0]):
        assert refusal_of(result=result | {"points": points})[1] == "result.points"


def test_wins_are_not_negative_and_complete():
    for wins in ([2, -1], [-1, 2], [2], [2, 0, 0], []):
        assert refusal_of(wins=wins, games=[])[1] == "wins"


# --- fields ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [["", "Bob"], ["Alice", " "], ["Bob", " bob"], ["Alice"], ["Alice", "Bob", "Charlie"]]
)
def test_log_needs_two_different_player_names(names: list[str]):
    assert refusal_of(players=names)[1] == "players"


def test_default_player_names_are_a_and_b():
    assert read_log(players=[]).players == ["A", "B"]
    assert read_log(players=[" Alice ", "Bob"]).players == NAMES


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"format": "passleft-log-2"}, "format"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"variant": "blitz"}, "variant"),
        ({"decks": [None]}, "decks"),
        ({"decks": [None, None, None]}, "decks"),
        ({"decks": [None, 5]}, "decks.1"),
        ({"turns": [5]}, "turns.0"),
        ({"result": {"winner": "Alice", "points": [5, 3], "reason": "vp", "by": 2}}, "result.by"),
        ({"result": {"winner": "Alice", "points": [5, 3]}}, "result.reason"),
        ({"result": {"winner": "Alice", "points": [5, "3"], "reason": "vp"}}, "result.points.1"),
        ({"wins": [1, 0], "games": [], "turns": []}, "turns"),
        ({"wins": [1, "0"], "games": []}, "wins.1"),
    ],
)
def test_invalid_field_is_refused_with_file_and_place(fields: dict[str, Any], place: str):
    assert refusal_of(**fields)[:2] == ("log.json", place)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]"])
def test_invalid_log_is_refused_with_its_file(text: str):
    with pytest.raises(UnreadableError) as refusal:
        parse_log(text, RULESETS, catalogue, file="log.json")

    assert refusal.value.file == "log.json"


@pytest.mark.parametrize(("fields", "first"), [({}, 0), ({"first": "Alice"}, 0), ({"first": "Bob"}, 1)])
def test_first_listed_player_goes_first_by_default(fields: dict[str, Any], first: int):
    assert read_log(**fields).table.active == first


def test_each_player_is_dealt_their_own_deck():
    reported_game = read_log(decks=[{MONSTER: 35}, {PC: 30}])
    names = [definition.name for definition in reported_game.table.cards]

    assert names == [MONSTER] * 35 + [PC] * 30
    assert reported_game.table.owners == [0] * 35 + [1] * 30


@pytest.mark.clause("ENE-3.5")
def test_each_player_has_an_opening_hand_before_the_first_turn():
    table = read_log(decks=[{MONSTER: 35}, {PC: 35}]).table
    cards = [card for place in table.zones() for card in place.cards]

    assert [[table.owners[card] for card in hand] for hand in table.hand] == [[0] * 4, [1] * 4]
    assert sorted(cards) == list(range(70))


def test_title_means_a_card_of_the_decks_if_several_share_it():
    [wolf] = [replace(card, number=f"{card.number}X") for card in PRINTED.values() if card.name.en == MONSTER]
    known = [[*(card for group in catalogue("enemy") for card in group), wolf]]

    def refs_for_decks(*decks: Any) -> list[str]:
        reported_game = reported_game_from_json(
            log(decks=list(decks), turns=[f"attack {MONSTER}"]), RULESETS, lambda game: known
        )
        assert isinstance(reported_game, ReportedGame)
        return [definition.ref for definition in reported_game.turns[0][0].patterns[0].fields["card"]]

    [printed] = [card.ref for card in PRINTED.values() if card.name.en == MONSTER]
    assert refs_for_decks(None, None) == [printed, wolf.ref]
    assert refs_for_decks({wolf.ref: 3}, None) == [wolf.ref]
    assert refs_for_decks(None, {printed: 3}) == [printed]


def test_winner_is_a_player_name_or_null():
    def outcome(winner: str | None) -> Any:
        return read_log(result={"winner": winner, "points": [3, 3], "reason": "deck"}).reported_outcome

    assert [outcome(name).winners for name in ("Alice", "Bob", None)] == [(0,), (1,), ()]
    assert (outcome("Bob").reason, outcome("Bob").scores) == ("deck", (3, 3))


# --- verdicts as JSON -------------------------------------------------------------------------------


def test_verdict_on_a_legal_game_contains_its_outcome():
    result = {"winner": "Alice", "points": [0, 0], "reason": "concede"}

    assert verdict_json(read_log(turns=["hide", "Bob: concede"], result=result)) == {
        "verdict": "legal",
        "entry": None,
        "turn": None,
        "said": None,
        "clause": "",
        "needs": [],
        "outcome": {"winners": [0], "reason": "concede", "scores": [0, 0]},
    }


@pytest.mark.clause("ENE-6.1")
def test_verdict_on_an_illegal_game_names_the_entry():
    assert verdict_json(read_log(turns=["hide", "hide; hide"])) == {
        "verdict": "illegal",
        "entry": 2,
        "turn": 2,
        "said": "hide",
        "clause": "ENE-6.1",
        "needs": [],
        "outcome": None,
    }


def test_verdict_on_an_undecidable_game_names_the_missing_facts():
    turns = [f"play {PC}", f"attack {MONSTER}; fight; {PC} wins"]

    assert verdict_json(read_log(turns=turns)) == {
        "verdict": "undecidable",
        "entry": 3,
        "turn": 2,
        "said": f"{PC} wins",
        "clause": "",
        "needs": [
            {
                "fact": "destiny",
                "player": "Alice",
                "cards": [],
                "turn": 2,
                "before": 3,
                "completes": False,
                "write": ["destiny {card} {number}"],
            }
        ],
        "outcome": None,
    }


@pytest.mark.parametrize(
    ("wins", "points", "expected"),
    [([1, 0], [5, 3], ("legal", None, "")), ([1, 0], [4, 3], ("illegal", 0, "ENE-5.9"))],
)
def test_verdict_on_a_match_names_the_game(wins: list[int], points: list[int], expected: tuple[str, int | None, str]):
    match = reported_game_from_json(
        log(wins=wins, games=[{"winner": "Alice", "points": points, "reason": "vp"}]), RULESETS, catalogue
    )
    verdict, entry, clause = expected

    assert isinstance(match, ReportedMatch)
    assert verdict_json(match) == {"verdict": verdict, "entry": entry, "clause": clause, "needs": []}


# --- writing ----------------------------------------------------------------------------------------


def game_with_concession(number: int) -> tuple[Game, Record]:
    """Return a game with two turns of hiding; Bob concedes in the third."""
    game = new_game(number, target=5)
    while game.ask is not None and game.table.turn < 3:
        game.choose(next(option for option in game.ask.options if option[0] == "hide"))
    game.concede(1)
    return game, record_of(game, "sample", DECKS, switches={"target": 5})


@pytest.mark.parametrize(("number", "first"), [(0, "Alice"), (1, "Bob")])
def test_written_log_contains_the_names_of_players(number: int, first: str):
    _, record = game_with_concession(number)
    written = write_log(record, RULESETS["enemy"], PRINTED, NAMES)

    assert written == {
        "format": "passleft-log-1",
        "ruleset": "enemy",
        "variant": "sample",
        "players": NAMES,
        "first": first,
        "decks": [Counter(card.ref for card in deck) for deck in DECKS],
        "turns": ["hide", "hide", "Bob: concede"],
        "switches": {"target": 5},
        "result": {"winner": "Alice", "points": [0, 0], "reason": "concede"},
    }
    assert verdict_json(reported_game_from_json(written, RULESETS, catalogue))["verdict"] == "legal"


def test_written_entry_has_event_turn_active_seat_and_text():
    game, record = game_with_concession(0)
    hidden = [entry for entry in game.entries if isinstance(entry, tuple) and entry[0] == "hide"]

    assert [tuple(entry) for entry in write_entries(record, RULESETS["enemy"], PRINTED, NAMES)] == [
        (("hid", 0, hidden[0][1]), 1, 0, "hide"),
        (("hid", 1, hidden[1][1]), 2, 1, "hide"),
        (("concede", 1), 3, 0, "Bob: concede"),
    ]


def test_log_without_entries_has_no_turns_and_no_result():
    written = log_from_entries(record_of(new_game(), "sample", DECKS), [], NAMES)

    assert (written["first"], written["turns"]) == ("Alice", [])
    assert written.keys().isdisjoint({"result", "switches"})
