"""Illegal entries of a reported game are refused by the clause that they violate."""

from typing import Any

import pytest

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS
from tests.gameplay.games.rm2k.cards import VP, printed
from tests.gameplay.games.rm2k.paper_logs import paper_log

CARDS = [
    printed("Ann", "user", bandwidth=3, gamer=2, otaku=-1, use={"do": [VP], "lag": 1}),
    printed("Ben", "user", bandwidth=3, gamer=1, otaku=-1, use={"do": [VP], "lag": 1}),
    printed("New", "user", cost=2, bandwidth=3, gamer=1),
    printed("Pen", "attach"),
    printed("Chat", "event", do=[VP]),
    printed("Nope", "event", do=[{"cancel": {}}], answers=["event"]),
    printed("Match", "challenge", kind="attack", skill="gamer", win=[VP]),
    printed("Date", "challenge", kind="personal", skill="gamer", win=[VP]),
    printed("Talk", "challenge", kind="attack", skill="argue"),
    printed("Quiz", "challenge", kind="attack", skill="otaku"),
    printed("Filler", "user", cost=9),
]
CHAT = "Ann plays Chat; 1 VP"
FIGHT = "Ann plays Match; Bob: challenged; Ann attacks; Ben defends; Match 2 to 1"
WON = f"{FIGHT}; wins Match; 1 VP; Bob: loses Match"
DRAWN = "Ann plays Talk; Ann attacks; Ben defends; Talk 0 to 0"
FAILED = "Ann plays Quiz; Ann attacks; Ben defends; Quiz -1 to -1"
ACTIVATED = "sync on Ann; Ann pays 2; Ann activates New"


def verdict(*turns: str, result: dict[str, Any] | None = None) -> tuple[str, str | None, str]:
    """Return the verdict on a game in which Alice goes first with Ann against Ben."""
    deck = {card.name.en: 2 for card in CARDS[2:-1]} | {"Filler": 20}
    first, *others = turns
    log = paper_log(deck, f"Alice: main Ann; Bob: main Ben; Alice: goes first; {first}", *others)
    ruling = verdict_json(
        reported_game_from_json(log | ({"result": result} if result else {}), RULESETS, lambda _: [CARDS])
    )
    return ruling["verdict"], ruling["said"], ruling["clause"]


def refused(*turns: str) -> str:
    """Return the clause by which the last entry is illegal."""
    last = turns[-1].split("; ")[-1]
    answer, said, clause = verdict(*turns)
    assert (answer, said) == ("illegal", last)
    return clause


@pytest.mark.parametrize(
    "turn",
    [
        CHAT,
        WON,
        f"{ACTIVATED}; New arrives",
        f"{WON}; use Ann",
        f"{DRAWN}; Talk drawn",
        f"{FAILED}; Quiz fails all",
        "sync on Ann; Ann pays",
    ],
)
def test_the_legal_parts_of_the_illegal_games_are_legal(turn: str) -> None:
    assert verdict(turn) == ("legal", None, "")


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        ("main Ann", "RM-2.3"),
        ("starts Ann", "RM-2.2"),
        ("1 lag on Ann", "RM-2.12"),
        ("Ann clears 1", "RM-3.2.1"),
        ("sync on Ben", "RM-5.1.1"),
        ("Ann pays", "RM-5.1.5"),
        ("charge Ann", "RM-5.1.5"),
        ("Ann arrives", "RM-3.6.3"),
        ("claim Ann", "RM-3.5.1"),
        ("out", "RM-9.4"),
    ],
)
def test_an_entry_that_nothing_led_to_is_illegal(entry: str, clause: str) -> None:
    assert refused(entry) == clause


RESULTS_OF_PLAYS = [
    ("Pen attached to Ann", "RM-7.1.1"),
    ("Chat prevented", "RM-7.2.6"),
    ("Ann drops Chat", "RM-5.1.11"),
    ("Bob: challenged", "RM-8.1.2"),
    ("Ann attacks", "RM-8.1.2"),
    ("Ben defends", "RM-8.1.2"),
    ("Match 2 to 1", "RM-8.2.4"),
    ("wins Match", "RM-8.2.5"),
    ("loses Match", "RM-8.2.5"),
    ("Match drawn", "RM-8.2.6"),
    ("Match fails all", "RM-8.3.1"),
    ("1 VP", "RM-8.2.9"),
    ("delete Ben", "RM-3.1.1"),
]


@pytest.mark.parametrize(("entry", "clause"), RESULTS_OF_PLAYS)
def test_a_result_that_none_of_the_plays_led_to_is_illegal(entry: str, clause: str) -> None:
    assert refused(f"pays nothing; sync on Ann; {entry}") == clause


@pytest.mark.parametrize("entry", [entry for entry, _ in RESULTS_OF_PLAYS])
def test_a_turn_with_results_only_is_asked_for_its_plays(entry: str) -> None:
    assert verdict(entry) == ("undecidable", entry, "")


