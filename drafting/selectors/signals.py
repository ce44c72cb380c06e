"""What a player could read from the packs that came: which elements a neighbour let go."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.rules.draft_log import DraftLog
from drafting.selectors.piles import printed_stat


@dataclass(frozen=True, slots=True)
class ElementFlow:
    """The cards of one element that a neighbour passed, and their mean strength, if they have any."""

    element: str
    cards: int
    strength: float | None


@dataclass(frozen=True, slots=True)
class DraftSignal:
    """What the neighbour at ``seat`` passed, each copy once, by element: what came most stands first."""

    seat: int
    flows: Sequence[ElementFlow]

    @property
    def most(self) -> ElementFlow:
        return self.flows[0]

    @property
    def least(self) -> ElementFlow:
        return self.flows[-1]

    @property
    def cards(self) -> int:
        return sum(flow.cards for flow in self.flows)


def draft_signals(log: DraftLog, seat: int, *, game: str, language: str) -> list[DraftSignal]:
    """Return what each neighbour of ``seat`` passed to it, as far as it has an element.

    An element that ``seat`` saw, but never from this neighbour, came not at all: that says most.
    """
    seen = {
        get_displayed_card(game, card.ref, language).element for hand in log.packs_held_by(seat) for card in hand.cards
    } - {""}
    found = []
    for giver, cards in sorted(log.first_passed_to(seat).items()):
        passed = [get_displayed_card(game, card.ref, language) for card in cards]
        flows = [_flow(element, [card for card in passed if card.element == element]) for element in sorted(seen)]
        if flows:
            found.append(DraftSignal(giver, sorted(flows, key=lambda flow: -flow.cards)))
    return found


def _flow(element: str, cards: Sequence[DisplayedCard]) -> ElementFlow:
    printed = [found[0] for card in cards if (found := printed_stat(card, "strength"))]
    return ElementFlow(element, len(cards), sum(printed) / len(printed) if printed else None)
