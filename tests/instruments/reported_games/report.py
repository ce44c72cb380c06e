"""The report of a game between bots, as an observer would write it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.adjudication.paper_log import WrittenEntry, log_from_entries
from gameplay.engine.core.record import Record
from gameplay.engine.core.ruleset import Ruleset

NAMES = ("Alice", "Bob", "Charlie", "Dora")


@dataclass(frozen=True, slots=True)
class BotGameReport:
    """The record of a game, the entries of its log, and its cards by set number."""

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
        """Return the opponents of ``seat``."""
        seats = len(self.record.decks)
        return [other for other in range(seats) if other != seat and not (self.has_teams and (other - seat) % 2 == 0)]

    @property
    def has_teams(self) -> bool:
        return bool(getattr(self.variant, "teams", False))

    def log(self) -> dict[str, Any]:
        return log_from_entries(self.record, self.entries, self.names)

    def with_entries(self, entries: Sequence[WrittenEntry]) -> "BotGameReport":
        """Return the same game with other entries, and without its outcome."""
        return replace(self, entries=tuple(entries), record=replace(self.record, outcome=None))

    def card(self, title: str) -> Any:
        """Return the definition of the card ``title``."""
        return next(self.ruleset.definition(card) for card in self.printed.values() if card.name.en == title)
