"""Numbers that people type into forms, in half-width or full-width digits."""

from collections.abc import Mapping

from django.utils.translation import gettext

from cards.character_width import half_width
from gameplay.engine.core.errors import UnreadableError


class MistypedError(UnreadableError):
    """A value that a person typed is not what the field asks for; ``reason`` is a sentence in their language."""


def typed_number(data: Mapping[str, str], field: str, *, default: int | None = None) -> int:
    """Return the whole number in ``field``; ``default``, if given, for an empty field. Raise MistypedError."""
    text = half_width(data.get(field, ""))
    if not text and default is not None:
        return default
    try:
        return int(text)
    except ValueError as error:
        raise MistypedError(gettext("Enter a whole number, such as 3."), place=field) from error
