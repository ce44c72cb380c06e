"""Checksums of proposed rounds, and the changes of a proposal since an official saw it.

A request to publish or change a round names the proposal as the official saw it. The last few earlier proposals are
stored with the round until it is published, so that an outdated page can show what has changed.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Round
from tournaments.selectors.teams import contestant_names

CHECKSUM_LENGTH = 16  # hex digits
MAX_KEPT_PROPOSALS = 8  # proposals of one round
RulesIds = Sequence[str]


def proposal_checksum(proposed: Round) -> str:
    """Return the checksum of the pairings in ``proposed``, or of the alternatives to choose from; "" once published.

    Makes one query.
    """
    return "" if proposed.is_published else _checksum(proposed, proposed_meetings(proposed))


def proposed_meetings(proposed: Round) -> list[list[str]]:
    """Return the ids in the rules of the players at each table, then of each player with a bye. Makes one query."""
    first_boards = proposed.matches.filter(board=1).order_by("table", "a_id")
    numbers = ("a__team__number", "a__number", "b__team__number", "b__number")
    rows = sorted(first_boards.values_list("table", *numbers), key=lambda row: (row[0] is None, row[0] or 0))
    return [
        [str(number) for number in (team_a or a, team_b or b) if number is not None]
        for _table, team_a, a, team_b, b in rows
    ]


def earlier_proposals(proposed: Round) -> list[dict[str, Any]]:
    """Return the stored earlier proposals and the current one last, to store with the next one. Makes one query."""
    meetings = proposed_meetings(proposed)
    current = {"proposal": _checksum(proposed, meetings), "meetings": meetings}
    return [*proposed.pairing.get("earlier", []), current][-MAX_KEPT_PROPOSALS:]


def changed_meetings(proposed: Round, named_checksum: str) -> list[str] | None:
    """Return the pairings of ``proposed`` that the earlier proposal with ``named_checksum`` did not have, as text.

    Returns None if there is no such proposal any more. Makes two queries.
    """
    earlier = next((each for each in proposed.pairing.get("earlier", []) if each["proposal"] == named_checksum), None)
    if earlier is None:
        return None
    known = {frozenset(each) for each in earlier["meetings"]}
    names = contestant_names(proposed.event)
    new = (each for each in proposed_meetings(proposed) if frozenset(each) not in known)
    return [_pairing_text(names[player] for player in each) for each in new]


def _checksum(proposed: Round, meetings: Sequence[RulesIds]) -> str:
    offered = [] if meetings else proposed.pairing.get("alternatives", [])
    text = json.dumps([proposed.number, proposed.stage, meetings, offered], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:CHECKSUM_LENGTH]


def _pairing_text(names: Iterable[str]) -> str:
    first, *second = names
    return f"{first} – {second[0]}" if second else gettext("{name}: bye").format(name=first)
