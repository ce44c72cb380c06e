"""A single game outside of any event: what may be played, by whom, and sitting down to it."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from cards.printed import DeckList
from gameplay.bots import ready_or_drafted_decks
from gameplay.engine.core.errors import _
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.games.preconstructed import preconstructed_decks
from gameplay.infrastructure.handles import clean_handle
from gameplay.models import Account, OnlineGame
from gameplay.selectors.game_views import variant_summary, variant_title
from gameplay.services import accounts, games

FRIEND = "friend"
BOT_TITLES: Mapping[str, str] = {
    "greedy": _("Greedy bot"),
    "search": _("Searching bot"),
    "random": _("Random bot"),
}
"""What the bots of `gameplay.bots.BOT_FACTORIES` are called at the table, the usual one first."""
LINK_LIFETIME = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play a game: one of its variants, for so many."""

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
        """The ready decks to choose from; none where bots draft some, or all play with one common deck."""
        if not self.ruleset.deck_faults(self.ruleset.variants[self.variant], []):
            return []  # an empty list may be played: the lists of all are one deck
        return preconstructed_decks(self.ruleset, self.variant)

    @property
    def teams(self) -> list[list[int]]:
        """The seats of each team, none where everybody plays alone."""
        return self.ruleset.empty_table(self.variant, self.seats).teams()

    def deal_decks(self, seed: bytes, deck: int) -> list[list[str]]:
        """The refs of each seat's deck: the first has that of the place ``deck``, the others those after it, in turn."""
        made = ready_or_drafted_decks(self.ruleset, self.variant, seed)
        return [[card.ref for card in made[(deck + seat) % len(made)]] for seat in range(self.seats)]


class OtherPlayer(NamedTuple):
    """Who is to sit at the table, too: a bot of this ``kind``, or a friend called ``name``."""

    kind: str
    name: str = ""


class StartedGame(NamedTuple):
    """A game, and for each friend in it their name and the path that signs them in, once, and leads there."""

    game: OnlineGame
    links: list[tuple[str, str]]


def modes() -> list[Mode]:
    """Every way to play, game by game."""
    return [
        Mode(ruleset, variant, seats)
        for ruleset in RULESETS.values()
        for variant in ruleset.variants
        for seats in ruleset.player_counts_of(variant)
    ]


def get_mode(game: str, variant: str, seats: int) -> Mode:
    """The way to play ``variant`` of ``game`` for so many. Raises KeyError for what there is not, WrongPlayersError."""
    ruleset = RULESETS[game]
    ruleset.empty_table(variant, seats)
    return Mode(ruleset, variant, seats)


@transaction.atomic
def start_practice_game(player: Account, mode: Mode, others: Sequence[OtherPlayer], *, deck: int = 0) -> StartedGame:
    """Begin a game of ``person``, who plays the ready deck at the place ``deck``, and of ``others``, who follow in turn.

    Raises what `gameplay.infrastructure.handles.clean_handle` raises for the name of a friend.
    """
    seed, friends, players = secrets.token_bytes(32), list[Account](), [player]
    alike: Counter[str] = Counter()
    for other in others:
        if other.kind == FRIEND:
            friends.append(accounts.create_guest(other.name))
            players.append(friends[-1])
        else:
            alike[other.kind] += 1
            players.append(_bot_account(other.kind, alike[other.kind]))
    game = games.start_game(
        ruleset=mode.ruleset.name,
        variant=mode.variant,
        decks=mode.deal_decks(seed, deck),
        players=players,
        seed=seed,
        chance="practice",
        bots=[games.DEFAULT_BOT, *(games.DEFAULT_BOT if other.kind == FRIEND else other.kind for other in others)],
    )
    return StartedGame(game, [(friend.handle, _invitation_path(friend, game)) for friend in friends])


def check_names(others: Sequence[OtherPlayer]) -> None:
    """Raise what `begin` would for a friend's name: nobody is made an account for a game that does not begin."""
    for other in others:
        if other.kind == FRIEND:
            clean_handle(other.name)


def _invitation_path(friend: Account, game: OnlineGame) -> str:
    path = reverse("sign_in_by_link", args=[accounts.create_login_link(friend, lifetime=LINK_LIFETIME)])
    return f"{path}?{urlencode({'next': reverse('game', args=[game.pk])})}"


def _bot_account(kind: str, number: int) -> Account:
    """The account of the bot of that kind; of several in one game each has its own ``number``."""
    name = gettext(BOT_TITLES[kind]) + (f" {number}" if number > 1 else "")
    known = Account.objects.filter(kind=Account.Kind.BOT, handle=name).order_by("joined_at").first()
    return known or accounts.create_bot(name)
