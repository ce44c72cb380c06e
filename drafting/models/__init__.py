from drafting.models.deck import Deck
from drafting.models.pack import Pack, Pick
from drafting.models.pod import Pod, Seat

__all__ = ["Deck", "Pack", "Pick", "Pod", "Seat"]
