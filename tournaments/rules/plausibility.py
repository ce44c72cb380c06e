"""Whether a reported result can have happened (DRF-4.3, DRF-4.4, ENE-5.7, ENE-5.9, ENE-X.3).

A result is checked as it is reported, before anyone confirms it; all faults are found at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gameplay.engine.errors import RulesError, _
from tournaments.rules.results import End, GameResult, MatchResult, Side


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How an event plays its matches: VP that win a game, games that win a match.

    Without ``points_win_at_once`` they do not once a deck has called the end: the turn is finished (ENE-OP-17).
    Where a ``winner`` is needed, as in a top cut, games that are level at time are followed by a deciding one, which the
    first VP wins (DRF-OP-13).
    """

    vp_target: int = 5
    wins: int = 2
    intentional_draws: bool = False
    points_win_at_once: bool = True
    winner: bool = False


DECIDING_VP = 1
"""So many VP win a deciding game (DRF-OP-13)."""


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
    clause = "ENE-X.3"
    sentence = _("Game {game} cannot have been played: no game begins after time is called.")
    field = "games"


class MatchNotOverError(RulesError):
    """Nobody has won two games and time is not called; ``details`` counts games won."""

    code = "match_not_over"
    clause = "DRF-4.3"
    sentence = _("The match goes on at {games_a}-{games_b}: it is won with {wins} games, or ends when time is called.")
    field = "games"
    later = True


