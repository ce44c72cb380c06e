"""Run events one after the other, and kill parts of the site meanwhile."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from django.db import OperationalError, connection
from django.utils import timezone

from deploy.clock import last_heartbeat
from drafting.models import Pick
from drafting.rules.format import DraftFormat
from drafting.rules.passing import PICKED_BY_CLOCK
from gameplay.engine.core.chance import RandomStream
from gameplay.models import LogEntry
from tests.instruments.kills.event_run import EventRun
from tests.instruments.kills.site import KillableSite, ProcessStarter, ServerStarters, start_site

MAX_REQUESTS_BETWEEN = 25  # maximum of acknowledged requests between two kills
MAX_DELAY = 0.1  # seconds from the last of these requests to the kill
CLOCK_CHECK_EVERY = 4  # on average, after one in 4 kills the clock must tick again
TIMEOUT = 60.0  # seconds


def run(options: dict[str, Any], keeper: ProcessStarter, servers: ServerStarters) -> None:
    """Kill ``options["times"]`` times; print a line of JSON for each kill and for each finished event."""
    site = start_site(keeper, servers, hosts=options.get("hosts", 0))
    loop = KillLoop(site, options)
    while loop.kills < options["times"]:
        loop.run_event()


class KillLoop:
    """Kills random parts at random moments."""

    def __init__(self, site: KillableSite, options: dict[str, Any]) -> None:
        self.site, self.kills, self._options = site, 0, options
        self.restarted: list[str] = []
        self._events = options["sittings"]

    def run_event(self) -> None:
        """Draft one event to its end, with kills meanwhile. Exits the process at the first fault."""
        self._events += 1
        seed = str(self._options["seed"]).encode()
        key, chance = RandomStream(seed, f"sitting/{self._events}"), RandomStream(seed, f"kills/{self._events}")
        event_run = self._new_event_run(b"".join(key.next_word().to_bytes(4, "big") for _ in range(8)))
        event_run.start()
        while self._wait_for_next_kill(event_run, chance) and not event_run.observations.faults:
            self._kill(event_run, chance)
        finished = None if event_run.observations.faults else _retry_on_database_error(event_run.finish)
        self._report(event_run, {"finished": finished, "repeats": event_run.observations.repeats})

    def _new_event_run(self, key: bytes) -> EventRun:
        terms = self._options.get("terms")
        ports = list(self.site.ports.values())
        sizes = {"pods": self._options["pods"], "games": self._options.get("games", 0)}
        return EventRun(key, ports, **sizes, terms=DraftFormat(**terms) if terms else None)

    def _wait_for_next_kill(self, event_run: EventRun, chance: RandomStream) -> bool:
        """Wait for the next kill; return False if all decks are submitted before it."""
        answered, changed_at = event_run.observations.answered_count(), time.monotonic()
        threshold, delay = answered + chance.below(MAX_REQUESTS_BETWEEN), MAX_DELAY * chance.below(1000) / 1000
        while not _retry_on_database_error(event_run.is_over):
            time.sleep(delay)
            self.restarted += self.site.restart_ended()
            if self.kills < self._options["times"] and event_run.observations.answered_count() >= threshold:
                return True
            if answered != event_run.observations.answered_count():
                answered, changed_at = event_run.observations.answered_count(), time.monotonic()
            elif time.monotonic() - changed_at > TIMEOUT:
                event_run.observations.faults.append("no request is answered any more")
        return False

    def _kill(self, event_run: EventRun, chance: RandomStream) -> None:
        names = self._choose_victims(chance)
        servers = self.site.servers_among(names)
        self.kills += 1
        began = time.monotonic()
        self.site.kill(names)
        self.site.start(servers)
        with event_run.gate.closed():
            event_run.observations.faults += _retry_on_database_error(event_run.inspect)
            unanswered = event_run.observations.unanswered_requests()
            _retry_on_database_error(event_run.swap_substitute)
            self.site.start([name for name in names if name not in servers])
            down = round(time.monotonic() - began, 2)
            event_run.observations.faults += _retry_on_database_error(event_run.inspect_views)
        if not chance.below(CLOCK_CHECK_EVERY):
            event_run.observations.faults += self._clock_faults()
        done = sum(bool(request.was_done) for request in unanswered)
        counts = {"down_s": down, "in_doubt": len(unanswered), "in_doubt_and_done": done, "revived": self.restarted}
        self._report(event_run, {"killed": names, **counts})
        self.restarted = []

    def _clock_faults(self) -> list[str]:
        """Return a fault if the site's clock does not tick again."""
        now, until = timezone.now(), time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            self.restarted += self.site.restart_ended()
            beat = _retry_on_database_error(last_heartbeat)
            if beat and beat > now:
                return []
            time.sleep(0.2)
        return ["the clock has stopped"]

    def _report(self, event_run: EventRun, line: dict[str, Any]) -> None:
        result = {"sitting": self._events, **line, **_figures(event_run), "faults": event_run.observations.faults}
        print(json.dumps(result), flush=True)
        if event_run.observations.faults:
            sys.exit()

    def _choose_victims(self, chance: RandomStream) -> list[str]:
        """Return the name of one part, or the names of all parts, as if the machine had lost power."""
        parts = self.site.parts
        drawn = chance.below(len(parts) + 1) if len(parts) > 1 else 0
        return [parts[drawn]] if drawn < len(parts) else parts


def _figures(event_run: EventRun) -> dict[str, int]:
    picks = Pick.objects.filter(pack__pod__in=event_run.pods)
    entries = LogEntry.objects.filter(stream__in=[pod.stream for pod in event_run.pods])
    return {
        "picks": picks.count(),
        "by_page": sum(request.is_form and request.status == 204 for request in event_run.observations.requests),
        "choices": sum(game.choice_count() for game in event_run.games),
        "choices_by_page": sum(
            request.status == 200 and request.is_form for request in event_run.observations.requests
        ),
        "by_clock": picks.filter(by__in=PICKED_BY_CLOCK).count(),
        "pushes": entries.filter(action="deadlines_pushed").count(),
        "stood_in": entries.filter(action="seat_to_substitute").count(),
    }


def _retry_on_database_error(func: Callable[[], Any]) -> Any:
    """Call ``func`` and return its result; try again while the database is unavailable."""
    for _try in range(20):
        try:
            return func()
        except OperationalError:
            connection.close()
            time.sleep(0.2)
    return func()
