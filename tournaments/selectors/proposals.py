"""A proposed round by its checksum, and what has changed in it since an official saw it.

Publishing a round, or changing it by hand, names the proposal that was looked at. Of the proposals before the present one
the last few are kept with the round until it is published, so that an outdated page can show what has changed.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Match, Round
from tournaments.selectors.teams import contestant_names

CHECKSUM_LENGTH = 16  # hex digits
MAX_KEPT_PROPOSALS = 8  # proposals of one round
RulesIds = Sequence[str]


def proposal_checksum(proposed: Round) -> str:
    """Return the checksum of who meets whom in ``proposed``, or of the pairings to choose from; "" once it is published.

    One query.
    """
    return "" if proposed.is_published else _checksum(proposed, proposed_meetings(proposed))


def proposed_meetings(proposed: Round) -> list[list[str]]:
    """Return who meets at each table by their ids in the rules, then who has the bye, one by one. One query."""
    first_boards = proposed.matches.filter(board=1).select_related("a__team", "b__team").order_by("table", "a")
    seated: list[Match] = sorted(first_boards, key=lambda match: (match.table is None, match.table or 0))
    return [[entry.rules_id for entry in (match.a, match.b) if entry] for match in seated]


def earlier_proposals(proposed: Round) -> list[dict[str, Any]]:
    """Return the proposals before the next one, the present one last, as they are kept with the round. One query."""
    meetings = proposed_meetings(proposed)
    present = {"proposal": _checksum(proposed, meetings), "meetings": meetings}
    return [*proposed.pairing.get("earlier", []), present][-MAX_KEPT_PROPOSALS:]


def changed_meetings(proposed: Round, named_checksum: str) -> list[str] | None:
    """Return the meetings of ``proposed`` that the earlier proposal called ``named`` did not have, in words.

    None if there was no such proposal, or it is too long ago. Two queries.
    """
    earlier = next((each for each in proposed.pairing.get("earlier", []) if each["proposal"] == named_checksum), None)
    if earlier is None:
        return None
    known = {frozenset(each) for each in earlier["meetings"]}
    names = contestant_names(proposed.event)
    new = (each for each in proposed_meetings(proposed) if frozenset(each) not in known)
    return [_in_words(names[player] for player in each) for each in new]


def _checksum(proposed: Round, meetings: Sequence[RulesIds]) -> str:
    offered = [] if meetings else proposed.pairing.get("alternatives", [])
    text = json.dumps([proposed.number, proposed.stage, meetings, offered], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:CHECKSUM_LENGTH]


def _in_words(names: Iterable[str]) -> str:
    first, *second = names
    return f"{first} – {second[0]}" if second else gettext("{name}: bye").format(name=first)
