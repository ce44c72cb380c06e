"""Public names: any script, but nothing that breaks a page, hides itself or claims an office."""

import re
import unicodedata

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.lookalikes import TO_HIRAGANA, is_staff_title

MAX_LENGTH = 40
MAX_COMBINING_MARKS = 3  # combining marks in a row; Vietnamese needs two, Thai three
# Scripts need the joiners; nobody needs the rest of what cannot be seen.
JOINERS = "\u200c\u200d"
BLANK_CHARACTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that Unicode counts among letters, marks and signs, and that show nothing."""
IDEOGRAPH = re.compile("[々〇\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


class NameMissingError(RulesError):
    """Nothing that can be seen is left of the name."""

    code = "name_missing"
    sentence = _("A name is needed. Write the name others should see.")
    field = "handle"


class NameTooLongError(RulesError):
    """``details`` gives the length and the most there may be, both in characters."""

    code = "name_too_long"
    sentence = _("This name has {length} characters; at most {most} are possible. Shorten it.")
    field = "handle"


class NameReservedError(RulesError):
    """The name is that of an office, or looks like one, and would pass for staff."""

    code = "name_reserved"
    sentence = _("This name could be taken for staff. Choose another one.")
    field = "handle"


class NameIsAddressError(RulesError):
    """Staff sign in by name or by e-mail address; the one must not look like the other."""

    code = "name_is_address"
    sentence = _("A name cannot contain @. Write the e-mail address in its own field.")
    field = "handle"


def clean_handle(text: str) -> str:
    """Return ``text`` as a name fit to be shown: composed, on one line, without what is invisible.

    Raises NameMissingError, NameTooLongError or NameReservedError.
    """
    seen = "".join(character for character in unicodedata.normalize("NFC", text) if _is_visible(character))
    few_marks = re.sub(r"\s+", " ", _limit_marks(seen)).strip().strip(JOINERS)
    if not few_marks:
        raise NameMissingError
    if len(few_marks) > MAX_LENGTH:
        raise NameTooLongError(length=len(few_marks), most=MAX_LENGTH)
    if is_staff_title(few_marks):
        raise NameReservedError
    return few_marks


def normalize_login(text: str) -> str:
    """Return ``text`` as names are compared: width, case and surrounding space do not count."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


def sort_key(name: str, reading: str, number: int) -> tuple[bool, str, str, int]:
    """Return by what a list of names is sorted: by how each is read, else by its letters; last, by ``number``, those in
    Chinese characters that nobody said how to read.

    Case, width, accents, and whether kana are hiragana or katakana decide between equal ones only.
    """
    said = reading or name
    if not reading and IDEOGRAPH.search(name):
        return True, "", "", number
    plain = unicodedata.normalize("NFKD", normalize_login(said).translate(TO_HIRAGANA))
    return (
        False,
        "".join(letter for letter in plain if unicodedata.category(letter) != "Mn"),
        normalize_login(said),
        number,
    )


def staff_login(handle: str) -> str:
    """Return what staff called ``handle`` sign in as. Raises NameIsAddressError."""
    name = normalize_login(handle)
    if "@" in name:
        raise NameIsAddressError
    return name


def _is_visible(character: str) -> bool:
    if character in BLANK_CHARACTERS:
        return False
    # Cc, Cf: control characters and those that turn the direction of text; Cs, Co, Cn: no characters at all.
    return character.isspace() or character in JOINERS or unicodedata.category(character)[0] != "C"


def _limit_marks(text: str) -> str:
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if run <= MAX_COMBINING_MARKS:
            kept.append(character)
    return "".join(kept)
