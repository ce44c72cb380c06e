"""``manage.py balance --set FL``: whether a set is a fair one."""

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


class Command(BaseCommand):
    help = (
        "Let bots play with a set, drafted if it has boosters, and hold what comes of it to the bars of a fair set. "
        "Exit 1 if one is missed by more than chance explains."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument("--set", required=True, help="The set's code.")
        parser.add_argument("--games", type=int, default=2000, help="At least so many, those of --file included.")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--file", type=Path, help="Keeps the counts, so that a later run goes on from them.")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--json", action="store_true", dest="as_json")
        parser.add_argument("--record", action="store_true", help="Write the figures into the catalogue's README.")

    def handle(self, *, as_json: bool, **options: Any) -> None:
        try:
            found = _set(options["game"], options["set"])
            asked = {name: options[name] for name in ("games", "seed", "file", "processes")}
            counts = measure(found, **asked)
        except (UnreadableError, CatalogueError) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        held = list(draft_bars(found, counts) if found.products else constructed_bars(found, counts))
        games = sum(count for key, count in counts.items() if key[0] == "game")
        if options["record"]:
            call = f"`manage.py balance --set {found.code} --games {games}` (seed {options['seed']})"
            decks = "that bots drafted" if found.products else "of the set and decks that bots built of it"
            run = f"{call} prints all of it, from games between decks {decks}:"
            write_figures(CATALOGUE / found.game / "README.md", found, held, run=run)
        if as_json:
            shown = [bar._asdict() | {"met": bar.met, "missed": bar.missed} for bar in held]
            self.stdout.write(json.dumps({"set": found.code, "games": games, "bars": shown}))
        else:
            self.stdout.write(f"{found.code}: {games} games")
            self.stdout.writelines(f"{bar_line(bar)}\n" for bar in held if not (bar.met and "when drawn" in bar.name))
        sys.exit(int(any(bar.missed for bar in held)))


def bar_line(bar: Bar) -> str:
    """``bar`` as a line: met, open (chance may explain it) or missed; its name, value, interval of 95 % and bounds."""
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
