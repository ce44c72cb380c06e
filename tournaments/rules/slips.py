"""Result slips: the code that is printed on each, and the order that leaves them sorted once a stack is cut.

A code names the round and the table, and ends in two characters that check it: R2-T07-K4. They are worked out from the
event too, so that no slip of another event is taken for one of this, and a wrong digit, or two that changed places, is
always noticed. With teams each board has its slip: R2-T07B-K4. The check keeps mistakes out, nobody's intent: a code gives no right to anything.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.teams import BOARD_LETTERS, board_letter

T = TypeVar("T")

# Without 0 and O, 1 and I and L: nobody should have to ask which it is.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CHECK_PRIME = 953
"""The largest prime that two characters can count to: no power of ten is divisible by it, no difference of two small ones."""
SLIP_PATTERN = re.compile(rf"R0*([0-9]{{1,3}})T0*([0-9]{{1,4}})([{BOARD_LETTERS}]?)([{ALPHABET}]{{2}})")
TABLE_RANGE = 10_000
BOARD_STEP = 211
"""How far the checks of two boards are apart: no multiple of it is small, modulo the prime."""


class SlipRefusedError(RulesError):
    """The code is no code, was read wrongly, or stands on a slip of another event: which of these is not known."""

    code = "slip_refused"
    sentence = _("This is not a slip of this event. Check the code, or enter the number of the table.")
    field = "table"


class SlipTable(NamedTuple):
    """The match that a slip belongs to; ``board`` is counted from 1, and 0 without teams."""

    round: int
    table: int
    board: int = 0


def slip_code(event: str, slip: SlipTable) -> str:
    """Return what is printed on the slip, for the event with this id."""
    board = board_letter(slip.board) if slip.board else ""
    return f"R{slip.round}-T{slip.table:02}{board}-{_check(event, slip)}"


def read_slip(event: str, text: str) -> SlipTable:
    """Return the match named by the code that somebody typed, or that a scanner read, alone or as the end of an address.

    Width, case, spaces and dashes do not count. Raises SlipRefusedError.
    """
    last = unicodedata.normalize("NFKC", text).strip().rpartition("/")[2].upper()
    found = SLIP_PATTERN.fullmatch(re.sub(r"[^0-9A-Z]", "", last))
    if found is None:
        raise SlipRefusedError
    slip = SlipTable(int(found[1]), int(found[2]), BOARD_LETTERS.index(found[3]) + 1 if found[3] else 0)
    if found[4] != _check(event, slip):
        raise SlipRefusedError
    return slip


def sheets_for_cutting(slips: Sequence[T], *, on_sheet: int) -> list[list[T | None]]:
    """Return ``slips`` sheet by sheet, ``on_sheet`` places on each, None for an empty one.

    The sheets are cut as one stack, and the piles laid onto each other, the topmost place first: then the slips are in
    their order. So the slips of one place follow each other from sheet to sheet.
    """
    sheets = -(-len(slips) // on_sheet)
    padded = [*slips, *[None] * (sheets * on_sheet - len(slips))]
    return [padded[sheet::sheets] for sheet in range(sheets)]


def _check(event: str, slip: SlipTable) -> str:
    salt = int.from_bytes(hashlib.sha256(event.encode()).digest()) % CHECK_PRIME
    first, second = divmod(
        (salt + TABLE_RANGE * slip.round + slip.table + BOARD_STEP * slip.board) % CHECK_PRIME, len(ALPHABET)
    )
    return ALPHABET[first] + ALPHABET[second]
