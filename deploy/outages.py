"""Responses while the database is away or cannot store anything: 503, and a page that tries again by itself.

A page that was only read is loaded again every few seconds. A form that was sent is kept in the page, to be sent again.
"""

import errno
import sqlite3
from contextlib import suppress
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render

from gameplay.engine.core.errors import _

RETRY_SECONDS = 3
DATABASE_AWAY, DISK_FULL = "database_away", "disk_full"
SENTENCES = {
    DATABASE_AWAY: _(
        "The site cannot reach its data right now. Wait a few seconds, then try again. If you have just sent "
        "something, check whether it was saved."
    ),
    DISK_FULL: _(
        "The site cannot save anything right now, because its disk is full. Nothing was changed. Tell the operator, "
        "and try again later."
    ),
}
SQLITE_CANNOT_WRITE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
POSTGRESQL_CANNOT_WRITE = {"53100", "25006", "58030"}  # disk_full, read_only_sql_transaction, io_error


def outage_code(error: BaseException | None) -> str:
    """Return `DISK_FULL` or `DATABASE_AWAY` if ``error`` is an outage; "" if it is a bug."""
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EROFS}:
        return DISK_FULL
    if not isinstance(error, DatabaseError | InterfaceError):
        return ""
    cause = error.__cause__
    sqlite_code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # without the extension
    if sqlite_code in SQLITE_CANNOT_WRITE or getattr(cause, "sqlstate", None) in POSTGRESQL_CANNOT_WRITE:
        return DISK_FULL
    if sqlite_code == sqlite3.SQLITE_ERROR:  # a statement with an error, which SQLite also calls operational
        return ""
    return DATABASE_AWAY if isinstance(error, OperationalError | InterfaceError) else ""


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx sent ``request``, also before the middleware of django-htmx."""
    return request.headers.get("HX-Request") == "true"


def outage_page(request: HttpRequest, body: dict[str, Any]) -> HttpResponse:
    """Return the page for ``body``, the refusal as JSON data. It uses neither the account nor the database."""
    if is_htmx(request):
        if request.method == "GET":  # the part of the page stays as it is, and is requested again
            return HttpResponse(status=503, headers={"HX-Reswap": "none"})
        return render(None, "errors/refused.html", {"faults": [body]}, status=503)
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    can_send_again = (
        request.method == "POST" and not request.FILES and not any("password" in name for name, _ in fields)
    )
    context = {
        "fault": body,
        "seconds": RETRY_SECONDS if request.method in {"GET", "HEAD"} else 0,
        "fields": [each for each in fields if each[0] != "csrfmiddlewaretoken"] if can_send_again else [],
        "can_send_again": can_send_again,
        "address": request.get_full_path(),
        "csrf_token": get_token(request),
    }
    return render(None, "deploy/unavailable.html", context, status=503)


def discard_broken_connections() -> None:
    """Test the connections of the pool, so that each one broken by a restart of the database fails at most once."""
    pool = getattr(connection, "pool", None)
    if pool is not None:
        with suppress(Exception):
            pool.check()
