"""The open pack round of a pod: its packs and their positions."""

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
    """A substitute acts for the seat, not its player."""

    code = "substituted"
    sentence = _("A substitute is playing for you. Take your seat back first.")
    is_state_conflict = True


# SQLite has one writer at a time and needs no lock. PostgreSQL locks in a way (no_key) that lets rows refer to the pod.
LOCK_POD_QUERY = CompiledSelect(
    lambda: Pod.objects.select_for_update(no_key=True).filter(pk=POD_PARAM, published_at__isnull=False)
)
# Accounts without a seat do not find the pod: they learn nothing, and do not block its players.
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
    """The packs of the open round by opener, including empty ones: one for each seat, or none before the first round.

    ``seats``, by number, are only set if the round was locked for a change.
    """

    pod: Pod
    packs: Sequence[Pack]
    seats: Sequence[Seat] = ()

    @property
    def is_drafted(self) -> bool:
        """Whether every card of the round is taken."""
        return not any(pack.contents for pack in self.packs)

    @property
    def pod_table(self) -> passing.PodTable:
        hops = {pack.opener: pack.hops for pack in self.packs if pack.contents}
        return passing.PodTable(seats=len(self.packs), pack_round=self.pod.pack_round, hops=hops)

    def packs_before(self, seat_number: int) -> list[Pack]:
        """Return the packs in front of a seat, the current one first."""
        return [self.packs[opener] for opener in self.pod_table.queue(seat_number)]

    def queues(self) -> list[list[Pack]]:
        """Return the result of `packs_before` for every seat."""
        packs = self.packs
        return [[packs[opener] for opener in queue] for queue in self.pod_table.queues()]

    def holder_of(self, pack: Pack) -> int:
        """Return the number of the seat that holds ``pack``."""
        return passing.holder_of(pack.opener, pack.hops, pack.pack_round, len(self.packs))

    def acting_seat_of(self, account: Account) -> Seat:
        """Return the seat at which ``account`` acts. Raises Http404 if there is none (any more), SubstitutedError."""
        for seat in self.seats:
            if is_acting_for(seat, account):
                return seat
        raise Http404

    @property
    def has_automatic_seats(self) -> bool:
        return any(seat.is_automatic for seat in self.seats)


def is_acting_for(seat: Seat, account: Account) -> bool:
    """Return whether ``account`` acts for ``seat``. Raises SubstitutedError for a player with a substitute."""
    if seat.player_id == account.pk and seat.substitute_id:
        raise SubstitutedError
    return bool(seat.acting_id == account.pk)


def open_round(pod: Pod) -> OpenRound:
    """Return the open round of ``pod``. One query."""
    return OpenRound(pod, PACKS_QUERY.fetch(pod=pod.pk, pack_round=pod.pack_round))


def lock_round(pod_id: uuid.UUID) -> OpenRound:
    """Return the open round of a pod, locked until the transaction ends.

    Three queries: rows that PostgreSQL read before it waited for the lock would be outdated. Raises Http404 if the
    seating of the pod is not published.
    """
    return _locked(LOCK_POD_QUERY.fetch(pod=pod_id))


def lock_own_round(account: Account, pod_id: uuid.UUID) -> OpenRound:
    """Like `lock_round`, for a pod at which ``account`` is a player or a substitute. Raises Http404 for other pods.

    A forbidden pod and a missing one both take one query.
    """
    return _locked(LOCK_OWN_POD_QUERY.fetch(pod=pod_id, account=account.pk))


def _locked(pods: Sequence[Pod]) -> OpenRound:
    if not pods:
        raise Http404
    return round_with_seats(pods[0])


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
    """Return the automatic seats with a pack in front of them, in running drafts. Two queries."""
    seats = Seat.objects.filter(AUTOMATIC_SEATS, pod__in=pod_ids, pod__drafted_at=None, pod__paused_at=None)
    candidates = list(seats.filter(paused_at=None).select_related("pod"))
    rounds = open_rounds({seat.pod for seat in candidates})
    return [seat for seat in candidates if rounds[seat.pod.pk].packs_before(seat.number)]
