"""What follows from decisions may be written anywhere in the line of its turn, also between them."""

import pytest

from gameplay.engine.adjudication.equivalence import state_key
from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import Contradiction, ReportedGame, StepBudget
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS
from tests.gameplay.games.rm2k.cards import printed
from tests.gameplay.games.rm2k.duel import Side, laid
from tests.gameplay.games.rm2k.paper_logs import paper_log

NEEDLE = {"lag": {"count": 1, "what": {"type": "user", "whose": "theirs"}}}
HARM = {"lag": {"count": 1, "whom": "fighters"}}
CARDS = [
    printed("Ann", "user", bandwidth=6, gamer=2),
    printed("Ben", "user", bandwidth=3, gamer=1, immune=["otaku"]),
    printed("Cat", "user", bandwidth=3, gamer=1, immune=["otaku"]),
    printed("New", "user", cost=2, bandwidth=3),
    printed("Chat", "user", cost=1, bandwidth=2),
    printed("Hush", "event", do=[{"disrupt": "yours"}]),
    printed("Kick", "event", do=[{"delete": {"what": {"type": "user", "whose": "theirs"}}}]),
    printed("Curse", "attach", skill="otaku", theirs=True),
    printed("Gang", "challenge", skill="gamer", kind="multi_tech", win=[{"score": 1}]),
    printed("Duel", "challenge", skill="gamer", kind="attack", win=[NEEDLE], lose=[HARM]),
    printed("Imp", "user", bandwidth=3, use={"lag": 1, "do": [NEEDLE]}),
    printed("Filler", "user", cost=9),
]
SETUP = "Alice: main Ann; Alice: starts Cat; Bob: main Ben; Bob: starts Cat; Alice: goes first"
LEGAL = ("legal", None, "")


def judged(*turns: str) -> tuple[str, str | None, str]:
    deck = {"Cat": 2, "New": 2, "Chat": 2, "Hush": 2, "Gang": 2, "Kick": 2, "Curse": 2, "Filler": 16}
    first, *others = turns
    log = paper_log(deck, f"{SETUP}; {first}", *others)
    answer = verdict_json(reported_game_from_json(log, RULESETS, lambda _: [CARDS]))
    return answer["verdict"], answer["said"], answer["clause"]


@pytest.mark.clause("RM-5.1.10")
@pytest.mark.parametrize(
    "turn",
    [
        "sync on Ann; Cat plays Hush; Ann drops Chat",
        "Ann drops Chat; sync on Ann; Cat plays Hush",
        "sync on Ann; Ann drops Chat; Cat plays Hush; Ann drops Chat",
        "Ann drops Chat; sync on Ann; Cat plays Hush; sync on Ann; Ann pays 2; Ann activates New",
        "sync on Ann; Cat plays Hush; sync on Ann; Ann pays 2; Ann activates New; Ann drops Chat",
        "Ann drops Chat; sync on Ann; Ann pays 2; Ann activates New; sync on Ann; Cat plays Hush",
    ],
)
def test_a_dropped_card_may_be_written_before_or_after_it_began_to_sync(turn: str) -> None:
    assert judged(turn) == LEGAL
    assert judged(turn.replace("Chat", "Gang").replace("Cat plays Hush", "pays nothing"))[0] == "illegal"


@pytest.mark.clause("RM-5.1.10")
def test_a_card_of_an_earlier_turn_may_be_dropped_in_a_line_with_another_one() -> None:
    turns = ["sync on Ann", "", "Cat plays Hush; sync on Ann; Ann pays 2; Ann activates New; Ann drops Chat"]

    assert judged(*turns) == LEGAL


