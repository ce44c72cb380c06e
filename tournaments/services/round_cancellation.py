"""Cancel rounds that no longer count: they are kept in the database, but only the log shows them."""

from datetime import datetime

from django.db.models import F, Q

from tournaments.models import Call, Event, Match, Round


def cancel_rounds(event: Event, *, after: int, at: datetime) -> None:
    """Cancel every round of ``event``, which is locked, with a number greater than ``after``, with all its reports.

    A game loss that counted in such a round is pending again (`Penalty.counting_match`). A player who dropped after
    such a round has now dropped after round ``after``. ``at`` is the time of the cancellation, by which
    `restore_rounds` finds the rounds again.
    """
    found = event.rounds.filter(number__gt=after)
    Call.objects.filter(match__round__in=found, resolved_at=None).update(resolved_at=at)
    event.entries.filter(dropped_after_round__gt=after).update(dropped_after_round=after)
    found.update(cancelled_at=at)


def restore_rounds(event: Event, *, cancelled_at: datetime, now: datetime) -> int:
    """Restore the published rounds of ``event`` that were cancelled at this time, and return their number.

    A player who played in such a round has dropped after it, not before. A clock that was running continues with the
    time that was left.
    """
    found = Round._base_manager.filter(event=event, cancelled_at=cancelled_at, published_at__isnull=False)
    restored = list(found.order_by("number"))
    found.filter(ends_at__gt=cancelled_at).update(ends_at=F("ends_at") + (now - cancelled_at))
    found.update(cancelled_at=None)
    for each in restored:
        players = Match.objects.filter(Q(round=each)).values_list("a", "b")
        here = {entry for pair in players for entry in pair if entry}
        event.entries.filter(pk__in=here, dropped_after_round__lt=each.number).update(dropped_after_round=each.number)
    return len(restored)
