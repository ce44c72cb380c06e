"""The operators' pages in a browser: they update by themselves, and work by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from operations.services.accounts import create_staff as create_staff_account
from tests.browser.steps import sign_in

pytestmark = pytest.mark.browser


@pytest.fixture
def operator(page: Page, live_server_url: str) -> Page:
    page.clock.install()
    sign_in(page, Account.objects.create_superuser("Olga"), live_server_url)
    return page


def test_overview_updates_and_keeps_an_open_table(operator: Page):
    operator.goto("/operate")
    table = operator.get_by_role("columnheader", name="Hours ago")
    operator.get_by_text("As a table").click()
    expect(table).to_be_visible()
    create_staff_account("Ida", by=None)

    operator.clock.run_for(16_000)

    expect(operator.get_by_text("The command line created the staff account Ida.")).to_be_visible()
    expect(table).to_be_visible()


def test_account_is_locked_by_keyboard(operator: Page):
    hana = create_staff("Hana")
    operator.goto(f"/operate/accounts/{hana.pk}")
    operator.get_by_text("Lock the account").first.focus()
    for key in ("Enter", "Tab", "a shared password", "Tab", "Space", "Tab", "Enter"):
        if " " in key:
            operator.keyboard.type(key)
        else:
            operator.keyboard.press(key)

    expect(operator.get_by_role("status").get_by_text("The account is locked.")).to_be_visible()
    expect(operator.get_by_text("Unlock the account").first).to_be_visible()
    hana.refresh_from_db()
    assert not hana.is_active
