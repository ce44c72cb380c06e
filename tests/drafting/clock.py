"""The clock of a draft that a test advances, and the time left for a pick."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.drafting.drafts import Draft


class FakeClock:
    """A clock that a test advances by seconds."""

    now = datetime(2026, 11, 28, 12, tzinfo=UTC)

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


def seconds_left(draft: Draft, name: str) -> float:
    """Return the seconds until the deadline of the pick of ``name``."""
    due = draft.before(name).due_at
    assert due is not None
    return (due - timezone.now()).total_seconds()
