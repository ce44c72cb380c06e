"""What the open pages of a pod are told along with a pick, so that they need not ask: numbers for all, a pack for one.

Each seat's own part is the pack in hand as `drafting.selectors.seat_view` shows it, and goes to that seat's player alone.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from drafting.models import Pack, Pod, Seat
from drafting.selectors.open_round import OpenRound
from drafting.selectors.seat_view import isoformat_or_none, pack_in_hand, pick_progress
from gameplay.infrastructure.hub import StreamPayload


def pick_payload(
    drafting: OpenRound, picker: Seat, passed: Pack, *, by_clock: bool, now: datetime
) -> StreamPayload | None:
    """Tell of a pick, or of a pack passed on, and who picked whether the clock did; None if the pages have more to show from now on than packs."""
    if drafting.is_drafted and not _opens_next_round(drafting.pod):
        return None
    queues, receiver = drafting.queues(), drafting.holder_of(passed)
    comes_up = queues[receiver][:1] == [passed]
    picked = {picker.number: {"by_clock": by_clock}}
    return _payload(drafting, queues, picked | ({receiver: picked.get(receiver, {})} if comes_up else {}), now)


def packs_opened_payload(drafting: OpenRound, *, now: datetime) -> StreamPayload:
    """Tell of the packs that were opened."""
    return _payload(drafting, drafting.queues(), {seat.number: {} for seat in drafting.seats}, now)


def _opens_next_round(pod: Pod) -> bool:
    """Whether the next packs are opened as soon as these are drafted."""
    return pod.opening == Pod.Opening.STANDING and pod.pack_round < pod.draft_format.packs


def _payload(
    drafting: OpenRound, queues: Sequence[list[Pack]], news: Mapping[int, dict[str, bool]], now: datetime
) -> StreamPayload:
    people = [seat for seat in map(drafting.seats.__getitem__, news) if not (seat.is_automatic or seat.paused_at)]
    own = {
        str(seat.acting_id): _json(_own_payload(seat, drafting, queues[seat.number], now) | news[seat.number])
        for seat in people
    }
    return StreamPayload(_json({"pack_round": drafting.pod.pack_round, "queues": list(map(len, queues))}), own)


def _own_payload(seat: Seat, drafting: OpenRound, waiting: list[Pack], now: datetime) -> dict[str, Any]:
    pack = pack_in_hand(seat, waiting[0]) if waiting else None
    if pack:
        pack["cards"] = [[card["token"], card["ref"]] for card in pack["cards"]]  # a third of the bytes
    return {**pick_progress(seat, drafting, waiting), "pack": pack, "now": isoformat_or_none(now)}


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
