"""Ports of the services of this app to its background tasks; see cards.ports."""

from typing import Protocol

from cards.ports import Port


class WakeDelivery(Protocol):
    """Start the webhook delivery with this id."""

    def __call__(self, identity: str, /) -> None: ...


wake_delivery = Port(WakeDelivery)
