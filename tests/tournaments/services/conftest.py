"""Fixtures: events with teams of two, and a local server that receives webhook messages."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from gameplay import ports, tasks
from tests.parts.push_service import PushService, push_service
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


@pytest.fixture
def service(local_webhooks_allowed: None) -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def immediate() -> Iterator[None]:
    """Send notifications in this thread, since the tests share one connection in one transaction."""
    cache.clear()
    send, confirm = (
        ports.wake_notice.overridden(tasks.send_notice),
        ports.wake_confirmation.overridden(tasks.send_confirmation),
    )
    with send, confirm:
        yield


@pytest.fixture
def committed(immediate: None, django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Return a context manager that runs what waits for a commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)
