"""Errors of the decks of pods, for officials. They show no card lists."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from drafting.models import Deck, Pick, Registration, Seat
from drafting.rules.decks import DeckRule, deck_rules
from drafting.selectors.pod_cards import legal_refs


@dataclass(frozen=True, slots=True)
class DeckCounts:
    """Numbers of submitted and missing decks of a pod; ``unregistered`` are missing because the pool is not confirmed.

    ``illegal`` counts decks, submitted or not, that break a rule; ``broken`` has the number of decks for each rule.
    """

    handed_in: int
    missing: int
    unregistered: int
    illegal: int
    broken: Sequence[tuple[DeckRule, int]]


def deck_counts(seats: Sequence[Seat]) -> dict[UUID, DeckCounts]:
    """Return the counts for the decks of the open ``seats`` (selected with their pods), by pod. Four queries."""
    submitted = dict(Deck.objects.filter(seat__in=seats).values_list("seat_id", "submitted_at"))
    rules, pods = deck_rules_by_seat(seats), defaultdict[UUID, list[UUID]](list)
    for seat in seats:
        if not seat.closed_at:
            pods[seat.pod_id].append(seat.pk)
    return {
        pod: _deck_counts(
            [submitted.get(seat) is not None for seat in here], [rules[seat] for seat in here if seat in rules]
        )
        for pod, here in pods.items()
    }


def deck_rules_by_seat(seats: Sequence[Seat]) -> dict[UUID, list[DeckRule]]:
    """Return every deck rule with its errors for ``seats`` (selected with their pods), by seat. Three queries."""
    decks, pools = dict(Deck.objects.filter(seat__in=seats).values_list("seat_id", "cards")), _pools(seats)
    return {
        seat.pk: deck_rules(decks[seat.pk], pools[seat.pk], seat.pod.draft_format.deck_size, legal_refs(seat.pod))
        for seat in seats
        if seat.pk in decks
    }


def _deck_counts(handed_in: Sequence[bool], rules_by_deck: Sequence[Sequence[DeckRule]]) -> DeckCounts:
    """Return the counts, given whether each seat has submitted, and the rules of each existing deck."""
    broken = [(same[0], sum(bool(rule.faults) for rule in same)) for same in zip(*rules_by_deck, strict=True)]
    return DeckCounts(
        handed_in=sum(handed_in),
        missing=len(handed_in) - sum(handed_in),
        unregistered=len(handed_in) - len(rules_by_deck),
        illegal=sum(any(rule.faults for rule in rules) for rules in rules_by_deck),
        broken=[(rule, count) for rule, count in broken if count],
    )


def _pools(seats: Sequence[Seat]) -> dict[UUID, list[str]]:
    """Return the pool of each of ``seats``; see `drafting.selectors.pools.drafted_refs`. Two queries."""
    pools: dict[UUID, list[str]] = defaultdict(list)
    for seat, ref in Pick.objects.filter(seat__in=seats).values_list("seat_id", "ref"):
        pools[seat].append(ref)
    confirmed = Registration.objects.filter(seat__in=seats, confirmed_at__isnull=False)
    for seat, cards in confirmed.values_list("seat_id", "cards"):
        pools[seat] += cards
    return pools
