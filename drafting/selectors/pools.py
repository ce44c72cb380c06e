from drafting.models import Pick, Registration, Seat
from drafting.rules.passing import PickedBy


def drafted_refs(seat: Seat) -> list[str]:
    """Return the pool of ``seat`` (selected with its pod), in the order of picks or of registration. One query.

    During the draft it is only for bots and the clock: until the draft is over no person may see it (DRF-2.14).
    """
    return [ref for ref, _by in drafted_refs_with_pickers(seat)]


def drafted_refs_with_pickers(seat: Seat) -> list[tuple[str, str]]:
    """Return the pool of ``seat`` as pairs of ref and `PickedBy`; in a paper draft the confirmed pool. One query."""
    if not seat.pod.is_paper_draft:
        picks = Pick.objects.filter(seat=seat).order_by("pack_round", "number")
        return list(picks.values_list("ref", "by"))
    registered = Registration.objects.filter(seat=seat, confirmed_at__isnull=False).values_list("cards", flat=True)
    return [(ref, PickedBy.PLAYER) for cards in registered for ref in cards]
