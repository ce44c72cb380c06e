"""Draft signals: which elements a neighbour passed."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.rules.draft_log import DraftLog
from drafting.selectors.piles import printed_stat


@dataclass(frozen=True, slots=True)
class ElementFlow:
    """The number of cards of one element that a neighbour passed, and their mean strength, if any."""

    element: str
    cards: int
    strength: float | None


@dataclass(frozen=True, slots=True)
class DraftSignal:
    """The elements that the neighbour at ``seat`` passed, the most frequent first; each copy counts once."""

    seat: int
    flows: Sequence[ElementFlow]

    @property
    def most_passed(self) -> ElementFlow:
        return self.flows[0]

    @property
    def least_passed(self) -> ElementFlow:
        return self.flows[-1]

    @property
    def cards(self) -> int:
        return sum(flow.cards for flow in self.flows)


def draft_signals(log: DraftLog, seat: int, *, game: str, language: str) -> list[DraftSignal]:
    """Return the signals of each neighbour of ``seat``; cards without an element are left out.

    Elements that ``seat`` saw, but never from this neighbour, are included with 0 cards: those say the most.
    """
    seen = {
        get_displayed_card(game, card.ref, language).element for pack in log.packs_held_by(seat) for card in pack.cards
    } - {""}
    signals = []
    for neighbour, cards in sorted(log.first_passed_to(seat).items()):
        passed = [get_displayed_card(game, card.ref, language) for card in cards]
        flows = [_flow(element, [card for card in passed if card.element == element]) for element in sorted(seen)]
        if flows:
            signals.append(DraftSignal(neighbour, sorted(flows, key=lambda flow: -flow.cards)))
    return signals


def _flow(element: str, cards: Sequence[DisplayedCard]) -> ElementFlow:
    printed = [stat[0] for card in cards if (stat := printed_stat(card, "strength"))]
    return ElementFlow(element, len(cards), sum(printed) / len(printed) if printed else None)
