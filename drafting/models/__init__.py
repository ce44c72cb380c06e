from drafting.models.deck import Deck, ReplacedDeck
from drafting.models.pack import Pack, Pick
from drafting.models.pod import Pod, Seat
from drafting.models.registration import Registration

__all__ = ["Deck", "Pack", "Pick", "Pod", "Registration", "ReplacedDeck", "Seat"]
