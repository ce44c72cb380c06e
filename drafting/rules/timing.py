"""The clocks of a draft: how long a pick and deck building may take.

A deadline is an absolute time that is judged when something arrives. ``now`` is always
given; nothing here reads a clock.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from gameplay.engine.core.errors import RulesError, _

GRACE = timedelta(seconds=2)


class PickTimeOverError(RulesError):
    """The clock has picked already, or is about to."""

    code = "pick_time_over"
    clause = "DRF-OP-4"
    sentence = _("The time for this pick is over. A card is taken for you.")
    is_state_conflict = True


class BuildTimeOverError(RulesError):
    """The time for building the deck is over; the deck can be read, not changed."""

    code = "build_time_over"
    clause = "DRF-3.1"
    sentence = _("The time for deck building is over. Ask a judge if you need more.")
    is_state_conflict = True


@dataclass(frozen=True, slots=True)
class PickClock:
    """Seconds for a pick: the n-th entry for a pack with n cards left, the last one for more.

    Without entries there is no clock, as in the rules themselves (DRF-OP-4). ``sentence`` says which clock it is, with
    what `ends` counts.
    """

    code: str
    sentence: str
    seconds: tuple[int, ...] = ()

    def allowance(self, cards_left: int, *, extra_percent: int = 0) -> timedelta | None:
        """Return the time for one pick, None without a clock; ``extra_percent`` is the seat's own."""
        if not self.seconds:
            return None
        seconds = self.seconds[min(cards_left, len(self.seconds)) - 1]
        return timedelta(seconds=seconds) * (100 + extra_percent) / 100

    def first_and_last_seconds(self, pack_size: int) -> dict[str, int]:
        """Return the seconds for the ``first`` pick of a pack of so many ``cards`` and for the ``last``; nothing without a clock."""
        times = {"first": self.allowance(pack_size), "last": self.allowance(1)}
        seconds = {pick: int(time.total_seconds()) for pick, time in times.items() if time}
        return {"cards": pack_size, **seconds} if seconds else {}


PICK_CLOCKS = {
    clock.code: clock
    for clock in (
        PickClock("off", _("Off: nobody is hurried; only the organizer or the head judge can move a silent player on")),
        PickClock(
            "relaxed",
            _("Relaxed: {first} s for {cards} cards, {last} s for the last"),
            (20, 30, 40, 50, 60, 75, 90, 105, 120, 135, 150),
        ),
        PickClock(
            "standard",
            _("Standard: {first} s for {cards} cards, {last} s for the last"),
            (10, 15, 20, 25, 30, 40, 45, 50, 55, 60, 75),
        ),
        PickClock(
            "tournament",
            _("Tournament: {first} s for {cards} cards, {last} s for the last"),
            (5, 5, 10, 10, 15, 20, 20, 25, 30, 35, 40),
        ),
    )
}


@dataclass(frozen=True, slots=True)
class CalledPick:
    """A pick as it is called at a table: so many ``cards`` are left in each pack, and it ends ``until`` seconds in."""

    number: int
    cards: int
    seconds: int
    until: int


def called_picks(clock: PickClock, pack_size: int) -> list[CalledPick]:
    """Return the picks of one pack round, called by ``clock`` for everybody at once; none without a clock."""
    seconds = [int(time.total_seconds()) for left in range(pack_size, 0, -1) if (time := clock.allowance(left))]
    return [
        CalledPick(number, pack_size - number + 1, each, until)
        for number, (each, until) in enumerate(zip(seconds, accumulate(seconds), strict=True), 1)
    ]


def is_over(deadline: datetime | None, now: datetime) -> bool:
    """Whether ``deadline`` and its grace have passed; None never passes."""
    return deadline is not None and now > deadline + GRACE


def deadline_after_outage(deadline: datetime, outage: timedelta) -> datetime:
    """Return the deadline after an outage: later by its length if it outlasted the grace."""
    return deadline + outage if outage > GRACE else deadline


def pause_length(paused_at: datetime, resumed_at: datetime, *, other_paused_at: datetime | None = None) -> timedelta:
    """Return how long a clock stood by a pause ``since`` then that is over.

    If it stands by ``another`` pause, begun then, whatever comes after that belongs to the other one.
    """
    return max(timedelta(0), (other_paused_at or resumed_at) - paused_at)


def check_pick_time(deadline: datetime | None, now: datetime) -> None:
    """Raise PickTimeOverError if the pick comes too late."""
    if is_over(deadline, now):
        raise PickTimeOverError()


def check_build_time(deadline: datetime | None, now: datetime) -> None:
    """Raise BuildTimeOverError if the deck comes too late."""
    if is_over(deadline, now):
        raise BuildTimeOverError()
