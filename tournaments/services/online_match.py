"""Matches that are played on this site: start the games, end them, and enter the result automatically."""

from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F

from gameplay.engine.core.entries import CONCEDE
from gameplay.infrastructure.background import call_each_and_log_errors
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, OnlineGame
from gameplay.services import corrections, games
from gameplay.services.games import GameOverError, StaleChoiceError
from tournaments.models import Event, Match, MatchGame, Round
from tournaments.rules.penalty_losses import add_losses
from tournaments.rules.plausibility import DECIDING_GAME_TARGET, winner_fault
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide
from tournaments.rules.seed_verification import game_stream_label
from tournaments.selectors.matches import match_decks
from tournaments.selectors.results import match_agreement, match_losses
from tournaments.selectors.roles import SYSTEM_ACTOR, role_in
from tournaments.services import next_game
from tournaments.services.event import EventFinishedError
from tournaments.services.match import enter_online_result

MATCH_SIDES = tuple(MatchSide)
END_OF_REASON = {CONCEDE: GameEnd.CONCESSION}
"""The ends of reported games by the reasons of outcomes; any other reason is used unchanged."""


def start_matches(played: Round) -> None:
    """Start the first game of every match of a round that is being published, in the caller's transaction."""
    if played.event.play != Event.Play.ONLINE:
        return
    for match in played.matches.filter(kind=Match.Kind.PLAYED).select_related("a__account", "b__account"):
        continue_match(match)  # the round and its event are those of `played`, already loaded


def on_game_finished(game: OnlineGame) -> None:
    """Continue the match that ``game`` belongs to: start its next game or enter its result."""
    link = MatchGame.objects.filter(game=game).select_related("match__round__event", "match__a", "match__b").first()
    if link:
        continue_match(link.match)


def continue_match(match: Match) -> None:
    """Start the next game of a match without a result, or enter the result if the match is over.

    Does nothing in a cancelled round, for example if its event was finished early.
    """
    if match.round.cancelled_at:
        return
    if match_agreement(match).is_final or match.games.filter(game__ended_at=None).exists():
        return
    last, played = match.games.order_by("number").last(), played_games(match)
    if _is_match_over(match, played):
        with suppress(EventFinishedError):  # the round has been cancelled while its last game ended
            enter_online_result(match, played)
    elif last is None or not match.round.event.deck_changes:
        _start(match, last.number + 1 if last else 1)
    elif last.next_at is None:
        next_game.wait_for_decks(match, last)


@transaction.atomic
def note_ready(match: Match, *, by: Account) -> None:
    """Note that a player of ``match`` wants to begin the next game, and begin it if both do.

    Does nothing if no game is waiting for the players, for example because it has begun in the meantime.
    """
    waiting = next_game.lock_waiting(match)
    if waiting and next_game.note_ready(match, waiting, by=by):
        _begin_next(match, waiting)


def start_due_games(now: datetime) -> None:
    """Start the games for which the time to change decks is over."""
    links = MatchGame.objects.filter(next_at__lte=now)
    call_each_and_log_errors(
        links.select_related("match__round__event", "match__a__account", "match__b__account"), _start_due
    )


def stop_lost_games(now: datetime) -> None:
    """End and void the games during which a player got a game loss or a harsher penalty; only the penalty counts.

    Not in the transaction of the penalty, which locks the event, because the last choice of a game waits for that lock.
    """
    given = {"match__losses__approved_at__gt": F("game__began_at"), "match__losses__withdrawn_at": None}
    links = MatchGame.objects.filter(game__ended_at=None, void=False, **given).distinct()
    call_each_and_log_errors(links.select_related("match__round__event", "game"), _stop_lost)


def stop_cancelled_games(now: datetime) -> None:
    """End the games of cancelled rounds without a result, for example if the event was cancelled or finished early.

    Not in the transaction of the cancellation, for the same reason as in `stop_lost_games`.
    """
    links = MatchGame.objects.filter(game__ended_at=None, match__round__cancelled_at__isnull=False)
    call_each_and_log_errors(links.select_related("game"), _stop_cancelled)


def played_games(match: Match) -> MatchResult:
    """Return the finished games of ``match`` that are not void. Makes one query."""
    links = match.games.filter(game__ended_at__isnull=False, void=False).select_related("game")
    links = links.defer("game__record", "game__decks").order_by("number")
    return MatchResult(tuple(_result(link.game) for link in links))


@transaction.atomic
def _start_due(link: MatchGame) -> None:
    if waiting := next_game.lock_waiting(link.match):
        _begin_next(link.match, waiting)


