"""The later days of an event of several days: when each begins, and with which round.

The first day begins with the event. Nothing about pairings or results depends on the days.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from gameplay.engine.core.errors import RulesError, _

MAX_DAYS = 6
"""Maximum number of days, with the first."""
FIRST_LATER_ROUND = 2


def iso_start(moment: datetime) -> str:
    """Return ``moment`` as the start of a day is stored: UTC, to the second. Such texts are ordered like the times."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class EventDay:
    """A later day. It begins with the Swiss ``round``, or with the top cut if that is None."""

    starts_at: datetime
    round: int | None

    @property
    def as_json(self) -> dict[str, Any]:
        """The day as stored."""
        return {"starts_at": iso_start(self.starts_at), "round": self.round}


class EventDaysError(RulesError):
    """The days of an event contradict each other or the event; ``details`` give the number of the ``day``, from 2."""

    code = "event_days"
    field = "days"


class TooManyDaysError(EventDaysError):
    """Raised for more days than MAX_DAYS; ``details`` give the limit."""

    sentence = _("An event has at most {days} days. Remove the others.")


class DaysWithoutStartError(EventDaysError):
    """Raised if the event itself has no start."""

    sentence = _("An event of several days needs a start. Enter when the event begins, too.")
    field = "starts_at"


class DayOrderError(EventDaysError):
    """Raised if a day does not begin after the day ``before``."""

    sentence = _("Day {day} has to begin after day {before}. Enter a later time.")


class DayRoundError(EventDaysError):
    """Raised if a day begins with a ``round`` that is the first, or that is not announced; ``rounds`` are."""

    sentence = _(
        "Day {day} begins with round {round}, and only rounds 2 to {rounds} can begin a later day. Choose another "
        "round, or remove the day."
    )


class DayCutError(EventDaysError):
    """Raised if a day begins with the top cut of an event without one."""

    sentence = _("Day {day} begins with the top cut, and there is none. Choose another round, or remove the day.")


class DayRoundOrderError(EventDaysError):
    """Raised if a day does not begin with a later round than the day ``before``."""

    sentence = _("Day {day} has to begin with a later round than day {before}. Choose another round.")


class DayBegunError(EventDaysError):
    """Raised if a day that has begun would change."""

    code = "day_begun"
    sentence = _("Day {day} has begun and can no longer be changed.")
    is_state_conflict = True


class DayTooLateError(EventDaysError):
    """Raised if a new day would begin with a round that is already published, or with a top cut that has begun."""

    code = "day_too_late"
    sentence = _("Day {day} would begin with a round that is already published. Choose a later round.")
    is_state_conflict = True


def day_field(number: int, name: str) -> str:
    """Return the name of the form field for ``name`` of day ``number``, such as "days.2.round"."""
    return f"days.{number}.{name}"


def read_days(stored: Iterable[dict[str, Any]]) -> list[EventDay]:
    """Return the days that `EventDay.as_json` has stored."""
    return [EventDay(datetime.fromisoformat(each["starts_at"]), each["round"]) for each in stored]


def days_fault(days: Sequence[EventDay], *, starts_at: datetime | None, rounds: int, cut: int) -> EventDaysError | None:
    """Return why these cannot be the later ``days`` of an event with ``rounds`` rounds and a cut of ``cut``."""
    if not days:
        return None
    if starts_at is None:
        return DaysWithoutStartError()
    if len(days) >= MAX_DAYS:
        return TooManyDaysError(days=MAX_DAYS)
    before, last_round = starts_at, 1
    for number, day in enumerate(days, 2):
        if fault := _beginning_fault(number, day, rounds=rounds, cut=cut):
            return _at(fault, "round")
        if day.starts_at <= before:
            return _at(DayOrderError(day=number, before=number - 1), "starts_at")
        place = rounds + 1 if day.round is None else day.round
        if place <= last_round:
            return _at(DayRoundOrderError(day=number, before=number - 1), "round")
        before, last_round = day.starts_at, place
    return None


def days_change_fault(
    old: Sequence[EventDay], new: Sequence[EventDay], *, published: int, cut_begun: bool
) -> EventDaysError | None:
    """Return why the later days cannot change from ``old`` to ``new``, after ``published`` Swiss rounds."""
    begun = [day for day in old if _has_begun(day, published=published, cut_begun=cut_begun)]
    for number, day in enumerate(begun, 2):
        if list(new[number - 2 : number - 1]) != [day]:
            return _at(DayBegunError(day=number), "starts_at")
    for number, day in enumerate(new, 2):
        if number - 2 >= len(begun) and _has_begun(day, published=published, cut_begun=cut_begun):
            return _at(DayTooLateError(day=number), "round")
    return None


def count_begun_days(days: Sequence[EventDay], *, published: int, cut_begun: bool) -> int:
    """Return how many of the later ``days`` have begun."""
    return sum(_has_begun(day, published=published, cut_begun=cut_begun) for day in days)


def rounds_of_days(days: Sequence[EventDay], rounds: int) -> list[int]:
    """Return the number of Swiss rounds on each day, the first included."""
    firsts = [1, *(rounds + 1 if day.round is None else day.round for day in days), rounds + 1]
    return [max(0, after - first) for first, after in pairwise(firsts)]


def _has_begun(day: EventDay, *, published: int, cut_begun: bool) -> bool:
    return cut_begun or (day.round is not None and day.round <= published)


def _beginning_fault(number: int, day: EventDay, *, rounds: int, cut: int) -> EventDaysError | None:
    if day.round is None:
        return None if cut else DayCutError(day=number)
    if FIRST_LATER_ROUND <= day.round <= rounds:
        return None
    return DayRoundError(day=number, round=day.round, rounds=rounds)


def _at(fault: EventDaysError, name: str) -> EventDaysError:
    """Return ``fault`` with the form field of its day."""
    fault.field = day_field(fault.details["day"], name)
    return fault
