"""The accounts of sessions that this process has read, for requests that would otherwise mostly read their session.

A session is held for at most `HELD_SECONDS`, the interval after which open streams are authorised again. It is dropped
earlier when `hub.reauthorize` is called for its account in any process: wherever a session or an account ends.
"""

import threading
import time
from dataclasses import dataclass
from functools import cache
from http.cookies import CookieError, SimpleCookie

from django.conf import settings

from gameplay.infrastructure.event_stream import REAUTHORIZATION_INTERVAL
from gameplay.infrastructure.hub import get_hub
from gameplay.infrastructure.sessions import session_account
from gameplay.models import Account

HELD_SECONDS = REAUTHORIZATION_INTERVAL
MAX_SESSIONS = 10_000


@dataclass(frozen=True, slots=True)
class _HeldSession:
    account: Account
    until: float  # by the monotonic clock


class HeldSessions:
    """Valid sessions by their key. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: dict[str, _HeldSession] = {}
        self._drops = 0

    def account_of(self, session_key: str) -> Account | None:
        """Return the account of a valid session, which callers may not change; otherwise None.

        No query while the session is held, otherwise two.
        """
        held = self._sessions.get(session_key)
        if held and time.monotonic() < held.until:
            return held.account
        drops = self._drops
        account = session_account(session_key)
        with self._lock:
            # A session that ended after it was read must not be held.
            if account and drops == self._drops:
                if len(self._sessions) >= MAX_SESSIONS:
                    self._sessions.clear()
                self._sessions[session_key] = _HeldSession(account, time.monotonic() + HELD_SECONDS)
            else:
                self._sessions.pop(session_key, None)
        return account

    def drop(self, account_id: str) -> None:
        """Read the sessions of the account with this id again when they are next used."""
        with self._lock:
            self._drops += 1
            self._sessions = {key: held for key, held in self._sessions.items() if str(held.account.pk) != account_id}


@cache
def held_sessions() -> HeldSessions:
    """Return the sessions held by this process."""
    sessions = HeldSessions()
    get_hub().on_reauthorization(sessions.drop)
    return sessions


def account_of_cookies(header: str) -> Account | None:
    """Return the account of the session in a Cookie header; None without a valid session."""
    try:
        morsel = SimpleCookie(header).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return held_sessions().account_of(morsel.value) if morsel else None
