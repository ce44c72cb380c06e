"""Statistics of the cards of a set over all events with public draft logs. No players are named; nothing is stored."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from django.core.cache import cache
from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404

from cards.printed import CardSet, PrintedCard
from cards.selectors import card_set
from drafting.models import Deck, Pod
from drafting.rules.tally import CardTally, tally_cards
from drafting.selectors.draft_log import draft_logs
from tournaments.models import Event, Match, Round
from tournaments.selectors.results import matches_with_agreements

CACHE_SECONDS = 24 * 3600  # seconds for which the totals are cached


@dataclass(frozen=True, slots=True)
class CardFigures:
    """The statistics of a card: its ``tally`` in drafts, and games played and won by decks that contain it."""

    card: PrintedCard
    tally: CardTally
    games: int
    games_won: int

    @property
    def win_rate(self) -> float | None:
        """The share of games won by decks with the card; None without games."""
        return self.games_won / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class FigureTotals:
    """The totals over ``drafts`` pods, by ref."""

    drafts: int = 0
    tallies: dict[str, CardTally] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)
    games_won: Counter[str] = field(default_factory=Counter)


def events_with_open_drafts() -> QuerySet[Event]:
    """Return the finished events with public draft logs, without practice events."""
    public = {"draft_log": Event.DraftLogVisibility.EVERYBODY, "visibility": Event.Visibility.PUBLIC}
    return Event.objects.filter(finished_at__isnull=False, rehearsal=False, **public)


def set_or_404(game: str, code: str) -> CardSet:
    """Return the set ``code`` of ``game``. Raises Http404."""
    try:
        return card_set(game, code)
    except KeyError:
        raise Http404 from None


def card_figures(of_set: CardSet) -> tuple[int, list[CardFigures]]:
    """Return the number of counted drafts, and the figures of each card of ``of_set`` that occurred in one.

    Cards with the earliest average pick come first. Makes one query; seven if another event has finished since.
    """
    newest = events_with_open_drafts().aggregate(events=Count("pk"), newest=Max("finished_at"))
    key = f"card-figures/{newest['events']}/{newest['newest'] and newest['newest'].timestamp()}"
    counted = cast(FigureTotals, cache.get_or_set(key, _counted, CACHE_SECONDS))
    figures = [
        CardFigures(card, counted.tallies[card.ref], counted.games[card.ref], counted.games_won[card.ref])
        for card in of_set.cards
        if card.ref in counted.tallies
    ]
    return counted.drafts, sorted(figures, key=lambda each: (each.tally.average_pick or 99, each.card.ref))


def _counted() -> FigureTotals:
    """Count all complete drafts; those of cancelled events may not be."""
    drafted = Pod.objects.filter(event_pod__event__in=events_with_open_drafts(), drafted_at__isnull=False)
    pods = [pod for pod in drafted if not pod.draft_format.sealed]
    logs = draft_logs(pods)
    found = FigureTotals(len(logs), tally_cards(logs))
    decks = _decks(pods)
    for event, in_cut, players, won, played in _played():
        for player, games in zip(players, won, strict=True):
            cards = decks.get((event, player, in_cut)) or decks.get((event, player, False), set())
            found.games.update(dict.fromkeys(cards, played))
            found.games_won.update(dict.fromkeys(cards, games))
    return found


def _decks(pods: Collection[Pod]) -> dict[tuple[Any, Any, bool], set[str]]:
    """Return the cards of each submitted deck, by event, account and whether the top cut drafted it. One query."""
    decks = Deck.objects.filter(seat__pod__in=pods, submitted_at__isnull=False)
    of_pod = "seat__pod__event_pod"
    found = decks.values_list(f"{of_pod}__event", "seat__player", f"{of_pod}__for_cut", "cards")
    return {(event, player, in_cut): set(cards) for event, player, in_cut, cards in found}


def _played() -> Iterator[tuple[Any, bool, tuple[Any, Any], tuple[int, int], int]]:
    """Yield event, accounts, games won by each and total games of each match with a result. Makes four queries.

    The second item is whether it is a match of the top cut.
    """
    rounds = list(Round.objects.filter(event__in=events_with_open_drafts()))
    for match, agreed in matches_with_agreements(rounds, Q(kind=Match.Kind.PLAYED)):
        played = agreed.played  # without games lost by penalties, which say nothing about cards
        if played and match.b and not played.agreed:
            won_a, won_b, drawn = played.score
            players = (match.a.account_id, match.b.account_id)
            yield match.round.event_id, bool(match.round.stage), players, (won_a, won_b), won_a + won_b + drawn
