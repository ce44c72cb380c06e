"""What a player can do with a card on the table now, and why not."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from gameplay.engine.core.asks import Option
from gameplay.engine.core.card_plays import CardPlay, kinds_of_play, plays_of_card
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import addressable_cards
from gameplay.selectors.game_views import localized_option


class CardUse(NamedTuple):
    """A use of a card in the reader's language.

    ``code`` and ``text`` are those of an option of the game, or "" if the reason concerns the card as a whole. If the
    use is not possible now, ``reason`` says why, and ``clause`` is the clause that the reason follows from, or "".
    """

    code: str
    text: str
    is_possible: bool
    reason: str
    clause: str


SPECTATOR = -2
"""A seat that sees no face of a hidden card: that of a spectator."""


def card_uses(
    state: Game, seat: int | None, handle: str, names: Sequence[str], *, language: str
) -> list[CardUse] | None:
    """Return what ``seat`` can do with the card ``handle`` and why not. None if the seat does not see such a card.

    The game names the plays and the reasons (`core.card_plays`). The answer does not depend on hidden cards.
    """
    found = _find_card(state, seat, handle)
    if found is None:
        return None
    ask = state.ask
    if ask is None:
        return [_reason(gettext("The game is over."))]
    card, sees_face = found
    if seat is None:
        return [_reason(gettext("You are watching."))]
    if ask.seat != seat:
        wait = _reason(gettext("It is the turn of %(name)s to choose.") % {"name": names[ask.seat]})
        kinds = kinds_of_play(state, seat, card) if sees_face else []
        return [wait._replace(code=play[0], text=_text(state, play, names, language)) for play in kinds] or [wait]
    plays = plays_of_card(state, card) if sees_face else []
    uses = [_use(state, play, names, language) for play in plays]
    return uses or [_reason(gettext("This card is not among the options of the question."))]


def _find_card(state: Game, seat: int | None, handle: str) -> tuple[int, bool] | None:
    """Return the card with this handle, and whether ``seat`` sees its face."""
    cards = addressable_cards(state.table, SPECTATOR if seat is None else seat)
    return next(((card, sees_face) for card, (name, sees_face) in cards.items() if name == handle), None)


def _reason(text: str) -> CardUse:
    return CardUse("", "", False, text, "")


def _text(state: Game, option: Option, names: Sequence[str], language: str) -> str:
    text: str = localized_option(state, state.ruleset.sentences.options, option, names, language=language)["text"]
    return text


def _use(state: Game, play: CardPlay, names: Sequence[str], language: str) -> CardUse:
    reason, text = play.reason, _text(state, play.option, names, language)
    if reason is None:
        return CardUse(play.option[0], text, play.is_offered, "", "")
    return CardUse(play.option[0], text, play.is_offered, gettext(reason.sentence), reason.clause)
