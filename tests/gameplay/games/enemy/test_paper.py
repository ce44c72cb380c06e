"""Reported games in the notation of the game."""

from typing import Any

import pytest

from cards.printed import bundled_card_set
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue

MONSTER, PC = "Heavy Metal", "Alpha Ichigoro"  # from the sample decks: both have strength 4 and no text


def log(*turns: str, variant: str = "draft", **fields: Any) -> dict[str, Any]:
    return {
        "format": "passleft-log-1",
        "ruleset": "enemy",
        "variant": variant,
        "players": ["Alice", "Bob"],
        **({"turns": list(turns)} if turns else {}),
        **fields,
    }


def verdict(*turns: str, **fields: Any) -> dict[str, Any]:
    return verdict_json(reported_game_from_json(log(*turns, **fields), RULESETS, catalogue))


def judged(*turns: str, **fields: Any) -> tuple[str, int | None, str]:
    answer = verdict(*turns, **fields)
    return answer["verdict"], answer["entry"], answer["clause"]


# --- notation -----------------------------------------------------------------------------


def test_short_report_without_decks_is_legal() -> None:
    assert judged(f"play {PC}", f"attack {MONSTER}; fight; destiny 6-1; {PC} wins") == ("legal", None, "")


def test_cards_can_be_named_in_lower_case_in_japanese_or_by_set_number() -> None:
    assert judged("play sd-15") == judged("play ALPHA ICHIGORO") == ("legal", None, "")


def test_entry_may_begin_with_the_players_name() -> None:
    assert judged("hide", "Bob: hide") == ("legal", None, "")
    assert judged("hide", "Alice: hide") == ("illegal", 1, "ENE-3.6")


