"""``manage.py play --game G --variant V``: play a game between bots, or with people (--human)."""

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
from gameplay.bots import BOT_FACTORIES, DEFAULT_LEVEL, CardList, decks_for_seats
from gameplay.bots import make_bots as seat_bots
from gameplay.engine.bots.policies import BotPolicy, play_to_end
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
    help = "Play a game between bots, print its outcome and write its record. With --human, play it yourself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument("--variant", help="By default the draft variant, or else the first of the game.")
        parser.add_argument("--seed", type=int, help="The random seed; by default 0, or random with --human.")
        parser.add_argument(
            "--players", type=int, help="The number of players; by default that of --bots, or the minimum."
        )
        parser.add_argument(
            "--bots", default=DEFAULT_LEVEL, help=f"One for each seat, or one for all: {', '.join(BOT_FACTORIES)}."
        )
        parser.add_argument("--rollouts", type=int, help="Rollouts of a strong bot per choice, instead of its default.")
        parser.add_argument(
            "--decks", type=Path, help='JSON: {"decks": [{"SD-01": 3, ...}, ...]}; by default bots build decks.'
        )
        parser.add_argument("--record", type=Path, help="The file to which the record is written.")
        parser.add_argument(
            "--human", nargs="?", const="1", help="The seats of human players, such as 1 or 1,3; by default 1."
        )
        parser.add_argument("--lang", choices=LANGUAGES, default="en", help="The language of the game with --human.")

    def handle(self, *, human: str | None, lang: str, **options: Any) -> None:
        game_options = {name: options[name] for name in GAME_OPTIONS}
        try:
            if human:
                self.play_with_people(_parse_seats(human), lang, game_options)
            else:
                self.stdout.write(json.dumps(play(**game_options | {"seed": game_options["seed"] or 0})))
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except (RulesError, RulesErrorGroup) as refusal:
            self.stderr.write("\n".join(f"{fault.code} {fault.clause}: {fault}" for fault in errors_of(refusal)))
            sys.exit(1)

    def play_with_people(self, people: list[int], language: str, options: dict[str, Any]) -> None:
        """Play with people in these seats. Exit with status 1 if they leave before the end."""
        for stream in (sys.stdin, sys.stdout):  # do not fail in a terminal that cannot encode Japanese
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        if options["seed"] is None:
            options["seed"] = secrets.randbelow(2**31)
        console = Console(highlight=False, emoji=False, markup=False)
        with override(language):
            if not play_with_people(console, people, language, **options):
                sys.exit(1)


def play(record: Path | None = None, **options: Any) -> dict[str, Any]:
    """Play a game between bots with the options of `set_up_game`, write its record, and return its outcome as JSON."""
    seated = set_up_game(**options)
    outcome = play_to_end(seated.game, seated.players)
    seated.save_record(record)
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "turns": seated.game.table.turn,
    }


def play_with_people(
    console: Console, people: Sequence[int], language: str, record: Path | None = None, **options: Any
) -> bool:
    """Play a game with people in these seats, and return whether it was finished.

    The record is also written if it was not. Raise UnreadableError for a seat that does not exist.
    """
    seated = set_up_game(**options, pausing=len(people) > 1)
    game, seats = seated.game, range(len(seated.players))
    if unknown := [seat for seat in people if seat not in seats]:
        raise UnreadableError(f"there is no seat {unknown[0] + 1} among {len(seats)} seats", place="--human")
    names = _player_names(people, seats)
    terminal = Terminal(console, people, names, language)
    for seat in people:
        seated.players[seat] = terminal
    try:
        terminal.show_start(full_title(game.ruleset, seated.variant), options["seed"])
        while not game.is_over:
            _play_on(game, seated.players)
    except (PlayerLeftError, KeyboardInterrupt):
        terminal.show_departure()
    finally:
        seated.save_record(record)
    if game.is_over:
        terminal.show_outcome(game)
    return game.is_over


