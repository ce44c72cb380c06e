"""Play games between bots, report them, and adjudicate the reports."""

from typing import Any

from gameplay.bots import decks_for_seats, make_bots
from gameplay.engine.adjudication.paper_log import (
    reported_game_from_json,
    verdict_json,
    write_entries,
)
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import record_of
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.report import NAMES, BotGameReport


def play_and_report(ruleset: Ruleset, variant: str, number: int, *, include_optional: bool = False) -> BotGameReport:
    """Play the game with this ``number`` between bots, and return its report.

    The bots are regular ones, or one of them is random. The number of players varies with ``number``. With
    ``include_optional``, the report contains entries that may be left out.
    """
    key = number.to_bytes(32, "big")
    possible = ruleset.player_counts_of(variant)
    seats = possible[number % len(possible)]
    decks = decks_for_seats(ruleset, variant, key, seats=seats)
    game = Game.begin(ruleset, variant, decks, SeededChance(RandomStream(key, "paper/game")))
    names = ("regular" if number % 4 else "random", *["regular"] * (seats - 1))
    play_to_end(game, make_bots(ruleset, variant, names, seed=key, rollouts=1))
    printed = {card.ref: card for deck in decks for card in deck}
    record = record_of(game, variant, decks)
    entries = write_entries(record, ruleset, printed, NAMES[:seats], include_optional=include_optional)
    return BotGameReport(ruleset, record, printed, tuple(entries))


def adjudicate_report(report: BotGameReport) -> dict[str, Any]:
    """Return the verdict on the report."""
    return verdict_json(reported_game_from_json(report.log(), RULESETS, known_cards))
