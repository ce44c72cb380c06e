"""Practice events, which a bot runs automatically so that visitors can try the site."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.background import after_commit, call_each_and_log_errors
from gameplay.models import Account, OnlineGame
from gameplay.services import accounts
from tournaments.models import Event, Official
from tournaments.selectors.next_step import next_step
from tournaments.selectors.presets import DraftPreset, constructed_presets, draft_presets
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.constructed_deck import close_registration, lock_decks
from tournaments.services.cut_draft import seat_cut
from tournaments.services.entry import add_bots, register_player
from tournaments.services.event import NewEvent, create_event, finish_event
from tournaments.services.pod import open_packs, plan_pods, publish_seating, swap_seats
from tournaments.services.round import propose_round, publish_round

PRACTICE_SEATS = 6
HOST = "Host"
ABANDONED_AFTER = timedelta(days=1)  # a practice event of this age is no longer advanced


class NothingToDraftError(RulesError):
    """The catalogue has no draftable set, or no preset of the named game."""

    code = "nothing_to_draft"
    sentence = _("There is no card set for this event.")


STEPS: Mapping[str, Callable[[Event, Actor], object]] = {
    "make_pods": lambda event, by: plan_pods(event, by=by),
    "publish_seating": lambda event, by: publish_seating(event, by=by),
    "close_registration": lambda event, by: close_registration(event, by=by),
    "lock_decks": lambda event, by: lock_decks(event, by=by),
    "open_packs": lambda event, by: open_packs(event, by=by),
    "seat_cut": lambda event, by: seat_cut(event, by=by),
    "pair_round": lambda event, by: propose_round(event, by=by),
    "publish_round": lambda event, by: publish_round(event, next_step(event).fields["round"], by=by),
    "finish": lambda event, by: finish_event(event, by=by),
}


def take_next_step(event: Event, *, by: Actor) -> bool:
    """Take the event's next step, as the main button of the desk would; return False if there is none to take.

    Raises the errors of the step.
    """
    event.refresh_from_db()
    step = next_step(event)
    if step.blocked or step.code not in STEPS:
        return False
    STEPS[step.code](event, by)
    return True


def create_practice_event(
    *,
    by: Account,
    name: str,
    seed: bytes | None = None,
    event_id: UUID | None = None,
    cut: int = 0,
    cut_draft: bool = False,
    game: str = "",
) -> Event:
    """Create a private practice event that is played on this site, with a top cut of ``cut`` players.

    With ``cut_draft`` they draft again. The event is a draft, or a constructed event if a ``game`` is named.
    Raises NothingToDraftError or RulesErrorGroup.
    """
    settings: dict[str, Any] = {"rehearsal": True, "play": Event.Play.ONLINE, "visibility": Event.Visibility.PRIVATE}
    settings |= {"cut": cut, "cut_draft": cut_draft}
    new = _constructed(name, game, settings) if game else _draft(name, settings)
    return create_event(new, by=by, seed=seed, event_id=event_id)


def _draft(name: str, settings: dict[str, Any]) -> NewEvent:
    chosen = default_preset()
    return NewEvent(name, chosen.format, chosen.boosters, settings)


def _constructed(name: str, game: str, settings: dict[str, Any]) -> NewEvent:
    """Return a new event from the game's first constructed preset. Raises NothingToDraftError."""
    chosen = next((each for each in constructed_presets() if each.ruleset.name == game), None)
    if chosen is None:
        raise NothingToDraftError
    return NewEvent(name, chosen.format, (), settings, game=game, variant=chosen.variant)


def default_preset() -> DraftPreset:
    """Return the first draft preset. Raises NothingToDraftError."""
    found = draft_presets()
    if not found:
        raise NothingToDraftError
    return found[0]


@transaction.atomic
def seat_among_bots(visitor: Account, *, name: str, reason: str) -> Event:
    """Seat ``visitor`` in seat 1 of a pod of bots, in a new event that a bot runs.

    ``reason`` is logged for the swap into seat 1. Raises NothingToDraftError.
    """
    host = accounts.create_bot(HOST)
    by = Actor(host, ORGANIZER)
    event = create_practice_event(by=host, name=name)
    entry = register_player(event, visitor).entry
    add_bots(event, PRACTICE_SEATS - 1, by=by)
    event = plan_pods(event, by=by)
    first = event.plan[0][0]
    if first != entry.number:
        event = swap_seats(event, first, entry.number, reason=reason, by=by)
    return publish_seating(event, by=by)


def on_decks_submitted(pod: Pod) -> None:
    """Advance the event of ``pod`` if a bot runs it, after its decks are submitted."""
    _advance_after_commit(Event.objects.filter(pods__pod=pod))


def on_game_finished(game: OnlineGame) -> None:
    """Advance the event of ``game`` if a bot runs it, after the game is over."""
    _advance_after_commit(Event.objects.filter(rounds__matches__games__game=game))


def sweep_practice_events(now: datetime) -> None:
    """Once a minute, advance the events run by bots, in case a step was lost in a crash."""
    if now.second == 0:
        call_each_and_log_errors(
            _run_by_bots(Event.objects.filter(created_at__gt=now - ABANDONED_AFTER)), advance_event
        )


def advance_event(event: Event) -> None:
    """Take the next steps of ``event`` as the bot that runs it, until it waits for a player."""
    host = Official.objects.select_related("account").get(event=event, account__kind=Account.Kind.BOT)
    while take_next_step(event, by=Actor(host.account, host.role)):
        pass


def _advance_after_commit(events: QuerySet[Event]) -> None:
    for event in _run_by_bots(events):
        after_commit(advance_event, event)


def _run_by_bots(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.filter(rehearsal=True, finished_at=None, officials__account__kind=Account.Kind.BOT).distinct()
