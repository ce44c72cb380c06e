"""Figures of a set, and their required bounds (bars).

A win rate is the share of games won, in percent. A drawn game counts as half a win.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import NamedTuple

from cards.printed import CardSet, PrintedCard
from drafting.balance.drafts import DRAWN, WON, CountKey, Counts
from drafting.balance.intervals import wilson_interval
from gameplay.games import RULESETS

FIRST_PLAYER_BOUNDS = (45.0, 55.0)
TURN_BOUNDS = (8.0, 16.0)
MAX_DECIDED_BY_DECK = 10.0
ARCHETYPE_BOUNDS = (42.0, 58.0)
MAX_CARD_DEVIATION = 8.0
MIN_TENTH_SPREAD = 6.0
MIN_TEXT_SHARE = 70.0
MAX_ALIKE = 2.0
MIN_CARDS_AT_HOME = 4.0


class Bar(NamedTuple):
    """A figure and its bounds. ``value`` is None if nothing was counted.

    ``games`` is the sample size, with a game counted once for each deck; 0 if the figure is no share of games.
    ``about`` is the ref of a card or the code of an archetype; empty for a figure of the whole set.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    games: int = 0
    about: str = ""

    @property
    def met(self) -> bool:
        if self.value is None:
            return False
        return (self.low is None or self.value >= self.low) and (self.high is None or self.value <= self.high)

    @property
    def missed(self) -> bool:
        """Whether the 95 % interval lies outside the bounds, or the value does if it has no sampling error."""
        if self.value is None or self.met or not self.games:
            return not self.met
        least, most = self.span
        return (self.high is not None and least > self.high) or (self.low is not None and most < self.low)

    @property
    def span(self) -> tuple[float, float]:
        """The 95 % interval of a share of games, or of a distance from the mean, in percent."""
        value = self.value or 0.0
        if self.low is None or self.low >= 0:
            least, most = wilson_interval(value / 100, self.games)
            return 100 * least, 100 * most
        least, most = wilson_interval(0.5, self.games)
        return value - 50 * (most - least), value + 50 * (most - least)


def draft_bars(card_set: CardSet, counts: Counts) -> Iterator[Bar]:
    """Yield every bar of ``card_set``, the general ones first."""
    yield from _game_bars(counts)
    yield from _card_bars(card_set, counts)
    yield Bar("cards with a text, %", text_share(card_set), low=MIN_TEXT_SHARE)
    yield Bar("cards alike", largest_alike_group(card_set), high=MAX_ALIKE)
    for archetype in card_set.archetypes:
        code = archetype.code
        yield win_rate_bar(f"{code}: wins, %", counts, ("archetype", code), ARCHETYPE_BOUNDS)._replace(about=code)
        yield Bar(
            f"{code}: cards better inside",
            count_cards_at_home(counts, code, archetype.cards),
            MIN_CARDS_AT_HOME,
            about=code,
        )


def win_rate(counts: Counts, start: CountKey) -> float | None:
    """Return the win rate over the keys that begin with ``start`` and end with a result, or None if there are none."""
    results = results_of(counts, start)
    games = results.total()
    return 100 * (results[WON] + results[DRAWN] / 2) / games if games else None


def results_of(counts: Counts, start: CountKey) -> Counter[str]:
    """Return how often each result occurs at the end of the keys that begin with ``start``."""
    results: Counter[str] = Counter()
    for key, count in counts.items():
        if key[: len(start)] == start:
            results[key[-1]] += count
    return results


def median_turns(counts: Counts) -> float | None:
    """Return the median length of a game, in turns per side."""
    lengths = sorted((int(key[-1]), count) for key, count in counts.items() if key[0] == "turns")
    left = sum(count for _, count in lengths) / 2
    for length, count in lengths:
        left -= count
        if left <= 0:
            return float(length)
    return None


