"""Rounds that a player has missed: lost without a game and without an opponent (DRF-OP-7)."""

from django.db.models import Q

from tournaments.models import Entry, Match, Round
from tournaments.selectors.history import pods_by_account


def mark_missed_rounds(entry: Entry) -> list[int]:
    """Record every published Swiss round without a match of ``entry`` as missed, and return the round numbers.

    In a team event the whole team has missed it. Runs in the caller's transaction, which has locked the event.
    """
    published = Round.objects.filter(event=entry.event_id, published_at__isnull=False, stage="")
    own_matches = Match.objects.filter(Q(a=entry) | Q(b=entry), round__in=published)
    missed = list(published.exclude(pk__in=own_matches.values("round")).order_by("number"))
    pods, lineup = pods_by_account(entry.event), list(enumerate(entry.contestant.lineup, 1))
    Match.objects.bulk_create(
        Match(round=each, kind=Match.Kind.MISSED, board=board, a=member, pod_id=pods.get(member.account_id))
        for each in missed
        for board, member in lineup
    )
    return [each.number for each in missed]
