"""Games reported on paper, in the words of the game's notation."""

from typing import Any

import pytest

from cards.printed import bundled_card_set
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue

MONSTER, PC = "Heavy Metal", "Alpha Ichigoro"  # of the sample decks: 4 against 4, no texts


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


def found(*turns: str, **fields: Any) -> tuple[str, int | None, str]:
    told = verdict(*turns, **fields)
    return told["verdict"], told["entry"], told["clause"]


# --- what a player would write ------------------------------------------------------------


def test_a_short_log_without_decks_is_judged() -> None:
    assert found(f"play {PC}", f"attack {MONSTER}; fight; destiny 6-1; {PC} wins") == ("legal", None, "")


def test_names_may_be_written_small_in_japanese_or_as_set_numbers() -> None:
    assert found("play sd-15") == found("play ALPHA ICHIGORO") == ("legal", None, "")


def test_the_players_may_be_named_before_an_entry() -> None:
    assert found("hide", "Bob: hide") == ("legal", None, "")
    assert found("hide", "Alice: hide") == ("illegal", 1, "ENE-3.6")


def test_who_goes_first_is_told() -> None:
    assert found("Bob: hide", first="Bob") == ("legal", None, "")
    assert found("Bob: hide") == ("illegal", 0, "ENE-3.6")


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ("play Nobody", "there is no card 'Nobody'"),
        ("dance", "this is no entry of a log"),
        ("attack", "this is no entry of a log"),
        ("Nobody wounded", "this is no entry of a log"),
    ],
)
def test_an_entry_that_means_nothing_is_refused_with_its_turn(turn: str, reason: str) -> None:
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
def test_a_field_that_cannot_be_is_refused_with_its_place(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(UnreadableError) as error:
        reported_game_from_json(log("hide") | fields, RULESETS, catalogue, file="log.json")
    assert (error.value.file, error.value.place) == ("log.json", place)


# --- illegal --------------------------------------------------------------------------------


@pytest.mark.clause("ENE-6.1")
def test_a_second_play_is_found() -> None:
    assert found("hide; hide", "hide") == ("illegal", 1, "ENE-6.1")


@pytest.mark.clause("ENE-16.10")
def test_a_win_with_the_lower_total_is_found() -> None:
    turns = (f"play {PC}", f"attack {MONSTER}; fight; destiny 1-6; {PC} wins")
    told = verdict(*turns)
    assert (told["verdict"], told["said"]) == ("illegal", f"{PC} wins")


@pytest.mark.clause("ENE-14.3")
def test_a_defender_without_pcs_cannot_fight() -> None:
    assert found(f"attack {MONSTER}; fight") == ("illegal", 1, "ENE-14.3")


def test_a_deck_of_the_wrong_size_is_named() -> None:
    assert found("hide", decks=[{MONSTER: 34}, None])[0] == "illegal"


def test_a_card_that_the_deck_does_not_have_is_named() -> None:
    told = found(f"play {PC}", decks=[{MONSTER: 35}, None])
    assert told == ("illegal", 0, "ENE-2.1")


# --- undecidable -----------------------------------------------------------------------------


def test_a_fight_without_its_destiny_cannot_be_judged_and_with_it_can() -> None:
    turns = (f"play {PC}", f"attack {MONSTER}; fight; {PC} wins")
    told = verdict(*turns)
    assert told["verdict"] == "undecidable"
    assert {need["fact"] for need in told["needs"]} == {"destiny"}
    assert told["needs"][0]["write"] == ["destiny {card} {number}"]
    assert found(turns[0], f"attack {MONSTER}; fight; destiny 6-1; {PC} wins")[0] == "legal"
    assert found(turns[0], f"attack {MONSTER}; fight; destiny 1-6; {PC} wins")[0] == "illegal"


def test_a_turn_without_its_play_is_asked_for() -> None:
    told = verdict("hide", "", "hide")
    assert told["verdict"] == "undecidable"
    assert [(need["fact"], need["player"], need["turn"]) for need in told["needs"]] == [("play", "Bob", 2)]


def test_what_does_not_matter_need_not_be_written() -> None:
    """Whoever won the fight, the next turn may follow."""
    assert found(f"play {PC}", f"attack {MONSTER}; fight", "hide")[0] == "legal"


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
def test_a_result_alone_is_held_against_the_ways_a_game_ends(
    winner: str | None, points: list[int], reason: str, clause: str
) -> None:
    told = verdict(result=result(winner, points, reason))
    assert (told["verdict"], told["clause"]) == ("illegal" if clause else "legal", clause)


def match(wins: list[int], *games: dict[str, Any]) -> tuple[str, int | None, str]:
    told = verdict_json(reported_game_from_json({**log(), "wins": wins, "games": list(games)}, RULESETS, catalogue))
    return told["verdict"], told["entry"], told["clause"]


@pytest.mark.clause("DRF-4.3")
def test_a_match_is_held_against_its_games() -> None:
    first, second = result("Alice", [5, 3], "vp"), result("Bob", [4, 5], "vp")
    third = result("Alice", [5, 2], "vp")
    assert match([2, 1], first, second, third) == ("legal", None, "")
    assert match([2, 0], first, second, third) == ("illegal", None, "DRF-4.3")
    assert match([2, 1], first, third, second) == ("illegal", 2, "DRF-4.3")
    assert match([2, 1], first, result("Bob", [4, 4], "deck"), third) == ("illegal", 1, "ENE-5.7")


def test_a_flip_written_between_destiny_and_total_is_not_taken_for_one_of_the_next_fight() -> None:
    before = ("play Crim", "store Heavy Metal", "play Gardenia", "hide", "hide")
    begins = "attack Heavy Metal; join Heavy Metal; fight; Crim vs Heavy Metal; Gardenia vs Heavy Metal; fight of Crim"
    first, second = "Crim 7 to 6; Crim wins", "fight of Gardenia; destiny 4-2; Gardenia 8 to 6; Gardenia wins"

    assert found(*before, f"{begins}; destiny 3-2; {first}; {second}")[0] == "legal"
    told = verdict(*before, f"{begins}; destiny 3-2; Bob: flip Juk Rom; {first}; {second}")
    assert (told["verdict"], told["said"]) == ("illegal", "Bob: flip Juk Rom")
    assert told["clause"] in ("ENE-10.5", "ENE-16.8")


# --- speed ------------------------------------------------------------------------------------

QUICK = "Pell the Splicer"  # strength 4, one speed icon
FOUGHT = "attack Heavy Metal; fight; destiny 1-6"  # 4 + 1 against 4 + 6
BEFORE = "attack Heavy Metal; fight; Alice: flip Lower the Lamps; destiny 1-6"
LATE = "Alice: flip First Light"  # an action of the moment after destiny


@pytest.mark.clause("ENE-10.9")
@pytest.mark.parametrize("variant", ["draft", "full"])
def test_with_speed_an_action_comes_from_the_hand_after_destiny(variant: str) -> None:
    turns = (f"play {QUICK}", f"{FOUGHT}; {LATE}; {QUICK} 9 to 10; {QUICK} loses")

    assert found(*turns, variant=variant) == ("legal", None, "")


@pytest.mark.clause("ENE-10.2", "ENE-10.4", "ENE-10.5", "ENE-10.9", "ENE-16.8")
@pytest.mark.parametrize(
    ("pc", "turn", "entry", "clause"),
    [
        (PC, f"{FOUGHT}; {LATE}", 4, "ENE-10.2"),  # no speed, and nothing is hidden
        (QUICK, f"{FOUGHT}; {LATE}; {LATE}", 5, "ENE-10.9"),  # the icon is used
        (QUICK, f"{BEFORE}; {LATE}", 5, "ENE-10.9"),
        (QUICK, f"{FOUGHT}; Bob: flip First Light", 4, "ENE-10.2"),
        (QUICK, f"{FOUGHT}; Alice: flip Lower the Lamps", 4, "ENE-16.8"),  # of the moment before
        (PC, f"{FOUGHT}; Alice: flip Lower the Lamps", 4, "ENE-16.8"),
        (QUICK, f"{FOUGHT}; Alice: flip Pinch the Wick", 4, "ENE-10.5"),  # of the attack
        (PC, f"{FOUGHT}; Alice: flip Pinch the Wick", 4, "ENE-10.5"),
        (QUICK, f"{FOUGHT}; Alice: flip Heavy Metal", 4, "ENE-10.4"),
        (PC, f"{FOUGHT}; Alice: flip Heavy Metal", 4, "ENE-10.4"),
    ],
)
def test_an_action_that_cannot_come_from_the_hand_is_named_by_its_clause(
    pc: str, turn: str, entry: int, clause: str
) -> None:
    assert found(f"play {pc}", turn) == ("illegal", entry, clause)


# --- the first turn ----------------------------------------------------------------------------


@pytest.mark.clause("ENE-6.5", "ENE-6.10", "ENE-6.11")
@pytest.mark.parametrize("variant", ["draft", "full"])
def test_an_extra_play_of_the_first_turn_may_be_to_give_up_the_hand(variant: str) -> None:
    assert found("play Market Before Dawn; hide; redraw", "hide", "hide", variant=variant) == ("legal", None, "")
    assert found("hide", "play Market Before Dawn; redraw", "hide", variant=variant) == ("legal", None, "")


@pytest.mark.clause("ENE-6.1", "ENE-6.11")
@pytest.mark.parametrize(
    ("turns", "entry", "clause"),
    [
        (("play Market Before Dawn; hide; hide; redraw",), 3, "ENE-6.1"),  # it gives two more
        (("hide; redraw",), 1, "ENE-6.1"),
        (("hide", "hide", "play Market Before Dawn; redraw"), 3, "ENE-6.11"),
        (("hide", "hide", "redraw"), 2, "ENE-6.11"),
    ],
)
def test_the_hand_is_not_given_up_without_a_play_nor_later(turns: tuple[str, ...], entry: int, clause: str) -> None:
    assert found(*turns) == ("illegal", entry, clause)


@pytest.mark.clause("ENE-6.11")
def test_the_sample_game_names_the_same_clause() -> None:
    assert found("hide", "hide", "redraw", variant="sample") == ("illegal", 2, "ENE-6.11")


# --- the decks of the sample game ----------------------------------------------------------------

LISTS = [dict(deck.cards) for deck in bundled_card_set("enemy", "SD").decks]


@pytest.mark.clause("ENE-1.2")
def test_a_sample_deck_with_one_card_swapped_is_illegal() -> None:
    swapped = LISTS[0] | {"SD-04": 2, "SD-18": 1}  # an Elk fewer, a Crim more

    told = verdict("hide", variant="sample", decks=[LISTS[1], swapped])
    assert (told["verdict"], told["entry"], told["clause"]) == ("illegal", None, "ENE-1.2")
    assert told["fault"]["code"] == "not_a_printed_deck"
    assert told["fault"]["detail"].endswith("To get deck A, remove: 1 Crim. Add: 1 Elk.")
    for decks in ([LISTS[0], LISTS[1]], [LISTS[1], LISTS[1]], [LISTS[1], None], None):
        assert found("hide", variant="sample", **({"decks": decks} if decks else {})) == ("legal", None, "")


@pytest.mark.clause("ENE-1.2")
@pytest.mark.parametrize(
    ("turns", "entry"),
    [
        (("play Issa Quickwick",), 0),  # of no sample deck
        (("play Elk", "hide", "play Gardenia"), 2),  # of the two decks
        (("store Heavy Metal", "hide", "play Elk", "hide", "play Alpha Ichigoro"), 4),
        (("play Elk", "hide", "play Elk", "hide", "play Elk", "hide", "play Elk"), 6),  # of which there are three
    ],
)
def test_without_decks_all_cards_of_a_player_are_of_one_sample_deck(turns: tuple[str, ...], entry: int) -> None:
    assert found(*turns, variant="sample") == ("illegal", entry, "ENE-1.2")


@pytest.mark.clause("ENE-1.2")
def test_without_decks_a_log_of_the_sample_game_is_legal_if_it_is_so_with_some() -> None:
    assert found("play Elk", "play Gardenia", "play Mistral", "play Crim", variant="sample")[0] == "legal"
    assert found("play Gardenia", "play Alpha Ichigoro", "play Crim", variant="sample")[0] == "legal"
    assert found("play Elk", "hide", "play Elk; hide", variant="sample") == ("illegal", 3, "ENE-6.1")


@pytest.mark.clause("ENE-1.2")
def test_a_switch_lets_other_decks_play_the_sample_game() -> None:
    switches: dict[str, list[str]] = {"printed_decks": []}

    assert found("play Elk", "hide", "play Gardenia", variant="sample", switches=switches)[0] == "legal"
