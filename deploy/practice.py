"""A single game outside of any event: what may be played, against whom, and sitting down to it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext

from cards.printed import DeckList
from deploy.bots import bot_decks, ready_decks
from gameplay.engine.errors import _
from gameplay.games import RULESETS
from gameplay.models import Account, OnlineGame
from gameplay.selectors.game_views import variant_title
from gameplay.services import accounts, games

FRIEND = "friend"
BOTS: Mapping[str, str] = {
    "greedy": _("Greedy bot"),
    "search": _("Searching bot"),
    "random": _("Random bot"),
}
"""What the bots of `deploy.bots.PLAYERS` are called at the table, the usual one first."""
LINK_LASTS = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Table:
    """A way to play ``variant`` of ``game``: with the ready-made deck at ``place``, or, without any, with a drafted one."""

    game: str
    variant: str
    place: int
    deck: DeckList | None

    @property
    def code(self) -> str:
        return f"{self.game}-{self.variant}-{self.place + 1}"

    def title(self, language: str) -> str:
        """What is played, in ``language``, which is the present one."""
        deck = self.deck.name.in_(language) if self.deck else gettext("a deck that bots draft for you")
        return gettext("%(variant)s: %(deck)s") % {
            "variant": variant_title(RULESETS[self.game], self.variant),
            "deck": deck,
        }

    def decks(self, seed: bytes) -> list[list[str]]:
        """The refs of the two decks, that of whoever chose this table first."""
        dealt = bot_decks(RULESETS[self.game], self.variant, seed)
        if self.place:
            dealt.reverse()
        return [[card.ref for card in deck] for deck in dealt]


def tables() -> list[Table]:
    """Every table for two that one can sit down at."""
    found: list[Table] = []
    for ruleset in RULESETS.values():
        for variant in (name for name in ruleset.variants if 2 in ruleset.seats_of(name)):
            decks: list[DeckList | None] = [*ready_decks(ruleset, variant)[:2]]
            found += [Table(ruleset.name, variant, place, deck) for place, deck in enumerate(decks or [None])]
    return found


def play_bot(person: Account, table: Table, bot: str) -> OnlineGame:
    """Begin a game of ``person`` against the bot of that name."""
    name = gettext(BOTS[bot])
    known = Account.objects.filter(kind=Account.Kind.BOT, handle=name).order_by("joined_at").first()
    return _begin(table, person, known or accounts.create_bot(name), bot)


@transaction.atomic
def play_friend(person: Account, table: Table, friend: str) -> tuple[OnlineGame, str]:
    """Begin a game of ``person`` against a guest called ``friend``; return it and the token of the link for them.

    Raises what `gameplay.names.clean_handle` raises.
    """
    guest = accounts.create_guest(friend)
    return _begin(table, person, guest), accounts.login_link(guest, lasts=LINK_LASTS)


def _begin(table: Table, person: Account, other: Account, bot: str = games.GREEDY) -> OnlineGame:
    seed = secrets.token_bytes(32)
    return games.start_game(
        ruleset=table.game,
        variant=table.variant,
        decks=table.decks(seed),
        players=[person, other],
        seed=seed,
        chance="practice",
        bot=bot,
    )
