"""Deck checks: a judge compares a deck with its list and records the result. Judges who play never see a deck."""

from collections import Counter
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, LogEntry
from tournaments.models import DeckCheck, Event, Match
from tournaments.rules.deck_checks import deck_difference
from tournaments.selectors.deck_checks import CheckCandidate, check_candidates, registered_deck
from tournaments.selectors.roles import PERMISSIONS, STAFF_ROLES, Actor, may_see_decks, role_in
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.match import extend_match

EXTENSION_REASON = "deck_check"
"""The code of an extension's reason in the log; tournaments.sentences has its text."""
RESULT_ACTIONS = {"ok": "deck_ok", "fixed": "deck_fixed", "penalty": "deck_penalty"}


class NoDeckToCheckError(RulesError):
    """No submitted deck is left to check, or the named player or table has none."""

    code = "no_deck_to_check"
    clause = "DRF-3.2"
    sentence = _("There is no deck to check: it is not submitted yet, or every deck has been checked.")
    is_state_conflict = True


class CheckRunsError(RulesError):
    """The deck is already being checked; ``details`` names its player."""

    code = "deck_check_runs"
    sentence = _("{name}'s deck is already being checked.")
    is_state_conflict = True


class CheckEndedError(RulesError):
    """The check already has a result."""

    code = "deck_check_ended"
    sentence = _("This deck check already has a result.")
    is_state_conflict = True


class DeckDiffersError(RulesError):
    """The found cards are not the registered ones; ``details`` count missing and extra cards."""

    code = "deck_differs"
    clause = "DRF-3.3"
    sentence = _(
        "The deck does not match its list (missing: {missing}, extra: {extra}). Choose the result “corrected” or "
        "“penalty”."
    )
    field = "result"


class NotInPoolFoundError(RulesError):
    """More copies were noted than the player's pool has; other cards are described as text."""

    code = "not_in_pool_found"
    clause = "DRF-3.3"
    sentence = _("These cards are not in the player's pool: {cards}. Describe other cards in the text field.")
    field = "found"


class NoExtensionError(RulesError):
    """No match waits for this check, or it has already been extended."""

    code = "no_extension"
    sentence = _("No match is waiting for this deck check, or it has already been extended.")
    is_state_conflict = True


def deck_checker(event: Event, account: object) -> Actor:
    """Return ``account`` as an actor who may see the decks of ``event``. Raises Http404 for any other account.

    An official who plays in the event and requests decks is noted in the log.
    """
    role = role_in(event, account)
    if isinstance(account, Account) and may_see_decks(event, account):
        return Actor(account, role)
    if isinstance(account, Account) and role in STAFF_ROLES and role in PERMISSIONS["judge"]:
        with transaction.atomic():
            append_entry(event.desk_stream, "deck_look_refused", author=account, role=role)
    raise Http404


@transaction.atomic
def start_random_check(event: Event, *, by: Actor) -> DeckCheck:
    """Start a check of an unchecked deck, drawn from the event's seed. Raises NoDeckToCheckError."""
    event = lock_event(event)
    unchecked = [each for each in check_candidates(event) if each.check is None]
    if not unchecked:
        raise NoDeckToCheckError
    unchecked.sort(key=lambda each: each.entry.number)
    stream = RandomStream(bytes(event.seed), f"deck check/{event.deck_checks.count() + 1}")
    return _start(event, stream.sample(unchecked, 1)[0], DeckCheck.Chosen.RANDOM, by)


@transaction.atomic
def start_player_check(event: Event, number: int, *, by: Actor) -> DeckCheck:
    """Start a check of the deck of the player with this number. Raises NoDeckToCheckError, CheckRunsError."""
    event = lock_event(event)
    found = [each for each in check_candidates(event) if each.entry.number == number]
    if not found:
        raise NoDeckToCheckError
    return _start(event, found[0], DeckCheck.Chosen.PLAYER, by)


@transaction.atomic
def start_table_checks(event: Event, table: int, *, by: Actor) -> list[DeckCheck]:
    """Start a check of both decks of a table in the running round. Raises NoDeckToCheckError, CheckRunsError."""
    event = lock_event(event)
    found = [each for each in check_candidates(event) if each.match and each.match.table == table]
    if not found:
        raise NoDeckToCheckError
    return [_start(event, each, DeckCheck.Chosen.TABLE, by) for each in found]


