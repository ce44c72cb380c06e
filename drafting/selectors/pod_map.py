"""What an official sees of a pod: who holds how many packs, and never a card."""

from drafting.models import Pod
from drafting.selectors.seat_view import Told, pod_head, seats_of, seats_told, submitted_in, told_time
from drafting.selectors.tables import open_round


def pod_map(pod: Pod) -> Told:
    """Return as JSON what officials see of ``pod``, the same for each of them. Two queries, three once it is drafted.

    ``state`` is "between" (the next packs wait for the signal), "drafting", "building" or "done". ``left`` counts
    cards not yet taken of the packs now open.
    """
    drafting = open_round(pod)
    told = {
        **pod_head(pod),
        "seats": seats_told(drafting, seats_of(pod), submitted_in(pod)),
        "left": sum(len(pack.contents) for pack in drafting.packs),
        "deck_deadline": told_time(pod.deck_deadline),
    }
    if pod.drafted_at is None:
        return told | {"state": "between" if drafting.drafted else "drafting"}
    return told | {"state": "done" if pod.closed_at else "building"}
