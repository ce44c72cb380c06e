"""Players come, are there, and leave."""

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
from tournaments.services.naming import unique_entry_name
from tournaments.services.team import NoTeamsError, find_or_create_place, join_team, leave_team, next_team_name


class CodeRefusedError(RulesError):
    """No event that can be joined has this code: whether one ever had is not said."""

    code = "code_refused"
    sentence = _("No open event has this code. Check it, or ask the organizer.")
    field = "code"


class RegistrationClosedError(RulesError):
    """The seating is published, or registration was closed: nobody can join any more."""

    code = "registration_closed"
    clause = "DRF-1.5"
    sentence = _("Registration is closed, so nobody can join any more.")


class BotsPlayOnlineError(RulesError):
    """A bot cannot sit down at a table of wood."""

    code = "bots_play_online"
    sentence = _("Bots draft and play on this site, and this event does not do both here.")


class AlreadyDroppedError(RulesError):
    """The player has left the event already."""

    code = "already_dropped"
    sentence = _("{name} has already dropped.")


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """What a guest says about themselves: the public name, how it is read, and whether they are a minor."""

    handle: str
    name_reading: str = ""
    under_16: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class JoinedEntry:
    """A new entry; ``recovery_code`` moves a guest to another device, and is shown once."""

    entry: Entry
    recovery_code: str = ""


def joinable_event(code: str, *, address: str) -> Event:
    """Return the event that can be joined with ``code``.

    ``address`` is where it was typed; few wrong codes are allowed there, and none of a whole shop's right ones count.
    Raises CodeRefusedError, TooManyTriesError.
    """
    raise_if_blocked("join", address)
    event = Event.objects.filter(join_code=normalize_code(code) or None, registration_closed_at=None).first()
    if event is None:
        count_try("join", address)
        raise CodeRefusedError
    return event


@transaction.atomic
def register_player(event: Event, player: NewPlayer | Account, *, team: str = "") -> JoinedEntry:
    """Enter ``who``, a guest to be or somebody with an account, and check them in: they are there, or online.

    In an event of teams they found ``team`` or join it. Somebody who has joined before keeps their entry. Raises
    RegistrationClosedError, what a bad handle raises, or what `place_in` does.
    """
    event = lock_event(event)
    if isinstance(player, Account) and (entry := event.entries.filter(account=player).first()):
        return JoinedEntry(entry)
    _refuse_closed(event)
    if isinstance(player, Account):
        return JoinedEntry(create_entry(event, player, by=Actor(player, "player"), action="joined", team=team))
    account = get_or_create_account(player)
    entry = create_entry(event, account, by=Actor(account, "player"), action="joined", team=team)
    return JoinedEntry(entry, accounts.new_recovery_code(account))


@transaction.atomic
def add_walk_in(event: Event, player: NewPlayer | Account, *, by: Actor, team: str = "") -> Entry:
    """Enter somebody who stands at the desk. Raises what `join` does."""
    event = lock_event(event)
    _refuse_closed(event)
    return create_entry(event, get_or_create_account(player), by=by, action="walked_in", team=team)


@transaction.atomic
def add_bots(event: Event, count: int, *, by: Actor) -> list[Entry]:
    """Enter so many bots, which draft, build and play by themselves. They fill teams up, then found their own.

    Raises BotsPlayOnlineError for an event at tables, RegistrationClosedError.
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
    """Note that a player is there, or is not. Raises RegistrationClosedError once the seating is published."""
    event = lock_event(entry.event)
    _refuse_closed(event)
    entry.checked_in_at = timezone.now() if present else None
    entry.save(update_fields=["checked_in_at"])
    _forget_plan(event)
    action = "checked_in" if present else "checked_out"
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=_named(entry))
    return entry


@transaction.atomic
def drop_entry(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Take a player out of the rounds to come; what was played stays. Who does so for somebody else says why.

    Once teams are seated all of a team leave with one of them (MTR 8.2); before, the place is free for somebody else.
    Raises AlreadyDroppedError or NoReasonError.
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
    _forget_plan(event)
    for each in [entry, *(mate for mate in entry.contestant.lineup if mate != entry)]:
        _drop_one(each, last.number if last else 0, by=by, reason=reason)
    return entry


@transaction.atomic
def change_team(entry: Entry, name: str, *, by: Actor) -> Entry:
    """Let a player found the team of that name, or join it, before the seating; a team that nobody is left in is gone.

    Raises RegistrationClosedError, NoTeamsError, AlreadyDroppedError or what `place_in` does.
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
    _forget_plan(event)
    assert entry.team
    after = {**_named(entry), "team": entry.team.name, "board": entry.board}
    append_entry(
        event.desk_stream, "team_changed", author=by.account, role=by.role, before={"team": before}, after=after
    )
    return entry


@transaction.atomic
def new_device_token(entry: Entry, *, by: Actor) -> str:
    """Return the token of a link that moves a player's seat to another device, once; the old one loses access then."""
    append_entry(entry.event.desk_stream, "device_link", author=by.account, role=by.role, after=_named(entry))
    return accounts.create_login_link(entry.account)


def get_or_create_account(player: NewPlayer | Account) -> Account:
    """Return the account of ``who``, made anew for a guest to be. Raises what a bad handle raises."""
    if isinstance(player, Account):
        return player
    return accounts.create_guest(
        player.handle, reading=player.name_reading, language=player.language, under_16=player.under_16
    )


def create_entry(event: Event, account: Account, *, by: Actor, action: str, team: str = "") -> Entry:
    """Give ``account`` the next number in ``event``, which is held, and a name of their own there; they are present.

    In an event of teams they have a place in ``team``. Raises what `place_in` does.
    """
    found, place = find_or_create_place(event, team) if event.is_team_event else (None, None)
    last = event.entries.order_by("number").last()
    now = timezone.now()
    entry = event.entries.create(
        account=account,
        number=last.number + 1 if last else 1,
        name=unique_entry_name(event, account),
        team=found,
        place=place,
        joined_at=now,
        checked_in_at=now,
    )
    _forget_plan(event)
    append_entry(event.desk_stream, action, author=by.account, role=by.role, after=_named(entry))
    return entry


def _drop_one(entry: Entry, after_round: int, *, by: Actor, reason: str) -> None:
    entry.dropped_after_round = after_round
    entry.save(update_fields=["dropped_after_round"])
    after = {**_named(entry), "round": after_round}
    told = append_entry(entry.event.desk_stream, "dropped", author=by.account, role=by.role, after=after, reason=reason)
    notify_webhooks(entry.event, told, "dropped", player=entry.number, after_round=after_round)
    leave_draft(entry, by=by)
    hub.reauthorize(entry.account_id)


def _forget_plan(event: Event) -> None:
    """Pods that were planned for other players are planned again."""
    if event.plan and not event.seated_at:
        event.plan = []
        event.save(update_fields=["plan"])


def _refuse_closed(event: Event) -> None:
    if event.registration_closed_at:
        raise RegistrationClosedError


def _named(entry: Entry) -> dict[str, object]:
    return {"name": entry.name, "number": entry.number}
