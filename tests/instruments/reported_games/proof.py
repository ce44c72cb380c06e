"""Many games at once: how many true logs are called legal, how many faults are found."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from gameplay.engine.adjudication.adjudicator import ILLEGAL, LEGAL, UNDECIDABLE
from gameplay.engine.core.chance import Stream
from gameplay.games import RULESETS
from tests.instruments.reported_games.faults import Fault, faults
from tests.instruments.reported_games.games import judged, played
from tests.instruments.reported_games.missing import in_whole, settle


def findings(game: str, variant: str, number: int, *, every_fault: bool = True) -> Iterator[tuple[str, bool, str]]:
    """Of one game: what was tried, whether the verdict was right, and else what it was.

    ``every_fault`` plants each kind that the game has room for, one after the other, else one kind in turn.
    """
    paper, whole = (played(RULESETS[game], variant, number, whole=whole) for whole in (False, True))
    stream = Stream(number.to_bytes(32, "big"), "paper/proof")
    yield "true", *_expected(judged(paper), LEGAL)
    if whole.entries != paper.entries:
        yield "true, with all that may be left out", *_expected(judged(whole), LEGAL)
    planted = list(faults(paper, stream))
    for fault in planted if every_fault else planted[number % len(planted) :][:1]:
        verdict = judged(fault.paper)
        yield fault.name, *_named(fault, verdict)
        if verdict["verdict"] == UNDECIDABLE and whole.entries != paper.entries:
            told = in_whole(fault, whole)
            yield f"{fault.name}, with all that may be left out", *_named(told, judged(told.paper))
    settled = settle(whole, stream)
    yield f"settled after {settled.asked}", settled.verdict == LEGAL, f"{settled}"


def tally(
    game: str, variant: str, numbers: Iterable[int], *, every_fault: bool = True
) -> tuple[Counter[tuple[str, bool]], list[str]]:
    """Count what `findings` finds in the games of these numbers; the second answer says what went wrong."""
    counts: Counter[tuple[str, bool]] = Counter()
    wrong = []
    for number in numbers:
        for name, right, verdict in findings(game, variant, number, every_fault=every_fault):
            counts[name, right] += 1
            if not right:
                wrong.append(f"{variant} {number}, {name}: {verdict}")
    return counts, wrong


def _named(fault: Fault, verdict: dict[str, Any]) -> tuple[bool, str]:
    right = (verdict["verdict"], verdict["entry"]) == (ILLEGAL, fault.entry) and verdict["clause"] in fault.clauses
    return right, f"{fault.entry} {fault.clauses}: {_short(verdict)}"


def _expected(verdict: dict[str, Any], wanted: str) -> tuple[bool, str]:
    return verdict["verdict"] == wanted, _short(verdict)


def _short(verdict: dict[str, Any]) -> str:
    return f"{verdict['verdict']} {verdict['entry']} {verdict.get('said')!r} {verdict['clause']} {verdict['needs']}"
