"""The same game, noted loosely: consequences are left out, repeated, and written anywhere in the line of their turn."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from random import Random

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import WrittenEntry
from tests.instruments.reported_games.report import BotGameReport

LEFT_OUT, REPEATED = 0.5, 0.2


def note_loosely(report: BotGameReport, seed: int) -> BotGameReport:
    """Return ``report`` with its decisions in order, and half of the consequences of each turn in any order."""
    events, random = notation_of(report.ruleset).events, Random(seed)
    loose = events.results - events.payments - events.counted

    def line(entries: Iterable[WrittenEntry]) -> Iterator[WrittenEntry]:
        noted = list[WrittenEntry]()
        consequences = list[WrittenEntry]()
        for entry in entries:
            if entry.event[0] not in loose:
                noted.append(entry)
            elif random.random() >= LEFT_OUT:
                consequences += [entry] * (1 + (random.random() < REPEATED))
        for entry in consequences:
            noted.insert(random.randint(0, len(noted)), entry)
        yield from noted

    turns = groupby(report.entries, key=lambda entry: entry.turn)
    return replace(report, entries=tuple(entry for _, entries in turns for entry in line(entries)))
