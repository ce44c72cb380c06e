"""Lost tasks of bots: the player's choice is stored all the same, and the sweep wakes the bots."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay import ports
from gameplay.infrastructure import log
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import Account, Choice, OnlineGame
from gameplay.services import accounts, games
from gameplay.services.clock_change import shift_game_times
from gameplay.services.practice import get_mode
from gameplay.tasks import move_bots
from tests.parallel import run_simultaneously

SEED = bytes(range(32))
SOON = timedelta(seconds=6)
LATER = timedelta(seconds=40)
pytestmark = pytest.mark.django_db(transaction=True)


def refuse(*_: Any) -> None:
    """Raise an error, like a queue that refuses all messages."""
    raise ConnectionError("the queue is full")


def drop(*_: Any) -> None:
    """Do nothing, like a queue that loses all messages."""


@pytest.fixture(params=[refuse, drop])
def restore_queue(request: pytest.FixtureRequest) -> Iterator[Callable[[], None]]:
    """Lose the tasks of bots until the returned function is called."""
    with ExitStack() as stack:
        stack.enter_context(ports.wake_bots.overridden(request.param))
        yield stack.close


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


def start_practice_game(alice: Account) -> OnlineGame:
    """Start a game of Alice and a bot, always the same one."""
    decks = get_mode("hagmi", "simple", 2).deal_decks(SEED, 0)
    players = [alice, accounts.create_bot("Standard bot")]
    return games.start_game(
        ruleset="hagmi", variant="simple", decks=decks, players=players, seed=SEED, chance="practice"
    )


def is_asked(game: OnlineGame, account: Account) -> bool:
    """Return whether ``account`` has to choose, from the API."""
    return "options" in (state(game, account)["ask"] or {})


def state(game: OnlineGame, account: Account) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(signed_in(account).get(f"/api/v1/games/{game.pk}").content)
    return view


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def choose_until_the_bot_is_asked(game: OnlineGame, alice: Account) -> None:
    """Choose the first option of each of Alice's questions, through the API."""
    while "options" in (view := state(game, alice))["ask"]:
        body = json.dumps({"number": view["number"], "option": 0})
        response = signed_in(alice).post(f"/api/v1/games/{game.pk}/choices", body, "application/json")
        assert response.status_code in {200, 201}, response.content


def test_choice_succeeds_and_the_sweep_wakes_the_bot(alice: Account, restore_queue: Callable[[], None]):
    game = start_practice_game(alice)
    if not is_asked(game, alice):  # the bot plays first
        restore_queue()
        games.sweep(timezone.now() + SOON)
    choose_until_the_bot_is_asked(game, alice)
    number = OnlineGame.objects.get(pk=game.pk).number

    restore_queue()
    games.sweep(timezone.now())
    assert OnlineGame.objects.get(pk=game.pk).number == number  # the bot may still be thinking
    games.sweep(timezone.now() + SOON)

    assert OnlineGame.objects.get(pk=game.pk).number > number
    assert is_asked(game, alice)
    assert log.verify_stream(game.stream).is_intact


def test_task_that_is_lost_again_is_repeated(alice: Account, restore_queue: Callable[[], None]):
    game = start_practice_game(alice)
    OnlineGame.objects.filter(pk=game.pk).update(bots_due_at=timezone.now())
    for _ in range(3):
        games.sweep(timezone.now() + SOON)

    restore_queue()
    games.sweep(timezone.now() + LATER)

    assert is_asked(game, alice)


def test_duplicate_tasks_move_the_bot_once(alice: Account):
    with ports.wake_bots.overridden(drop):
        game = start_practice_game(alice)
        if is_asked(game, alice):
            choose_until_the_bot_is_asked(game, alice)

    assert run_simultaneously([partial(move_bots, str(game.pk))] * 4) == [None] * 4
    move_bots(str(game.pk))

    numbers = list(Choice.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, OnlineGame.objects.get(pk=game.pk).number + 1))
    assert is_asked(game, alice)


def test_game_on_a_persons_turn_wakes_no_bots(alice: Account):
    game = start_practice_game(alice)

    with ports.wake_bots.overridden(refuse):
        games.sweep(timezone.now() + LATER)

    assert OnlineGame.objects.get(pk=game.pk).bots_due_at is None


def test_bot_with_a_time_from_a_clock_that_was_ahead_is_woken(alice: Account, restore_queue: Callable[[], None]):
    game, now = start_practice_game(alice), timezone.now()
    OnlineGame.objects.filter(pk=game.pk).update(bots_due_at=now + timedelta(seconds=25))
    restore_queue()

    shift_game_times(ClockChange(timedelta(seconds=-20), now, now))
    games.sweep(now + SOON)

    assert is_asked(game, alice)
