"""Measure how many online games can be played simultaneously on this machine."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from gameplay.engine.core.asks import Option
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.models import Account, Choice, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors.initial_state import initial_state
from gameplay.services import accounts, games, practice
from tests.instruments.bench.load import Load, LoadSeat, common_fields, measure_loads
from tests.instruments.strength import default_variant

DEFAULT_GAMES = (4,)
COURSES = 24
"""The number of games that differ in their decks, their chance and the choices made so far. Then they repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLoad(Load):
    """Online games of people with the decks of practice games, which regular bots have played up to some question."""

    name = "table"
    action = "choice"
    group = "game"
    receipt = "received"

    game: str
    variant: str
    seats: int

    def settings(self) -> dict[str, Any]:
        return {"game": self.game, "variant": self.variant, "seats": self.seats}

    def create_seats(self) -> list[LoadSeat]:
        return [seat for number in range(self.groups) for seat in self._create_game(number)]

    def _create_game(self, number: int) -> list[LoadSeat]:
        course = number % COURSES
        players = [accounts.create_guest(f"Player {number}-{seat}") for seat in range(self.seats)]
        game = games.start_game(
            ruleset=self.game,
            variant=self.variant,
            decks=_decks(self, course),
            players=players,
            seed=_seed(course),
            chance=CASUAL_CHANCE,
        )
        _play(game, players, _options(self, course))
        return [LoadSeat(player, f"/game/{game.pk}", game.stream) for player in players]


def _seed(course: int) -> bytes:
    return bytes([course]) * 32


@cache
def _decks(load: TableLoad, course: int) -> list[list[str]]:
    return practice.get_mode(load.game, load.variant, load.seats).deal_decks(_seed(course), 0)


@cache
def _options(load: TableLoad, course: int) -> list[Option]:
    """Return the choices of regular bots from the start of a game, up to two thirds of it in the last course."""
    game = OnlineGame(ruleset=load.game, variant=load.variant, chance=CASUAL_CHANCE, pausing=True)
    game.seed, game.decks = _seed(course), _decks(load, course)
    state, options = initial_state(game), list[Option]()
    while state.ask is not None:
        options.append(state.ruleset.greedy_bot(state))
        state.choose(options[-1])
    return options[: len(options) * 2 * (course + 1) // (3 * COURSES)]


def _play(game: OnlineGame, players: Sequence[Account], options: Sequence[Option]) -> None:
    """Store the choices as one action."""
    state, choices = initial_state(game), list[Choice]()
    for option in options:
        assert state.ask is not None
        choices.append(Choice(option=list(option), author=players[state.ask.seat]))
        state.choose(option)
    with transaction.atomic():
        games.store_choices(game, state, choices, author=None)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("table")
    group.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME, help="Default: %(default)s.")
    group.add_argument("--variant", help="Variant of the game; by default that of the contests of bots.")
    group.add_argument("--seats", type=int, help="Number of players; by default the least that the variant allows.")


def measure(**options: Any) -> list[dict[str, Any]]:
    """Return the figures of each step. Raise CommandError for an unknown variant, or the errors of `measure_loads`."""
    ruleset, fields = RULESETS[options["game"]], common_fields(options, think="2-5")
    variant = options["variant"] or default_variant(ruleset)
    if variant not in ruleset.variants:
        raise CommandError(f"The variants of {ruleset.name} are {', '.join(ruleset.variants)}.")
    fields |= {"game": ruleset.name, "variant": variant}
    fields["seats"] = options["seats"] or min(ruleset.player_counts_of(variant))
    loads = [TableLoad(groups=games, **fields) for games in options["games"] or DEFAULT_GAMES]
    return [_with_table_figures(step) for step in measure_loads(loads, database=options["database"])]


def _with_table_figures(step: dict[str, Any]) -> dict[str, Any]:
    seats = step["seats"]
    per_player = {
        f"{what}_per_choice_and_player": round(step[f"{what}_per_choice"] / seats, 1) for what in ("bytes", "messages")
    }
    return step | per_player | {"kb_per_game": round(step["kb_per_player"] * seats, 1)}
