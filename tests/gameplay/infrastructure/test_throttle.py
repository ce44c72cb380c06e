"""Rate limits of one client and of all clients together."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from gameplay.infrastructure import throttle
from gameplay.infrastructure.throttle import SiteBusyError, TooManyTriesError, count_try, raise_if_blocked
from gameplay.services.accounts import create_staff
from tests.gameplay.account_fixtures import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(throttle, "SITE_LIMITS", {"verify": 5, "sign_in": 30})


def test_all_clients_together_are_limited():
    for number in range(5):
        count_try("verify", f"192.0.2.{number}")

    with pytest.raises(SiteBusyError) as refusal:
        count_try("verify", "192.0.2.99")
    with pytest.raises(SiteBusyError):
        raise_if_blocked("verify", "192.0.2.98")

    assert refusal.value.details == {"seconds": 60}
    count_try("adjudicate", "192.0.2.99")


def test_blocked_client_does_not_use_up_the_tries_of_others():
    for _ in range(3):
        count_try("verify", "192.0.2.1", limit=3)
    for _ in range(10):
        with pytest.raises(TooManyTriesError):
            count_try("verify", "192.0.2.1", limit=3)

    count_try("verify", "192.0.2.2")


def sign_in(name: str, password: str, *, address: str = "192.0.2.1") -> int:
    return Client(REMOTE_ADDR=address).post(reverse("sign_in"), {"username": name, "password": password}).status_code


def test_addresses_of_an_ipv6_network_are_one_client():
    for number in range(3):
        count_try("join", f"2001:db8::{number}", limit=3)

    with pytest.raises(TooManyTriesError):
        count_try("join", "2001:db8::a:1", limit=3)
    with pytest.raises(TooManyTriesError):
        raise_if_blocked("join", "2001:db8::b")
    count_try("join", "2001:db8:0:1::1", limit=3)


def test_one_password_is_not_tried_for_many_names():
    create_staff("Olga", password=PASSWORD)

    statuses = [sign_in(f"Judge{number}", "Summer2026") for number in range(21)]

    assert statuses == [200] * 20 + [429]
    assert sign_in("Olga", PASSWORD) == 429
    assert sign_in("Olga", PASSWORD, address="192.0.2.7") == 302


def test_passwords_are_not_tried_from_many_addresses():
    create_staff("Olga", password=PASSWORD)

    statuses = [sign_in(f"Judge{number}", "Summer2026", address=f"192.0.2.{number}") for number in range(32)]

    assert statuses[:30] == [200] * 30
    assert statuses[-1] == 429


def test_busy_site_says_when_to_try_again():
    cache.set("throttle/sign_in/site", 30, 60)

    response = Client().post(reverse("sign_in"), {"username": "Olga", "password": "x"})

    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    assert "Many people are using this right now." in response.content.decode()
