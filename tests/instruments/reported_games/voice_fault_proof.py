"""Adjudication of accounts with one false entry in eight voices: whether it is named, and with which clause."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from gameplay.engine.adjudication.verdict import ILLEGAL
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from tests.instruments.reported_games.questions import MAX_QUESTIONS
from tests.instruments.reported_games.voice_faults import PlantedFault, plant_faults
from tests.instruments.reported_games.voice_proof import answered_verdicts
from tests.instruments.reported_games.voices import VOICES
from tests.instruments.reported_games.witnessed_games import watch_game

NAMED, OTHER_CLAUSE, OTHER_ENTRY = "named", "other clause", "other entry"
"""Outcomes of an illegal verdict; the others are the verdicts "undecidable" and "legal"."""


@dataclass(slots=True)
class FaultTally:
    """The outcomes in one voice, and a description of each fault that was not named with an expected clause."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "FaultTally":
        return cls(Counter(data["outcomes"]), data["wrong"])

    def to_json(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # asdict breaks a Counter in 3.11

    def row(self, voice: str) -> str:
        """Return a row of the table."""
        total = sum(self.outcomes.values())
        at_entry = self.outcomes[NAMED] + self.outcomes[OTHER_CLAUSE]
        others = ", ".join(f"{what} {count}" for what, count in sorted(self.outcomes.items()) if what != NAMED)
        named = f"at their entry {at_entry:3}  with the clause {self.outcomes[NAMED]:3}"
        return f"{voice:20} faults {total:3}  {named}  {others}"


def judge_fault(fault: PlantedFault, voice: str, number: int, tally: FaultTally, max_questions: int) -> None:
    """Judge an account with a fault in one of the `VOICES`, and answer the questions of an undecidable verdict."""
    *_, (verdict, _) = answered_verdicts(fault.account, voice, number, max_questions)
    outcome = verdict["verdict"]
    if outcome == ILLEGAL:
        is_at_entry = verdict["turn"] == fault.turn and (verdict.get("said") or "").endswith(fault.words)
        clause = NAMED if verdict["clause"] in fault.clauses else OTHER_CLAUSE
        outcome = clause if is_at_entry else OTHER_ENTRY
    tally.outcomes[outcome] += 1
    if outcome != NAMED:
        found = f"{outcome} {verdict['entry']} of turn {verdict['turn']} {verdict.get('said')!r} {verdict['clause']}"
        where = f"{fault.account.variant} {number}, {voice}, {fault.name}"
        tally.wrong.append(f"{where}, {fault.words!r} in turn {fault.turn} {fault.clauses}: {found}")


def tally_faults(
    game: str,
    variant: str,
    numbers: Iterable[int],
    tallies: dict[str, FaultTally],
    *,
    max_questions: int = MAX_QUESTIONS,
) -> None:
    """Add the verdicts on the games with these numbers to ``tallies``; each voice of a game has another fault."""
    for number in numbers:
        account = watch_game(RULESETS[game], variant, number)
        faults = list(plant_faults(account, RandomStream(number.to_bytes(32, "big"), "paper/planted")))
        for at, voice in enumerate(VOICES):
            fault = faults[(number * len(VOICES) + at) % len(faults)]
            judge_fault(fault, voice, number, tallies.setdefault(voice, FaultTally()), max_questions)
