"""The digits that name the decks at a table: both players compare them, and a judge sees which list was changed since.

They tell nothing of the list (`drafting.rules.decks.checksum`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from drafting.models import Seat
from drafting.rules.decks import checksum
from drafting.selectors.deck_list import handed_in
from gameplay.models import Account, LogEntry, OnlineGame
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.matches import decks_of
from tournaments.selectors.roles import may_see_decks


@dataclass(frozen=True, slots=True)
class Digits:
    """The digits of the deck that ``name`` plays.

    For a judge ``registered`` are those of the list that was handed in, "" if none was, and ``differs`` whether the deck
    is another one. Players see which digits the other shows.
    """

    name: str
    checksum: str
    registered: str = ""
    differs: bool = False


def digits_at(match: Match, account: object) -> list[Digits]:
    """Return the digits of the decks registered for ``match``, for its players and its judges; nobody else sees any.

    Three queries, and those of who ``account`` is.
    """
    judging = may_see_decks(match.round.event, account)
    return list(_digits(match, decks_of(match), judging=judging)) if judging or _plays(match, account) else []


def game_decks(game: OnlineGame, account: Account) -> list[Digits]:
    """Return the digits of the decks that ``game`` is played with, like `digits_at`."""
    link = MatchGame.objects.filter(game=game).select_related("match__round__event", "match__a", "match__b").first()
    if link is None:
        return []
    players = game.seats.order_by("number").values_list("player_id", flat=True)
    judging = may_see_decks(link.match.round.event, account)
    if not judging and not _plays(link.match, account):
        return []
    return list(_digits(link.match, dict(zip(players, game.decks, strict=True)), judging=judging))


def registered_in(event: Event, players: Iterable[UUID]) -> Mapping[UUID, str]:
    """Return the checksum of the list that each of ``players`` has handed in last, as the log has it. Two queries."""
    if event.drafted:
        seats = Seat.objects.filter(pod__event_pod__event=event, player__in=players)
        return handed_in(seats.select_related("pod"))
    numbers = dict(event.entries.filter(account__in=players).values_list("number", "account_id"))
    entries = LogEntry.objects.filter(stream=event.desk, action="deck_brought").order_by("number")
    came_in = [after for after in entries.values_list("after", flat=True) if after]
    return {numbers[after["number"]]: after["checksum"] for after in came_in if after["number"] in numbers}


def _plays(match: Match, account: object) -> bool:
    players = [entry.account_id for entry in (match.a, match.b) if entry]
    return isinstance(account, Account) and account.pk in players


def _digits(match: Match, decks: Mapping[Any, Sequence[str]], *, judging: bool) -> Iterator[Digits]:
    came_in = registered_in(match.round.event, decks) if judging else {}
    for entry in (match.a, match.b):
        if entry and entry.account_id in decks:
            digits, registered = checksum(decks[entry.account_id]), came_in.get(entry.account_id, "")
            yield Digits(entry.name, digits, registered, differs=judging and digits != registered)
