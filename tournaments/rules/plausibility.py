"""Whether a reported result can have happened (DRF-4.3, DRF-4.4), by what the game's own ruleset says of its endings.

A result is checked as it is reported, before anyone confirms it; all faults are found at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.scoring import Ending, Scoring, WinCondition
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide

DECIDING_GAME_TARGET = 1
"""So many VP win a deciding game (DRF-OP-13)."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How an event plays its matches: games of ``variant``, reported by ``scoring``, of which ``wins`` win a match.

    Where a ``winner`` is needed, as in a top cut, games that are level at time are followed by a deciding one, which the
    first VP wins (DRF-OP-13).
    """

    scoring: Scoring
    variant: Any
    games_to_win: int = 2
    intentional_draws: bool = False
    needs_winner: bool = False

    @property
    def target(self) -> int:
        """How many VP win a game; 0 where no number does."""
        return self.scoring.target_of(self.variant)

    @property
    def endings(self) -> dict[str, Ending]:
        """Every way in which a game can end, but by a penalty; those of the game first."""
        at_time = Ending(_("Time"), WinCondition.AHEAD, self.scoring.time_clause)
        conceded = Ending(_("Concession"), WinCondition.OUTRIGHT, "DRF-4.6")
        return {**self.scoring.endings, GameEnd.TIME: at_time, GameEnd.CONCESSION: conceded}

    def deciding_game_rules(self) -> "MatchRules":
        """Return the rules of a game that decides a match."""
        return replace(self, variant=replace(self.variant, **self.scoring.target_switch(DECIDING_GAME_TARGET)))


class GameFaultError(RulesError):
    """One game of a report cannot have ended so; ``details`` begin with its number, from 1."""


class GameAfterMatchError(GameFaultError):
    """A game after one player had won two."""

    code = "game_after_match"
    clause = "DRF-4.3"
    sentence = _("Game {game} cannot have been played: a player had already won {wins}.")
    field = "games"


class GameAfterTimeError(GameFaultError):
    """A game after the one that time ended."""

    code = "game_after_time"
    clause = "DRF-4.6"
    sentence = _("Game {game} cannot have been played: no game begins after time is called.")
    field = "games"


class MatchNotOverError(RulesError):
    """Nobody has won two games and time is not called; ``details`` counts games won."""

    code = "match_not_over"
    clause = "DRF-4.3"
    sentence = _("The match goes on at {games_a}-{games_b}: it is won with {wins} games, or ends when time is called.")
    field = "games"
    is_state_conflict = True


class NoWinnerError(RulesError):
    """A drawn match of a top cut: nobody would go on."""

    code = "no_winner"
    clause = "DRF-OP-13"
    sentence = _(
        "A match of the top cut needs a winner. If games are level at time, play one more to decide it. Then report "
        "again."
    )
    field = "games"


class IntentionalDrawError(RulesError):
    """A draw by agreement where the event does not allow it."""

    code = "intentional_draw"
    clause = "DRF-4.6"
    sentence = _("This event does not allow a match to be drawn by agreement.")
    field = "agreed"


class DoubleLossError(RulesError):
    """Both lose by the word of an official alone, who says why."""

    code = "double_loss"
    clause = "DRF-4.6"
    sentence = _("That both lose a match is decided by an official, with a reason.")
    field = "reason"


class AgreedGamesError(RulesError):
    """A match drawn by agreement is reported without games."""

    code = "agreed_games"
    clause = "DRF-4.6"
    sentence = _("A match drawn by agreement has no games to report.")
    field = "games"


class UnknownEndError(GameFaultError):
    """No game of this ruleset ends so; ``details`` list what can be said."""

    code = "unknown_end"
    sentence = _("Game {game}: no game ends by {end}. It is one of: {known}.")
    field = "end"


class TimeNotCalledError(GameFaultError):
    """A game ended by time before time was called."""

    code = "time_not_called"
    clause = "DRF-4.6"
    sentence = _("Game {game} cannot have ended by time: the round's clock is still running.")
    field = "end"
    is_state_conflict = True


class TargetNotReachedError(GameFaultError):
    """A game won by VP without enough of them, or by nobody."""

    code = "target_not_reached"
    clause = "DRF-4.4"
    sentence = _("Game {game} cannot have ended by VP: its winner needs at least {target}, not {vp}.")
    field = "vp"


class WrongEndingError(GameFaultError):
    """A game that cannot have ended as it is said, by the clause of that ending or of the one that it must have had."""

    def __init__(self, clause: str, **details: Any) -> None:
        super().__init__(**details)
        self.clause = clause


class TargetReachedError(WrongEndingError):
    """A player who did not win has the VP that would have ended the game at once."""

    code = "target_reached"
    sentence = _("Game {game}: whoever reaches {target} VP wins at once, so nobody else can have {vp}.")
    field = "vp"


class BothReachedTargetError(WrongEndingError):
    """Both players have the VP that one alone wins with."""

    code = "both_reached"
    sentence = _("Game {game} cannot have ended by VP: both have {target} or more.")
    field = "end"


class WonByVpError(WrongEndingError):
    """A game whose winner has reached the target ended by that and by nothing else."""

    code = "won_by_vp"
    sentence = _("Game {game} ended when its winner reached {target} VP, so its reason is VP.")
    field = "end"


class DrawnGameError(WrongEndingError):
    """A game without a winner that ended in a way in which somebody wins."""

    code = "drawn_game"
    sentence = _("Game {game} cannot be drawn: what ended it has a winner.")
    field = "winner"


class NotAheadError(WrongEndingError):
    """Who has more wins, and as many are a draw."""

    code = "not_ahead"
    sentence = _("Game {game} ended so at {vp_a}-{vp_b}: whoever has more wins, and as many are a drawn game.")
    field = "winner"


class LoserNotSpentError(WrongEndingError):
    """Somebody who is out still has what keeps a player in."""

    code = "not_spent"
    sentence = _("Game {game} cannot have ended so: whoever did not win it has nothing left, not {vp}.")
    field = "vp"


def result_faults(result: MatchResult, rules: MatchRules, *, time_called: bool) -> list[RulesError]:
    """Return everything that cannot have happened in ``result``, nothing if it is plausible.

    ``time_called`` says whether the clock of this table has run out.
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
        found = _game_faults(number, game, rules)
        if found and rules.needs_winner and time_called and _is_level(result.games[: number - 1]):
            found = _game_faults(number, game, rules.deciding_game_rules()) and found
        faults.extend(found)
    return faults