def _play_on(game: Game, players: Sequence[BotPolicy]) -> None:
    """Play to the end, or until a person concedes; the others may play on."""
    try:
        play_to_end(game, players)
    except PlayerConcededError:
        assert game.ask is not None
        game.concede(game.ask.seat)


def _parse_seats(text: str) -> list[int]:
    """Return the seats in ``text``, which counts from 1, counted from 0. Raise UnreadableError."""
    try:
        return sorted({int(seat) - 1 for seat in text.split(",")})
    except ValueError as error:
        raise UnreadableError(f"{text!r} is not a list of seats, such as 1 or 1,3", place="--human") from error


def _player_names(people: Sequence[int], seats: Sequence[int]) -> list[str]:
    """Return the players' names, with the number of the seat if there are several people or several bots."""
    is_only_one = {True: len(people) == 1, False: len(seats) - len(people) == 1}
    names = []
    for seat in seats:
        is_person = seat in people
        name = gettext("Player") if is_person else gettext("Bot")
        names.append(name if is_only_one[is_person] else f"{name} {seat + 1}")
    return names


@dataclass
class SeatedGame:
    """A game with its decks and players by seat."""

    game: Game
    variant: str
    decks: Sequence[CardList]
    players: list[BotPolicy]

    def save_record(self, file: Path | None) -> None:
        """Write the record of the game so far to ``file``, if given."""
        if file:
            file.write_text(dump_record(record_of(self.game, self.variant, self.decks)), encoding="utf-8")


def set_up_game(
    *,
    game: str,
    variant: str | None,
    seed: int,
    bots: str,
    rollouts: int | None,
    players: int | None = None,
    decks: Path | None = None,
    pausing: bool = False,
) -> SeatedGame:
    """Return a new game with these ``bots``. Raise UnreadableError for invalid options.

    Raise RulesError or RulesErrorGroup for a wrong number of players, and for illegal decks in the file.
    """
    ruleset = RULESETS[game]
    if variant is None:
        variant = "draft" if "draft" in ruleset.variants else next(iter(ruleset.variants))
    if variant not in ruleset.variants:
        raise UnreadableError(f"{variant!r} is not one of {', '.join(ruleset.variants)}", place="--variant")
    key = seed.to_bytes(32, "big", signed=True)
    own_decks = _read_legal_decks(ruleset, variant, decks) if decks else []
    names = bots.split(",")
    seats = players or len(own_decks) or (len(names) if len(names) > 1 else ruleset.player_counts_of(variant)[0])
    ruleset.empty_table(variant, seats)
    dealt = own_decks or decks_for_seats(ruleset, variant, key, seats=seats)
    seated = seat_bots(ruleset, variant, names if len(names) > 1 else names * seats, seed=key, rollouts=rollouts)
    if not len(seated) == len(dealt) == seats:
        raise UnreadableError(f"{len(seated)} bots and {len(dealt)} decks for {seats} players", place="--bots")
    new_game = Game.begin(ruleset, variant, dealt, SeededChance(RandomStream(key, "play/game")), pausing=pausing)
    return SeatedGame(new_game, variant, dealt, seated)


def _read_legal_decks(ruleset: Ruleset, variant: str, file: Path) -> list[CardList]:
    """Return the decks of a file. Raise UnreadableError, or RulesError or RulesErrorGroup for illegal decks."""
    decks = read_decks(ruleset, file)
    raise_errors(fault for deck in decks for fault in ruleset.deck_faults(ruleset.variants[variant], deck))
    return decks


def read_decks(ruleset: Ruleset, file: Path) -> list[CardList]:
    """Return the decks of a file ``{"decks": [{"SD-01": 3, ...}, ...]}``. Raise UnreadableError."""
    data = parse_json(read_text(file), file=str(file))
    try:
        return [expand_deck_list(ruleset, deck) for deck in data["decks"]]
    except (ValueError, TypeError, AttributeError) as error:
        raise UnreadableError(str(error), file=str(file), place="decks") from error
    except KeyError as missing:
        raise UnreadableError(f"there is no {missing.args[0]}", file=str(file)) from missing
