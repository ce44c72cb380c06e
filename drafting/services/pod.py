"""A pod from its creation to the end of its draft. Each function is one transaction with its log entries."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from drafting import ports
from drafting.models import Deck, Pack, Pick, Pod, Registration, Seat
from drafting.rules import passing, timing
from drafting.rules.format import DraftFormat
from drafting.selectors import access, pod_cards
from drafting.selectors.live_payload import packs_opened_payload
from drafting.selectors.open_round import OpenRound, round_with_seats
from drafting.services.arrival import clock_starts
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.background import after_commit
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account
from gameplay.services.corrections import require_reason

MAX_SEATS = 8


class PodSizeError(RulesError):
    """Too few or too many players for a pod; ``details`` counts seats."""

    code = "pod_size"
    clause = "DRF-1.8"
    sentence = _("A pod has 2 to {most} seats, not {seats}.")


class BoosterCountError(RulesError):
    """Every pack round needs a booster; ``details`` counts both."""

    code = "booster_count"
    clause = "DRF-1.3"
    sentence = _("{boosters} boosters are given for {packs} packs. Give one for each pack.")
    field = "packs"


class PodPausedError(RulesError):
    """An official has paused the draft."""

    code = "pod_paused"
    sentence = _("The draft is paused. Wait for the judge.")
    is_state_conflict = True


class SeatClosedError(RulesError):
    """The seat is closed for good."""

    code = "seat_closed"
    clause = "DRF-OP-3"
    sentence = _("This seat is closed.")


class NotPausedError(RulesError):
    """The draft is not paused."""

    code = "not_paused"
    sentence = _("The draft is not paused.")
    is_state_conflict = True


class NotPublishedError(RulesError):
    """The seating of this pod is not published yet."""

    code = "not_published"
    clause = "DRF-2.1"
    sentence = _("Publish the seating first.")
    is_state_conflict = True


class PaperDraftError(RulesError):
    """The action needs packs on this site, but this is a paper draft."""

    code = "at_table"
    sentence = _("This is a paper draft; its packs are not on this site.")


class NotPaperDraftError(RulesError):
    """Only a paper draft is ended by an official; the site knows the last pick of other drafts."""

    code = "not_at_table"
    clause = "DRF-2.6"
    sentence = _("This draft ends automatically after its last pick.")


@transaction.atomic
def create_pod(
    *,
    label: str,
    players: Sequence[Account],
    seed: bytes,
    chance: str,
    draft_format: DraftFormat,
    boosters: Sequence[pod_cards.PackRoundConfig],
    cube: Sequence[str] = (),
    opening: str = Pod.Opening.STANDING,
    pick_clock: str = "off",
) -> Pod:
    """Create a pod of ``players``, clockwise, and its packs. It stays hidden until its seating is published.

    ``seed`` is the seed of the event, ``chance`` the name of this pod's random streams, such as "event/<id>/pod/A".
    ``boosters`` has the configuration of each pack round; with a ``cube`` they only name the game. Accounts of bots get
    a bot seat. A paper draft has no packs here. A single player needs a sealed format, because packs cannot be passed.
    Raises PodSizeError, BoosterCountError, what `pod_cards.sealed_packs` raises, or the errors of ``draft_format``.
    """
    raise_errors(draft_format.faults())
    if not (1 if draft_format.sealed else 2) <= len(players) <= MAX_SEATS:
        raise PodSizeError(seats=len(players), most=MAX_SEATS)
    if len(boosters) != draft_format.packs:
        raise BoosterCountError(boosters=len(boosters), packs=draft_format.packs)
    kinds = [dict(booster) for booster in boosters]
    pod = Pod(label=label, seed=seed, chance=chance, format=asdict(draft_format), boosters=kinds, cube=list(cube))
    pod.opening, pod.pick_clock = opening, pick_clock
    pod.save(force_insert=True)
    seats = [Seat(pod=pod, number=number, player=player, bot=_bot(player)) for number, player in enumerate(players)]
    Seat.objects.bulk_create(seats)
    if not pod.is_paper_draft:
        Pack.objects.bulk_create(_sealed(pod, len(seats)))
    return pod


@transaction.atomic
def publish_seating(pod: Pod, *, author: Account | None = None, role: str = "site") -> Pod:
    """Publish the seating; the packs stay sealed until the signal (DRF-2.1). Repeated calls change nothing."""
    now = timezone.now()
    if Pod.objects.filter(pk=pod.pk, published_at=None).update(published_at=now):
        append_entry(pod.stream, "seating_published", author=author, role=role, after={"pod": pod.label}, at=now)
    return access.lock_pod(pod)


@transaction.atomic
def open_packs(pod: Pod, *, author: Account | None = None, role: str = "site") -> int:
    """Give the signal to open the next packs, and return their round (DRF-2.1, DRF-2.9).

    Raises PaperDraftError, NotPublishedError, PodPausedError, RoundNotDraftedError or DraftOverError.
    """
    pod = access.lock_pod(pod)
    if pod.is_paper_draft:
        raise PaperDraftError
    if pod.published_at is None:
        raise NotPublishedError
    check_pod_not_paused(pod)
    open_round = _open_sealed if pod.draft_format.sealed else _open_next
    open_round(pod, round_with_seats(pod), author=author, role=role)
    wake_pod_bots(pod)
    return pod.pack_round


@transaction.atomic
def end_paper_draft(pod: Pod, *, author: Account | None, role: str) -> None:
    """End a paper draft: players register their pools and build their decks from now on (DRF-3.1).

    Raises NotPaperDraftError, NotPublishedError, PodPausedError or DraftOverError.
    """
    pod = access.lock_pod(pod)
    if not pod.is_paper_draft:
        raise NotPaperDraftError
    if pod.published_at is None:
        raise NotPublishedError
    check_pod_not_paused(pod)
    if pod.drafted_at:
        raise passing.DraftOverError
    _end_draft(pod, timezone.now(), author=author, role=role)


@transaction.atomic
def pause_pod(pod: Pod, *, author: Account | None, role: str, reason: str, at: datetime | None = None) -> None:
    """Pause the draft or deck building ``at`` a time (default: now): no picks, no deck changes, no clocks.

    Raises NoReasonError, DraftOverError once all decks are in, or PodPausedError if it is already paused.
    """
    require_reason(reason)
    pod, now = access.lock_pod(pod), at or timezone.now()
    if pod.closed_at is not None:
        raise passing.DraftOverError
    check_pod_not_paused(pod)
    Pod.objects.filter(pk=pod.pk).update(paused_at=now)
    append_entry(pod.stream, "paused", author=author, role=role, after={"pod": pod.label}, reason=reason, at=now)


@transaction.atomic
def resume_pod(pod: Pod, *, author: Account | None, role: str, at: datetime | None = None) -> None:
    """Resume a pod ``at`` a time (default: now), and extend every clock by the length of the pause.

    Raises NotPausedError.
    """
    pod, now = access.lock_pod(pod), at or timezone.now()
    if pod.paused_at is None:
        raise NotPausedError
    drafting = round_with_seats(pod)
    for seat in drafting.seats:
        extend_running_clock(drafting, seat, timing.pause_length(pod.paused_at, now, other_paused_at=seat.paused_at))
    pause = now - pod.paused_at
    Pod.objects.filter(pk=pod.pk).update(paused_at=None, deck_deadline=F("deck_deadline") + pause)
    after = {"seconds": round(pause.total_seconds())}
    append_entry(pod.stream, "resumed", author=author, role=role, after=after, at=now)
    wake_pod_bots(pod)


def extend_running_clock(drafting: OpenRound, seat: Seat, later: timedelta) -> None:
    """Extend the running clock of ``seat``, if there is one, by ``later``."""
    for pack in drafting.packs_before(seat.number)[:1]:
        Pack.objects.filter(pk=pack.pk, due_at__isnull=False).update(due_at=F("due_at") + later)


def check_pod_not_paused(pod: Pod) -> None:
    """Raise PodPausedError if the pod is paused."""
    if pod.paused_at is not None:
        raise PodPausedError


def check_seat_open(seat: Seat) -> None:
    """Raise SeatClosedError if ``seat`` is closed."""
    if seat.closed_at is not None:
        raise SeatClosedError


def advance_after_pick(drafting: OpenRound, *, now: datetime) -> None:
    """After the last card of a round, open the next packs (unless by hand) or begin deck building.

    Call it in the transaction of the pick, with the pod locked.
    """
    pod = drafting.pod
    if not drafting.is_drafted:
        return
    if pod.pack_round == pod.draft_format.packs:
        _end_draft(pod, now)
    elif pod.opening == Pod.Opening.STANDING:
        _open_next(pod, drafting, author=None, role="site")


def wake_pod_bots(pod: Pod) -> None:
    """Wake the bots of ``pod`` once the transaction commits."""
    after_commit(ports.wake_bots(), str(pod.pk))


def _open_next(pod: Pod, drafting: OpenRound, *, author: Account | None, role: str) -> None:
    opened, now = passing.next_round(drafting.pod_table, pod.draft_format.packs), timezone.now()
    Pod.objects.filter(pk=pod.pk, pack_round=pod.pack_round).update(pack_round=opened)
    pod.pack_round = opened
    drafting = round_with_seats(pod)
    if pod.clock.seconds:
        starts = clock_starts(pod, drafting, now=now)
        for seat, pack in zip(drafting.seats, drafting.packs, strict=True):
            pack.due_at = pick_due_at(pod, seat, pod.draft_format.pack_size, now=starts.get(seat.number, now))
            Pack.objects.filter(pk=pack.pk).update(due_at=pack.due_at)
    after, payload = {"pack_round": opened, "packs": pod.draft_format.packs}, packs_opened_payload(drafting, now=now)
    append_entry(pod.stream, "packs_opened", author=author, role=role, after=after, at=now, payload=payload)


def _open_sealed(pod: Pod, drafting: OpenRound, *, author: Account | None, role: str) -> None:
    """Open all packs of a sealed event: players keep the cards they open. Raises DraftOverError."""
    passing.next_round(drafting.pod_table, pod.draft_format.packs)
    now, seats = timezone.now(), {seat.number: seat for seat in pod.seats.all()}
    Pod.objects.filter(pk=pod.pk).update(pack_round=pod.draft_format.packs)
    pod.pack_round = pod.draft_format.packs
    picks_by_pack = [_picks_of_sealed_pack(pack, seats[pack.opener], now) for pack in Pack.objects.filter(pod=pod)]
    Pick.objects.bulk_create(pick for picks in picks_by_pack for pick in picks)
    Pack.objects.filter(pod=pod).update(contents=[])
    append_entry(pod.stream, "packs_kept", author=author, role=role, after={"packs": pod.draft_format.packs}, at=now)
    _end_draft(pod, now)


def _picks_of_sealed_pack(pack: Pack, seat: Seat, now: datetime) -> list[Pick]:
    return [
        Pick(seat=seat, pack=pack, pack_round=pack.pack_round, number=number, token=copy.token, ref=copy.ref, at=now)
        for number, copy in enumerate(pack.copies, 1)
    ]


def pick_due_at(pod: Pod, seat: Seat, cards_left: int, *, now: datetime) -> datetime | None:
    """Return when the clock will pick for ``seat`` from a pack that has just reached it; None without a clock.

    For a paused seat the time counts from the start of the pause; `resume_seat` extends it.
    """
    allowance = pod.clock.allowance(cards_left, extra_percent=seat.extra_percent)
    return None if allowance is None else (seat.paused_at or now) + allowance


def _end_draft(pod: Pod, now: datetime, *, author: Account | None = None, role: str = "site") -> None:
    """End the draft, and begin deck building or, in a paper draft, registration."""
    deadline = now + timedelta(minutes=pod.draft_format.build_minutes)
    Pod.objects.filter(pk=pod.pk).update(drafted_at=now, deck_deadline=deadline)
    pod.drafted_at, pod.deck_deadline = now, deadline
    Seat.objects.filter(pod=pod).update(paused_at=None)
    seats = pod.seats.filter(closed_at=None)
    if pod.is_paper_draft:
        Registration.objects.bulk_create(Registration(seat=seat) for seat in seats)
    else:
        Deck.objects.bulk_create(Deck(seat=seat) for seat in seats)
    after = {"pod": pod.label, "minutes": pod.draft_format.build_minutes}
    append_entry(pod.stream, "drafted", author=author, role=role, after=after, at=now)


def _bot(player: Account) -> str:
    return Seat.Bot.DRAFTER if player.kind == Account.Kind.BOT else ""


def _sealed(pod: Pod, seats: int) -> list[Pack]:
    packs = pod_cards.sealed_packs(pod, seats)
    return [
        Pack(
            pod=pod,
            pack_round=pack.pack_round,
            opener=pack.opener,
            contents=[[copy.token, copy.ref] for copy in pack.copies],
        )
        for pack in packs
    ]
