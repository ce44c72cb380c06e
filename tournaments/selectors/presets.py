"""What an organizer can start from: one preset for each product that the catalogue has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cards.printed import CardSet, Product
from cards.selectors import card_sets
from drafting.rules.cube import read_cube
from drafting.rules.format import DraftFormat
from drafting.rules.mixes import By
from gameplay.engine.errors import _
from gameplay.engine.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.refusals import refuse

ROUNDS = "rounds"
MIXES = {
    ROUNDS: _("each pack round has one kind, in turn"),
    By.SEAT.value: _("each seat has one kind, in turn round the table"),
    By.CHANCE.value: _("each pack is of a kind drawn by chance"),
}
"""How several kinds of packs are spread."""


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


def boosters_of(chosen: Sequence[Preset], mix: str, packs: int) -> list[dict[str, Any]]:
    """Return what is opened in each of so many pack rounds, with one or more products of one game.

    With the ``mix`` "rounds" each pack round has one of them, in turn; with "seat" each seat, in turn round the table;
    with "chance" it is drawn for each pack.
    """
    if len(chosen) == 1 or mix == ROUNDS:
        return [chosen[number % len(chosen)].boosters[0] for number in range(packs)]
    kinds = [{"set": each.card_set.code, "product": each.product.code} for each in chosen]
    return [{"game": chosen[0].card_set.game, "by": mix, "kinds": kinds}] * packs


def cube_of(game: str, text: str) -> list[str]:
    """Return the cards of ``game`` that a cube's ``text`` lists, a ref a copy. Raises Refusals, line by line."""
    refs, faults = read_cube(text, [card for found in card_sets(game) for card in found.cards])
    refuse(faults)
    return refs


def _format_for(product: Product) -> DraftFormat:
    """The usual draft, with enough packs of this product for a deck."""
    usual = DraftFormat()
    packs = max(usual.packs, -(-usual.deck_size // product.size))
    return DraftFormat(packs=packs, pack_size=product.size, product=product.code)
