"""What the open pages of a pod are told along with a pick, so that they need not ask: numbers for all, a pack for one.

Each seat's own part is the pack in hand as `drafting.selectors.seat_view` shows it, and goes to that seat's player alone.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from drafting.models import Pack, Pod, Seat
from drafting.selectors.seat_view import in_hand, told_time, turn_of
from drafting.selectors.tables import OpenRound
from gameplay.infrastructure.hub import Told


def told_of_pick(drafting: OpenRound, picker: Seat, passed: Pack, *, by_clock: bool, now: datetime) -> Told | None:
    """Tell of a pick, or of a pack passed on, and who picked whether the clock did; None if the pages have more to show from now on than packs."""
    if drafting.drafted and not _goes_on(drafting.pod):
        return None
    queues, receiver = drafting.queues(), drafting.holder(passed)
    comes_up = queues[receiver][:1] == [passed]
    picked = {picker.number: {"by_clock": by_clock}}
    return _told(drafting, queues, picked | ({receiver: picked.get(receiver, {})} if comes_up else {}), now)


def told_of_packs(drafting: OpenRound, *, now: datetime) -> Told:
    """Tell of the packs that were opened."""
    return _told(drafting, drafting.queues(), {seat.number: {} for seat in drafting.seats}, now)


def _goes_on(pod: Pod) -> bool:
    """Whether the next packs are opened as soon as these are drafted."""
    return pod.opening == Pod.Opening.STANDING and pod.pack_round < pod.terms.packs


def _told(
    drafting: OpenRound, queues: Sequence[list[Pack]], news: Mapping[int, dict[str, bool]], now: datetime
) -> Told:
    people = [seat for seat in map(drafting.seats.__getitem__, news) if not (seat.automatic or seat.paused_at)]
    own = {
        str(seat.acting_id): _json(_own(seat, drafting, queues[seat.number], now) | news[seat.number])
        for seat in people
    }
    return Told(_json({"pack_round": drafting.pod.pack_round, "queues": list(map(len, queues))}), own)


def _own(seat: Seat, drafting: OpenRound, waiting: list[Pack], now: datetime) -> dict[str, Any]:
    pack = in_hand(seat, waiting[0]) if waiting else None
    if pack:
        pack["cards"] = [[card["token"], card["ref"]] for card in pack["cards"]]  # a third of the bytes
    return {**turn_of(seat, drafting, waiting), "pack": pack, "now": told_time(now)}


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
