"""The printed cards behind a pod's refs."""

from cards.selectors import card_set
from drafting.models import Pod
from drafting.rules.packs import Booster, draftable


def boosters(pod: Pod) -> list[Booster]:
    """Return the kind of pack of each pack round, in the size the event has laid down.

    Raises KeyError for a set or product that does not exist, PackSizeError for a size that cannot be made.
    """
    kinds = []
    for each in pod.boosters:
        found = card_set(each["game"], each["set"])
        kinds.append(Booster(found, found.product(each["product"])).of_size(pod.terms.pack_size))
    return kinds


def legal(pod: Pod) -> frozenset[str]:
    """Return the refs that may be in a deck of this pod: what its packs could hold (DRF-1.1, DRF-1.2)."""
    sets = {(each["game"], each["set"]) for each in pod.boosters}
    return frozenset(card.ref for game, code in sets for card in card_set(game, code).cards if draftable(card))
