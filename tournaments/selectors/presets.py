"""What an organizer can start from: one preset for each product that the catalogue has."""

from dataclasses import dataclass

from cards.printed import CardSet, Product
from cards.selectors import card_sets
from drafting.rules.format import DraftFormat
from gameplay.engine.ruleset import Ruleset
from gameplay.games import RULESETS


@dataclass(frozen=True, slots=True)
class Preset:
    """A draft of one kind of pack, with the numbers of the game's own booster draft."""

    card_set: CardSet
    product: Product
    format: DraftFormat

    @property
    def code(self) -> str:
        return f"{self.card_set.game}-{self.card_set.code}-{self.product.code}"

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.card_set.game]

    @property
    def title(self) -> str:
        """The game's own name."""
        return self.ruleset.title

    @property
    def boosters(self) -> list[dict[str, str]]:
        """One entry for each pack round."""
        kind = {"game": self.card_set.game, "set": self.card_set.code, "product": self.product.code}
        return [kind] * self.format.packs


def presets() -> list[Preset]:
    """Return every draft that can be announced, by game and set."""
    return [
        Preset(found, product, _format_for(product))
        for game in RULESETS
        if "draft" in RULESETS[game].variants
        for found in card_sets(game)
        for product in found.products
    ]


def preset(code: str) -> Preset | None:
    """Return the preset called ``code``, None if there is none."""
    return next((found for found in presets() if found.code == code), None)


def _format_for(product: Product) -> DraftFormat:
    """The usual draft, with enough packs of this product for a deck."""
    usual = DraftFormat()
    packs = max(usual.packs, -(-usual.deck_size // product.size))
    return DraftFormat(packs=packs, pack_size=product.size, product=product.code)
