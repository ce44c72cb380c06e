"""Reports with missing public facts, and whether the requested facts complete them."""

from dataclasses import replace
from typing import Any

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import WrittenEntry
from gameplay.engine.core.chance import RandomStream
from tests.gameplay.games.kits import kit_of
from tests.instruments.reported_games.faults import InjectedFault
from tests.instruments.reported_games.games import adjudicate_report
from tests.instruments.reported_games.questions import CompletionResult, answer_questions
from tests.instruments.reported_games.report import BotGameReport


def without_facts(
    report: BotGameReport, stream: RandomStream, *, max_facts: int = 3
) -> tuple[BotGameReport, list[tuple[int, WrittenEntry]]]:
    """Return the report without up to ``max_facts`` facts and without optional entries, and the removed entries."""
    removable = kit_of(report.ruleset.name).removable_facts
    places = [at for at, entry in enumerate(report.entries) if entry.event[0] in removable]
    removed_facts = stream.sample(places, 1 + stream.below(max_facts)) if max_facts else []
    removed = sorted({*removed_facts, *_optional_places(report)})
    entries = [entry for at, entry in enumerate(report.entries) if at not in removed]
    return report.with_entries(entries), [(at, report.entries[at]) for at in removed]


def _optional_places(report: BotGameReport) -> list[int]:
    """Return the places of optional entries, which are only written on request."""
    notation = notation_of(report.ruleset)
    return [
        at
        for at, entry in enumerate(report.entries)
        if entry.event[0] in notation.events.optional | notation.events.private
    ]


def fault_in_full_report(fault: InjectedFault, full_report: BotGameReport) -> InjectedFault:
    """Return the same fault in the true report ``full_report``, which contains the optional entries."""
    removed = set(_optional_places(full_report))
    public = [at for at in range(len(full_report.entries)) if at not in removed]
    at = public[fault.entry] if fault.entry < len(public) else len(full_report.entries)
    before, after = full_report.entries[:at], full_report.entries[at + fault.replaces_entry :]
    entries = [*before, fault.report.entries[fault.entry], *after]
    return replace(fault, report=full_report.with_entries(entries), entry=at)


def complete_report(report: BotGameReport, stream: RandomStream, *, max_facts: int = 3) -> CompletionResult:
    """Remove up to ``max_facts`` facts and the optional entries; add what is requested until the log is decided."""
    _, removed = without_facts(report, stream, max_facts=max_facts)
    missing = dict(removed)

    def judge() -> dict[str, Any]:
        entries = [entry for at, entry in enumerate(report.entries) if at not in missing]
        return adjudicate_report(report.with_entries(entries))

    def supply(needs: list[dict[str, Any]]) -> bool:
        places = _requested_places(report, missing, needs)
        for at in places:
            del missing[at]
        return bool(places)

    return answer_questions(judge, supply)


def _requested_places(
    report: BotGameReport, missing: dict[int, WrittenEntry], needs: list[dict[str, Any]]
) -> list[int]:
    """Return the places of the missing entries that a verdict requests."""
    events_by_ask = notation_of(report.ruleset).asks.events_by_ask
    return [
        at
        for at, entry in missing.items()
        if any(
            need["turn"] == entry.turn and entry.event[0] in (need["fact"], *events_by_ask.get(need["fact"], ()))
            for need in needs
        )
    ]
