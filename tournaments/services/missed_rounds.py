"""Rounds that somebody was not there for: lost without a game, and nobody's opponent (DRF-OP-7)."""

from django.db.models import Q

from tournaments.models import Entry, Match, Round
from tournaments.selectors.history import pods_by_account


def mark_missed_rounds(entry: Entry) -> list[int]:
    """Let ``entry``, with their team, have missed every published round in which they have no match, and return which; a top cut is none.

    In the transaction of what made it so, which holds the event.
    """
    published = Round.objects.filter(event=entry.event_id, published_at__isnull=False, stage="")
    there = Match.objects.filter(Q(a=entry) | Q(b=entry), round__in=published)
    missed = list(published.exclude(pk__in=there.values("round")).order_by("number"))
    pods, lineup = pods_by_account(entry.event), list(enumerate(entry.contestant.lineup, 1))
    Match.objects.bulk_create(
        Match(round=each, kind=Match.Kind.MISSED, board=board, a=member, pod_id=pods.get(member.account_id))
        for each in missed
        for board, member in lineup
    )
    return [each.number for each in missed]
