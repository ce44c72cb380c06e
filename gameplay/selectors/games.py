"""Online games as they stand, and what each person may see of them."""

from collections.abc import Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from cards.printed import PrintedCard
from cards.selectors import get_printed_cards
from gameplay import ports
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.games import RULESETS
from gameplay.models import Account, GameSeat, OnlineGame


def deck_cards(game: OnlineGame) -> list[list[PrintedCard]]:
    """The printed cards of each seat's deck. Raises KeyError if a set is gone."""
    cards = get_printed_cards(game.ruleset, chain.from_iterable(game.decks))
    return [[cards[ref] for ref in deck] for deck in game.decks]


def initial_state(game: OnlineGame) -> Game:
    """``game`` before its first choice. No query for sets of the site."""
    chance = SeededChance(RandomStream(bytes(game.seed), game.chance))
    ruleset, decks = RULESETS[game.ruleset], deck_cards(game)
    return Game.begin(ruleset, game.variant, decks, chance, switches=game.switches, pausing=game.pausing)


def current_state(game: OnlineGame) -> Game:
    """``game`` after all its choices; only for whoever carries out the rules. One query."""
    return state_with_seen_events(game, None)[0]


def state_with_seen_events(game: OnlineGame, account: Account | None) -> tuple[Game, int]:
    """``game`` after all its choices, and how many events were there when ``account`` had made theirs. One query."""
    state, since = initial_state(game), 0
    for option, author in game.choices.order_by("number").values_list("option", "author"):
        so_far = len(state.table.events)
        apply_stored_choice(state, option)
        if account is not None and author == account.pk:
            since = so_far
    return state, since


def state_before_entry(game: OnlineGame, before_entry: str) -> Game:
    """``game`` as it stood before the entry of its record with the number ``at``, or as it stands for "". One query.

    Raises UnreadableError for what is no number, NoSuchEntryError for one at which nobody was asked.
    """
    state = current_state(game)
    return state.game_at(parse_entry_number(before_entry)) if before_entry else state


def parse_entry_number(text: str, *, place: str = "at") -> int:
    """Return ``text``, which was given at ``place``, as the number of an entry. Raises UnreadableError."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UnreadableError(f"{text[:40]!r} is no number of an entry", place=place)
    return int(text)


def seats(game: OnlineGame) -> list[GameSeat]:
    """The sides of ``game`` in order, with their players. One query."""
    return list(GameSeat.objects.filter(game=game).order_by("number").select_related("player"))


def player_names(game: OnlineGame, game_seats: Sequence[GameSeat]) -> list[str]:
    """What the players at ``game_seats`` are called in ``game``: as the apps above say, else by their handle."""
    told = ports.game_host().player_names(game)
    return [told.get(seat.player_id, seat.player.handle) for seat in game_seats]


def running_games(account: Account) -> QuerySet[OnlineGame]:
    """The games that ``account`` plays in and that go on, the newest first, with their sides. Two queries."""
    sides = Prefetch("seats", GameSeat.objects.order_by("number").select_related("player"))
    return OnlineGame.objects.filter(seats__player=account, ended_at=None).order_by("-began_at").prefetch_related(sides)


def seat_number(game_seats: list[GameSeat], account: Any) -> int | None:
    """The number of the side that is ``account``'s, None for anybody else."""
    return next((seat.number for seat in game_seats if seat.player_id == account.pk), None)


def may_follow(account: Any, game_id: str) -> bool:
    """Whether ``account`` may listen to the stream of a game: its players, and whom the apps above let watch."""
    try:
        game = OnlineGame.objects.filter(pk=UUID(game_id)).first()
    except ValueError:
        return False
    return game is not None and may_watch(account, game, seats(game))


def may_watch(account: Any, game: OnlineGame, game_seats: list[GameSeat]) -> bool:
    """Whether ``account`` may see the public side of ``game``."""
    return isinstance(account, Account) and (
        seat_number(game_seats, account) is not None or ports.game_host().may_watch(account, game)
    )


def judge_role(account: Any, game: OnlineGame) -> str | None:
    """The office in which ``account`` may judge ``game``, None if in none."""
    return ports.game_host().judge_role(account, game)


def may_read_game_record(account: Any, game: OnlineGame) -> bool:
    """Whether ``account`` may have the record of ``game``: all that happened in it, both hands included.

    Never before it is over. Then the apps above say, and of a game that is nobody's there, its players may.
    """
    if not game.ended_at:
        return False
    answer = ports.game_host().may_read_record(account, game)
    return seat_number(seats(game), account) is not None if answer is None else answer
