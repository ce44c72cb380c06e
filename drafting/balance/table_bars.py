"""The figures of a set that has no boosters, and the bars they are held to: each way to play by itself, then its cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import fmean

from cards.printed import CardSet
from drafting.balance.bars import (
    ALIKE,
    ARCHETYPE,
    WITH_TEXT,
    Bar,
    card_rates,
    median_turns,
    most_alike,
    results_of,
    share,
    with_text,
)
from drafting.balance.drafts import Counts
from drafting.balance.tables import way, ways
from gameplay.games import RULESETS

FIRST: Mapping[int, tuple[float, float]] = {2: (45.0, 55.0), 3: (27.0, 40.0), 4: (19.0, 32.0)}
"""How often whoever goes first may win, by how many sides there are."""

DRAWN_GAMES = 5.0
CARD = 10.0
SEEN = 100  # games in which a card was drawn, before its worth is looked at


def bars(card_set: CardSet, counts: Counts) -> Iterator[Bar]:
    """Every bar of ``card_set``, those of each way to play first."""
    for variant, seats in ways(RULESETS[card_set.game]):
        sides = 2 if getattr(RULESETS[card_set.game].variants[variant], "teams", False) else seats
        yield from _way(card_set, counts, way(variant, seats), sides)
    yield from _cards(card_set, counts)
    yield Bar("cards with a text, %", with_text(card_set), low=WITH_TEXT)
    yield Bar("cards alike", most_alike(card_set), high=ALIKE)


def _way(card_set: CardSet, counts: Counts, name: str, sides: int) -> Iterator[Bar]:
    ends = {key[2]: count for key, count in counts.items() if key[:2] == ("game", name)}
    games = sum(ends.values())
    limits = RULESETS[card_set.game].balance
    assert limits is not None
    yield share(f"{name}: first wins, %", counts, ("first", name), FIRST[sides])
    turns = Counter({key: count for key, count in counts.items() if key[:2] == ("turns", name)})
    yield Bar(f"{name}: median turns a side", median_turns(turns), *limits.turns)
    drawn = results_of(counts, ("first", name))["drawn"]
    yield Bar(f"{name}: drawn, %", 100 * drawn / games if games else None, high=DRAWN_GAMES, games=games)
    undone = sum(ends.get(reason, 0) for reason in limits.unearned)
    yield Bar(
        f"{name}: ended by nobody, %", 100 * undone / games if games else None, high=limits.most_unearned, games=games
    )
    if sides == 2:
        for deck in card_set.decks:
            yield share(f"{name}: {deck.name.en} wins, %", counts, ("deck", name, deck.code), ARCHETYPE)


def _cards(card_set: CardSet, counts: Counts) -> Iterator[Bar]:
    rates = card_rates(card_set, counts)
    mean = fmean(rates.values()) if rates else 0.0
    for card in card_set.cards:
        games = results_of(counts, ("card", card.ref)).total()
        if games >= SEEN:
            yield Bar(
                f"{card.ref} when drawn, points from the mean",
                rates[card.ref] - mean,
                -CARD,
                CARD,
                games,
                card.ref,
            )
    dead = [card.ref for card in card_set.cards if not counts["used", card.ref]]
    yield Bar(f"cards never used{': ' if dead else ''}{', '.join(dead)}", float(len(dead)), high=0.0)
