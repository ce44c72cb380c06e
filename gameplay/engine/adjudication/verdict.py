"""The verdict on a reported game."""

from dataclasses import dataclass, field

from gameplay.engine.adjudication.hypotheses import Branch, MissingFact, ReportedGame
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.core.asks import Outcome

LEGAL, ILLEGAL, UNDECIDABLE = "legal", "illegal", "undecidable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of `adjudicate`.

    For an illegal log, ``entry`` is the impossible entry, or ``turn`` the last turn if the reported result is
    impossible. ``missing_facts`` are those of an undecidable log. ``outcome`` is the outcome of a legal game, if it
    ended. ``last_branch`` is the last turn of the course that was found, or of the one that led farthest.
    ``read_as`` is the log that was judged, if results were read as part of another turn (see `late_results`).
    """

    status: str
    entry: ReportEntry | None = None
    turn: int | None = None
    clause: str = ""
    missing_facts: tuple[MissingFact, ...] = ()
    outcome: Outcome | None = None
    last_branch: Branch | None = field(default=None, compare=False, repr=False)
    read_as: ReportedGame | None = field(default=None, compare=False, repr=False)
