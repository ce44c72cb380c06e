"""Games between bots, written down as somebody would who watched them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cards.printed import PrintedCard
from gameplay.bots import bot_decks, players
from gameplay.engine.adjudication.log import Written, as_log, case_of, entries_of, judge
from gameplay.engine.bots.policies import play_out
from gameplay.engine.core.chance import Seeded, Stream
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, record_of
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards

NAMES = ("Alice", "Bob", "Charlie", "Dora")


@dataclass(frozen=True, slots=True)
class Paper:
    """A game as it was written down, and its cards by set number."""

    ruleset: Ruleset
    record: Record
    printed: dict[str, PrintedCard]
    entries: tuple[Written, ...]

    @property
    def variant(self) -> Any:
        return self.ruleset.variants[self.record.variant]

    @property
    def names(self) -> Sequence[str]:
        return NAMES[: len(self.record.decks)]

    def others(self, seat: int) -> list[int]:
        """The seats of those who play against ``seat``."""
        seats = len(self.record.decks)
        return [other for other in range(seats) if other != seat and not (self.teams and (other - seat) % 2 == 0)]

    @property
    def teams(self) -> bool:
        return bool(getattr(self.variant, "teams", False))

    def log(self) -> dict[str, Any]:
        return as_log(self.record, self.entries, self.names)

    def told(self, entries: Sequence[Written]) -> "Paper":
        """The same game told otherwise, and not how it ended."""
        return replace(self, entries=tuple(entries), record=replace(self.record, outcome=None))

    def card(self, title: str) -> Any:
        """The definition of the card called ``title``."""
        return next(self.ruleset.read(card) for card in self.printed.values() if card.name.en == title)


def played(ruleset: Ruleset, variant: str, number: int, *, whole: bool = False) -> Paper:
    """Return the game that has this ``number``: greedy bots against each other, or one that plays anything.

    As many play as may, one number after the other. ``whole`` says that what may be left out is written, too.
    """
    key = number.to_bytes(32, "big")
    possible = ruleset.seats_of(variant)
    seats = possible[number % len(possible)]
    decks = bot_decks(ruleset, variant, key, seats=seats)
    game = Game.begin(ruleset, variant, decks, Seeded(Stream(key, "paper/game")))
    names = ("greedy" if number % 4 else "random", *["greedy"] * (seats - 1))
    play_out(game, players(ruleset, variant, names, seed=key, rollouts=1))
    printed = {card.ref: card for deck in decks for card in deck}
    record = record_of(game, variant, decks)
    return Paper(ruleset, record, printed, tuple(entries_of(record, ruleset, printed, NAMES[:seats], whole=whole)))


def judged(paper: Paper) -> dict[str, Any]:
    """Return the verdict on what was written."""
    return judge(case_of(paper.log(), RULESETS, known_cards))
