"""Corrections of a running game by a judge. The players see them, and the record still replays exactly."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.test import Client

from cards.selectors import get_printed_card
from gameplay import ports
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, Choice, LogEntry, OnlineGame
from gameplay.ports import GameHost
from gameplay.selectors import games as selectors
from gameplay.services import accounts, corrections, games
from tests.gameplay.test_games import asked, begun, play_to_the_end, view


class HanaJudges(GameHost):
    def judge_role(self, account: object, game: OnlineGame) -> str | None:
        return "head_judge" if getattr(account, "handle", "") == "Hana" else None


@pytest.fixture
def people(db: None) -> Iterator[tuple[Account, Account, Account]]:
    """Alice and Bob, who play, and Hana, who judges."""
    with ports.game_host.overridden(HanaJudges()):
        yield accounts.create_guest("Alice"), accounts.create_guest("Bob"), accounts.create_staff("Hana")


def reloaded(game: OnlineGame) -> OnlineGame:
    return OnlineGame.objects.get(pk=game.pk)


def play_on(game: OnlineGame, *players: Account, steps: int) -> OnlineGame:
    for _ in range(steps):
        player, game_view = asked(game, *players)
        games.choose(player, reloaded(game), number=game_view["number"], option=0)
    return reloaded(game)


def correct(game: OnlineGame, hana: Account, *actions: Sequence[Any], reason: str = "a misclick") -> OnlineGame:
    game = reloaded(game)
    tuples = [tuple(action) for action in actions]
    return corrections.correct_game(hana, game, role="head_judge", number=game.number, actions=tuples, reason=reason)


def first_choice(game: OnlineGame) -> int:
    return next(n for n, entry in enumerate(selectors.current_state(game).entries) if isinstance(entry, tuple))


def test_rewound_game_asks_the_first_question_again_and_has_an_exact_record(people: Any):
    alice, bob, hana = people
    game = begun(alice, bob)
    first = asked(game, alice, bob)[1]["ask"]
    play_on(game, alice, bob, steps=7)

    correct(game, hana, ("rewind", first_choice(game)))

    assert asked(game, alice, bob)[1]["ask"] == first
    over = play_to_the_end(game, alice, bob)
    assert verify_record(over.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert log.verify_stream(game.stream).is_intact


def test_both_players_see_the_judge_and_the_reason(people: Any):
    alice, bob, hana = people
    game = play_on(begun(alice, bob), alice, bob, steps=3)

    correct(game, hana, ("rewind", first_choice(game)), reason="Bob drew two cards")

    for player in (alice, bob):
        sentences = [event["text"] for event in view(game, player)["events"][-2:]]
        assert sentences == [
            "The judge Hana corrects the game: Bob drew two cards",
            "Back to turn 1. Everything since then is undone.",
        ]


def test_correction_is_one_choice_and_one_log_entry(people: Any):
    alice, bob, hana = people
    game = play_on(begun(alice, bob), alice, bob, steps=2)
    entries = LogEntry.objects.filter(stream=game.stream).count()

    correct(game, hana, reason="play faster")

    assert LogEntry.objects.filter(stream=game.stream).count() == entries + 1
    entry = LogEntry.objects.filter(stream=game.stream).latest("number")
    assert (entry.action, entry.author, entry.role, entry.reason) == (
        "game_corrected",
        hana,
        "head_judge",
        "play faster",
    )
    assert Choice.objects.get(game=game, number=3).option == {"judge": "Hana", "reason": "play faster", "do": []}


def test_choice_from_before_the_correction_is_stale(people: Any):
    alice, bob, hana = people
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)
    correct(game, hana)

    with pytest.raises(RulesError) as refusal:
        games.choose(player, reloaded(game), number=game_view["number"], option=0)

    assert refusal.value.code == "stale_choice"


@pytest.mark.parametrize(
    ("number", "actions", "reason", "code"),
    [
        (9, [], "x", "stale_choice"),
        (0, [], " ", "reason_missing"),
        (0, [("rewind", 999)], "x", "no_such_entry"),
        (0, [("move", 999, "hand")], "x", "no_such_card"),
        (0, [("move", 0, "moon")], "x", "no_such_zone"),
    ],
)
def test_invalid_correction_is_refused_and_changes_nothing(
    people: Any, number: int, actions: Any, reason: str, code: str
):
    alice, bob, hana = people
    game = begun(alice, bob)
    before = (view(game, alice), view(game, bob), LogEntry.objects.count())

    with pytest.raises(RulesError) as refusal:
        corrections.correct_game(hana, game, role="head_judge", number=number, actions=actions, reason=reason)

    assert refusal.value.code == code
    assert (view(game, alice), view(game, bob), LogEntry.objects.count()) == before


def test_finished_game_cannot_be_corrected(people: Any):
    alice, bob, hana = people
    game = games.concede(bob, begun(alice, bob))

    with pytest.raises(RulesError) as refusal:
        correct(game, hana)

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("game_over", True)


def test_called_time_stays_called_after_a_rewind(people: Any):
    alice, bob, hana = people
    game = play_on(begun(alice, bob), alice, bob, steps=4)
    games.call_time(game)

    correct(game, hana, ("rewind", first_choice(game)))

    over = play_to_the_end(game, alice, bob)
    assert (over.outcome or {})["reason"] == "time"
    assert verify_record(over.record, RULESETS, get_printed_card).verdict == "EXACT"


# --- the page and the API -----------------------------------------------------------------------------


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def test_judge_rewinds_with_the_form(people: Any):
    alice, bob, hana = people
    game = play_on(begun(alice, bob), alice, bob, steps=5)
    page = signed_in(hana).get(f"/game/{game.pk}/judge").content.decode()
    entry = first_choice(game)
    assert f'<option value="{entry}">' in page

    form = {"number": game.number, "back": entry, "card": "", "bearer": "", "marked": "", "reason": "a misclick"}
    response = signed_in(hana).post(f"/game/{game.pk}/judge", form)

    assert response.status_code == 302
    assert view(game, alice)["turn"] == 1


def test_judge_moves_and_marks_cards_with_the_form(people: Any):
    alice, bob, hana = people
    game = begun(alice, bob)
    state = selectors.current_state(game)
    card = state.table.hand[state.table.active][0]

    form = {"number": 0, "card": card, "zone": "top", "reason": "misdealt"}
    signed_in(hana).post(f"/game/{game.pk}/judge", form)
    refusal = signed_in(hana).post(
        f"/game/{game.pk}/judge", {"number": 1, "marked": card, "mark": "wounded", "set": "no", "reason": "x"}
    )

    assert selectors.current_state(reloaded(game)).table.top[state.table.active] == [card]
    assert refusal.status_code == 422
    assert Choice.objects.filter(game=game).count() == 1


def test_view_of_a_judge_is_logged_once(people: Any):
    alice, bob, hana = people
    game = begun(alice, bob)

    for _ in range(2):
        assert signed_in(hana).get(f"/game/{game.pk}/judge").status_code == 200

    assert LogEntry.objects.get(action="judge_looked").author == hana


def test_judges_page_is_not_found_for_players(people: Any):
    alice, bob, _hana = people
    game = begun(alice, bob)

    for client in (signed_in(alice), Client()):
        assert client.get(f"/game/{game.pk}/judge").status_code == 404
        assert client.post(f"/game/{game.pk}/judge", {"number": 0, "reason": "x"}).status_code == 404


@pytest.mark.parametrize(
    "do", [5, ["rewind"], [["burn", 1]], [["move", 1, "hand"], ["rewind", 1]], [["mark", "1", "x"]]]
)
def test_malformed_correction_is_unreadable(people: Any, do: Any):
    alice, bob, hana = people
    game = begun(alice, bob)
    body = {"number": 0, "do": do, "reason": "x"}

    response = signed_in(hana).post(f"/api/v1/games/{game.pk}/corrections", body, content_type="application/json")

    assert response.status_code == 400
    assert Choice.objects.count() == 0