def card_rates(card_set: CardSet, counts: Counts) -> dict[str, float]:
    """Return the win rate of each card when drawn, by ref. Cards that were never drawn are left out."""
    results: dict[str, Counts] = {}
    for key, count in counts.items():
        if key[0] == "card":
            results.setdefault(key[1], Counter())[key] += count
    rates = {card.ref: win_rate(results.get(card.ref, Counter()), ("card",)) for card in card_set.cards}
    return {ref: rate for ref, rate in rates.items() if rate is not None}


def booster_cards(card_set: CardSet) -> list[PrintedCard]:
    """Return the cards that boosters of ``card_set`` can contain, without tournament and promo cards (DRF-1.2)."""
    return [card for card in card_set.cards if card.rarity in card_set.product().slots]


def tenth_spread(rates: Iterable[float]) -> float | None:
    """Return the difference between the mean rates of the best and the worst tenth, in points."""
    ordered = sorted(rates)
    tenth = len(ordered) // 10
    return fmean(ordered[-tenth:]) - fmean(ordered[:tenth]) if tenth else None


def count_cards_at_home(counts: Counts, archetype: str, refs: Iterable[str]) -> float:
    """Return how many of ``refs`` are worth more in decks of ``archetype`` than in others.

    The worth of a card compares games of the same deck with and without the card, so the strength of the deck does
    not matter. It is relative to the mean worth of all cards in those decks.
    """
    pairs = [(key, count) for key, count in counts.items() if key[0] == "pair"]
    inside = Counter({key: count for key, count in pairs if key[2] == archetype})
    outside = Counter({key: count for key, count in pairs if key[2] != archetype})
    worths = [(_relative_win_rate(inside, ref), _relative_win_rate(outside, ref)) for ref in refs]
    return float(sum(worth is not None and other is not None and worth > other for worth, other in worths))


def _relative_win_rate(counts: Counts, ref: str) -> float | None:
    rate, mean = win_rate(counts, ("pair", ref)), win_rate(counts, ("pair",))
    return None if rate is None or mean is None else rate - mean


def text_share(card_set: CardSet) -> float:
    """Return the share of cards with rules text, in percent."""
    return 100 * sum(bool(_text_pattern(card)[1]) for card in card_set.cards) / len(card_set.cards)


def largest_alike_group(card_set: CardSet) -> float:
    """Return the size of the largest group of cards whose texts differ only in numbers."""
    return float(max(Counter(_text_pattern(card) for card in card_set.cards).values()))


def _text_pattern(card: PrintedCard) -> tuple[str, tuple[str, ...]]:
    described = RULESETS[card.game].describe(card, "en")
    return described.type_line, tuple(re.sub(r"\d+", "#", text) for _, text in described.paragraphs)


def _game_bars(counts: Counts) -> Iterator[Bar]:
    games = sum(count for key, count in counts.items() if key[0] == "game")
    yield win_rate_bar("first player wins, %", counts, ("first",), FIRST_PLAYER_BOUNDS)
    yield Bar("median turns a side", median_turns(counts), *TURN_BOUNDS)
    by_deck = 100 * counts["game", "deck"] / games if games else None
    yield Bar("decided by the deck, %", by_deck, high=MAX_DECIDED_BY_DECK, games=games)


def win_rate_bar(name: str, counts: Counts, start: CountKey, bounds: tuple[float, float]) -> Bar:
    """Return a bar of the win rate over the keys that begin with ``start``."""
    return Bar(name, win_rate(counts, start), *bounds, results_of(counts, start).total())


def _card_bars(card_set: CardSet, counts: Counts) -> Iterator[Bar]:
    rates = card_rates(card_set, counts)
    mean = fmean(rates.values()) if rates else 0.0
    for card in booster_cards(card_set):
        value = rates[card.ref] - mean if card.ref in rates else None
        drawn = results_of(counts, ("card", card.ref)).total()
        yield Bar(
            f"{card.ref} when drawn, points from the mean",
            value,
            -MAX_CARD_DEVIATION,
            MAX_CARD_DEVIATION,
            drawn,
            card.ref,
        )
    yield Bar("best tenth of cards over the worst, points", tenth_spread(rates.values()), low=MIN_TENTH_SPREAD)
