import re
from datetime import timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from gameplay.infrastructure import handles, hub
from gameplay.infrastructure.codes import ALPHABET
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.models import Account, LoginLink
from gameplay.services import accounts
from tests.parallel import at_once

PASSWORD = "seven of wands 7"


@pytest.fixture(autouse=True)
def afresh(cache_server: None):
    """Start with no tries counted, and end in the language the run began in."""
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


def who(client: Client) -> str | None:
    response = client.get("/api/v1/me")
    return response.json()["handle"] if response.status_code == 200 else None


def sign_in(client: Client, name: str, password: str):
    return client.post(reverse("sign_in"), {"username": name, "password": password})


# Names


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Alice \n B ", "Alice B"),
        ("アリス", "アリス"),
        ("e\u0301", "é"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("z" + "\u0335" * 10_000 + "a", "z\u0335\u0335\u0335a"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01", "\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01"),
        ("🃏", "🃏"),
    ],
)
def test_clean_handle_keeps_what_is_read_and_nothing_else(typed: str, shown: str):
    assert handles.clean_handle(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name_missing"),
        (" \u202e\u200b\u200d ", "name_missing"),
        ("\u3164\u2800\uffa0", "name_missing"),
        ("x" * 41, "name_too_long"),
        ("Judge", "name_reserved"),
        ("Ｊｕｄｇｅ！", "name_reserved"),
        ("head_judge", "name_reserved"),
        ("ジャッジ", "name_reserved"),
    ],
)
def test_clean_handle_refuses(typed: str, code: str):
    with pytest.raises(handles.RulesError) as refusal:
        handles.clean_handle(typed)

    assert (refusal.value.code, refusal.value.field) == (code, "handle")


# Accounts


def test_a_guest_has_a_name_a_language_and_no_way_in_by_password(db: None):
    with translation.override("ja"):
        guest = accounts.create_guest("アリス", reading="ありす", under_16=True)

    assert (guest.kind, guest.handle, guest.reading, guest.language, guest.under_16) == (
        "guest", "アリス", "ありす", "ja", True,
    )  # fmt: skip
    assert not guest.has_usable_password()
    assert not guest.is_staff


def test_guests_may_share_a_handle_and_staff_may_not(hana: Account):
    accounts.create_guest("Hana")
    accounts.create_guest("Hana")

    for handle, email in (("ＨＡＮＡ", ""), ("Bob", "HANA@shop.example")):
        with pytest.raises(accounts.HandleTakenError):
            accounts.create_staff(handle, email=email)


def test_a_staff_handle_is_no_address(db: None):
    with pytest.raises(handles.NameIsAddressError):
        accounts.create_staff("hana@shop.example")


@pytest.mark.parametrize("name", ["Hana", "hana", "ＨＡＮＡ", "hana@shop.example", "Hana@Shop.example"])
def test_staff_sign_in_by_handle_or_address(hana: Account, client: Client, name: str):
    response = sign_in(client, name, PASSWORD)

    assert (response.status_code, who(client)) == (302, "Hana")


@pytest.mark.parametrize(
    ("name", "password"), [("Hana", "wrong"), ("Bob", PASSWORD), ("", PASSWORD), ("Alice", ""), ("@", PASSWORD)]
)
def test_a_failed_sign_in_says_the_same_whoever_was_tried(
    hana: Account, alice: Account, client: Client, name: str, password: str
):
    response = sign_in(client, name, password)

    assert (response.status_code, who(client)) == (200, None)
    assert "Hana" not in response.content.decode().replace(f'value="{name}"', "")


def test_the_same_answer_for_a_name_that_exists_and_one_that_does_not(hana: Account, client: Client):
    pages = [sign_in(client, name, "wrong").content.decode().replace(name, "") for name in ("Hana", "Hanb")]

    without_tokens = [[line for line in page.splitlines() if "csrf" not in line] for page in pages]
    assert without_tokens[0] == without_tokens[1]


def test_guessing_passwords_is_stopped_however_the_name_is_spelt(hana: Account, client: Client):
    statuses = [sign_in(client, name, "wrong").status_code for name in ("Hana", "hana", "HANA", "ｈａｎａ", " Hana")]

    assert statuses == [200, 200, 200, 200, 429]
    assert sign_in(client, "Hana", PASSWORD).status_code == 429
    assert who(client) is None


def test_a_superuser_can_be_made_by_djangos_command(db: None, client: Client):
    account = Account.objects.create_superuser("Root", PASSWORD)

    assert (account.is_superuser, account.is_staff, account.login) == (True, True, "root")
    sign_in(client, "root", PASSWORD)
    assert who(client) == "Root"


