"""The packs that are open now, and whose turn it is to pick from them."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F

from drafting.models import Pack, Pod, Seat
from drafting.rules import passing
from drafting.selectors.access import AUTOMATIC


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The packs of the open round by opener, the empty ones too: as many as the pod has seats; none before the first."""

    pod: Pod
    packs: Sequence[Pack]

    @property
    def drafted(self) -> bool:
        """Whether every card of it is taken."""
        return not any(pack.contents for pack in self.packs)

    @property
    def table(self) -> passing.Table:
        hops = {pack.opener: pack.hops for pack in self.packs if pack.contents}
        return passing.Table(seats=len(self.packs), pack_round=self.pod.pack_round, hops=hops)

    def before(self, seat_number: int) -> list[Pack]:
        """Return the packs before a seat, the one to pick from first."""
        return [self.packs[opener] for opener in self.table.queue(seat_number)]

    def holder(self, pack: Pack) -> int:
        """Return the number of the seat before which ``pack`` lies."""
        return passing.holder(pack.opener, pack.hops, pack.pack_round, len(self.packs))


def open_round(pod: Pod) -> OpenRound:
    """One query."""
    packs = Pack.objects.filter(pod=pod, pack_round=pod.pack_round).order_by("opener")
    return OpenRound(pod, list(packs))


def open_rounds(pods: Collection[Pod]) -> dict[uuid.UUID, OpenRound]:
    """Return the open round of each of ``pods`` by id. One query."""
    packs: dict[uuid.UUID, list[Pack]] = {pod.pk: [] for pod in pods}
    for pack in Pack.objects.filter(pod__in=pods, pack_round=F("pod__pack_round")).order_by("pod", "opener"):
        packs[pack.pod_id].append(pack)
    return {pod.pk: OpenRound(pod, packs[pod.pk]) for pod in pods}


def automatic_seats_to_move(pod_ids: Collection[uuid.UUID]) -> list[Seat]:
    """Return the seats the site acts for that have a pack before them, in running drafts. Two queries."""
    seats = Seat.objects.filter(AUTOMATIC, pod__in=pod_ids, pod__drafted_at=None, pod__paused_at=None)
    found = list(seats.select_related("pod"))
    rounds = open_rounds({seat.pod for seat in found})
    return [seat for seat in found if rounds[seat.pod.pk].before(seat.number)]
