"""Fixtures of events with teams of two."""

from collections.abc import Callable

import pytest

from tests.tournaments.conftest import Day
from tests.tournaments.teams import TeamDay, team_day


@pytest.fixture
def teams(new_event: Callable[..., Day]) -> TeamDay:
    """An event of teams of two, without players."""
    return team_day(new_event(team_size=2))


@pytest.fixture
def cut(new_event: Callable[..., Day]) -> TeamDay:
    """An event of teams of two with a final."""
    return team_day(new_event(team_size=2, cut=2))
