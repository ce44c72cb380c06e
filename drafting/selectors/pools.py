from drafting.models import Pick, Registration, Seat


def pool(seat: Seat) -> list[str]:
    """Return the refs ``seat``, with its pod, has drafted, in the order of its picks or of their registration. One query.

    Only for what acts on a seat's behalf: until the draft is over nobody may see it (DRF-2.14).
    """
    return [ref for ref, _by_clock in taken(seat)]


def taken(seat: Seat) -> list[tuple[str, bool]]:
    """Return the pool of ``seat``, each card with whether the clock took it; at a table what is confirmed. One query."""
    if not seat.pod.at_table:
        picks = Pick.objects.filter(seat=seat).order_by("pack_round", "number")
        return list(picks.values_list("ref", "auto"))
    registered = Registration.objects.filter(seat=seat, confirmed_at__isnull=False).values_list("cards", flat=True)
    return [(ref, False) for cards in registered for ref in cards]
