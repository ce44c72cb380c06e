"""What a player could read from the packs that came: which elements a neighbour let go."""

from collections.abc import Sequence
from dataclasses import dataclass

from cards.selectors import Shown, shown
from drafting.rules.log import DraftLog
from drafting.selectors.piles import stat


@dataclass(frozen=True, slots=True)
class Flow:
    """The cards of one element that a neighbour passed, and their mean strength, if they have any."""

    element: str
    cards: int
    strength: float | None


@dataclass(frozen=True, slots=True)
class Signal:
    """What the neighbour at ``seat`` passed, each copy once, by element: what came most stands first."""

    seat: int
    flows: Sequence[Flow]

    @property
    def most(self) -> Flow:
        return self.flows[0]

    @property
    def least(self) -> Flow:
        return self.flows[-1]

    @property
    def cards(self) -> int:
        return sum(flow.cards for flow in self.flows)


def signals(log: DraftLog, seat: int, *, game: str, language: str) -> list[Signal]:
    """Return what each neighbour of ``seat`` passed to it, as far as it has an element.

    An element that ``seat`` saw, but never from this neighbour, came not at all: that says most.
    """
    seen = {shown(game, card.ref, language).element for hand in log.of(seat) for card in hand.cards} - {""}
    found = []
    for giver, cards in sorted(log.passed_to(seat).items()):
        passed = [shown(game, card.ref, language) for card in cards]
        flows = [_flow(element, [card for card in passed if card.element == element]) for element in sorted(seen)]
        if flows:
            found.append(Signal(giver, sorted(flows, key=lambda flow: -flow.cards)))
    return found


def _flow(element: str, cards: Sequence[Shown]) -> Flow:
    printed = [found[0] for card in cards if (found := stat(card, "strength"))]
    return Flow(element, len(cards), sum(printed) / len(printed) if printed else None)