def _begin_next(match: Match, waiting: MatchGame) -> None:
    """Start the game after ``waiting``, unless an official has ended the match in the meantime."""
    MatchGame.objects.filter(pk=waiting.pk).update(next_at=None)
    if match.round.cancelled_at or match_agreement(match).is_final or _is_match_over(match, played_games(match)):
        return
    _start(match, waiting.number + 1)


def _is_match_over(match: Match, played: MatchResult) -> bool:
    """Return whether a player has won enough games, or time is called and no deciding game is needed."""
    result, rules = _with_losses(match, played), match.round.event.match_rules_in(match.round.stage)
    if _is_time_called(match):
        return winner_fault(result, rules) is None
    return max(result.won(side) for side in MatchSide) >= rules.games_to_win


def _is_deciding_game(match: Match, played: MatchResult) -> bool:
    """Return whether the game after those ``played`` decides a match of the top cut (DRF-OP-13)."""
    return _is_time_called(match) and not _is_match_over(match, played)


def _is_time_called(match: Match) -> bool:
    return match.games.filter(time_called_at__isnull=False).exists()


def _with_losses(match: Match, played: MatchResult) -> MatchResult:
    return add_losses(played, match_losses(match)) or played


def call_time(now: datetime) -> None:
    """Call time at every table whose clock has run out: no new game starts, the current turn is finished (ENE-X.3).

    A deciding game has no clock (DRF-OP-13).
    """
    links = MatchGame.objects.filter(game__ended_at=None, time_called_at=None, match__round__ends_at__lte=now)
    call_each_and_log_errors(links.select_related("match__round__event", "game"), partial(_call_time_at, now=now))


def push_round_clocks(began: datetime, ended: datetime) -> None:
    """Extend running rounds by the time from ``began`` to ``ended``, during which the site was down."""
    Round.objects.filter(ends_at__gt=began).update(ends_at=F("ends_at") + (ended - began))


def _stop_lost(link: MatchGame) -> None:
    with suppress(GameOverError, StaleChoiceError):  # it has just ended, or a choice was made: the next sweep retries
        _stop(link)


def _stop_cancelled(link: MatchGame) -> None:
    with suppress(GameOverError, StaleChoiceError):  # as above
        games.stop_game(link.game)


@transaction.atomic
def _stop(link: MatchGame) -> None:
    penalty = link.match.losses.filter(approved_at__gt=link.game.began_at, withdrawn_at=None)[0]
    judge, loser = penalty.decided_by, penalty.entry.account
    if judge and MatchGame.objects.filter(pk=link.pk, void=False).update(void=True):
        role = role_in(link.match.round.event, judge) or SYSTEM_ACTOR.role
        corrections.end_game(judge, link.game, loser=loser, role=role, reason=penalty.reason)


def _call_time_at(link: MatchGame, *, now: datetime) -> None:
    if not link.match.is_time_called(now) or _is_deciding_game(link.match, played_games(link.match)):
        return
    with suppress(GameOverError, StaleChoiceError):
        _call_time(link, now)


@transaction.atomic
def _call_time(link: MatchGame, now: datetime) -> None:
    """Call time at one table, at most once."""
    if MatchGame.objects.filter(pk=link.pk, time_called_at=None).update(time_called_at=now):
        games.call_time(link.game)


def _start(match: Match, number: int) -> None:
    event, players = match.round.event, [entry.account for entry in (match.a, match.b) if entry]
    target = DECIDING_GAME_TARGET if _is_deciding_game(match, played_games(match)) else event.event_format.vp_target
    decks = match_decks(match, lock=True)
    game = games.start_game(
        ruleset=event.game,
        variant=event.variant,
        switches=event.switches_for_target(target),
        decks=[decks[player.pk] for player in players],
        players=players,
        seed=bytes(event.seed),
        settings=games.GameSettings(take_backs=event.take_backs),
        chance=game_stream_label(
            event.pk, match.round.number, match.table, number, board=match.board if event.is_team_event else 0
        ),
    )
    match.games.create(number=number, game=game)
    after = {"game": number, "table": match.label, "round": match.round.number}
    append_entry(match.stream, "match_game_began", author=None, role=SYSTEM_ACTOR.role, after=after)


def _result(game: OnlineGame) -> GameResult:
    outcome = game.outcome or {}
    winners, (vp_a, vp_b) = outcome["winners"], outcome["scores"]
    winner = MATCH_SIDES[winners[0]] if len(winners) == 1 else None
    return GameResult(winner, vp_a, vp_b, END_OF_REASON.get(outcome["reason"], outcome["reason"]))
