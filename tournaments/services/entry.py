"""Registration of players: join, check in, drop, change teams."""

from dataclasses import dataclass, replace

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
from tournaments.models import Entry, Event, WaitingPlayer
from tournaments.selectors.roles import Actor
from tournaments.selectors.waiting_list import has_place, waiting_players
from tournaments.services.constructed_deck import submit_ready_deck
from tournaments.services.delivery import notify_webhooks
from tournaments.services.draft import leave_draft
from tournaments.services.event import lock_event
from tournaments.services.guest_limit import limited_guests
from tournaments.services.join_form import guest_of_form, remember_guest
from tournaments.services.new_entry import (
    NewPlayer,
    create_entry,
    discard_plan,
    get_or_create_account,
    log_name,
    refuse_closed,
    states_under_age,
)
from tournaments.services.team import NoTeamsError, join_team, leave_team, next_team_name
from tournaments.services.waiting_list import add_to_waiting_list, admit_in_order


class CodeRefusedError(RulesError):
    """No event that can be joined has this code. Whether a past event had it is not revealed."""

    code = "code_refused"
    sentence = _("No open event has this code. Check it, or ask the organizer.")
    field = "code"


class BotsPlayOnlineError(RulesError):
    """The event is drafted or played in person, where bots cannot take part."""

    code = "bots_play_online"
    sentence = _("Bots can only take part in events that are drafted and played on this site.")


class AlreadyDroppedError(RulesError):
    """The player has left the event already."""

    code = "already_dropped"
    sentence = _("{name} has already dropped.")


class EventFullError(RulesError):
    """The event has no place for another player who registers."""

    code = "event_full"
    sentence = _("The event is full.")
    is_state_conflict = True


@dataclass(frozen=True, slots=True)
class JoinedEntry:
    """A new entry; ``recovery_code`` lets a guest sign in on another device, and is shown once."""

    entry: Entry
    recovery_code: str = ""

    @property
    def account(self) -> Account:
        return self.entry.account


@dataclass(frozen=True, slots=True)
class JoinedWaitingList:
    """A player on the waiting list of a full event; ``recovery_code`` is as in `JoinedEntry`."""

    waiting: WaitingPlayer
    recovery_code: str = ""

    @property
    def account(self) -> Account:
        return self.waiting.account


Joined = JoinedEntry | JoinedWaitingList


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
def join_event(
    event: Event, player: NewPlayer | Account, *, team: str = "", under_age: bool = False, address: str = ""
) -> Joined:
    """Register ``player``, or put them on the waiting list if the event is full.

    An account that waits already keeps its place, as does a guest whose form is sent again. ``address`` is the client's
    address, if it limits the number of guests. Raises WaitingListFullError, TooManyGuestsError or the errors of
    `register_player`.
    """
    event = lock_event(event)
    if isinstance(player, Account):
        return _place_of_account(event, player) or _join_as_account(
            event, player, team=team, under_age=under_age, address="" if player.kind == Account.Kind.STAFF else address
        )
    guest = guest_of_form(player.form_number)
    if guest and (joined := _place_of_guest(event, guest)):
        return joined
    with limited_guests(event, address):
        joined = _join_as_guest(event, player, team=team)
    remember_guest(player.form_number, joined.account)
    return joined


def _join_as_account(event: Event, account: Account, *, team: str, under_age: bool, address: str) -> Joined:
    with limited_guests(event, address):
        if event.registration_closed_at or has_place(event, team):
            return register_player(event, account, team=team, under_age=under_age)
        return JoinedWaitingList(add_to_waiting_list(event, account, team=team, under_age=under_age))


def _join_as_guest(event: Event, player: NewPlayer, *, team: str) -> Joined:
    if event.registration_closed_at or has_place(event, team):
        return register_player(event, player, team=team)
    account = get_or_create_account(player)
    waiting = add_to_waiting_list(event, account, team=team, under_age=player.under_age)
    return JoinedWaitingList(waiting, accounts.new_recovery_code(account))


def _place_of_account(event: Event, account: Account) -> Joined | None:
    """Return the place of ``account`` in the event or on its waiting list."""
    if entry := event.entries.filter(account=account).first():
        return JoinedEntry(entry)
    waiting = None if event.registration_closed_at else waiting_players(event).filter(account=account).first()
    return JoinedWaitingList(waiting) if waiting else None


def _place_of_guest(event: Event, guest: Account) -> Joined | None:
    """Return the place of ``guest`` in the event or on its waiting list, with a new recovery code."""
    joined = _place_of_account(event, guest)
    return joined and replace(joined, recovery_code=accounts.new_recovery_code(guest))


