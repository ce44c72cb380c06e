"""What operators do to accounts, on their pages and on the command line."""

import re
from io import StringIO

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client

from gameplay.infrastructure.log import OPERATIONS_STREAM, verify_stream
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_bot, create_guest, create_login_link, create_staff
from operations.services.accounts import end_sessions
from tests.operations.conftest import signed_in
from tests.page_text import visible_text
from tests.parts.streaming import StreamClient, run_async, run_in_thread, session_cookie
from tournaments.services.erasure import erase_account

PASSWORD = re.compile(r"\b(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}\b")
OLD = "seven of wands 7"


@pytest.fixture
def hana(db: None) -> Account:
    return create_staff("Hana", password=OLD, email="hana@shop.example")


def act(operator: Client, account: Account, do: str, **fields: str) -> tuple[int, str]:
    response = operator.post(f"/operate/accounts/{account.pk}", {"do": do, "sure": "yes", **fields}, follow=True)
    return response.status_code, response.content.decode()


def log() -> list[tuple[str, str]]:
    entries = LogEntry.objects.filter(stream=OPERATIONS_STREAM).order_by("number").select_related("author")
    return [(entry.action, str(entry.author or "")) for entry in entries]


def change_password(client: Client, old: str, new: str, again: str = "") -> int:
    fields = {"old_password": old, "new_password1": new, "new_password2": again or new}
    return client.post("/my/password", fields).status_code


def can_sign_in(name: str, password: str) -> bool:
    return Client().post("/sign-in", {"username": name, "password": password}).status_code == 302


def is_signed_in(client: Client) -> bool:
    return client.get("/api/v1/me").status_code == 200


def test_staff_account_gets_a_password_that_is_shown_once(operator: Client):
    page = operator.post("/operate/accounts", {"handle": "Ida", "email": "ida@shop.example"}).content.decode()

    (password,) = PASSWORD.findall(page)
    assert can_sign_in("ida@shop.example", password)
    assert not Account.objects.get(handle="Ida").is_superuser
    assert password not in operator.get("/operate/accounts").content.decode()
    assert log() == [("staff_created", "Olga")]


def test_staff_account_with_the_name_of_another_is_refused_beside_the_field(operator: Client, hana: Account):
    response = operator.post("/operate/accounts", {"handle": "HANA"})

    assert response.status_code == 422
    assert 'id="handle-fault"' in response.content.decode()
    assert log() == []


def test_reset_password_ends_the_old_one_its_sessions_and_the_wait_after_wrong_ones(operator: Client, hana: Account):
    client = signed_in(hana)
    for _ in range(5):
        can_sign_in("Hana", "wrong")

    status, page = act(operator, hana, "password")

    (password,) = PASSWORD.findall(page)
    assert status == 200
    assert not is_signed_in(client)
    assert not can_sign_in("Hana", OLD)
    assert can_sign_in("Hana", password)
    assert AccessAttempt.objects.filter(username="hana").count() <= 1
    assert log() == [("password_reset", "Olga")]


def test_guest_has_no_password_to_reset(operator: Client):
    status, page = act(operator, create_guest("Zoe"), "password")

    assert (status, "has no password" in page, log()) == (422, True, [])


@pytest.mark.parametrize("kind", ["staff", "guest"])
def test_locked_account_is_signed_out_and_cannot_sign_in_until_it_is_unlocked(
    operator: Client, hana: Account, kind: str
):
    account = hana if kind == "staff" else create_guest("Zoe")
    client, link = signed_in(account), create_login_link(account)

    assert act(operator, account, "lock", reason="a shared password")[0] == 200
    assert not is_signed_in(client)
    assert not can_sign_in("Hana", OLD) or kind == "guest"
    assert Client().post(f"/sign-in/{link}").status_code == 422

    act(operator, account, "unlock")
    assert not is_signed_in(client)  # the old session has ended for good
    assert Client().post(f"/sign-in/{create_login_link(account)}").status_code == 302
    assert can_sign_in("Hana", OLD)
    assert log() == [("account_locked", "Olga"), ("account_unlocked", "Olga")]


def test_all_sessions_of_an_account_end_and_its_password_stays(operator: Client, hana: Account):
    phone, laptop, other = signed_in(hana), signed_in(hana), signed_in(create_staff("Berta"))

    act(operator, hana, "sign_out")

    assert [is_signed_in(client) for client in (phone, laptop, other)] == [False, False, True]
    assert can_sign_in("Hana", OLD)
    assert Session.objects.count() >= 2


