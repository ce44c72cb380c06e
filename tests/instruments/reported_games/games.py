"""Games between bots, written down as an observer would write them."""

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
    """A reported game, and its cards by set number."""

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

    def with_entries(self, entries: Sequence[WrittenEntry]) -> "ReportedGame":
        """Return the same game with other entries, and without its outcome."""
        return replace(self, entries=tuple(entries), record=replace(self.record, outcome=None))

    def card(self, title: str) -> Any:
        """Return the definition of the card ``title``."""
        return next(self.ruleset.definition(card) for card in self.printed.values() if card.name.en == title)


def play_and_report(ruleset: Ruleset, variant: str, number: int, *, include_optional: bool = False) -> ReportedGame:
    """Play the game with this ``number`` between bots, and return its report.

    The bots are greedy, or one of them is random. The number of players varies with ``number``. With
    ``include_optional``, the report contains entries that may be left out.
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
    entries = write_entries(record, ruleset, printed, NAMES[:seats], include_optional=include_optional)
    return ReportedGame(ruleset, record, printed, tuple(entries))


def adjudicate_report(report: ReportedGame) -> dict[str, Any]:
    """Return the verdict on the report."""
    return verdict_json(reported_game_from_json(report.log(), RULESETS, known_cards))
