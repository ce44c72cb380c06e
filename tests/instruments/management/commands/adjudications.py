"""``manage.py adjudications``: test the adjudication of reported games with many games between bots."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.games import DEFAULT_GAME, RULESETS
from tests.instruments.reported_games.followed_games import COMPLETE_VOICES, lost_turn
from tests.instruments.reported_games.from_positions import tally_endings
from tests.instruments.reported_games.proof import tally
from tests.instruments.reported_games.voice_fault_proof import FaultTally, tally_faults
from tests.instruments.reported_games.voice_proof import VoiceTally, tally_voices
from tests.instruments.reported_games.voices import Place
from tests.instruments.reported_games.witnessed_games import watch_game

BATCH_SIZE = 10


class Command(BaseCommand):
    help = "Adjudicate true logs of games between bots, the same logs with a fault injected, and with facts removed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument("--variant", default="draft", help="Variant of the game (default: draft).")
        parser.add_argument("--games", type=int, default=500, help="Number of games (default: 500).")
        parser.add_argument(
            "--every-fault", action="store_true", help="Inject every kind of fault into each game, instead of one."
        )
        parser.add_argument(
            "--voices",
            action="store_true",
            help="Adjudicate the accounts of a person beside the table instead, each game in eight voices.",
        )
        parser.add_argument(
            "--place",
            type=Place,
            choices=list(Place),
            default=Place.NOTED,
            help="With --voices: where in the line of a turn its consequences are written (default: noted).",
        )
        parser.add_argument("--first", type=int, default=0, help="Number of the first game of --voices (default: 0).")
        parser.add_argument(
            "--planted", action="store_true", help="With --voices: plant one false entry in each of these accounts."
        )
        parser.add_argument(
            "--followed",
            action="store_true",
            help="With --voices: check that the exhaustive search reaches the true game from each of these accounts.",
        )
        parser.add_argument(
            "--positions", action="store_true", help="Adjudicate true endings of the games from positions instead."
        )
        parser.add_argument("--file", type=Path, help="File to store the counts in; the next run continues from it.")

    def handle(self, *, game: str, variant: str, games: int, file: Path | None, **options: Any) -> None:
        if options["voices"] and options["followed"]:
            wrong = self._follow_games(game, variant, games, first=options["first"], place=options["place"])
        elif options["voices"] and options["planted"]:
            wrong = self._judge_planted_faults(game, variant, games, file, first=options["first"])
        elif options["positions"]:
            wrong = self._judge_endings(game, variant, games)
        elif options["voices"]:
            wrong = self._judge_voices(game, variant, games, file, first=options["first"], place=options["place"])
        else:
            wrong = self._judge_faults(game, variant, games, file, every_fault=options["every_fault"])
        for line in wrong:
            self.stderr.write(line)
        sys.exit(1 if wrong else 0)

    def _judge_endings(self, game: str, variant: str, games: int) -> list[str]:
        """Print how many endings have each verdict, and return those that were called illegal."""
        counts, illegal = tally_endings(game, variant, range(games))
        for (description, verdict), count in sorted(counts.items()):
            self.stdout.write(f"{description:25} {verdict:12} {count:5}")
        return illegal

    def _follow_games(self, game: str, variant: str, games: int, *, first: int, place: Place) -> list[str]:
        """Print the number of accounts, and return those from which the exhaustive search loses the true game."""
        lost: list[str] = []
        for number in range(first, first + games):
            account = watch_game(RULESETS[game], variant, number)
            turns = {voice: lost_turn(account, voice, number, place) for voice in COMPLETE_VOICES}
            lost += (f"{variant} {number}, {voice}: lost in turn {turn}" for voice, turn in turns.items() if turn)
        self.stdout.write(f"accounts {games * len(COMPLETE_VOICES):5}  lost {len(lost):5}")
        return lost

    def _judge_voices(
        self, game: str, variant: str, games: int, file: Path | None, *, first: int, place: Place
    ) -> list[str]:
        """Print a row for each voice, and return the truthful logs that were called illegal."""
        stored = _read(file) or {"games": 0, "voices": {}}
        tallies = {voice: VoiceTally.from_json(data) for voice, data in stored["voices"].items()}
        for number in range(stored["games"], games):
            tally_voices(game, variant, [first + number], tallies, place=place)
            voices = {voice: each.to_json() for voice, each in tallies.items()}
            _write(file, {"games": number + 1, "voices": voices})
        for voice, each in tallies.items():
            self.stdout.write(each.row(voice))
        return [line for each in tallies.values() for line in each.illegal]

    def _judge_planted_faults(self, game: str, variant: str, games: int, file: Path | None, *, first: int) -> list[str]:
        """Print a row for each voice, and return the faults that were not named with an expected clause."""
        stored = _read(file) or {"games": 0, "planted": {}}
        tallies = {voice: FaultTally.from_json(data) for voice, data in stored["planted"].items()}
        for number in range(stored["games"], games):
            tally_faults(game, variant, [first + number], tallies)
            voices = {voice: each.to_json() for voice, each in tallies.items()}
            _write(file, {"games": number + 1, "planted": voices})
        for voice, each in tallies.items():
            self.stdout.write(each.row(voice))
        return [line for each in tallies.values() for line in each.wrong]

    def _judge_faults(self, game: str, variant: str, games: int, file: Path | None, *, every_fault: bool) -> list[str]:
        """Print how many verdicts of each kind were right, and return a description of the others."""
        stored = _read(file) or {"games": 0, "counts": [], "wrong": []}
        counts = Counter({(name, right): count for name, right, count in stored["counts"]})
        wrong: list[str] = list(stored["wrong"])
        for start in range(stored["games"], games, BATCH_SIZE):
            end = min(start + BATCH_SIZE, games)
            batch, failures = tally(game, variant, range(start, end), every_fault=every_fault)
            counts.update(batch)
            wrong += failures
            rows = [[name, right, count] for (name, right), count in sorted(counts.items())]
            _write(file, {"games": end, "counts": rows, "wrong": wrong})
        for name in sorted({name for name, _ in counts}):
            self.stdout.write(f"{name:45} right {counts[name, True]:5}  wrong {counts[name, False]:5}")
        return wrong


def _read(file: Path | None) -> dict[str, Any] | None:
    """Return the stored counts, if there are any."""
    if not file or not file.exists():
        return None
    stored: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return stored


def _write(file: Path | None, counts: dict[str, Any]) -> None:
    if file:
        file.write_text(json.dumps(counts), encoding="utf-8")
