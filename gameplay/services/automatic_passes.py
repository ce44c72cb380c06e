"""Automatic passes: a player's instruction to pass in response windows, and carrying it out."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from gameplay import ports
from gameplay.engine.core.asks import PASS
from gameplay.engine.core.automatic_passes import PassInstruction, Until, can_pass_in_window
from gameplay.engine.core.errors import _
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.background import call_and_log_errors
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.models.game import PASS_FIELDS
from gameplay.selectors import games as selectors
from gameplay.services import games

LOOK_AHEAD = timedelta(seconds=1)  # the interval of the sweep
MAX_PER_SWEEP = 200

log_sentences.register_templates({
    "passes_automatically": _("An instruction to pass automatically was given."),
    "stopped_passing": _("An instruction to pass automatically was ended."),
})  # fmt: skip


@transaction.atomic
def start_passing(account: Account, game: OnlineGame, *, until: Until, number: int) -> OnlineGame:
    """Pass for ``account`` in all windows from now on, until the turn ends or something concerns the player.

    If the account is asked in a window, at question ``number``, this also passes there. The log entry is in the
    stream of the account, because opponents follow that of the game. Do nothing if the account has no seat. Raise
    GameOverError, or StaleChoiceError if the account is asked another question.
    """
    state, seat = games.running_state(game), _seat_of(account, game)
    if seat is None:
        return game
    is_asked = state.ask is not None and state.ask.seat == seat.number and can_pass_in_window(state)
    if is_asked:
        games.state_at(game, number)
    instruction = PassInstruction.given_now(state, until)
    seat.pass_until, seat.pass_turn, seat.pass_events = until, instruction.turn, instruction.events
    seat.save(update_fields=PASS_FIELDS)
    append_entry(account.stream, "passes_automatically", author=account, role=games.PLAYER, after={"until": until})
    if is_asked:
        games.carry_out(game, state, PASS, author=account)
    return game


@transaction.atomic
def stop_passing(account: Account, game: OnlineGame) -> OnlineGame:
    """End the instruction of ``account``; do nothing without one. A pass that is not made yet is not made."""
    seat = _seat_of(account, game)
    if seat is None or not seat.pass_until:
        return game
    seat.pass_until = ""
    seat.save(update_fields=["pass_until"])
    state = selectors.current_state(game)
    if state.ask is not None and state.ask.seat == seat.number:
        OnlineGame.objects.filter(pk=game.pk, number=game.number).update(passes_at=None)
    append_entry(account.stream, "stopped_passing", author=account, role=games.PLAYER)
    return game


@transaction.atomic
def pass_for_player(game_id: UUID | str) -> bool:
    """Pass for the player who is asked, if their instruction is still in force and the time has come.

    Return whether it was done. The log entry is that of a choice of the player. Raise StaleChoiceError if a choice was
    stored meanwhile.
    """
    game = OnlineGame.objects.get(pk=game_id)
    if game.ended_at or game.passes_at is None or game.passes_at > timezone.now():
        return False
    state = selectors.current_state(game)
    seat = None if state.ask is None else selectors.seats(game)[state.ask.seat]
    instruction = seat.pass_instruction if seat else None
    if seat is None or instruction is None or not instruction.passes_now(state, seat.number):
        OnlineGame.objects.filter(pk=game.pk, number=game.number).update(passes_at=None)
        return False
    games.carry_out(game, state, PASS, author=seat.player)
    return True


def sweep(now: datetime) -> None:
    """Schedule the passes that are due before the next sweep, each at its time. One query if there are none."""
    due = OnlineGame.objects.filter(passes_at__lt=now + LOOK_AHEAD, ended_at=None).order_by("passes_at")
    for pk, at in due.values_list("pk", "passes_at")[:MAX_PER_SWEEP]:
        assert at is not None  # it is less than another time
        call_and_log_errors(ports.schedule_pass(), str(pk), max((at - now).total_seconds(), 0.0))


def _seat_of(account: Account, game: OnlineGame) -> GameSeat | None:
    return next((seat for seat in selectors.seats(game) if seat.player_id == account.pk), None)
