"""Compare the tables of a pod with what its players were shown, without the site's selectors."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.passing import PICKED_BY_CLOCK, PICKED_BY_PEOPLE, PickedBy, display_order
from drafting.rules.timing import ARRIVAL, GRACE
from gameplay.infrastructure import log
from gameplay.infrastructure.idempotency import key_digest
from gameplay.models import LogEntry, StoredResponse
from tests.instruments.kills.observations import ClientRequest, Observations, is_sent_again

SealedPacks = Mapping[str, Mapping[str, str]]
"""The contents of each pack when it was sealed: refs by token, by the pack's id."""
PICKS = frozenset({"pick", "pick_by_clock"})
LOG_PRECISION = timedelta(seconds=1)  # the log contains the seconds by which deadlines were pushed, as whole numbers


def sealed_packs(pods: Iterable[Pod]) -> SealedPacks:
    """Return the contents of the packs of ``pods``, before any pack is opened."""
    return {str(pack.pk): dict(pack.contents) for pack in Pack.objects.filter(pod__in=list(pods))}


@contextmanager
def consistent_snapshot() -> Iterator[None]:
    """Read all data in one snapshot, because the bots of the site and its clock keep acting."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


class Inspection:
    """A snapshot of one pod, taken while no request is in progress."""

    def __init__(self, pod_id: Any, sealed: SealedPacks, observations: Observations) -> None:
        self.pod = Pod.objects.get(pk=pod_id)
        self.seats = list(Seat.objects.filter(pod=pod_id).order_by("number"))
        self.packs = list(Pack.objects.filter(pod=pod_id).order_by("pack_round", "opener"))
        self.picks = list(Pick.objects.filter(pack__pod=pod_id).select_related("seat").order_by("pack", "number"))
        self.entries = list(LogEntry.objects.filter(stream=self.pod.stream).order_by("number"))
        self.decks = {str(deck.seat_id): deck for deck in Deck.objects.filter(seat__pod=pod_id)}
        self._sealed, self._observations = sealed, observations
        seat_ids = {str(seat.pk) for seat in self.seats}
        self._requests = [request for request in observations.requests if request.seat in seat_ids]
        self._picks_by_pack: dict[str, list[Pick]] = defaultdict(list)
        for pick in self.picks:
            self._picks_by_pack[str(pick.pack_id)].append(pick)

    def faults(self) -> list[str]:
        """Return a description of everything that contradicts what was shown, or is impossible."""
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
        """Return how a seat's ``view`` differs from the tables; "" if it does not."""
        number = next(seat.number for seat in self.seats if str(seat.pk) == seat_id)
        queues = [len(self.queue(seat.number)) for seat in (*self.seats[number:], *self.seats[:number])]
        pack = view["pack"] or {}
        hand = {name: pack[name] for name in ("id", "number", "cards", "due_at") if pack}
        shown = [view["pack_round"], [seat["queue"] for seat in view["seats"]], hand]
        waiting = self.queue(number)
        expected_hand = self._in_hand(waiting[0]) if waiting else {}
        if waiting and waiting[0].pack_round == 1 and not waiting[0].hops:  # the view may just have started the clock
            hand["due_at"] = expected_hand["due_at"] = None
        expected = [self.pod.pack_round, queues, expected_hand]
        return "" if shown == expected else f"seat {number + 1} is shown {shown}, not {expected}"

    def _in_hand(self, pack: Pack) -> dict[str, Any]:
        refs = dict(pack.contents)
        order = display_order(list(refs), seed=bytes(self.pod.seed), label=pack.stream_label(self.pod), hops=pack.hops)
        cards = [{"token": token, "ref": refs[token]} for token in order]
        due = pack.due_at.isoformat() if pack.due_at else None
        return {"id": str(pack.pk), "number": pack.hops + 1, "cards": cards, "due_at": due}

    def deadline(self, pack: Pack) -> "Deadline | None":
        """Recompute the deadline of ``pack`` from the log; None if no clock runs for it.

        It was set by the last of these: the packs were opened, the pack was passed, or the seat made its previous pick.
        """
        number = self.holder(pack, pack.hops)
        allowance = self.pod.clock.allowance(len(pack.contents), extra_percent=self.seats[number].extra_percent)
        set_by = [
            entry
            for entry in self.entries
            if self._is_opening(entry, pack.pack_round)
            or self._is_pick(entry, pack.pack_round, number)
            or (pack.hops and self._is_pick(entry, pack.pack_round, self.holder(pack, pack.hops - 1), pack.hops))
        ]
        if not set_by or allowance is None or self.queue(number)[:1] != [pack]:
            return None
        later = [entry for entry in self.entries if entry.number > set_by[-1].number]
        waits = self._is_opening(set_by[-1], 1)  # no entry says when an absent player has come
        return Deadline([set_by[-1].at + allowance], ARRIVAL if waits else timedelta(0)).pushed(later)

    def queue(self, number: int) -> list[Pack]:
        """Return the packs in the queue of seat ``number``; the first is the one to pick from."""
        undrafted = [pack for pack in self.packs if pack.pack_round == self.pod.pack_round and pack.contents]
        return sorted((p for p in undrafted if self.holder(p, p.hops) == number), key=lambda pack: pack.hops)

    def holder(self, pack: Pack, hops: int) -> int:
        """Return the number of the seat that has ``pack`` after ``hops`` passes (DRF-2.7, DRF-2.8)."""
        return (pack.opener + (hops if pack.pack_round % 2 else -hops)) % len(self.seats)

    def _acknowledged_pick_faults(self) -> Iterator[str]:
        """Each acknowledged pick is stored once, as requested.

        A refused pick is not stored, unless it was also sent another time.
        """
        made = {(str(pick.pack_id), pick.number): pick for pick in self.picks}
        for request in (each for each in self._requests if each.path == "/picks" and each.status):
            pick = made.get((request.body["pack"], request.body["number"]))
            is_stored = pick is not None and _is_requested_pick(pick, request) and pick.by in PICKED_BY_PEOPLE
            is_explained = request.is_repeated or is_sent_again(request, self._requests)
            if is_stored == request.is_refused and not (is_stored and is_explained):
                yield f"{request} has the response {request.status}; stored is {pick!r}"

    def _unrequested_pick_faults(self) -> Iterator[str]:
        """Each pick was requested, or made by a bot or the clock. The clock picked the selection, and not too early."""
        requested = {
            (each.body["pack"], each.body["number"], each.body["card"])
            for each in self._requests
            if each.path == "/picks"
        }
        selections = [each for each in self._requests if each.path == "/selection"]
        for pick in self.picks:
            if pick.by in PICKED_BY_CLOCK:
                yield from self._clock_pick_faults(pick, selections)
            elif pick.by != PickedBy.BOT and (str(pick.pack_id), pick.number, pick.token) not in requested:
                yield f"no request for {pick!r} of {pick.pack_id}"

    def _clock_pick_faults(self, pick: Pick, selections: Sequence[ClientRequest]) -> Iterator[str]:
        shown = self._observations.shown_packs.get((str(pick.pack_id), pick.number))
        cards = shown.cards if shown else []
        of_seat = [each for each in selections if each.seat == str(pick.seat_id) and each.body["card"] in cards]
        valid = [each for each in of_seat if each.is_current and not each.is_repeated]
        selected = [each.body["card"] for each in valid if each.status in {200, 204}]
        if selected and pick.token not in selected:
            yield f"the clock picked {pick.token}, not {selected}"
        if pick.by == PickedBy.SELECTION and pick.token not in [each.body["card"] for each in of_seat]:
            yield f"the clock picked {pick.token} as the selection, but it was never selected"
        due = max((deadline for deadline in (shown.deadlines if shown else ()) if deadline), default=None)
        if due and pick.at < due + GRACE:
            yield f"the clock picked at {pick.at}, before the deadline {due} that was shown"

    def _pending_request_faults(self) -> Iterator[str]:
        """An unanswered request with a key is stored together with its response, or not at all."""
        unanswered = [request for request in self._requests if not request.status]
        keys = [key_digest(request.key) for request in unanswered]
        stored_keys = set(StoredResponse.objects.filter(key__in=keys).values_list("key", flat=True))
        made = {(str(pick.pack_id), pick.number): pick for pick in self.picks}
        for request in unanswered:
            request.was_done = key_digest(request.key) in stored_keys
            if request.path == "/picks":
                pick = made.get((request.body["pack"], request.body["number"]))
                is_stored = pick is not None and _is_requested_pick(pick, request)
                if request.is_form:
                    request.was_done = is_stored
                elif request.was_done != is_stored:
                    yield f"{request} is half done: {pick!r}"

    def _card_faults(self) -> Iterator[str]:
        """No card is lost or duplicated: each is still in its pack, or was picked from it."""
        for pack in self.packs:
            picked = [(pick.token, pick.ref) for pick in self._picks_by_pack[str(pack.pk)]]
            cards = Counter([*picked, *((token, ref) for token, ref in pack.contents)])
            if cards != Counter(self._sealed[str(pack.pk)].items()):
                yield f"the cards of {pack} ({pack.pk}) are not those that were sealed in it"

    def _pack_path_faults(self) -> Iterator[str]:
        """Each pack was passed to the neighbour after each pick, in its pack round (DRF-2.5 to DRF-2.9)."""
        for pack in self.packs:
            picks = self._picks_by_pack[str(pack.pk)]
            if [pick.number for pick in picks] != list(range(1, pack.hops + 1)):
                yield f"{pack} was passed {pack.hops} times with picks {[pick.number for pick in picks]}"
            seats = [pick.seat.number for pick in picks]
            if seats != [self.holder(pack, hop) for hop in range(len(picks))]:
                yield f"picks from {pack} were made by seats {seats}"
            if (pack.pack_round < self.pod.pack_round and pack.contents) or (
                pack.pack_round > self.pod.pack_round and picks
            ):
                yield f"{pack} is drafted in the wrong pack round"

    def _deadline_faults(self) -> Iterator[str]:
        """Each deadline follows from the picks, and is the one that was shown."""
        for pack in self.packs:
            deadline = self.deadline(pack)
            if (deadline is None) != (pack.due_at is None) or (deadline and not deadline.matches(pack.due_at)):
                yield f"{pack} is due at {pack.due_at}, should be at {deadline}"
            shown = self._observations.shown_packs.get((str(pack.pk), pack.hops + 1))
            for due_at in shown.deadlines if shown else ():
                if deadline and not deadline.may_have_been(due_at):
                    yield f"{pack} was shown as due at {due_at}, possible is only {deadline}"

    def _log_faults(self) -> Iterator[str]:
        """The hash chain of the log is intact, with one entry for each pick."""
        verdict = log.verify_stream(self.pod.stream)
        if not verdict.is_intact:
            yield f"the log is {verdict.fault} at entry {verdict.number}"
        logged = [entry.after or {} for entry in self.entries if entry.action in PICKS]
        written = sorted((each["pack_round"], each["seat"], each["pick"]) for each in logged)
        made = sorted((pick.pack_round, pick.seat.number + 1, pick.number) for pick in self.picks)
        if written != made:
            yield f"the log contains {len(written)} picks, stored are {len(made)}"

    def _deck_faults(self) -> Iterator[str]:
        """Each deck is as it was last saved or submitted and acknowledged."""
        last: dict[str, ClientRequest] = {}
        for request in self._requests:
            if request.path in {"/deck", "/submission"} and request.status and request.status < 300:
                last[request.seat] = request
        unanswered = {request.seat for request in self._requests if not request.status}
        for seat, request in last.items():
            deck = self.decks[seat]
            saved = [card["ref"] for card in request.response["cards"] for _copy in range(card["in_deck"])]
            is_same = sorted(saved) == sorted(deck.cards) and deck.version == request.response["version"]
            if (not is_same and seat not in unanswered) or (request.path == "/submission" and not deck.submitted_at):
                yield f"the deck of seat {seat} is {deck.cards}, {deck.submitted_at}; acknowledged was {request}"

    def _is_opening(self, entry: LogEntry, pack_round: int) -> bool:
        return entry.action == "packs_opened" and (entry.after or {})["pack_round"] == pack_round

    def _is_pick(self, entry: LogEntry, pack_round: int, seat: int, number: int | None = None) -> bool:
        """Return whether ``entry`` is of a pick by ``seat`` in this round; of pick ``number``, if it is given."""
        after = entry.after or {}
        is_same_seat = after.get("pack_round") == pack_round and after.get("seat") == seat + 1
        return entry.action in PICKS and is_same_seat and number in {None, after["pick"]}


