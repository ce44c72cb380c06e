"""The people at the table of a running game: who is connected, and what they said last."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from gameplay.engine.core.errors import _
from gameplay.infrastructure.presence import absent_since
from gameplay.models import Account, GameSeat, LogEntry, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.loaded_games import borrowed_state

PHRASES = {
    "greeting": _("Hello, good luck!"),
    "thinking": _("Thinking…"),
    "moment": _("Sorry, one moment."),
    "back": _("I’m back."),
    "nice": _("Nice move!"),
    "oops": _("Oops!"),
    "thanks": _("Thanks!"),
    "ending": _("Good game!"),
}
"""The phrases by code. Each reader sees them in their own language."""
SAID = "phrase_said"
"""The action of the log entries."""
TIME_AFTER_GAME = timedelta(minutes=30)
"""How long the people stay at the table after a game: they can still say something, and agree to a rematch."""
SHOWN_FOR = timedelta(seconds=12)
"""How long a phrase is shown."""


class Phrase(NamedTuple):
    """A phrase in the reader's language, the number of its log entry, and for how many seconds it is still shown."""

    text: str
    number: int
    seconds: int


class Person(NamedTuple):
    """A person at the table. ``away_since`` is None while they are connected, and for the reader."""

    seat: int
    name: str
    is_reader: bool
    away_since: datetime | None
    phrase: Phrase | None


class SaidPhrase(NamedTuple):
    """A phrase that was said in a game."""

    at: datetime
    name: str
    text: str


def people_at(game: OnlineGame, game_seats: Sequence[GameSeat], account: Account) -> list[Person]:
    """Return the people at ``game`` as ``account`` sees them, by seat, without bots.

    An account that mutes phrases sees only its own. Four queries, fewer when the table is closed.
    """
    own_seat = games.seat_number(list(game_seats), account)
    names, phrases, away = games.player_names(game, game_seats), _recent_phrases(game), _away(game, game_seats)
    is_muted = own_seat is not None and game_seats[own_seat].mutes_phrases
    return [
        Person(
            seat.number,
            names[seat.number],
            seat.number == own_seat,
            None if seat.number == own_seat else away.get(seat.number),
            None if is_muted and seat.number != own_seat else phrases.get(seat.number),
        )
        for seat in game_seats
        if seat.player.kind != Account.Kind.BOT
    ]


def is_table_closed(game: OnlineGame) -> bool:
    """Return whether ``game`` has been over for so long that its people have left the table."""
    return game.ended_at is not None and timezone.now() > game.ended_at + TIME_AFTER_GAME


def said_phrases(game: OnlineGame, names: Sequence[str]) -> list[SaidPhrase]:
    """Return all phrases of ``game`` in order, for a judge. One query."""
    entries = LogEntry.objects.filter(stream=game.phrase_stream, action=SAID).order_by("number")
    return [SaidPhrase(entry.at, names[_seat(entry)], _text(entry)) for entry in entries]


def _recent_phrases(game: OnlineGame) -> dict[int, Phrase]:
    """Return the last phrase of each seat that is still shown. One query."""
    now = timezone.now()
    entries = LogEntry.objects.filter(stream=game.phrase_stream, action=SAID, at__gt=now - SHOWN_FOR).order_by("number")
    return {
        _seat(entry): Phrase(_text(entry), entry.number, int((entry.at + SHOWN_FOR - now).total_seconds()) + 1)
        for entry in entries
    }


def _seat(entry: LogEntry) -> int:
    assert entry.after is not None
    return int(entry.after["seat"])


def _text(entry: LogEntry) -> str:
    assert entry.after is not None
    return gettext(PHRASES[entry.after["phrase"]])


def _away(game: OnlineGame, game_seats: Sequence[GameSeat]) -> dict[int, datetime]:
    """Return since when the people who are not connected have been away, by seat. Two queries.

    Other players must not notice an automatic pass. So a player with an instruction to pass counts as connected, and a
    player is away at the earliest since their last choice, whether they or the site made it. The state is loaded in any
    case, so that the duration of the request does not depend on instructions.
    """
    if is_table_closed(game):
        return {}
    last_choices, followers = _last_choices(game), {(game.stream, seat.player_id): seat for seat in game_seats}
    away = {}
    with borrowed_state(game) as loaded:
        for follower, since in absent_since(list(followers)).items():
            seat = followers[follower]
            instruction = seat.pass_instruction
            if not (instruction and instruction.is_in_force(loaded.state, seat.number)):
                times = (since, last_choices.get(seat.player_id), game.began_at)
                away[seat.number] = max(time for time in times if time is not None)
    return away


def _last_choices(game: OnlineGame) -> dict[object, datetime]:
    choices = game.choices.order_by().values("author").annotate(last=Max("at"))
    return {choice["author"]: choice["last"] for choice in choices}
