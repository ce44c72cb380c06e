"""Picks: by a player, by a bot, by the clock. One card leaves one pack, and the rest moves on."""

import uuid
from datetime import datetime

from django.db import transaction
from django.db.models import IntegerField, UUIDField
from django.http import Http404
from django.utils import timezone

from cards.selectors import printed as printed_card
from drafting.models import Pack, Pick, Pod, Seat
from drafting.rules import passing, timing
from drafting.rules.passing import PEOPLE, THE_CLOCK, NotInPackError, PickedBy, StalePickError
from drafting.selectors.live_payload import told_of_pick
from drafting.selectors.pools import pool
from drafting.selectors.tables import OpenRound, locked_own_round, locked_round
from drafting.services.pause import check_going
from drafting.services.pod import after_pick, check_open, check_running, due_at, wake_bots
from gameplay.engine.core.chance import Stream
from gameplay.games import RULESETS
from gameplay.infrastructure.compiled_queries import Given, PreparedInsert, PreparedUpdate
from gameplay.infrastructure.log import record
from gameplay.models import Account

PACK = Given("pack", UUIDField())
MOVE = PreparedUpdate(
    lambda: Pack.objects.filter(pk=PACK, hops=Given("passed", IntegerField())), "hops", "contents", "due_at"
)
WIND = PreparedUpdate(lambda: Pack.objects.filter(pk=PACK), "due_at")
PICKS = PreparedInsert(Pick)


@transaction.atomic
def make_pick(account: Account, pod_id: uuid.UUID, *, pack_id: uuid.UUID, number: int, token: str) -> Pick:
    """Take the copy ``token`` from the pack before ``account``, as pick ``number`` of its round (DRF-2.5).

    Eight queries, one more to forget a selection, and at most one with a clock. Raises Http404 for a pod that is not
    theirs and a pack that has not come to them, StalePickError, NotInPackError, PodPausedError, SeatClosedError, SeatPausedError or PickTimeOverError.
    """
    drafting, now = locked_own_round(account, pod_id), timezone.now()
    seat = drafting.seat_of(account)
    check_running(seat.pod)
    check_open(seat)
    check_going(seat)
    pack = next((pack for pack in drafting.packs if pack.pk == pack_id), None)
    if pack is None or not _has_seen(seat, pack, len(drafting.seats)):
        raise _not_open(seat, pack_id, number, seats=len(drafting.seats))
    left = [token for token, _ in pack.contents]
    asked = passing.Pick(pack.pack_round, pack.opener, number, token)
    passing.check_pick(asked, seat.number, drafting.table, left)
    timing.check_pick_time(pack.due_at, now)
    by = PickedBy.SUBSTITUTE if seat.substitute_id else PickedBy.PLAYER
    pick = _take(seat, pack, token, drafting=drafting, author=account, by=by, now=now)
    _wake_bots(drafting)
    return pick


@transaction.atomic
def select(account: Account, pod_id: uuid.UUID, token: str) -> None:
    """Remember which copy the clock should take. Raises Http404, StalePickError or NotInPackError."""
    drafting = locked_own_round(account, pod_id)
    seat = drafting.seat_of(account)
    waiting = drafting.before(seat.number)
    if not waiting:
        raise StalePickError(pack_round=seat.pod.pack_round, pick_number=0)
    if token not in [token for token, _ in waiting[0].contents]:
        raise NotInPackError
    Seat.objects.filter(pk=seat.pk).update(selected=token)


@transaction.atomic
def pick_by_bot(seat: Seat) -> bool:
    """Let the site act for ``seat`` on the pack before it; false if there is nothing to do."""
    drafting = locked_round(seat.pod_id)
    seat = drafting.seats[seat.number]
    waiting = drafting.before(seat.number)
    if not waiting or not seat.automatic or seat.stands:
        return False
    pack, now = waiting[0], timezone.now()
    if seat.closed_at:
        _pass_on(seat, pack, drafting=drafting, now=now)
    else:
        token = _bots_choice(seat, pack)
        _take(seat, pack, token, drafting=drafting, author=None, by=PickedBy.BOT, now=now)
    return True


@transaction.atomic
def pick_by_clock(seat: Seat, *, now: datetime) -> bool:
    """Take the selected card, else a random one, if the time of ``seat`` is over; false if it is not (DRF-OP-4).

    A closed seat takes nothing; its pack goes on.
    """
    drafting = locked_round(seat.pod_id)
    seat = drafting.seats[seat.number]
    waiting = drafting.before(seat.number)
    if not waiting or seat.stands or not timing.is_over(waiting[0].due_at, now):
        return False
    pack = waiting[0]
    if seat.closed_at:
        _pass_on(seat, pack, drafting=drafting, now=now)
        return True
    left = [token for token, _ in pack.contents]
    token = passing.pick_for(seat.selected, left, _chance(seat.pod, pack, "auto"))
    by = PickedBy.SELECTION if token == seat.selected else PickedBy.CLOCK
    _take(seat, pack, token, drafting=drafting, author=None, by=by, now=now)
    _wake_bots(drafting)
    return True