@pytest.mark.parametrize("entry", ["Ann drops Chat", "Ann activates Chat"])
def test_payment_that_would_make_an_entry_possible_is_asked_for(entry: str) -> None:
    assert verdict(f"sync on Ann; {entry}")[0] == "undecidable"


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        # another player's phase
        ("Bob: Ben plays Chat", "RM-5.2.3"),
        ("Bob: use Ben", "RM-5.2.3"),
        # instantaneous Syncing
        ("New plays Chat", "RM-5.3.2"),
        ("sync on Ann; Ann plays Chat", "RM-5.3.2"),
        (f"{CHAT}; {CHAT}; use Ann; Ann plays Match", "RM-5.3.3"),
        ("Ann plays Pen", "RM-5.3.5"),
        ("Ann plays Nope", "RM-5.2.3"),
        (f"{CHAT}; {CHAT}; Ann plays Chat", "RM-2.5"),
        ("Ann plays Chat; Bob: New plays Nope", "RM-5.3.2"),
        ("Ann plays Chat; Bob: Ben plays Chat", "RM-5.2.3"),
        # Syncing
        ("sync on Ann; sync on Ann", "RM-5.1.3"),
        ("sync on Ann; Ben pays for Ann", "RM-5.1.5"),
        ("sync on Ann; Ann pays 4", "RM-5.1.7"),
        ("sync on Ann; Ann pays; Ann activates Nope", "RM-5.2.3"),
        ("sync on Ann; Ann pays; Ann activates Pen; Pen attached to Ben", "RM-7.1.2"),
        # Limbo
        (f"{ACTIVATED}; use New", "RM-6.7.3"),
        (f"{ACTIVATED}; sync on New", "RM-6.7.6"),
        (f"{ACTIVATED}; New pays for Ann", "RM-6.7.2"),
        (f"{ACTIVATED}; New plays Chat", "RM-6.7.2"),
        (f"{ACTIVATED}; Ann plays Match; New attacks", "RM-6.7.6"),
        (f"{ACTIVATED}; Filler arrives", "RM-3.6.3"),
        # abilities
        ("use Ben", "RM-3.3.2"),
        ("use Ann; use Ann", "RM-3.3.2"),
        (f"{CHAT}; {CHAT}; sync on Ann; Ann pays; use Ann", "RM-3.3.1"),
        # Challenges
        ("Ann plays Match; Ben attacks", "RM-8.1.2"),
        ("Ann plays Match; Ann attacks; Ann defends", "RM-8.1.2"),
        ("Ann plays Date; Ann attacks; Ben defends", "RM-8.1.2"),
        ("Ann plays Match; Ann attacks; Ben defends; Match 2 to 2", "RM-8.2.4"),
        (f"{FIGHT}; Match drawn", "RM-8.2.5"),
        (f"{FIGHT}; Bob: wins Match", "RM-8.2.5"),
        (f"{FIGHT}; Match fails all", "RM-8.3.1"),
        (f"{FIGHT}; wins Match; 2 VP", "RM-8.2.9"),
        (f"{DRAWN}; wins Talk", "RM-8.2.6"),
        (f"{DRAWN}; Bob: loses Talk", "RM-8.2.6"),
        (f"{DRAWN}; Talk fails all", "RM-8.3.1"),
        (f"{FAILED}; wins Quiz", "RM-8.3.1"),
        (f"{FAILED}; Quiz drawn", "RM-8.3.4"),
        (f"{WON}; Ann plays Match", "RM-8.1.8"),
        (f"{WON}; Ann plays Date", "RM-8.1.8"),
        (f"{WON}; sync on Ann", "RM-3.3.2"),
        (f"{WON}; Ann pays", "RM-5.1.15"),
        # the end
        ("concede; Ann plays Chat", "RM-9.4"),
    ],
)
def test_an_illegal_play_is_refused_by_its_clause(turn: str, clause: str) -> None:
    assert refused(turn) == clause


@pytest.mark.parametrize(
    ("winner", "points", "reason", "clause"),
    [
        ("Alice", [1, 0], "domination", "RM-4.1.1"),
        ("Alice", [1, 0], "pingout", "RM-4.1.2"),
        ("Alice", [10, 0], "accomplishment", "RM-4.1.3"),
        ("Alice", [1, 0], "goal", "RM-4.1.4"),
        (None, [1, 1], "together", "RM-4.3.1"),
        ("Alice", [1, 0], "decks", "RM-4.3.2"),
        (None, [0, 0], "set_value", "RM-OP-2"),
    ],
)
def test_a_game_that_did_not_end_as_reported_is_illegal(
    winner: str | None, points: list[int], reason: str, clause: str
) -> None:
    result = {"winner": winner, "points": points, "reason": reason}

    assert verdict(CHAT, result=result) == ("illegal", None, clause)
