"""Rounds that no longer count are put aside: they are kept, and only the log shows them."""

from django.utils import timezone

from tournaments.models import Call, Event, Penalty


def cancel_rounds(event: Event, *, after: int) -> None:
    """Put aside every round of ``event``, which is held, whose number is greater than ``after``, with all that was said in it.

    A penalty that cost something there counts in the next match instead, and who dropped there has dropped before.
    """
    now = timezone.now()
    found = event.rounds.filter(number__gt=after)
    Call.objects.filter(match__round__in=found, resolved_at=None).update(resolved_at=now)
    Penalty.objects.filter(counts_in__round__in=found).update(counts_in=None)
    event.entries.filter(dropped_after_round__gt=after).update(dropped_after_round=after)
    found.update(cancelled_at=now)