@transaction.atomic
def note_found_cards(
    check: DeckCheck, found: Sequence[str], *, others: str = "", result: str = "", reason: str = "", by: Actor
) -> DeckCheck:
    """Save the cards found so far, one ref for each copy; ``others`` describes cards outside the pool.

    ``result`` and ``reason`` are the judge's draft; they take effect with `finish_check`.

    Raises NotInPoolFoundError, CheckEndedError.
    """
    check = _lock_running_check(check)
    if beyond := Counter(found) - Counter(registered_deck(check).pool):
        raise NotInPoolFoundError(cards=", ".join(sorted(beyond))[:80])
    check.found, check.others = sorted(found), others.strip()[:200]
    check.result, check.reason = result, reason.strip()[:200]
    check.save(update_fields=["found", "others", "result", "reason"])
    append_entry(check.stream, "deck_check_noted", author=by.account, role=by.role, after={"found": len(check.found)})
    return check


@transaction.atomic
def finish_check(check: DeckCheck, result: str, *, reason: str = "", by: Actor) -> DeckCheck:
    """Stop the clock of a check and record its result, based on the noted cards.

    Raises DeckDiffersError for "ok" if the deck differs from its list, ReasonNeededError for another result without a
    reason, CheckEndedError.
    """
    check = _lock_running_check(check)
    difference = deck_difference(registered_deck(check).cards, check.found)
    missing, extra = sum(difference.missing.values()), sum(difference.extra.values())
    if result == DeckCheck.Result.OK and (difference or check.others):
        raise DeckDiffersError(missing=missing, extra=extra)
    if result != DeckCheck.Result.OK:
        refuse_without_reason(reason)
    check.result, check.reason, check.ended_at = result, reason.strip(), timezone.now()
    check.save(update_fields=["result", "reason", "ended_at"])
    seconds = round(check.elapsed(check.ended_at).total_seconds())
    after = {"name": check.entry.name, "check": check.number, "missing": missing, "extra": extra, "seconds": seconds}
    action = RESULT_ACTIONS[result]
    append_entry(
        check.event.desk_stream, action, author=by.account, role=by.role, after=after, reason=reason, at=check.ended_at
    )
    return check


@transaction.atomic
def extend_checked_match(check: DeckCheck, minutes: int, *, by: Actor) -> Match:
    """Extend the match that waited for a check, once. Raises NoExtensionError, and the errors of `extend_match`."""
    event = lock_event(check.event)
    extendable = DeckCheck.objects.filter(pk=check.pk, match__isnull=False, ended_at__isnull=False, extra_minutes=None)
    if minutes < 1 or not extendable.update(extra_minutes=minutes):
        raise NoExtensionError
    match = Match.objects.select_related("round__event", "a", "b").get(deck_checks=check, round__event=event)
    check.extra_minutes = minutes
    return extend_match(match, minutes, reason=EXTENSION_REASON, by=by)


@transaction.atomic
def log_check_view(check: DeckCheck, *, by: Actor) -> None:
    """Log that a judge other than its own has looked at a check; at most one log entry for each judge."""
    action = "deck_check_looked_at"
    if (
        by.account == check.judge
        or LogEntry.objects.filter(stream=check.stream, action=action, author=by.account).exists()
    ):
        return
    append_entry(check.stream, action, author=by.account, role=by.role, after={"name": check.entry.name})


@transaction.atomic
def log_printed_lists(event: Event, decks: int, *, by: Actor) -> None:
    """Log that ``by`` has printed all deck lists of ``event``."""
    append_entry(event.desk_stream, "decks_printed", author=by.account, role=by.role, after={"decks": decks})


def _start(event: Event, chosen: CheckCandidate, how: str, by: Actor) -> DeckCheck:
    assert by.account is not None
    try:
        with transaction.atomic():
            check = event.deck_checks.create(
                number=event.deck_checks.count() + 1,
                entry=chosen.entry,
                match=chosen.match,
                judge=by.account,
                chosen=how,
                started_at=timezone.now(),
            )
    except IntegrityError as error:
        raise CheckRunsError(name=chosen.entry.name) from error
    after = {"name": chosen.entry.name, "check": check.number, "chosen": how}
    append_entry(
        event.desk_stream, "deck_check_started", author=by.account, role=by.role, after=after, at=check.started_at
    )
    return check


def _lock_running_check(check: DeckCheck) -> DeckCheck:
    """Return the current ``check``, locked until the transaction ends. Raises CheckEndedError."""
    locked = DeckCheck.objects.select_related("event", "entry").select_for_update(of=("self",), no_key=True)
    check = locked.get(pk=check.pk)
    if check.ended_at:
        raise CheckEndedError
    return check
