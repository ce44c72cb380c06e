"""Run a day: create its events, start the site and the people, let parts of the site fail, and audit everything."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import connection

from drafting.rules.format import DraftFormat
from gameplay.engine.core.chance import RandomStream
from gameplay.services import accounts
from tests.instruments.bench.site import session_credentials
from tests.instruments.kills.site import KillableSite, ProcessStarter, ServerStarters, start_site
from tests.instruments.saturday.audit import audit
from tests.instruments.saturday.faults import FAULTS, Fault
from tournaments.models import Event
from tournaments.selectors.presets import draft_presets
from tournaments.services.event import NewEvent, create_event

HOSTS = 2
FIRST_MOMENT, LAST_MOMENT = 0.1, 0.85  # the parts of the day between which faults begin
POLL = 0.1  # seconds
MIN_PAUSE = 6.0  # seconds between two faults, before scaling


def run(options: dict[str, Any], keeper: ProcessStarter, servers: ServerStarters) -> None:
    """Run the day that ``options`` describe; print a line of JSON for each phase, and one with the end of the day."""
    site = start_site(keeper, servers, hosts=HOSTS, TRUSTED_PROXIES="1")
    run_caddy = import_module("tests.parts.proxies").run_caddy
    with run_caddy(keeper.folder, *site.ports.values(), https=False) as proxy:
        events = _create_events(options)
        crowd = {"port": proxy.http_port, "think": options["think"], "match": options["match"], "events": events}
        with _running_crowd(crowd) as people:
            Day(site, people, options).run()


class Day:
    """The faults of a day, and its report."""

    def __init__(self, site: KillableSite, people: "Crowd", options: dict[str, Any]) -> None:
        self.site, self.people, self._options = site, people, options
        self.began = time.monotonic()
        self.lasted: dict[str, tuple[float, float]] = {}
        """For each fault, when it began and how long it lasted, in seconds."""

    def run(self) -> None:
        for moment, name in self._schedule():
            self._wait_until(lambda moment=moment: self.people.progress["acknowledged"] >= moment)
            if self.people.seen:
                break
            self._let_fail(FAULTS[name])
        self._wait_until(lambda: False)
        faults = list(self._wait_faults())
        seen = self.people.seen
        for name, figures in seen["phases"].items():
            at, lasted = self.lasted.get(name, (0.0, 0.0))
            print(json.dumps({"phase": name, "at": round(at, 1), "lasted": round(lasted, 1), **figures}), flush=True)
        connection.close()  # a restart of the database may have ended it
        faults += audit(seen["acknowledged"], cards_per_pack=self._options["format"]["pack_size"])
        summary = {"seconds": round(time.monotonic() - self.began, 1), "acknowledged": len(seen["acknowledged"])}
        figures = {name: seen[name] for name in ("most_streams", "refused")}
        print(json.dumps(summary | figures | {"faults": faults}), flush=True)

    def _schedule(self) -> list[tuple[int, str]]:
        """Return the faults with their moments, in order: numbers of acknowledged requests."""
        options = self._options
        chance, terms = RandomStream(str(options["seed"]).encode(), "faults"), options["format"]
        expected = options["people"] * (2 + terms["packs"] * terms["pack_size"] + terms["rounds"])
        first, last = int(FIRST_MOMENT * expected), int(LAST_MOMENT * expected)
        return sorted((first + chance.below(last - first), name) for name in options["faults"])

    def _let_fail(self, fault: Fault) -> None:
        self.people.begin_phase(fault.name)
        began = time.monotonic()
        with fault.begin(self.site):
            time.sleep(fault.seconds * self._options["scale"])
        self.lasted[fault.name] = began - self.began, time.monotonic() - began
        time.sleep(MIN_PAUSE * self._options["scale"])

    def _wait_until(self, condition: Any) -> None:
        """Wait until the condition is true or the day is over; restart processes that have ended meanwhile."""
        while not (condition() or self.people.seen):
            self.site.restart_ended()
            if self.people.has_ended or time.monotonic() - self.began > self._options["seconds"]:
                raise SystemExit(f"the day did not end: {self.people.progress}")
            time.sleep(POLL)

    def _wait_faults(self) -> Iterator[str]:
        phases = self.people.seen["phases"]
        for name in set(self._options["faults"]) - set(phases):
            yield f"the day was over before the fault {name}"
        for name, (_at, lasted) in self.lasted.items():
            limit = FAULTS[name].longest_wait(lasted, self._options["longest"])
            for what in ("longest_wait", "longest_signal", "longest_gap"):
                if (seconds := phases[name][what]) > limit:
                    yield f"{name}: the {what.replace('_', ' ')} was {seconds:.1f} s, allowed are {limit:.1f} s"


class Crowd:
    """The process of all people."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.progress: Mapping[str, Any] = {"acknowledged": 0}
        self.seen: dict[str, Any] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended without its report."""
        return not self._reader.is_alive() and not self.seen

    def begin_phase(self, name: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            message = json.loads(line)
            if "phases" in message:
                self.seen = message
            else:
                self.progress = message


@contextmanager
def _running_crowd(options: dict[str, Any]) -> Iterator[Crowd]:
    command = [sys.executable, "-m", "tests.instruments.saturday.crowd"]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    process.stdin.write(json.dumps(options) + "\n")
    process.stdin.flush()
    try:
        yield Crowd(process)
    finally:
        process.kill()
        process.wait()


def _create_events(options: dict[str, Any]) -> list[dict[str, Any]]:
    """Create the events of the day, each with its own organizer; return what the crowd needs of them."""
    terms, preset = DraftFormat(**options["format"]), draft_presets()[0]
    sizes = [len(range(number, options["people"], options["events"])) for number in range(options["events"])]
    return [
        _create_event(number, size, terms, preset.boosters[:1] * terms.packs) for number, size in enumerate(sizes, 1)
    ]


def _create_event(number: int, people: int, terms: DraftFormat, boosters: Any) -> dict[str, Any]:
    organizer = accounts.create_staff(f"Host {number}")
    settings_of_event = {"visibility": Event.Visibility.PUBLIC, "pick_clock": "relaxed"}
    event = create_event(NewEvent(f"Saturday {number}", terms, boosters, settings_of_event), by=organizer)
    names = [f"Player {number}-{place}" for place in range(1, 1 + people)]
    fields = {"slug": event.slug, "code": event.join_code, "people": people, "names": names}
    return fields | {"organizer": session_credentials(organizer)}
