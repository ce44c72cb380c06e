"""Create and finish events, and appoint their officials."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from drafting.rules.mixes import CubeTooSmallError
from drafting.selectors.pod_cards import PackRoundConfig, pack_source
from gameplay.engine.core.chance import commitment
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.infrastructure import codes, hub
from gameplay.infrastructure.handles import clean_handle, normalize_login
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account
from tournaments.models import Event, Official
from tournaments.rules.capacity import capacity_fault
from tournaments.rules.constructed import ConstructedFormat, variant_error
from tournaments.rules.cut import CutPacksError, cut_draft_fault, cut_size_fault
from tournaments.rules.days import days_fault
from tournaments.rules.pods import announced_rounds_fault
from tournaments.rules.rulesets import MTR, UnknownRulesetError, find_tie_break_rules
from tournaments.rules.teams import team_size_fault
from tournaments.selectors.audit_trail import moved_log_heads
from tournaments.selectors.endings import FINISHED_ACTION
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pack_rounds import refuse_other_number
from tournaments.selectors.presets import DRAFT_VARIANT, UnknownProductError
from tournaments.selectors.results import open_table_labels
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.selectors.stages import is_event_cut_over
from tournaments.services.delivery import notify_webhooks
from tournaments.services.naming import mark_lookalikes
from tournaments.services.round_cancellation import cancel_rounds

CODE_LENGTH = 6
SEED_BYTES = 32
MIN_CUBE_SEATS = 4  # seats (DRF-OP-1)
ANNOUNCED_FIELDS = ("format", "switches", "ruleset", "pairing", "cut", "cut_draft", "team_size", "days")
"""The settings that the log keeps when an event is announced, besides its name, game, variant and commitment."""


class EventFinishedError(RulesError):
    """The event is over and its seed revealed: it can no longer change."""

    code = "event_finished"
    sentence = _("This event is finished.")


class RoundsMissingError(RulesError):
    """Not all announced rounds are played; ``details`` count them."""

    code = "rounds_missing"
    clause = "DRF-4.5"
    sentence = _("{played} of {announced} rounds are played. Play the rest, or finish the event early with a reason.")
    is_state_conflict = True


class CutMissingError(RulesError):
    """The top cut is not finished; ``details`` give its size."""

    code = "cut_missing"
    clause = "DRF-OP-12"
    sentence = _(
        "The top {places} is not finished. Play it, cancel it before it begins, or finish the event early with a "
        "reason."
    )
    is_state_conflict = True


class ResultsMissingError(RulesError):
    """Some tables have no result yet; ``details`` name them."""

    code = "results_missing"
    clause = "DRF-4.3"
    sentence = _("These tables have no result yet: {tables}.")
    is_state_conflict = True


class NoSuchStaffError(RulesError):
    """No staff account of the site has this name; only staff can hold an office."""

    code = "no_such_staff"
    sentence = _("There is no staff account with this name.")
    field = "handle"


class LastOrganizerError(RulesError):
    """The change would leave the event without an organizer."""

    code = "last_organizer"
    sentence = _("An event needs an organizer. Appoint another organizer first.")
    field = "role"


class NotAnOfficialError(RulesError):
    """The account holds no office in this event."""

    code = "not_an_official"
    sentence = _("This person is not an official of this event.")
    field = "handle"


class ReasonNeededError(RulesError):
    """An override of a draw or a report needs a public reason."""

    code = "reason_needed"
    sentence = _("Give a reason. The reason is public.")
    field = "reason"


def refuse_without_reason(reason: str) -> None:
    """Raise ReasonNeededError if ``reason`` is blank."""
    if not reason.strip():
        raise ReasonNeededError


@dataclass(frozen=True, slots=True)
class NewEvent:
    """The data of a new event; ``settings`` are further fields of Event.

    The setting ``days`` is a list of EventDay. For a draft, ``boosters`` give the packs of each pack round; with a
    ``cube`` they only name the game. Without boosters the event is for constructed decks, and ``game`` and ``variant``
    are required.
    """

    name: str
    format: DraftFormat | ConstructedFormat
    boosters: Sequence[PackRoundConfig] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    cube: Sequence[str] = ()
    game: str = ""
    variant: str = DRAFT_VARIANT

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules of its game; None for an unknown game."""
        return RULESETS.get(self.boosters[0]["game"] if self.boosters else self.game)


def default_pick_clock(opening: str) -> str:
    """Return the default pick clock: off for a paper draft, else relaxed, so that absent players cannot block a pod."""
    return "off" if opening == Pod.Opening.TABLE else "relaxed"


