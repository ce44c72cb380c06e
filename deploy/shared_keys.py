"""All processes of a site must have the same `SECRET_KEY` and `PUSH_KEY`, on whichever host they run.

With another key, a process would end the sessions of the others, and refuse their sign-in links, recovery codes and
stored responses. So running processes note a digest of their keys in the cache that they share, and a process with
others refuses to start.
"""

import hashlib

from django.conf import settings
from django.core.cache import cache

NOTE = "keys"
NOTE_LIFETIME = 20  # seconds after the last process has noted its keys


class OtherKeysError(Exception):
    """The running processes of the site have other keys."""

    def __str__(self) -> str:
        return (
            "Another process of this site runs with another SECRET_KEY or PUSH_KEY. Copy secret_key and push_key from "
            f"the VAR of that host, or set both variables on all hosts. After a restore, wait {NOTE_LIFETIME} seconds."
        )


def note_keys() -> None:
    """Note the keys of this process for others that start. Do nothing on a site of one process, without Redis."""
    if settings.REDIS_URL:
        cache.set(NOTE, _digest(), NOTE_LIFETIME)


def check_keys() -> None:
    """Note the keys of this process, which starts. Raises OtherKeysError if running processes have others."""
    if settings.REDIS_URL and cache.get(NOTE, _digest()) != _digest():
        raise OtherKeysError
    note_keys()


def _digest() -> str:
    return hashlib.sha256(f"{settings.SECRET_KEY} {settings.PUSH_KEY}".encode()).hexdigest()
