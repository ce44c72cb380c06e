"""Services called by the player of a seat: ``author`` is filled in."""

from collections.abc import Callable
from typing import Any, TypeVar

from drafting.models import Seat
from drafting.services import deck, pool_registration

T = TypeVar("T")


def _own(service: Callable[..., T], **defaults: str) -> Callable[..., T]:
    def call(seat: Seat, *args: Any, **options: Any) -> T:
        return service(seat, *args, **{"author": seat.player, **defaults, **options})

    return call


save_deck = _own(deck.save_deck)
add_card = _own(deck.add_card)
remove_card = _own(deck.remove_card)
fill_deck = _own(deck.fill_deck)
undo_deck = _own(deck.undo_deck)
submit_deck = _own(deck.submit_deck)
unsubmit_deck = _own(deck.unsubmit_deck)
enter = _own(pool_registration.enter_cards, role="player")
strike = _own(pool_registration.remove_last_copy, role="player")
save_pool = _own(pool_registration.save_pool, role="player")
