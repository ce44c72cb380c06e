"""Candidates for deck checks, and a deck compared with its pool. Only for judges who do not play in the event."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Seat
from drafting.rules.decks import DeckRule, deck_checksum, deck_rules
from drafting.selectors.deck_faults import deck_rules_by_seat
from drafting.selectors.deck_list import DeckListLine, deck_list_lines, submitted_checksums
from drafting.selectors.pod_cards import legal_refs
from drafting.selectors.pools import drafted_refs
from tournaments.models import DeckCheck, Entry, Event, Match
from tournaments.rules.deck_checks import DeckDifference, deck_difference, proposed_extension, target_checks
from tournaments.selectors.checksums import submitted_list_checksums
from tournaments.selectors.constructed_decks import constructed_deck_of, submitted_decks
from tournaments.selectors.results import matches_with_agreements
from tournaments.selectors.roster import in_reading_order
from tournaments.selectors.seats import current_seats, cut_seats


@dataclass(frozen=True, slots=True)
class CheckCandidate:
    """A player with a fixed deck, the match that would wait for a check, if any, and the last check of that deck.

    ``completed_by_clock`` means that the deck was completed at random when time ran out, so a judge should check it
    (DRF-OP-5).
    """

    entry: Entry
    match: Match | None
    check: DeckCheck | None
    completed_by_clock: bool


@dataclass(frozen=True, slots=True)
class CheckCoverage:
    """The number of decks, of checked decks and the target number of checks."""

    decks: int
    checked: int
    target: int


@dataclass(frozen=True, slots=True)
class DeckCheckLine:
    """A card of a pool: copies drafted, registered and found; ``running_count`` sums the registered copies so far."""

    card: DisplayedCard
    drafted: int
    registered: int
    found: int
    running_count: int

    @property
    def listed(self) -> list[bool]:
        """For each registered copy, whether it was found."""
        return [number < self.found for number in range(self.registered)]

    @property
    def unlisted(self) -> list[bool]:
        """For each drafted copy that is not registered, whether it was found in the deck."""
        return [number < self.found - self.registered for number in range(self.drafted - self.registered)]


@dataclass(frozen=True, slots=True)
class EarlierList:
    """A deck list that the player replaced at ``until``, between games."""

    cards: Sequence[str]
    lines: Sequence[DeckListLine]
    until: datetime

    @property
    def checksum(self) -> str:
        return deck_checksum(self.cards)


@dataclass(frozen=True, slots=True)
class RegisteredDeck:
    """A player's deck and its pool: the drafted cards, or the deck itself if it is a constructed deck.

    ``seat`` is the seat where it was drafted, None for a constructed deck. ``submitted_checksum`` is the checksum at
    the time it was submitted, "" if it never was. ``earlier`` are the lists that it has replaced since all decks
    were in, the oldest first; ``changed_at`` is when it replaced the last of them, None without one.
    """

    cards: Sequence[str]
    pool: Sequence[str]
    rules: Sequence[DeckRule]
    submitted_checksum: str
    seat: Seat | None
    earlier: Sequence[EarlierList] = ()

    @property
    def changed_at(self) -> datetime | None:
        return self.earlier[-1].until if self.earlier else None

    @property
    def checksum(self) -> str:
        return deck_checksum(self.cards)


@dataclass(frozen=True, slots=True)
class CheckSheet:
    """A check with the registered deck and its pool; ``owed_minutes`` is the proposed extension of the match."""

    check: DeckCheck
    deck: RegisteredDeck
    lines: Sequence[DeckCheckLine]
    difference: DeckDifference
    owed_minutes: int

    @property
    def registered(self) -> int:
        return sum(line.registered for line in self.lines)

    @property
    def found(self) -> int:
        return len(self.check.found)

    def named_cards(self, refs: dict[str, int]) -> list[tuple[str, str, int]]:
        """Return the numbers, names and copies of ``refs``."""
        names = {line.card.printed.ref: line.card.face.name for line in self.lines}
        return [(ref, names.get(ref, ref), copies) for ref, copies in refs.items()]

    @property
    def missing(self) -> list[tuple[str, str, int]]:
        return self.named_cards(dict(self.difference.missing))

    @property
    def extra(self) -> list[tuple[str, str, int]]:
        return self.named_cards(dict(self.difference.extra))


def check_candidates(event: Event) -> list[CheckCandidate]:
    """Return the players with a fixed deck, by reading or name; unchecked decks completed by the clock come first.

    Makes seven queries at most.
    """
    completed = _completed_by_clock_by_account(event)
    entries = event.entries.filter(account__in=completed, dropped_after_round=None, disqualified_at=None)
    matches = _playing(event)
    checks = _checks_by_entry(event)
    found = [
        CheckCandidate(entry, matches.get(entry.pk), checks.get(entry.pk), completed[entry.account_id])
        for entry in in_reading_order(entries)
    ]
    return sorted(found, key=lambda each: not each.completed_by_clock or bool(each.check))


def decks_to_check(event: Event) -> dict[str, list[str]]:
    """Return the players whose decks a judge should check: see tournaments/parts/decks_to_look_at.html.

    Makes one query, three once the top cut drafts again; four more for a paper draft, where a pool may be corrected
    after the decks are submitted.
    """
    seats = current_seats(event).select_related("pod")
    late = seats.filter(deck__completed_by_clock=True)
    names = {"late_decks": _unchecked(event, late.values_list("player", flat=True)), "illegal_decks": []}
    if event.is_paper_draft:
        closed = list(seats.filter(pod__closed_at__isnull=False, deck__submitted_at__isnull=False))
        illegal = [seat for seat, rules in deck_rules_by_seat(closed).items() if any(rule.faults for rule in rules)]
        players = [seat.player_id for seat in closed if seat.pk in illegal]
        names["illegal_decks"] = _unchecked(event, players) if players else []
    return names


def check_coverage(checked_candidates: Sequence[CheckCandidate]) -> CheckCoverage:
    """Return the coverage of checks among the candidates. A running check counts."""
    return CheckCoverage(
        len(checked_candidates),
        sum(each.check is not None for each in checked_candidates),
        target_checks(len(checked_candidates)),
    )


def check_sheet(check: DeckCheck, language: str, *, now: Any) -> CheckSheet:
    """Return the deck of ``check`` compared with its pool. Makes six queries."""
    deck = registered_deck(check, language)
    given = DeckCheck.objects.filter(match=check.match_id).aggregate(minutes=Sum("extra_minutes"))["minutes"]
    return CheckSheet(
        check,
        deck,
        _lines(check.event.game, Counter(deck.pool), Counter(deck.cards), Counter(check.found), language=language),
        deck_difference(deck.cards, check.found),
        proposed_extension(check.elapsed(now), already_given=given or 0) if check.match_id else 0,
    )


def registered_deck(check: DeckCheck, language: str = "en") -> RegisteredDeck:
    """Return the deck that the player of ``check`` had when it started. Makes five queries at most."""
    event, account = check.event, check.entry.account_id
    if not event.drafted:
        cards = constructed_deck_of(check.entry).cards
        return RegisteredDeck(cards, cards, [], submitted_list_checksums(event, [account]).get(account, ""), None)
    seat = _checked_seats(check).select_related("pod", "deck").get(player=account)
    submitted_checksum = submitted_checksums([seat]).get(account, "")
    versions = list(seat.deck.versions.all())
    earlier = [each for each in versions if each.replaced_at <= check.started_at]
    cards, drafted = seat.deck.cards, drafted_refs(seat)
    if len(earlier) < len(versions):  # it was changed after the check
        cards = versions[len(earlier)].cards
        submitted_checksum = deck_checksum(cards)
    rules = deck_rules(cards, drafted, seat.pod.draft_format.deck_size, legal_refs(seat.pod))
    lists = [
        EarlierList(each.cards, list(deck_list_lines(event.game, each.cards, language)), each.replaced_at)
        for each in earlier
    ]
    return RegisteredDeck(cards, drafted, rules, submitted_checksum, seat, lists)


def _unchecked(event: Event, players: Iterable[Any]) -> list[str]:
    """Return the names of those of ``players`` whose deck was not checked. Makes three queries at most."""
    entries = event.entries.filter(account__in=players)
    if event.cut_seated_at is None:
        return list(entries.filter(deck_checks=None).values_list("name", flat=True))
    return list(entries.exclude(pk__in=[*_checks_by_entry(event)]).values_list("name", flat=True))


def _checks_by_entry(event: Event) -> dict[int, DeckCheck]:
    """Return the last check of the deck that each player has now, by entry key. Makes two queries at most."""
    checks = {check.entry_id: check for check in event.deck_checks.order_by("number")}
    if event.cut_seated_at is None:
        return checks
    again = {*event.entries.filter(account__in=cut_seats(event).values("player")).values_list("pk", flat=True)}
    return {key: check for key, check in checks.items() if key not in again or _is_check_of_cut(check)}


def _is_check_of_cut(check: DeckCheck) -> bool:
    """Return whether a check began after the top cut was seated for its draft."""
    seated = check.event.cut_seated_at
    return seated is not None and check.started_at > seated


def _checked_seats(check: DeckCheck) -> QuerySet[Seat]:
    """Return the seats where players had drafted their decks when ``check`` began."""
    if _is_check_of_cut(check):
        return current_seats(check.event)
    return Seat.objects.filter(pod__event_pod__event=check.event, pod__event_pod__for_cut=False)


def _completed_by_clock_by_account(event: Event) -> dict[Any, bool]:
    """Return, for each account with a fixed deck, whether the clock completed it. Makes two queries at most."""
    if not event.drafted:
        keys = submitted_decks(event) if event.decks_locked_at else ()
        return dict.fromkeys(event.entries.filter(pk__in=keys).values_list("account", flat=True), False)
    closed = current_seats(event).filter(pod__closed_at__isnull=False, deck__isnull=False)
    return dict(closed.values_list("player", "deck__completed_by_clock"))


def _playing(event: Event) -> dict[int, Match]:
    """Return the running match of each entry, by entry key. Makes four queries."""
    newest = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    running = [match for match, agreed in matches_with_agreements([newest] if newest else []) if not agreed.is_final]
    return {entry.pk: match for match in running for entry in (match.a, match.b) if entry}


def _lines(
    game: str, pool: Counter[str], deck: Counter[str], found: Counter[str], *, language: str
) -> list[DeckCheckLine]:
    lines: list[DeckCheckLine] = []
    counted = 0
    for ref in sorted(pool | deck):
        counted += deck[ref]
        lines.append(DeckCheckLine(get_displayed_card(game, ref, language), pool[ref], deck[ref], found[ref], counted))
    return lines
