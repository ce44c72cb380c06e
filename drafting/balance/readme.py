"""Write the figures of a set into the README of its catalogue, between markers."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cards.printed import Archetype, CardSet
from drafting.balance.bars import Bar
from drafting.balance.intervals import wilson_interval
from gameplay.engine.core.errors import UnreadableError


def write_figures(readme: Path, card_set: CardSet, bars: Sequence[Bar], *, run: str) -> None:
    """Replace the figures of ``card_set`` in ``readme`` by ``bars``, introduced by the sentence ``run``.

    Raises UnreadableError if the README has no markers for the set.
    """
    start, end = f"<!-- figures {card_set.code} -->", "<!-- end -->"
    marked = re.compile(f"{start}.*?{end}", re.DOTALL)
    text = readme.read_text(encoding="utf-8")
    if not marked.search(text):
        raise UnreadableError(f"marker not found: {start}", file=str(readme))
    tables = [*_general(bars), *_cards(card_set, bars), "", *_archetypes(card_set.archetypes, bars)]
    figures = "\n".join([start, "", run, "", *tables, "", end])
    readme.write_text(marked.sub(lambda _: figures, text), encoding="utf-8")


def _general(bars: Sequence[Bar]) -> Iterator[str]:
    yield "| figure | measured | bar |"
    yield "|---|---|---|"
    yield from (f"| {bar.name} | {_measured(bar)} | {_bounds(bar)} |" for bar in bars if not bar.about)


def _cards(card_set: CardSet, bars: Sequence[Bar]) -> Iterator[str]:
    """Yield a row with the lowest and the highest card."""
    refs = {card.ref for card in card_set.cards}
    drawn = [bar for bar in bars if bar.about in refs and bar.value is not None]
    ends = sorted(drawn, key=lambda bar: bar.value or 0.0)[:: max(1, len(drawn) - 1)]
    if ends:
        values = ", ".join(f"{bar.about} {bar.value:+.1f}" for bar in ends)
        yield f"| card least and most when drawn, points from the mean | {values} | {_bounds(ends[0])} |"


def _archetypes(archetypes: Sequence[Archetype], bars: Sequence[Bar]) -> Iterator[str]:
    """Yield a row for each archetype: its win rate, and its cards that are worth more inside it."""
    for place, archetype in enumerate(archetypes):
        wins, at_home = (bar for bar in bars if bar.about == archetype.code)
        if not place:
            titles = (f"wins, % (bar: {_bounds(wins)})", f"cards worth more inside it (bar: {_bounds(at_home)})")
            yield f"| archetype | {titles[0]} | {titles[1]} |"
            yield "|---|---|---|"
        yield f"| {archetype.name.en} | {_measured(wins)} | {_measured(at_home)} of {len(archetype.cards)} |"


def _measured(bar: Bar) -> str:
    if bar.value is None or not bar.games:
        return "-" if bar.value is None else f"{bar.value:.1f}".removesuffix(".0")
    low, high = wilson_interval(bar.value / 100, bar.games)
    return f"{bar.value:.1f} (95 %: {100 * max(low, 0):.1f} to {100 * high:.1f})"


def _bounds(bar: Bar) -> str:
    if bar.low is None or bar.high is None:
        return f"to {bar.high:g}" if bar.low is None else f"from {bar.low:g}"
    return f"{bar.low:g} to {bar.high:g}"
