"""The cards on the board, each with its present numbers and the labels of its marks.

Most cards stay as they are from one choice to the next. There is one object for each different card, so that what is
drawn of it can be cached by identity.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext

from cards.faces.face import Stat
from cards.selectors import DisplayedCard, get_displayed_card
from gameplay.engine.core.table_layout import TableLayout
from gameplay.games import RULESETS
from gameplay.selectors.game_views import GameView

LONG_VALUE = 4  # characters; a longer value does not fit on a small card
MAX_CARDS = 16_384  # kept in memory: about 40 for each view of a running game
WORDS = "marks"
"""The field of a card that only pages in words show."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The label of a mark on a card: short for small cards, and in full."""

    short: str
    text: str
    harmful: bool


@dataclass(frozen=True, slots=True)
class ShownStat:
    """A number of a card with its present value. ``change`` is "up", "down", or ""."""

    stat: Stat
    value: str
    change: str


@dataclass(frozen=True, slots=True, eq=False)
class BoardCard:
    """A card on the board. It is compared by identity.

    ``id`` is the handle of the view; "" if no question can be about this card. ``card`` is None if the reader does not
    see its face; then ``label`` is its name. ``is_covered`` is true if the other players do not see it either.
    ``under`` are the cards tucked under this one, ``backs`` the face-down cards there that the reader does not see.
    """

    id: str
    card: DisplayedCard | None
    label: str = ""
    badges: tuple[Badge, ...] = ()
    stats: tuple[ShownStat, ...] = ()
    under: tuple["BoardCard", ...] = ()
    backs: range = range(0)
    copy: int = 0
    is_covered: bool = False
    is_harmed: bool = False

    @property
    def look(self) -> str:
        """The CSS classes for its tone and its state."""
        if self.card is None:
            return "back"
        states = [name for name, is_so in (("covered", self.is_covered), ("harmed", self.is_harmed)) if is_so]
        return " ".join([f"tone-{self.card.face.tone}", *states])


@lru_cache(maxsize=MAX_CARDS)
def face_down_card(handle: str, label: str) -> BoardCard:
    """Return a card whose face the reader does not see."""
    return BoardCard(handle, None, label)


def face_up_card(
    game: str, card: GameView, zone: str, under: tuple[BoardCard, ...], *, language: str
) -> BoardCard:
    """Return a card of a view that lies in ``zone``, with the cards ``under`` it; the result is cached."""
    facts = tuple((name, value) for name, value in card.items() if name != WORDS)
    return _face_up_card(game, facts, zone, under, language)


@lru_cache(maxsize=MAX_CARDS)
def _face_up_card(
    game: str, facts: tuple[tuple[str, Any], ...], zone: str, under: tuple[BoardCard, ...], language: str
) -> BoardCard:
    card, layout = dict(facts), RULESETS[game].table_layout
    displayed = get_displayed_card(game, card["ref"], language)
    hidden = sum(_hidden_under(card, layout)) - sum(each.is_covered for each in under)
    return BoardCard(
        id=card["id"],
        card=displayed,
        badges=tuple(_badges(card, layout)),
        stats=tuple(_stat(stat, card, layout) for stat in displayed.face.stats if 0 < len(stat.value) < LONG_VALUE),
        under=under,
        backs=range(max(0, hidden)),
        copy=card.get("copy", 0),
        is_covered=zone in (*layout.covered_zones, *layout.face_down_zones),
        is_harmed=any(map(card.get, layout.harmful_marks)),
    )


def _hidden_under(card: GameView, layout: TableLayout) -> Iterator[int]:
    """Yield the numbers of face-down cards under ``card``."""
    for mark, is_number in layout.under_marks.items():
        if mark in card:
            yield card[mark] if is_number else 1


def _badges(card: GameView, layout: TableLayout) -> Iterator[Badge]:
    """Yield the labels of the marks on ``card``; in a reported game, also that its face is assumed."""
    if "assumed" in card:
        yield Badge("?", card["assumed"], harmful=False)
    for mark, template in layout.mark_templates.items():
        short = layout.badge_templates.get(mark, template)
        if mark in card and short:
            text, harmful = gettext(template).format(**card), mark in layout.harmful_marks
            yield Badge(gettext(short).format(**card), text, harmful)


def _stat(stat: Stat, card: GameView, layout: TableLayout) -> ShownStat:
    """Return a printed number with the changes that the marks of ``card`` make."""
    change = next((card[mark] for mark, glyph in layout.stat_marks.items() if glyph == stat.glyph and mark in card), 0)
    if not change or not stat.value.lstrip("-").isdigit():
        return ShownStat(stat, stat.value, "")
    return ShownStat(stat, str(int(stat.value) + change), "up" if change > 0 else "down")
