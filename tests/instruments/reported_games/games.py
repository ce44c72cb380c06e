"""Games between bots, written down as somebody would who watched them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cards.printed import PrintedCard
from gameplay.bots import decks_for_seats, make_bots
from gameplay.engine.adjudication.paper_log import (
    WrittenEntry,
    log_from_entries,
    reported_game_from_json,
    verdict_json,
    write_entries,
)
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, record_of
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards

NAMES = ("Alice", "Bob", "Charlie", "Dora")


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A game as it was written down, and its cards by set number."""

    ruleset: Ruleset
    record: Record
    printed: dict[str, PrintedCard]
    entries: tuple[WrittenEntry, ...]

    @property
    def variant(self) -> Any:
        return self.ruleset.variants[self.record.variant]

    @property
    def names(self) -> Sequence[str]:
        return NAMES[: len(self.record.decks)]

    def opponents(self, seat: int) -> list[int]:
        """The seats of those who play against ``seat``."""
        seats = len(self.record.decks)
        return [other for other in range(seats) if other != seat and not (self.has_teams and (other - seat) % 2 == 0)]

    @property
    def has_teams(self) -> bool:
        return bool(getattr(self.variant, "teams", False))

    def log(self) -> dict[str, Any]:
        return log_from_entries(self.record, self.entries, self.names)

    def with_entries(self, entries: Sequence[WrittenEntry]) -> "ReportedGame":
        """The same game told otherwise, and not how it ended."""
        return replace(self, entries=tuple(entries), record=replace(self.record, outcome=None))

    def card(self, title: str) -> Any:
        """The definition of the card called ``title``."""
        return next(self.ruleset.definition(card) for card in self.printed.values() if card.name.en == title)


def play_and_report(ruleset: Ruleset, variant: str, number: int, *, whole: bool = False) -> ReportedGame:
    """Return the game that has this ``number``: greedy bots against each other, or one that plays anything.

    As many play as may, one number after the other. ``whole`` says that what may be left out is written, too.
    """
    key = number.to_bytes(32, "big")
    possible = ruleset.player_counts_of(variant)
    seats = possible[number % len(possible)]
    decks = decks_for_seats(ruleset, variant, key, seats=seats)
    game = Game.begin(ruleset, variant, decks, SeededChance(RandomStream(key, "paper/game")))
    names = ("greedy" if number % 4 else "random", *["greedy"] * (seats - 1))
    play_to_end(game, make_bots(ruleset, variant, names, seed=key, rollouts=1))
    printed = {card.ref: card for deck in decks for card in deck}
    record = record_of(game, variant, decks)
    return ReportedGame(
        ruleset, record, printed, tuple(write_entries(record, ruleset, printed, NAMES[:seats], include_optional=whole))
    )


def adjudicate_report(report: ReportedGame) -> dict[str, Any]:
    """Return the verdict on what was written."""
    return verdict_json(reported_game_from_json(report.log(), RULESETS, known_cards))
