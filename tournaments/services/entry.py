"""Registration of players: join, check in, drop, change teams."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import hub
from gameplay.infrastructure.codes import normalize_code
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.throttle import count_try, raise_if_blocked
from gameplay.models import Account
from gameplay.services import accounts
from gameplay.services.corrections import require_reason
from tournaments.models import Entry, Event
from tournaments.selectors.roles import Actor
from tournaments.services.constructed_deck import submit_ready_deck
from tournaments.services.delivery import notify_webhooks
from tournaments.services.draft import leave_draft
from tournaments.services.event import lock_event
from tournaments.services.naming import unique_alias, unique_entry_name
from tournaments.services.team import NoTeamsError, find_or_create_place, join_team, leave_team, next_team_name


class CodeRefusedError(RulesError):
    """No event that can be joined has this code. Whether a past event had it is not revealed."""

    code = "code_refused"
    sentence = _("No open event has this code. Check it, or ask the organizer.")
    field = "code"


class RegistrationClosedError(RulesError):
    """Registration is closed, by hand or because the seating is published."""

    code = "registration_closed"
    clause = "DRF-1.5"
    sentence = _("Registration for this event is closed.")


class BotsPlayOnlineError(RulesError):
    """The event is drafted or played in person, where bots cannot take part."""

    code = "bots_play_online"
    sentence = _("Bots can only take part in events that are drafted and played on this site.")


class AlreadyDroppedError(RulesError):
    """The player has left the event already."""

    code = "already_dropped"
    sentence = _("{name} has already dropped.")


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """The data of a new guest: public name, its reading, language, and whether they are under the event's age.

    ``has_consent`` is for late entries, who are seated immediately: the desk has received the guardian's consent.
    """

    handle: str
    reading: str = ""
    under_age: bool = False
    language: str = ""
    has_consent: bool = False


@dataclass(frozen=True, slots=True)
class JoinedEntry:
    """A new entry; ``recovery_code`` lets a guest sign in on another device, and is shown once."""

    entry: Entry
    recovery_code: str = ""


def joinable_event(code: str, *, address: str) -> Event:
    """Return the event that can be joined with ``code``.

    ``address`` is the client's address. Wrong codes from it are limited; right codes, as of a whole shop, do not count.
    Raises CodeRefusedError, TooManyTriesError.
    """
    raise_if_blocked("join", address)
    event = Event.objects.filter(join_code=normalize_code(code) or None, registration_closed_at=None).first()
    if event is None:
        count_try("join", address)
        raise CodeRefusedError
    return event


@transaction.atomic
def register_player(
    event: Event, player: NewPlayer | Account, *, team: str = "", under_age: bool = False
) -> JoinedEntry:
    """Register ``player``, an account or a new guest, and check them in.

    In a team event the player joins ``team``, which is created if needed. An account that has joined before keeps its
    entry. ``under_age`` is only kept in an event that asks for a guardian's consent. Raises RegistrationClosedError,
    the errors of a bad handle, or those of `find_or_create_place`.
    """
    event = lock_event(event)
    if isinstance(player, Account) and (entry := event.entries.filter(account=player).first()):
        return JoinedEntry(entry)
    _refuse_closed(event)
    if isinstance(player, Account):
        by = Actor(player, "player")
        return JoinedEntry(create_entry(event, player, by=by, action="joined", team=team, under_age=under_age))
    account, under_age = get_or_create_account(player), player.under_age
    by = Actor(account, "player")
    entry = create_entry(event, account, by=by, action="joined", team=team, under_age=under_age)
    return JoinedEntry(entry, accounts.new_recovery_code(account))


@transaction.atomic
def add_walk_in(event: Event, player: NewPlayer | Account, *, by: Actor, team: str = "") -> Entry:
    """Register a player at the desk. Raises the errors of `register_player`."""
    event = lock_event(event)
    _refuse_closed(event)
    return create_entry(
        event, get_or_create_account(player), by=by, action="walked_in", team=team, under_age=states_under_age(player)
    )


@transaction.atomic
def add_bots(event: Event, count: int, *, by: Actor) -> list[Entry]:
    """Register ``count`` bots. In a team event they fill up open teams, then create teams of bots.

    Raises BotsPlayOnlineError for an event in person, RegistrationClosedError.
    """
    event = lock_event(event)
    _refuse_closed(event)
    if event.play != Event.Play.ONLINE or event.is_paper_draft:
        raise BotsPlayOnlineError
    first = event.entries.filter(account__kind=Account.Kind.BOT).count() + 1
    numbers = range(first, first + count)
    bots = [
        create_entry(event, accounts.create_bot(f"Bot {number}"), by=by, action="bot_added", team=next_team_name(event))
        for number in numbers
    ]
    for number, bot in zip(numbers, bots, strict=True) if not event.drafted else ():
        submit_ready_deck(bot, number)
    return bots


@transaction.atomic
def set_checked_in(entry: Entry, *, present: bool, by: Actor) -> Entry:
    """Check a player in or out. Raises RegistrationClosedError once registration is closed."""
    event = lock_event(entry.event)
    _refuse_closed(event)
    entry.checked_in_at = timezone.now() if present else None
    entry.save(update_fields=["checked_in_at"])
    discard_plan(event)
    action = "checked_in" if present else "checked_out"
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=_log_name(entry))
    return entry


@transaction.atomic
def drop_entry(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Drop a player from the coming rounds; played rounds still count. An official needs a reason.

    Once registration is closed, a whole team drops with one of its players (MTR 8.2); before, the player's place in the
    team becomes free. Raises AlreadyDroppedError or NoReasonError.
    """
    if by.account != entry.account:
        require_reason(reason)
    event = lock_event(entry.event)
    entry.refresh_from_db()
    if entry.dropped_after_round is not None:
        raise AlreadyDroppedError(name=entry.name)
    last = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    if not event.registration_closed_at:
        leave_team(entry)
    discard_plan(event)
    for each in [entry, *(mate for mate in entry.contestant.lineup if mate != entry)]:
        _drop_one(each, last.number if last else 0, by=by, reason=reason)
    return entry


