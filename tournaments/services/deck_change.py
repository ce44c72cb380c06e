"""Whether a player may change a drafted deck between games, after all decks are in (`Event.deck_changes`)."""

from django.db.models import Q

from drafting.models import Seat
from drafting.rules.decks import DecksInError
from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event, MatchGame
from tournaments.selectors.seats import current_seat
from tournaments.services.event import EventFinishedError


class NotPlayingError(RulesError):
    """The player has dropped or was disqualified."""

    code = "not_playing"
    sentence = _("You have left the event. Your deck can no longer be changed.")
    is_state_conflict = True


class GameRunningError(RulesError):
    """An online game of the player is running in this event."""

    code = "game_running"
    clause = "DRF-OP-9"
    sentence = _("Your game is running. You can change your deck when it is over.")
    is_state_conflict = True


def check_deck_change(seat: Seat) -> None:
    """Check that the player of ``seat`` may change the deck now. Makes four queries.

    Raises DecksInError if the event does not allow it or the player has drafted again, EventFinishedError,
    NotPlayingError or GameRunningError.
    """
    event = Event.objects.filter(pods__pod=seat.pod_id).first()
    if event is None or not event.deck_changes:
        raise DecksInError
    if event.finished_at:
        raise EventFinishedError
    if seat != current_seat(event, seat.player_id):  # the deck of the first draft, while the top cut plays
        raise DecksInError
    entry = event.entries.filter(account=seat.player_id).first()
    if entry is None or not entry.is_playing:
        raise NotPlayingError
    running = MatchGame.objects.filter(match__round__event=event, game__ended_at=None)
    if running.filter(Q(match__a=entry) | Q(match__b=entry)).exists():
        raise GameRunningError
