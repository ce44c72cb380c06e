"""Logs of games on paper, field by field: what may stand there, what is answered, what is written."""

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
from tests.gameplay.engine.core.test_record import DECKS, begun
from tests.gameplay.games.enemy.cards import catalogue

MONSTER, PC = "Heavy Metal", "Alpha Ichigoro"  # of the sample decks
NAMES = ["Alice", "Bob"]
PRINTED = {card.ref: card for deck in DECKS for card in deck}


def log(**fields: Any) -> dict[str, Any]:
    return {"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", "players": NAMES} | fields


def read_log(**fields: Any) -> ReportedGame:
    case = reported_game_from_json(log(**fields), RULESETS, catalogue, file="log.json")
    assert isinstance(case, ReportedGame)
    return case


def refused(**fields: Any) -> tuple[str, str, str]:
    with pytest.raises(UnreadableError) as refusal:
        reported_game_from_json(log(**fields), RULESETS, catalogue, file="log.json")
    return refusal.value.file, refusal.value.place, refusal.value.reason


# --- limits at their edge -------------------------------------------------------------------------


def test_a_log_has_at_most_500_turns():
    assert len(read_log(turns=["hide"] * 500).turns) == 500
    assert refused(turns=["hide"] * 501)[:2] == ("log.json", "turns")


def test_a_turn_has_at_most_8000_characters():
    longest = "hide".ljust(8000)

    assert [entry.text for entry in read_log(turns=["hide", longest]).turns[1]] == ["hide"]
    assert refused(turns=["hide", f"{longest} "])[:2] == ("log.json", "turns")


def test_a_deck_names_a_card_from_1_to_99_times():
    case = read_log(decks=[{MONSTER: 99}, {PC: 1}])

    assert [definition.name for definition in case.faces] == [MONSTER] * 99 + [PC]
    assert refused(decks=[{MONSTER: 100}, None])[1:] == (f"decks.0.{MONSTER}", "100 is not from 1 to 99")
    assert refused(decks=[{MONSTER: 0}, None])[1:] == (f"decks.0.{MONSTER}", "0 is not from 1 to 99")


def test_points_are_from_0():
    result = {"winner": "Alice", "reason": "vp"}

    assert read_log(result=result | {"points": [5, 0]}).reported_outcome is not None
    for points in ([5, -1], [-1, 5], [5], [5, 0, 0]):
        assert refused(result=result | {"points": points})[1] == "result.points"


def test_wins_are_from_0_for_each_player():
    for wins in ([2, -1], [-1, 2], [2], [2, 0, 0], []):
        assert refused(wins=wins, games=[])[1] == "wins"


# --- what may stand there -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [["", "Bob"], ["Alice", " "], ["Bob", " bob"], ["Alice"], ["Alice", "Bob", "Charlie"]]
)
def test_there_are_two_different_players(names: list[str]):
    assert refused(players=names)[1] == "players"


def test_players_without_names_are_a_and_b():
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
def test_what_cannot_be_is_refused_with_file_and_place(fields: dict[str, Any], place: str):
    assert refused(**fields)[:2] == ("log.json", place)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]"])
def test_what_is_no_log_is_refused_with_its_file(text: str):
    with pytest.raises(UnreadableError) as refusal:
        parse_log(text, RULESETS, catalogue, file="log.json")

    assert refusal.value.file == "log.json"


@pytest.mark.parametrize(("told", "first"), [({}, 0), ({"first": "Alice"}, 0), ({"first": "Bob"}, 1)])
def test_who_goes_first_is_told_or_else_is_the_player_named_first(told: dict[str, Any], first: int):
    assert read_log(**told).table.active == first


def test_each_player_is_dealt_the_own_deck():
    case = read_log(decks=[{MONSTER: 35}, {PC: 30}])
    names = [definition.name for definition in case.table.cards]

    assert names == [MONSTER] * 35 + [PC] * 30
    assert case.table.owners == [0] * 35 + [1] * 30


@pytest.mark.clause("ENE-3.5")
def test_before_the_first_turn_each_player_has_drawn_some_of_the_own_deck():
    table = read_log(decks=[{MONSTER: 35}, {PC: 35}]).table
    lying = [card for place in table.zones() for card in place.cards]

    assert [[table.owners[card] for card in hand] for hand in table.hand] == [[0] * 4, [1] * 4]
    assert sorted(lying) == list(range(70))


