from drafting.models import Pick, Registration, Seat
from drafting.rules.passing import PickedBy


def drafted_refs(seat: Seat) -> list[str]:
    """Return the refs ``seat``, with its pod, has drafted, in the order of its picks or of their registration. One query.

    Only for what acts on a seat's behalf: until the draft is over nobody may see it (DRF-2.14).
    """
    return [ref for ref, _by in drafted_refs_with_pickers(seat)]


def drafted_refs_with_pickers(seat: Seat) -> list[tuple[str, str]]:
    """Return the pool of ``seat``, each card with who took it (`PickedBy`); at a table what is confirmed. One query."""
    if not seat.pod.is_paper_draft:
        picks = Pick.objects.filter(seat=seat).order_by("pack_round", "number")
        return list(picks.values_list("ref", "by"))
    registered = Registration.objects.filter(seat=seat, confirmed_at__isnull=False).values_list("cards", flat=True)
    return [(ref, PickedBy.PLAYER) for cards in registered for ref in cards]
