"""Limit the number of calls for the most frequent requests: a choice in an online game and a pick in a draft."""

from typing import Any

from django.test import Client

from gameplay.models import Account, OnlineGame
from gameplay.services import accounts
from tests.drafting.drafts import Draft, draft, new_draft, program
from tests.gameplay.test_games import asked, begun
from tests.instruments.frames import count

__all__ = ["draft", "new_draft"]


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def choose_by_page(game: OnlineGame, people: dict[Account, Client]) -> Any:
    """Return a function that submits the pending choice on the page of the game."""
    player, pending = asked(game, *people)
    form = {"number": pending["number"], "option": 0}
    return lambda: people[player].post(f"/game/{game.pk}", form)


def test_choice_replays_the_game_once_and_builds_no_view(db: None):
    people = {account: signed_in(account) for account in map(accounts.create_guest, ("Alice", "Bob"))}
    game = begun(*people)
    for _ in range(4):
        assert choose_by_page(game, people)().status_code == 302

    calls = count(choose_by_page(game, people))

    assert calls.by_function["gameplay/engine/core/game.py:Game.begin"] == 1
    assert not calls.by_function["gameplay/engine/core/views.py:view_for_seat"]
    assert calls.frames <= 500, calls.by_function.most_common(90)
    assert calls.crossings <= 240, calls.by_function.most_common(90)


def test_pick_computes_its_table_once(draft: Draft):
    program(draft, "Bob").take()
    alice = program(draft, "Alice")
    pick = alice.turn()

    calls = count(lambda: alice.send("/picks", pick))

    assert calls.frames <= 200, calls.by_function.most_common(90)
