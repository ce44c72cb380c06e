"""Replay of recorded entries in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged, RecordedChance
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.entries import CONCEDE, STOP, TAKE_BACK, TIME, is_choice
from gameplay.engine.core.errors import NotAnOptionError, RulesError, WrongTurnError

if TYPE_CHECKING:
    from gameplay.engine.core.game import Game


def replay_entries(game: Game, recorded: RecordedChance) -> None:
    """Apply the choices of ``recorded`` up to its end. Raises Diverged for one that is not possible."""
    while recorded.index < len(recorded.script):
        replay_entry(game, recorded)


def replay_entry(game: Game, recorded: RecordedChance) -> None:
    at = recorded.index
    entry = recorded.script[at]
    if game.outcome is not None:
        raise Diverged(at, "the game is over")
    if isinstance(entry, Correction):
        _replay_correction(game, entry, at)
    elif is_choice(entry) and game.pass_if_forced():
        pass  # the rules may have consumed the entry as an outcome of chance
    elif not isinstance(entry, tuple):
        raise Diverged(at, "expected a choice, not an outcome of chance")
    elif entry[0] == CONCEDE and len(entry) == 2 and entry[1] in range(game.table.seats):
        game.concede(entry[1])
    elif entry[0] == TIME and len(entry) <= 2:
        _replay_time(game, entry, at)
    elif entry == (STOP,):
        game.stop()
    elif entry[0] == TAKE_BACK:
        _replay_take_back(game, entry, at)
    else:
        _replay_choice(game, entry, at)


def _replay_correction(game: Game, correction: Correction, at: int) -> None:
    if correction.table_changes and correction.rewind_entry is None:
        game.pass_while_forced()  # a correction of the table is made while a play is pending
    try:
        game.apply_correction(correction)
    except RulesError as error:
        raise Diverged(at, f"this cannot be corrected: {error}") from None


def _replay_time(game: Game, entry: Option, at: int) -> None:
    if any(type(turn) is not int for turn in entry[1:]):
        raise Diverged(at, f"{list(entry)} names no turn")
    try:
        game.call_time(*entry[1:])
    except WrongTurnError as error:
        raise Diverged(at, str(error)) from None


def _replay_take_back(game: Game, entry: Option, at: int) -> None:
    if game.ask is None or entry != (TAKE_BACK, game.ask.seat, game.revertible_entry()):
        raise Diverged(at, f"{list(entry)} could not be taken back")
    game.take_back()


def _replay_choice(game: Game, entry: Option, at: int) -> None:
    try:
        game.choose(entry)
    except NotAnOptionError as error:
        raise Diverged(at, f"{list(entry)} is not among the options", error.clause) from None
