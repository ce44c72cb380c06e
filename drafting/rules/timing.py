"""The clocks of a draft: time limits of picks and of deck building.

A deadline is an absolute time that is checked when a request arrives. Callers always pass ``now``; nothing here reads
a clock.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from gameplay.engine.core.errors import RulesError, _

GRACE = timedelta(seconds=2)
ARRIVAL = timedelta(seconds=60)
"""How long the clock of the first pick waits for a player who has not opened the page."""


class PickTimeOverError(RulesError):
    """The clock has already picked, or is about to."""

    code = "pick_time_over"
    clause = "DRF-OP-4"
    sentence = _("Time for this pick is up. A card is picked for you.")
    is_state_conflict = True


class BuildTimeOverError(RulesError):
    """Deck building time is over; the deck can only be viewed."""

    code = "build_time_over"
    clause = "DRF-3.1"
    sentence = _("Deck building time is up. Call a judge if you need more time.")
    is_state_conflict = True


@dataclass(frozen=True, slots=True)
class PickClock:
    """Seconds for a pick: the n-th entry for a pack with n cards left, the last entry for larger packs.

    Without entries there is no clock, as in the rules (DRF-OP-4). ``sentence`` describes the clock, with the fields of
    `first_and_last_seconds`.
    """

    code: str
    sentence: str
    seconds: tuple[int, ...] = ()

    def allowance(self, cards_left: int, *, extra_percent: int = 0) -> timedelta | None:
        """Return the time for one pick, or None without a clock; ``extra_percent`` is the extra time of the seat."""
        if not self.seconds:
            return None
        seconds = self.seconds[min(cards_left, len(self.seconds)) - 1]
        return timedelta(seconds=seconds) * (100 + extra_percent) / 100

    def first_and_last_seconds(self, pack_size: int) -> dict[str, int]:
        """Return "cards", and the seconds for the "first" and the "last" pick of a pack; empty without a clock."""
        times = {"first": self.allowance(pack_size), "last": self.allowance(1)}
        seconds = {pick: int(time.total_seconds()) for pick, time in times.items() if time}
        return {"cards": pack_size, **seconds} if seconds else {}


PICK_CLOCKS = {
    clock.code: clock
    for clock in (
        PickClock("off", _("Off: no time limit; the organizer or head judge handles players who do not pick")),
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
    """A pick as an official calls it in a paper draft.

    ``cards`` are left in each pack; the pick ends ``until`` seconds after the start of the pack round.
    """

    number: int
    cards: int
    seconds: int
    until: int


def called_picks(clock: PickClock, pack_size: int) -> list[CalledPick]:
    """Return the picks of one pack round that ``clock`` calls for the whole table; none without a clock."""
    seconds = [int(time.total_seconds()) for left in range(pack_size, 0, -1) if (time := clock.allowance(left))]
    return [
        CalledPick(number, pack_size - number + 1, each, until)
        for number, (each, until) in enumerate(zip(seconds, accumulate(seconds), strict=True), 1)
    ]


def is_over(deadline: datetime | None, now: datetime) -> bool:
    """Return whether ``deadline`` and its grace period have passed; None never passes."""
    return deadline is not None and now > deadline + GRACE


def deadline_after_outage(deadline: datetime, outage: timedelta) -> datetime:
    """Return the deadline after an outage, extended by its length if it was longer than the grace period."""
    return deadline + outage if outage > GRACE else deadline


def pause_length(paused_at: datetime, resumed_at: datetime, *, other_paused_at: datetime | None = None) -> timedelta:
    """Return how long a clock was stopped by a pause that is over.

    If another pause, which began at ``other_paused_at``, still stops the clock, the time since then counts for that
    pause.
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
