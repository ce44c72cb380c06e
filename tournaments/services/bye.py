"""Pair a player who missed the running round with the player who has the bye; the rest of the round is unchanged."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.history import pods_by_account, tournament_of
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import late_entries_building
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.online_match import continue_match
from tournaments.services.penalty import assign_pending_losses


class NotMissedError(RulesError):
    """The player has not missed the running round."""

    code = "not_missed"
    sentence = _("{name} has not missed the current round.")
    is_state_conflict = True


class DeckNotInError(RulesError):
    """A late entry is still building a deck."""

    code = "deck_not_in"
    clause = "DRF-3.1"
    sentence = _("{name} has not submitted a deck yet.")
    is_state_conflict = True


class TimeCalledError(RulesError):
    """The time of the round is over."""

    code = "time_called"
    clause = "DRF-4.6"
    sentence = _("Time has been called in round {round}.")
    is_state_conflict = True


class NoByeError(RulesError):
    """No opponent with whom the player may be paired has the bye."""

    code = "no_bye"
    clause = "DRF-OP-6"
    sentence = _("No opponent that {name} can be paired with has the bye in round {round}.")


@transaction.atomic
def pair_with_bye(entry: Entry, *, reason: str, by: Actor) -> Match:
    """Pair ``entry``, who has missed the running round, with the player who has the bye, at a new table.

    The change is public. Teams play on all their boards; the match of ``entry`` is returned. With pairing inside pods,
    only the bye of the entry's own pod counts (DRF-4.1). Raises ReasonNeededError, NotMissedError, DeckNotInError,
    TimeCalledError or NoByeError. NoByeError is also raised if the two have met before or a pairing exclusion applies.
    """
    refuse_without_reason(reason)
    event, now, lineup = lock_event(entry.event), timezone.now(), entry.contestant.lineup
    running = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    missed = running and running.matches.filter(kind=Match.Kind.MISSED, a__in=lineup)
    if running is None or not missed or not entry.is_playing:
        raise NotMissedError(name=entry.contestant.name)
    if late_entries_building(event).filter(pk__in=[each.pk for each in lineup]).exists():
        raise DeckNotInError(name=entry.contestant.name)
    if running.is_time_called(now):
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
    append_entry(event.stream, "bye_played", author=by.account, role=by.role, after=after, reason=reason, at=now)
    assign_pending_losses(event, running.matches.filter(pk__in=[bye.pk for bye in byes]))
    for bye in byes if event.play == Event.Play.ONLINE else ():
        continue_match(bye)
    return next(bye for bye in byes if bye.b == entry)


def _byes_for(entry: Entry, event: Event, running: Round) -> list[Match]:
    """Return the bye of an opponent that ``entry`` may meet, board by board for a team; [] if there is none."""
    found = running.matches.filter(kind=Match.Kind.BYE).order_by("board")
    byes = found.select_related("round__event", "a__account", "a__team")
    if not event.pairs_across_pods:
        byes = byes.filter(pod=pods_by_account(event).get(entry.account_id))  # DRF-4.1: only the entry's own pod
    tournament = tournament_of(event)
    barred = {player for pair in tournament.apart if entry.rules_id in pair for player in pair}
    for played in tournament.rounds:
        for match in played.matches:
            barred |= {match.a, match.b} if entry.rules_id in (match.a, match.b) else set()
    free = [bye for bye in byes if bye.a.is_playing and bye.a.rules_id not in barred]
    return [bye for bye in free if bye.a.contestant == free[0].a.contestant]
