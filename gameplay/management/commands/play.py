"""``manage.py play --game G --variant V``: one game between bots, or with --human people among them."""

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
from gameplay.bots import BOT_FACTORIES, CardList, decks_for_seats
from gameplay.bots import make_bots as seat_bots
from gameplay.engine.bots.policies import BotPolicy, play_to_end
from gameplay.engine.bots.search import ROLLOUTS
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.games.preconstructed import expand_deck_list
from gameplay.infrastructure.refusals import RulesErrorGroup, errors_of, raise_errors
from gameplay.management.input_files import read_text
from gameplay.selectors.game_views import full_title
from gameplay.views.terminal import PlayerConcededError, PlayerLeftError, Terminal

GAME_OPTIONS = ("game", "variant", "players", "seed", "bots", "rollouts", "decks", "record")


class Command(BaseCommand):
    help = "Play one game between bots, print how it ended, and write its record; with --human, play it yourself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument("--variant", help="The draft game of ENEMY, else the game's first, unless given.")
        parser.add_argument("--seed", type=int, help="The same game for the same number; 0, or with --human any.")
        parser.add_argument("--players", type=int, help="How many; as few as may be, or as --bots names, unless given.")
        parser.add_argument(
            "--bots", default="greedy", help=f"One a seat, or one for all, of {', '.join(BOT_FACTORIES)}."
        )
        parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help="Of a search, for each decision.")
        parser.add_argument(
            "--decks", type=Path, help='JSON: {"decks": [{"SD-01": 3, ...}, ...]}; else bots make some.'
        )
        parser.add_argument("--record", type=Path, help="Where to write the record.")
        parser.add_argument(
            "--human", nargs="?", const="1", help="The seats of people, as 1 or 1,3, who are asked right here."
        )
        parser.add_argument("--lang", choices=LANGUAGES, default="en", help="With --human: the language.")

    def handle(self, *, human: str | None, lang: str, **options: Any) -> None:
        wanted = {name: options[name] for name in GAME_OPTIONS}
        try:
            if human:
                self.play_with_people(_parse_seats(human), lang, wanted)
            else:
                self.stdout.write(json.dumps(play(**wanted | {"seed": wanted["seed"] or 0})))
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except (RulesError, RulesErrorGroup) as refusal:
            self.stderr.write("\n".join(f"{fault.code} {fault.clause}: {fault}" for fault in errors_of(refusal)))
            sys.exit(1)

    def play_with_people(self, people: list[int], language: str, options: dict[str, Any]) -> None:
        """Play with people in those seats; exit with 1 if they leave before the end."""
        for stream in (sys.stdin, sys.stdout):  # a terminal without Japanese letters shows and reads what it can
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        if options["seed"] is None:
            options["seed"] = secrets.randbelow(2**31)
        console = Console(highlight=False, emoji=False, markup=False)
        with override(language):
            if not play_with_people(console, people, language, **options):
                sys.exit(1)


def play(record: Path | None = None, **options: Any) -> dict[str, Any]:
    """Play one game of bots that `sit_down` seats, write its ``record``, and return its outcome as JSON."""
    sitting = set_up_game(**options)
    outcome = play_to_end(sitting.game, sitting.players)
    sitting.save_record(record)
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "turns": sitting.game.table.turn,
    }


def play_with_people(
    console: Console, people: Sequence[int], language: str, record: Path | None = None, **options: Any
) -> bool:
    """Let people play at these seats; return whether the game was played to its end.

    However it ends, what was played is kept in ``record``. Raises UnreadableError for a seat there is not.
    """
    sitting = set_up_game(**options, pausing=len(people) > 1)
    game, seats = sitting.game, range(len(sitting.players))
    if unknown := [seat for seat in people if seat not in seats]:
        raise UnreadableError(f"there is no seat {unknown[0] + 1} among {len(seats)}", place="--human")
    names = _player_names(people, seats)
    terminal = Terminal(console, people, names, language)
    for seat in people:
        sitting.players[seat] = terminal
    try:
        terminal.show_start(full_title(game.ruleset, sitting.variant), options["seed"])
        while not game.is_over:
            _play_on(game, sitting.players)
    except (PlayerLeftError, KeyboardInterrupt):
        terminal.show_departure()
    finally:
        sitting.save_record(record)
    if game.is_over:
        terminal.show_outcome(game)
    return game.is_over