@transaction.atomic
def create_event(
    new: NewEvent, *, by: Account, seed: bytes | None = None, event_id: UUID | None = None, at: datetime | None = None
) -> Event:
    """Create an event with a seed, the commitment to it and a join code. ``by`` becomes its organizer.

    ``seed`` and ``event_id`` are only given to reproduce an event, in demonstrations and tests.

    Raises RulesErrorGroup or a RulesError that names the field for settings that cannot be played.
    """
    ruleset = new.ruleset
    if ruleset is None:
        raise UnknownProductError
    raise_errors([*_format_faults(new, ruleset), *_house_ruling_faults(new, ruleset), *_standings_faults(new)])
    capacity = capacity_fault(new.settings.get("capacity"), new.settings.get("team_size", 1))
    raise_errors(filter(None, [capacity, _days_fault(new)]))
    event = Event(name=clean_handle(new.name), created_at=at or timezone.now(), **new.settings)
    event.game, event.variant = ruleset.name, new.variant
    event.format, event.boosters = asdict(new.format), [dict(booster) for booster in new.boosters]
    event.cube, event.days = list(new.cube), [day.as_json for day in new.settings.get("days", ())]
    event.pairing = event.pairing if event.drafted else Event.Pairing.EVENT
    event.switches = ruleset.changed_switches(event.variant, event.switches)
    event.decks_locked_at = event.created_at if event.shared_deck else None  # a shared deck is known from the start
    event.pk = event_id or event.pk
    event.slug = f"{slugify(event.name)[:40] or 'event'}-{secrets.token_hex(3)}"
    event.seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    event.commitment = commitment(str(event.pk), event.seed)
    _save_with_code(event)
    event.officials.create(account=by, role=ORGANIZER)
    append_entry(
        event.stream,
        "event_created",
        author=by,
        role=ORGANIZER,
        after={name: getattr(event, name) for name in ("name", "commitment", "game", "variant", *ANNOUNCED_FIELDS)},
    )
    return event


@transaction.atomic
def appoint_official(event: Event, account: Account, role: str, *, by: Actor) -> Official:
    """Give ``account`` an official role in ``event``, replacing its present one. Raises LastOrganizerError.

    Players whose name could be mistaken for the official's are marked.
    """
    event = lock_event(event)
    others = event.officials.filter(role=ORGANIZER).exclude(account=account)
    if role != ORGANIZER and not others.exists():
        raise LastOrganizerError
    official, created = Official.objects.update_or_create(event=event, account=account, defaults={"role": role})
    append_entry(
        event.stream, "appointed", author=by.account, role=by.role, after={"name": account.handle, "office": role}
    )
    if created:
        mark_lookalikes(event, account, by=by)
    hub.reauthorize(account.pk)
    return official


@transaction.atomic
def dismiss_official(event: Event, account: Account, *, by: Actor) -> None:
    """Remove ``account`` from the officials of ``event``; its open streams are closed immediately.

    Raises LastOrganizerError, NotAnOfficialError.
    """
    event = lock_event(event)
    held = event.officials.filter(account=account).first()
    if held is None:
        raise NotAnOfficialError
    if held.role == ORGANIZER and event.officials.filter(role=ORGANIZER).count() == 1:
        raise LastOrganizerError
    held.delete()
    after = {"name": account.handle, "office": held.role}
    append_entry(event.stream, "dismissed", author=by.account, role=by.role, after=after)
    hub.reauthorize(account.pk)


def find_staff(handle: str) -> Account:
    """Return the active staff account named ``handle``. Raises NoSuchStaffError."""
    account = Account.objects.filter(login=normalize_login(handle), is_active=True).first()
    if account is None:
        raise NoSuchStaffError
    return account


@transaction.atomic
def finish_event(event: Event, *, by: Actor) -> Event:
    """Finish ``event`` and reveal its seed, so that everyone can verify what the seed decided.

    Raises RoundsMissingError, ResultsMissingError, CutMissingError, EventFinishedError.
    """
    event = lock_event(event)
    played = event.rounds.filter(published_at__isnull=False).count()
    if played < event.event_format.rounds:
        raise RoundsMissingError(played=played, announced=event.event_format.rounds)
    refuse_missing_results(event)
    if event.cut and not is_event_cut_over(event, tournament_of(event)):
        raise CutMissingError(places=event.cut)
    return end_event(event, FINISHED_ACTION, complete_rounds=played, by=by, log_data={"rounds": played})