class NoWinnerError(RulesError):
    """A drawn match of a top cut: nobody would go on."""

    code = "no_winner"
    clause = "DRF-OP-13"
    sentence = _(
        "A match of the top cut needs a winner. If games are level at time, play one more: the first VP wins it. Then "
        "report again."
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


class TimeNotCalledError(GameFaultError):
    """A game ended by time before time was called."""

    code = "time_not_called"
    clause = "ENE-X.3"
    sentence = _("Game {game} cannot have ended by time: the round's clock is still running.")
    field = "end"
    later = True


class TargetNotReachedError(GameFaultError):
    """A game won by VP without enough of them, or by nobody."""

    code = "target_not_reached"
    clause = "DRF-4.4"
    sentence = _("Game {game} cannot have ended by VP: its winner needs at least {target}, not {vp}.")
    field = "vp"


class TargetReachedError(GameFaultError):
    """A player who did not win has the VP that would have ended the game at once."""

    code = "target_reached"
    clause = "ENE-5.9"
    sentence = _("Game {game}: whoever reaches {target} VP wins at once, so nobody else can have {vp}.")
    field = "vp"


class WonByVpError(GameFaultError):
    """A game whose winner has reached the target ended by that and by nothing else."""

    code = "won_by_vp"
    clause = "ENE-5.9"
    sentence = _("Game {game} ended when its winner reached {target} VP, so its reason is VP.")
    field = "end"


class DrawnGameError(GameFaultError):
    """A drawn game that neither time nor an empty deck ended."""

    code = "drawn_game"
    clause = "ENE-5.7"
    sentence = _("Game {game} can only be drawn when time or an empty deck ended it.")
    field = "winner"


class MoreVpAtTimeError(GameFaultError):
    """At time more VP win and equal VP are a draw."""

    code = "more_vp_at_time"
    clause = "ENE-X.3"
    sentence = _("Game {game} ended by time at {vp_a}-{vp_b}: more VP win, equal VP are a drawn game.")
    field = "winner"


class MoreVpAtDeckError(GameFaultError):
    """When a deck ran out more VP win and equal VP are a draw."""

    code = "more_vp_at_deck"
    clause = "ENE-5.7"
    sentence = _("Game {game} ended by an empty deck at {vp_a}-{vp_b}: more VP win, equal VP are a drawn game.")
    field = "winner"


def result_faults(result: MatchResult, rules: MatchRules, *, time_called: bool) -> list[RulesError]:
    """Return everything that cannot have happened in ``result``, nothing if it is plausible.

    ``time_called`` says whether the clock of this table has run out.
    """
    if result.double_loss:
        return [DoubleLossError()]
    if result.agreed:
        return _agreed_faults(result, rules)
    faults: list[RulesError] = [*_length_faults(result, rules, time_called=time_called)]
    for number, game in enumerate(result.games, 1):
        if game.end is End.TIME and not time_called:
            faults.append(TimeNotCalledError(game=number))
        found = _game_faults(number, game, rules)
        if found and rules.winner and time_called and _level(result.games[: number - 1]):
            found = _game_faults(number, game, replace(rules, vp_target=DECIDING_VP)) and found
        faults.extend(found)
    return faults


def winner_fault(result: MatchResult, rules: MatchRules) -> NoWinnerError | None:
    """Return why nobody can go on after ``result`` where somebody has to; a match that both lose is an official's word."""
    drawn = result.winner is None and not result.double_loss
    return NoWinnerError() if rules.winner and drawn else None


def _level(games: Sequence[GameResult]) -> bool:
    """Whether the next game may be a deciding one."""
    played = MatchResult(tuple(games))
    return played.won(Side.A) == played.won(Side.B)


def _agreed_faults(result: MatchResult, rules: MatchRules) -> list[RulesError]:
    if fault := winner_fault(result, rules):
        return [fault]
    faults: list[RulesError] = [] if rules.intentional_draws else [IntentionalDrawError()]
    return [*faults, AgreedGamesError()] if result.games else faults


def _length_faults(result: MatchResult, rules: MatchRules, *, time_called: bool) -> Iterator[RulesError]:
    """Drawn games do not count towards the two that win; time ends a match at any score (DRF-4.3).

    Where a winner is needed it does at any but a level one (DRF-OP-13).
    """
    wins = {Side.A: 0, Side.B: 0}
    after_time = False
    for number, game in enumerate(result.games, 1):
        if max(wins.values()) >= rules.wins:
            yield GameAfterMatchError(game=number, wins=rules.wins)
        if after_time and not (rules.winner and wins[Side.A] == wins[Side.B]):
            yield GameAfterTimeError(game=number)
        after_time = after_time or game.end is End.TIME
        if game.winner:
            wins[game.winner] += 1
    if max(wins.values()) < rules.wins and not time_called:
        yield MatchNotOverError(games_a=wins[Side.A], games_b=wins[Side.B], wins=rules.wins)
    elif fault := winner_fault(result, rules):
        yield fault


def _game_faults(number: int, game: GameResult, rules: MatchRules) -> list[RulesError]:
    if game.end is End.PENALTY:
        # A judge may give a game to either player, whatever lies on the table.
        return [] if game.winner else [DrawnGameError(game=number)]
    faults: list[RulesError] = []
    if game.end is not End.DECK or rules.points_win_at_once:
        faults = _target_faults(number, game, rules.vp_target)
    return faults + _end_faults(number, game, rules.vp_target)


def _target_faults(number: int, game: GameResult, target: int) -> list[RulesError]:
    """What cannot be where the target ends the game at once."""
    most = max(game.vp(side) for side in Side if side is not game.winner)
    faults: list[RulesError] = []
    if most >= target:
        faults.append(TargetReachedError(game=number, target=target, vp=most))
    if game.end is not End.VP and game.winner and game.vp(game.winner) >= target:
        faults.append(WonByVpError(game=number, target=target))
    return faults


def _end_faults(number: int, game: GameResult, target: int) -> list[RulesError]:
    if game.end in (End.TIME, End.DECK):
        fault = MoreVpAtTimeError if game.end is End.TIME else MoreVpAtDeckError
        return [] if game.winner is game.ahead else [fault(game=number, vp_a=game.vp_a, vp_b=game.vp_b)]
    if game.winner is None:
        return [DrawnGameError(game=number)]
    vp = game.vp(game.winner)
    if game.end is End.VP and vp < target:
        return [TargetNotReachedError(game=number, target=target, vp=vp)]
    return []
