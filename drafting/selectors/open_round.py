"""The packs that are open now, and whose turn it is to pick from them."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, IntegerField, OuterRef
from django.http import Http404

from drafting.models import Pack, Pod, Seat
from drafting.rules import passing
from drafting.selectors.access import ACCOUNT_PARAM, AUTOMATIC_SEATS, POD_PARAM, acts_at_q
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Account


class SubstitutedError(RulesError):
    """Of two people one acts for a seat."""

    code = "substituted"
    sentence = _("Somebody acts for you. Take your seat back first.")
    is_state_conflict = True


# SQLite has one writer at a time and needs no lock. PostgreSQL locks in a way (no_key) that lets rows refer to the pod.
LOCK_POD_QUERY = CompiledSelect(
    lambda: Pod.objects.select_for_update(no_key=True).filter(pk=POD_PARAM, published_at__isnull=False)
)
# For strangers the row of a pod is not there: they find out nothing by it, and keep nobody waiting.
LOCK_OWN_POD_QUERY = CompiledSelect(
    lambda: Pod.objects.select_for_update(no_key=True).filter(
        Exists(Seat.objects.filter(acts_at_q(ACCOUNT_PARAM), pod=OuterRef("pk"))),
        pk=POD_PARAM,
        published_at__isnull=False,
    )
)
SEATS_QUERY = CompiledSelect(lambda: Seat.objects.filter(pod=POD_PARAM).order_by("number"))
PACKS_QUERY = CompiledSelect(
    lambda: Pack.objects.filter(pod=POD_PARAM, pack_round=BindParam("pack_round", IntegerField())).order_by("opener")
)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The packs of the open round by opener, the empty ones too: as many as the pod has seats; none before the first.

    ``seats`` are there, by number, if the round was read to be changed.
    """

    pod: Pod
    packs: Sequence[Pack]
    seats: Sequence[Seat] = ()

    @property
    def is_drafted(self) -> bool:
        """Whether every card of it is taken."""
        return not any(pack.contents for pack in self.packs)

    @property
    def pod_table(self) -> passing.PodTable:
        hops = {pack.opener: pack.hops for pack in self.packs if pack.contents}
        return passing.PodTable(seats=len(self.packs), pack_round=self.pod.pack_round, hops=hops)

    def packs_before(self, seat_number: int) -> list[Pack]:
        """Return the packs before a seat, the one to pick from first."""
        return [self.packs[opener] for opener in self.pod_table.queue(seat_number)]

    def queues(self) -> list[list[Pack]]:
        """Return the packs before every seat, by seat, each as `before` does."""
        packs = self.packs
        return [[packs[opener] for opener in queue] for queue in self.pod_table.queues()]

    def holder_of(self, pack: Pack) -> int:
        """Return the number of the seat before which ``pack`` lies."""
        return passing.holder_of(pack.opener, pack.hops, pack.pack_round, len(self.packs))

    def acting_seat_of(self, account: Account) -> Seat:
        """Return the seat at which ``account`` acts. Raises Http404 for who does not sit here any more, SubstitutedError."""
        for seat in self.seats:
            if is_acting_for(seat, account):
                return seat
        raise Http404

    @property
    def has_automatic_seats(self) -> bool:
        return any(seat.is_automatic for seat in self.seats)


def is_acting_for(seat: Seat, account: Account) -> bool:
    """Whether ``account`` picks and builds at ``seat``. Raises SubstitutedError for its player while somebody else does."""
    if seat.player_id == account.pk and seat.substitute_id:
        raise SubstitutedError
    return bool(seat.acting_id == account.pk)


def open_round(pod: Pod) -> OpenRound:
    """One query."""
    return OpenRound(pod, PACKS_QUERY.fetch(pod=pod.pk, pack_round=pod.pack_round))


def lock_round(pod_id: uuid.UUID) -> OpenRound:
    """Return the open round of a pod; nobody else changes anything there until the transaction ends.

    Three queries: what was read before PostgreSQL had waited for the lock would be old. Raises Http404 for a pod
    nobody may see yet.
    """
    return _locked(LOCK_POD_QUERY.fetch(pod=pod_id))


def lock_own_round(account: Account, pod_id: uuid.UUID) -> OpenRound:
    """Like `locked_round`, of a pod at which ``account`` sits or stands in. Raises Http404 for any other.

    As much is asked for a pod that is not theirs as for none: one query.
    """
    return _locked(LOCK_OWN_POD_QUERY.fetch(pod=pod_id, account=account.pk))


def _locked(found: Sequence[Pod]) -> OpenRound:
    if not found:
        raise Http404
    return round_with_seats(found[0])


def round_with_seats(pod: Pod) -> OpenRound:
    """Return the open round of ``pod`` with its seats. Two queries."""
    seats = SEATS_QUERY.fetch(pod=pod.pk)
    for seat in seats:
        seat.pod = pod
    return OpenRound(pod, PACKS_QUERY.fetch(pod=pod.pk, pack_round=pod.pack_round), seats)


def open_rounds(pods: Collection[Pod]) -> dict[uuid.UUID, OpenRound]:
    """Return the open round of each of ``pods`` by id. One query."""
    packs: dict[uuid.UUID, list[Pack]] = {pod.pk: [] for pod in pods}
    for pack in Pack.objects.filter(pod__in=pods, pack_round=F("pod__pack_round")).order_by("pod", "opener"):
        packs[pack.pod_id].append(pack)
    return {pod.pk: OpenRound(pod, packs[pod.pk]) for pod in pods}


def automatic_seats_to_move(pod_ids: Collection[uuid.UUID]) -> list[Seat]:
    """Return the seats the site acts for that have a pack before them, in running drafts. Two queries."""
    seats = Seat.objects.filter(AUTOMATIC_SEATS, pod__in=pod_ids, pod__drafted_at=None, pod__paused_at=None)
    found = list(seats.filter(paused_at=None).select_related("pod"))
    rounds = open_rounds({seat.pod for seat in found})
    return [seat for seat in found if rounds[seat.pod.pk].packs_before(seat.number)]
