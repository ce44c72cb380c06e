"""What each may know at each moment, in one table, and the marks by which more than that is found out.

Every copy of a card has a token of its own: it is the mark that this copy was told of. The refs and names of cards
are looked for too, except where the set's own public list tells them; and the ids of packs, the event's seed, and the reasons of penalties.
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
class Known:
    """Marks: those of copies, packs, seeds and penalties, and refs of printed cards."""

    marks: set[str] = field(default_factory=set)
    refs: set[str] = field(default_factory=set)

    def __or__(self, other: "Known") -> "Known":
        return Known(self.marks | other.marks, self.refs | other.refs)


def nothing(seat: Seat) -> Known:
    return Known()


def pack_in_hand(seat: Seat) -> Known:
    waiting = open_round(seat.pod).packs_before(seat.number)
    if not waiting or seat.closed_at:
        return Known()
    copies = waiting[0].copies
    return Known({str(waiting[0].pk), *(copy.token for copy in copies)}, {copy.ref for copy in copies})


def own_pool(seat: Seat) -> Known:
    picks = Pick.objects.filter(seat=seat).values_list("token", "ref")
    return Known({token for token, _ref in picks}, {ref for _token, ref in picks})


def own_hands(seat: Seat) -> Known:
    """All that went through the hands of ``seat``: a log of it is no set of notes any more."""
    known = own_pool(seat)
    for pick in Pick.objects.filter(seat=seat):
        known.refs |= set(Pick.objects.filter(pack=pick.pack_id, number__gte=pick.number).values_list("ref", flat=True))
    return known


def whole_event(seat: Seat) -> Known:
    return everything(Event.objects.get(pods__pod=seat.pod))


def decks(pod: Pod) -> Known:
    """The decks that were handed in, by the refs of their cards."""
    cards = Deck.objects.filter(seat__pod=pod, submitted_at__isnull=False).values_list("cards", flat=True)
    return Known(set(), {ref for deck in cards for ref in deck})


def pools(pod: Pod) -> Known:
    """All that was drafted, by the refs of the cards: a deck is checked against its pool."""
    return decks(pod) | Known(set(), set(Pick.objects.filter(seat__pod=pod).values_list("ref", flat=True)))


def no_deck(pod: Pod) -> Known:
    return Known()


# moment: what a seat may know of its pod, what a judge or organizer who does not play, and whether everybody may know
# all of the event. Who watches, keeps scores or plays elsewhere learns nothing before the end, and an official who
# plays nothing beyond their own seat (AC-J8, S41).
TABLE: dict[str, tuple[Callable[[Seat], Known], Callable[[Pod], Known], bool]] = {
    "sealed": (nothing, no_deck, False),  # DRF-2.1
    "drafting": (pack_in_hand, no_deck, False),  # DRF-2.11, DRF-2.14, DRF-2.15
    "drafted": (own_pool, no_deck, False),  # DRF-2.14, S5
    "decks in": (own_hands, pools, False),  # DRF-2.13; decks are checked
    "over": (whole_event, pools, True),  # the seed is revealed, and all that follows from it
}
JUDGING = ("Hana", "Tomas", "Ines")
LOOKING = ("Tomas",)
WRITING = (*JUDGING, "Otto")
EXAMPLE = {"FL-C01"}
"""What stands in a form as an example of a card."""


def moment(pod: Pod) -> str:
    """The row of the table that holds for ``pod`` now."""
    if Event.objects.filter(pods__pod=pod, finished_at__isnull=False).exists():
        return "over"
    if pod.drafted_at:
        return "decks in" if pod.closed_at else "drafted"
    return "drafting" if pod.pack_round else "sealed"


def may_know(day: SecretDay, name: str) -> Known:
    """All that ``name`` may know now."""
    found = Known(set(), set(EXAMPLE)) | noted(day, name)
    for pod in day.pods():
        of_seat, of_judge, public = TABLE[moment(pod)]
        if name in JUDGING and Event.objects.get(pods__pod=pod) == day.event:
            found |= of_judge(pod)
        if public:
            found |= everything(Event.objects.get(pods__pod=pod))
        if pod.is_paper_draft:
            found |= registered(day, name, pod)
        for seat in day.seats(name):
            if seat.pod_id == pod.pk:
                found |= of_seat(seat)
    return found


def registered(day: SecretDay, name: str, pod: Pod) -> Known:
    """What was drafted at a table: for its player, for officials who do not play, and for the neighbour on the left while
    it waits to be checked."""
    pools = Registration.objects.filter(seat__pod=pod).select_related("seat")
    if name in WRITING and Event.objects.get(pods__pod=pod) == day.event:
        return Known(set(), {ref for pool in pools for ref in pool.cards})
    seats = {seat.number for seat in day.seats(name) if seat.pod_id == pod.pk}
    checked = {(number - 1) % pod.seats.count() for number in seats}
    found = Known()
    for pool in pools:
        waits = pool.handed_in_at is not None and pool.confirmed_at is None
        if pool.seat.number in seats or (waits and pool.seat.number in checked):
            found |= Known(set(), set(pool.cards))
    return found


def looked_at(name: str, address: str, data: dict[str, Any]) -> Known:
    """What a head judge who does not play is shown of a seat on asking, with a reason, in the log: its pool, its last pick."""
    if name not in LOOKING or data.get("do") not in {"look", "pick"}:
        return Known()
    seat = Seat.objects.get(pod=UUID(address.split("/")[2]), number=int(data["seat"]) - 1)
    last = Pick.objects.filter(seat=seat).order_by("pack_round", "number").last()
    return own_pool(seat) | (_copies([last.pack]) if last and data["do"] == "pick" else Known())


def _copies(packs: list[Pack]) -> Known:
    """What is left in ``packs``."""
    copies = [copy for pack in packs for copy in pack.copies]
    return Known({copy.token for copy in copies}, {copy.ref for copy in copies})


def everything(event: Event) -> Known:
    """All there is to know of ``event``."""
    packs = Pack.objects.filter(pod__event_pod__event=event)
    copies = {tuple(copy) for pack in packs for copy in pack.contents}
    copies |= set(Pick.objects.filter(pack__in=packs).values_list("token", "ref"))
    seed = bytes(event.seed).hex()
    return Known(
        {seed, *(str(pack.pk) for pack in packs), *(token for token, _ref in copies)}, {ref for _, ref in copies}
    )


def noted(day: SecretDay, name: str) -> Known:
    """The reasons of penalties: for officials those of their event, for players their own once they are given."""
    found = Penalty.objects.filter(entry__event=day.event)
    if name not in {"Hana", *OFFICIALS, *PLAYING_OFFICIALS}:
        found = found.filter(entry__account=day.people.get(name), approved_at__isnull=False)
    return Known(set(found.values_list("reason", flat=True)))


def secrets(day: SecretDay) -> Known:
    """All there is to find out."""
    reasons = Known(set(Penalty.objects.values_list("reason", flat=True)))
    return everything(day.event) | everything(day.other) | reasons


def leaks(text: str, hidden: Known, known: Known, *, public: bool = False) -> set[str]:
    """Return what of ``hidden`` stands in ``text`` beyond ``known``; ``public`` where any printed card may stand."""
    found = {mark for mark in hidden.marks - known.marks if mark in text}
    if public:
        return found
    return (
        found | (refs_in(text) - known.refs) | {name for name in _names_beyond(frozenset(known.refs)) if name in text}
    )


def refs_in(text: str) -> set[str]:
    """The refs of cards that ``text`` names, in words or as pictures."""
    return {f"FL-{ref[-3:]}" for ref in REF.findall(text)}


@cache
def _names_beyond(refs: frozenset[str]) -> frozenset[str]:
    """The names of cards but ``refs``, unless one of these, or the set's own name, holds them."""
    names, told = _printed()
    known = " ".join([told[""], *(told[ref] for ref in refs if ref in told)])
    return frozenset(escape(name) for name in names if name not in known)


@cache
def _printed() -> tuple[list[str], dict[str, str]]:
    """The name of every card of the set, and all that stands on each by its ref; under "" the set's own name."""
    first_light = card_set("enemy", "FL")
    names = [card.name.in_language("en") for card in first_light.cards]
    return names, {"": str(first_light.name), **{card.ref: str(card) for card in first_light.cards}}
