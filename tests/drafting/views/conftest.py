"""Browsers without scripts: GET, form POST, redirect."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft

Browser = Callable[[Account], Client]


@pytest.fixture
def browser() -> Browser:
    def sign_in(account: Account) -> Client:
        client = Client()
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
        return client

    return sign_in


@pytest.fixture
def official(db: None, settings: Any, browser: Browser) -> Callable[[str], Client]:
    """The browser of Ines, a head judge, or of Sam, a scorekeeper."""
    settings.MAY_WATCH_POD = ["tests.drafting.views.offices.office"]
    return lambda name: browser(create_staff(name))


@pytest.fixture
def drafted(draft: Draft) -> Draft:
    """Two packs of four each; decks of six."""
    return draft.draft()


@pytest.fixture
def alice(drafted: Draft, browser: Browser) -> Client:
    return browser(drafted.people["Alice"])
