"""Rate limits per minute: by action and client, for example against guessing codes, and of all clients together."""

from typing import NoReturn

from django.core.cache import cache

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import metrics
from gameplay.infrastructure.client_network import client_network

WINDOW = 60  # seconds in which tries are counted
MAX_WAIT = 3600  # seconds
SITE_LIMITS = {
    "sign_in": 300,
    "play": 300,
    "demo": 150,
    "advice": 120,
    "adjudicate": 60,
    "compare": 15,
    "positions": 300,
    "picture": 300,
    "verify": 120,
    "watch": 120,
    "download": 120,
}
"""The tries of all clients together, for actions that take 50 ms of CPU time or more: many addresses cost nothing.

For "sign_in" they are failed tries, which hash a password. Codes are not in the table, because wrong codes from many
addresses must not keep the players of an event from joining it.
"""


class TooManyTriesError(RulesError):
    """The client has to wait. ``details`` has the seconds; the HTTP status is 429."""

    code = "too_many_tries"
    sentence = _("Too many attempts. Wait {seconds} seconds, then try again.")
    is_state_conflict = True


class SiteBusyError(TooManyTriesError):
    """All clients together have used an action too often. ``details`` has the seconds; the HTTP status is 429."""

    code = "site_busy"
    sentence = _("Many people are using this right now. Wait {seconds} seconds, then try again.")


def count_try(action: str, client: str, *, limit: int = 10) -> None:
    """Count a try of ``action`` by ``client``, such as a network address. ``limit`` tries are allowed in a minute.

    The addresses of an IPv6 network are one client.

    Raise TooManyTriesError beyond the limit. The first block lasts a minute, and each further one twice as long. Raise
    SiteBusyError beyond the limit of all clients, for up to a minute.
    """
    client = client_network(client)
    tries, blocked, strikes = (f"throttle/{action}/{part}/{client}" for part in ("tries", "blocked", "strikes"))
    wait = cache.get(blocked)
    if wait is None and _increment(tries, WINDOW) > limit:
        wait = min(WINDOW * 2 ** (_increment(strikes, 2 * MAX_WAIT) - 1), MAX_WAIT)
        cache.set(blocked, wait, wait)
        cache.delete(tries)
    if wait is not None:
        _refuse(action, TooManyTriesError(seconds=wait))
    if action in SITE_LIMITS and _increment(_site_tries(action), WINDOW) > SITE_LIMITS[action]:
        _refuse(action, SiteBusyError(seconds=WINDOW))


def raise_if_blocked(action: str, client: str) -> None:
    """Raise TooManyTriesError while ``client`` is blocked, and SiteBusyError while all are.

    For actions of which only failed tries are counted.
    """
    wait = cache.get(f"throttle/{action}/blocked/{client_network(client)}")
    if wait is not None:
        _refuse(action, TooManyTriesError(seconds=wait))
    if action in SITE_LIMITS and cache.get(_site_tries(action), 0) >= SITE_LIMITS[action]:
        _refuse(action, SiteBusyError(seconds=WINDOW))


def _refuse(action: str, error: RulesError) -> NoReturn:
    metrics.THROTTLED.labels(action).inc()
    raise error


def _site_tries(action: str) -> str:
    return f"throttle/{action}/site"


def _increment(key: str, seconds: int) -> int:
    """Increment the counter ``key`` and return it. It expires ``seconds`` after its first increment."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it expired in between
        cache.set(key, 1, seconds)
        return 1
