"""The data that each game provides for the tests and instruments of all games.

The package ``tests.gameplay.games.NAME`` of a game has a module ``kit`` with a `GameKit` named KIT.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import Ruleset
from tests.conformance.contest import Contest
from tests.instruments.reported_games.fault_registry import FaultRegistry
from tests.instruments.reported_games.witness import Witness

Decks = list[list[PrintedCard]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKit:
    """The decks, contests and reported faults of a game.

    ``random_decks`` returns the decks of a property test for a variant; the seed chooses the number of players and the
    cards. ``extra_cards`` are cards in these decks that are not in the catalogue. ``contests`` returns short games for
    third-party libraries. ``measured_modes`` are the variants and numbers of players that ``bench engine`` also plays
    through OpenSpiel.

    ``faults`` are typical mistakes in the log of a reported game that public information reveals. ``removable_facts``
    are the codes of public facts that may be removed from a log: not those whose absence means that nothing happened.
    ``witness`` creates a witness of a game, who writes it down from what a spectator sees.
    """

    random_decks: Callable[[str, bytes], Decks]
    contests: Callable[[], Sequence[Contest]]
    measured_modes: Sequence[tuple[str, int]]
    faults: FaultRegistry
    removable_facts: frozenset[str]
    witness: Callable[[Ruleset], Witness]
    extra_cards: Sequence[PrintedCard] = ()


@cache
def kit_of(game: str) -> GameKit:
    """Return the kit of ``game``."""
    kit: GameKit = import_module(f"tests.gameplay.games.{game}.kit").KIT
    return kit
