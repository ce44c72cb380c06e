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

from deploy.clock import last_heartbeat
from drafting.models import Pick
from drafting.rules.format import DraftFormat
from drafting.rules.passing import PICKED_BY_CLOCK
from gameplay.engine.core.chance import RandomStream
from gameplay.models import LogEntry
from tests.instruments.kills.event_run import EventRun
from tests.instruments.kills.site import KillableSite, ProcessStarter, ServerStarters

MAX_REQUESTS_BETWEEN = 25  # requests that are acknowledged between two kills
MAX_DELAY = 0.1  # seconds after the last of them, at most, in which it is killed
CLOCK_CHECK_EVERY = 4  # after one in so many kills it is waited until the clock ticks again
TIMEOUT = 60.0  # seconds


def run(options: dict[str, Any], keeper: ProcessStarter, servers: ServerStarters) -> None:
    """Kill ``asked["times"]`` times; print a line of JSON for each kill and for each event that was finished."""
    site = KillableSite(keeper, servers)
    site.start(site.servers_among(site.parts))
    settings.DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # ours survive the database, too
    call_command("migrate", verbosity=0)
    site.start([name for name in site.parts if name not in servers])
    day = KillLoop(site, options)
    while day.kills < options["times"]:
        day.run_event()


class KillLoop:
    """What is killed when, by chance."""

    def __init__(self, site: KillableSite, options: dict[str, Any]) -> None:
        self.site, self.kills, self._options = site, 0, options
        self.restarted: list[str] = []
        self._events = options["sittings"]

    def run_event(self) -> None:
        """Have one event drafted to its end, killing meanwhile. Stops the day at the first fault."""
        self._events += 1
        seed = str(self._options["seed"]).encode()
        key, chance = RandomStream(seed, f"sitting/{self._events}"), RandomStream(seed, f"kills/{self._events}")
        sitting = self._new_event_run(b"".join(key.next_word().to_bytes(4, "big") for _ in range(8)))
        sitting.start()
        while self._wait_for_next_kill(sitting, chance) and not sitting.observations.faults:
            self._kill(sitting, chance)
        finished = None if sitting.observations.faults else _retry_on_database_error(sitting.finish)
        self._report(sitting, {"finished": finished, "repeats": sitting.observations.repeats})

    def _new_event_run(self, key: bytes) -> EventRun:
        terms = self._options.get("terms")
        ports = list(self.site.ports.values())
        return EventRun(key, ports, pods=self._options["pods"], terms=DraftFormat(**terms) if terms else None)

    def _wait_for_next_kill(self, sitting: EventRun, chance: RandomStream) -> bool:
        """Wait for the moment of the next kill; false if there is none before all decks are in."""
        answered, moved = sitting.observations.answered_count(), time.monotonic()
        wanted, moment = answered + chance.below(MAX_REQUESTS_BETWEEN), MAX_DELAY * chance.below(1000) / 1000
        while not _retry_on_database_error(sitting.is_over):
            time.sleep(moment)
            self.restarted += self.site.restart_ended()
            if self.kills < self._options["times"] and sitting.observations.answered_count() >= wanted:
                return True
            if answered != sitting.observations.answered_count():
                answered, moved = sitting.observations.answered_count(), time.monotonic()
            elif time.monotonic() - moved > TIMEOUT:
                sitting.observations.faults.append("nobody is answered any more")
        return False

    def _kill(self, sitting: EventRun, chance: RandomStream) -> None:
        names = self._choose_victims(chance)
        below = self.site.servers_among(names)
        self.kills += 1
        began = time.monotonic()
        self.site.kill(names)
        self.site.start(below)
        with sitting.gate.closed():
            sitting.observations.faults += _retry_on_database_error(sitting.inspect)
            doubtful = sitting.observations.unanswered_requests()
            _retry_on_database_error(sitting.swap_substitute)
            self.site.start([name for name in names if name not in below])
            down = round(time.monotonic() - began, 2)
            sitting.observations.faults += _retry_on_database_error(sitting.inspect_views)
        if not chance.below(CLOCK_CHECK_EVERY):
            sitting.observations.faults += self._clock_faults()
        done = sum(bool(asked.was_done) for asked in doubtful)
        counts = {"down_s": down, "in_doubt": len(doubtful), "in_doubt_and_done": done, "revived": self.restarted}
        self._report(sitting, {"killed": names, **counts})
        self.restarted = []

    def _clock_faults(self) -> list[str]:
        """Return what is wrong if the site's clock does not tick again."""
        now, until = timezone.now(), time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            self.restarted += self.site.restart_ended()
            beat = _retry_on_database_error(last_heartbeat)
            if beat and beat > now:
                return []
            time.sleep(0.2)
        return ["the clock stands"]

    def _report(self, sitting: EventRun, line: dict[str, Any]) -> None:
        said = {"sitting": self._events, **line, **_figures(sitting), "faults": sitting.observations.faults}
        print(json.dumps(said), flush=True)
        if sitting.observations.faults:
            sys.exit()

    def _choose_victims(self, chance: RandomStream) -> list[str]:
        """Return a part, or all parts at once, as if the machine had lost its power."""
        parts = self.site.parts
        drawn = chance.below(len(parts) + 1) if len(parts) > 1 else 0
        return [parts[drawn]] if drawn < len(parts) else parts


def _figures(sitting: EventRun) -> dict[str, int]:
    picks = Pick.objects.filter(pack__pod__in=sitting.pods)
    entries = LogEntry.objects.filter(stream__in=[pod.stream for pod in sitting.pods])
    return {
        "picks": picks.count(),
        "by_clock": picks.filter(by__in=PICKED_BY_CLOCK).count(),
        "pushes": entries.filter(action="deadlines_pushed").count(),
        "stood_in": entries.filter(action="seat_to_substitute").count(),
    }


def _retry_on_database_error(func: Callable[[], Any]) -> Any:
    """Return what ``ask`` does, again if the database was away meanwhile."""
    for _try in range(20):
        try:
            return func()
        except OperationalError:
            connection.close()
            time.sleep(0.2)
    return func()
