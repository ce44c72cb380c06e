"""Checksums of the decks in a match: players compare them, and judges see whether a deck list was changed.

A checksum reveals nothing about the list (`drafting.rules.decks.deck_checksum`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from drafting.rules.decks import deck_checksum
from drafting.selectors.deck_list import submitted_checksums
from gameplay.models import Account, LogEntry, OnlineGame
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.matches import match_decks
from tournaments.selectors.roles import may_see_decks
from tournaments.selectors.seats import match_seats


@dataclass(frozen=True, slots=True)
class DeckChecksum:
    """The checksum of the deck that ``name`` plays.

    For a judge, ``registered`` is the checksum of the submitted list, "" without one, and ``is_changed`` says whether
    the deck differs from it. Players see the checksums of both decks.
    """

    name: str
    checksum: str
    registered: str = ""
    is_changed: bool = False


def match_deck_checksums(match: Match, account: object) -> list[DeckChecksum]:
    """Return the checksums of the decks of ``match``; [] unless ``account`` plays in it or may see decks.

    Players who share one deck have no decks to compare.

    Makes three queries, and those for the role of ``account``.
    """
    if match.round.event.shared_deck:
        return []
    judging = may_see_decks(match.round.event, account)
    return (
        list(_checksums(match, match_decks(match), judging=judging)) if judging or _plays_match(match, account) else []
    )


def game_deck_checksums(game: OnlineGame, account: Account) -> list[DeckChecksum]:
    """Return the checksums of the decks with which ``game`` is played, like `match_deck_checksums`."""
    link = MatchGame.objects.filter(game=game).select_related("match__round__event", "match__a", "match__b").first()
    if link is None or link.match.round.event.shared_deck:
        return []
    players = game.seats.order_by("number").values_list("player_id", flat=True)
    judging = may_see_decks(link.match.round.event, account)
    if not judging and not _plays_match(link.match, account):
        return []
    return list(_checksums(link.match, dict(zip(players, game.decks, strict=True)), judging=judging))


def submitted_list_checksums(event: Event, players: Iterable[UUID]) -> Mapping[UUID, str]:
    """Return the checksum of the constructed deck list that each of ``players`` last submitted, from the log.

    Makes two queries.
    """
    numbers = dict(event.entries.filter(account__in=players).values_list("number", "account_id"))
    entries = LogEntry.objects.filter(stream=event.desk_stream, action="deck_brought").order_by("number")
    logged = [after for after in entries.values_list("after", flat=True) if after]
    return {numbers[after["number"]]: after["checksum"] for after in logged if after["number"] in numbers}


def _registered_checksums(match: Match, players: Collection[UUID]) -> Mapping[UUID, str]:
    """Return the checksums of the lists of ``players`` for ``match`` as they were submitted. Makes two queries."""
    if match.round.event.drafted:
        return submitted_checksums(match_seats(match, players).select_related("pod"))
    return submitted_list_checksums(match.round.event, players)


def _plays_match(match: Match, account: object) -> bool:
    players = [entry.account_id for entry in (match.a, match.b) if entry]
    return isinstance(account, Account) and account.pk in players


def _checksums(match: Match, decks: Mapping[Any, Sequence[str]], *, judging: bool) -> Iterator[DeckChecksum]:
    checksums = _registered_checksums(match, decks) if judging else {}
    for entry in (match.a, match.b):
        if entry and entry.account_id in decks:
            checksum, registered = deck_checksum(decks[entry.account_id]), checksums.get(entry.account_id, "")
            yield DeckChecksum(entry.name, checksum, registered, is_changed=judging and checksum != registered)