def test_operator_cannot_lock_the_own_account(operator: Client, olga: Account):
    assert act(operator, olga, "lock", reason="tired")[0] == 422
    assert is_signed_in(operator)


@pytest.mark.parametrize("do", ["password", "lock", "sign_out"])
def test_action_needs_confirmation(operator: Client, hana: Account, do: str):
    response = operator.post(f"/operate/accounts/{hana.pk}", {"do": do, "reason": "a shared password"})

    assert response.status_code == 422
    assert log() == []


def test_locking_needs_a_reason(operator: Client, hana: Account):
    assert act(operator, hana, "lock", reason=" ")[0] == 422
    assert Account.objects.get(pk=hana.pk).is_active


def test_unknown_action_is_refused(operator: Client, hana: Account):
    assert act(operator, hana, "promote")[0] == 400


def test_bots_are_no_accounts_to_act_on(operator: Client):
    assert operator.get(f"/operate/accounts/{create_bot('Bot').pk}").status_code == 404


def test_search_finds_staff_and_guests_by_parts_of_their_name(operator: Client, hana: Account):
    create_guest("Hanako")
    create_guest("Zoe")

    page = operator.get("/operate/accounts?q=hana").content.decode()

    assert page.index(">Hana<") < page.index(">Hanako<")
    assert ">Zoe<" not in page


def test_command_line_does_the_same_without_a_browser(hana: Account):
    def operate(*arguments: str) -> str:
        written = StringIO()
        call_command("operate", *arguments, stdout=written)
        return written.getvalue().strip()

    client = signed_in(hana)
    password = operate("password", "hana@shop.example")
    assert PASSWORD.fullmatch(password)
    assert not is_signed_in(client)
    operate("lock", "Hana", "--reason", "a shared password")
    assert not can_sign_in("Hana", password)
    operate("unlock", "Hana")
    assert can_sign_in("Hana", password)
    operate("sign-out", "Hana")
    assert can_sign_in("Ida", operate("create", "Ida"))
    with pytest.raises(CommandError, match="no staff account Nobody"):
        operate("lock", "Nobody", "--reason", "none")
    with pytest.raises(CommandError, match="already uses this name"):
        operate("create", "Ida")

    assert [action for action, author in log() if not author] == [
        "password_reset",
        "account_locked",
        "account_unlocked",
        "sessions_ended",
        "staff_created",
    ]
    assert verify_stream(OPERATIONS_STREAM).is_intact


def test_ended_sessions_close_the_open_streams(transactional_db: None):
    account = create_staff("Hana", password=OLD)
    cookie = session_cookie(account)

    async def scenario() -> None:
        async with StreamClient(account.stream, cookie=cookie) as browser:
            await run_in_thread(lambda: end_sessions(account, by=None))
            await browser.wait_closed()

    run_async(scenario)


def test_name_in_a_reason_is_erased_with_the_account(operator: Client):
    zoe = create_guest("Zoe")
    act(operator, zoe, "lock", reason="Zoe shares her phone")

    erase_account(zoe)

    entry = LogEntry.objects.get(stream=OPERATIONS_STREAM, action="account_locked")
    assert entry.reason == "Former player shares her phone"
    assert "Zoe" not in visible_text(operator.get("/operate").content.decode())
    assert verify_stream(OPERATIONS_STREAM).is_intact


def test_staff_change_their_own_password_with_the_old_one_and_stay_signed_in(hana: Account):
    here, there, guest = signed_in(hana), signed_in(hana), signed_in(create_guest("Zoe"))
    new = "eleven lamps 11"

    refused = [
        change_password(here, "wrong", new),
        change_password(here, OLD, "hana"),
        change_password(here, OLD, new, "x"),
    ]
    assert (refused, is_signed_in(there), log()) == ([422, 422, 422], True, [])
    assert change_password(here, OLD, new) == 302

    assert (is_signed_in(here), is_signed_in(there)) == (True, False)
    assert (can_sign_in("Hana", OLD), can_sign_in("Hana", new)) == (False, True)
    assert (guest.get("/my/password").status_code, Client().get("/my/password").status_code) == (404, 302)
    assert log() == [("password_changed", "Hana")]
    assert [change_password(here, "wrong", new) for _ in range(7)][-1] == 429
