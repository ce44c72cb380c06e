"""Slows down whoever tries one code after another."""

from django.core.cache import cache

from gameplay.engine.core.errors import RulesError, _

WINDOW = 60  # seconds in which tries are counted
MAX_WAIT = 3600  # seconds


class TooManyTriesError(RulesError):
    """``details`` gives the seconds to wait; on the web it is 429."""

    code = "too_many_tries"
    sentence = _("Too many tries. Wait {seconds} seconds, then try again.")
    is_state_conflict = True


def count_try(action: str, client: str, *, limit: int = 10) -> None:
    """Count a try at ``what`` by ``who`` (an address); ``most`` are free in a minute.

    Raises TooManyTriesError beyond, for a minute at first and for twice as long each further time.
    """
    tries, blocked, strikes = (f"throttle/{action}/{part}/{client}" for part in ("tries", "blocked", "strikes"))
    wait = cache.get(blocked)
    if wait is None and _increment(tries, WINDOW) > limit:
        wait = min(WINDOW * 2 ** (_increment(strikes, 2 * MAX_WAIT) - 1), MAX_WAIT)
        cache.set(blocked, wait, wait)
        cache.delete(tries)
    if wait is not None:
        raise TooManyTriesError(seconds=wait)


def raise_if_blocked(action: str, client: str) -> None:
    """Raise TooManyTriesError while ``who`` has to wait; for tries of which only the failed ones are counted."""
    wait = cache.get(f"throttle/{action}/blocked/{client}")
    if wait is not None:
        raise TooManyTriesError(seconds=wait)


def _increment(key: str, seconds: int) -> int:
    """Return how often ``key`` was counted, this time included; forgotten ``seconds`` after the first."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it expired in between
        cache.set(key, 1, seconds)
        return 1
