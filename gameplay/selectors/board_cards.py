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
NOT_DRAWN = frozenset({"id", "under", "marks"})
"""The fields of a card in a view that do not change what is drawn on it. Pages in words show the marks as text."""


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
class BoardFace:
    """What is drawn on a card of the board. It is compared by identity.

    ``card`` is None if the reader does not see the face; then ``label`` is the name of the card. ``copy`` is the number
    of the copy, 0 if there is only one. ``is_covered`` is true if the other players do not see the face either.
    """

    card: DisplayedCard | None
    label: str = ""
    badges: tuple[Badge, ...] = ()
    stats: tuple[ShownStat, ...] = ()
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


@dataclass(frozen=True, slots=True, eq=False)
class BoardCard:
    """A card on the board. It is compared by identity.

    ``id`` is the handle of the view. ``under`` are the cards tucked under this one, ``backs`` the face-down cards there
    that the reader does not see.
    """

    id: str
    face: BoardFace
    under: tuple["BoardCard", ...] = ()
    backs: range = range(0)


@lru_cache(maxsize=MAX_CARDS)
def face_down_card(handle: str, label: str) -> BoardCard:
    """Return a card whose face the reader does not see."""
    return BoardCard(handle, BoardFace(None, label))


def face_up_card(
    game: str, card: GameView, zone: str, under: tuple[BoardCard, ...] = (), *, language: str
) -> BoardCard:
    """Return a card of a view that lies in ``zone``, with the cards ``under`` it; the result is cached."""
    layout, facts = RULESETS[game].table_layout, tuple(item for item in card.items() if item[0] not in NOT_DRAWN)
    is_covered = zone in (*layout.covered_zones, *layout.face_down_zones)
    return _card(card["id"], _face(game, facts, is_covered, language), under, _hidden_under(card, layout))


@lru_cache(maxsize=MAX_CARDS)
def _card(handle: str, face: BoardFace, under: tuple[BoardCard, ...], hidden: int) -> BoardCard:
    """Return a card with ``hidden`` cards under it that others do not see, some of which the reader may see."""
    return BoardCard(handle, face, under, range(max(0, hidden - sum(each.face.is_covered for each in under))))


@lru_cache(maxsize=MAX_CARDS)
def _face(game: str, facts: tuple[tuple[str, Any], ...], is_covered: bool, language: str) -> BoardFace:
    card, layout = dict(facts), RULESETS[game].table_layout
    displayed = get_displayed_card(game, card["ref"], language)
    return BoardFace(
        card=displayed,
        badges=tuple(_badges(card, layout)),
        stats=tuple(_stat(stat, card, layout) for stat in displayed.face.stats if 0 < len(stat.value) < LONG_VALUE),
        copy=card.get("copy", 0),
        is_covered=is_covered,
        is_harmed=any(map(card.get, layout.harmful_marks)),
    )


def _hidden_under(card: GameView, layout: TableLayout) -> int:
    """Return the number of face-down cards under ``card``."""
    marks = layout.under_marks.items()
    return sum(card[mark] if is_number else 1 for mark, is_number in marks if mark in card)


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
