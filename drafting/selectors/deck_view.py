"""What a player sees of their own pool and deck, once the draft is over (DRF-2.14)."""

from collections import Counter

from django.utils import timezone
from django.utils.translation import gettext

from drafting.models import Deck, Seat
from drafting.rules.decks import NotDraftedError, checksum, deck_faults
from drafting.rules.timing import is_over
from drafting.selectors import printed
from drafting.selectors.pools import taken
from drafting.selectors.seat_view import Told, told_time


def deck_view(seat: Seat) -> Told:
    """Return as JSON the pool and the deck of ``seat``, with its pod. Two queries. Raises NotDraftedError.

    ``state`` is "building", "submitted" (it can be taken back), "late" (the clock is about to take it) or "in".
    ``cards`` has an entry for each ref: copies ``drafted``, those ``in_deck`` and those the clock took. ``faults`` are
    all that is wrong.
    """
    pod, deck = seat.pod, Deck.objects.filter(seat=seat).first()
    if deck is None:
        raise NotDraftedError
    picked = taken(seat)
    drafted = Counter(ref for ref, _auto in picked)
    by_clock = Counter(ref for ref, auto in picked if auto)
    copies = Counter(deck.cards)
    faults = deck_faults(deck.cards, drafted.elements(), pod.terms.deck_size, printed.legal(pod))
    return {
        "pod": str(pod.pk),
        "label": pod.label,
        "game": pod.game,
        "seat": seat.number + 1,
        "acting": seat.bot,
        "state": _state(seat, deck),
        "version": deck.version,
        "saved_at": told_time(deck.saved_at),
        "submitted_at": told_time(deck.submitted_at),
        "completed_by_clock": deck.completed_by_clock,
        "deadline": told_time(seat.deck_deadline),
        "deck_size": pod.terms.deck_size,
        "count": copies.total(),
        "cards": [
            {"ref": ref, "drafted": count, "in_deck": copies[ref], "by_clock": by_clock[ref]}
            for ref, count in sorted(drafted.items())
        ],
        "faults": [
            {
                "code": fault.code,
                "clause": fault.clause,
                "detail": gettext(fault.sentence).format(**fault.details),
                "details": fault.details,
            }
            for fault in faults
        ],
        "checksum": checksum(deck.cards) if deck.submitted_at else None,
    }


def _state(seat: Seat, deck: Deck) -> str:
    if seat.pod.closed_at:
        return "in"
    over = is_over(seat.deck_deadline, timezone.now())
    if deck.submitted_at:
        return "in" if over else "submitted"
    return "late" if over else "building"
