from drafting.models import Pick, Seat


def pool(seat: Seat) -> list[str]:
    """Return the refs ``seat`` has drafted, in the order of its picks. One query.

    Only for what acts on a seat's behalf: until the draft is over nobody may see it (DRF-2.14).
    """
    return list(Pick.objects.filter(seat=seat).order_by("pack_round", "number").values_list("ref", flat=True))
