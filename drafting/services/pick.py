"""Picks by players, bots and the clock: one card leaves a pack, and the pack is passed."""

import uuid
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import IntegerField, UUIDField
from django.http import Http404
from django.utils import timezone

from cards.selectors import get_printed_card as printed_card
from drafting.models import Pack, Pick, Pod, Seat
from drafting.rules import passing, timing
from drafting.rules.passing import PICKED_BY_CLOCK, PICKED_BY_PEOPLE, NotInPackError, PickedBy, StalePickError
from drafting.selectors.live_payload import pick_payload
from drafting.selectors.open_round import OpenRound, lock_own_round, lock_round
from drafting.selectors.pools import drafted_refs
from drafting.services.pause import check_seat_not_paused
from drafting.services.pod import advance_after_pick, check_pod_not_paused, check_seat_open, pick_due_at, wake_pod_bots
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from gameplay.infrastructure import metrics
from gameplay.infrastructure.background import after_commit
from gameplay.infrastructure.compiled_queries import BindParam, CompiledInsert, CompiledUpdate
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account

PACK_PARAM = BindParam("pack", UUIDField())
PASS_PACK = CompiledUpdate(
    lambda: Pack.objects.filter(pk=PACK_PARAM, hops=BindParam("passed", IntegerField())), "hops", "contents", "due_at"
)
SET_DUE_AT = CompiledUpdate(lambda: Pack.objects.filter(pk=PACK_PARAM), "due_at")
INSERT_PICK = CompiledInsert(Pick)
SET_SELECTED = CompiledUpdate(lambda: Seat.objects.filter(pk=BindParam("seat", UUIDField())), "selected")


@transaction.atomic
def make_pick(account: Account, pod_id: uuid.UUID, *, pack_id: uuid.UUID, number: int, token: str) -> Pick:
    """Take the copy ``token`` from the pack in hand of ``account``, as pick ``number`` of the pack round (DRF-2.5).

    Eight queries, one more to clear a selection, and at most one more with a clock. Raises StalePickError,
    NotInPackError, PodPausedError, SeatClosedError, SeatPausedError or PickTimeOverError. Raises Http404 if the account
    has no seat at the pod, or if the pack has not reached the seat.
    """
    drafting, now = lock_own_round(account, pod_id), timezone.now()
    seat = drafting.acting_seat_of(account)
    check_pod_not_paused(seat.pod)
    check_seat_open(seat)
    check_seat_not_paused(seat)
    pack = next((pack for pack in drafting.packs if pack.pk == pack_id), None)
    if pack is None or not _has_seen(seat, pack, len(drafting.seats)):
        raise _unavailable_pack_error(seat, pack_id, number, seats=len(drafting.seats))
    left = [token for token, _ in pack.contents]
    wanted = passing.PickRequest(pack.pack_round, pack.opener, number, token)
    passing.check_pick(wanted, seat.number, drafting.pod_table, left)
    timing.check_pick_time(pack.due_at, now)
    by = PickedBy.SUBSTITUTE if seat.substitute_id else PickedBy.PLAYER
    pick = _record_pick(seat, pack, token, drafting=drafting, author=account, by=by, now=now)
    _wake_bots(drafting)
    return pick


@transaction.atomic
def select_copy(account: Account, pod_id: uuid.UUID, token: str) -> None:
    """Save the copy that the clock should take. Raises Http404, StalePickError or NotInPackError."""
    drafting = lock_own_round(account, pod_id)
    seat = drafting.acting_seat_of(account)
    waiting = drafting.packs_before(seat.number)
    if not waiting:
        raise StalePickError(pack_round=seat.pod.pack_round, pick_number=0)
    if token not in [token for token, _ in waiting[0].contents]:
        raise NotInPackError
    SET_SELECTED.execute(seat=seat.pk, selected=token)


@transaction.atomic
def pick_by_bot(seat: Seat) -> bool:
    """Pick, or skip a closed seat, if ``seat`` is automatic and has a pack; return False if there is nothing to do."""
    drafting = lock_round(seat.pod_id)
    seat = drafting.seats[seat.number]
    waiting = drafting.packs_before(seat.number)
    if not waiting or not seat.is_automatic or seat.is_paused:
        return False
    pack, now = waiting[0], timezone.now()
    if seat.closed_at:
        _skip_closed_seat(seat, pack, drafting=drafting, now=now)
    else:
        token = _bot_choice(seat, pack)
        _record_pick(seat, pack, token, drafting=drafting, author=None, by=PickedBy.BOT, now=now)
    return True


@transaction.atomic
def pick_by_clock(seat: Seat, *, now: datetime) -> bool:
    """Take the selected card, or else a random one, if the time of ``seat`` is over (DRF-OP-4).

    Return False if it is not. A closed seat takes nothing; its pack is passed.
    """
    drafting = lock_round(seat.pod_id)
    seat = drafting.seats[seat.number]
    waiting = drafting.packs_before(seat.number)
    if not waiting or seat.is_paused or not timing.is_over(waiting[0].due_at, now):
        return False
    pack = waiting[0]
    if seat.closed_at:
        _skip_closed_seat(seat, pack, drafting=drafting, now=now)
        return True
    left = [token for token, _ in pack.contents]
    token = passing.clock_pick(seat.selected, left, _pick_stream(seat.pod, pack, "auto"))
    by = PickedBy.SELECTION if token == seat.selected else PickedBy.CLOCK
    _record_pick(seat, pack, token, drafting=drafting, author=None, by=by, now=now)
    _wake_bots(drafting)
    return True


