"""What the open pages of a pod are told along with a pick, so that they need not ask: numbers for all, a pack for one.

Each seat's own part is the pack in hand as `drafting.selectors.seat_view` shows it, and goes to that seat's player alone.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from drafting.models import Pack, Pod, Seat
from drafting.selectors.seat_view import in_hand, pick_number, told_time
from drafting.selectors.tables import OpenRound
from gameplay.hub import Told


def told_of_pick(drafting: OpenRound, picker: Seat, passed: Pack, *, now: datetime) -> Told | None:
    """Tell of a pick, or of a pack passed on; None if the pages have more to show from now on than packs."""
    if drafting.drafted and not _goes_on(drafting.pod):
        return None
    receiver = drafting.holder(passed)
    comes_up = drafting.before(receiver)[:1] == [passed]
    return _told(drafting, {picker.number, receiver} if comes_up else {picker.number}, now)


def told_of_packs(drafting: OpenRound, *, now: datetime) -> Told:
    """Tell of the packs that were opened."""
    return _told(drafting, range(len(drafting.seats)), now)


def _goes_on(pod: Pod) -> bool:
    """Whether the next packs are opened as soon as these are drafted."""
    return pod.opening == Pod.Opening.STANDING and pod.pack_round < pod.terms.packs


def _told(drafting: OpenRound, numbers: Iterable[int], now: datetime) -> Told:
    queues = [len(drafting.before(number)) for number in range(len(drafting.packs))]
    seats = [drafting.seats[number] for number in numbers]
    people = [seat for seat in seats if not (seat.automatic or seat.paused_at)]
    own = {str(seat.acting_id): _json(_own(seat, drafting, now)) for seat in people}
    return Told(_json({"pack_round": drafting.pod.pack_round, "queues": queues}), own)


def _own(seat: Seat, drafting: OpenRound, now: datetime) -> dict[str, Any]:
    waiting = drafting.before(seat.number)
    pack = in_hand(seat, waiting[0]) if waiting else None
    if pack:
        pack["cards"] = [[card["token"], card["ref"]] for card in pack["cards"]]  # a third of the bytes
    return {"pick": pick_number(seat, drafting), "pack": pack, "now": told_time(now)}


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
