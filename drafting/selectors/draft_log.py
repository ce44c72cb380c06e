"""A draft that is over, for those who may look back on it: who that is, and what happened."""

import uuid
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import Count
from django.http import Http404

from drafting import ports
from drafting.models import Pick, Pod, Seat
from drafting.rules.draft_log import DraftLog, HeldPack, TakenCopy
from drafting.selectors.seat_view import JsonObject, seats_with_names
from gameplay.engine.core.errors import RulesError, _

EVERYBODY, OWN, NOBODY = "everybody", "own", "nobody"
"""What the apps above say of a draft's log: it is open to the asker, own picks are, or none of it ever is."""


class LogSealedError(RulesError):
    """A log is a set of notes: nobody has any before all decks are in."""

    code = "draft_log_sealed"
    clause = "DRF-2.13"
    sentence = _("You can look back on your draft once all decks of your pod are in.")
    is_state_conflict = True


class NoLogError(RulesError):
    """The event keeps its drafts closed for good."""

    code = "no_draft_log"
    sentence = _("In this event nobody looks back on a draft.")


class DraftLogAccess(NamedTuple):
    """A pod whose log may be read: all of it, or what went through the hands of ``seat``."""

    pod: Pod
    seat: Seat | None
    whole: bool


def draft_log_access(account: Any, pod_id: uuid.UUID) -> DraftLogAccess:
    """Return what ``account`` may read of the log of a pod.

    Raises Http404 for who never may and for packs that nobody passed, LogSealedError or NoLogError for who sat there. Three queries and those of the
    apps above.
    """
    pod = Pod.objects.filter(pk=pod_id, published_at__isnull=False).first()
    asked = pod or Pod(pk=pod_id)  # as much is done for one that does not exist
    seat = Seat.objects.select_related("pod").filter(pod=asked, player=account.pk).first()
    said = ports.pod_host().draft_log_scope(account, asked) or OWN
    if pod is None or pod.draft_format.sealed or pod.is_paper_draft:
        raise Http404
    if said == EVERYBODY and pod.drafted_at:
        return DraftLogAccess(pod, seat, whole=True)
    if seat is None:
        raise Http404
    if said == NOBODY:
        raise NoLogError
    if pod.closed_at is None:
        raise LogSealedError
    return DraftLogAccess(pod, seat, whole=False)


def draft_log(pod: Pod) -> DraftLog:
    """Return what was picked in ``pod``. Two queries."""
    return _logs({pod.pk: pod.seats.count()}).get(pod.pk, DraftLog(0, {}))


def draft_logs(pods: Sequence[Pod]) -> list[DraftLog]:
    """Return what was picked in each of ``pods``, those with a pick. Two queries."""
    seats = Seat.objects.filter(pod__in=pods).order_by().values_list("pod").annotate(Count("pk"))
    return list(_logs(dict(seats)).values())


def draft_log_json(log_access: DraftLogAccess) -> JsonObject:
    """Return as JSON what may be read: every hand in order, its pack by ref, and the card that was taken.

    What became of the other cards of a pack is told only where everybody's picks are. Three queries, and those of the
    apps above.
    """
    pod, log = log_access.pod, draft_log(log_access.pod)
    seats = seats_with_names(pod)
    return {
        "pod": str(pod.pk),
        "label": pod.label,
        "game": pod.game,
        "whole": log_access.whole,
        "seats": [{"seat": seat.number + 1, "name": seat.name} for seat in seats],
        "picks": [_held_pack_json(hand) for hand in _readable(log, log_access)],
    }


def _logs(seats: dict[uuid.UUID, int]) -> dict[uuid.UUID, DraftLog]:
    """Return the logs of the pods that have ``seats``, those with a pick. One query."""
    packs: dict[uuid.UUID, dict[tuple[int, int], list[TakenCopy]]] = {}
    picks = Pick.objects.filter(pack__pod__in=seats).order_by("number")
    fields = ("pack__pod", "pack_round", "pack__opener", "number", "seat__number", "ref", "by")
    for pod, pack_round, opener, *taken in picks.values_list(*fields):
        packs.setdefault(pod, {}).setdefault((pack_round, opener), []).append(TakenCopy(*taken))
    return {pod: DraftLog(seats[pod], found) for pod, found in packs.items()}


def _readable(log: DraftLog, found: DraftLogAccess) -> Iterator[HeldPack]:
    if found.whole:
        return (hand for moment in log.moments() for hand in log.held_packs(moment))
    return log.packs_held_by(found.seat.number) if found.seat else iter(())


def _held_pack_json(hand: HeldPack) -> JsonObject:
    return {
        "pack_round": hand.moment.pack_round,
        "number": hand.moment.number,
        "seat": hand.seat + 1,
        "opener": hand.opener + 1,
        "taken": hand.taken.ref if hand.taken else None,
        "by": hand.taken.by if hand.taken else None,
        "pack": sorted(card.ref for card in hand.cards),
        "comes_back": sorted(card.ref for card in hand.cards if hand.will_wheel(card)),
    }
