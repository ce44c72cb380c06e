"""``manage.py play --game G --variant V``: one game between bots, or with --human against one."""

import json
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext, override
from rich.console import Console

from cards.printed import LANGUAGES
from deploy.bots import PLAYERS, Deck, bot_decks, players, read_decks
from deploy.refusals import faults_of
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.errors import RulesError, UnreadableError
from gameplay.engine.game import Game
from gameplay.engine.players import Player, play_out
from gameplay.engine.record import record_of, written
from gameplay.engine.ruleset import Ruleset
from gameplay.engine.search import ROLLOUTS
from gameplay.games import RULESETS
from gameplay.refusals import Refusals, refuse
from gameplay.selectors.game_views import variant_title
from gameplay.views.terminal import ConcededError, LeftError, Terminal

WANTED = ("game", "variant", "seed", "bots", "rollouts", "decks", "record")
SEATS = (1, 2)


class Command(BaseCommand):
    help = "Play one game between bots, print how it ended, and write its record; with --human, play it against one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default="enemy")
        parser.add_argument("--variant", default="draft")
        parser.add_argument("--seed", type=int, help="The same game for the same number; 0, or with --human any.")
        parser.add_argument("--bots", default="greedy,greedy", help=f"One a seat, of {', '.join(PLAYERS)}.")
        parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help="Of a search, for each decision.")
        parser.add_argument(
            "--decks", type=Path, help='JSON: {"decks": [{"SD-01": 3, ...}, ...]}; else bots make some.'
        )
        parser.add_argument("--record", type=Path, help="Where to write the record.")
        parser.add_argument("--human", action="store_true", help="You play against a bot, and are asked right here.")
        parser.add_argument("--seat", type=int, choices=SEATS, default=1, help="With --human: yours.")
        parser.add_argument("--lang", choices=LANGUAGES, default="en", help="With --human: the language.")

    def handle(self, *, human: bool, seat: int, lang: str, **options: Any) -> None:
        wanted = {name: options[name] for name in WANTED}
        try:
            if human:
                self.by_hand(seat - 1, lang, wanted)
            else:
                self.stdout.write(json.dumps(play(**wanted | {"seed": wanted["seed"] or 0})))
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except (RulesError, Refusals) as refusal:
            self.stderr.write("\n".join(f"{fault.code} {fault.clause}: {fault}" for fault in faults_of(refusal)))
            sys.exit(1)

    def by_hand(self, seat: int, language: str, wanted: dict[str, Any]) -> None:
        """Play with a person; exit with 1 if they leave before the end."""
        for stream in (sys.stdin, sys.stdout):  # a terminal without Japanese letters shows and reads what it can
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        if wanted["seed"] is None:
            wanted["seed"] = secrets.randbelow(2**31)
        if "," not in wanted["bots"]:
            wanted["bots"] = ",".join([wanted["bots"]] * len(SEATS))
        console = Console(highlight=False, emoji=False, markup=False)
        with override(language):
            if not play_by_hand(console, seat, language, **wanted):
                sys.exit(1)


def play(record: Path | None = None, **wanted: Any) -> dict[str, Any]:
    """Play one game of bots that `sit_down` seats, write its ``record``, and return its outcome as JSON."""
    sitting = sit_down(**wanted)
    outcome = play_out(sitting.game, sitting.players)
    sitting.keep(record)
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "turns": sitting.game.table.turn,
    }


def play_by_hand(console: Console, seat: int, language: str, record: Path | None = None, **wanted: Any) -> bool:
    """Let a person play at ``seat``; return whether the game was played to its end.

    However it ends, what was played is kept in ``record``.
    """
    sitting = sit_down(**wanted)
    game = sitting.game
    names = [gettext("Player") if each == seat else gettext("Bot") for each in range(len(sitting.players))]
    terminal = sitting.players[seat] = Terminal(console, seat, names, language)
    try:
        terminal.open(variant_title(game.ruleset, sitting.variant), wanted["seed"])
        play_out(game, sitting.players)
    except ConcededError:
        game.concede(seat)
    except (LeftError, KeyboardInterrupt):
        terminal.leave()
    finally:
        sitting.keep(record)
    if game.over:
        terminal.close(game)
    return game.over


@dataclass
class Sitting:
    """A game, and who plays it from which decks, by seat."""

    game: Game
    variant: str
    decks: Sequence[Deck]
    players: list[Player]

    def keep(self, file: Path | None) -> None:
        """Write the record of what has been played, if there is a ``file`` to write."""
        if file:
            file.write_text(written(record_of(self.game, self.variant, self.decks)), encoding="utf-8")


def sit_down(*, game: str, variant: str, seed: int, bots: str, rollouts: int, decks: Path | None = None) -> Sitting:
    """Deal a game for these ``bots``. Raises UnreadableError for what cannot be played.

    Raises RulesError or Refusals for decks of the file that may not be played.
    """
    ruleset = RULESETS[game]
    if variant not in ruleset.variants:
        raise UnreadableError(f"{variant!r} is none of {', '.join(ruleset.variants)}", place="--variant")
    key = seed.to_bytes(32, "big", signed=True)
    names = bots.split(",")
    dealt = _own_decks(ruleset, variant, decks) if decks else bot_decks(ruleset, variant, key, seats=max(len(names), 2))
    seated = players(ruleset, variant, names, seed=key, rollouts=rollouts)
    if len(seated) != len(dealt):
        raise UnreadableError(f"{len(seated)} bots for {len(dealt)} decks", place="--bots")
    return Sitting(Game.begin(ruleset, variant, dealt, Seeded(Stream(key, "play/game"))), variant, dealt, seated)


def _own_decks(ruleset: Ruleset, variant: str, file: Path) -> list[Deck]:
    """Read the decks of a file. Raises UnreadableError, or what the rules have against a deck."""
    decks = read_decks(ruleset, file)
    refuse(fault for deck in decks for fault in ruleset.deck_faults(ruleset.variants[variant], deck))
    return decks
