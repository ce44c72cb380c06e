"""Check that a reported result is possible (DRF-4.3, DRF-4.4), by the endings that the ruleset of the game defines.

A result is checked when it is reported, before it is confirmed. All faults are returned together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide

DECIDING_GAME_TARGET = 1
"""VP that win a deciding game (DRF-OP-13)."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rules of the matches of an event: games of ``variant``, reported by ``scoring``.

    A match is won by ``games_to_win`` games. If it ``needs_winner``, as in a top cut, and games are level when time is
    called, a deciding game follows, which the first VP wins (DRF-OP-13).
    """

    scoring: Scoring
    variant: Any
    games_to_win: int = 2
    intentional_draws: bool = False
    needs_winner: bool = False

    @property
    def target(self) -> int:
        """The VP that win a game; 0 if games are not won by VP."""
        return self.scoring.target_of(self.variant)

    @property
    def endings(self) -> dict[str, Ending]:
        """All endings of a game except by a penalty; those of the ruleset first."""
        at_time = Ending(_("Time called"), WinCondition.AHEAD, self.scoring.time_clause)
        conceded = Ending(_("Concession"), WinCondition.OUTRIGHT, "DRF-4.6")
        return {**self.scoring.endings, GameEnd.TIME: at_time, GameEnd.CONCESSION: conceded}

    def deciding_game_rules(self) -> "MatchRules":
        """Return the rules of a deciding game."""
        return replace(self, variant=replace(self.variant, **self.scoring.target_switch(DECIDING_GAME_TARGET)))


class GameFaultError(RulesError):
    """Raised if a game of a report cannot have ended like that; ``details`` begin with its number, from 1."""


class GameAfterMatchError(GameFaultError):
    """Raised if a game follows after the match was won."""

    code = "game_after_match"
    clause = "DRF-4.3"
    sentence = _("Game {game} cannot have been played: a player had already won {wins} games.")
    field = "games"


class GameAfterTimeError(GameFaultError):
    """Raised if a game follows after the one that ended by time."""

    code = "game_after_time"
    clause = "DRF-4.6"
    sentence = _("Game {game} cannot have been played: no game begins after time is called.")
    field = "games"


class MatchNotOverError(RulesError):
    """Raised if the match is not won and time is not called; ``details`` count the games won."""

    code = "match_not_over"
    clause = "DRF-4.3"
    sentence = _(
        "The match is not over at {games_a}-{games_b}. It ends when a player has won {wins} games, or when time is "
        "called."
    )
    field = "games"
    is_state_conflict = True


class NoWinnerError(RulesError):
    """Raised if a match of a top cut is drawn."""

    code = "no_winner"
    clause = "DRF-OP-13"
    sentence = _(
        "A match of the top cut needs a winner. If the games are level when time is called, play a deciding game. Then "
        "report again."
    )
    field = "games"


class IntentionalDrawError(RulesError):
    """Raised for an intentional draw in an event that does not allow it."""

    code = "intentional_draw"
    clause = "DRF-4.6"
    sentence = _("This event does not allow intentional draws.")
    field = "agreed"


class DoubleLossError(RulesError):
    """Raised if players report a double loss, which only an official can enter, with a reason."""

    code = "double_loss"
    clause = "DRF-4.6"
    sentence = _("Only an official can enter a loss for both players, with a reason.")
    field = "reason"


class AgreedGamesError(RulesError):
    """Raised if an intentional draw is reported with games."""

    code = "agreed_games"
    clause = "DRF-4.6"
    sentence = _("An intentional draw has no games. Remove the games from the report.")
    field = "games"


class UnknownEndError(GameFaultError):
    """Raised for an unknown ending; ``details`` list the endings of the ruleset."""

    code = "unknown_end"
    sentence = _("Game {game}: there is no ending {end}. Choose one of: {known}.")
    field = "end"


class TimeNotCalledError(GameFaultError):
    """Raised if a game ended by time before time was called."""

    code = "time_not_called"
    clause = "DRF-4.6"
    sentence = _("Game {game} cannot have ended by time: the round's clock is still running.")
    field = "end"
    is_state_conflict = True


class TargetNotReachedError(GameFaultError):
    """Raised if the winner of a game won by VP has too few VP."""

    code = "target_not_reached"
    clause = "DRF-4.4"
    sentence = _("Game {game} cannot have ended by VP: its winner needs at least {target}, not {vp}.")
    field = "vp"


class WrongEndingError(GameFaultError):
    """Raised if a game cannot have ended as reported; ``clause`` is that of the reported or of the correct ending."""

    def __init__(self, clause: str, **details: Any) -> None:
        super().__init__(**details)
        self.clause = clause


class TargetReachedError(WrongEndingError):
    """Raised if a player who did not win has the VP that win immediately."""

    code = "target_reached"
    sentence = _("Game {game}: a player with {target} VP wins immediately, so the other player cannot have {vp}.")
    field = "vp"


class BothReachedTargetError(WrongEndingError):
    """Raised if both players have the VP that win the game."""

    code = "both_reached"
    sentence = _("Game {game} cannot have ended by VP: both have {target} or more.")
    field = "end"


class WonByVpError(WrongEndingError):
    """Raised if the winner has reached the target but the game ended for another reason."""

    code = "won_by_vp"
    sentence = _("Game {game} ended when its winner reached {target} VP. Choose VP as its ending.")
    field = "end"


class DrawnGameError(WrongEndingError):
    """Raised if a game is drawn although its ending has a winner."""

    code = "drawn_game"
    sentence = _("Game {game} cannot be drawn: a game with this ending has a winner.")
    field = "winner"


class NotAheadError(WrongEndingError):
    """Raised if a game is won by the player who is ahead, but its winner is not."""

    code = "not_ahead"
    sentence = _(
        "Game {game} ended at {vp_a}-{vp_b}. The player who is ahead wins, and equal numbers are a draw: check the "
        "winner."
    )
    field = "winner"


class LoserNotSpentError(WrongEndingError):
    """Raised if the loser of a game does not have 0 left, as its ending requires."""

    code = "not_spent"
    sentence = _("Game {game} cannot have ended like that: its loser must have 0 left, not {vp}.")
    field = "vp"


def result_faults(result: MatchResult, rules: MatchRules, *, time_called: bool) -> list[RulesError]:
    """Return all faults of ``result``; the list is empty if it is plausible.

    ``time_called`` says whether the time of this table is over.
    """
    if result.double_loss:
        return [DoubleLossError()]
    if result.agreed:
        return _agreed_faults(result, rules)
    if unknown := unknown_end_faults(result, rules):
        return unknown
    faults: list[RulesError] = [*_length_faults(result, rules, time_called=time_called)]
    for number, game in enumerate(result.games, 1):
        if game.end == GameEnd.TIME and not time_called:
            faults.append(TimeNotCalledError(game=number))
        game_faults = _game_faults(number, game, rules)
        if game_faults and rules.needs_winner and time_called and _is_level(result.games[: number - 1]):
            game_faults = _game_faults(number, game, rules.deciding_game_rules()) and game_faults
        faults.extend(game_faults)
    return faults


def unknown_end_faults(result: MatchResult, rules: MatchRules) -> list[RulesError]:
    """Return a fault for each game with an ending that the ruleset does not have."""
    known = [*rules.endings, GameEnd.PENALTY.value]
    return [
        UnknownEndError(game=number, end=game.end[:20], known=", ".join(known))
        for number, game in enumerate(result.games, 1)
        if game.end not in known
    ]


def winner_fault(result: MatchResult, rules: MatchRules) -> NoWinnerError | None:
    """Return the fault of a draw in a match that needs a winner, else None; a double loss is not a fault."""
    drawn = result.winner is None and not result.double_loss
    return NoWinnerError() if rules.needs_winner and drawn else None


def _is_level(games: Sequence[GameResult]) -> bool:
    """Return whether the next game can be a deciding one."""
    played = MatchResult(tuple(games))
    return played.won(MatchSide.A) == played.won(MatchSide.B)


def _agreed_faults(result: MatchResult, rules: MatchRules) -> list[RulesError]:
    if fault := winner_fault(result, rules):
        return [fault]
    faults: list[RulesError] = [] if rules.intentional_draws else [IntentionalDrawError()]
    return [*faults, AgreedGamesError()] if result.games else faults


def _length_faults(result: MatchResult, rules: MatchRules, *, time_called: bool) -> Iterator[RulesError]:
    """Yield the faults of the number of games (DRF-4.3).

    Drawn games do not count towards the games that win. Time ends a match at any score; a match that needs a winner, at
    any score that is not level (DRF-OP-13).
    """
    wins = {MatchSide.A: 0, MatchSide.B: 0}
    after_time = False
    for number, game in enumerate(result.games, 1):
        if max(wins.values()) >= rules.games_to_win:
            yield GameAfterMatchError(game=number, wins=rules.games_to_win)
        if after_time and not (rules.needs_winner and wins[MatchSide.A] == wins[MatchSide.B]):
            yield GameAfterTimeError(game=number)
        after_time = after_time or game.end == GameEnd.TIME
        if game.winner:
            wins[game.winner] += 1
    if max(wins.values()) < rules.games_to_win and not time_called:
        yield MatchNotOverError(games_a=wins[MatchSide.A], games_b=wins[MatchSide.B], wins=rules.games_to_win)
    elif fault := winner_fault(result, rules):
        yield fault


def _game_faults(number: int, game: GameResult, rules: MatchRules) -> list[RulesError]:
    if game.end == GameEnd.PENALTY:
        # A judge can award a game to either player, regardless of the state of the game.
        return [] if game.winner else [DrawnGameError("DRF-4.6", game=number)]
    ending = rules.endings[game.end]
    faults: list[RulesError] = []
    if rules.target and rules.scoring.wins_immediately(rules.variant, game.end):
        faults = _target_faults(number, game, rules)
    return faults + ENDING_CHECKS[ending.win_condition](number, game, ending, rules)


def _target_faults(number: int, game: GameResult, rules: MatchRules) -> list[RulesError]:
    """Return the faults of a game that ends immediately when a player reaches the target."""
    target = rules.target
    clause = next(each.clause for each in rules.endings.values() if each.win_condition is WinCondition.TARGET)
    most = max(game.vp(side) for side in MatchSide if side is not game.winner)
    faults: list[RulesError] = []
    if most >= target:
        faults.append(TargetReachedError(clause, game=number, target=target, vp=most))
    if (
        rules.endings[game.end].win_condition is not WinCondition.TARGET
        and game.winner
        and game.vp(game.winner) >= target
    ):
        faults.append(WonByVpError(clause, game=number, target=target))
    return faults


def _target_reached_faults(number: int, game: GameResult, ending: Ending, rules: MatchRules) -> list[RulesError]:
    if game.winner is None:
        return [DrawnGameError(ending.clause, game=number)]
    if (vp := game.vp(game.winner)) < rules.target:
        return [TargetNotReachedError(game=number, target=rules.target, vp=vp)]
    if game.vp(game.winner.other) >= rules.target and not rules.scoring.wins_immediately(rules.variant, game.end):
        return [BothReachedTargetError(ending.clause, game=number, target=rules.target)]
    return []


def _ahead_faults(number: int, game: GameResult, ending: Ending, rules: MatchRules) -> list[RulesError]:
    if game.winner is game.leader:
        return []
    return [NotAheadError(ending.clause, game=number, vp_a=game.vp_a, vp_b=game.vp_b)]


def _left_faults(number: int, game: GameResult, ending: Ending, rules: MatchRules) -> list[RulesError]:
    most = max(game.vp(side) for side in MatchSide if side is not game.winner)
    return [LoserNotSpentError(ending.clause, game=number, vp=most)] if most else []


def _outright_faults(number: int, game: GameResult, ending: Ending, rules: MatchRules) -> list[RulesError]:
    return [] if game.winner else [DrawnGameError(ending.clause, game=number)]


ENDING_CHECKS = {
    WinCondition.TARGET: _target_reached_faults,
    WinCondition.AHEAD: _ahead_faults,
    WinCondition.LEFT: _left_faults,
    WinCondition.OUTRIGHT: _outright_faults,
}
"""The check of each win condition: (number, game, ending, rules) -> faults."""
