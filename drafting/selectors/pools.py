import uuid

from drafting.models import Pick, Registration, Seat
from drafting.rules.passing import PICKED_BY_PEOPLE, PickedBy


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


def has_picked(seat: Seat, pack_id: uuid.UUID, number: int, token: str) -> bool:
    """Return whether a person at ``seat`` took this copy as pick ``number`` from the pack. One query."""
    taken = Pick.objects.filter(seat=seat, pack=pack_id, number=number, token=token)
    return taken.filter(by__in=PICKED_BY_PEOPLE).exists()
