"""Somebody who came late, or came back, plays against the one who has the bye: the rest of the round stays as it is."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import record
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.history import match_pods, tournament_of
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import building_late
from tournaments.services.event import hold, refuse_unexplained
from tournaments.services.penalty import count_losses
from tournaments.services.play import go_on


class NotMissedError(RulesError):
    """The player has not missed the round that is played."""

    code = "not_missed"
    sentence = _("{name} has not missed the round that is played now.")
    later = True


class DeckNotInError(RulesError):
    """A late entry still builds their deck."""

    code = "deck_not_in"
    clause = "DRF-3.1"
    sentence = _("The deck of {name} is not in yet.")
    later = True


class TimeCalledError(RulesError):
    """There is no time left to play."""

    code = "time_called"
    clause = "DRF-4.6"
    sentence = _("Time is over in round {round}.")
    later = True


class NoByeError(RulesError):
    """Nobody with whom the player may be paired has the bye."""

    code = "no_bye"
    clause = "DRF-OP-6"
    sentence = _("Nobody whom {name} can meet has the bye in round {round}.")


@transaction.atomic
def play_the_bye(entry: Entry, *, reason: str, by: Actor) -> Match:
    """Seat ``entry``, who has missed the round that is played, against the one who has the bye, at a table of their own.

    Public. Teams play on all their boards, and the match of ``entry`` is returned. Inside pods it is the bye of the own
    pod (DRF-4.1). Raises ReasonNeededError, NotMissedError, DeckNotInError, TimeCalledError or NoByeError, where they
    have met or are kept apart, too.
    """
    refuse_unexplained(reason)
    event, now, lineup = hold(entry.event), timezone.now(), entry.contestant.lineup
    running = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    missed = running and running.matches.filter(kind=Match.Kind.MISSED, a__in=lineup)
    if running is None or not missed or not entry.playing:
        raise NotMissedError(name=entry.contestant.name)
    if building_late(event).filter(pk__in=[each.pk for each in lineup]).exists():
        raise DeckNotInError(name=entry.contestant.name)
    if running.time_called(now):
        raise TimeCalledError(round=running.number)
    byes = _byes_for(entry, event, running)
    if not byes:
        raise NoByeError(name=entry.contestant.name, round=running.number)
    missed.delete()
    table = (running.matches.aggregate(last=Max("table"))["last"] or 0) + 1
    for bye, opponent in zip(byes, lineup, strict=True):
        bye.kind, bye.b, bye.table = Match.Kind.PLAYED, opponent, table
        bye.save(update_fields=["kind", "b", "table"])
    named = {"name": entry.contestant.name, "opponent": byes[0].a.contestant.name}
    after = {"round": running.number, "table": table, **named}
    record(event.stream, "bye_played", author=by.account, role=by.role, after=after, reason=reason, at=now)
    count_losses(event, running.matches.filter(pk__in=[bye.pk for bye in byes]))
    for bye in byes if event.play == Event.Play.ONLINE else ():
        go_on(bye)
    return next(bye for bye in byes if bye.b == entry)


def _byes_for(entry: Entry, event: Event, running: Round) -> list[Match]:
    """Return the bye, a team's board by board, that ``entry`` may take the place of: of their group, of whom they can meet."""
    found = running.matches.filter(kind=Match.Kind.BYE).order_by("board")
    byes = found.select_related("round__event", "a__account", "a__team")
    if not event.across:
        byes = byes.filter(pod=match_pods(event).get(entry.account_id))  # DRF-4.1: the own pod
    tournament = tournament_of(event)
    barred = {player for pair in tournament.apart if entry.id_in_rules in pair for player in pair}
    for played in tournament.rounds:
        for match in played.matches:
            barred |= {match.a, match.b} if entry.id_in_rules in (match.a, match.b) else set()
    free = [bye for bye in byes if bye.a.playing and bye.a.id_in_rules not in barred]
    return [bye for bye in free if bye.a.contestant == free[0].a.contestant]
