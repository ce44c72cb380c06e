"""The draft as the desk sees it: the progress of each pod, never a card."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from cards.languages import join_list
from drafting.models import Deck, Pack, Pod, Seat
from drafting.rules.passing import LEFT, direction, holder_of, pick_of_fullest
from drafting.selectors.deck_faults import DeckCounts, deck_counts
from drafting.selectors.pod_map import disconnected_seats, pack_count_texts
from gameplay.engine.core.errors import _
from tournaments.models import Event, EventPod
from tournaments.selectors.seats import current_pods

MAX_PODS_FOLLOWED = 16  # a live stream can follow twenty streams at most


@dataclass(frozen=True, slots=True)
class PodMonitor:
    """A pod as its officials see it; ``seats`` are for parts/pod_map.html, ``pick`` is that of its fullest pack.

    ``decks`` counts, during deck building, illegal decks by broken rule; only for officials who do not play.
    """

    number: int
    pod: Pod
    direction: str
    seats: Sequence[Mapping[str, Any]]
    submitted: int
    pick: int
    decks: DeckCounts | None = None

    @property
    def state(self) -> str:
        """The state of the pod as a message with the placeholders of ``fields``."""
        if self.pod.closed_at:
            return _("All decks are in.")
        if self.pod.drafted_at:
            return _("Building decks: {submitted} of {seats} are in.")
        if self.pod.is_paper_draft:
            return _("Drafting at the table.")
        if not self.pod.pack_round:
            return _("Packs are sealed.")
        return (
            _("Pack {pack_round} of {packs}, pick {pick} of {picks}")
            if self.pick
            else _("Pack {pack_round} of {packs}")
        )

    @property
    def fields(self) -> dict[str, Any]:
        counts = {"submitted": self.submitted, "seats": len(self.seats)}
        packs = {"pack_round": self.pod.pack_round, "packs": self.pod.draft_format.packs}
        return counts | packs | {"pick": self.pick, "picks": self.pod.draft_format.pack_size}

    @property
    def fields_of_any_pick(self) -> dict[str, Any]:
        """Like `fields`, with {pick} as the pick: pod_updates.js replaces it."""
        return self.fields | {"pick": "{pick}"}

    @property
    def pack_counts(self) -> str:
        """The texts for all possible numbers of packs at a seat, from 0, separated by "|"."""
        return "|".join(pack_count_texts(len(self.seats)))


def pod_monitors(
    event: Event, *, numbers: Collection[int] | None = None, for_staff: bool = False, with_deck_faults: bool = False
) -> list[PodMonitor]:
    """Return the pods of the current draft of ``event`` in order, or only those with these ``numbers``.

    With ``for_staff`` disconnected players are marked, with ``with_deck_faults`` illegal decks are counted. Makes five
    queries for any number of pods; four more during deck building with ``with_deck_faults``.
    """
    shown = current_pods(event) if numbers is None else event.pods.filter(number__in=numbers)
    number_of = dict(shown.values_list("pod_id", "number"))
    pods = Pod.objects.in_bulk(number_of)
    seats = list(Seat.objects.filter(pod__in=pods).order_by("number"))
    names = dict(event.entries.filter(account__seats__in=seats).values_list("account_id", "name"))
    packs = list(Pack.objects.filter(pod__in=pods).exclude(contents=[]))
    submitted = set(Deck.objects.filter(seat__in=seats, submitted_at__isnull=False).values_list("seat_id", flat=True))
    at_pod: dict[Any, list[Seat]] = {key: [] for key in number_of}
    for seat in seats:
        seat.pod = pods[seat.pod_id]  # one instance for all seats, so that its card pool is loaded once
        at_pod[seat.pod_id].append(seat)
    building = [seat for seat in seats if with_deck_faults and seat.pod.drafted_at and not seat.pod.closed_at]
    decks = deck_counts(building) if building else {}
    notes = {seat.pk: [_note(seat.pod, seat, seat.pk in submitted)] for seat in seats}
    for key in disconnected_seats(seats) if for_staff else ():
        notes[key].append(gettext("no connection"))
    open_packs: dict[Any, list[Pack]] = {key: [] for key in number_of}
    for pack in packs:
        open_packs[pack.pod_id].append(pack)
    return [
        _monitor(
            number,
            pods[key],
            at_pod[key],
            open_packs[key],
            submitted=submitted,
            names=names,
            notes=notes,
            decks=decks.get(key),
        )
        for key, number in number_of.items()
    ]


def labelled(event_pods: QuerySet[EventPod]) -> QuerySet[EventPod]:
    """Return ``event_pods`` in order, with only their numbers and labels loaded. Makes one query."""
    return event_pods.select_related("pod").only("event", "number", "joins", "pod__label")


def pod_streams_to_follow(event: Event) -> list[str]:
    """Return the streams of the pods, including late entries', with missing decks. Makes one query."""
    pods = event.pods.filter(pod__closed_at=None).values_list("pod_id", flat=True)
    return [f"pod/{pod}" for pod in pods[:MAX_PODS_FOLLOWED]]


def pods_paused_together(event: Event) -> QuerySet[Pod]:
    """Return the pods that were paused together with all others of ``event`` and not resumed since."""
    return Pod.objects.filter(event_pod__event=event, paused_at=F("event_pod__event__drafts_paused_at"))


def _monitor(
    number: int,
    pod: Pod,
    seats: Sequence[Seat],
    packs: Sequence[Pack],
    *,
    submitted: set[Any],
    names: Mapping[Any, str],
    notes: Mapping[Any, Sequence[str]],
    decks: DeckCounts | None,
) -> PodMonitor:
    queues = [0] * len(seats)
    open_packs = [pack for pack in packs if pack.pack_round == pod.pack_round]
    for pack in open_packs:
        queues[holder_of(pack.opener, pack.hops, pack.pack_round, len(seats))] += 1
    shown = [
        {
            "name": names[seat.player_id],
            "packs": range(queues[seat.number]),
            "note": join_list(filter(None, notes[seat.pk])),
            "gone": seat.is_automatic,
            "submitted": seat.pk in submitted,
        }
        for seat in seats
    ]
    way = "left" if direction(max(pod.pack_round, 1)) == LEFT else "right"
    pick = pick_of_fullest([len(pack.contents) for pack in open_packs], pod.draft_format.pack_size)
    return PodMonitor(number, pod, way, shown, sum(seat.pk in submitted for seat in seats), pick, decks)


def _note(pod: Pod, seat: Seat, submitted: bool) -> str:
    if seat.closed_at:
        return gettext("closed")
    if pod.drafted_at:
        return gettext("deck in") if submitted else gettext("building")
    if seat.paused_at:
        return gettext("paused")
    return gettext("bot") if seat.bot else ""