def end_event(
    event: Event, action: str, *, complete_rounds: int, by: Actor, log_data: dict[str, Any], reason: str = ""
) -> Event:
    """Finish ``event``, which is locked, and reveal its seed; rounds after the ``complete_rounds`` are cancelled.

    ``action`` is the log action, ``log_data`` further data for the log and the webhooks.
    """
    event.finished_at = timezone.now()
    event.save(update_fields=["finished_at"])
    cancel_rounds(event, after=complete_rounds, at=event.finished_at)
    revealed = log_data | {"seed": bytes(event.seed).hex(), "heads": moved_log_heads(event)}
    entry = append_entry(event.stream, action, author=by.account, role=by.role, after=revealed, reason=reason)
    notify_webhooks(event, entry, "event_finished", **log_data)
    return event


def lock_event(event: Event) -> Event:
    """Return the current ``event``, locked for the rest of the transaction.

    Rows are locked in one order to avoid deadlocks: an event, then its pods by their keys. An action at a pod never
    locks its event; the event advances after that has committed. SQLite has a single writer anyway. Raises
    EventFinishedError.
    """
    locked = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if locked.finished_at:
        raise EventFinishedError
    return locked


def refuse_missing_results(event: Event) -> None:
    """Raise ResultsMissingError if a table of a published round has no final result."""
    if tables := open_table_labels(event):
        raise ResultsMissingError(tables=", ".join(map(str, tables)))


def _format_faults(new: NewEvent, ruleset: Ruleset) -> list[RulesError]:
    if isinstance(new.format, DraftFormat):
        return new.format.faults() or _pack_faults(new, new.format)
    if new.variant not in ruleset.constructed_variants:
        return [variant_error(ruleset, new.variant)]
    return new.format.faults(counts=bool(ruleset.scoring.target_field))


def _pack_faults(new: NewEvent, terms: DraftFormat) -> list[RulesError]:
    try:
        again, other = new.settings.get("cut_draft"), new.settings.get("cut_boosters", ())
        if new.cube:
            check_cube(new.cube, terms, new.settings.get("cut", 0) if again and not other else 0)
        for booster in (*(() if new.cube else new.boosters), *other):
            pack_source(booster, terms.pack_size)
        if other and not again:
            raise CutPacksError
        if other:
            refuse_other_number(other, terms.packs)
    except KeyError:
        return [UnknownProductError()]
    except RulesError as refusal:
        return [refusal]
    return []


def check_cube(cube: Sequence[str], terms: DraftFormat, cut_seats: int) -> None:
    """Raise CubeTooSmallError if ``cube`` is too small for the smallest pod, or for the ``cut_seats`` of a top cut.

    Larger pods are checked when planned.
    """
    seats = max(MIN_CUBE_SEATS, cut_seats)
    needed = seats * terms.pool_size
    if needed > len(cube):
        raise CubeTooSmallError(seats=seats, needed=needed, cards=len(cube))


def _house_ruling_faults(new: NewEvent, ruleset: Ruleset) -> list[RulesError]:
    known = new.variant in ruleset.variants
    return [*ruleset.ruling_faults(new.variant, new.settings.get("switches", {}))] if known else []


def _standings_faults(new: NewEvent) -> list[RulesError]:
    """Return the errors of the number of rounds, the top cut, the team size and the rule set."""
    size = new.settings.get("team_size", 1)
    across = size > 1 or not new.boosters or new.settings.get("pairing") == Event.Pairing.EVENT
    faults = (
        None if across else announced_rounds_fault(new.format.rounds),
        cut_size_fault(places := new.settings.get("cut", 0)),
        team_size_fault(size),
        cut_draft_fault(places, drafted=bool(new.boosters), teams=size > 1) if new.settings.get("cut_draft") else None,
    )
    found: list[RulesError] = [fault for fault in faults if fault]
    try:
        find_tie_break_rules(new.settings.get("ruleset", MTR.code))
    except UnknownRulesetError as refusal:
        return [*found, refusal]
    return [*found]


def _days_fault(new: NewEvent) -> RulesError | None:
    days, starts_at = new.settings.get("days", ()), new.settings.get("starts_at")
    return days_fault(days, starts_at=starts_at, rounds=new.format.rounds, cut=new.settings.get("cut", 0))


def _save_with_code(event: Event) -> None:
    """Save a new event with a unique join code."""
    while event._state.adding:
        event.join_code = codes.new_code(CODE_LENGTH)
        try:
            with transaction.atomic():
                event.save(force_insert=True)
        except IntegrityError:
            if not Event.objects.filter(join_code=event.join_code).exists():
                raise
