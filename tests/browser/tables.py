"""Games at the online table between people, played on by the greedy bot until somebody is asked something."""

from collections.abc import Callable

from gameplay.engine.core.game import Game
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import accounts, games, practice

NAMES = ("Alice", "Bob", "Carol", "Dave")
Until = Callable[[Game], bool]


def sat_down(game: str, variant: str, seats: int) -> tuple[OnlineGame, list[Account]]:
    """A game of so many people, all of whom may be asked."""
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
    """Let everybody choose as the bot would until that; return who is asked then."""
    while not until(state := selectors.current_state(game)):
        assert state.ask is not None
        option = state.ask.options.index(state.ruleset.greedy_bot(state))
        games.choose(people[state.ask.seat], game, number=game.number, option=option)
    assert state.ask is not None
    return people[state.ask.seat]


def asked(*codes: str, turn: int = 0, options: int = 2) -> Until:
    """That a question with one of ``codes`` and so many answers is asked, from that turn on."""
    return lambda state: (
        state.ask is not None
        and state.ask.about[0] in codes
        and state.table.turn >= turn
        and len(state.ask.options) >= options
    )
