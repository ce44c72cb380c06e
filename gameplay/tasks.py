"""Background tasks: the choices of bots, automatic passes, advice, and notifications."""

import contextlib

from celery import shared_task

from gameplay.infrastructure.background import enqueue, enqueue_later, enqueue_outside_request
from gameplay.infrastructure.lease import lease
from gameplay.services import advice, automatic_passes, games, notifications


@shared_task
def move_bots(game_id: str) -> None:
    """Make the choices of the bots in a game until it is a person's turn.

    A lease lets one worker at a time work on a game. A second worker returns; the first checks again when it is done.
    """
    is_held = True
    while is_held and games.has_bots_to_move(game_id):
        with lease(f"bots/game/{game_id}") as is_held:
            if is_held:
                with contextlib.suppress(games.StaleChoiceError):  # the game has changed meanwhile, e.g. by a judge
                    games.move_bots(game_id)


@shared_task
def give_advice(game_id: str, number: int) -> None:
    """Compute the advice on a question of a game; see gameplay.services.advice."""
    advice.give_advice(game_id, number)


def wake_advice(game_id: str, number: int) -> None:
    """Enqueue the advice on a question."""
    enqueue_outside_request(give_advice, game_id, number)


def wake_bots(game_id: str) -> None:
    """Enqueue the moves of a game's bots. Those that think for a second never do so in a request."""
    (enqueue_outside_request if games.has_thinking_bots(game_id) else enqueue)(move_bots, game_id)


@shared_task
def pass_for_player(game_id: str) -> None:
    """Pass for the player who is asked, by their instruction; see gameplay.services.automatic_passes."""
    with contextlib.suppress(games.StaleChoiceError):  # the player or a judge was faster
        automatic_passes.pass_for_player(game_id)


def schedule_pass(game_id: str, delay: float) -> None:
    """Enqueue an automatic pass in ``delay`` seconds."""
    enqueue_later(pass_for_player, delay, game_id)


@shared_task
def send_notice(account_id: str, notice: str) -> None:
    """Send a notice to an account; see gameplay.services.notifications."""
    notifications.send_notice(account_id, notice)


@shared_task
def send_confirmation(account_id: str) -> None:
    """Send the link that confirms an e-mail address."""
    notifications.send_confirmation(account_id)


def wake_notice(account_id: str, notice: str) -> None:
    """Enqueue a notice."""
    enqueue_outside_request(send_notice, account_id, notice)


def wake_confirmation(account_id: str) -> None:
    """Enqueue the confirmation of an e-mail address."""
    enqueue_outside_request(send_confirmation, account_id)
