"""Adjudication of truthful logs in eight voices: the verdicts, the facts that are asked for, and the time."""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.questions import MAX_QUESTIONS
from tests.instruments.reported_games.voices import VOICES, Place, Writer
from tests.instruments.reported_games.witness import Account
from tests.instruments.reported_games.witnessed_games import watch_game

STATUSES = (LEGAL, UNDECIDABLE, ILLEGAL)
COUNTERS = ("verdicts", "facts", "answered", "open_facts")


@dataclass(slots=True)
class VoiceTally:
    """The verdicts on the logs of one voice, the facts asked for, and the seconds of CPU time of each verdict.

    ``answered`` counts the games by the final verdict and the number of answers, ``open_facts`` the facts that could
    not be supplied, or did not help. ``illegal`` describes the logs that were called illegal.
    """

    verdicts: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    open_facts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "VoiceTally":
        verdicts, facts, answered, open_facts = (Counter(data[name]) for name in COUNTERS)
        return cls(verdicts, facts, answered, open_facts, data["seconds"], data["illegal"])

    def to_json(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # asdict breaks a Counter in 3.11

    def percentile(self, share: float) -> float:
        """Return the seconds within which this ``share`` of the verdicts were given."""
        return sorted(self.seconds)[min(int(share * len(self.seconds)), len(self.seconds) - 1)]

    def row(self, voice: str) -> str:
        """Return a row of the table."""
        counts = " ".join(f"{status} {self.verdicts[status]:3}" for status in STATUSES)
        times = f"p50 {self.percentile(0.5):5.2f} p95 {self.percentile(0.95):5.2f} max {max(self.seconds):5.2f}"
        answered = ", ".join(f"{what} {count}" for what, count in sorted(self.answered.items()))
        facts, open_facts = (
            ", ".join(f"{fact} {count}" for fact, count in counter.most_common(4))
            for counter in (self.facts, self.open_facts)
        )
        left = f"; left: {open_facts}" if open_facts else ""
        return f"{voice:20} {counts}  {times}  asked: {facts or '-'}; answered: {answered}{left}"

    def add(self, verdict: Mapping[str, Any], seconds: float, where: str) -> None:
        """Count a verdict on a log as it was first written, or after an answer."""
        self.seconds.append(round(seconds, 3))
        if verdict["verdict"] == ILLEGAL:
            entry = f"entry {verdict['entry']} of turn {verdict['turn']}, {verdict.get('said')!r}"
            self.illegal.append(f"{where}: {entry}: {verdict['clause']}")


def log_in_voice(
    account: Account, voice: str, seed: int, in_full: Collection[int] = (), place: Place = Place.NOTED
) -> dict[str, Any]:
    """Return the log of a game in one of the `VOICES`, with the turns ``in_full`` written completely."""
    return Writer(account, VOICES[voice], seed, in_full, place=place).log()


def judge_in_voice(
    account: Account, voice: str, number: int, tally: VoiceTally, max_questions: int, place: Place = Place.NOTED
) -> None:
    """Judge the log of a game in one of the `VOICES`, and answer the questions of an undecidable verdict."""
    verdicts = list[dict[str, Any]]()
    for verdict, seconds in answered_verdicts(account, voice, number, max_questions, place):
        tally.add(verdict, seconds, f"{account.variant} {number}, {voice}, after {len(verdicts)} answers")
        verdicts.append(verdict)
    tally.verdicts[verdicts[0]["verdict"]] += 1
    tally.facts.update({need["fact"] for need in verdicts[0]["needs"]})
    if verdicts[-1]["verdict"] == UNDECIDABLE:
        tally.answered["open"] += 1
        tally.open_facts.update({need["fact"] for need in verdicts[-1]["needs"]})
    else:
        tally.answered[f"{verdicts[-1]['verdict']} after {len(verdicts) - 1}"] += 1


def answered_verdicts(
    account: Account, voice: str, number: int, max_questions: int, place: Place = Place.NOTED
) -> Iterator[tuple[dict[str, Any], float]]:
    """Yield the verdict on a log in one of the `VOICES` and its CPU time, then those after each answer to a question.

    The answer is everything that the witness noted in the turns of the facts that the verdict asks for.
    """
    in_full = set[int]()
    for _ in range(max_questions + 1):
        log = log_in_voice(account, voice, number, in_full, place)
        reported_game = reported_game_from_json(log, RULESETS, known_cards)
        start = time.process_time()
        verdict = verdict_json(reported_game)
        yield verdict, time.process_time() - start
        asked = {need["turn"] for need in verdict["needs"]} - in_full
        if verdict["verdict"] != UNDECIDABLE or not asked:
            return
        in_full |= asked


def tally_voices(
    game: str,
    variant: str,
    numbers: Iterable[int],
    tallies: dict[str, VoiceTally],
    *,
    max_questions: int = MAX_QUESTIONS,
    place: Place = Place.NOTED,
) -> None:
    """Add the verdicts on the games with these numbers to ``tallies``."""
    for number in numbers:
        account = watch_game(RULESETS[game], variant, number)
        for voice in VOICES:
            judge_in_voice(account, voice, number, tallies.setdefault(voice, VoiceTally()), max_questions, place)
