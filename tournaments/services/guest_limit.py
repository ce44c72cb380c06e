"""Limits how many guests of one network join an event, so that one client cannot take all its places.

The players in a shop share one address with the desk. Therefore a network in which an official has opened the desk of
the event, or created it with a program, has no limit: the official sees who is there, and can remove players. Nor has
the local network of a site that runs in the shop. The numbers are kept in the cache.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.client_network import client_network, is_on_internet
from tournaments.models import Event
from tournaments.rules.capacity import max_guests_of_network

KEPT = 24 * 3600  # seconds


class TooManyGuestsError(RulesError):
    """Too many guests of the client's network have joined; ``details`` have their number."""

    code = "too_many_guests"
    sentence = _(
        "{guests} guests have joined this event from your network. Ask the organizer to open the desk of the event in "
        "this network, or to add you there."
    )
    is_state_conflict = True


def exempt_network(event: Event, address: str) -> None:
    """Let any number of guests join ``event`` from the network of ``address``, where an official runs it."""
    cache.set(_key(event, address, "desk"), 1, KEPT)


@contextmanager
def limited_guests(event: Event, address: str) -> Iterator[None]:
    """Count a guest who joins ``event``, which is locked, from ``address``. Raises TooManyGuestsError beyond the limit.

    A guest who cannot join for another reason is not counted. Addresses of local networks have no limit, nor has "",
    which is the address of a caller who is no guest.
    """
    if not is_on_internet(address):
        yield
        return
    key = _key(event, address, "guests")
    guests = cache.get(key, 0)
    if guests >= max_guests_of_network(event.capacity) and not cache.get(_key(event, address, "desk")):
        raise TooManyGuestsError(guests=guests)
    yield
    cache.set(key, guests + 1, KEPT)


def _key(event: Event, address: str, what: str) -> str:
    return f"guest_limit/{event.pk}/{client_network(address)}/{what}"
