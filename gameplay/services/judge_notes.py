"""Notes of judges on moments of online games."""

from django.db import transaction
from django.utils import timezone

from gameplay.engine.core.correction import NoSuchEntryError
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, JudgeNote, OnlineGame
from gameplay.selectors import games as selectors

MAX_LENGTH = 500  # characters

# The text is not in the log, which players may read while the game runs.
log_sentences.register_templates({"moment_annotated": _("A judge added a note to a moment of the game.")})


class NoteLengthError(RulesError):
    """The note is empty or too long."""

    code = "note_length"
    sentence = _("Write a note of 1 to {maximum} characters.")
    field = "note"


@transaction.atomic
def annotate_moment(judge: Account, game: OnlineGame, *, role: str, entry: int, text: str) -> JudgeNote:
    """Add a note to the moment before the entry ``entry``, or to the end.

    Raise NoteLengthError, or NoSuchEntryError for an entry after the end of the game so far.
    """
    text = text.strip()
    if not 0 < len(text) <= MAX_LENGTH:
        raise NoteLengthError(maximum=MAX_LENGTH)
    if entry > len(selectors.current_state(game).entries):
        raise NoSuchEntryError(entry=entry)
    note = JudgeNote.objects.create(game=game, entry=entry, text=text, author=judge, at=timezone.now())
    append_entry(game.stream, "moment_annotated", author=judge, role=role, after={"entry": entry})
    return note
