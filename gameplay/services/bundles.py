"""Several answers in one request: a choice with its payment, a list of choices, an order, the rest of a turn.

Each answer is stored as a choice of its own, in one transaction with one log entry.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from gameplay.engine.core.asks import Option
from gameplay.engine.core.bundling import can_pass_to_turn_end, choices_in_order, passes_to_turn_end, payment_for
from gameplay.engine.core.errors import NotAskedError, RulesError, _
from gameplay.engine.core.game import Game
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.views import cards_to_order
from gameplay.models import Account, Choice, OnlineGame
from gameplay.services import games

MAX_CHOICES = 60
"""The maximum number of answers in one request."""


class TurnNotEndedHereError(RulesError):
    """The current question is not one at which the player can end the turn."""

    code = "turn_not_ended_here"
    sentence = _("You cannot end your turn here. Answer the question first.")


class IncompleteOrderError(RulesError):
    """The order does not consist of the cards of the current question, each of them once."""

    code = "incomplete_order"
    sentence = _("Put the cards of this question in order, each of them once.")
    field = "card"


@transaction.atomic
def choose_and_pay(account: Account, game: OnlineGame, *, number: int, option: int | Mapping[str, Any]) -> OnlineGame:
    """Choose ``option`` like `games.choose`, and give the answers that pay for it, as `payment_for` finds them."""
    state = games.state_for_player(account, game, number)
    _store(account, game, state, payment_for(state, resolve_option(state, option)))
    return game


@transaction.atomic
def choose_several(
    account: Account, game: OnlineGame, *, number: int, options: Sequence[int | Mapping[str, Any]]
) -> OnlineGame:
    """Answer question ``number`` and the questions after it, all of them asked of ``account``.

    A number is the id of an option of question ``number``, a name is looked up in the question that it answers. If one
    of them is not possible, none is stored. Raise NotYourTurnError if another player is asked in between, and the
    errors of `games.choose`.
    """
    state = games.state_for_player(account, game, number)
    first = {choice: resolve_option(state, choice) for choice in options if isinstance(choice, int)}
    seat = _asked_seat(state)
    chosen = []
    for choice in options:
        if state.ask is None or state.ask.seat != seat:
            raise games.NotYourTurnError
        option = first[choice] if isinstance(choice, int) else resolve_option(state, choice)
        state.choose(option)
        chosen.append(option)
    _store_made(account, game, state, chosen)
    return game


@transaction.atomic
def put_in_order(account: Account, game: OnlineGame, *, number: int, cards: Sequence[str]) -> OnlineGame:
    """Answer question ``number`` and those after it, so that its cards follow one another like the handles ``cards``.

    Raise IncompleteOrderError, or the errors of `games.choose`.
    """
    state = games.state_for_player(account, game, number)
    asked = cards_to_order(state)
    if not asked or sorted(cards) != sorted(asked):
        raise IncompleteOrderError
    _store(account, game, state, choices_in_order(state, [asked[card] for card in cards]))
    return game


@transaction.atomic
def end_turn(account: Account, game: OnlineGame, *, number: int) -> OnlineGame:
    """Pass this play and all later plays of the turn. Raise TurnNotEndedHereError, or the errors of `games.choose`."""
    state = games.state_for_player(account, game, number)
    if not can_pass_to_turn_end(state):
        raise TurnNotEndedHereError
    _store(account, game, state, passes_to_turn_end(state))
    return game


def _asked_seat(state: Game) -> int:
    if state.ask is None:
        raise NotAskedError
    return state.ask.seat


def _store(account: Account, game: OnlineGame, state: Game, options: Iterable[Option]) -> None:
    """Make the choices one after another, and store them."""
    made = []
    for option in options:
        state.choose(option)
        made.append(option)
    _store_made(account, game, state, made)


def _store_made(account: Account, game: OnlineGame, state: Game, options: Sequence[Option]) -> None:
    """Store choices that have been made. Without any, do nothing."""
    if options:
        games.store_choices(
            game, state, [Choice(option=list(option), author=account) for option in options], author=account
        )