def unknown_end_faults(result: MatchResult, rules: MatchRules) -> list[RulesError]:
    """Return a fault for each game that is said to have ended as no game of this ruleset does, whoever says so."""
    known = [*rules.endings, GameEnd.PENALTY.value]
    return [
        UnknownEndError(game=number, end=game.end[:20], known=", ".join(known))
        for number, game in enumerate(result.games, 1)
        if game.end not in known
    ]


def winner_fault(result: MatchResult, rules: MatchRules) -> NoWinnerError | None:
    """Return why nobody can go on after ``result`` where somebody has to; a match that both lose is an official's word."""
    drawn = result.winner is None and not result.double_loss
    return NoWinnerError() if rules.needs_winner and drawn else None


def _is_level(games: Sequence[GameResult]) -> bool:
    """Whether the next game may be a deciding one."""
    played = MatchResult(tuple(games))
    return played.won(MatchSide.A) == played.won(MatchSide.B)


def _agreed_faults(result: MatchResult, rules: MatchRules) -> list[RulesError]:
    if fault := winner_fault(result, rules):
        return [fault]
    faults: list[RulesError] = [] if rules.intentional_draws else [IntentionalDrawError()]
    return [*faults, AgreedGamesError()] if result.games else faults


def _length_faults(result: MatchResult, rules: MatchRules, *, time_called: bool) -> Iterator[RulesError]:
    """Drawn games do not count towards the two that win; time ends a match at any score (DRF-4.3).

    Where a winner is needed it does at any but a level one (DRF-OP-13).
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
        # A judge may give a game to either player, whatever lies on the table.
        return [] if game.winner else [DrawnGameError("DRF-4.6", game=number)]
    ending = rules.endings[game.end]
    faults: list[RulesError] = []
    if rules.target and rules.scoring.wins_immediately(rules.variant, game.end):
        faults = _target_faults(number, game, rules)
    return faults + ENDING_CHECKS[ending.win_condition](number, game, ending, rules)


def _target_faults(number: int, game: GameResult, rules: MatchRules) -> list[RulesError]:
    """What cannot be where the target ends the game at once."""
    target, clause = (
        rules.target,
        next(each.clause for each in rules.endings.values() if each.win_condition is WinCondition.TARGET),
    )
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
"""What is wrong with a game that ended so: (number, game, ending, rules) -> faults."""
