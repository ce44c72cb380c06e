"""What judges do at the online table: they correct a game, and it is known that they looked."""

from collections.abc import Sequence

from django.db import transaction

from gameplay.engine.core.asks import Option
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.codes import new_token
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, Choice, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services.games import LogText, state_at, store_choices

log_sentences.register_templates({
    "game_corrected": _("A judge corrects the game: {reason}"),
    "judge_looked": _("{author} looks at the whole table as a judge."),
    "game_stopped": _("A judge ends the game, which {loser} loses: {reason}"),
    "replay_renewed": _("The address of the replay is changed: {reason}"),
})  # fmt: skip


class ReasonMissingError(RulesError):
    """What a judge does is said with its reason."""

    code = "reason_missing"
    sentence = _("Say why: the players and the record are told.")
    field = "reason"


class GameNotOverError(RulesError):
    """There is no replay of a game that is still played."""

    code = "game_not_over"
    sentence = _("The game is not over yet.")
    is_state_conflict = True


def require_reason(reason: str) -> None:
    """Raise NoReasonError for a decision without a reason."""
    if not reason.strip():
        raise ReasonMissingError


@transaction.atomic
def correct_game(
    judge: Account, game: OnlineGame, *, role: str, number: int, actions: Sequence[Option], reason: str
) -> OnlineGame:
    """Carry out what ``judge`` rules at question ``number``; a call of time stands, even if it is gone back behind.

    ``deeds`` are those of a `Correction`; none is a note. Raises StaleChoiceError, GameOverError, NoReasonError and
    what `Game.correct` does.
    """
    require_reason(reason)
    state = state_at(game, number)
    ruled = Correction(judge.handle, reason.strip(), tuple(actions))
    timed = _is_time_called(state)
    state.apply_correction(ruled)
    made = [Choice(option=ruled.to_json(), author=judge)]
    if timed and state.outcome is None and not _is_time_called(state):
        state.call_time(state.table.turn)
        made.append(Choice(option=[TIME, state.table.turn], author=None))
    said = LogText("game_corrected", role, ruled.reason, {"do": [list(deed) for deed in actions]})
    store_choices(game, state, made, author=judge, log_text=said)
    return game


@transaction.atomic
def log_judge_view(judge: Account, game: OnlineGame, *, role: str) -> None:
    """Keep in the log that ``judge`` has looked at all that is hidden; once is enough."""
    if not LogEntry.objects.filter(stream=game.stream, action="judge_looked", author=judge).exists():
        append_entry(game.stream, "judge_looked", author=judge, role=role)


@transaction.atomic
def renew_replay_address(judge: Account, game: OnlineGame, *, role: str, reason: str) -> str:
    """Give the replay of ``game`` another address; the old one leads nowhere any more. Raises NotOverError, NoReasonError."""
    require_reason(reason)
    if not game.ended_at:
        raise GameNotOverError
    game.replay = new_token()
    OnlineGame.objects.filter(pk=game.pk).update(replay=game.replay)
    append_entry(game.stream, "replay_renewed", author=judge, role=role, reason=reason.strip())
    return game.replay


@transaction.atomic
def end_game(judge: Account, game: OnlineGame, *, loser: Account, role: str, reason: str) -> OnlineGame:
    """End a game that runs, as ``judge`` rules: ``loser`` loses it, as by conceding. Raises GameOverError, NoReasonError."""
    require_reason(reason)
    state, seat = state_at(game, game.number), selectors.seat_number(selectors.seats(game), loser)
    assert seat is not None
    apply_stored_choice(state, (CONCEDE, seat))
    said = LogText("game_stopped", role, reason.strip(), {"loser": loser.handle})
    store_choices(game, state, [Choice(option=[CONCEDE, seat], author=judge)], author=judge, log_text=said)
    return game


def _is_time_called(state: Game) -> bool:
    return any(isinstance(entry, tuple) and entry[0] == TIME for entry in state.effective_entries())
