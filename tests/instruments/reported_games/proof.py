"""Adjudication of many games: how many true logs are legal, and how many faults are found."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from tests.instruments.reported_games.faults import InjectedFault, inject_faults
from tests.instruments.reported_games.games import adjudicate_report, play_and_report
from tests.instruments.reported_games.missing_facts import complete_report, fault_in_full_report


def check_game(game: str, variant: str, number: int, *, every_fault: bool = True) -> Iterator[tuple[str, bool, str]]:
    """Yield, for each check of one game, its name, whether the verdict was right, and a description of the verdict.

    With ``every_fault`` each kind of fault that is possible in the game is injected, otherwise only one of them.
    """
    report, full_report = (
        play_and_report(RULESETS[game], variant, number, include_optional=optional) for optional in (False, True)
    )
    stream = RandomStream(number.to_bytes(32, "big"), "paper/proof")
    yield "true", *_check_verdict(adjudicate_report(report), LEGAL)
    if full_report.entries != report.entries:
        yield "true, with optional entries", *_check_verdict(adjudicate_report(full_report), LEGAL)
    faults = list(inject_faults(report, stream))
    for fault in faults if every_fault else faults[number % len(faults) :][:1]:
        verdict = adjudicate_report(fault.report)
        yield fault.name, *_check_fault(fault, verdict)
        if verdict["verdict"] == UNDECIDABLE and full_report.entries != report.entries:
            full_fault = fault_in_full_report(fault, full_report)
            verdict = adjudicate_report(full_fault.report)
            yield f"{fault.name}, with optional entries", *_check_fault(full_fault, verdict)
    completion = complete_report(full_report, stream)
    yield f"completed after {completion.questions}", completion.verdict == LEGAL, f"{completion}"


def tally(
    game: str, variant: str, numbers: Iterable[int], *, every_fault: bool = True
) -> tuple[Counter[tuple[str, bool]], list[str]]:
    """Count the results of `check_game` in the games with these numbers; also return a description of each failure."""
    counts: Counter[tuple[str, bool]] = Counter()
    wrong = []
    for number in numbers:
        for name, right, verdict in check_game(game, variant, number, every_fault=every_fault):
            counts[name, right] += 1
            if not right:
                wrong.append(f"{variant} {number}, {name}: {verdict}")
    return counts, wrong


def _check_fault(fault: InjectedFault, verdict: dict[str, Any]) -> tuple[bool, str]:
    right = (verdict["verdict"], verdict["entry"]) == (ILLEGAL, fault.entry) and verdict["clause"] in fault.clauses
    return right, f"{fault.entry} {fault.clauses}: {_short(verdict)}"


def _check_verdict(verdict: dict[str, Any], expected: str) -> tuple[bool, str]:
    return verdict["verdict"] == expected, _short(verdict)


def _short(verdict: dict[str, Any]) -> str:
    return f"{verdict['verdict']} {verdict['entry']} {verdict.get('said')!r} {verdict['clause']} {verdict['needs']}"