def test_report_names_the_first_player() -> None:
    assert judged("Bob: hide", first="Bob") == ("legal", None, "")
    assert judged("Bob: hide") == ("illegal", 0, "ENE-3.6")


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ("play Nobody", "there is no card 'Nobody'"),
        ("play Alpha Ichigro", "there is no card 'Alpha Ichigro'; did you mean Alpha Ichigoro?"),
        ("dance", "this is not an entry of a log"),
        ("atack Elk", "this is not an entry of a log; did you mean attack ...?"),
        ("Elk woundet", "this is not an entry of a log; did you mean ... wounded?"),
        ("Nobody wounded", "there is no card 'Nobody'"),
    ],
)
def test_unreadable_entry_is_refused_with_its_turn(turn: str, reason: str) -> None:
    with pytest.raises(UnreadableError) as error:
        verdict("hide", turn)
    assert str(error.value) == f"turn 2, {turn!r}: {reason}"


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"players": ["Alice", "alice"]}, "players"),
        ({"decks": [{"Nobody": 1}, None]}, "decks.0.Nobody"),
        ({"decks": [{MONSTER: 0}, None]}, f"decks.0.{MONSTER}"),
        ({"first": "Charlie"}, "first"),
        ({"result": {"winner": "Charlie", "points": [5, 3], "reason": "vp"}}, "result.winner"),
        ({"result": {"points": [5], "reason": "vp"}}, "result.points"),
        ({"surprise": 1}, "surprise"),
        ({"wins": [1, 0], "games": [{"points": [5, 0]}]}, "games.0.reason"),
    ],
)
def test_invalid_field_is_refused_with_its_path(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(UnreadableError) as error:
        reported_game_from_json(log("hide") | fields, RULESETS, catalogue, file="log.json")
    assert (error.value.file, error.value.place) == ("log.json", place)


# --- illegal --------------------------------------------------------------------------------


@pytest.mark.clause("ENE-6.1")
def test_second_play_is_illegal() -> None:
    assert judged("hide; hide", "hide") == ("illegal", 1, "ENE-6.1")


@pytest.mark.clause("ENE-16.10")
def test_win_with_the_lower_total_is_illegal() -> None:
    turns = (f"play {PC}", f"attack {MONSTER}; fight; destiny 1-6; {PC} wins")
    answer = verdict(*turns)
    assert (answer["verdict"], answer["said"]) == ("illegal", f"{PC} wins")


@pytest.mark.clause("ENE-14.3")
def test_fight_without_pcs_is_illegal() -> None:
    assert judged(f"attack {MONSTER}; fight") == ("illegal", 1, "ENE-14.3")


@pytest.mark.clause("ENE-5.10")
@pytest.mark.parametrize("after", ["hide", "hide; discard Elk", "discard Elk; Elk wounded", "attack Elk; avoid"])
def test_nothing_follows_the_end_in_its_turn(after: str) -> None:
    turn = f"attack {MONSTER}; avoid; score {MONSTER}; {after}"

    assert judged(turn, switches={"target": 1}) == ("illegal", 3, "ENE-5.10")


def test_deck_of_the_wrong_size_is_illegal() -> None:
    assert judged("hide", decks=[{MONSTER: 34}, None])[0] == "illegal"


def test_card_that_is_not_in_the_deck_is_illegal() -> None:
    answer = judged(f"play {PC}", decks=[{MONSTER: 35}, None])
    assert answer == ("illegal", 0, "ENE-2.1")


# --- undecidable -----------------------------------------------------------------------------


def test_fight_without_destiny_is_undecidable_until_it_is_given() -> None:
    turns = (f"play {PC}", f"attack {MONSTER}; fight; {PC} wins")
    answer = verdict(*turns)
    assert answer["verdict"] == "undecidable"
    assert {need["fact"] for need in answer["needs"]} == {"destiny"}
    assert answer["needs"][0]["write"] == ["destiny {card} {number}"]
    assert judged(turns[0], f"attack {MONSTER}; fight; destiny 6-1; {PC} wins")[0] == "legal"
    assert judged(turns[0], f"attack {MONSTER}; fight; destiny 1-6; {PC} wins")[0] == "illegal"


@pytest.mark.parametrize("total", range(5, 11))  # strength 4 and a destiny from 1 to 6
def test_missing_destiny_is_not_the_card_that_the_opponent_drew(total: int) -> None:
    answer = verdict(f"play {PC}", f"attack {MONSTER}; fight; Bob: destiny {MONSTER} 3; {total} to 7")

    assert (answer["verdict"], answer["clause"]) == ("undecidable", "")
    assert [(need["fact"], need["player"]) for need in answer["needs"]] == [("destiny", "Alice")]


def test_missing_play_is_a_missing_fact() -> None:
    answer = verdict("hide", "", "hide")
    assert answer["verdict"] == "undecidable"
    assert [(need["fact"], need["player"], need["turn"]) for need in answer["needs"]] == [("play", "Bob", 2)]


def test_irrelevant_facts_are_not_needed() -> None:
    """The next turn is legal whether the PC won or lost."""
    assert judged(f"play {PC}", f"attack {MONSTER}; fight", "hide")[0] == "legal"


# --- a result alone ---------------------------------------------------------------------------


def result(winner: str | None, points: list[int], reason: str) -> dict[str, Any]:
    return {"winner": winner, "points": points, "reason": reason}


@pytest.mark.parametrize(
    ("winner", "points", "reason", "clause"),
    [
        ("Alice", [5, 3], "vp", ""),
        ("Alice", [6, 4], "vp", ""),
        ("Alice", [4, 3], "vp", "ENE-5.9"),
        ("Bob", [5, 3], "vp", "ENE-5.9"),
        ("Alice", [5, 5], "vp", "ENE-5.9"),
        ("Alice", [4, 3], "deck", ""),
        ("Alice", [5, 3], "deck", "ENE-5.9"),
        (None, [3, 3], "deck", ""),
        ("Alice", [3, 3], "deck", "ENE-5.7"),
        (None, [4, 3], "time", "ENE-X.3"),
        ("Bob", [4, 0], "concede", ""),
    ],
)
def test_result_alone_is_checked_against_possible_endings(
    winner: str | None, points: list[int], reason: str, clause: str
) -> None:
    answer = verdict(result=result(winner, points, reason))
    assert (answer["verdict"], answer["clause"]) == ("illegal" if clause else "legal", clause)


def match(wins: list[int], *games: dict[str, Any]) -> tuple[str, int | None, str]:
    answer = verdict_json(reported_game_from_json({**log(), "wins": wins, "games": list(games)}, RULESETS, catalogue))
    return answer["verdict"], answer["entry"], answer["clause"]


@pytest.mark.clause("DRF-4.3")
def test_match_is_checked_against_its_games() -> None:
    first, second = result("Alice", [5, 3], "vp"), result("Bob", [4, 5], "vp")
    third = result("Alice", [5, 2], "vp")
    assert match([2, 1], first, second, third) == ("legal", None, "")
    assert match([2, 0], first, second, third) == ("illegal", None, "DRF-4.3")
    assert match([2, 1], first, third, second) == ("illegal", 2, "DRF-4.3")
    assert match([2, 1], first, result("Bob", [4, 4], "deck"), third) == ("illegal", 1, "ENE-5.7")


def test_flip_between_destiny_and_total_is_not_assigned_to_the_next_fight() -> None:
    before = ("play Crim", "store Heavy Metal", "play Gardenia", "hide", "hide")
    begins = "attack Heavy Metal; join Heavy Metal; fight; Crim vs Heavy Metal; Gardenia vs Heavy Metal; fight of Crim"
    first, second = "Crim 7 to 6; Crim wins", "fight of Gardenia; destiny 4-2; Gardenia 8 to 6; Gardenia wins"

    assert judged(*before, f"{begins}; destiny 3-2; {first}; {second}")[0] == "legal"
    answer = verdict(*before, f"{begins}; destiny 3-2; Bob: flip Juk Rom; {first}; {second}")
    assert (answer["verdict"], answer["said"]) == ("illegal", "Bob: flip Juk Rom")
    assert answer["clause"] in ("ENE-10.5", "ENE-16.8")


# --- speed ------------------------------------------------------------------------------------

QUICK = "Pell the Splicer"  # strength 4, one speed icon
FOUGHT = "attack Heavy Metal; fight; destiny 1-6"  # 4 + 1 against 4 + 6
BEFORE = "attack Heavy Metal; fight; Alice: flip Lower the Lamps; destiny 1-6"
LATE = "Alice: flip First Light"  # an action for the moment after destiny


@pytest.mark.clause("ENE-10.9")
@pytest.mark.parametrize("variant", ["draft", "full"])
def test_speed_allows_an_action_from_the_hand_after_destiny(variant: str) -> None:
    turns = (f"play {QUICK}", f"{FOUGHT}; {LATE}; {QUICK} 9 to 10; {QUICK} loses")

    assert judged(*turns, variant=variant) == ("legal", None, "")


@pytest.mark.clause("ENE-10.2", "ENE-10.4", "ENE-10.5", "ENE-10.9", "ENE-16.8")
@pytest.mark.parametrize(
    ("pc", "turn", "entry", "clause"),
    [
        (PC, f"{FOUGHT}; {LATE}", 4, "ENE-10.2"),  # no speed and no hidden card
        (QUICK, f"{FOUGHT}; {LATE}; {LATE}", 5, "ENE-10.9"),  # the speed icon has been used
        (QUICK, f"{BEFORE}; {LATE}", 5, "ENE-10.9"),
        (QUICK, f"{FOUGHT}; Bob: flip First Light", 4, "ENE-10.2"),
        (QUICK, f"{FOUGHT}; Alice: flip Lower the Lamps", 4, "ENE-16.8"),  # an action for the moment before destiny
        (PC, f"{FOUGHT}; Alice: flip Lower the Lamps", 4, "ENE-16.8"),
        (QUICK, f"{FOUGHT}; Alice: flip Pinch the Wick", 4, "ENE-10.5"),  # an action for the attack
        (PC, f"{FOUGHT}; Alice: flip Pinch the Wick", 4, "ENE-10.5"),
        (QUICK, f"{FOUGHT}; Alice: flip Heavy Metal", 4, "ENE-10.4"),
        (PC, f"{FOUGHT}; Alice: flip Heavy Metal", 4, "ENE-10.4"),
    ],
)
def test_illegal_flip_from_the_hand_is_refused_by_its_clause(pc: str, turn: str, entry: int, clause: str) -> None:
    assert judged(f"play {pc}", turn) == ("illegal", entry, clause)


# --- the first turn ----------------------------------------------------------------------------


@pytest.mark.clause("ENE-6.5", "ENE-6.10", "ENE-6.11")
@pytest.mark.parametrize("variant", ["draft", "full"])
def test_extra_play_of_the_first_turn_may_be_a_mulligan(variant: str) -> None:
    assert judged("play Market Before Dawn; hide; redraw", "hide", "hide", variant=variant) == ("legal", None, "")
    assert judged("hide", "play Market Before Dawn; redraw", "hide", variant=variant) == ("legal", None, "")


@pytest.mark.clause("ENE-6.1", "ENE-6.11")
@pytest.mark.parametrize(
    ("turns", "entry", "clause"),
    [
        (("play Market Before Dawn; hide; hide; redraw",), 3, "ENE-6.1"),  # the event allows two more plays
        (("hide; redraw",), 1, "ENE-6.1"),
        (("hide", "hide", "play Market Before Dawn; redraw"), 3, "ENE-6.11"),
        (("hide", "hide", "redraw"), 2, "ENE-6.11"),
    ],
)
def test_mulligan_without_a_play_or_on_a_later_turn_is_illegal(turns: tuple[str, ...], entry: int, clause: str) -> None:
    assert judged(*turns) == ("illegal", entry, clause)


@pytest.mark.clause("ENE-6.11")
def test_mulligan_on_a_later_turn_is_illegal_in_the_sample_game() -> None:
    assert judged("hide", "hide", "redraw", variant="sample") == ("illegal", 2, "ENE-6.11")


# --- the decks of the sample game ----------------------------------------------------------------

LISTS = [dict(deck.cards) for deck in bundled_card_set("enemy", "SD").decks]


@pytest.mark.clause("ENE-1.2")
def test_sample_deck_with_one_card_swapped_is_illegal() -> None:
    swapped = LISTS[0] | {"SD-04": 2, "SD-18": 1}  # one Elk less and one Crim more

    answer = verdict("hide", variant="sample", decks=[LISTS[1], swapped])
    assert (answer["verdict"], answer["entry"], answer["clause"]) == ("illegal", None, "ENE-1.2")
    assert answer["fault"]["code"] == "not_a_printed_deck"
    assert answer["fault"]["detail"].endswith("To get deck A, remove: 1 Crim. Add: 1 Elk.")
    for decks in ([LISTS[0], LISTS[1]], [LISTS[1], LISTS[1]], [LISTS[1], None], None):
        assert judged("hide", variant="sample", **({"decks": decks} if decks else {})) == ("legal", None, "")


@pytest.mark.clause("ENE-1.2")
@pytest.mark.parametrize(
    ("turns", "entry"),
    [
        (("play Issa Quickwick",), 0),  # not in a sample deck
        (("play Elk", "hide", "play Gardenia"), 2),  # from two different decks
        (("store Heavy Metal", "hide", "play Elk", "hide", "play Alpha Ichigoro"), 4),
        (("play Elk", "hide", "play Elk", "hide", "play Elk", "hide", "play Elk"), 6),  # the deck has three
    ],
)
def test_all_cards_of_a_player_must_be_from_one_sample_deck(turns: tuple[str, ...], entry: int) -> None:
    assert judged(*turns, variant="sample") == ("illegal", entry, "ENE-1.2")


@pytest.mark.clause("ENE-1.2")
def test_sample_game_without_decks_is_legal_if_it_is_with_some_decks() -> None:
    assert judged("play Elk", "play Gardenia", "play Mistral", "play Crim", variant="sample")[0] == "legal"
    assert judged("play Gardenia", "play Alpha Ichigoro", "play Crim", variant="sample")[0] == "legal"
    assert judged("play Elk", "hide", "play Elk; hide", variant="sample") == ("illegal", 3, "ENE-6.1")


@pytest.mark.clause("ENE-1.2")
def test_switch_allows_other_decks_in_the_sample_game() -> None:
    switches: dict[str, list[str]] = {"printed_decks": []}

    assert judged("play Elk", "hide", "play Gardenia", variant="sample", switches=switches)[0] == "legal"
