"""Responses while the database is away or the disk is full."""

import errno
import sqlite3
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.test import Client

from deploy import outages
from deploy.outages import DATABASE_AWAY, DISK_FULL, outage_code
from gameplay.models import Account
from gameplay.services.accounts import create_guest


def caused(error: Exception, cause: Exception, **fields: Any) -> Exception:
    for name, value in fields.items():
        setattr(cause, name, value)
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> Exception:
    return caused(OperationalError("?"), sqlite3.OperationalError("?"), sqlite_errorcode=code)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OperationalError("the connection is closed"), DATABASE_AWAY),
        (InterfaceError("connection already closed"), DATABASE_AWAY),
        (sqlite_error(sqlite3.SQLITE_BUSY), DATABASE_AWAY),
        (sqlite_error(sqlite3.SQLITE_FULL), DISK_FULL),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), DISK_FULL),
        (sqlite_error(sqlite3.SQLITE_READONLY), DISK_FULL),
        (caused(OperationalError("?"), psycopg.errors.DiskFull()), DISK_FULL),
        (caused(ProgrammingError("?"), psycopg.errors.ReadOnlySqlTransaction()), DISK_FULL),
        (OSError(errno.ENOSPC, "No space left on device"), DISK_FULL),
        (sqlite_error(sqlite3.SQLITE_ERROR), ""),
        (OSError(errno.ENOENT, "No such file"), ""),
        (IntegrityError("duplicate key"), ""),
        (ProgrammingError("no such table"), ""),
        (ValueError("a bug"), ""),
        (None, ""),
    ],
)
def test_outages_are_distinguished_from_bugs(error: Exception | None, code: str):
    assert outage_code(error) == code


@pytest.fixture
def outage(db: None, monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Let pages fail with the error in the returned list."""
    errors: list[Exception] = [OperationalError("the connection is closed")]

    def fail(*_arguments: Any, **_named: Any) -> Any:
        raise errors[0]

    for place in ("tournaments.views.home.running_games", "tournaments.views.home.account_events"):
        monkeypatch.setattr(place, fail)
    monkeypatch.setattr("tournaments.views.join.joinable_event", fail)
    monkeypatch.setattr("tournaments.services.entry.joinable_event", fail)
    return errors


@pytest.fixture
def alice(db: None) -> Account:
    return create_guest("Alice")


@pytest.fixture
def site() -> Client:
    return Client(raise_request_exception=False)


def test_page_loads_itself_again(outage: list[Exception], site: Client, alice: Account):
    site.force_login(alice)

    response = site.get("/")

    assert (response.status_code, response.headers["Retry-After"]) == (503, "3")
    assert '<meta http-equiv="refresh" content="3">' in response.content.decode()


def test_form_is_kept_to_be_sent_again(outage: list[Exception], site: Client):
    response = site.post("/join/K7QM", {"handle": 'Zoe<"'})

    text = response.content.decode()
    assert response.status_code == 503
    assert 'http-equiv="refresh"' not in text
    assert '<input type="hidden" name="handle" value="Zoe&lt;&quot;">' in text
    assert 'action="/join/K7QM"' in text


def test_htmx_shows_the_refusal_of_a_form_and_keeps_a_part(outage: list[Exception], site: Client, alice: Account):
    site.force_login(alice)

    form = site.post("/join/K7QM", {"handle": "Zoe"}, headers={"HX-Request": "true"})
    part = site.get("/", headers={"HX-Request": "true"})

    assert (form.status_code, part.status_code) == (503, 503)
    assert form.content.decode().startswith('<div class="refused" role="alert">')
    assert (part.content, part.headers["HX-Reswap"]) == (b"", "none")


def test_api_says_when_to_try_again(outage: list[Exception], site: Client, alice: Account):
    site.force_login(alice)
    outage[0] = sqlite_error(sqlite3.SQLITE_FULL)

    response = site.post("/api/v1/join", {"code": "K7QM"}, "application/json")

    assert (response.status_code, response.headers["Retry-After"]) == (503, "3")
    assert response.json()["code"] == "disk_full"


def test_bug_is_not_an_outage(outage: list[Exception], site: Client, alice: Account):
    site.force_login(alice)
    outage[0] = ValueError("a bug")

    assert site.get("/").status_code == 500
    assert outages.outage_code(outage[0]) == ""