def _record_pick(
    seat: Seat, pack: Pack, token: str, *, drafting: OpenRound, author: Account | None, by: PickedBy, now: datetime
) -> Pick:
    """Move a card from a pack to a seat. The log entry names the seat and the cards left, not the card (DRF-2.11)."""
    ref = dict(pack.contents)[token]
    number = pack.hops + 1
    pack.contents = [copy for copy in pack.contents if copy[0] != token]
    _pass_pack(seat, pack, drafting=drafting, now=now)
    pick = Pick(seat=seat, pack=pack, pack_round=pack.pack_round, number=number, token=token, ref=ref, by=by, at=now)
    INSERT_PICK.insert(pick)
    if seat.selected:
        SET_SELECTED.execute(seat=seat.pk, selected="")
    action, role = "pick", "player" if by in PICKED_BY_PEOPLE else by.value
    after = {"seat": seat.number + 1, "pack_round": pack.pack_round, "pick": number, "left": len(pack.contents)}
    if by in PICKED_BY_CLOCK:
        action, role, after["random"] = "pick_by_clock", "clock", by == PickedBy.CLOCK
    payload = pick_payload(drafting, seat, pack, by_clock=by in PICKED_BY_CLOCK, now=now)
    append_entry(seat.pod.stream, action, author=author, role=role, after=after, at=now, payload=payload)
    after_commit(partial(metrics.count_pick, by.value, is_person=by in PICKED_BY_PEOPLE))
    advance_after_pick(drafting, now=now)
    return pick


def _skip_closed_seat(seat: Seat, pack: Pack, *, drafting: OpenRound, now: datetime) -> None:
    """Pass a pack on from a closed seat without a pick (DRF-OP-3)."""
    _pass_pack(seat, pack, drafting=drafting, now=now)
    after = {"seat": seat.number + 1, "pack_round": pack.pack_round, "left": len(pack.contents)}
    payload = pick_payload(drafting, seat, pack, by_clock=False, now=now)
    append_entry(seat.pod.stream, "passed_on", author=None, role="site", after=after, at=now, payload=payload)
    advance_after_pick(drafting, now=now)


def _pass_pack(seat: Seat, pack: Pack, *, drafting: OpenRound, now: datetime) -> None:
    """Pass ``pack`` to the next seat, and set the clocks.

    The update is conditional, so that only one of several concurrent calls succeeds.
    """
    pack.hops += 1
    pack.due_at = _due_at(drafting, drafting.holder_of(pack), now, coming=pack)
    params = {"pack": pack.pk, "passed": pack.hops - 1}
    if not PASS_PACK.execute(**params, hops=pack.hops, contents=pack.contents, due_at=pack.due_at):
        raise StalePickError(pack_round=pack.pack_round, pick_number=pack.hops)
    if seat.pod.clock.seconds and (waiting := drafting.packs_before(seat.number)):
        waiting[0].due_at = _due_at(drafting, seat.number, now, coming=waiting[0])
        SET_DUE_AT.execute(pack=waiting[0].pk, due_at=waiting[0].due_at)


def _due_at(drafting: OpenRound, seat_number: int, now: datetime, *, coming: Pack) -> datetime | None:
    """Return when the clock will pick from ``coming`` for a seat; None while other packs are ahead of it."""
    waiting = drafting.packs_before(seat_number)
    if not drafting.pod.clock.seconds or waiting[:1] != [coming]:
        return None
    return pick_due_at(drafting.pod, drafting.seats[seat_number], len(coming.contents), now=now)


def _wake_bots(drafting: OpenRound) -> None:
    if drafting.has_automatic_seats:
        wake_pod_bots(drafting.pod)


def _unavailable_pack_error(seat: Seat, pack_id: uuid.UUID, number: int, *, seats: int) -> Exception:
    """Return the error for a pack that has not reached ``seat`` in the open round.

    A pack that the seat held in an earlier round is stale. Sealed packs, and packs that have not reached the seat, get
    the same error as packs that do not exist (DRF-2.15). Always one query.
    """
    pack = Pack.objects.filter(pk=pack_id, pod=seat.pod, pack_round__lt=seat.pod.pack_round).first()
    if pack is None or not _has_seen(seat, pack, seats):
        return Http404()
    return StalePickError(pack_round=pack.pack_round, pick_number=number)


def _has_seen(seat: Seat, pack: Pack, seats: int) -> bool:
    way = {"pack_round": pack.pack_round, "seats": seats}
    return passing.has_reached(seat.number, pack.opener, pack.hops, **way, empty=not pack.contents)


def _bot_choice(seat: Seat, pack: Pack) -> str:
    copies = pack.contents
    if seat.bot == Seat.Bot.RANDOM:
        return str(copies[_pick_stream(seat.pod, pack, "bot").below(len(copies))][0])
    game = seat.pod.game
    drafted = [printed_card(game, ref) for ref in drafted_refs(seat)]
    return str(copies[RULESETS[game].draft_bot.pick(drafted, [printed_card(game, ref) for _, ref in copies])][0])


def _pick_stream(pod: Pod, pack: Pack, purpose: str) -> RandomStream:
    return RandomStream(bytes(pod.seed), f"{pack.stream_label(pod)}/{purpose}/{pack.hops}")