@pytest.mark.clause("RM-6.1")
@pytest.mark.parametrize("result", ["Ann drops Curse", "delete Curse"])
def test_an_attach_that_can_be_put_on_no_user_is_deleted_or_dropped(result: str) -> None:
    """The Users of Bob are immune to its skill."""
    activated = "sync on Ann; Ann pays; Ann activates Curse"

    assert judged(f"{activated}; {result}") == LEGAL
    assert judged(f"{result}; {activated}") == LEGAL
    assert judged(f"{activated}; Curse attached to Bob's Cat")[0] == "illegal"


@pytest.mark.clause("RM-5.1.11")
def test_an_event_that_was_activated_is_not_dropped() -> None:
    activated = "sync on Ann; Ann pays; Ann activates Kick; delete Bob's Cat"

    assert judged(activated) == LEGAL
    assert judged(f"{activated}; Ann drops Kick") == ("illegal", "Ann drops Kick", "RM-5.1.11")


@pytest.mark.clause("RM-8.1.3")
@pytest.mark.parametrize("results", ["Gang 3 to 1", "Alice: 1 VP; Gang 3 to 1", "Alice: 1 VP"])
def test_results_may_be_written_between_the_attackers(results: str) -> None:
    attackers = f"Ann plays Gang; Bob: challenged; Ann attacks; {results}; Cat attacks; Alice: Ben defends"

    assert judged(attackers) == LEGAL
    assert judged(f"{attackers}; Ann attacks")[:2] == ("illegal", "Ann attacks")


@pytest.mark.clause("RM-3.2.1")
@pytest.mark.parametrize("lag", ["1 lag on Bob's Cat; 1 lag on Ben", "1 lag on Ben; 1 lag on Bob's Cat"])
def test_lag_right_behind_an_ability_may_be_that_of_a_challenge(lag: str) -> None:
    """The ability and the Challenge of Alice put lag on Ben, and the lost Challenge on Cat."""
    deck = {"Cat": 2, "Duel": 2, "Imp": 1, "Filler": 20}
    start = SETUP.replace("starts Cat; Bob", "starts Imp; Bob")
    duel = "Ann activates Duel; Ann attacks; Alice: Bob's Cat defends; 1 lag on Ben"
    turn = f"sync on Ann; Ann pays; use Imp; {lag}; {duel}"
    log = paper_log(deck, f"{start}; {turn}", "pays nothing", "pays nothing", "Ben clears 2; Cat clears 1")
    reported_game = reported_game_from_json(log, RULESETS, lambda _: [CARDS])
    assert isinstance(reported_game, ReportedGame)

    search = ExhaustiveSearch(reported_game, 200, lambda hypothesis, outcome: outcome, StepBudget(2000))
    assert search.find_contradiction() is None
    assert verdict_json(reported_game)["verdict"] == "legal"


@pytest.mark.clause("RM-3.5.2")
def test_states_with_different_victory_points_are_both_explored() -> None:
    tables = [laid(Side(vp=vp), Side()) for vp in (0, 0, 1)]
    keys = []
    for table in tables:
        deck = [table.cards[card] for card in range(len(table.cards))]
        listed = [True] * table.seats
        faces = Faces.of_cards(deck, table.owners, deck_is_listed=listed, universe=deck, max_copies=None)
        keys.append(state_key(table, faces, notation_of(RULESETS["rm2k"])))

    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(("is_explained", "expected"), [(False, "illegal"), (True, "undecidable")])
def test_a_log_is_illegal_only_if_doubts_about_results_do_not_explain_it(
    monkeypatch: pytest.MonkeyPatch, *, is_explained: bool, expected: str
) -> None:
    doubts = []
    find = ExhaustiveSearch.find_contradiction

    def find_or_explain(search: ExhaustiveSearch) -> Contradiction | None:
        doubts.append(search.has_doubts)
        return None if search.has_doubts and is_explained else find(search)

    monkeypatch.setattr(ExhaustiveSearch, "find_contradiction", find_or_explain)
    verdict, said, _ = judged("sync on New")

    assert doubts == [False, True]
    assert (verdict, said) == (expected, "sync on New")
