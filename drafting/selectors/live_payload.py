"""Payloads of live updates at a pod, so that open pages need not reload: numbers for all, and a pack for one player.

The private part of a seat is its pack in hand, as in `drafting.selectors.seat_view`. It is sent only to the acting
account of the seat.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from drafting.models import Pack, Pod, Seat
from drafting.rules.passing import pick_of_fullest
from drafting.selectors.open_round import OpenRound
from drafting.selectors.seat_view import isoformat_or_none, pack_in_hand, pick_progress
from gameplay.infrastructure.hub import StreamPayload


def pick_payload(
    drafting: OpenRound, picker: Seat, passed: Pack, *, by_clock: bool, now: datetime
) -> StreamPayload | None:
    """Return the payload of a pick, or of a pack that skipped a seat.

    The picker's part says whether the clock picked. None if pages must reload, because the draft is over or waits for
    the signal to open packs.
    """
    if drafting.is_drafted and not _opens_next_round(drafting.pod):
        return None
    queues, receiver = drafting.queues(), drafting.holder_of(passed)
    is_next = queues[receiver][:1] == [passed]
    changes = {picker.number: {"by_clock": by_clock}}
    return _payload(drafting, queues, changes | ({receiver: changes.get(receiver, {})} if is_next else {}), now)


def packs_opened_payload(drafting: OpenRound, *, now: datetime) -> StreamPayload:
    """Return the payload of opened packs."""
    return _payload(drafting, drafting.queues(), {seat.number: {} for seat in drafting.seats}, now)


def _opens_next_round(pod: Pod) -> bool:
    """Return whether the next packs open as soon as the current ones are drafted."""
    return pod.opening == Pod.Opening.STANDING and pod.pack_round < pod.draft_format.packs


def _payload(
    drafting: OpenRound, queues: Sequence[list[Pack]], changes: Mapping[int, dict[str, bool]], now: datetime
) -> StreamPayload:
    people = [seat for seat in map(drafting.seats.__getitem__, changes) if not (seat.is_automatic or seat.paused_at)]
    own = {
        str(seat.acting_id): _json(_own_payload(seat, drafting, queues[seat.number], now) | changes[seat.number])
        for seat in people
    }
    pod = drafting.pod
    pick = pick_of_fullest([len(pack.contents) for pack in drafting.packs], pod.draft_format.pack_size)
    shared = {"pack_round": pod.pack_round, "pick": pick, "queues": list(map(len, queues))}
    return StreamPayload(_json(shared), own)


def _own_payload(seat: Seat, drafting: OpenRound, waiting: list[Pack], now: datetime) -> dict[str, Any]:
    pack = pack_in_hand(seat, waiting[0]) if waiting else None
    if pack:
        pack["cards"] = [[card["token"], card["ref"]] for card in pack["cards"]]  # a third of the bytes
    return {**pick_progress(seat, drafting, waiting), "pack": pack, "now": isoformat_or_none(now)}


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
