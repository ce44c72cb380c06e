"""Logs that start from a position: what is found in them, and which positions are refused."""

import copy
import json
from importlib.resources import files
from typing import Any

import pytest

from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.course import course_steps
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue

Log = dict[str, Any]


def judge(log: Log) -> Log:
    return verdict_json(reported_game_from_json(log, RULESETS, catalogue, file="log"))


def judged(log: Log) -> tuple[str, int | None, str]:
    verdict = judge(log)
    return verdict["verdict"], verdict["entry"], verdict["clause"]


# --- what is found --------------------------------------------------------------------------------

ENEMY: Log = {
    "format": "passleft-log-1",
    "ruleset": "enemy",
    "variant": "draft",
    "players": ["Alice", "Bob"],
    "position": {
        "active": 0,
        "step": "play",
        "seats": [
            {"hand": ["Heavy Metal", "General Armor"], "score": ["General Armor"] * 3},
            {"party": [{"card": "Alpha Ichigoro", "wounded": True}], "hand": [{"unknown": 5}]},
        ],
    },
    "turns": ["attack Heavy Metal"],
}
DECK = {"IS-W04": 20, "IS-O23": 20, "IS-D10": 3}
TANK = "Shinonome, Levee Tank"
HAGMI: Log = ENEMY | {
    "ruleset": "hagmi",
    "variant": "tactics",
    "decks": [DECK, DECK],
    "position": {
        "active": 0,
        "step": "battle",
        "seats": [
            {
                "units": [
                    {"card": TANK, "attacked": True, "fuel": [{"unknown": 2, "back": "weapon"}]},
                    {"card": TANK, "fuel": [{"unknown": 2, "back": "operation"}]},
                ],
                "hand": [{"unknown": 1, "back": "weapon"}],
            },
            {"discard": ["Graze", "Graze"]},
        ],
    },
    "turns": [f"attack with {TANK}; at player; Bob: hit 3; reveal Graze; keep Graze"],
}
RM2K_DECK = json.loads((files("gameplay.games.rm2k") / "example.log.json").read_text(encoding="utf-8"))["decks"][0]
RM2K: Log = ENEMY | {
    "ruleset": "rm2k",
    "variant": "standard",
    "decks": [RM2K_DECK, RM2K_DECK],
    "position": {
        "active": 0,
        "pausing": True,
        "step": "challenge",
        "seats": [
            {
                "users": [{"card": "Root of the Channel", "main": True, "syncing": {"unknown": 1, "tokens": 2}}],
                "vp": 9,
            },
            {"users": [{"card": "Echo Bot", "main": True}], "hand": [{"unknown": 2}]},
        ],
    },
    "turns": ["activate Code Golf; Bob: challenged; Root of the Channel attacks; Echo Bot defends; Code Golf 5 to 3"],
}
LOGS = {"enemy": ENEMY, "hagmi": HAGMI, "rm2k": RM2K}


def log_of(game: str, *turns: str, **fields: Any) -> Log:
    return copy.deepcopy(LOGS[game]) | ({"turns": list(turns)} if turns else {}) | fields


@pytest.mark.parametrize("game", LOGS)
def test_only_what_follows_the_position_is_played(game: str):
    assert judged(log_of(game)) == ("legal", None, "")


@pytest.mark.parametrize(
    ("game", "turn", "entry", "clause"),
    [
        # a card that was not there
        ("enemy", "attack Gladiator", 0, "ENE-2.1"),
        ("rm2k", "activate Stage Duel", 0, "RM-2.5"),
        # a character that cannot do this any more
        (
            "enemy",
            "attack Heavy Metal; fight; destiny 1-6; Alpha Ichigoro loses; Alpha Ichigoro wounded",
            4,
            "ENE-8.12",
        ),
        ("hagmi", f"{HAGMI['turns'][0]}; attack with {TANK}", 5, "HAG-5.1.3"),
        # an end that has not come
        ("enemy", "attack General Armor; avoid; score General Armor; Bob loses the game", 3, "ENE-5.9"),
        ("enemy", "attack Heavy Metal; avoid; the game is drawn", 2, "ENE-5.7"),
        ("hagmi", f"{HAGMI['turns'][0]}; Bob loses the game", 5, "HAG-7.3.7"),
        ("rm2k", f"{RM2K['turns'][0]}; Bob wins the game", 5, "RM-4.1.3"),
    ],
)
def test_fault_is_named_at_its_entry(game: str, turn: str, entry: int, clause: str):
    assert judged(log_of(game, turn)) == ("illegal", entry, clause)


