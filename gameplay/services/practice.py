"""Practice games outside of events: the modes, and starting a game."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from cards.printed import DeckList
from gameplay.bots import DEFAULT_LEVEL, LEVELS, ready_or_drafted_decks
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.games.preconstructed import preconstructed_decks
from gameplay.infrastructure.handles import clean_handle
from gameplay.models import Account, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors.game_views import variant_summary, variant_title
from gameplay.services import accounts, games

FRIEND = "friend"
LINK_LIFETIME = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of a game: one of its variants with a number of players."""

    ruleset: Ruleset
    variant: str
    seats: int

    @property
    def title(self) -> str:
        return variant_title(self.ruleset, self.variant)

    @property
    def summary(self) -> str:
        return variant_summary(self.ruleset, self.variant)

    @property
    def decks(self) -> list[DeckList]:
        """The ready decks to choose from. Empty if bots draft the decks, or if all players share one deck."""
        if self.ruleset.shared_deck(self.ruleset.variants[self.variant]):
            return []
        return preconstructed_decks(self.ruleset, self.variant)

    @property
    def teams(self) -> list[list[int]]:
        """The seats of each team; empty without teams."""
        return self.ruleset.empty_table(self.variant, self.seats).teams()

    def deal_decks(self, seed: bytes, deck: int) -> list[list[str]]:
        """Return the card refs of each seat's deck, beginning with the deck at index ``deck`` for the first seat."""
        decks = ready_or_drafted_decks(self.ruleset, self.variant, seed)
        return [[card.ref for card in decks[(deck + seat) % len(decks)]] for seat in range(self.seats)]


class OtherPlayer(NamedTuple):
    """Another player of a practice game: a bot of the level ``kind``, or a friend called ``name``."""

    kind: str
    name: str = ""


class StartedGame(NamedTuple):
    """A game, and the name of each friend in it with the path of a sign-in link that leads to the game."""

    game: OnlineGame
    links: list[tuple[str, str]]


def modes() -> list[Mode]:
    """Return all modes of all games."""
    return [
        Mode(ruleset, variant, seats)
        for ruleset in RULESETS.values()
        for variant in ruleset.variants
        for seats in ruleset.player_counts_of(variant)
    ]


def get_mode(game: str, variant: str, seats: int) -> Mode:
    """Return the mode. Raise KeyError for an unknown game or variant, PlayerCountError for the number of seats."""
    ruleset = RULESETS[game]
    ruleset.empty_table(variant, seats)
    return Mode(ruleset, variant, seats)


@transaction.atomic
def start_practice_game(
    player: Account, mode: Mode, others: Sequence[OtherPlayer], *, deck: int = 0, guide: str = ""
) -> StartedGame:
    """Start a game of ``player``, who plays the ready deck at index ``deck``, and ``others``, in turn order.

    ``guide`` is how the page helps ``player``: see `gameplay.selectors.lessons`.

    Raise the errors of `gameplay.infrastructure.handles.clean_handle` for the names of friends.
    """
    seed, friends, players = secrets.token_bytes(32), list[Account](), [player]
    bots_of_kind: Counter[str] = Counter()
    for other in others:
        if other.kind == FRIEND:
            friends.append(accounts.create_guest(other.name))
            players.append(friends[-1])
        else:
            bots_of_kind[other.kind] += 1
            players.append(_bot_account(other.kind, bots_of_kind[other.kind]))
    game = games.start_game(
        ruleset=mode.ruleset.name,
        variant=mode.variant,
        decks=mode.deal_decks(seed, deck),
        players=players,
        seed=seed,
        chance=CASUAL_CHANCE,
        settings=games.GameSettings(guide=guide),
        bots=[DEFAULT_LEVEL, *(DEFAULT_LEVEL if other.kind == FRIEND else other.kind for other in others)],
    )
    return StartedGame(game, [(friend.handle, _invitation_path(friend, game)) for friend in friends])


def check_names(others: Sequence[OtherPlayer]) -> None:
    """Raise the errors of `start_practice_game` for the names of friends, before any account is created."""
    for other in others:
        if other.kind == FRIEND:
            clean_handle(other.name)


def _invitation_path(friend: Account, game: OnlineGame) -> str:
    path = reverse("sign_in_by_link", args=[accounts.create_login_link(friend, lifetime=LINK_LIFETIME)])
    return f"{path}?{urlencode({'next': reverse('game', args=[game.pk])})}"


def _bot_account(kind: str, number: int) -> Account:
    """Return the account of the bot of this kind with this number among those of its kind in a game, from 1."""
    name = gettext(LEVELS[kind].title) + (f" {number}" if number > 1 else "")
    account = Account.objects.filter(kind=Account.Kind.BOT, handle=name).order_by("joined_at").first()
    return account or accounts.create_bot(name)
