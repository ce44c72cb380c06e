"""Logs in which something public is missing, and whether what is asked for settles them."""

from dataclasses import dataclass, replace

from gameplay.engine.adjudication.adjudicator import UNDECIDABLE
from gameplay.engine.adjudication.log import Written
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.chance import Stream
from tests.instruments.reported_games.faults import Fault
from tests.instruments.reported_games.games import Paper, judged

FACTS: dict[str, tuple[str, ...]] = {
    "enemy": ("destiny", "fights", "avoids", "assigned", "fight", "scored"),
    "hagmi": ("rolled", "picked", "suffered", "kept"),
    "rm2k": ("challenged", "lagged", "scored"),
}
"""The public facts of each game that are left out; not those that read as not done where they are not written."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How often a fact had to be asked for, and the verdict at last; ``lost`` if one was asked for that was told."""

    asked: int
    verdict: str
    lost: str = ""


def without_some(paper: Paper, stream: Stream, *, most: int = 3) -> tuple[Paper, list[tuple[int, Written]]]:
    """The game told without up to ``most`` of its facts and all that need not be written, and what was left out, by its place."""
    places = [at for at, entry in enumerate(paper.entries) if entry.event[0] in FACTS[paper.ruleset.name]]
    some = stream.sample(places, 1 + stream.below(most)) if most else []
    out = sorted({*some, *_need_not_be(paper)})
    told = [entry for at, entry in enumerate(paper.entries) if at not in out]
    return paper.told(told), [(at, paper.entries[at]) for at in out]


def _need_not_be(paper: Paper) -> list[int]:
    """The places of what is only written when it is asked for."""
    notation = notation_of(paper.ruleset)
    return [at for at, entry in enumerate(paper.entries) if entry.event[0] in notation.seen | notation.secret]


def in_whole(fault: Fault, whole: Paper) -> Fault:
    """The same fault where all that need not be written is, as in the true game ``whole``."""
    out = set(_need_not_be(whole))
    public = [at for at in range(len(whole.entries)) if at not in out]
    at = public[fault.entry] if fault.entry < len(public) else len(whole.entries)
    told = [*whole.entries[:at], fault.paper.entries[fault.entry], *whole.entries[at + fault.instead :]]
    return replace(fault, paper=whole.told(told), entry=at)


def settle(paper: Paper, stream: Stream, *, most: int = 3) -> Settled:
    """Leave up to ``most`` facts out, and all that need not be written; tell what is asked for until the log is decided."""
    _, out = without_some(paper, stream, most=most)
    left = dict(out)
    asked = 0
    while True:
        told = paper.told([entry for at, entry in enumerate(paper.entries) if at not in left])
        verdict = judged(told)
        if verdict["verdict"] != UNDECIDABLE:
            return Settled(asked, verdict["verdict"])
        asked += 1
        wanted = _wanted(paper, left, verdict)
        if not wanted:
            return Settled(asked, UNDECIDABLE, str(verdict["needs"]))
        for at in wanted:
            del left[at]


def _wanted(paper: Paper, left: dict[int, Written], verdict: dict[str, object]) -> list[int]:
    """The places of those facts left out which the verdict asks for."""
    needs = verdict["needs"]
    assert isinstance(needs, list)
    asked = notation_of(paper.ruleset).asked
    return [
        at
        for at, entry in left.items()
        if any(
            need["turn"] == entry.turn and entry.event[0] in (need["fact"], *asked.get(need["fact"], ()))
            for need in needs
        )
    ]
