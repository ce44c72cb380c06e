"""Fixed phrases that the players of a game say to each other. There is no free text.

They are stored in a log stream of their own, so they have no effect on the game or its record.
"""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors.people import PHRASES, SAID, is_table_closed

MAX_PER_MINUTE = 6

log_sentences.register_templates({SAID: _("{author}: {phrase}")})
log_sentences.register_terms({"phrase": PHRASES})


class UnknownPhraseError(RulesError):
    """There is no such phrase."""

    code = "unknown_phrase"
    sentence = _("Choose one of the listed phrases.")
    field = "phrase"


class TooLateToSpeakError(RulesError):
    """The game has been over for too long."""

    code = "too_late_to_speak"
    sentence = _("The game is over, and its table is closed.")
    is_state_conflict = True


@transaction.atomic
def say_phrase(account: Account, game: OnlineGame, phrase: str) -> None:
    """Let ``account`` say a phrase at the table. Do nothing if the account has no seat.

    Raise UnknownPhraseError, TooLateToSpeakError, or TooManyTriesError after `MAX_PER_MINUTE` phrases in a minute.
    """
    seat = GameSeat.objects.filter(game=game, player=account).first()
    if seat is None:
        return
    if phrase not in PHRASES:
        raise UnknownPhraseError
    if is_table_closed(game):
        raise TooLateToSpeakError
    count_try("phrase", str(account.pk), limit=MAX_PER_MINUTE)
    append_entry(game.phrase_stream, SAID, author=account, role="player", after={"phrase": phrase, "seat": seat.number})


def mute_phrases(account: Account, game: OnlineGame, *, mute: bool) -> None:
    """Hide the phrases of the other players from ``account`` in this game, or show them again.

    The other players are not notified.
    """
    GameSeat.objects.filter(game=game, player=account).update(mutes_phrases=mute)
