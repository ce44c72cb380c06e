"""An operator, and their browser."""

import pytest
from django.core.cache import cache
from django.test import Client

from gameplay.models import Account

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"


@pytest.fixture(autouse=True)
def clean_cache(empty_queue: None) -> None:
    """Begin without counted tries and waiting tasks."""
    cache.clear()


@pytest.fixture
def olga(db: None) -> Account:
    return Account.objects.create_superuser("Olga", password="a long pass phrase")


@pytest.fixture
def operator(olga: Account) -> Client:
    return signed_in(olga)


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend=BACKEND)
    return client
