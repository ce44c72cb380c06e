"""Bots whose call was lost: what a player did stands and is answered as done, and the sweep has the bots move."""

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
from tests.parallel import at_once

SEED = bytes(range(32))
SOON = timedelta(seconds=6)
LATER = timedelta(seconds=40)
pytestmark = pytest.mark.django_db(transaction=True)


def refused(*_: Any) -> None:
    """A queue that refuses every message."""
    raise ConnectionError("the queue is full")


def dropped(*_: Any) -> None:
    """A queue that loses every message."""


@pytest.fixture(params=[refused, dropped])
def broken(request: pytest.FixtureRequest) -> Iterator[Callable[[], None]]:
    """Let calls to bots be lost, until the returned function is called."""
    with ExitStack() as until:
        until.enter_context(ports.wake_bots.overridden(request.param))
        yield until.close


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


def practice(alice: Account) -> OnlineGame:
    """Begin a game of Alice and a bot, always the same one."""
    decks = get_mode("hagmi", "simple", 2).deal_decks(SEED, 0)
    players = [alice, accounts.create_bot("Greedy bot")]
    return games.start_game(
        ruleset="hagmi", variant="simple", decks=decks, players=players, seed=SEED, chance="practice"
    )


def asks(game: OnlineGame, account: Account) -> bool:
    """Whether ``account`` is asked, as the API says it."""
    return "options" in (state(game, account)["ask"] or {})


def state(game: OnlineGame, account: Account) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(signed_in(account).get(f"/api/v1/games/{game.pk}").content)
    return found


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def choose_until_the_bot_is_asked(game: OnlineGame, alice: Account) -> None:
    """Let Alice take the first option of each question, over the API."""
    while "options" in (seen := state(game, alice))["ask"]:
        body = json.dumps({"number": seen["number"], "option": 0})
        answer = signed_in(alice).post(f"/api/v1/games/{game.pk}/choices", body, "application/json")
        assert answer.status_code in {200, 201}, answer.content


def test_a_choice_is_answered_as_made_and_the_sweep_wakes_the_bot(alice: Account, broken: Callable[[], None]):
    game = practice(alice)
    if not asks(game, alice):  # the bot begins
        broken()
        games.sweep(timezone.now() + SOON)
    choose_until_the_bot_is_asked(game, alice)
    waiting = OnlineGame.objects.get(pk=game.pk).number

    broken()
    games.sweep(timezone.now())
    assert OnlineGame.objects.get(pk=game.pk).number == waiting  # it may be thinking
    games.sweep(timezone.now() + SOON)

    assert OnlineGame.objects.get(pk=game.pk).number > waiting
    assert asks(game, alice)
    assert log.verify_stream(game.stream).is_intact


def test_a_call_that_is_lost_again_is_repeated(alice: Account, broken: Callable[[], None]):
    game = practice(alice)
    OnlineGame.objects.filter(pk=game.pk).update(bots_due_at=timezone.now())
    for _ in range(3):
        games.sweep(timezone.now() + SOON)

    broken()
    games.sweep(timezone.now() + LATER)

    assert asks(game, alice)


def test_a_call_that_comes_twice_is_acted_on_once(alice: Account):
    with ports.wake_bots.overridden(dropped):
        game = practice(alice)
        if asks(game, alice):
            choose_until_the_bot_is_asked(game, alice)

    assert at_once([partial(move_bots, str(game.pk))] * 4) == [None] * 4
    move_bots(str(game.pk))

    numbers = list(Choice.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, OnlineGame.objects.get(pk=game.pk).number + 1))
    assert asks(game, alice)


def test_a_game_in_which_a_person_is_asked_wakes_nobody(alice: Account):
    game = practice(alice)

    with ports.wake_bots.overridden(refused):
        games.sweep(timezone.now() + LATER)

    assert OnlineGame.objects.get(pk=game.pk).bots_due_at is None


def test_a_bot_called_by_a_clock_that_was_ahead_is_woken_when_that_is_set_back(
    alice: Account, broken: Callable[[], None]
):
    game, now = practice(alice), timezone.now()
    OnlineGame.objects.filter(pk=game.pk).update(bots_due_at=now + timedelta(seconds=25))
    broken()

    shift_game_times(ClockChange(timedelta(seconds=-20), now, now))
    games.sweep(now + SOON)

    assert asks(game, alice)
