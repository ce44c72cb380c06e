"""Fixtures and helpers for tests of accounts."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from gameplay.models import Account
from gameplay.services import accounts

PASSWORD = "seven of wands 7"


@pytest.fixture(autouse=True)
def clean_cache_and_language(cache_server: None) -> Iterator[None]:
    """Begin without counted tries, and restore the language."""
    cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture
def hana(db: None) -> Account:
    return accounts.create_staff("Hana", password=PASSWORD, email="hana@shop.example")


@pytest.fixture
def alice(db: None) -> Account:
    return accounts.create_guest("Alice")


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def signed_in_handle(client: Client) -> str | None:
    """Return the handle of the account that ``client`` is signed in as, or None."""
    response = client.get("/api/v1/me")
    return response.json()["handle"] if response.status_code == 200 else None


def sign_in(client: Client, name: str, password: str) -> Any:
    return client.post(reverse("sign_in"), {"username": name, "password": password})