@transaction.atomic
def change_team(entry: Entry, name: str, *, by: Actor) -> Entry:
    """Move a player to the team ``name``, which is created if needed. A team without players is deleted.

    Raises RegistrationClosedError, NoTeamsError, AlreadyDroppedError or the errors of `find_or_create_place`.
    """
    event = lock_event(entry.event)
    _refuse_closed(event)
    if not event.is_team_event:
        raise NoTeamsError
    entry.refresh_from_db()
    if entry.dropped_after_round is not None:
        raise AlreadyDroppedError(name=entry.name)
    before = entry.team.name if entry.team else ""
    leave_team(entry)
    join_team(entry, name)
    discard_plan(event)
    assert entry.team
    after = {**_log_name(entry), "team": entry.team.name, "board": entry.board}
    append_entry(
        event.desk_stream, "team_changed", author=by.account, role=by.role, before={"team": before}, after=after
    )
    return entry


@transaction.atomic
def new_device_token(entry: Entry, *, by: Actor) -> str:
    """Return the token of a one-time link that moves a player to another device; the old device loses access."""
    append_entry(entry.event.desk_stream, "device_link", author=by.account, role=by.role, after=_log_name(entry))
    return accounts.create_login_link(entry.account)


def get_or_create_account(player: NewPlayer | Account) -> Account:
    """Return the account of ``player``, created for a new guest. Raises the errors of a bad handle."""
    if isinstance(player, Account):
        return player
    return accounts.create_guest(player.handle, reading=player.reading, language=player.language)


def states_under_age(player: NewPlayer | Account) -> bool:
    """Return whether a new guest is said to be under age."""
    return isinstance(player, NewPlayer) and player.under_age


def create_entry(
    event: Event, account: Account, *, by: Actor, action: str, team: str = "", under_age: bool = False
) -> Entry:
    """Create a checked-in entry of ``account`` in ``event``, which is locked, with the next number and a unique name.

    A player ``under_age`` gets an alias, if the event asks for a guardian's consent. In a team event the entry gets a
    place in ``team``. Raises the errors of `find_or_create_place`.
    """
    found, place = find_or_create_place(event, team) if event.is_team_event else (None, None)
    last = event.entries.order_by("number").last()
    now, number = timezone.now(), last.number + 1 if last else 1
    under_age = under_age and event.guardian_age > 0
    entry = event.entries.create(
        account=account,
        number=number,
        name=unique_alias(event, account, number) if under_age else unique_entry_name(event, account),
        under_age=under_age,
        team=found,
        place=place,
        joined_at=now,
        checked_in_at=now,
    )
    discard_plan(event)
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=_log_name(entry))
    return entry


def _drop_one(entry: Entry, after_round: int, *, by: Actor, reason: str) -> None:
    entry.dropped_after_round = after_round
    entry.save(update_fields=["dropped_after_round"])
    after = {**_log_name(entry), "round": after_round}
    logged = append_entry(
        entry.event.desk_stream, "dropped", author=by.account, role=by.role, after=after, reason=reason
    )
    notify_webhooks(entry.event, logged, "dropped", player=entry.number, after_round=after_round)
    leave_draft(entry, by=by)
    hub.reauthorize(entry.account_id)


def discard_plan(event: Event) -> None:
    """Discard the plan of the pods, since the players have changed."""
    if event.plan and not event.seated_at:
        event.plan = []
        event.save(update_fields=["plan"])


def _refuse_closed(event: Event) -> None:
    if event.registration_closed_at:
        raise RegistrationClosedError


def _log_name(entry: Entry) -> dict[str, object]:
    return {"name": entry.name, "number": entry.number}
