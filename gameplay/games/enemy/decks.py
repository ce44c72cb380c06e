"""Legal decks (ENE-1.1 to 1.9, 1.17)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cards.printed import PrintedCard
from gameplay.engine.core.decks import copies_faults, size_faults, type_faults
from gameplay.engine.core.errors import RulesError, _
from gameplay.games.enemy.printed import facts
from gameplay.games.enemy.sample_decks import SAMPLE_DECKS
from gameplay.games.enemy.variants import Variant

SIZE_CLAUSES = {
    "full": "ENE-1.1",
    "sample": "ENE-1.2",
    "draft": "ENE-1.3",
}  # the clause for each variant's deck size


class UnknownSubtypeError(RulesError):
    """The variant does not use this item subtype: the sample game has only weapons and armor."""

    code = "unknown_subtype"
    clause = "ENE-1.17"
    sentence = _("The item subtype of {title} is not used in this variant.")
    field = "deck"


class NotAPrintedDeckError(RulesError):
    """The deck is not one of the printed decks; ``details`` name the closest one, and the copies to remove and add."""

    code = "not_a_printed_deck"
    clause = "ENE-1.2"
    sentence = _(
        "The sample game is played with one of its two printed decks. "
        "To get deck {deck}, remove: {surplus}. Add: {missing}."
    )
    field = "deck"


def fixed_decks(variant: Variant) -> Sequence[Mapping[str, int]]:
    """Return the only legal decks of ``variant``, as copies by title; empty if other decks are legal."""
    return [SAMPLE_DECKS[name] for name in variant.printed_decks]


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return every fault of ``deck``; an empty list if it is legal."""
    faults: list[RulesError] = [*size_faults(deck, variant.deck_size, SIZE_CLAUSES[variant.name])]
    if variant.printed_decks:
        faults += _printed_faults(variant, deck)
    elif variant.copies is not None:
        faults += copies_faults(deck, variant.copies, "ENE-1.6")
    faults += type_faults(deck, variant.types, "ENE-1.9")
    if variant.subtypes:  # otherwise all are legal (ENE-1.18)
        faults += [UnknownSubtypeError(title=title) for title in sorted(_unknown_subtype_titles(variant, deck))]
    return faults


def _printed_faults(variant: Variant, deck: Sequence[PrintedCard]) -> Iterator[NotAPrintedDeckError]:
    """Yield an error unless ``deck`` is one of the printed decks; only titles are compared, not sets."""
    titles = Counter(card.name.en for card in deck)
    differences = {
        name: (titles - Counter(SAMPLE_DECKS[name]), Counter(SAMPLE_DECKS[name]) - titles)
        for name in variant.printed_decks
    }
    name = min(differences, key=lambda name: sum(map(Counter.total, differences[name])))
    surplus, missing = differences[name]
    if surplus or missing:
        yield NotAPrintedDeckError(deck=name, surplus=_copies_text(surplus), missing=_copies_text(missing))


MAX_TITLES = 6  # in an error message


def _copies_text(titles: Counter[str]) -> str:
    """Return the copies of each title as text, sorted by title: "2 Air Wand, 1 Elk"."""
    counts = [f"{copies} {title}" for title, copies in sorted(titles.items())]
    return ", ".join([*counts[:MAX_TITLES], *(["…"] if len(counts) > MAX_TITLES else [])]) or "–"


def _unknown_subtype_titles(variant: Variant, deck: Sequence[PrintedCard]) -> set[str]:
    """Return the titles of items with a subtype that ``variant`` does not use."""
    items = [card for card in deck if card.type == "item"]
    return {card.name.en for card in items if facts(card).subtype not in variant.subtypes}
