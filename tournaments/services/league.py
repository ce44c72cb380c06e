"""Create, change, transfer and delete leagues; add events to them and remove them."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from gameplay.engine.core.errors import RulesError, _
from gameplay.games import RULESETS
from gameplay.infrastructure.handles import clean_handle
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account
from tournaments.models import Event, League, LeagueEvent
from tournaments.rules.league import MAX_EVENTS, PointsRule
from tournaments.selectors.roles import ORGANIZER, Actor

SAVED_FIELDS = ("name", "game", "match_points", "rank_points", "attendance", "best", "ratings", "visibility")


class UnknownGameError(RulesError):
    """The site has no game with this name."""

    code = "unknown_game"
    sentence = _("This game is unknown.")
    field = "game"


class OtherGameError(RulesError):
    """An event of the league is played with another game; ``details`` name it."""

    code = "other_game"
    sentence = _("{event} is played with a game that does not count in this league.")
    field = "game"
    is_state_conflict = True


class PrivateEventError(RulesError):
    """The event is private, but the table of a league is public."""

    code = "private_event"
    sentence = _("Only its participants may see {event}, but everyone can see a league. Add public events only.")
    field = "event"


class RehearsalInLeagueError(RulesError):
    """The event is a rehearsal."""

    code = "rehearsal_in_league"
    sentence = _("{event} is a rehearsal, and its results do not count.")
    field = "event"


class AlreadyInLeagueError(RulesError):
    """The event belongs to the league already."""

    code = "already_in_league"
    sentence = _("{event} belongs to this league already.")
    field = "event"
    is_state_conflict = True


class NotInLeagueError(RulesError):
    """The event does not belong to the league, or no longer."""

    code = "not_in_league"
    sentence = _("{event} does not belong to this league.")
    field = "event"
    is_state_conflict = True


class LeagueFullError(RulesError):
    """The league has the maximum number of events, which ``details`` give."""

    code = "league_full"
    sentence = _("A league can have at most {most} events. Create another league.")
    field = "event"


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The settings of a league; an empty ``game`` means any. With ``ratings``, the table has those of the players."""

    name: str
    rule: PointsRule
    game: str = ""
    visibility: str = League.Visibility.PUBLIC
    ratings: bool = False


@transaction.atomic
def create_league(settings: LeagueSettings, *, by: Account) -> League:
    """Create a league that belongs to ``by``. Raises the errors of `PointsRule.faults` and of the name and game."""
    league = League(owner=by, created_at=timezone.now())
    _apply(league, settings)
    league.slug = f"{slugify(league.name)[:40] or 'league'}-{secrets.token_hex(3)}"
    league.save(force_insert=True)
    append_entry(league.stream, "league_created", author=by, role=ORGANIZER, after=_logged(league))
    return league


@transaction.atomic
def change_league(league: League, settings: LeagueSettings, *, by: Actor) -> League:
    """Change the settings of ``league``. Nothing is logged if they are the same.

    Raises the errors of `create_league`, and OtherGameError if an event of the league has a different game.
    """
    league = _lock(league)
    before = _logged(league)
    _apply(league, settings)
    if league.game:
        other = Event.objects.filter(league_events__league=league).exclude(game=league.game).only("name").first()
        if other:
            raise OtherGameError(event=other.name)
    if _logged(league) != before:
        league.save(update_fields=SAVED_FIELDS)
        append_entry(
            league.stream, "league_changed", author=by.account, role=by.role, before=before, after=_logged(league)
        )
    return league


@transaction.atomic
def add_event(league: League, event: Event, *, by: Actor) -> LeagueEvent:
    """Add ``event`` to ``league``. It counts once it is finished.

    Raises PrivateEventError, RehearsalInLeagueError, OtherGameError, AlreadyInLeagueError, LeagueFullError.
    """
    if event.visibility != Event.Visibility.PUBLIC:
        raise PrivateEventError(event=event.name)
    if event.rehearsal:
        raise RehearsalInLeagueError(event=event.name)
    league = _lock(league)
    if league.game and league.game != event.game:
        raise OtherGameError(event=event.name)
    events = LeagueEvent.objects.filter(league=league)
    if events.filter(event=event).exists():
        raise AlreadyInLeagueError(event=event.name)
    if events.count() >= MAX_EVENTS:
        raise LeagueFullError(most=MAX_EVENTS)
    added = LeagueEvent.objects.create(league=league, event=event)
    _log_event(league, "league_event_added", event, by)
    return added


@transaction.atomic
def remove_event(league: League, event: Event, *, by: Actor) -> None:
    """Remove ``event`` from ``league``; its results no longer count. Raises NotInLeagueError."""
    league = _lock(league)
    deleted, _by_model = LeagueEvent.objects.filter(league=league, event=event).delete()
    if not deleted:
        raise NotInLeagueError(event=event.name)
    _log_event(league, "league_event_removed", event, by)


@transaction.atomic
def transfer_league(league: League, owner: Account, *, by: Actor) -> League:
    """Make ``owner``, a staff account, the owner of ``league``. Nothing is logged if it is the owner already."""
    league = _lock(league)
    if league.owner_id != owner.pk:
        league.owner = owner
        league.save(update_fields=["owner"])
        after = {"name": owner.handle}
        append_entry(league.stream, "league_transferred", author=by.account, role=by.role, after=after)
    return league


@transaction.atomic
def delete_league(league: League, *, by: Actor) -> None:
    """Delete ``league`` with its table. Its events and its log remain."""
    league = _lock(league)
    before = _logged(league) | {"slug": league.slug}
    LeagueEvent.objects.filter(league=league).delete()
    append_entry(league.stream, "league_deleted", author=by.account, role=by.role, before=before)
    league.delete()


def _lock(league: League) -> League:
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)


def _apply(league: League, settings: LeagueSettings) -> None:
    """Set the fields of ``league``. Raises the errors of the settings."""
    if settings.game and settings.game not in RULESETS:
        raise UnknownGameError
    raise_errors(settings.rule.faults())
    league.name = clean_handle(settings.name)
    league.game, league.visibility, league.ratings = settings.game, settings.visibility, settings.ratings
    league.match_points, league.rank_points = settings.rule.match_points, list(settings.rule.rank_points)
    league.attendance, league.best = settings.rule.attendance, settings.rule.best


def _logged(league: League) -> dict[str, Any]:
    """Return the settings as the log keeps them and its sentences show them."""
    return {field: getattr(league, field) for field in SAVED_FIELDS} | {
        "match_points": "yes" if league.match_points else "no",
        "ratings": "yes" if league.ratings else "no",
        "rank_points": " ".join(map(str, league.rank_points)) or "none",
        "best": league.best or "all",
    }


def _log_event(league: League, action: str, event: Event, by: Actor) -> None:
    after = {"event": event.name, "slug": event.slug}
    append_entry(league.stream, action, author=by.account, role=by.role, after=after)
