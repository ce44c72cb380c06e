"""Accounts: names, sign-in with a password, and the language."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from gameplay.infrastructure import handles
from gameplay.models import Account
from gameplay.services import accounts
from tests.gameplay.account_fixtures import (
    PASSWORD,
    alice,
    clean_cache_and_language,
    hana,
    sign_in,
    signed_in_handle,
)

__all__ = ["alice", "clean_cache_and_language", "hana"]


def test_guest_has_a_name_and_a_language_and_no_password(db: None):
    with translation.override("ja"):
        guest = accounts.create_guest("アリス", reading="ありす")

    assert (guest.kind, guest.handle, guest.reading, guest.language) == ("guest", "アリス", "ありす", "ja")
    assert not guest.has_usable_password()
    assert not guest.is_staff


def test_guests_may_share_a_handle_but_staff_may_not(hana: Account):
    accounts.create_guest("Hana")
    accounts.create_guest("Hana")

    for handle, email in (("ＨＡＮＡ", ""), ("Bob", "HANA@shop.example")):
        with pytest.raises(accounts.HandleTakenError):
            accounts.create_staff(handle, email=email)


def test_staff_handle_must_not_be_an_email_address(db: None):
    with pytest.raises(handles.NameIsAddressError):
        accounts.create_staff("hana@shop.example")


@pytest.mark.parametrize("name", ["Hana", "hana", "ＨＡＮＡ", "hana@shop.example", "Hana@Shop.example"])
def test_staff_sign_in_by_handle_or_email_address(hana: Account, client: Client, name: str):
    response = sign_in(client, name, PASSWORD)

    assert (response.status_code, signed_in_handle(client)) == (302, "Hana")


@pytest.mark.parametrize(
    ("name", "password"), [("Hana", "wrong"), ("Bob", PASSWORD), ("", PASSWORD), ("Alice", ""), ("@", PASSWORD)]
)
def test_failed_sign_in_does_not_reveal_accounts(
    hana: Account, alice: Account, client: Client, name: str, password: str
):
    response = sign_in(client, name, password)

    assert (response.status_code, signed_in_handle(client)) == (200, None)
    assert "Hana" not in response.content.decode().replace(f'value="{name}"', "")


def test_failed_sign_in_gives_the_same_page_for_existing_and_unknown_names(hana: Account, client: Client):
    pages = [sign_in(client, name, "wrong").content.decode().replace(name, "") for name in ("Hana", "Hanb")]

    without_tokens = [[line for line in page.splitlines() if "csrf" not in line] for page in pages]
    assert without_tokens[0] == without_tokens[1]


def test_password_guesses_are_limited_for_all_spellings_of_a_name(hana: Account, client: Client):
    statuses = [sign_in(client, name, "wrong").status_code for name in ("Hana", "hana", "HANA", "ｈａｎａ", " Hana")]

    assert statuses == [200, 200, 200, 200, 429]
    assert sign_in(client, "Hana", PASSWORD).status_code == 429
    assert signed_in_handle(client) is None


def test_superuser_can_be_created(db: None, client: Client):
    account = Account.objects.create_superuser("Root", PASSWORD)

    assert (account.is_superuser, account.is_staff, account.login) == (True, True, "root")
    sign_in(client, "root", PASSWORD)
    assert signed_in_handle(client) == "Root"


def test_deactivated_account_is_signed_out(hana: Account, client: Client):
    sign_in(client, "Hana", PASSWORD)

    Account.objects.filter(pk=hana.pk).update(is_active=False)

    assert signed_in_handle(client) is None
    assert sign_in(client, "Hana", PASSWORD).status_code == 200


def test_sign_out_requires_post(hana: Account, client: Client):
    client.force_login(hana)

    assert client.get(reverse("sign_out")).status_code == 405
    assert signed_in_handle(client) == "Hana"
    client.post(reverse("sign_out"))
    assert signed_in_handle(client) is None


def test_language_is_stored_in_browser_and_account(hana: Account, client: Client):
    client.force_login(hana)

    client.post(reverse("language"), {"language": "ja", "next": "/"})

    hana.refresh_from_db()
    assert (hana.language, client.cookies["django_language"].value) == ("ja", "ja")
    assert client.get(reverse("recover")).headers["Content-Language"] == "ja"


def test_unknown_language_is_ignored(hana: Account, client: Client):
    client.force_login(hana)

    client.post(reverse("language"), {"language": "tlh", "next": "/"})

    hana.refresh_from_db()
    assert hana.language == "en"


def test_sign_in_switches_to_the_language_of_the_account(hana: Account, client: Client):
    Account.objects.update(language="ja")

    sign_in(client, "Hana", PASSWORD)

    assert client.get(reverse("recover")).headers["Content-Language"] == "ja"
