"""Limits how many guests of one network join an event, so that one client cannot take all its places.

The players in a shop share one address with the desk. A network in which an official has opened the desk of the event
has no limit therefore: the official sees who is there, and can remove players. The numbers are kept in the cache.
"""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event
from tournaments.rules.capacity import max_guests_of_network

KEPT = 24 * 3600  # seconds
IPV6_PREFIX = 64  # a client can use all addresses with this prefix


class TooManyGuestsError(RulesError):
    """Too many guests of the client's network have joined; ``details`` have their number."""

    code = "too_many_guests"
    sentence = _(
        "{guests} guests have joined this event from your network. Ask the organizer to open the desk of the event in "
        "this network, or to add you there."
    )
    is_state_conflict = True


def exempt_network(event: Event, address: str) -> None:
    """Let any number of guests join ``event`` from the network of ``address``, at which its desk was opened."""
    cache.set(_key(event, address, "desk"), 1, KEPT)


@contextmanager
def limited_guests(event: Event, address: str) -> Iterator[None]:
    """Count a guest who joins ``event``, which is locked, from ``address``. Raises TooManyGuestsError beyond the limit.

    A guest who cannot join for another reason is not counted. "" is the address of a caller without a limit.
    """
    if not address:
        yield
        return
    key = _key(event, address, "guests")
    guests = cache.get(key, 0)
    if guests >= max_guests_of_network(event.capacity) and not cache.get(_key(event, address, "desk")):
        raise TooManyGuestsError(guests=guests)
    yield
    cache.set(key, guests + 1, KEPT)


def _key(event: Event, address: str, what: str) -> str:
    network = ipaddress.ip_network(address)
    if network.version == 6:
        network = network.supernet(new_prefix=IPV6_PREFIX)
    return f"guest_limit/{event.pk}/{network.network_address}/{what}"