def test_end_that_has_come_is_confirmed():
    assert judged(log_of("rm2k", f"{RM2K['turns'][0]}; Bob loses the game"))[0] == "legal"
    log = log_of("enemy", "attack General Armor; avoid; score General Armor; Alice wins the game")
    log["position"]["seats"][0]["score"].append("Heavy Metal")
    assert judged(log) == ("legal", None, "")


def test_wrong_winner_is_illegal_by_the_clause_of_the_end():
    log = log_of("enemy", "attack General Armor; avoid; score General Armor; Bob wins the game")
    log["position"]["seats"][0]["score"].append("Heavy Metal")

    assert judged(log) == ("illegal", 3, "ENE-5.9")


def test_nothing_follows_the_end_of_the_game():
    log = log_of("enemy", "attack General Armor; avoid; score General Armor; Bob loses the game", "hide")
    log["position"]["seats"][0]["score"].append("Heavy Metal")

    assert judged(log)[:2] == ("illegal", 4)


def test_missing_fact_before_a_claimed_end_is_asked_for():
    verdict = judge(log_of("enemy", "attack Heavy Metal; fight; Alpha Ichigoro destroyed"))

    assert verdict["verdict"] == "undecidable"
    assert {need["fact"] for need in verdict["needs"]} == {"destiny"}


def test_payments_after_the_position_are_asked_for():
    log = log_of("rm2k")
    log["position"]["step"] = "main"
    log["position"]["seats"][0]["users"][0]["syncing"]["tokens"] = 0

    verdict = judge(log)
    assert (verdict["verdict"], {need["fact"] for need in verdict["needs"]}) == ("undecidable", {"paid"})
    log["turns"] = [f"Root of the Channel pays 2; {log['turns'][0]}"]
    assert judged(log)[0] == "legal"


def test_syncing_card_is_none_that_its_carrier_is_immune_to():
    """The carrier of the card is at fault, not the payments before."""
    log = log_of("rm2k", "Echo Bot pays 2", "", "Echo Bot pays; Echo Bot activates Call Out")
    log["position"]["step"] = "main"
    log["position"]["seats"][0]["users"] = [{"card": "Echo Bot", "main": True, "syncing": {"unknown": 1}}]

    assert judged(log) == ("illegal", 2, "RM-6.2")


def test_syncing_card_is_one_that_fits_its_payments():
    log = log_of("rm2k", "Root of the Channel pays 3")
    cheap_first = {"CC-C01": RM2K_DECK["CC-C01"]} | RM2K_DECK
    log["decks"][0] = cheap_first
    log["position"]["step"] = "main"
    log["position"]["seats"][0]["users"][0]["syncing"]["tokens"] = 0

    assert judged(log)[0] == "legal"
    log["turns"] = ["Root of the Channel pays 4; Root of the Channel pays"]
    assert judged(log)[0] == "illegal"


@pytest.mark.parametrize("hidden", ["General Armor", "Cinder Pup"])
def test_either_card_can_be_hidden_after_a_random_discard_from_a_known_hand(hidden: str):
    """By elimination the General Armor is left in the hand, but no player sees which card is hidden."""
    silence = "play Silence over the Water"
    log = log_of(
        "enemy",
        f"{silence}; Bob: discard Gladiator; Bob: discard Heavy Metal; hide",
        "hide",
        f"{silence}; Bob: discard Cinder Pup; Bob: discard Cinder Pup; {hidden} destroyed; hide",
        decks=[None, {"Gladiator": 1, "Heavy Metal": 1, "General Armor": 1, "Cinder Pup": 32}],
    )
    log["position"]["seats"] = [{"hand": [{"unknown": 5}]}, {"hand": ["Gladiator", "Heavy Metal", "General Armor"]}]

    assert judged(log) == ("legal", None, "")


