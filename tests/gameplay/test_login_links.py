"""Sign-in links."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from gameplay.models import Account, LoginLink
from gameplay.services import accounts
from tests.gameplay.account_fixtures import alice, clean_cache_and_language, hana, signed_in, signed_in_handle
from tests.parallel import run_simultaneously

__all__ = ["alice", "clean_cache_and_language", "hana"]


def link_path(token: str) -> str:
    return reverse("sign_in_by_link", args=[token])


def test_sign_in_link_works_once(hana: Account, client: Client):
    token = accounts.create_login_link(hana)

    assert client.post(link_path(token)).status_code == 302
    assert signed_in_handle(client) == "Hana"
    other = Client()
    assert (other.get(link_path(token)).status_code, other.post(link_path(token)).status_code) == (422, 422)
    assert signed_in_handle(other) is None


def test_account_that_used_the_link_is_redirected_when_opening_it_again(alice: Account, hana: Account, client: Client):
    token = accounts.create_login_link(alice)
    address = f"{link_path(token)}?next=/recover"
    client.post(address)

    for _ in range(2):
        response = client.get(address)
        assert (response.status_code, response.headers["Location"], signed_in_handle(client)) == (
            302,
            "/recover",
            "Alice",
        )
    assert client.get(f"{link_path(token)}?next=https://elsewhere.example/").headers["Location"] == "/"
    LoginLink.objects.update(used_at=None, expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(address).status_code == 302

    for other_client in (Client(), signed_in(hana)):
        refusal = other_client.get(address)
        assert refusal.status_code == 422
        assert "Ask for a new one" in refusal.content.decode()
        assert "Alice" not in refusal.content.decode()


def test_token_is_not_stored(hana: Account):
    token = accounts.create_login_link(hana)

    assert token not in str(LoginLink.objects.values())
    assert len(token) >= 43  # 256 bits


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Purpose": "prefetch;prerender"},
        {"User-Agent": "WhatsApp/2.23.20.0"},
        {"User-Agent": "facebookexternalhit/1.1"},
        {"User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Sec-Fetch-Mode": "navigate"},
    ],
)
def test_preview_of_a_link_does_not_use_it_up(alice: Account, client: Client, headers: dict[str, str]):
    old_browser, preview, token = Client(), Client(), accounts.create_login_link(alice)
    old_browser.force_login(alice)

    for request in (preview.head, preview.get, preview.get):
        assert request(link_path(token), headers=headers).status_code == 200
    assert (signed_in_handle(preview), signed_in_handle(old_browser)) == (None, "Alice")

    client.post(link_path(token))
    assert (signed_in_handle(client), signed_in_handle(old_browser)) == ("Alice", None)


def test_link_opens_a_page_with_one_button_that_redirects_to_its_target(alice: Account):
    browser, token = Client(enforce_csrf_checks=True), accounts.create_login_link(alice)
    address = f"{link_path(token)}?next=/recover"

    page = browser.get(address)
    text = page.content.decode()
    main = text.split("<main", 1)[1].split("</main>", 1)[0]
    assert (main.count("<form"), main.count("<button"), "Sign in as Alice" in main) == (1, 1, True)
    assert 'action="' not in main.split("<button")[0].split("<form")[1].replace('class="action"', "")

    assert browser.post(address).status_code == 403
    csrf = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', main)
    assert csrf
    response = browser.post(address, {"csrfmiddlewaretoken": csrf[1]})
    assert (response.status_code, response.headers["Location"], signed_in_handle(browser)) == (302, "/recover", "Alice")


def test_url_of_a_link_is_not_sent_to_other_sites(alice: Account, client: Client):
    page = client.get(link_path(accounts.create_login_link(alice)))

    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert {"no-store", "private"} <= set(page.headers["Cache-Control"].split(", "))


def test_page_warns_if_another_account_is_signed_in(alice: Account, hana: Account, client: Client):
    client.force_login(hana)

    text = client.get(link_path(accounts.create_login_link(alice))).content.decode()

    assert "You are signed in here as Hana" in text
    assert signed_in_handle(client) == "Hana"


def test_sign_in_link_is_valid_for_ten_minutes(hana: Account, client: Client):
    token = accounts.create_login_link(hana)
    remaining = LoginLink.objects.get().expires_at - timezone.now()
    LoginLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert timedelta(minutes=9, seconds=50) < remaining <= timedelta(minutes=10)
    assert (client.get(link_path(token)).status_code, client.post(link_path(token)).status_code) == (422, 422)


def test_deactivated_account_cannot_use_a_link(hana: Account, client: Client):
    token = accounts.create_login_link(hana)
    Account.objects.update(is_active=False)

    assert (client.get(link_path(token)).status_code, client.post(link_path(token)).status_code) == (422, 422)


@pytest.mark.django_db(transaction=True)
def test_one_of_twenty_simultaneous_uses_of_a_link_succeeds():
    hana = accounts.create_staff("Hana")

    for _ in range(10):
        results = run_simultaneously([partial(accounts.redeem_link, accounts.create_login_link(hana))] * 20)

        assert results.count(hana) == 1
        assert sum(isinstance(result, accounts.InvalidLinkError) for result in results) == 19


def test_link_redirects_only_within_the_site(hana: Account, client: Client):
    token, other = accounts.create_login_link(hana), accounts.create_login_link(hana)

    assert client.post(f"{link_path(token)}?next=/recover").headers["Location"] == "/recover"
    assert client.post(f"{link_path(other)}?next=https://elsewhere.example/").headers["Location"] == "/"


def test_link_ends_other_sessions_of_guests_but_not_of_staff(alice: Account, hana: Account, client: Client):
    old_browsers = {account.handle: Client() for account in (alice, hana)}
    for account in (alice, hana):
        old_browsers[account.handle].force_login(account)

    for account in (alice, hana):
        client.post(link_path(accounts.create_login_link(account)))

    assert (signed_in_handle(old_browsers["Alice"]), signed_in_handle(old_browsers["Hana"])) == (None, "Hana")
