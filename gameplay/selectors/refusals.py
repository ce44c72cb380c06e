"""Why a card on the table cannot be used now."""

from typing import NamedTuple

from django.utils.translation import gettext

from gameplay.engine.core.game import Game
from gameplay.engine.core.views import addressable_cards


class Refusal(NamedTuple):
    """A sentence in the reader's language, and the clause that it follows from, or ""."""

    text: str
    clause: str


def why_not(state: Game, seat: int | None, handle: str, names: list[str]) -> Refusal | None:
    """Return why ``seat`` has no option with the card ``handle``. Return None if the seat does not see such a card.

    The game names the reason, if it knows one (`Ruleset.refusal_reason`). The answer does not depend on hidden cards.
    """
    found = _find_card(state, seat, handle)
    if found is None:
        return None
    ask = state.ask
    if ask is None:
        return Refusal(gettext("The game is over."), "")
    if ask.seat != seat:
        text = gettext("It is the turn of %(name)s to choose.") if seat is not None else gettext("You are watching.")
        return Refusal(text % {"name": names[ask.seat]}, "")
    card, sees_face = found
    if sees_face and (refusal := _reason(state, card)):
        return refusal
    sentence = state.ruleset.sentences.asks[ask.about[0]]
    return Refusal(gettext("This card is not among the options of the question."), sentence.clause)


def _find_card(state: Game, seat: int | None, handle: str) -> tuple[int, bool] | None:
    """Return the card with this handle, and whether ``seat`` sees its face."""
    cards = addressable_cards(state.table, -2 if seat is None else seat)
    return next(((card, sees_face) for card, (name, sees_face) in cards.items() if name == handle), None)


def _reason(state: Game, card: int) -> Refusal | None:
    """Return the reason that the game gives for the plays that its cards of this type make."""
    assert state.ask is not None
    for code in state.ruleset.plays_of(state.table.cards[card]):
        reason = state.ruleset.refusal_reason(state.table, state.ask, (code, card))
        if reason is not None:
            return Refusal(gettext(reason.sentence), reason.clause)
    return None