@dataclass(frozen=True)
class Deadline:
    """A deadline, and what it became after each outage, with an uncertainty of one second for each.

    It can be later by up to ``wait``.
    """

    times: list[datetime]
    wait: timedelta = timedelta(0)

    def pushed(self, entries: Iterable[LogEntry]) -> "Deadline":
        """Return the deadline after the outages in the log ``entries``."""
        times, wait = list(self.times), self.wait
        for entry in entries:
            if entry.action != "deadlines_pushed":
                continue
            outage = timedelta(seconds=(entry.after or {})["seconds"])
            remaining = times[-1] + GRACE - (entry.at - outage)
            if remaining > LOG_PRECISION:
                times.append(times[-1] + outage)
            elif remaining >= -LOG_PRECISION:  # the log is not precise enough to say whether it was over
                wait += outage + LOG_PRECISION
        return replace(self, times=times, wait=wait)

    def matches(self, at: datetime | None) -> bool:
        precision = LOG_PRECISION * (len(self.times) - 1)
        return at is not None and -precision <= at - self.times[-1] <= self.wait + precision

    def may_have_been(self, at: datetime | None) -> bool:
        """Return whether the deadline was ``at`` this time, before or after any outage."""
        return any(replace(self, times=self.times[:number]).matches(at) for number in range(1, len(self.times) + 1))


def _is_requested_pick(pick: Pick, request: ClientRequest) -> bool:
    return (str(pick.seat_id), pick.token) == (request.seat, request.body["card"])
