"""What judges do at the online table: they correct a game, and it is known that they looked."""

from collections.abc import Sequence

from django.db import transaction

from gameplay.engine.core.asks import Option
from gameplay.engine.core.choices import carry_out
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.codes import new_token
from gameplay.infrastructure.log import record
from gameplay.models import Account, Choice, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services.games import Ruling, state_at, write

log_sentences.register({
    "game_corrected": _("A judge corrects the game: {reason}"),
    "judge_looked": _("{author} looks at the whole table as a judge."),
    "game_stopped": _("A judge ends the game, which {loser} loses: {reason}"),
    "replay_renewed": _("The address of the replay is changed: {reason}"),
})  # fmt: skip


class NoReasonError(RulesError):
    """What a judge does is said with its reason."""

    code = "reason_missing"
    sentence = _("Say why: the players and the record are told.")
    field = "reason"


class NotOverError(RulesError):
    """There is no replay of a game that is still played."""

    code = "game_not_over"
    sentence = _("The game is not over yet.")
    later = True


def refuse_silence(reason: str) -> None:
    """Raise NoReasonError for a decision without a reason."""
    if not reason.strip():
        raise NoReasonError


@transaction.atomic
def correct(
    judge: Account, game: OnlineGame, *, role: str, number: int, deeds: Sequence[Option], reason: str
) -> OnlineGame:
    """Carry out what ``judge`` rules at question ``number``; a call of time stands, even if it is gone back behind.

    ``deeds`` are those of a `Correction`; none is a note. Raises StaleChoiceError, GameOverError, NoReasonError and
    what `Game.correct` does.
    """
    refuse_silence(reason)
    state = state_at(game, number)
    ruled = Correction(judge.handle, reason.strip(), tuple(deeds))
    timed = _time_called(state)
    state.correct(ruled)
    made = [Choice(option=ruled.plain(), author=judge)]
    if timed and state.outcome is None and not _time_called(state):
        state.call_time(state.table.turn)
        made.append(Choice(option=[TIME, state.table.turn], author=None))
    said = Ruling("game_corrected", role, ruled.reason, {"do": [list(deed) for deed in deeds]})
    write(game, state, made, author=judge, ruling=said)
    return game


@transaction.atomic
def look(judge: Account, game: OnlineGame, *, role: str) -> None:
    """Keep in the log that ``judge`` has looked at all that is hidden; once is enough."""
    if not LogEntry.objects.filter(stream=game.stream, action="judge_looked", author=judge).exists():
        record(game.stream, "judge_looked", author=judge, role=role)


@transaction.atomic
def renew_replay(judge: Account, game: OnlineGame, *, role: str, reason: str) -> str:
    """Give the replay of ``game`` another address; the old one leads nowhere any more. Raises NotOverError, NoReasonError."""
    refuse_silence(reason)
    if not game.ended_at:
        raise NotOverError
    game.replay = new_token()
    OnlineGame.objects.filter(pk=game.pk).update(replay=game.replay)
    record(game.stream, "replay_renewed", author=judge, role=role, reason=reason.strip())
    return game.replay


@transaction.atomic
def stop(judge: Account, game: OnlineGame, *, loser: Account, role: str, reason: str) -> OnlineGame:
    """End a game that runs, as ``judge`` rules: ``loser`` loses it, as by conceding. Raises GameOverError, NoReasonError."""
    refuse_silence(reason)
    state, seat = state_at(game, game.number), selectors.seat_of(selectors.seats(game), loser)
    assert seat is not None
    carry_out(state, (CONCEDE, seat))
    said = Ruling("game_stopped", role, reason.strip(), {"loser": loser.handle})
    write(game, state, [Choice(option=[CONCEDE, seat], author=judge)], author=judge, ruling=said)
    return game


def _time_called(state: Game) -> bool:
    return any(isinstance(entry, tuple) and entry[0] == TIME for entry in state.led())
