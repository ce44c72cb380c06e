"""Cancel rounds that no longer count: they are kept in the database, but only the log shows them."""

from django.utils import timezone

from tournaments.models import Call, Event, Penalty


def cancel_rounds(event: Event, *, after: int) -> None:
    """Cancel every round of ``event``, which is locked, with a number greater than ``after``, with all its reports.

    A game loss that counted in such a round counts in the next match instead. A player who dropped after such a round
    has now dropped after round ``after``.
    """
    now = timezone.now()
    found = event.rounds.filter(number__gt=after)
    Call.objects.filter(match__round__in=found, resolved_at=None).update(resolved_at=now)
    Penalty.objects.filter(counts_in__round__in=found).update(counts_in=None)
    event.entries.filter(dropped_after_round__gt=after).update(dropped_after_round=after)
    found.update(cancelled_at=now)
