"""``manage.py strength``: how strong the bots are, with what certainty."""

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.bots.search import ROLLOUTS
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from tests.instruments.strength import CONTESTS, Tally, contests, default_variant, play_next_game

DEFAULT_GAMES = 200


class Command(BaseCommand):
    help = "Let bots play against each other; print the shares won with 95 % intervals, as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default="enemy")
        parser.add_argument(
            "--variant", help="How it is played; the draft, or the first variant there is, if not said."
        )
        parser.add_argument(
            "--contest", choices=sorted(CONTESTS), help="Only this one; all that the game can have, if not said."
        )
        parser.add_argument(
            "--games", type=int, default=DEFAULT_GAMES, help="Of each contest, those of --file included."
        )
        parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help="Of a search, for each decision.")
        parser.add_argument("--seconds", type=float, default=float("inf"), help="Stop after so long.")
        parser.add_argument("--file", type=Path, help="Where the count is kept; a later run goes on from it.")

    def handle(self, *, file: Path | None = None, **options: Any) -> None:
        ruleset = RULESETS[options["game"]]
        variant = options["variant"] or default_variant(ruleset)
        key = f"{ruleset.name} {variant}, {options['rollouts']} rollouts"
        try:
            if variant not in ruleset.variants:
                raise UnreadableError(f"{variant} is none of {', '.join(ruleset.variants)}", place="--variant")
            kept = _read(file)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        asked = [name for name in contests(ruleset) if options["contest"] in (None, name)]
        tallies = {name: Tally(**kept.get(key, {}).get(name, {})) for name in asked}
        end = time.monotonic() + options["seconds"]
        for name, tally in tallies.items():
            while tally.games < options["games"] and time.monotonic() < end:
                play_next_game(name, tally, ruleset, variant, rollouts=options["rollouts"])
                if file:
                    kept[key] = kept.get(key, {}) | {each: asdict(count) for each, count in tallies.items()}
                    file.write_text(json.dumps(kept), encoding="utf-8")
        self.stdout.write(json.dumps([tally.measurement(name) for name, tally in tallies.items()]))


def _read(file: Path | None) -> dict[str, Any]:
    """The counts kept so far. Raises UnreadableError."""
    if file is None or not file.exists():
        return {}
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableError(str(error), file=str(file)) from error
    if not isinstance(kept, dict):
        raise UnreadableError("this is no file of counts", file=str(file))
    return kept
