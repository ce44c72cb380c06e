"""Rematches of casual games: the same mode and decks, with exchanged seats."""

import secrets

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors import games as selectors
from gameplay.selectors.rematches import may_have_rematch, people
from gameplay.services import games

log_sentences.register_templates({
    "rematch_wanted": _("A player wants a rematch."),
    "rematch_declined": _("A player does not want a rematch."),
    "rematch_began": _("A rematch started."),
})  # fmt: skip


class NoRematchError(RulesError):
    """The game is not over, or it is part of an event or a lesson."""

    code = "no_rematch"
    sentence = _("No rematch of this game is possible.")
    is_state_conflict = True


@transaction.atomic
def want_rematch(account: Account, game: OnlineGame) -> OnlineGame | None:
    """Agree to a rematch of ``game``. Return the rematch if it has started, because all people have agreed.

    A repeat has no effect, and a game has at most one rematch. Do nothing if the account has no seat. Raise
    NoRematchError.
    """
    if not may_have_rematch(game):
        raise NoRematchError
    if _is_open(game) and GameSeat.objects.filter(game=game, player=account, wants_rematch=False).update(
        wants_rematch=True
    ):
        append_entry(game.stream, "rematch_wanted", author=account, role=games.PLAYER)
        seats = selectors.seats(game)
        if all(seat.wants_rematch for seat in people(seats)):
            _start(game, seats)
    game.refresh_from_db(fields=["rematch"])
    return game.rematch


@transaction.atomic
def decline_rematch(account: Account, game: OnlineGame) -> None:
    """Decline the rematch that others want, or withdraw one's own agreement. All have to agree again.

    Do nothing if no player wants a rematch, if it has started, or if the account has no seat.
    """
    is_player = GameSeat.objects.filter(game=game, player=account).exists()
    if (
        is_player
        and _is_open(game)
        and GameSeat.objects.filter(game=game, wants_rematch=True).update(wants_rematch=False)
    ):
        append_entry(game.stream, "rematch_declined", author=account, role=games.PLAYER)


def _is_open(game: OnlineGame) -> bool:
    """Return whether the rematch of ``game`` has not started. Lock the game until the transaction ends."""
    return OnlineGame.objects.filter(pk=game.pk, rematch=None).update(rematch=None) == 1


def _start(game: OnlineGame, seats: list[GameSeat]) -> None:
    """Start the rematch: each player keeps their deck, and the last player in turn order moves to the front."""
    order = [seats[-1], *seats[:-1]]
    rematch = games.start_game(
        ruleset=game.ruleset,
        variant=game.variant,
        decks=[game.decks[seat.number] for seat in order],
        players=[seat.player for seat in order],
        seed=secrets.token_bytes(32),
        chance=CASUAL_CHANCE,
        switches=game.switches,
        bots=[seat.bot for seat in order],
        settings=games.GameSettings(take_backs=game.take_backs),
    )
    OnlineGame.objects.filter(pk=game.pk).update(rematch=rematch)
    append_entry(game.stream, "rematch_began", author=None, role=games.SITE, after={"game": str(rematch.pk)})
