"""Logs of finished drafts, and access to them."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count
from django.http import Http404

from cards.selectors import get_displayed_card
from drafting import ports
from drafting.models import Pick, Pod, Seat
from drafting.rules.draft_log import DraftLog, HeldPack, TakenCopy
from drafting.selectors.seat_view import JsonObject, seats_with_names
from gameplay.engine.core.errors import RulesError, _

DRAFT_LOG_COLUMNS = (
    "pack",
    "pick",
    "seat",
    "player",
    "opened_by",
    "taken",
    "title",
    "by",
    "cards",
    "pack_contents",
)
EVERYBODY, OWN, NOBODY = "everybody", "own", "nobody"
"""Scopes of a draft log that the event grants: all picks, the own picks, or none."""


class LogSealedError(RulesError):
    """Draft logs count as notes, so they are sealed until all decks are in."""

    code = "draft_log_sealed"
    clause = "DRF-2.13"
    sentence = _("Your draft log opens when all decks of your pod are in.")
    is_state_conflict = True


class NoLogError(RulesError):
    """The event never publishes its draft logs."""

    code = "no_draft_log"
    sentence = _("This event does not publish draft logs.")


class DraftLogAccess(NamedTuple):
    """A pod and the readable part of its log: the ``whole`` log, or the packs that ``seat`` held."""

    pod: Pod
    seat: Seat | None
    whole: bool


def draft_log_access(account: Any, pod_id: uuid.UUID) -> DraftLogAccess:
    """Return the part of the log of a pod that ``account`` may read.

    Raises Http404 for accounts without access, and for paper drafts and sealed events. Raises LogSealedError or
    NoLogError for players of the pod. Three queries, and those of the host.
    """
    pod = Pod.objects.filter(pk=pod_id, published_at__isnull=False).first()
    checked = pod or Pod(pk=pod_id)  # same steps for a missing pod
    seat = Seat.objects.select_related("pod").filter(pod=checked, player=account.pk).first()
    scope = ports.pod_host().draft_log_scope(account, checked) or OWN
    if pod is None or pod.draft_format.sealed or pod.is_paper_draft:
        raise Http404
    if scope == EVERYBODY and pod.drafted_at:
        return DraftLogAccess(pod, seat, whole=True)
    if seat is None:
        raise Http404
    if scope == NOBODY:
        raise NoLogError
    if pod.closed_at is None:
        raise LogSealedError
    return DraftLogAccess(pod, seat, whole=False)


def draft_log(pod: Pod) -> DraftLog:
    """Return the log of ``pod``. Two queries."""
    return _logs({pod.pk: pod.seats.count()}).get(pod.pk, DraftLog(0, {}))


def draft_logs(pods: Sequence[Pod]) -> list[DraftLog]:
    """Return the logs of those of ``pods`` that have picks. Two queries."""
    seats = Seat.objects.filter(pod__in=pods).order_by().values_list("pod").annotate(Count("pk"))
    return list(_logs(dict(seats)).values())


def draft_log_json(log_access: DraftLogAccess) -> JsonObject:
    """Return the readable log as JSON: every held pack in order, with its refs and the card that was taken.

    It shows who took the other cards only if the whole log is readable. Three queries, and those of the host.
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


def draft_log_rows(log: JsonObject, language: str) -> list[tuple[Any, ...]]:
    """Return a log, as `draft_log_json` returns it, as a table with DRAFT_LOG_COLUMNS: one row for each pick."""
    names = {seat["seat"]: seat["name"] for seat in log["seats"]}
    return [_table_row(pick, names, log["game"], language) for pick in log["picks"]]


def _table_row(pick: JsonObject, names: Mapping[int, str], game: str, language: str) -> tuple[Any, ...]:
    where = (pick["pack_round"], pick["number"], pick["seat"], names[pick["seat"]], pick["opener"])
    title = get_displayed_card(game, pick["taken"], language).face.name if pick["taken"] else None
    return (*where, pick["taken"], title, pick["by"], len(pick["pack"]), " ".join(pick["pack"]))


def _logs(seats: dict[uuid.UUID, int]) -> dict[uuid.UUID, DraftLog]:
    """Return the logs of pods that have picks; ``seats`` has the number of seats of each pod. One query."""
    packs: dict[uuid.UUID, dict[tuple[int, int], list[TakenCopy]]] = {}
    picks = Pick.objects.filter(pack__pod__in=seats).order_by("number")
    fields = ("pack__pod", "pack_round", "pack__opener", "number", "seat__number", "ref", "by")
    for pod, pack_round, opener, *taken in picks.values_list(*fields):
        packs.setdefault(pod, {}).setdefault((pack_round, opener), []).append(TakenCopy(*taken))
    return {pod: DraftLog(seats[pod], pod_packs) for pod, pod_packs in packs.items()}


def _readable(log: DraftLog, log_access: DraftLogAccess) -> Iterator[HeldPack]:
    if log_access.whole:
        return (hand for moment in log.moments() for hand in log.held_packs(moment))
    return log.packs_held_by(log_access.seat.number) if log_access.seat else iter(())


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