@pytest.mark.parametrize("first_known", [True, False])
@pytest.mark.parametrize("deck", [{"Gladiator": 33, "Elk": 1}, {"Elk": 1, "Gladiator": 33}])
def test_either_copy_in_hand_can_be_the_one_that_was_played(deck: dict[str, int], first_known: bool):
    """The unknown card may be a Gladiator, too; only the next entry shows that the known one was played."""
    market = "Market Before Dawn"  # two more plays
    hand = ["Gladiator", {"unknown": 1}] if first_known else [{"unknown": 1}, "Gladiator"]
    log = log_of("enemy", f"play {market}; attack Gladiator; play Elk", decks=[deck | {market: 1}, None])
    log["position"]["seats"] = [{"hand": [*hand, market]}, {}]

    assert judged(log) == ("legal", None, "")
    log["turns"] = [f"play {market}; attack Gladiator; attack Elk"]
    assert judged(log)[:2] == ("illegal", 2)


@pytest.mark.parametrize("deck", [{"Pier": 20, "Reload": 3}, {"Reload": 3, "Pier": 20}])
def test_recovered_card_can_be_a_payment_that_was_not_written(deck: dict[str, int]):
    """A card that Alice has paid for the Pier is the only order in her discard pile."""
    log = log_of("hagmi", "play Pier; play Key to the Archive; recover Reload")
    log["decks"] = [{"IS-W04": 20, "IS-D10": 3, "Key to the Archive": 1} | deck, DECK]
    log["position"] |= {"step": "main", "seats": [{"hand": [{"unknown": 4, "back": "operation"}]}, {}]}

    assert judged(log) == ("legal", None, "")
    log["turns"] = ["play Pier; play Key to the Archive; recover Pier"]  # no order
    assert judged(log) == ("illegal", 2, "HAG-3.1.1")


def test_cards_that_the_position_does_not_mention_are_in_the_deck():
    deck = {"Heavy Metal": 1, "General Armor": 4, "Gladiator": 30}
    log = log_of("enemy", "attack Heavy Metal", "hide", "attack Gladiator", decks=[deck, None])

    assert judged(log)[0] == "legal"
    log["turns"][2] = "attack Heavy Metal"
    assert judged(log) == ("illegal", 2, "ENE-2.1")


def test_position_can_be_of_another_turn_and_player():
    log = log_of("enemy", "Bob: hide", "Alice: attack General Armor")
    log["position"] |= {"turn": 12, "active": 1, "step": "draw"}
    case = reported_game_from_json(log, RULESETS, catalogue)
    assert isinstance(case, ReportedGame)

    verdict = adjudicate(case)
    assert verdict.status == "legal"
    assert [step.table.turn for step in course_steps(case, verdict)] == [12, 12, 13]


def test_common_decks_that_the_position_names_completely_need_no_lists():
    log = log_of("hagmi", f"attack with {TANK}; at player; Bob: hit 3; reveal Graze; keep Graze", variant="survival")
    del log["decks"]
    log["position"]["seats"] = [{"units": [{"card": TANK, "fuel": ["Rally"]}]}, {"damage": ["Graze", "Rally"]}]

    assert judged(log) == ("legal", None, "")
    log["position"]["seats"][1] = {}
    assert judged(log) == ("illegal", 3, "HAG-7.3.7")  # no damage card left to draw: Bob is defeated


def test_position_decides_the_switches_of_the_game():
    log = log_of("enemy", "attack General Armor; avoid; score General Armor; Alice wins the game")
    log["position"]["switches"] = {"target": 4}

    assert judged(log) == ("legal", None, "")


def test_new_cards_of_the_position_can_be_named():
    log = log_of("enemy", "attack Paper Tiger")
    log["position"]["cards"] = [
        {
            "number": "01",
            "name": {"en": "Paper Tiger"},
            "type": "monster",
            "rarity": "common",
            "destiny": 1,
            "strength": 2,
        }
    ]
    log["position"]["seats"][0]["hand"] = ["Paper Tiger", "Gladiator"]

    assert judged(log) == ("legal", None, "")


