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

LENGTH = 16  # hex digits
KEPT = 8  # proposals of one round
Ids = Sequence[str]


def checksum(proposed: Round) -> str:
    """Return the checksum of who meets whom in ``proposed``, or of the pairings to choose from; "" once it is published.

    One query.
    """
    return "" if proposed.published else _checksum(proposed, meetings_of(proposed))


def meetings_of(proposed: Round) -> list[list[str]]:
    """Return who meets at each table by their ids in the rules, then who has the bye, one by one. One query."""
    first_boards = proposed.matches.filter(board=1).select_related("a__team", "b__team").order_by("table", "a")
    seated: list[Match] = sorted(first_boards, key=lambda match: (match.table is None, match.table or 0))
    return [[entry.id_in_rules for entry in (match.a, match.b) if entry] for match in seated]


def superseded(proposed: Round) -> list[dict[str, Any]]:
    """Return the proposals before the next one, the present one last, as they are kept with the round. One query."""
    meetings = meetings_of(proposed)
    present = {"proposal": _checksum(proposed, meetings), "meetings": meetings}
    return [*proposed.pairing.get("earlier", []), present][-KEPT:]


def changed_since(proposed: Round, named: str) -> list[str] | None:
    """Return the meetings of ``proposed`` that the earlier proposal called ``named`` did not have, in words.

    None if there was no such proposal, or it is too long ago. Two queries.
    """
    earlier = next((each for each in proposed.pairing.get("earlier", []) if each["proposal"] == named), None)
    if earlier is None:
        return None
    known = {frozenset(each) for each in earlier["meetings"]}
    names = contestant_names(proposed.event)
    new = (each for each in meetings_of(proposed) if frozenset(each) not in known)
    return [_in_words(names[player] for player in each) for each in new]


def _checksum(proposed: Round, meetings: Sequence[Ids]) -> str:
    offered = [] if meetings else proposed.pairing.get("alternatives", [])
    text = json.dumps([proposed.number, proposed.stage, meetings, offered], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def _in_words(names: Iterable[str]) -> str:
    first, *second = names
    return f"{first} – {second[0]}" if second else gettext("{name}: bye").format(name=first)
