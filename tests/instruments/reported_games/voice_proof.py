"""Adjudication of truthful logs in eight voices: the verdicts, the facts that are asked for, and the time."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.voices import VOICES, Writer
from tests.instruments.reported_games.witness import Account
from tests.instruments.reported_games.witnessed_games import watch_game

STATUSES = (LEGAL, UNDECIDABLE, ILLEGAL)


@dataclass(slots=True)
class VoiceTally:
    """The verdicts on the logs of one voice, the facts asked for, and the seconds of CPU time of each verdict."""

    verdicts: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "VoiceTally":
        return cls(Counter(data["verdicts"]), Counter(data["facts"]), data["seconds"], data["illegal"])

    def to_json(self) -> dict[str, Any]:
        return {
            "verdicts": dict(self.verdicts),
            "facts": dict(self.facts),
            "seconds": self.seconds,
            "illegal": self.illegal,
        }

    def percentile(self, share: float) -> float:
        """Return the seconds within which this ``share`` of the verdicts were given."""
        return sorted(self.seconds)[min(int(share * len(self.seconds)), len(self.seconds) - 1)]

    def row(self, voice: str) -> str:
        """Return a row of the table."""
        counts = " ".join(f"{status} {self.verdicts[status]:3}" for status in STATUSES)
        times = f"p50 {self.percentile(0.5):5.2f} p95 {self.percentile(0.95):5.2f} max {max(self.seconds):5.2f}"
        facts = ", ".join(f"{fact} {count}" for fact, count in self.facts.most_common(4))
        return f"{voice:20} {counts}  {times}  {facts}"


def log_in_voice(account: Account, voice: str, seed: int) -> dict[str, Any]:
    """Return the log of a game in one of the `VOICES`."""
    return Writer(account, VOICES[voice], seed).log()


def judge_in_voices(game: str, variant: str, number: int) -> Iterator[tuple[str, dict[str, Any], float]]:
    """Yield, for each voice, the verdict on the game with this ``number``, and its seconds of CPU time."""
    account = watch_game(RULESETS[game], variant, number)
    for voice in VOICES:
        reported_game = reported_game_from_json(log_in_voice(account, voice, number), RULESETS, known_cards)
        start = time.process_time()
        verdict = verdict_json(reported_game)
        yield voice, verdict, time.process_time() - start


def tally_voices(game: str, variant: str, numbers: Iterable[int], tallies: dict[str, VoiceTally]) -> None:
    """Add the verdicts on the games with these numbers to ``tallies``."""
    for number in numbers:
        for voice, verdict, seconds in judge_in_voices(game, variant, number):
            tally = tallies.setdefault(voice, VoiceTally())
            tally.verdicts[verdict["verdict"]] += 1
            tally.facts.update(sorted({need["fact"] for need in verdict["needs"]}))
            tally.seconds.append(round(seconds, 3))
            if verdict["verdict"] == ILLEGAL:
                where = f"entry {verdict['entry']} of turn {verdict['turn']}"
                tally.illegal.append(
                    f"{variant} {number}, {voice}: {where}, {verdict.get('said')!r}: {verdict['clause']}"
                )