# --- refusals -------------------------------------------------------------------------------------


def refusal(log: Log) -> tuple[str, str]:
    with pytest.raises(UnreadableError) as error:
        reported_game_from_json(log, RULESETS, catalogue, file="log")
    assert error.value.file == "log"
    return error.value.place, error.value.reason


@pytest.mark.parametrize(
    ("game", "fields", "place", "reason"),
    [
        ("enemy", {"ruleset": "hagmi"}, "position.ruleset", "'hagmi' differs from 'enemy' in the log"),
        ("enemy", {"variant": "full"}, "position.variant", "'full' differs from 'draft' in the log"),
        ("enemy", {"choices": [0]}, "position.choices", "write the choices since"),
        ("enemy", {"chance": ["Gladiator"]}, "position.chance", "the log says what was drawn"),
        ("rm2k", {"turn": 0}, "position.turn", "turn 0 is the beginning of the game"),
        ("enemy", {"seats": [{}]}, "position.seats", "wrong number of players: 1"),
        ("enemy", {"step": "lunch"}, "position.step", "'lunch' is not one of"),
        ("enemy", {"seats": [{"hand": ["Nobody"]}, {}]}, "position.seats.0.hand.0.card", "there is no card 'Nobody'"),
        ("enemy", {"seats": [{"hand": [{"unknown": 0}]}, {}]}, "position.seats.0.hand.0.unknown", "0 is not from 1"),
        ("enemy", {"seats": [{"hand": [{"unknown": 999}] * 2}, {}]}, "position.seats.0.hand", "more than 1000 cards"),
        ("enemy", {"seats": [{"discard": [{"unknown": 1}]}, {}]}, "position.seats.0.discard.0.unknown", "name it"),
        ("enemy", {"seats": [{"party": ["Gladiator"]}, {}]}, "position.seats.0.party.0", "(ENE-8.1)"),
        ("enemy", {"seats": [{"hand": [{"unknown": 36}]}, {}]}, "position.seats.0", "1 cards more than the deck has"),
        (
            "enemy",
            {"seats": [{"deck": [{"unknown": 30}]}, {}]},
            "position.seats.0",
            "5 cards of the deck are missing in the position",
        ),
        (
            "hagmi",
            {"seats": [{"hand": [{"unknown": 1}]}, {}]},
            "position.seats.0.hand.0.back",
            "damage, operation, weapon",
        ),
        (
            "hagmi",
            {"seats": [{"discard": ["Rally"]}, {}]},
            "position.seats.0.discard.0",
            "Rally: the deck has 0 of them, the position more (HAG-10.1)",
        ),
    ],
)
def test_bad_position_is_refused_with_its_place(game: str, fields: Log, place: str, reason: str):
    log = log_of(game)
    log["position"] |= fields

    found = refusal(log)
    assert found[0] == place
    assert reason in found[1]


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"first": "Alice"}, "first"),
        ({"turns": []}, "turns"),
        ({"players": ["Alice", "Bob", "Charlie"]}, "players"),
        ({"position": []}, "position"),
        ({"decks": [{"Heavy Metal": 35}, None]}, "position.seats.0.hand.1"),
    ],
)
def test_log_has_to_fit_its_position(fields: Log, place: str):
    assert refusal(log_of("enemy") | fields)[0] == place


def test_position_has_no_more_copies_than_a_deck():
    log = log_of("enemy", variant="full")
    log["position"]["seats"][0]["discard"] = ["Gladiator"] * 5

    assert refusal(log) == ("position.seats.0", "Gladiator: 5 copies in the deck; at most 4. (ENE-1.6)")


def test_game_without_lists_needs_them_for_unknown_cards():
    log = log_of("rm2k")
    del log["decks"]

    assert refusal(log) == ("decks", "the deck lists of all players are required")


def test_position_has_no_more_cards_than_a_deck():
    log = log_of("hagmi")
    log["position"]["seats"][1]["hand"] = [{"unknown": 50, "back": "operation"}]

    assert refusal(log) == ("position.seats.1", "30 cards more than the deck has")
