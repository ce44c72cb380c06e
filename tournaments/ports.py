"""What the services of this app ask of its background tasks; see cards.ports."""

from typing import Protocol

from cards.ports import Port


class WakeDelivery(Protocol):
    """Start sending the message with this id to its webhook."""

    def __call__(self, identity: str, /) -> None: ...


wake_delivery = Port(WakeDelivery)
