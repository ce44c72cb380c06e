"""Form fields for the later days of an event: for each day when it begins, and with which round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext

from tournaments.rules.days import FIRST_LATER_ROUND, MAX_DAYS, EventDay, day_field

LATER_DAYS = range(2, MAX_DAYS + 1)
OFFERED_ROUNDS = 15
"""The rounds up to this one are offered even if fewer are announced, because a new event's number can still change."""
TOP_CUT = "cut"
"""The choice of the top cut."""
LOCAL_FORMAT = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, slots=True)
class DayRow:
    """The fields of one day; ``is_open`` if the day is shown without a further press."""

    number: int
    starts_at: forms.BoundField
    round: forms.BoundField
    is_open: bool


def zone_of(data: Any) -> ZoneInfo:
    """Return the time zone of the browser that has sent a form, UTC if that is unknown."""
    zone = str(data.get("zone", ""))
    return ZoneInfo(zone if zone in available_timezones() else "UTC")


def in_zone(found: datetime | None, data: Any) -> datetime | None:
    """Return a typed time in the time zone of the browser that has sent the form ``data``."""
    return found.replace(tzinfo=zone_of(data)) if found else None


def add_day_fields(form: forms.Form, *, rounds: int, days: Sequence[EventDay] = (), with_starts: bool = True) -> None:
    """Add the fields of all later days to ``form``, with the values of ``days``, if wanted with their starts.

    The browser shows stored starts in its own time zone (tournaments/days.js).
    """
    choices = _round_choices(max(rounds, OFFERED_ROUNDS, *(day.round or 0 for day in days)))
    for number in LATER_DAYS:
        day = days[number - 2] if number - 2 < len(days) else None
        starts_at = forms.DateTimeField(
            label=gettext("Day {day} begins").format(day=number),
            required=False,
            help_text="UTC",
            widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL_FORMAT),
        )
        first = forms.ChoiceField(
            label=gettext("Day {day} begins with").format(day=number), required=False, choices=choices
        )
        if day:
            first.initial = TOP_CUT if day.round is None else str(day.round)
        if day and with_starts:
            starts_at.initial = day.starts_at.astimezone(UTC)
            if not form.is_bound:
                starts_at.widget.attrs["data-utc"] = day.starts_at.astimezone(UTC).strftime(LOCAL_FORMAT)
        form.fields[day_field(number, "starts_at")] = starts_at
        form.fields[day_field(number, "round")] = first


def day_rows(form: forms.Form) -> Iterator[DayRow]:
    """Yield the rows of all later days; the first, filled and faulty ones are open."""
    for number in LATER_DAYS:
        starts_at, first = form[day_field(number, "starts_at")], form[day_field(number, "round")]
        is_used = any(field.value() or field.errors for field in (starts_at, first))
        yield DayRow(number, starts_at, first, is_open=number == FIRST_LATER_ROUND or is_used)


def entered_days(form: forms.Form) -> list[EventDay]:
    """Return the days that are entered in ``form``, which is being cleaned; add an error to each incomplete row."""
    found, gap = [], False
    for number in LATER_DAYS:
        fields = day_field(number, "starts_at"), day_field(number, "round")
        starts_at, first = (form.cleaned_data.get(field) for field in fields)
        if not starts_at and not first:
            gap = True
        elif not starts_at and fields[0] not in form.errors:
            form.add_error(fields[0], gettext("Enter when this day begins, or choose nothing for it."))
        elif not first:
            form.add_error(fields[1], gettext("Choose what this day begins with, or remove its start."))
        elif gap:
            form.add_error(fields[0], gettext("Enter the days without a gap: the day before is empty."))
        elif starts_at:
            begins = in_zone(starts_at, form.data)
            assert begins
            found.append(EventDay(begins.astimezone(UTC), None if first == TOP_CUT else int(first)))
    return found


def _round_choices(rounds: int) -> list[tuple[str, str]]:
    label = gettext("round {round}")
    some = [(str(number), label.format(round=number)) for number in range(FIRST_LATER_ROUND, rounds + 1)]
    return [("", gettext("nothing: no such day")), *some, (TOP_CUT, gettext("the top cut, or its draft"))]
