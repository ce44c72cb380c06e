"""``manage.py balance --set FL``: measure the balance of a set."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.printed import CATALOGUE, CardSet, CatalogueError, bundled_card_set
from drafting.balance.bars import Bar, draft_bars
from drafting.balance.constructed_bars import constructed_bars
from drafting.balance.measure import measure
from drafting.balance.readme import write_figures
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.infrastructure.bulk import NoWorkerError


class Command(BaseCommand):
    help = (
        "Let bots play games with a set (booster drafts if it has boosters) and compare the figures with the bounds "
        "of a balanced set. Exit with 1 if a figure is significantly out of bounds."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument("--set", required=True, help="The set's code.")
        parser.add_argument(
            "--games", type=int, default=2000, help="Minimum number of games, including those in --file."
        )
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--file", type=Path, help="File for the counts; a later run continues from it.")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--workers", action="store_true", help="Let the workers of the queue bulk play the games.")
        parser.add_argument("--json", action="store_true", dest="as_json")
        parser.add_argument("--record", action="store_true", help="Write the figures to the README of the catalogue.")

    def handle(self, *, as_json: bool, **options: Any) -> None:
        try:
            card_set = _set(options["game"], options["set"])
            run_options = {name: options[name] for name in ("games", "seed", "file", "processes", "workers")}
            counts = measure(card_set, **run_options)
        except (UnreadableError, CatalogueError, NoWorkerError) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        bars = list(draft_bars(card_set, counts) if card_set.products else constructed_bars(card_set, counts))
        games = sum(count for key, count in counts.items() if key[0] == "game")
        if options["record"]:
            call = f"`manage.py balance --set {card_set.code} --games {games}` (seed {options['seed']})"
            decks = "that bots drafted" if card_set.products else "of the set and decks that bots built from it"
            run = f"{call} prints all figures, from games between decks {decks}:"
            write_figures(CATALOGUE / card_set.game / "README.md", card_set, bars, run=run)
        if as_json:
            bar_fields = [bar._asdict() | {"met": bar.met, "missed": bar.missed} for bar in bars]
            self.stdout.write(json.dumps({"set": card_set.code, "games": games, "bars": bar_fields}))
        else:
            self.stdout.write(f"{card_set.code}: {games} games")
            self.stdout.writelines(f"{bar_line(bar)}\n" for bar in bars if not (bar.met and "when drawn" in bar.name))
        sys.exit(int(any(bar.missed for bar in bars)))


def bar_line(bar: Bar) -> str:
    """Return ``bar`` as a line: its state, name, value, 95 % interval and bounds.

    The state is "ok", "open" (outside the bounds, but not significantly) or "MISSED".
    """
    low, high = bar.span if bar.games else (0.0, 0.0)
    spread = f"+- {(high - low) / 2:<4.1f}" if bar.games else ""
    value = "-" if bar.value is None else f"{bar.value:.1f}"
    bounds = " to ".join("" if bound is None else f"{bound:g}" for bound in (bar.low, bar.high)).strip()
    mark = "ok    " if bar.met else "MISSED" if bar.missed else "open  "
    return f"{mark} {bar.name:<48} {value:>6} {spread:<8} ({bounds})"


def _set(game: str, code: str) -> CardSet:
    try:
        found = bundled_card_set(game, code)
    except KeyError as missing:
        raise UnreadableError(f"{game} has no set {code} with boosters", place="--set") from missing
    if not found.products and RULESETS[game].balance_limits is None:
        raise UnreadableError(f"{game} has no set {code} with boosters", place="--set")
    return found
