"""Which later days an event can have, and what remains of them once some have begun."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.rules.days import EventDay, days_change_fault, days_fault, read_days, rounds_of_days

START = datetime(2026, 7, 4, 10, tzinfo=UTC)


def day(days: float, round_: int | None) -> EventDay:
    return EventDay(START + timedelta(days), round_)


SUNDAY, MONDAY = day(1, 5), day(2, None)


def fault(days: list[EventDay], *, starts_at: datetime | None = START, cut: int = 8) -> tuple[str, str]:
    """Return the field and the beginning of the message of the refusal; empty texts without one."""
    found = days_fault(days, starts_at=starts_at, rounds=7, cut=cut)
    return (found.field, str(found)) if found else ("", "")


@pytest.mark.parametrize(
    "days", [[], [SUNDAY], [MONDAY], [SUNDAY, MONDAY], [day(each, each + 1) for each in range(1, 6)]]
)
def test_later_days_begin_with_rounds_or_the_top_cut(days: list[EventDay]):
    assert fault(days) == ("", "")
    assert read_days([each.as_json for each in days]) == days


@pytest.mark.parametrize(
    ("days", "field", "why"),
    [
        ([day(0, 5)], "days.2.starts_at", "after day 1"),
        ([day(2, 3), day(1, 5)], "days.3.starts_at", "after day 2"),
        ([day(1, 1)], "days.2.round", "only rounds 2 to 7"),
        ([day(1, 3), day(2, 8)], "days.3.round", "round 8, and only rounds 2 to 7"),
        ([day(1, 5), day(2, 5)], "days.3.round", "a later round than day 2"),
        ([day(1, None), day(2, 5)], "days.3.round", "a later round than day 2"),
        ([day(1, None), day(2, None)], "days.3.round", "a later round than day 2"),
        ([day(each, each + 1) for each in range(1, 7)], "days", "at most 6 days"),
    ],
)
def test_days_that_contradict_each_other_are_refused_beside_their_field(days: list[EventDay], field: str, why: str):
    found = fault(days)

    assert found[0] == field
    assert why in found[1]


def test_days_need_a_start_of_the_event_and_its_top_cut():
    assert fault([SUNDAY], starts_at=None)[0] == "starts_at"
    assert fault([MONDAY], cut=0) == (
        "days.2.round",
        "Day 2 begins with the top cut, and there is none. Choose another round, or remove the day.",
    )


@pytest.mark.parametrize(
    ("new", "published", "cut_begun", "code"),
    [
        ([], 4, False, ""),
        ([day(3, 6)], 4, False, ""),
        ([SUNDAY, day(3, 7)], 5, False, ""),
        ([], 5, False, "day_begun"),
        ([day(1.1, 5), MONDAY], 5, False, "day_begun"),
        ([SUNDAY, day(2, 5)], 5, False, "day_too_late"),
        ([day(1, 4)], 4, False, "day_too_late"),
        ([SUNDAY], 7, True, "day_begun"),
    ],
)
def test_a_day_that_has_begun_stays(new: list[EventDay], published: int, cut_begun: bool, code: str):
    found = days_change_fault([SUNDAY, MONDAY], new, published=published, cut_begun=cut_begun)

    assert (found.code if found else "") == code


def test_the_rounds_of_each_day_are_counted():
    assert rounds_of_days([], 3) == [3]
    assert rounds_of_days([SUNDAY, MONDAY], 7) == [4, 3, 0]
