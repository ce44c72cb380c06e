"""Many games at once: how many true logs are called legal, how many faults are found."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from gameplay.engine.adjudication.adjudicator import ILLEGAL, LEGAL, UNDECIDABLE
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from tests.instruments.reported_games.faults import InjectedFault, inject_faults
from tests.instruments.reported_games.games import adjudicate_report, play_and_report
from tests.instruments.reported_games.missing_facts import complete_report, fault_in_full_report


def check_game(game: str, variant: str, number: int, *, every_fault: bool = True) -> Iterator[tuple[str, bool, str]]:
    """Of one game: what was tried, whether the verdict was right, and else what it was.

    ``every_fault`` plants each kind that the game has room for, one after the other, else one kind in turn.
    """
    paper, whole = (play_and_report(RULESETS[game], variant, number, whole=whole) for whole in (False, True))
    stream = RandomStream(number.to_bytes(32, "big"), "paper/proof")
    yield "true", *_check_verdict(adjudicate_report(paper), LEGAL)
    if whole.entries != paper.entries:
        yield "true, with all that may be left out", *_check_verdict(adjudicate_report(whole), LEGAL)
    planted = list(inject_faults(paper, stream))
    for fault in planted if every_fault else planted[number % len(planted) :][:1]:
        verdict = adjudicate_report(fault.report)
        yield fault.name, *_check_fault(fault, verdict)
        if verdict["verdict"] == UNDECIDABLE and whole.entries != paper.entries:
            told = fault_in_full_report(fault, whole)
            yield f"{fault.name}, with all that may be left out", *_check_fault(told, adjudicate_report(told.report))
    settled = complete_report(whole, stream)
    yield f"settled after {settled.questions}", settled.verdict == LEGAL, f"{settled}"


def tally(
    game: str, variant: str, numbers: Iterable[int], *, every_fault: bool = True
) -> tuple[Counter[tuple[str, bool]], list[str]]:
    """Count what `findings` finds in the games of these numbers; the second answer says what went wrong."""
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


def _check_verdict(verdict: dict[str, Any], wanted: str) -> tuple[bool, str]:
    return verdict["verdict"] == wanted, _short(verdict)


def _short(verdict: dict[str, Any]) -> str:
    return f"{verdict['verdict']} {verdict['entry']} {verdict.get('said')!r} {verdict['clause']} {verdict['needs']}"
