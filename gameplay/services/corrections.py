"""Judges at online games: corrections, ending a game, and the log of judges who viewed hidden cards."""

from collections.abc import Sequence

from django.db import transaction

from gameplay.engine.core.asks import Option
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.entries import CONCEDE, TIME
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import Game
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.codes import new_token
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, Choice, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services.games import LogText, state_at, store_choices

log_sentences.register_templates({
    "game_corrected": _("A judge corrected the game: {reason}"),
    "judge_looked": _("{author} viewed all cards as a judge."),
    "game_stopped": _("A judge ended the game as a loss for the player of deck {seat}: {reason}"),
    "replay_renewed": _("The address of the replay was changed: {reason}"),
})  # fmt: skip


class ReasonMissingError(RulesError):
    """A judge's decision needs a reason."""

    code = "reason_missing"
    sentence = _("Give a reason. Players see it, and it is kept in the log.")
    field = "reason"


class GameNotOverError(RulesError):
    """A running game has no record and no replay."""

    code = "game_not_over"
    sentence = _("The game is not over yet.")
    is_state_conflict = True


def require_reason(reason: str) -> None:
    """Raise ReasonMissingError if ``reason`` is blank."""
    if not reason.strip():
        raise ReasonMissingError


@transaction.atomic
def correct_game(
    judge: Account, game: OnlineGame, *, role: str, number: int, actions: Sequence[Option], reason: str
) -> OnlineGame:
    """Apply a judge's correction at question ``number``. Called time stays called, even after a rewind.

    ``actions`` are those of a `Correction`; without any, it is a note. Raise StaleChoiceError, GameOverError,
    ReasonMissingError, or the errors of `Game.apply_correction`.
    """
    require_reason(reason)
    state = state_at(game, number)
    correction = Correction(judge.handle, reason.strip(), tuple(actions))
    time_was_called = _is_time_called(state)
    state.apply_correction(correction)
    choices = [Choice(option=correction.to_json(), author=judge)]
    if time_was_called and state.outcome is None and not _is_time_called(state):
        state.call_time(state.table.turn)
        choices.append(Choice(option=[TIME, state.table.turn], author=None))
    log_text = LogText("game_corrected", role, correction.reason, {"do": [list(action) for action in actions]})
    store_choices(game, state, choices, author=judge, log_text=log_text)
    return game


@transaction.atomic
def log_judge_view(judge: Account, game: OnlineGame, *, role: str) -> None:
    """Record in the log, once for each judge, that ``judge`` has viewed all hidden cards."""
    if not LogEntry.objects.filter(stream=game.stream, action="judge_looked", author=judge).exists():
        append_entry(game.stream, "judge_looked", author=judge, role=role)


@transaction.atomic
def renew_replay_address(judge: Account, game: OnlineGame, *, role: str, reason: str) -> str:
    """Give the replay of ``game`` a new address and return its token. The old address stops working.

    Raise GameNotOverError or ReasonMissingError.
    """
    require_reason(reason)
    if not game.ended_at:
        raise GameNotOverError
    game.replay = new_token()
    OnlineGame.objects.filter(pk=game.pk).update(replay=game.replay)
    append_entry(game.stream, "replay_renewed", author=judge, role=role, reason=reason.strip())
    return game.replay


@transaction.atomic
def end_game(judge: Account, game: OnlineGame, *, loser: Account, role: str, reason: str) -> OnlineGame:
    """End a running game as a loss for ``loser``, as if they had conceded.

    Raise GameOverError or ReasonMissingError.
    """
    require_reason(reason)
    state, seat = state_at(game, game.number), selectors.seat_number(selectors.seats(game), loser)
    assert seat is not None
    apply_stored_choice(state, (CONCEDE, seat))
    log_text = LogText("game_stopped", role, reason.strip(), {"seat": seat + 1})
    store_choices(game, state, [Choice(option=[CONCEDE, seat], author=judge)], author=judge, log_text=log_text)
    return game


def _is_time_called(state: Game) -> bool:
    return any(isinstance(entry, tuple) and entry[0] == TIME for entry in state.effective_entries())
