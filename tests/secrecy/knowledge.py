"""A table of what each role may know at each stage of an event, and the marks that reveal a leak.

Each copy of a card has its own token, which is the mark of that copy. Other marks are the ids of packs, the seed of the
event and the reasons of penalties. Refs and names of cards count too, except on pages with the public list of the set.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any
from uuid import UUID

from cards.selectors import card_set
from drafting.models import Deck, Pack, Pick, Pod, Registration, Seat
from drafting.selectors.open_round import open_round
from tests.secrecy.day import OFFICIALS, PLAYING_OFFICIALS, SecretDay
from tournaments.models import Event, Penalty

REF = re.compile(r"\bFL-\w\d\d\b|/cards/enemy/FL/\w\d\d\b")


@dataclass
class Information:
    """Secrets: marks (of copies, packs, seeds, penalties) and refs of cards, on a page or known to an account."""

    marks: set[str] = field(default_factory=set)
    refs: set[str] = field(default_factory=set)

    def __or__(self, other: "Information") -> "Information":
        return Information(self.marks | other.marks, self.refs | other.refs)


def nothing(seat: Seat) -> Information:
    return Information()


def pack_in_hand(seat: Seat) -> Information:
    waiting = open_round(seat.pod).packs_before(seat.number)
    if not waiting or seat.closed_at:
        return Information()
    copies = waiting[0].copies
    return Information({str(waiting[0].pk), *(copy.token for copy in copies)}, {copy.ref for copy in copies})


def own_pool(seat: Seat) -> Information:
    picks = Pick.objects.filter(seat=seat).values_list("token", "ref")
    return Information({token for token, _ref in picks}, {ref for _token, ref in picks})


def own_hands(seat: Seat) -> Information:
    """Return all cards that ``seat`` has seen: after the deck deadline, the draft log may show them."""
    known = own_pool(seat)
    for pick in Pick.objects.filter(seat=seat):
        known.refs |= set(Pick.objects.filter(pack=pick.pack_id, number__gte=pick.number).values_list("ref", flat=True))
    return known


def whole_event(seat: Seat) -> Information:
    return everything(Event.objects.get(pods__pod=seat.pod))


def decks(pod: Pod) -> Information:
    """Return the refs of the cards in submitted decks."""
    cards = Deck.objects.filter(seat__pod=pod, submitted_at__isnull=False).values_list("cards", flat=True)
    return Information(set(), {ref for deck in cards for ref in deck})


def pools(pod: Pod) -> Information:
    """Return the refs of all drafted cards: judges check decks against pools."""
    return decks(pod) | Information(set(), set(Pick.objects.filter(seat__pod=pod).values_list("ref", flat=True)))


def no_deck(pod: Pod) -> Information:
    return Information()


# stage: what a seat may know of its pod, what a judge or organizer who does not play may know of it, and whether the
# whole event is public. Spectators, scorekeepers and players of other pods may know nothing before the end. An official
# who plays may know no more than the other players do.
TABLE: dict[str, tuple[Callable[[Seat], Information], Callable[[Pod], Information], bool]] = {
    "sealed": (nothing, no_deck, False),  # DRF-2.1
    "drafting": (pack_in_hand, no_deck, False),  # DRF-2.11, DRF-2.14, DRF-2.15
    "drafted": (own_pool, no_deck, False),  # DRF-2.14
    "decks submitted": (own_hands, pools, False),  # DRF-2.13; decks are checked
    "finished": (whole_event, pools, True),  # the seed is public, and so is all that follows from it
}
JUDGES = ("Hana", "Tomas", "Ines")
HEAD_JUDGES = ("Tomas",)
POOL_OFFICIALS = (*JUDGES, "Otto")
EXAMPLE = {"FL-C01"}
"""Cards that forms use as examples."""


def stage(pod: Pod) -> str:
    """Return the row of the table that applies to ``pod`` now."""
    if Event.objects.filter(pods__pod=pod, finished_at__isnull=False).exists():
        return "finished"
    if pod.drafted_at:
        return "decks submitted" if pod.closed_at else "drafted"
    return "drafting" if pod.pack_round else "sealed"


def may_know(day: SecretDay, name: str) -> Information:
    """Return all that ``name`` may know now."""
    found = Information(set(), set(EXAMPLE)) | penalty_reasons(day, name)
    for pod in day.pods():
        of_seat, of_judge, public = TABLE[stage(pod)]
        if name in JUDGES and Event.objects.get(pods__pod=pod) == day.event:
            found |= of_judge(pod)
        if public:
            found |= everything(Event.objects.get(pods__pod=pod))
        if pod.is_paper_draft:
            found |= registered_pools(day, name, pod)
        for seat in day.seats(name):
            if seat.pod_id == pod.pk:
                found |= of_seat(seat)
    return found


def registered_pools(day: SecretDay, name: str, pod: Pod) -> Information:
    """Return the pools of a paper draft that ``name`` may see.

    These are their own pool, all pools for officials who do not play, and the pool that they have to check.
    """
    pools = Registration.objects.filter(seat__pod=pod).select_related("seat")
    if name in POOL_OFFICIALS and Event.objects.get(pods__pod=pod) == day.event:
        return Information(set(), {ref for pool in pools for ref in pool.cards})
    seats = {seat.number for seat in day.seats(name) if seat.pod_id == pod.pk}
    checked = {(number - 1) % pod.seats.count() for number in seats}
    found = Information()
    for pool in pools:
        waits = pool.handed_in_at is not None and pool.confirmed_at is None
        if pool.seat.number in seats or (waits and pool.seat.number in checked):
            found |= Information(set(), set(pool.cards))
    return found


def shown_on_request(name: str, address: str, data: dict[str, Any]) -> Information:
    """Return what a head judge may request of a seat, with a reason for the log: its pool and last pick."""
    if name not in HEAD_JUDGES or data.get("do") not in {"look", "pick"}:
        return Information()
    seat = Seat.objects.get(pod=UUID(address.split("/")[2]), number=int(data["seat"]) - 1)
    last = Pick.objects.filter(seat=seat).order_by("pack_round", "number").last()
    return own_pool(seat) | (_copies([last.pack]) if last and data["do"] == "pick" else Information())


def _copies(packs: list[Pack]) -> Information:
    """Return the copies left in ``packs``."""
    copies = [copy for pack in packs for copy in pack.copies]
    return Information({copy.token for copy in copies}, {copy.ref for copy in copies})


def everything(event: Event) -> Information:
    """Return all marks and refs of ``event``."""
    packs = Pack.objects.filter(pod__event_pod__event=event)
    copies = {tuple(copy) for pack in packs for copy in pack.contents}
    copies |= set(Pick.objects.filter(pack__in=packs).values_list("token", "ref"))
    seed = bytes(event.seed).hex()
    return Information(
        {seed, *(str(pack.pk) for pack in packs), *(token for token, _ref in copies)}, {ref for _, ref in copies}
    )


def penalty_reasons(day: SecretDay, name: str) -> Information:
    """Return the reasons of penalties: all for officials, and their own approved ones for players."""
    found = Penalty.objects.filter(entry__event=day.event)
    if name not in {"Hana", *OFFICIALS, *PLAYING_OFFICIALS}:
        found = found.filter(entry__account=day.people.get(name), approved_at__isnull=False)
    return Information(set(found.values_list("reason", flat=True)))


def secrets(day: SecretDay) -> Information:
    """Return all secrets of both events."""
    reasons = Information(set(Penalty.objects.values_list("reason", flat=True)))
    return everything(day.event) | everything(day.other) | reasons


def leaks(text: str, hidden: Information, known: Information, *, public: bool = False) -> set[str]:
    """Return what ``text`` reveals of ``hidden`` beyond ``known``; with ``public``, printed cards do not count."""
    found = {mark for mark in hidden.marks - known.marks if mark in text}
    if public:
        return found
    return (
        found | (refs_in(text) - known.refs) | {name for name in _names_beyond(frozenset(known.refs)) if name in text}
    )


def refs_in(text: str) -> set[str]:
    """Return the refs of cards in ``text``, from its words and the addresses of its pictures."""
    return {f"FL-{ref[-3:]}" for ref in REF.findall(text)}


@cache
def _names_beyond(refs: frozenset[str]) -> frozenset[str]:
    """Return the names of all cards except ``refs``, without names that occur on those cards or in the set's name."""
    names, texts = _printed()
    known = " ".join([texts[""], *(texts[ref] for ref in refs if ref in texts)])
    return frozenset(escape(name) for name in names if name not in known)


@cache
def _printed() -> tuple[list[str], dict[str, str]]:
    """Return the names of all cards of the set, and the full text of each by its ref; "" has the set's name."""
    first_light = card_set("enemy", "FL")
    names = [card.name.in_language("en") for card in first_light.cards]
    return names, {"": str(first_light.name), **{card.ref: str(card) for card in first_light.cards}}