def _take(
    seat: Seat, pack: Pack, token: str, *, drafting: OpenRound, author: Account | None, by: PickedBy, now: datetime
) -> Pick:
    """Move a card that may be taken; the log says who took one and how many are left, never which (DRF-2.11)."""
    ref = next(ref for copy, ref in pack.contents if copy == token)
    number = pack.hops + 1
    pack.contents = [copy for copy in pack.contents if copy[0] != token]
    _hand_on(seat, pack, drafting=drafting, now=now)
    pick = Pick(seat=seat, pack=pack, pack_round=pack.pack_round, number=number, token=token, ref=ref, by=by, at=now)
    PICKS.save(pick)
    if seat.selected:
        Seat.objects.filter(pk=seat.pk).update(selected="")
    action, role = "pick", "player" if by in PEOPLE else by.value
    after = {"seat": seat.number + 1, "pack_round": pack.pack_round, "pick": number, "left": len(pack.contents)}
    if by in THE_CLOCK:
        action, role, after["random"] = "pick_by_clock", "clock", by == PickedBy.CLOCK
    told = told_of_pick(drafting, seat, pack, by_clock=by in THE_CLOCK, now=now)
    record(seat.pod.stream, action, author=author, role=role, after=after, at=now, told=told)
    after_pick(drafting, now=now)
    return pick


def _pass_on(seat: Seat, pack: Pack, *, drafting: OpenRound, now: datetime) -> None:
    """Let a pack go past a closed seat untouched (DRF-OP-3)."""
    _hand_on(seat, pack, drafting=drafting, now=now)
    after = {"seat": seat.number + 1, "pack_round": pack.pack_round, "left": len(pack.contents)}
    told = told_of_pick(drafting, seat, pack, by_clock=False, now=now)
    record(seat.pod.stream, "passed_on", author=None, role="site", after=after, at=now, told=told)
    after_pick(drafting, now=now)


def _hand_on(seat: Seat, pack: Pack, *, drafting: OpenRound, now: datetime) -> None:
    """Move ``pack`` to the next seat by an update that only one of several at once can make, and wind the clocks."""
    pack.hops += 1
    pack.due_at = _due(drafting, drafting.holder(pack), now, coming=pack)
    there = {"pack": pack.pk, "passed": pack.hops - 1}
    if not MOVE.run(**there, hops=pack.hops, contents=pack.contents, due_at=pack.due_at):
        raise StalePickError(pack_round=pack.pack_round, pick_number=pack.hops)
    if seat.pod.clock.seconds and (waiting := drafting.before(seat.number)):
        waiting[0].due_at = _due(drafting, seat.number, now, coming=waiting[0])
        WIND.run(pack=waiting[0].pk, due_at=waiting[0].due_at)


def _due(drafting: OpenRound, seat_number: int, now: datetime, *, coming: Pack) -> datetime | None:
    """Return when the clock will pick from ``coming`` for a seat; None while other packs are before it."""
    waiting = drafting.before(seat_number)
    if not drafting.pod.clock.seconds or waiting[:1] != [coming]:
        return None
    return due_at(drafting.pod, drafting.seats[seat_number], len(coming.contents), now=now)


def _wake_bots(drafting: OpenRound) -> None:
    if drafting.has_automatic_seats:
        wake_bots(drafting.pod)


def _not_open(seat: Seat, pack_id: uuid.UUID, number: int, *, seats: int) -> Exception:
    """Return the refusal for a pack that is not before ``seat`` in the open round.

    One that the seat had in an earlier round is stale; a pack that is sealed, or that has not come to the seat, is
    answered like one that does not exist (DRF-2.15). One query, whatever the pack is.
    """
    pack = Pack.objects.filter(pk=pack_id, pod=seat.pod, pack_round__lt=seat.pod.pack_round).first()
    if pack is None or not _has_seen(seat, pack, seats):
        return Http404()
    return StalePickError(pack_round=pack.pack_round, pick_number=number)


def _has_seen(seat: Seat, pack: Pack, seats: int) -> bool:
    way = {"pack_round": pack.pack_round, "seats": seats}
    return passing.has_reached(seat.number, pack.opener, pack.hops, **way, empty=not pack.contents)


def _bots_choice(seat: Seat, pack: Pack) -> str:
    copies = pack.contents
    if seat.bot == Seat.Bot.RANDOM:
        return str(copies[_chance(seat.pod, pack, "bot").below(len(copies))][0])
    game = seat.pod.game
    drafted = [printed_card(game, ref) for ref in pool(seat)]
    return str(copies[RULESETS[game].drafter.pick(drafted, [printed_card(game, ref) for _, ref in copies])][0])


def _chance(pod: Pod, pack: Pack, purpose: str) -> Stream:
    return Stream(bytes(pod.seed), f"{pack.label(pod)}/{purpose}/{pack.hops}")