@transaction.atomic
def register_player(
    event: Event, player: NewPlayer | Account, *, team: str = "", under_age: bool = False
) -> JoinedEntry:
    """Register ``player``, an account or a new guest, and check them in.

    In a team event the player joins ``team``, which is created if needed. An account that has joined before keeps its
    entry. ``under_age`` is only kept in an event that asks for a guardian's consent. Raises RegistrationClosedError,
    EventFullError, the errors of a bad handle, or those of `find_or_create_place`.
    """
    event = lock_event(event)
    if isinstance(player, Account) and (entry := event.entries.filter(account=player).first()):
        return JoinedEntry(entry)
    refuse_closed(event)
    if not has_place(event, team):
        raise EventFullError
    if isinstance(player, Account):
        by = Actor(player, "player")
        return JoinedEntry(create_entry(event, player, by=by, action="joined", team=team, under_age=under_age))
    account, under_age = get_or_create_account(player), player.under_age
    by = Actor(account, "player")
    entry = create_entry(event, account, by=by, action="joined", team=team, under_age=under_age)
    return JoinedEntry(entry, accounts.new_recovery_code(account))


@transaction.atomic
def add_walk_in(event: Event, player: NewPlayer | Account, *, by: Actor, team: str = "") -> Entry:
    """Register a player at the desk, even above the capacity. Raises the other errors of `register_player`."""
    event = lock_event(event)
    refuse_closed(event)
    entry = create_entry(
        event, get_or_create_account(player), by=by, action="walked_in", team=team, under_age=states_under_age(player)
    )
    admit_in_order(event)  # the player may have created the team of others
    return entry


@transaction.atomic
def add_bots(event: Event, count: int, *, by: Actor) -> list[Entry]:
    """Register ``count`` bots. In a team event they fill up open teams, then create teams of bots.

    Raises BotsPlayOnlineError for an event in person, RegistrationClosedError.
    """
    event = lock_event(event)
    refuse_closed(event)
    if event.play != Event.Play.ONLINE or event.is_paper_draft:
        raise BotsPlayOnlineError
    first = event.entries.filter(account__kind=Account.Kind.BOT).count() + 1
    numbers = range(first, first + count)
    bots = [
        create_entry(event, accounts.create_bot(f"Bot {number}"), by=by, action="bot_added", team=next_team_name(event))
        for number in numbers
    ]
    for number, bot in zip(numbers, bots, strict=True) if event.brings_decks else ():
        submit_ready_deck(bot, number)
    return bots


@transaction.atomic
def set_checked_in(entry: Entry, *, present: bool, by: Actor) -> Entry:
    """Check a player in or out. Raises RegistrationClosedError once registration is closed."""
    event = lock_event(entry.event)
    refuse_closed(event)
    entry.checked_in_at = timezone.now() if present else None
    entry.save(update_fields=["checked_in_at"])
    discard_plan(event)
    action = "checked_in" if present else "checked_out"
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=log_name(entry))
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
    admit_in_order(event)
    return entry


@transaction.atomic
def change_team(entry: Entry, name: str, *, by: Actor) -> Entry:
    """Move a player to the team ``name``, which is created if needed. A team without players is deleted.

    Raises RegistrationClosedError, NoTeamsError, AlreadyDroppedError or the errors of `find_or_create_place`.
    """
    event = lock_event(entry.event)
    refuse_closed(event)
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
    after = {**log_name(entry), "team": entry.team.name, "board": entry.board}
    append_entry(
        event.desk_stream, "team_changed", author=by.account, role=by.role, before={"team": before}, after=after
    )
    admit_in_order(event)
    return entry


@transaction.atomic
def new_device_token(entry: Entry, *, by: Actor) -> str:
    """Return the token of a one-time link that moves a player to another device; the old device loses access."""
    append_entry(entry.event.desk_stream, "device_link", author=by.account, role=by.role, after=log_name(entry))
    return accounts.create_login_link(entry.account)


def _drop_one(entry: Entry, after_round: int, *, by: Actor, reason: str) -> None:
    entry.dropped_after_round = after_round
    entry.save(update_fields=["dropped_after_round"])
    after = {**log_name(entry), "round": after_round}
    logged = append_entry(
        entry.event.desk_stream, "dropped", author=by.account, role=by.role, after=after, reason=reason
    )
    notify_webhooks(entry.event, logged, "dropped", player=entry.number, after_round=after_round)
    leave_draft(entry, by=by)
    hub.reauthorize(entry.account_id)
