"""Fixtures for pages without scripts."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from drafting import ports
from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft
from tests.drafting.views.hosts import StaffHost

Browser = Callable[[Account], Client]


@pytest.fixture
def browser() -> Browser:
    def sign_in(account: Account) -> Client:
        client = Client()
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
        return client

    return sign_in


@pytest.fixture
def official(db: None, browser: Browser) -> Iterator[Callable[[str], Client]]:
    """A function that returns the client of the head judge Ines or the scorekeeper Sam."""
    with ports.pod_host.overridden(StaffHost()):
        yield lambda name: browser(create_staff(name))


@pytest.fixture
def drafted(draft: Draft) -> Draft:
    """A finished draft: two packs of four for each player, decks of six."""
    return draft.draft()


@pytest.fixture
def alice(drafted: Draft, browser: Browser) -> Client:
    return browser(drafted.people["Alice"])
