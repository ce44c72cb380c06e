"""Sittings one after the other, and a kill after the other in their midst. Called by ``python -m tests.instruments.kills``."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from deploy.clock import last_beat
from drafting.models import Pick
from drafting.rules.format import DraftFormat
from drafting.rules.passing import THE_CLOCK
from gameplay.engine.core.chance import Stream
from gameplay.models import LogEntry
from tests.instruments.kills.site import Keeper, Servers, Site
from tests.instruments.kills.sitting import Sitting

MOST_BETWEEN = 25  # requests that are acknowledged between two kills
WITHIN = 0.1  # seconds after the last of them, at most, in which it is killed
LISTENS = 4  # after one in so many kills it is waited until the clock ticks again
PATIENCE = 60.0  # seconds


def spend(asked: dict[str, Any], keeper: Keeper, servers: Servers) -> None:
    """Kill ``asked["times"]`` times; print a line of JSON for each kill and for each event that was finished."""
    site = Site(keeper, servers)
    site.start(site.below(site.parts))
    settings.DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # ours survive the database, too
    call_command("migrate", verbosity=0)
    site.start([name for name in site.parts if name not in servers])
    day = Day(site, asked)
    while day.kills < asked["times"]:
        day.sit()


class Day:
    """What is killed when, by chance."""

    def __init__(self, site: Site, asked: dict[str, Any]) -> None:
        self.site, self.kills, self._asked = site, 0, asked
        self.revived: list[str] = []
        self._sittings = asked["sittings"]

    def sit(self) -> None:
        """Have one event drafted to its end, killing meanwhile. Stops the day at the first fault."""
        self._sittings += 1
        seed = str(self._asked["seed"]).encode()
        key, chance = Stream(seed, f"sitting/{self._sittings}"), Stream(seed, f"kills/{self._sittings}")
        sitting = self._sitting(b"".join(key.word().to_bytes(4, "big") for _ in range(8)))
        sitting.begin()
        while self._wait(sitting, chance) and not sitting.told.faults:
            self._kill(sitting, chance)
        finished = None if sitting.told.faults else _in_order(sitting.finish)
        self._tell(sitting, {"finished": finished, "repeats": sitting.told.repeats})

    def _sitting(self, key: bytes) -> Sitting:
        terms = self._asked.get("terms")
        ports = list(self.site.ports.values())
        return Sitting(key, ports, pods=self._asked["pods"], terms=DraftFormat(**terms) if terms else None)

    def _wait(self, sitting: Sitting, chance: Stream) -> bool:
        """Wait for the moment of the next kill; false if there is none before all decks are in."""
        answered, moved = sitting.told.answered(), time.monotonic()
        wanted, moment = answered + chance.below(MOST_BETWEEN), WITHIN * chance.below(1000) / 1000
        while not _in_order(sitting.over):
            time.sleep(moment)
            self.revived += self.site.revive()
            if self.kills < self._asked["times"] and sitting.told.answered() >= wanted:
                return True
            if answered != sitting.told.answered():
                answered, moved = sitting.told.answered(), time.monotonic()
            elif time.monotonic() - moved > PATIENCE:
                sitting.told.faults.append("nobody is answered any more")
        return False

    def _kill(self, sitting: Sitting, chance: Stream) -> None:
        names = self._victims(chance)
        below = self.site.below(names)
        self.kills += 1
        began = time.monotonic()
        self.site.kill(names)
        self.site.start(below)
        with sitting.gate.closed():
            sitting.told.faults += _in_order(sitting.inspect)
            doubtful = sitting.told.in_doubt()
            _in_order(sitting.stand_in)
            self.site.start([name for name in names if name not in below])
            down = round(time.monotonic() - began, 2)
            sitting.told.faults += _in_order(sitting.inspect_views)
        if not chance.below(LISTENS):
            sitting.told.faults += self._clock_stands()
        done = sum(bool(asked.was_done) for asked in doubtful)
        counts = {"down_s": down, "in_doubt": len(doubtful), "in_doubt_and_done": done, "revived": self.revived}
        self._tell(sitting, {"killed": names, **counts})
        self.revived = []

    def _clock_stands(self) -> list[str]:
        """Return what is wrong if the site's clock does not tick again."""
        now, until = timezone.now(), time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.revived += self.site.revive()
            beat = _in_order(last_beat)
            if beat and beat > now:
                return []
            time.sleep(0.2)
        return ["the clock stands"]

    def _tell(self, sitting: Sitting, line: dict[str, Any]) -> None:
        said = {"sitting": self._sittings, **line, **_figures(sitting), "faults": sitting.told.faults}
        print(json.dumps(said), flush=True)
        if sitting.told.faults:
            sys.exit()

    def _victims(self, chance: Stream) -> list[str]:
        """Return a part, or all parts at once, as if the machine had lost its power."""
        parts = self.site.parts
        drawn = chance.below(len(parts) + 1) if len(parts) > 1 else 0
        return [parts[drawn]] if drawn < len(parts) else parts


def _figures(sitting: Sitting) -> dict[str, int]:
    picks = Pick.objects.filter(pack__pod__in=sitting.pods)
    entries = LogEntry.objects.filter(stream__in=[pod.stream for pod in sitting.pods])
    return {
        "picks": picks.count(),
        "by_clock": picks.filter(by__in=THE_CLOCK).count(),
        "pushes": entries.filter(action="deadlines_pushed").count(),
        "stood_in": entries.filter(action="seat_to_substitute").count(),
    }


def _in_order(ask: Callable[[], Any]) -> Any:
    """Return what ``ask`` does, again if the database was away meanwhile."""
    for _try in range(20):
        try:
            return ask()
        except OperationalError:
            connection.close()
            time.sleep(0.2)
    return ask()
