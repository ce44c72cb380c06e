"""``manage.py pairings``: whether every pairing is the least there is, over thousands of random events."""

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
        "Pair random events, and judge each round by trying everything or by another exact matching. Exit 1 if wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--times", type=int, default=1000, help="Events, those of --file included.")
        parser.add_argument("--largest", type=int, default=24, help="The most players an event begins with.")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--file", type=Path, help="Where each event is kept, a line of JSON; it goes on from there."
        )

    def handle(self, *, times: int, largest: int, seed: int, file: Path | None, **options: Any) -> None:
        kept = _read(file)
        for number in range(len(kept), times):
            kept.append([asdict(judged) for judged in play_and_judge_event(seed, number, largest=largest)])
            if file:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(kept[-1]) + "\n")
        found = _summary(kept)
        self.stdout.write(json.dumps({"seed": seed, "largest": largest, **found}))
        sys.exit(1 if found["faults"] else 0)


def _read(file: Path | None) -> list[list[dict[str, Any]]]:
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _summary(events: list[list[dict[str, Any]]]) -> dict[str, Any]:
    rounds = [judged for event in events for judged in event]
    sizes = Counter("tried out" if judged["players"] <= 8 else "by another matching" for judged in rounds)
    faults = [{"event": number, **judged} for number, event in enumerate(events) for judged in event if judged["fault"]]
    return {
        "events": len(events),
        "rounds": len(rounds),
        **sizes,
        "above 64 players": sum(judged["players"] > 64 for judged in rounds),
        "impossible": sum(not judged["possible"] for judged in rounds),
        "faults": len(faults),
        "first": faults[:5],
    }
