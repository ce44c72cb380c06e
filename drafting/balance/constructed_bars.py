"""Figures of a set without boosters, and their required bounds: for each play mode, then for the cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import fmean

from cards.printed import CardSet
from drafting.balance.bars import (
    ARCHETYPE_BOUNDS,
    MAX_ALIKE,
    MIN_TEXT_SHARE,
    Bar,
    card_rates,
    largest_alike_group,
    median_turns,
    results_of,
    text_share,
    win_rate_bar,
)
from drafting.balance.constructed_games import play_mode_name, play_modes
from drafting.balance.drafts import Counts
from gameplay.games import RULESETS

FIRST_PLAYER_BOUNDS: Mapping[int, tuple[float, float]] = {2: (45.0, 55.0), 3: (27.0, 40.0), 4: (19.0, 32.0)}
"""Bounds of the win rate of the first side, in percent, by number of sides."""

MAX_DRAWN_GAMES = 5.0
MAX_CARD_DEVIATION = 10.0
MIN_GAMES_PER_CARD = 100  # games in which a card must be drawn before it is measured


def constructed_bars(card_set: CardSet, counts: Counts) -> Iterator[Bar]:
    """Yield every bar of ``card_set``, those of each play mode first."""
    for variant, seats in play_modes(RULESETS[card_set.game]):
        sides = 2 if getattr(RULESETS[card_set.game].variants[variant], "teams", False) else seats
        yield from _mode_bars(card_set, counts, play_mode_name(variant, seats), sides)
    yield from _card_bars(card_set, counts)
    yield Bar("cards with a text, %", text_share(card_set), low=MIN_TEXT_SHARE)
    yield Bar("cards alike", largest_alike_group(card_set), high=MAX_ALIKE)


def _mode_bars(card_set: CardSet, counts: Counts, name: str, sides: int) -> Iterator[Bar]:
    endings = {key[2]: count for key, count in counts.items() if key[:2] == ("game", name)}
    games = sum(endings.values())
    limits = RULESETS[card_set.game].balance_limits
    assert limits is not None
    yield win_rate_bar(f"{name}: first wins, %", counts, ("first", name), FIRST_PLAYER_BOUNDS[sides])
    turns = Counter({key: count for key, count in counts.items() if key[:2] == ("turns", name)})
    yield Bar(f"{name}: median turns a side", median_turns(turns), *limits.median_turns)
    drawn = results_of(counts, ("first", name))["drawn"]
    yield Bar(f"{name}: drawn, %", 100 * drawn / games if games else None, high=MAX_DRAWN_GAMES, games=games)
    passive = sum(endings.get(reason, 0) for reason in limits.passive_endings)
    yield Bar(
        f"{name}: passive endings, %",
        100 * passive / games if games else None,
        high=limits.max_passive_percent,
        games=games,
    )
    if sides == 2:
        for deck in card_set.decks:
            yield win_rate_bar(f"{name}: {deck.name.en} wins, %", counts, ("deck", name, deck.code), ARCHETYPE_BOUNDS)


def _card_bars(card_set: CardSet, counts: Counts) -> Iterator[Bar]:
    rates = card_rates(card_set, counts)
    mean = fmean(rates.values()) if rates else 0.0
    for card in card_set.cards:
        games = results_of(counts, ("card", card.ref)).total()
        if games >= MIN_GAMES_PER_CARD:
            yield Bar(
                f"{card.ref} when drawn, points from the mean",
                rates[card.ref] - mean,
                -MAX_CARD_DEVIATION,
                MAX_CARD_DEVIATION,
                games,
                card.ref,
            )
    unused = [card.ref for card in card_set.cards if not counts["used", card.ref]]
    yield Bar(f"cards never used{': ' if unused else ''}{', '.join(unused)}", float(len(unused)), high=0.0)
