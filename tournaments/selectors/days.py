"""Where an event of several days stands: which day is over, and which begins next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event, Round
from tournaments.rules.days import EventDay, count_begun_days
from tournaments.selectors.results import open_table_labels

LoadLabels = Callable[[Event], Sequence[int | str]]
"""Returns the labels of open tables: `open_table_labels`, or a function that returns those of a kept state."""


@dataclass(frozen=True, slots=True)
class DayBreak:
    """The time between two days: the day before ``number`` is over, and the later ``day`` has not begun.

    ``places`` is the size of the top cut that it begins with, which drafts again if ``has_draft``.
    """

    number: int
    day: EventDay
    places: int
    has_draft: bool

    @property
    def ended(self) -> int:
        """The number of the day that is over."""
        return self.number - 1

    def is_before_start(self, now: datetime) -> bool:
        """Return whether the next day has not reached its start."""
        return now < self.day.starts_at


def count_published(event: Event) -> int:
    """Return the number of published Swiss rounds. Makes one query."""
    return event.rounds.filter(published_at__isnull=False, stage="").count()


def day_break(event: Event, *, load_labels: LoadLabels = open_table_labels) -> DayBreak | None:
    """Return the time between two days that ``event`` is in; None if it is in none.

    All rounds of the day before are complete. Makes four queries at most, none for an event of one day.
    """
    days = event.later_days
    if not days or event.finished_at or event.cut_seated_at:
        return None
    rounds: list[Round] = list(event.rounds.filter(published_at__isnull=False))
    published = sum(not each.stage for each in rounds)
    begun = count_begun_days(days, published=published, cut_begun=len(rounds) > published)
    if begun == len(days):
        return None
    day, number = days[begun], begun + 2
    first = event.event_format.rounds + 1 if day.round is None else day.round
    if first != published + 1 or load_labels(event):
        return None
    places = event.cut if day.round is None else 0
    return DayBreak(number, day, places, has_draft=bool(places) and event.cut_draft)