def test_of_cards_with_one_title_those_of_the_decks_are_meant():
    [wolf] = [replace(card, number=f"{card.number}X") for card in PRINTED.values() if card.name.en == MONSTER]
    known = [[*(card for group in catalogue("enemy") for card in group), wolf]]

    def meant(*decks: Any) -> list[str]:
        case = reported_game_from_json(
            log(decks=list(decks), turns=[f"attack {MONSTER}"]), RULESETS, lambda game: known
        )
        assert isinstance(case, ReportedGame)
        return [definition.ref for definition in case.turns[0][0].patterns[0].fields["card"]]

    [printed] = [card.ref for card in PRINTED.values() if card.name.en == MONSTER]
    assert meant(None, None) == [printed, wolf.ref]
    assert meant({wolf.ref: 3}, None) == [wolf.ref]
    assert meant(None, {printed: 3}) == [printed]


def test_the_winner_is_told_by_name_or_nobody_has_won():
    def outcome(winner: str | None) -> Any:
        return read_log(result={"winner": winner, "points": [3, 3], "reason": "deck"}).reported_outcome

    assert [outcome(name).winners for name in ("Alice", "Bob", None)] == [(0,), (1,), ()]
    assert (outcome("Bob").reason, outcome("Bob").scores) == ("deck", (3, 3))


# --- what is answered, as JSON ----------------------------------------------------------------------


def test_the_verdict_on_a_legal_game_has_its_outcome():
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
def test_the_verdict_on_an_illegal_game_names_the_entry():
    assert verdict_json(read_log(turns=["hide", "hide; hide"])) == {
        "verdict": "illegal",
        "entry": 2,
        "turn": 2,
        "said": "hide",
        "clause": "ENE-6.1",
        "needs": [],
        "outcome": None,
    }


def test_the_verdict_on_what_cannot_be_decided_says_what_is_missing():
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
                "write": ["destiny {card} {number}"],
            }
        ],
        "outcome": None,
    }


@pytest.mark.parametrize(
    ("wins", "points", "said"),
    [([1, 0], [5, 3], ("legal", None, "")), ([1, 0], [4, 3], ("illegal", 0, "ENE-5.9"))],
)
def test_the_verdict_on_a_match_names_the_game(wins: list[int], points: list[int], said: tuple[str, int | None, str]):
    series = reported_game_from_json(
        log(wins=wins, games=[{"winner": "Alice", "points": points, "reason": "vp"}]), RULESETS, catalogue
    )
    verdict, entry, clause = said

    assert isinstance(series, ReportedMatch)
    assert verdict_json(series) == {"verdict": verdict, "entry": entry, "clause": clause, "needs": []}


# --- what is written --------------------------------------------------------------------------------


def conceded(number: int) -> tuple[Game, Record]:
    """Two turns of hiding, then Bob concedes in the third."""
    game = begun(number, target=5)
    while game.ask is not None and game.table.turn < 3:
        game.choose(next(option for option in game.ask.options if option[0] == "hide"))
    game.concede(1)
    return game, record_of(game, "sample", DECKS, switches={"target": 5})


@pytest.mark.parametrize(("number", "first"), [(0, "Alice"), (1, "Bob")])
def test_a_log_is_written_with_the_names_of_whose_each_entry_is(number: int, first: str):
    _, record = conceded(number)
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


def test_each_entry_has_its_event_its_turn_and_whose_that_is():
    game, record = conceded(0)
    hidden = [entry for entry in game.entries if isinstance(entry, tuple) and entry[0] == "hide"]

    assert [tuple(entry) for entry in write_entries(record, RULESETS["enemy"], PRINTED, NAMES)] == [
        (("hid", 0, hidden[0][1]), 1, 0, "hide"),
        (("hid", 1, hidden[1][1]), 2, 1, "hide"),
        (("concede", 1), 3, 0, "Bob: concede"),
    ]


def test_a_log_in_which_nothing_is_said_has_no_turns_and_no_result():
    written = log_from_entries(record_of(begun(), "sample", DECKS), [], NAMES)

    assert (written["first"], written["turns"]) == ("Alice", [])
    assert written.keys().isdisjoint({"result", "switches"})
