"""Test clients that are signed in."""

from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account


@pytest.fixture
def browser_of() -> Callable[[Account], Client]:
    def sign_in(account: Account) -> Client:
        client = Client()
        client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
        return client

    return sign_in