def _play_on(game: Game, players: Sequence[BotPolicy]) -> None:
    """Play to the end, or until somebody gives up; others may play on then."""
    try:
        play_to_end(game, players)
    except PlayerConcededError:
        assert game.ask is not None
        game.concede(game.ask.seat)


def _parse_seats(text: str) -> list[int]:
    """The seats that somebody named, counted from 1, as the rules count them. Raises UnreadableError."""
    try:
        found = sorted({int(seat) - 1 for seat in text.split(",")})
    except ValueError as error:
        raise UnreadableError(f"{text!r} names no seats: write 1, or 1,3", place="--human") from error
    return found


def _player_names(people: Sequence[int], seats: Sequence[int]) -> list[str]:
    """What the players are called; of several people, and of several bots, each has the number of the seat."""
    alone = {True: len(people) == 1, False: len(seats) - len(people) == 1}
    names = []
    for seat in seats:
        person = seat in people
        name = gettext("Player") if person else gettext("Bot")
        names.append(name if alone[person] else f"{name} {seat + 1}")
    return names


@dataclass
class SeatedGame:
    """A game, and who plays it from which decks, by seat."""

    game: Game
    variant: str
    decks: Sequence[CardList]
    players: list[BotPolicy]

    def save_record(self, file: Path | None) -> None:
        """Write the record of what has been played, if there is a ``file`` to write."""
        if file:
            file.write_text(dump_record(record_of(self.game, self.variant, self.decks)), encoding="utf-8")


def set_up_game(
    *,
    game: str,
    variant: str | None,
    seed: int,
    bots: str,
    rollouts: int,
    players: int | None = None,
    decks: Path | None = None,
    pausing: bool = False,
) -> SeatedGame:
    """Deal a game for these ``bots``. Raises UnreadableError for what cannot be played.

    Raises RulesError or Refusals for so many as cannot play, and for decks of the file that may not be played.
    """
    ruleset = RULESETS[game]
    if variant is None:
        variant = "draft" if "draft" in ruleset.variants else next(iter(ruleset.variants))
    if variant not in ruleset.variants:
        raise UnreadableError(f"{variant!r} is none of {', '.join(ruleset.variants)}", place="--variant")
    key = seed.to_bytes(32, "big", signed=True)
    own = _read_legal_decks(ruleset, variant, decks) if decks else []
    names = bots.split(",")
    seats = players or len(own) or (len(names) if len(names) > 1 else ruleset.player_counts_of(variant)[0])
    ruleset.empty_table(variant, seats)
    dealt = own or decks_for_seats(ruleset, variant, key, seats=seats)
    seated = seat_bots(ruleset, variant, names if len(names) > 1 else names * seats, seed=key, rollouts=rollouts)
    if not len(seated) == len(dealt) == seats:
        raise UnreadableError(f"{len(seated)} bots and {len(dealt)} decks for {seats} players", place="--bots")
    begun = Game.begin(ruleset, variant, dealt, SeededChance(RandomStream(key, "play/game")), pausing=pausing)
    return SeatedGame(begun, variant, dealt, seated)


def _read_legal_decks(ruleset: Ruleset, variant: str, file: Path) -> list[CardList]:
    """Read the decks of a file. Raises UnreadableError, or what the rules have against a deck."""
    decks = read_decks(ruleset, file)
    raise_errors(fault for deck in decks for fault in ruleset.deck_faults(ruleset.variants[variant], deck))
    return decks


def read_decks(ruleset: Ruleset, file: Path) -> list[CardList]:
    """Return the decks of a file ``{"decks": [{"SD-01": 3, ...}, ...]}``. Raises UnreadableError."""
    table = parse_json(read_text(file), file=str(file))
    try:
        return [expand_deck_list(ruleset, deck) for deck in table["decks"]]
    except (ValueError, TypeError, AttributeError) as error:
        raise UnreadableError(str(error), file=str(file), place="decks") from error
    except KeyError as missing:
        raise UnreadableError(f"there is no {missing.args[0]}", file=str(file)) from missing
