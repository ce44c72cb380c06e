"""Which decks may be played (ENE-1.1 to 1.9, 1.17)."""

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
}  # by which clause a variant's deck has its size


class UnknownSubtypeError(RulesError):
    """The variant does not know this subtype of item: the sample game has weapons and armor only."""

    code = "unknown_subtype"
    clause = "ENE-1.17"
    sentence = _("{title} is an item of a subtype that is not in this game.")
    field = "deck"


class NotAPrintedDeckError(RulesError):
    """The deck is none of the printed ones; ``details`` name the nearest, and which copies are too many and missing."""

    code = "not_a_printed_deck"
    clause = "ENE-1.2"
    sentence = _(
        "The sample game is played with one of its two printed decks. For deck {deck} take out: {surplus}. Put in: {missing}."
    )
    field = "deck"


def fixed_decks(variant: Variant) -> Sequence[Mapping[str, int]]:
    """Return the only decks that ``variant`` is played with, as copies by title; none if others may be played."""
    return [SAMPLE_DECKS[name] for name in variant.printed_decks]


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played."""
    faults: list[RulesError] = [*size_faults(deck, variant.deck_size, SIZE_CLAUSES[variant.name])]
    if variant.printed_decks:
        faults += _printed_faults(variant, deck)
    elif variant.copies is not None:
        faults += copies_faults(deck, variant.copies, "ENE-1.6")
    faults += type_faults(deck, variant.types, "ENE-1.9")
    if variant.subtypes:  # else they are open (ENE-1.18)
        faults += [UnknownSubtypeError(title=title) for title in sorted(_unknown_subtype_titles(variant, deck))]
    return faults


def _printed_faults(variant: Variant, deck: Sequence[PrintedCard]) -> Iterator[NotAPrintedDeckError]:
    """Yield a refusal unless ``deck`` is one of the printed ones; titles count, from whichever set they come."""
    titles = Counter(card.name.en for card in deck)
    differences = {
        name: (titles - Counter(SAMPLE_DECKS[name]), Counter(SAMPLE_DECKS[name]) - titles)
        for name in variant.printed_decks
    }
    name = min(differences, key=lambda each: sum(map(Counter.total, differences[each])))
    surplus, missing = differences[name]
    if surplus or missing:
        yield NotAPrintedDeckError(deck=name, surplus=_copies_text(surplus), missing=_copies_text(missing))


MAX_TITLES = 6  # that a refusal names


def _copies_text(titles: Counter[str]) -> str:
    """Return how many of each title, by title: "2 Air Wand, 1 Elk"."""
    said = [f"{copies} {title}" for title, copies in sorted(titles.items())]
    return ", ".join([*said[:MAX_TITLES], *(["…"] if len(said) > MAX_TITLES else [])]) or "–"


def _unknown_subtype_titles(variant: Variant, deck: Sequence[PrintedCard]) -> set[str]:
    """The titles of items of a subtype that ``variant`` does not know."""
    items = [card for card in deck if card.type == "item"]
    return {card.name.en for card in items if facts(card).subtype not in variant.subtypes}
