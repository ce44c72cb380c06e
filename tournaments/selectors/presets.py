"""Presets for new events: a draft of each product of the catalogue, and each constructed variant."""

from dataclasses import dataclass

from cards.languages import after_term
from cards.printed import CardSet, Product
from cards.selectors import card_sets
from drafting.rules.cube import read_cube
from drafting.rules.format import DraftFormat
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.infrastructure.refusals import raise_errors
from gameplay.selectors.game_views import variant_title
from tournaments.rules.constructed import ConstructedFormat, variant_error, variants_for_more

DRAFT_VARIANT = "draft"
"""The variant of a game that is played with drafted decks."""


class UnknownProductError(RulesError):
    """The catalogue has no such set or product."""

    code = "unknown_product"
    sentence = _("There are no packs of this kind.")

    def __init__(self, *, field: str = "product") -> None:
        super().__init__()
        self.field = field


@dataclass(frozen=True, slots=True)
class DraftPreset:
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
        """The title of the game."""
        return self.ruleset.title

    def name_in(self, language: str) -> str:
        """Return the name of its packs in ``language``."""
        return pack_name(self.card_set, self.product, language)

    @property
    def variant(self) -> str:
        return DRAFT_VARIANT

    @property
    def boosters(self) -> list[dict[str, str]]:
        """One entry for each pack round."""
        kind = {"game": self.card_set.game, "set": self.card_set.code, "product": self.product.code}
        return [kind] * self.format.packs


@dataclass(frozen=True, slots=True)
class ConstructedPreset:
    """An event with constructed decks for ``variant``, with the numbers of the game itself."""

    ruleset: Ruleset
    variant: str

    @property
    def code(self) -> str:
        return f"{self.ruleset.name}-{self.variant}"

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.ruleset.title

    @property
    def brings_decks(self) -> bool:
        """Whether each player brings a deck; if not, all players share one."""
        return not self.ruleset.shared_deck(self.ruleset.variants[self.variant])

    @property
    def variant_name(self) -> str:
        """The name of the variant, as a message."""
        return self.ruleset.sentences.terms["variant"][self.variant]

    @property
    def format(self) -> ConstructedFormat:
        return ConstructedFormat(self.ruleset.scoring.target_of(self.ruleset.variants[self.variant]))


def pack_name(card_set: CardSet, product: Product, language: str) -> str:
    """Return the name of packs of ``product``, preceded by the name of their set unless it contains that."""
    name, set_name = product.name.in_language(language), card_set.name.in_language(language)
    return name if set_name in name else after_term(set_name, name)


def draft_presets() -> list[DraftPreset]:
    """Return all draft presets, by game and set."""
    return [
        DraftPreset(found, product, _format_for(product))
        for game in RULESETS
        if DRAFT_VARIANT in RULESETS[game].variants
        for found in card_sets(game)
        for product in found.products
    ]


def constructed_presets() -> list[ConstructedPreset]:
    """Return all constructed presets, by game."""
    return [
        ConstructedPreset(ruleset, variant) for ruleset in RULESETS.values() for variant in ruleset.constructed_variants
    ]


def find_draft_preset(code: str) -> DraftPreset | None:
    """Return the draft preset with this ``code``, None if there is none."""
    return next((found for found in draft_presets() if found.code == code), None)


def find_preset(code: str) -> DraftPreset | ConstructedPreset | None:
    """Return the draft or constructed preset with this ``code``, None if there is none."""
    return find_draft_preset(code) or next((found for found in constructed_presets() if found.code == code), None)


def preset_error(code: str, *, field: str) -> RulesError:
    """Return the error for a ``code`` that is not that of a preset; for a variant of a game, it says why."""
    for ruleset in RULESETS.values():
        for variant in ruleset.variants:
            if f"{ruleset.name}-{variant}" == code:
                return variant_error(ruleset, variant)
    return UnknownProductError(field=field)


def variants_not_offered() -> list[tuple[str, list[str]]]:
    """Return the titles of games with the names of their variants for more than two players."""
    found = [(ruleset, variants_for_more(ruleset)) for ruleset in RULESETS.values()]
    return [(ruleset.title, [variant_title(ruleset, name) for name in names]) for ruleset, names in found if names]


def read_cube_refs(game: str, text: str) -> list[str]:
    """Return the refs of a cube's ``text``, one for each copy.

    Raises RulesErrorGroup with an error for each bad line.
    """
    refs, faults = read_cube(text, [card for found in card_sets(game) for card in found.cards])
    raise_errors(faults)
    return refs


def _format_for(product: Product) -> DraftFormat:
    """Return the default draft format, with enough packs of this product for a deck."""
    default = DraftFormat()
    packs = max(default.packs, -(-default.deck_size // product.size))
    return DraftFormat(packs=packs, pack_size=product.size, product=product.code)
