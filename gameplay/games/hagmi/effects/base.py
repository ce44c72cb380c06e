"""Base classes of the verbs, and the choice of targets and players."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import CARD, Ask, RuleGenerator
from gameplay.engine.core.zones import distinct_cards, offered_cards
from gameplay.engine.text.effects import Effect
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import HagmiTable, controller, opponents

Who = Literal["you", "opponent", "opponents", "each"]
TargetRule = Callable[[HagmiTable, int, int], RuleGenerator]
"""A rule that returns the affected cards, given the table, the controller's seat and the card with the text."""


@dataclass(frozen=True)
class HagmiEffect(Effect):
    """An effect that happens once."""


@dataclass(frozen=True)
class Ability(Effect):
    """An ability that works while its card is on the battlefield."""


def compile_target(what: Filter | None) -> TargetRule:
    """Compile the choice of targets: the unit itself, one chosen match, or every match."""

    def choose_targets(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
        if find is None:
            return [card] if controller(table, card) is not None else []
        matches = find(table, seat)
        if every or not matches:
            return matches
        chosen = (yield Ask(seat, CARD, [("pick", each) for each in matches], ("pick_for", card)))[1]
        table.events.append(("picked", card, chosen))
        return [chosen]

    find, every = (None, False) if what is None else (what.compile(), what.every)
    return choose_targets


def target_text(what: Filter | None, language: str) -> str:
    """Return the targets of an effect in words."""
    return what.target_text(language) if what else "this unit" if language == "en" else "このユニット"


def choose_card_from(
    table: HagmiTable, seat: int, cards: list[int], card: int, *, hidden: bool = False
) -> RuleGenerator:
    """Have ``seat`` choose one of ``cards`` for the text of ``card``; return None if there are none.

    Copies are offered once. ``hidden``: other players do not see the cards.
    """
    options = [("pick", each) for each in (offered_cards if hidden else distinct_cards)(table, cards)]
    return (yield Ask(seat, CARD, options, ("pick_for", card)))[1] if options else None


def affected_seats(table: HagmiTable, seat: int, who: Who, card: int) -> RuleGenerator:
    """Return the undefeated seats that a text affects, in turn order. "opponent" is chosen if there are several."""
    if who == "you":
        return [seat]
    others = [other for other in opponents(table, seat) if not table.defeated[other]]
    if who == "opponent" and len(others) > 1:
        others = [(yield Ask(seat, CARD, [("pick_player", other) for other in others], ("pick_player_for", card)))[1]]
        table.events.append(("picked_player", card, *others))
    return [seat, *others] if who == "each" and not table.defeated[seat] else others


WHO_WORDS: dict[str, tuple[str, str]] = {
    "you": ("you", "自分"),
    "opponent": ("an opponent", "相手1人"),
    "opponents": ("each opponent", "すべての相手"),
    "each": ("you and each opponent", "自分とすべての相手"),
}
