"""Slows down whoever tries one code after another."""

from django.core.cache import cache

from gameplay.engine.core.errors import RulesError, _

WINDOW = 60  # seconds in which tries are counted
LONGEST_WAIT = 3600  # seconds


class TooManyTriesError(RulesError):
    """``details`` gives the seconds to wait; on the web it is 429."""

    code = "too_many_tries"
    sentence = _("Too many tries. Wait {seconds} seconds, then try again.")
    later = True


def count_try(what: str, who: str, *, most: int = 10) -> None:
    """Count a try at ``what`` by ``who`` (an address); ``most`` are free in a minute.

    Raises TooManyTriesError beyond, for a minute at first and for twice as long each further time.
    """
    tries, blocked, strikes = (f"throttle/{what}/{part}/{who}" for part in ("tries", "blocked", "strikes"))
    wait = cache.get(blocked)
    if wait is None and _count(tries, WINDOW) > most:
        wait = min(WINDOW * 2 ** (_count(strikes, 2 * LONGEST_WAIT) - 1), LONGEST_WAIT)
        cache.set(blocked, wait, wait)
        cache.delete(tries)
    if wait is not None:
        raise TooManyTriesError(seconds=wait)


def refuse_blocked(what: str, who: str) -> None:
    """Raise TooManyTriesError while ``who`` has to wait; for tries of which only the failed ones are counted."""
    wait = cache.get(f"throttle/{what}/blocked/{who}")
    if wait is not None:
        raise TooManyTriesError(seconds=wait)


def _count(key: str, seconds: int) -> int:
    """Return how often ``key`` was counted, this time included; forgotten ``seconds`` after the first."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it expired in between
        cache.set(key, 1, seconds)
        return 1
