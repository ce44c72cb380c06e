"""Somebody who came late, or came back, plays against the one who has the bye: the rest of the round stays as it is."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from gameplay.engine.errors import RulesError, _
from gameplay.log import record
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.history import match_pods, tournament_of
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import building_late
from tournaments.services.event import hold, refuse_unexplained
from tournaments.services.penalty import count_losses
from tournaments.services.play import go_on
from tournaments.services.team import refuse_teams


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

    Public. Inside pods it is the bye of the own pod (DRF-4.1). Raises ReasonNeededError, NotMissedError, DeckNotInError,
    TimeCalledError or NoByeError, where they have met or are kept apart, too.
    """
    refuse_unexplained(reason)
    event, now = hold(entry.event), timezone.now()
    refuse_teams(event)
    running = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    missed = running and running.matches.filter(kind=Match.Kind.MISSED, a=entry).first()
    if running is None or missed is None or not entry.playing:
        raise NotMissedError(name=entry.name)
    if building_late(event).filter(pk=entry.pk).exists():
        raise DeckNotInError(name=entry.name)
    if running.time_called(now):
        raise TimeCalledError(round=running.number)
    bye = _bye_for(entry, event, running)
    if bye is None:
        raise NoByeError(name=entry.name, round=running.number)
    missed.delete()
    last = running.matches.aggregate(last=Max("table"))["last"] or 0
    bye.kind, bye.b, bye.table = Match.Kind.PLAYED, entry, last + 1
    bye.save(update_fields=["kind", "b", "table"])
    after = {"round": running.number, "table": bye.table, "name": entry.name, "opponent": bye.a.name}
    record(event.stream, "bye_played", author=by.account, role=by.role, after=after, reason=reason, at=now)
    count_losses(event, running.matches.filter(pk=bye.pk))
    if event.play == Event.Play.ONLINE:
        go_on(bye)
    return bye


def _bye_for(entry: Entry, event: Event, running: Round) -> Match | None:
    """Return the bye that ``entry`` may take the place of: of their own group, and of somebody they can meet."""
    byes = running.matches.filter(kind=Match.Kind.BYE).select_related("round__event", "a__account")
    if not event.across:
        byes = byes.filter(pod=match_pods(event).get(entry.account_id))  # DRF-4.1: the own pod
    tournament = tournament_of(event)
    barred = {player for pair in tournament.apart if entry.id_in_rules in pair for player in pair}
    for played in tournament.rounds:
        for match in played.matches:
            barred |= {match.a, match.b} if entry.id_in_rules in (match.a, match.b) else set()
    return next((bye for bye in byes if bye.a.playing and bye.a.id_in_rules not in barred), None)
