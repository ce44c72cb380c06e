"""Logs in which something public is missing, and whether what is asked for settles them."""

from dataclasses import dataclass, replace

from gameplay.engine.adjudication.adjudicator import UNDECIDABLE
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import WrittenEntry
from gameplay.engine.core.chance import RandomStream
from tests.instruments.reported_games.faults import InjectedFault
from tests.instruments.reported_games.games import ReportedGame, adjudicate_report

REMOVABLE_FACTS: dict[str, tuple[str, ...]] = {
    "enemy": ("destiny", "fights", "avoids", "assigned", "fight", "scored"),
    "hagmi": ("rolled", "picked", "suffered", "kept"),
    "rm2k": ("challenged", "lagged", "scored"),
}
"""The public facts of each game that are left out; not those that read as not done where they are not written."""


@dataclass(frozen=True, slots=True)
class CompletionResult:
    """How often a fact had to be asked for, and the verdict at last; ``lost`` if one was asked for that was told."""

    questions: int
    verdict: str
    unexpected_need: str = ""


def without_facts(
    report: ReportedGame, stream: RandomStream, *, max_facts: int = 3
) -> tuple[ReportedGame, list[tuple[int, WrittenEntry]]]:
    """The game told without up to ``most`` of its facts and all that need not be written, and what was left out, by its place."""
    places = [at for at, entry in enumerate(report.entries) if entry.event[0] in REMOVABLE_FACTS[report.ruleset.name]]
    some = stream.sample(places, 1 + stream.below(max_facts)) if max_facts else []
    out = sorted({*some, *_optional_places(report)})
    told = [entry for at, entry in enumerate(report.entries) if at not in out]
    return report.with_entries(told), [(at, report.entries[at]) for at in out]


def _optional_places(report: ReportedGame) -> list[int]:
    """The places of what is only written when it is asked for."""
    notation = notation_of(report.ruleset)
    return [
        at
        for at, entry in enumerate(report.entries)
        if entry.event[0] in notation.optional_events | notation.private_events
    ]


def fault_in_full_report(fault: InjectedFault, whole: ReportedGame) -> InjectedFault:
    """The same fault where all that need not be written is, as in the true game ``whole``."""
    out = set(_optional_places(whole))
    public = [at for at in range(len(whole.entries)) if at not in out]
    at = public[fault.entry] if fault.entry < len(public) else len(whole.entries)
    told = [*whole.entries[:at], fault.report.entries[fault.entry], *whole.entries[at + fault.replaces_entry :]]
    return replace(fault, report=whole.with_entries(told), entry=at)


def complete_report(report: ReportedGame, stream: RandomStream, *, max_facts: int = 3) -> CompletionResult:
    """Leave up to ``most`` facts out, and all that need not be written; tell what is asked for until the log is decided."""
    _, out = without_facts(report, stream, max_facts=max_facts)
    left = dict(out)
    asked = 0
    while True:
        told = report.with_entries([entry for at, entry in enumerate(report.entries) if at not in left])
        verdict = adjudicate_report(told)
        if verdict["verdict"] != UNDECIDABLE:
            return CompletionResult(asked, verdict["verdict"])
        asked += 1
        wanted = _requested_places(report, left, verdict)
        if not wanted:
            return CompletionResult(asked, UNDECIDABLE, str(verdict["needs"]))
        for at in wanted:
            del left[at]


def _requested_places(report: ReportedGame, left: dict[int, WrittenEntry], verdict: dict[str, object]) -> list[int]:
    """The places of those facts left out which the verdict asks for."""
    needs = verdict["needs"]
    assert isinstance(needs, list)
    asked = notation_of(report.ruleset).events_by_ask
    return [
        at
        for at, entry in left.items()
        if any(
            need["turn"] == entry.turn and entry.event[0] in (need["fact"], *asked.get(need["fact"], ()))
            for need in needs
        )
    ]