def test_an_account_that_was_closed_is_signed_out(hana: Account, client: Client):
    sign_in(client, "Hana", PASSWORD)

    Account.objects.filter(pk=hana.pk).update(is_active=False)

    assert who(client) is None
    assert sign_in(client, "Hana", PASSWORD).status_code == 200


def test_sign_out_needs_a_post(hana: Account, client: Client):
    client.force_login(hana)

    assert client.get(reverse("sign_out")).status_code == 405
    assert who(client) == "Hana"
    client.post(reverse("sign_out"))
    assert who(client) is None


# Login links


def link(token: str) -> str:
    return reverse("sign_in_by_link", args=[token])


def test_a_login_link_signs_in_once(hana: Account, client: Client):
    token = accounts.create_login_link(hana)

    assert client.post(link(token)).status_code == 302
    assert who(client) == "Hana"
    other = Client()
    assert (other.get(link(token)).status_code, other.post(link(token)).status_code) == (422, 422)
    assert who(other) is None


def test_who_is_signed_in_by_a_link_opens_it_again_and_goes_on(alice: Account, hana: Account, client: Client):
    token = accounts.create_login_link(alice)
    address = f"{link(token)}?next=/recover"
    client.post(address)

    for _ in range(2):
        again = client.get(address)
        assert (again.status_code, again.headers["Location"], who(client)) == (302, "/recover", "Alice")
    assert client.get(f"{link(token)}?next=https://elsewhere.example/").headers["Location"] == "/"
    LoginLink.objects.update(used_at=None, expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(address).status_code == 302

    for stranger in (Client(), signed_in(hana)):
        refused = stranger.get(address)
        assert refused.status_code == 422
        assert "Ask for a new one" in refused.content.decode()
        assert "Alice" not in refused.content.decode()


def test_the_database_does_not_hold_the_token(hana: Account):
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
def test_a_preview_of_a_link_spends_nothing_and_signs_nobody_out(
    alice: Account, client: Client, headers: dict[str, str]
):
    seated, preview, token = Client(), Client(), accounts.create_login_link(alice)
    seated.force_login(alice)

    for ask in (preview.head, preview.get, preview.get):
        assert ask(link(token), headers=headers).status_code == 200
    assert (who(preview), who(seated)) == (None, "Alice")

    client.post(link(token))
    assert (who(client), who(seated)) == ("Alice", None)


def test_a_link_opens_a_page_with_one_button_that_goes_on_to_where_it_leads(alice: Account):
    browser, token = Client(enforce_csrf_checks=True), accounts.create_login_link(alice)
    address = f"{link(token)}?next=/recover"

    page = browser.get(address)
    text = page.content.decode()
    main = text.split("<main", 1)[1].split("</main>", 1)[0]
    assert (main.count("<form"), main.count("<button"), "Sign in as Alice" in main) == (1, 1, True)
    assert 'action="' not in main.split("<button")[0].split("<form")[1].replace('class="action"', "")

    assert browser.post(address).status_code == 403
    csrf = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', main)
    assert csrf
    answer = browser.post(address, {"csrfmiddlewaretoken": csrf[1]})
    assert (answer.status_code, answer.headers["Location"], who(browser)) == (302, "/recover", "Alice")


def test_the_address_of_a_link_is_told_to_no_other_page(alice: Account, client: Client):
    page = client.get(link(accounts.create_login_link(alice)))

    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert {"no-store", "private"} <= set(page.headers["Cache-Control"].split(", "))


def test_who_is_signed_in_is_warned_before_somebody_else_takes_over(alice: Account, hana: Account, client: Client):
    client.force_login(hana)

    text = client.get(link(accounts.create_login_link(alice))).content.decode()

    assert "You are signed in here as Hana" in text
    assert who(client) == "Hana"


def test_a_login_link_lasts_ten_minutes(hana: Account, client: Client):
    token = accounts.create_login_link(hana)
    left = LoginLink.objects.get().expires_at - timezone.now()
    LoginLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert timedelta(minutes=9, seconds=50) < left <= timedelta(minutes=10)
    assert (client.get(link(token)).status_code, client.post(link(token)).status_code) == (422, 422)


def test_a_closed_account_has_no_way_in_by_link(hana: Account, client: Client):
    token = accounts.create_login_link(hana)
    Account.objects.update(is_active=False)

    assert (client.get(link(token)).status_code, client.post(link(token)).status_code) == (422, 422)


@pytest.mark.django_db(transaction=True)
def test_of_twenty_who_open_a_link_at_once_one_gets_in():
    hana = accounts.create_staff("Hana")

    for _ in range(10):
        results = at_once([partial(accounts.redeem_link, accounts.create_login_link(hana))] * 20)

        assert results.count(hana) == 1
        assert sum(isinstance(result, accounts.InvalidLinkError) for result in results) == 19


@pytest.mark.django_db(transaction=True)
def test_of_twenty_who_redeem_a_recovery_code_at_once_one_gets_in():
    alice = accounts.create_guest("Alice")

    for turn in range(5):
        code = accounts.new_recovery_code(alice)
        results = at_once([partial(accounts.redeem_recovery_code, code, address=f"{turn}.{n}") for n in range(20)])

        assert results.count(alice) == 1
        assert sum(isinstance(result, accounts.InvalidRecoveryCodeError) for result in results) == 19


def test_a_link_leads_only_to_places_of_ours(hana: Account, client: Client):
    token, other = accounts.create_login_link(hana), accounts.create_login_link(hana)

    assert client.post(f"{link(token)}?next=/recover").headers["Location"] == "/recover"
    assert client.post(f"{link(other)}?next=https://elsewhere.example/").headers["Location"] == "/"


def test_a_link_ends_a_guests_other_sessions_and_not_staffs(alice: Account, hana: Account, client: Client):
    old = {account.handle: Client() for account in (alice, hana)}
    for account in (alice, hana):
        old[account.handle].force_login(account)

    for account in (alice, hana):
        client.post(link(accounts.create_login_link(account)))

    assert (who(old["Alice"]), who(old["Hana"])) == (None, "Hana")


# Recovery codes


def test_a_recovery_code_can_be_read_out(alice: Account):
    code = accounts.new_recovery_code(alice)

    assert len(code) == 19
    assert set(code) <= {*ALPHABET, "-"}
    assert not set("01OIL") & set(ALPHABET)
    assert code.replace("-", "") not in str(Account.objects.values())


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", "  "), lambda code: f"「{code}」"])
def test_a_recovery_code_moves_a_guest_to_another_device(alice: Account, client: Client, typed):
    old = Client()
    old.force_login(alice)
    code = accounts.new_recovery_code(alice)

    response = client.post(reverse("recover"), {"code": typed(code)})

    assert (response.status_code, who(client), who(old)) == (200, "Alice", None)


def test_moving_gives_a_new_code_and_spends_the_old(alice: Account, client: Client):
    old = accounts.new_recovery_code(alice)

    new = client.post(reverse("recover"), {"code": old}).context["code"]

    assert Client().post(reverse("recover"), {"code": old}).status_code == 422
    assert Client().post(reverse("recover"), {"code": new}).status_code == 200


def test_moving_has_the_open_streams_authorised_anew(
    alice: Account, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    heard: list[str] = []
    monkeypatch.setattr(hub, "publish", lambda stream, number: heard.append(stream))
    code = accounts.new_recovery_code(alice)

    with django_capture_on_commit_callbacks(execute=True):
        accounts.redeem_recovery_code(code, address="192.0.2.1")

    assert heard == [f"account/{alice.pk}"]


def test_trying_codes_is_slowed_down(alice: Account, client: Client):
    code = accounts.new_recovery_code(alice)

    statuses = [client.post(reverse("recover"), {"code": "WRONG"}).status_code for _ in range(11)]

    assert statuses == [422] * 10 + [429]
    response = client.post(reverse("recover"), {"code": code})
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    assert Client(REMOTE_ADDR="192.0.2.7").post(reverse("recover"), {"code": code}).status_code == 200


def test_who_goes_on_trying_waits_twice_as_long_each_time():
    waits = []
    for _ in range(3):
        for _ in range(10):
            count_try("join", "192.0.2.1")
        with pytest.raises(TooManyTriesError) as refusal:
            count_try("join", "192.0.2.1")
        waits.append(refusal.value.details["seconds"])
        cache.delete("throttle/join/blocked/192.0.2.1")  # the wait is over

    assert waits == [60, 120, 240]
    count_try("join", "192.0.2.2")


# Language


def test_the_language_is_kept_by_browser_and_account(hana: Account, client: Client):
    client.force_login(hana)

    client.post(reverse("language"), {"language": "ja", "next": "/"})

    hana.refresh_from_db()
    assert (hana.language, client.cookies["django_language"].value) == ("ja", "ja")
    assert client.get(reverse("recover")).headers["Content-Language"] == "ja"


def test_an_unknown_language_changes_nothing(hana: Account, client: Client):
    client.force_login(hana)

    client.post(reverse("language"), {"language": "tlh", "next": "/"})

    hana.refresh_from_db()
    assert hana.language == "en"


def test_signing_in_brings_the_accounts_language(hana: Account, client: Client):
    Account.objects.update(language="ja")

    sign_in(client, "Hana", PASSWORD)

    assert client.get(reverse("recover")).headers["Content-Language"] == "ja"
