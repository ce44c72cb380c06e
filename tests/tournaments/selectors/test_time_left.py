"""The bars of the time left at the tables of a round."""

from datetime import timedelta

from django.test import Client

from tests.tournaments.conftest import Day
from tournaments.models import Round
from tournaments.selectors.round_work import newest_round_work
from tournaments.selectors.time_left import time_bars
from tournaments.services.match import extend_match


def test_tables_that_end_at_the_same_time_share_a_bar(day: Day):
    day.to_round(1)
    extend_match(day.matches(1)[1], 10, reason="a deck check", by=day.by)
    work = newest_round_work(day.event)
    assert work
    ends_at = Round.objects.get().ends_at
    assert ends_at

    bars = time_bars(work.ends, ends_at - timedelta(minutes=10))

    assert [(bar.labels, bar.percent) for bar in bars] == [([1, 3], 50.0), ([2], 100.0)]


def test_time_that_is_over_has_an_empty_bar(day: Day):
    day.to_round(1)
    work = newest_round_work(day.event)
    assert work
    ends_at = Round.objects.get().ends_at
    assert ends_at

    assert [bar.percent for bar in time_bars(work.ends, ends_at + timedelta(minutes=1))] == [0.0]


def test_judges_see_the_bars_only_if_tables_end_at_different_times(day: Day):
    day.to_round(1)
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")

    def has_bars(page: str) -> bool:
        return "Time left by table" in client.get(f"/e/{day.event.slug}/{page}").content.decode()

    before = [has_bars(page) for page in ("judge", "manage")]
    extend_match(day.matches(1)[1], 10, reason="a deck check", by=day.by)

    assert (before, [has_bars(page) for page in ("judge", "manage")]) == ([False, False], [True, True])
