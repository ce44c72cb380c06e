"""Fixtures: events with teams of two, and a local server that receives webhook messages."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.tournaments.conftest import Day
from tests.tournaments.services.receiver import Receiver, receiver
from tests.tournaments.teams import TeamDay, team_day


@pytest.fixture
def teams(new_event: Callable[..., Day]) -> TeamDay:
    """An event of teams of two, without players."""
    return team_day(new_event(team_size=2))


@pytest.fixture
def cut(new_event: Callable[..., Day]) -> TeamDay:
    """An event of teams of two with a final."""
    return team_day(new_event(team_size=2, cut=2))


@pytest.fixture
def local_webhooks_allowed(settings: Any) -> None:
    settings.ALLOW_LOCAL_WEBHOOKS = True


@pytest.fixture
def server(local_webhooks_allowed: None) -> Iterator[Receiver]:
    with receiver() as found:
        yield found
