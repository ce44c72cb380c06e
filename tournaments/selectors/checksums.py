"""The digits that name the decks at a table: both players compare them, and a judge sees which list was changed since.

They tell nothing of the list (`drafting.rules.decks.deck_checksum`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from drafting.models import Seat
from drafting.rules.decks import deck_checksum
from drafting.selectors.deck_list import submitted_checksums
from gameplay.models import Account, LogEntry, OnlineGame
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.matches import match_decks
from tournaments.selectors.roles import may_see_decks


@dataclass(frozen=True, slots=True)
class DeckDigits:
    """The digits of the deck that ``name`` plays.

    For a judge ``registered`` are those of the list that was handed in, "" if none was, and ``differs`` whether the deck
    is another one. Players see which digits the other shows.
    """

    name: str
    checksum: str
    registered: str = ""
    is_changed: bool = False


def deck_digits_at(match: Match, account: object) -> list[DeckDigits]:
    """Return the digits of the decks registered for ``match``, for its players and its judges; nobody else sees any.

    Three queries, and those of who ``account`` is.
    """
    judging = may_see_decks(match.round.event, account)
    return list(_digits(match, match_decks(match), judging=judging)) if judging or _plays_match(match, account) else []


def game_deck_digits(game: OnlineGame, account: Account) -> list[DeckDigits]:
    """Return the digits of the decks that ``game`` is played with, like `digits_at`."""
    link = MatchGame.objects.filter(game=game).select_related("match__round__event", "match__a", "match__b").first()
    if link is None:
        return []
    players = game.seats.order_by("number").values_list("player_id", flat=True)
    judging = may_see_decks(link.match.round.event, account)
    if not judging and not _plays_match(link.match, account):
        return []
    return list(_digits(link.match, dict(zip(players, game.decks, strict=True)), judging=judging))


def registered_checksums(event: Event, players: Iterable[UUID]) -> Mapping[UUID, str]:
    """Return the checksum of the list that each of ``players`` has handed in last, as the log has it. Two queries."""
    if event.drafted:
        seats = Seat.objects.filter(pod__event_pod__event=event, player__in=players)
        return submitted_checksums(seats.select_related("pod"))
    numbers = dict(event.entries.filter(account__in=players).values_list("number", "account_id"))
    entries = LogEntry.objects.filter(stream=event.desk_stream, action="deck_brought").order_by("number")
    came_in = [after for after in entries.values_list("after", flat=True) if after]
    return {numbers[after["number"]]: after["checksum"] for after in came_in if after["number"] in numbers}


def _plays_match(match: Match, account: object) -> bool:
    players = [entry.account_id for entry in (match.a, match.b) if entry]
    return isinstance(account, Account) and account.pk in players


def _digits(match: Match, decks: Mapping[Any, Sequence[str]], *, judging: bool) -> Iterator[DeckDigits]:
    came_in = registered_checksums(match.round.event, decks) if judging else {}
    for entry in (match.a, match.b):
        if entry and entry.account_id in decks:
            digits, registered = deck_checksum(decks[entry.account_id]), came_in.get(entry.account_id, "")
            yield DeckDigits(entry.name, digits, registered, is_changed=judging and digits != registered)
