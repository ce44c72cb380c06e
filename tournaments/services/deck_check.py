"""Decks are checked: a judge takes one, lays it beside its list, and says what was found. Judges who play never see any."""

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
"""The reason of an extension, as the log keeps it: tournaments.sentences has its words."""
RESULT_ACTIONS = {"ok": "deck_ok", "fixed": "deck_fixed", "penalty": "deck_penalty"}


class NoDeckToCheckError(RulesError):
    """Nobody is left whose deck is in and not checked, or it is not this one's."""

    code = "no_deck_to_check"
    clause = "DRF-3.2"
    sentence = _("There is no deck to check here: it is not in yet, or every deck was checked.")
    is_state_conflict = True


class CheckRunsError(RulesError):
    """The deck is being checked; ``details`` names its player."""

    code = "deck_check_runs"
    sentence = _("The deck of {name} is being checked already.")
    is_state_conflict = True


class CheckEndedError(RulesError):
    """The check has its result."""

    code = "deck_check_ended"
    sentence = _("This check has its result already.")
    is_state_conflict = True


class DeckDiffersError(RulesError):
    """What was found is not what was registered; ``details`` counts both ways."""

    code = "deck_differs"
    clause = "DRF-3.3"
    sentence = _(
        "{missing} cards of the list were not found, {extra} are too many: say that it was put right, or a penalty."
    )
    field = "result"


class NotInPoolFoundError(RulesError):
    """More copies were noted than the player has drafted; cards of no pool are written down in words."""

    code = "not_in_pool_found"
    clause = "DRF-3.3"
    sentence = _("These copies are not among those listed here: {cards}. Write other cards down in words.")
    field = "found"


class NoExtensionError(RulesError):
    """There is no match to be extended for this check, or it was extended already."""

    code = "no_extension"
    sentence = _("There is no match that waits for this check, or it has its extension already.")
    is_state_conflict = True


def deck_checker(event: Event, account: object) -> Actor:
    """Return ``account`` as the judge of ``event`` who may see decks. Raises Http404 for everybody else.

    The log keeps who holds an office, plays, and asked for decks all the same (AC-J8).
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
    """Take a deck that nobody has checked, drawn by the event's seed, so that nobody chooses it.

    Raises NoDeckToCheckError.
    """
    event = lock_event(event)
    left = sorted((each for each in check_candidates(event) if each.check is None), key=lambda each: each.entry.number)
    if not left:
        raise NoDeckToCheckError
    stream = RandomStream(bytes(event.seed), f"deck check/{event.deck_checks.count() + 1}")
    return _start(event, stream.sample(left, 1)[0], DeckCheck.Chosen.RANDOM, by)


@transaction.atomic
def start_player_check(event: Event, number: int, *, by: Actor) -> DeckCheck:
    """Take the deck of the player with this number. Raises NoDeckToCheckError, CheckRunsError."""
    event = lock_event(event)
    found = [each for each in check_candidates(event) if each.entry.number == number]
    if not found:
        raise NoDeckToCheckError
    return _start(event, found[0], DeckCheck.Chosen.PLAYER, by)


@transaction.atomic
def start_table_checks(event: Event, table: int, *, by: Actor) -> list[DeckCheck]:
    """Take both decks of a table that plays now. Raises NoDeckToCheckError, CheckRunsError."""
    event = lock_event(event)
    found = [each for each in check_candidates(event) if each.match and each.match.table == table]
    if not found:
        raise NoDeckToCheckError
    return [_start(event, each, DeckCheck.Chosen.TABLE, by) for each in found]


@transaction.atomic
def note_found_cards(
    check: DeckCheck, found: Sequence[str], *, others: str = "", result: str = "", reason: str = "", by: Actor
) -> DeckCheck:
    """Keep what was found so far, a ref a copy; ``others`` are cards of no pool, in words.

    ``result`` and ``reason`` are what the judge means to say of it; nothing is said before `finish`.

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
    """Stop the clock of a check and say what became of it, of what was noted.

    Raises DeckDiffersError for "ok" where something differs, ReasonNeededError for anything else without a reason,
    CheckEndedError.
    """
    check = _lock_running_check(check)
    unlike = deck_difference(registered_deck(check).cards, check.found)
    missing, extra = sum(unlike.missing.values()), sum(unlike.extra.values())
    if result == DeckCheck.Result.OK and (unlike or check.others):
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
    """Extend the match that waited for a check, once. Raises NoExtensionError, and what `extend` does."""
    event = lock_event(check.event)
    given = DeckCheck.objects.filter(pk=check.pk, match__isnull=False, ended_at__isnull=False, extra_minutes=None)
    if minutes < 1 or not given.update(extra_minutes=minutes):
        raise NoExtensionError
    match = Match.objects.select_related("round__event", "a", "b").get(deck_checks=check, round__event=event)
    check.extra_minutes = minutes
    return extend_match(match, minutes, reason=EXTENSION_REASON, by=by)


@transaction.atomic
def log_check_view(check: DeckCheck, *, by: Actor) -> None:
    """Keep in the log that another judge than its own has looked at a check; once is enough."""
    action = "deck_check_looked_at"
    if (
        by.account == check.judge
        or LogEntry.objects.filter(stream=check.stream, action=action, author=by.account).exists()
    ):
        return
    append_entry(check.stream, action, author=by.account, role=by.role, after={"name": check.entry.name})


@transaction.atomic
def log_printed_lists(event: Event, decks: int, *, by: Actor) -> None:
    """Keep in the log who had all the lists of ``event`` before them."""
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
    """Return ``check`` as it is now; nobody else changes it until the transaction ends. Raises CheckEndedError."""
    locking = DeckCheck.objects.select_related("event", "entry").select_for_update(of=("self",), no_key=True)
    check = locking.get(pk=check.pk)
    if check.ended_at:
        raise CheckEndedError
    return check
