"""``manage.py play --game G --variant V``: one game between bots."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from deploy.bots import PLAYERS, Deck, bot_decks, players, read_decks
from deploy.refusals import faults_of
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.errors import RulesError, UnreadableError
from gameplay.engine.game import Game
from gameplay.engine.players import play_out
from gameplay.engine.record import record_of, written
from gameplay.engine.ruleset import Ruleset
from gameplay.engine.search import ROLLOUTS
from gameplay.games import RULESETS
from gameplay.refusals import Refusals, refuse

WANTED = ("game", "variant", "seed", "bots", "rollouts", "decks", "record")


class Command(BaseCommand):
    help = "Play one game between bots, print how it ended, and write its record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default="enemy")
        parser.add_argument("--variant", default="draft")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--bots", default="greedy,greedy", help=f"One a seat, of {', '.join(PLAYERS)}.")
        parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help="Of a search, for each decision.")
        parser.add_argument(
            "--decks", type=Path, help='JSON: {"decks": [{"SD-01": 3, ...}, ...]}; else bots make some.'
        )
        parser.add_argument("--record", type=Path, help="Where to write the record.")

    def handle(self, **options: Any) -> None:
        try:
            outcome = play(**{name: options[name] for name in WANTED})
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except (RulesError, Refusals) as refusal:
            self.stderr.write("\n".join(str(fault) for fault in faults_of(refusal)))
            sys.exit(1)
        self.stdout.write(json.dumps(outcome))


def play(
    *,
    game: str,
    variant: str,
    seed: int,
    bots: str,
    rollouts: int = ROLLOUTS,
    decks: Path | None = None,
    record: Path | None = None,
) -> dict[str, Any]:
    """Play one game and return its outcome as JSON. Raises UnreadableError for what cannot be played.

    Raises RulesError or Refusals for decks of the file that may not be played.
    """
    ruleset = RULESETS[game]
    if variant not in ruleset.variants:
        raise UnreadableError(f"{variant!r} is none of {', '.join(ruleset.variants)}", place="--variant")
    key = seed.to_bytes(32, "big", signed=True)
    dealt = _own_decks(ruleset, variant, decks) if decks else bot_decks(ruleset, variant, key)
    seated = players(ruleset, variant, bots.split(","), seed=key, rollouts=rollouts)
    if len(seated) != len(dealt):
        raise UnreadableError(f"{len(seated)} bots for {len(dealt)} decks", place="--bots")
    played = Game.begin(ruleset, variant, dealt, Seeded(Stream(key, "play/game")))
    outcome = play_out(played, seated)
    if record:
        record.write_text(written(record_of(played, variant, dealt)), encoding="utf-8")
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "turns": played.table.turn,
    }


def _own_decks(ruleset: Ruleset, variant: str, file: Path) -> list[Deck]:
    """Read the decks of a file. Raises UnreadableError, or what the rules have against a deck."""
    decks = read_decks(ruleset, file)
    refuse(fault for deck in decks for fault in ruleset.deck_faults(ruleset.variants[variant], deck))
    return decks
