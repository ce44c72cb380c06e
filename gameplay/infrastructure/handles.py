"""Public names (handles): any script, but no invisible or control characters and no titles of staff."""

import re
import unicodedata

from cards.collation import fold_case
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.lookalikes import is_staff_title

MAX_LENGTH = 40
MAX_COMBINING_MARKS = 3  # combining marks in a row; Vietnamese needs two, Thai three
JOINERS = "\u200c\u200d"  # the only invisible characters that are allowed, because some scripts need them
BLANK_CHARACTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Blank characters that Unicode classifies as letters, marks or symbols."""


class NameMissingError(RulesError):
    """The name has no visible characters."""

    code = "name_missing"
    sentence = _("A name is needed. Enter the name that other players will see.")
    field = "handle"


class NameTooLongError(RulesError):
    """The name is too long. ``details`` has the length and the maximum, both in characters."""

    code = "name_too_long"
    sentence = _("This name has {length} characters. Use at most {most}.")
    field = "handle"


class NameReservedError(RulesError):
    """The name is a staff title, or looks like one."""

    code = "name_reserved"
    sentence = _("This name could be taken for staff. Choose another name.")
    field = "handle"


class NameIsAddressError(RulesError):
    """The name contains @. Staff sign in by name or e-mail address, so a name must not look like an address."""

    code = "name_is_address"
    sentence = _("A name cannot contain @. Enter the e-mail address in its own field.")
    field = "handle"


def clean_handle(text: str) -> str:
    """Return ``text`` as a name for display: in NFC, on one line, without invisible characters.

    Raise NameMissingError, NameTooLongError or NameReservedError.
    """
    visible = "".join(character for character in unicodedata.normalize("NFC", text) if _is_visible(character))
    handle = re.sub(r"\s+", " ", _limit_marks(visible)).strip().strip(JOINERS)
    if not handle:
        raise NameMissingError
    if len(handle) > MAX_LENGTH:
        raise NameTooLongError(length=len(handle), most=MAX_LENGTH)
    if is_staff_title(handle):
        raise NameReservedError
    return handle


def normalize_login(text: str) -> str:
    """Return the login name ``text`` for comparison: without regard to width, case and surrounding space."""
    return fold_case(text)


def staff_login(handle: str) -> str:
    """Return the login name of a staff member called ``handle``. Raise NameIsAddressError."""
    name = normalize_login(handle)
    if "@" in name:
        raise NameIsAddressError
    return name


def _is_visible(character: str) -> bool:
    if character in BLANK_CHARACTERS:
        return False
    # Cc, Cf: control and formatting characters, such as direction marks; Cs, Co, Cn: surrogates, private, unassigned.
    return character.isspace() or character in JOINERS or unicodedata.category(character)[0] != "C"


def _limit_marks(text: str) -> str:
    result: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if run <= MAX_COMBINING_MARKS:
            result.append(character)
    return "".join(result)
