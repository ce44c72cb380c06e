"""Rate limits per minute, by action and client, for example against guessing codes."""

from typing import NoReturn

from django.core.cache import cache

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import metrics

WINDOW = 60  # seconds in which tries are counted
MAX_WAIT = 3600  # seconds


class TooManyTriesError(RulesError):
    """The client has to wait. ``details`` has the seconds; the HTTP status is 429."""

    code = "too_many_tries"
    sentence = _("Too many attempts. Wait {seconds} seconds, then try again.")
    is_state_conflict = True


def count_try(action: str, client: str, *, limit: int = 10) -> None:
    """Count a try of ``action`` by ``client``, such as a network address. ``limit`` tries are allowed in a minute.

    Raise TooManyTriesError beyond the limit. The first block lasts a minute, and each further one twice as long.
    """
    tries, blocked, strikes = (f"throttle/{action}/{part}/{client}" for part in ("tries", "blocked", "strikes"))
    wait = cache.get(blocked)
    if wait is None and _increment(tries, WINDOW) > limit:
        wait = min(WINDOW * 2 ** (_increment(strikes, 2 * MAX_WAIT) - 1), MAX_WAIT)
        cache.set(blocked, wait, wait)
        cache.delete(tries)
    if wait is not None:
        _refuse(action, wait)


def raise_if_blocked(action: str, client: str) -> None:
    """Raise TooManyTriesError while ``client`` is blocked. For actions of which only failed tries are counted."""
    wait = cache.get(f"throttle/{action}/blocked/{client}")
    if wait is not None:
        _refuse(action, wait)


def _refuse(action: str, wait: int) -> NoReturn:
    metrics.THROTTLED.labels(action).inc()
    raise TooManyTriesError(seconds=wait)


def _increment(key: str, seconds: int) -> int:
    """Increment the counter ``key`` and return it. It expires ``seconds`` after its first increment."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it expired in between
        cache.set(key, 1, seconds)
        return 1
