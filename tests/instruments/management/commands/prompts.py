"""``manage.py prompts``: count how often players are asked in a game, and what they can answer in one go."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.games import RULESETS
from tests.instruments.prompts import measure_prompts


class Command(BaseCommand):
    help = "Count the prompts of games between regular bots, by kind, and those that bundles save; print them as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), help="Only this game (default: all).")
        parser.add_argument("--games", type=int, default=20, help="Games in each variant and number of players.")
        parser.add_argument("--bots", action="store_true", help="Count as in games of one person against bots.")

    def handle(self, *, game: str | None, games: int, bots: bool, **options: Any) -> None:
        rows = [
            measure_prompts(ruleset, variant, seats, games, people=not bots)
            for ruleset in RULESETS.values()
            if game in (None, ruleset.name)
            for variant in ruleset.variants
            for seats in ruleset.player_counts_of(variant)
        ]
        self.stdout.write(json.dumps(rows))
