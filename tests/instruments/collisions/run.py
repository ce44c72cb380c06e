"""Press at random moments of events, on a database as in production, and check every event after each moment."""

import contextlib
import json
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.instruments.collisions.event_course import advance, faults, new_event
from tests.instruments.collisions.officials import Organizer, Press, Script
from tests.instruments.kills.site import ProcessStarter, ServerStarters
from tournaments.models import Event
from tournaments.selectors.progress import event_phase
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.event import EventFinishedError, appoint_official

MOMENTS_PER_EVENT = 8
NEXT_EVENT = 0.6  # probability of another event after one was finished


def run(options: dict[str, Any], keeper: ProcessStarter, servers: ServerStarters) -> None:
    """Write a line of JSON to standard output for each moment: what was pressed, the responses, and faults."""
    for start in servers.values():
        start()
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    officials = [create_staff(name) for name in ("Alma", "Berta", "Script")]
    course: Course | None = None
    for moment in range(options["first"], options["first"] + options["moments"]):
        chance = Random(f"{options['seed']}/{moment}")
        if course is None or moment % MOMENTS_PER_EVENT == 0 or (course.is_finished and chance.random() < NEXT_EVENT):
            course = Course(new_event(officials, chance), officials)
        sys.stdout.write(json.dumps({"moment": moment} | course.collide(chance)) + "\n")
        sys.stdout.flush()


class Course:
    """An event, and the officials who press at it."""

    def __init__(self, event: Event, officials: list[Account]) -> None:
        self.event, self.officials = event, officials
        self.organizers = [Organizer(account) for account in officials[:2]]
        self.script = Script(officials[2])

    @property
    def is_finished(self) -> bool:
        return Event.objects.get(pk=self.event.pk).finished_at is not None

    def collide(self, chance: Random) -> dict[str, Any]:
        """Let everybody press simultaneously, and check the event."""
        by = Actor(self.officials[0], ORGANIZER)
        with contextlib.suppress(EventFinishedError):
            for account in self.officials:  # dismissed by a press, perhaps
                appoint_official(self.event, account, ORGANIZER, by=by)
        phase = event_phase(Event.objects.get(pk=self.event.pk))
        for organizer in self.organizers:
            if not organizer.forms or chance.random() < 0.7:
                organizer.look(self.event, chance)
        if chance.random() < 0.5:
            advance(self.event, self.officials[0], chance)  # what was looked at is outdated now
        pressed = [each.presses(chance) for each in self.organizers] + [self.script.presses(self.event, chance)]
        cache.clear()  # limits of rates count for real people only
        responses = _press_simultaneously(pressed)
        found = [f"{what}: {status}" for what, status, _code in responses if status >= 500]
        return {
            "event": self.event.slug,
            "phase": phase,
            "pressed": [what for what, _status, _code in responses],
            "statuses": Counter(status for _what, status, _code in responses),
            "codes": Counter(code for _what, _status, code in responses if code),
            "faults": found + list(faults(self.event)),
        }


def _press_simultaneously(pressed: Sequence[Sequence[Press]]) -> list[tuple[str, int, str]]:
    """Call each list of presses in a thread of its own, all at the same time; return all responses."""
    start = threading.Barrier(len(pressed))

    def press(presses: Sequence[Press]) -> list[tuple[str, int, str]]:
        start.wait()
        try:
            return [each() for each in presses]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(pressed)) as threads:
        return [response for done in threads.map(press, pressed) for response in done]
