"""``manage.py pairings``: check in thousands of random events that every pairing has the minimum cost."""

import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.instruments.pairings.events import play_and_judge_event


class Command(BaseCommand):
    help = (
        "Pair random events, and verify each round by exhaustive search or by another exact matching. "
        "The exit status is 1 if a pairing is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--times", type=int, default=1000, help="Number of events, including those in --file.")
        parser.add_argument(
            "--largest", type=int, default=24, help="Maximum number of players at the start of an event."
        )
        parser.add_argument("--seed", type=int, default=1, help="Seed of the events.")
        parser.add_argument(
            "--file", type=Path, help="File to store the events in, as lines of JSON; the next run continues from it."
        )

    def handle(self, *, times: int, largest: int, seed: int, file: Path | None, **options: Any) -> None:
        judged_events = _read(file)
        for number in range(len(judged_events), times):
            judged_events.append([asdict(judged) for judged in play_and_judge_event(seed, number, largest=largest)])
            if file:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(judged_events[-1]) + "\n")
        summary = _summary(judged_events)
        self.stdout.write(json.dumps({"seed": seed, "largest": largest, **summary}))
        sys.exit(1 if summary["faults"] else 0)


def _read(file: Path | None) -> list[list[dict[str, Any]]]:
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _summary(events: list[list[dict[str, Any]]]) -> dict[str, Any]:
    rounds = [judged for event in events for judged in event]
    sizes = Counter("verified by search" if judged["players"] <= 8 else "verified by matching" for judged in rounds)
    faults = [{"event": number, **judged} for number, event in enumerate(events) for judged in event if judged["fault"]]
    return {
        "events": len(events),
        "rounds": len(rounds),
        **sizes,
        "more than 64 players": sum(judged["players"] > 64 for judged in rounds),
        "impossible": sum(not judged["possible"] for judged in rounds),
        "faults": len(faults),
        "first": faults[:5],
    }
