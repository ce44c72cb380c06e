"""Online games between people, advanced by the greedy bot to a given question."""

from collections.abc import Callable

from django.db import transaction

from gameplay.engine.core.game import Game
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import accounts, games, practice

NAMES = ("Alice", "Bob", "Carol", "Dave")
Until = Callable[[Game], bool]


def sat_down(game: str, variant: str, seats: int) -> tuple[OnlineGame, list[Account]]:
    """Start a game with ``seats`` people and no bots."""
    mode = practice.get_mode(game, variant, seats)
    people = [accounts.create_guest(name) for name in NAMES[:seats]]
    begun = games.start_game(
        ruleset=game,
        variant=variant,
        decks=mode.deal_decks(bytes(32), 0),
        players=people,
        seed=bytes(32),
        chance="browser",
    )
    begun.refresh_from_db()
    return begun, people


def play_on(game: OnlineGame, people: list[Account], until: Until) -> Account:
    """Choose as the greedy bot does until ``until`` holds; return the player to choose.

    The choices are stored as `games.choose` stores them, without loading the game again for each.
    """
    state = selectors.current_state(game)
    while not until(state):
        assert state.ask is not None
        with transaction.atomic():
            games.carry_out(game, state, state.ruleset.greedy_bot(state), author=people[state.ask.seat])
    assert state.ask is not None
    return people[state.ask.seat]


def asked(*codes: str, turn: int = 0, options: int = 2) -> Until:
    """Return whether a game asks one of ``codes`` with at least ``options`` options, from ``turn`` on."""
    return lambda state: (
        state.ask is not None
        and state.ask.about[0] in codes
        and state.table.turn >= turn
        and len(state.ask.options) >= options
    )


def finished_replay() -> str:
    """Return the token of the replay of a finished game."""
    game, [_alice, bob] = sat_down("enemy", "sample", 2)
    games.concede(bob, game)
    game.refresh_from_db()
    return str(game.replay)
