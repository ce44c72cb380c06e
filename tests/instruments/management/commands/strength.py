"""``manage.py strength``: measure the strength of the bots, with confidence intervals."""

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.bots.search import WORK
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import DEFAULT_GAME, RULESETS
from tests.instruments.strength import CONTESTS, Budget, Tally, contests, default_variant, play_next_game

DEFAULT_GAMES = 200


class Command(BaseCommand):
    help = "Play contests between bots; print the share of games won, with 95 % confidence intervals, as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument(
            "--variant", help="Variant of the game (default: draft, or the first variant of a game without drafts)."
        )
        parser.add_argument(
            "--contest", choices=sorted(CONTESTS), help="Run only this contest (default: all contests of the game)."
        )
        parser.add_argument(
            "--games", type=int, default=DEFAULT_GAMES, help="Games in each contest, including those in --file."
        )
        parser.add_argument("--rollouts", type=int, help="Rollouts of a search for each decision, instead of its work.")
        parser.add_argument("--work", type=int, default=WORK, help="Work of a search for each decision.")
        parser.add_argument(
            "--first", type=int, default=0, help="Number of the first game (even), to divide a contest among machines."
        )
        parser.add_argument("--seconds", type=float, default=float("inf"), help="Stop after this time.")
        parser.add_argument("--file", type=Path, help="File to store the counts in; the next run continues from it.")

    def handle(self, *, file: Path | None = None, **options: Any) -> None:
        ruleset = RULESETS[options["game"]]
        variant = options["variant"] or default_variant(ruleset)
        budget = Budget(options["rollouts"], options["work"])
        first = f", from game {options['first']}" if options["first"] else ""
        key = f"{ruleset.name} {variant}, {budget}{first}"
        try:
            if variant not in ruleset.variants:
                raise UnreadableError(f"{variant} is not one of {', '.join(ruleset.variants)}", place="--variant")
            stored = _read(file)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        names = [name for name in contests(ruleset) if options["contest"] in (None, name)]
        tallies = {name: Tally(**stored.get(key, {}).get(name, {})) for name in names}
        end = time.monotonic() + options["seconds"]
        for name, tally in tallies.items():
            while tally.games < options["games"] and time.monotonic() < end:
                play_next_game(name, tally, ruleset, variant, budget=budget, first=options["first"])
                if file:
                    stored[key] = stored.get(key, {}) | {each: asdict(count) for each, count in tallies.items()}
                    file.write_text(json.dumps(stored), encoding="utf-8")
        self.stdout.write(json.dumps([tally.measurement(name) for name, tally in tallies.items()]))


def _read(file: Path | None) -> dict[str, Any]:
    """Return the counts stored so far. Raises UnreadableError."""
    if file is None or not file.exists():
        return {}
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableError(str(error), file=str(file)) from error
    if not isinstance(stored, dict):
        raise UnreadableError("the file contains no counts", file=str(file))
    return stored
