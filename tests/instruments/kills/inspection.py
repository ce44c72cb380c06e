"""Whether a pod is what its people were told it is: read from the tables, by arithmetic of its own.

Nothing here asks the selectors that the site answers with.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.passing import PICKED_BY_CLOCK, PICKED_BY_PEOPLE, PickedBy, display_order
from drafting.rules.timing import GRACE
from gameplay.infrastructure import log
from gameplay.infrastructure.idempotency import key_digest
from gameplay.models import Answer, LogEntry
from tests.instruments.kills.observations import ClientRequest, Observations

SealedPacks = Mapping[str, Mapping[str, str]]
"""What each pack held when it was sealed: refs by token, by the pack's id."""
PICKS = frozenset({"pick", "pick_by_clock"})
LOG_PRECISION = timedelta(seconds=1)  # the log tells by how many whole seconds deadlines were pushed


def sealed_packs(pods: Iterable[Pod]) -> SealedPacks:
    """Return what the packs of ``pods`` hold now, before anybody has opened one."""
    return {str(pack.pk): dict(pack.contents) for pack in Pack.objects.filter(pod__in=list(pods))}


@contextmanager
def consistent_snapshot() -> Iterator[None]:
    """Let everything that is read within be of one moment: the bots of the site and its clock go on."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


class Inspection:
    """One pod at one moment, with nothing under way."""

    def __init__(self, pod_id: Any, sealed: SealedPacks, observations: Observations) -> None:
        self.pod = Pod.objects.get(pk=pod_id)
        self.seats = list(Seat.objects.filter(pod=pod_id).order_by("number"))
        self.packs = list(Pack.objects.filter(pod=pod_id).order_by("pack_round", "opener"))
        self.picks = list(Pick.objects.filter(pack__pod=pod_id).select_related("seat").order_by("pack", "number"))
        self.entries = list(LogEntry.objects.filter(stream=self.pod.stream).order_by("number"))
        self.decks = {str(deck.seat_id): deck for deck in Deck.objects.filter(seat__pod=pod_id)}
        self._sealed, self._observations = sealed, observations
        own = {str(seat.pk) for seat in self.seats}
        self._requests = [asked for asked in observations.requests if asked.seat in own]
        self._picks_by_pack: dict[str, list[Pick]] = defaultdict(list)
        for pick in self.picks:
            self._picks_by_pack[str(pick.pack_id)].append(pick)

    def faults(self) -> list[str]:
        """Return everything that is not as it was told, or cannot be."""
        checks = (
            self._acknowledged_pick_faults,
            self._unrequested_pick_faults,
            self._pending_request_faults,
            self._card_faults,
            self._pack_path_faults,
            self._deadline_faults,
        )
        return [
            f"pod {self.pod.label}: {fault}"
            for check in (*checks, self._log_faults, self._deck_faults)
            for fault in check()
        ]

    def view_difference(self, seat_id: str, view: Mapping[str, Any]) -> str:
        """Say what of a seat's ``view`` does not follow from the tables; "" if it is right."""
        number = next(seat.number for seat in self.seats if str(seat.pk) == seat_id)
        queues = [len(self.queue(seat.number)) for seat in (*self.seats[number:], *self.seats[:number])]
        pack = view["pack"] or {}
        hand = {name: pack[name] for name in ("id", "number", "cards", "due_at") if pack}
        shown = [view["pack_round"], [seat["queue"] for seat in view["seats"]], hand]
        waiting = self.queue(number)
        expected = [self.pod.pack_round, queues, self._in_hand(waiting[0]) if waiting else {}]
        return "" if shown == expected else f"seat {number + 1} is shown {shown}, not {expected}"

    def _in_hand(self, pack: Pack) -> dict[str, Any]:
        refs = dict(pack.contents)
        order = display_order(list(refs), seed=bytes(self.pod.seed), label=pack.stream_label(self.pod), hops=pack.hops)
        cards = [{"token": token, "ref": refs[token]} for token in order]
        due = pack.due_at.isoformat() if pack.due_at else None
        return {"id": str(pack.pk), "number": pack.hops + 1, "cards": cards, "due_at": due}

    def deadline(self, pack: Pack) -> "Deadline | None":
        """Return when the clock takes a card from ``pack``, worked out anew; None for one that has no clock.

        It was set by whatever came last of: the packs opened, the pack passed on, the seat's own pick before.
        """
        at = self.holder(pack, pack.hops)
        allowance = self.pod.clock.allowance(len(pack.contents), extra_percent=self.seats[at].extra_percent)
        set_by = [
            entry
            for entry in self.entries
            if self._is_opening(entry, pack.pack_round)
            or self._is_pick(entry, pack.pack_round, at)
            or (pack.hops and self._is_pick(entry, pack.pack_round, self.holder(pack, pack.hops - 1), pack.hops))
        ]
        if not set_by or allowance is None or self.queue(at)[:1] != [pack]:
            return None
        later = [entry for entry in self.entries if entry.number > set_by[-1].number]
        return Deadline([set_by[-1].at + allowance]).pushed(later)

    def queue(self, number: int) -> list[Pack]:
        """Return the packs before seat ``number``, the one to pick from first."""
        here = [pack for pack in self.packs if pack.pack_round == self.pod.pack_round and pack.contents]
        return sorted((p for p in here if self.holder(p, p.hops) == number), key=lambda pack: pack.hops)

    def holder(self, pack: Pack, hops: int) -> int:
        """Return the seat before which ``pack`` lies after so many hops (DRF-2.7, DRF-2.8)."""
        return (pack.opener + (hops if pack.pack_round % 2 else -hops)) % len(self.seats)

    def _acknowledged_pick_faults(self) -> Iterator[str]:
        """Every acknowledged pick is there once, as it was asked for; a refused one is not there."""
        made = {(str(pick.pack_id), pick.number): pick for pick in self.picks}
        for asked in (asked for asked in self._requests if asked.path == "/picks" and asked.status):
            pick = made.get((asked.body["pack"], asked.body["number"]))
            there = pick is not None and _is_requested_pick(pick, asked) and pick.by in PICKED_BY_PEOPLE
            if there != (asked.status < 300):
                yield f"{asked} was answered {asked.status}; there is {pick!r}"

    def _unrequested_pick_faults(self) -> Iterator[str]:
        """Every pick was asked for, or is one of a bot or of the clock, which took what was selected, and not too early."""
        asked = {
            (one.body["pack"], one.body["number"], one.body["card"]) for one in self._requests if one.path == "/picks"
        }
        selected = [one for one in self._requests if one.path == "/selection"]
        for pick in self.picks:
            if pick.by in PICKED_BY_CLOCK:
                yield from self._clock_pick_faults(pick, selected)
            elif pick.by != PickedBy.BOT and (str(pick.pack_id), pick.number, pick.token) not in asked:
                yield f"nobody asked for {pick!r} of {pick.pack_id}"

    def _clock_pick_faults(self, pick: Pick, selections: Sequence[ClientRequest]) -> Iterator[str]:
        hand = self._observations.shown_packs.get((str(pick.pack_id), pick.number))
        cards = hand.cards if hand else []
        ever = [one for one in selections if one.seat == str(pick.seat_id) and one.body["card"] in cards]
        wanted = [one.body["card"] for one in ever if one.is_current and one.status == 200]
        if wanted and pick.token not in wanted:
            yield f"the clock took {pick.token}, not {wanted}"
        if pick.by == PickedBy.SELECTION and pick.token not in [one.body["card"] for one in ever]:
            yield f"the clock took {pick.token} as selected, which nobody did"
        due = max((deadline for deadline in (hand.deadlines if hand else ()) if deadline), default=None)
        if due and pick.at < due + GRACE:
            yield f"the clock picked at {pick.at}, told was {due}"

    def _pending_request_faults(self) -> Iterator[str]:
        """What is not answered yet is done with its answer, or not at all."""
        doubtful = [asked for asked in self._requests if not asked.status]
        keys = [key_digest(asked.key) for asked in doubtful]
        kept = set(Answer.objects.filter(key__in=keys).values_list("key", flat=True))
        made = {(str(pick.pack_id), pick.number): pick for pick in self.picks}
        for asked in doubtful:
            asked.was_done = key_digest(asked.key) in kept
            pick = made.get((asked.body["pack"], asked.body["number"])) if asked.path == "/picks" else None
            if asked.path == "/picks" and asked.was_done != (pick is not None and _is_requested_pick(pick, asked)):
                yield f"{asked} is half done: {pick!r}"

    def _card_faults(self) -> Iterator[str]:
        """No card is lost or doubled: each is in its pack still, or was picked from it."""
        for pack in self.packs:
            picked = [(pick.token, pick.ref) for pick in self._picks_by_pack[str(pack.pk)]]
            now = Counter([*picked, *((token, ref) for token, ref in pack.contents)])
            if now != Counter(self._sealed[str(pack.pk)].items()):
                yield f"{pack} of {pack.pk} holds other cards than were sealed in it"

    def _pack_path_faults(self) -> Iterator[str]:
        """Every pack went from neighbour to neighbour, a card each time, and in its round (DRF-2.5 to DRF-2.9)."""
        for pack in self.packs:
            picks = self._picks_by_pack[str(pack.pk)]
            if [pick.number for pick in picks] != list(range(1, pack.hops + 1)):
                yield f"{pack} has gone {pack.hops} hops with picks {[pick.number for pick in picks]}"
            takers = [pick.seat.number for pick in picks]
            if takers != [self.holder(pack, hop) for hop in range(len(picks))]:
                yield f"{pack} was picked from by {takers}"
            if (pack.pack_round < self.pod.pack_round and pack.contents) or (
                pack.pack_round > self.pod.pack_round and picks
            ):
                yield f"{pack} is drafted out of its round"

    def _deadline_faults(self) -> Iterator[str]:
        """Every deadline is what follows from the picks, and was told no other way."""
        for pack in self.packs:
            deadline = self.deadline(pack)
            if (deadline is None) != (pack.due_at is None) or (deadline and not deadline.matches(pack.due_at)):
                yield f"{pack} is due at {pack.due_at}, should be at {deadline}"
            hand = self._observations.shown_packs.get((str(pack.pk), pack.hops + 1))
            for told in hand.deadlines if hand else ():
                if deadline and not deadline.may_have_been(told):
                    yield f"{pack} was told to be due at {told}, could only be at {deadline}"

    def _log_faults(self) -> Iterator[str]:
        """The chain holds, with one entry for each pick."""
        verdict = log.verify_stream(self.pod.stream)
        if not verdict.is_intact:
            yield f"the log is {verdict.fault} at entry {verdict.number}"
        said = [entry.after or {} for entry in self.entries if entry.action in PICKS]
        written = sorted((each["pack_round"], each["seat"], each["pick"]) for each in said)
        made = sorted((pick.pack_round, pick.seat.number + 1, pick.number) for pick in self.picks)
        if written != made:
            yield f"the log tells of {len(written)} picks, {len(made)} are there"

    def _deck_faults(self) -> Iterator[str]:
        """What was last saved or handed in, and acknowledged, is so still."""
        last: dict[str, ClientRequest] = {}
        for asked in self._requests:
            if asked.path in {"/deck", "/submission"} and asked.status and asked.status < 300:
                last[asked.seat] = asked
        doubtful = {asked.seat for asked in self._requests if not asked.status}
        for seat, asked in last.items():
            deck = self.decks[seat]
            kept = [card["ref"] for card in asked.response["cards"] for _copy in range(card["in_deck"])]
            same = sorted(kept) == sorted(deck.cards) and deck.version == asked.response["version"]
            if (not same and seat not in doubtful) or (asked.path == "/submission" and not deck.submitted_at):
                yield f"the deck of seat {seat} is {deck.cards}, {deck.submitted_at}; acknowledged was {asked}"

    def _is_opening(self, entry: LogEntry, pack_round: int) -> bool:
        return entry.action == "packs_opened" and (entry.after or {})["pack_round"] == pack_round

    def _is_pick(self, entry: LogEntry, pack_round: int, seat: int, number: int | None = None) -> bool:
        """Whether ``entry`` tells of a pick that a seat made in a round, pick ``number`` or any."""
        after = entry.after or {}
        same = after.get("pack_round") == pack_round and after.get("seat") == seat + 1
        return entry.action in PICKS and same and number in {None, after["pick"]}


@dataclass(frozen=True)
class Deadline:
    """A moment, and what it became with each outage: known to a second for each, as the log tells it."""

    times: list[datetime]

    def pushed(self, entries: Iterable[LogEntry]) -> "Deadline":
        """Return what the outages that ``entries`` tell of have made of it."""
        times = list(self.times)
        for entry in entries:
            if entry.action == "deadlines_pushed":
                outage = timedelta(seconds=(entry.after or {})["seconds"])
                if times[-1] >= entry.at - outage - GRACE:
                    times.append(times[-1] + outage)
        return Deadline(times)

    def matches(self, at: datetime | None) -> bool:
        pushes = len(self.times) - 1
        return at is not None and abs(at - self.times[-1]) <= LOG_PRECISION * pushes

    def may_have_been(self, at: datetime | None) -> bool:
        """Whether it was ``at`` this moment before or after any of the outages."""
        return any(Deadline(self.times[:number]).matches(at) for number in range(1, len(self.times) + 1))


def _is_requested_pick(pick: Pick, request: ClientRequest) -> bool:
    return (str(pick.seat_id), pick.token) == (request.seat, request.body["card"])
