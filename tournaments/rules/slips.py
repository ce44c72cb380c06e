"""Result slips: the code printed on each, and the print order that leaves them sorted after a stack of sheets is cut.

A code contains the round and the table, and ends with two check characters: R2-T07-K4. The check characters also depend
on the event, so a slip of another event is rejected. A wrong digit, or two transposed digits, are always detected. In a
team event each board has its slip: R2-T07B-K4. The check detects mistakes only; a code grants no permission.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from cards.character_width import half_width
from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.teams import BOARD_LETTERS, board_letter

T = TypeVar("T")

# Without 0 and O, 1, I and L, which are easily confused.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CHECK_PRIME = 953
"""The largest prime below the number of check codes. It divides no power of ten and no difference of two small ones."""
SLIP_PATTERN = re.compile(rf"R0*([0-9]{{1,3}})T0*([0-9]{{1,4}})([{BOARD_LETTERS}]?)([{ALPHABET}]{{2}})")
TABLE_RANGE = 10_000
BOARD_STEP = 211
"""Distance of the checks of two boards: no multiple of it is small, modulo the prime."""


class SlipRefusedError(RulesError):
    """Raised if a code is malformed, misread, or from another event; these cases cannot be distinguished."""

    code = "slip_refused"
    sentence = _("This slip does not belong to this event. Check the code, or enter the table number.")
    field = "table"


class SlipTable(NamedTuple):
    """The match of a slip; ``board`` is numbered from 1, and 0 without teams."""

    round: int
    table: int
    board: int = 0


def slip_code(event: str, slip: SlipTable) -> str:
    """Return the code that is printed on the slip, for the event with this id."""
    board = board_letter(slip.board) if slip.board else ""
    return f"R{slip.round}-T{slip.table:02}{board}-{_check(event, slip)}"


def read_slip(event: str, text: str) -> SlipTable:
    """Return the match of a code that was typed or scanned, alone or as the end of a URL.

    Character width, case, spaces and dashes are ignored. Raise SlipRefusedError.
    """
    last = half_width(text).rpartition("/")[2].upper()
    match = SLIP_PATTERN.fullmatch(re.sub(r"[^0-9A-Z]", "", last))
    if match is None:
        raise SlipRefusedError
    slip = SlipTable(int(match[1]), int(match[2]), BOARD_LETTERS.index(match[3]) + 1 if match[3] else 0)
    if match[4] != _check(event, slip):
        raise SlipRefusedError
    return slip


def sheets_for_cutting(slips: Sequence[T], *, on_sheet: int) -> list[list[T | None]]:
    """Return ``slips`` by sheet, ``on_sheet`` positions on each, None for an empty one.

    The slips at one position follow each other from sheet to sheet. If the sheets are cut as one stack, and the piles
    are put on top of each other, the topmost position first, the slips are in order.
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
