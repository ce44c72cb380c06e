"""The cards that a question puts in order, for a list on the page in which the player arranges all of them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from gameplay.engine.core.views import cards_to_order
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.board import visible_cards
from gameplay.selectors.board_cards import BoardCard
from gameplay.selectors.game_views import GameView
from gameplay.selectors.lessons import LESSON
from gameplay.selectors.loaded_games import borrowed_state


class BoardOrder(NamedTuple):
    """The cards as they lie, and the texts of `gameplay.engine.core.bundling.Ordering`."""

    cards: Sequence[BoardCard]
    first: str
    last: str
    confirm: str


def board_order(game: OnlineGame, game_view: GameView) -> BoardOrder | None:
    """Return the cards that the reader of ``game_view`` is asked to put in order, or None.

    In a lesson, each question is answered by itself.
    """
    ordering = RULESETS[game_view["game"]].bundling.ordering
    if ordering is None or game.guide == LESSON or "options" not in (game_view["ask"] or {}):
        return None
    with borrowed_state(game) as loaded:
        # Another request may have stored a choice since the view was made.
        handles = cards_to_order(loaded.state) if loaded.number == game_view["number"] else {}
    if not handles:
        return None
    cards = visible_cards(game_view, handles)
    return BoardOrder(cards, gettext(ordering.first), gettext(ordering.last), gettext(ordering.confirm))
