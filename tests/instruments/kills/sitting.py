"""One event that is drafted while parts of its site are killed: its people, its inspections and its end."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deploy.fast import verification
from drafting.models import Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.services.seat import give_seat_to_bot, substitute, take_back
from gameplay.engine.core.chance import Stream
from gameplay.selectors.live import number_of
from gameplay.services import accounts
from tests.instruments.bench.site import signed_in
from tests.instruments.kills.inspection import Inspection, one_moment, sealed_in
from tests.instruments.kills.person import Person, Place
from tests.instruments.kills.told import Gate, Told
from tournaments.models import Event
from tournaments.selectors.presets import presets
from tournaments.selectors.results import missing, quick_result
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.entry import NewPlayer, join
from tournaments.services.event import NewEvent, create_event
from tournaments.services.match import enter_result
from tournaments.services.rehearsal import take_next_step

TRIES, PAUSE = 50, 0.1  # to see a view while nothing happens meanwhile
GAMES, POINTS = "2-1", 5


class Sitting:
    """Pods of six: five people, and a bot at one seat. Everything follows from ``seed`` but what is killed when."""

    def __init__(self, seed: bytes, ports: Sequence[int], *, pods: int, terms: DraftFormat | None = None) -> None:
        self.gate, self.told, self._ports = Gate(), Told(), list(ports)
        self._organizer = accounts.create_staff(f"Organizer {seed.hex()[-8:]}")
        self._by = Actor(self._organizer, ORGANIZER)
        self.event = self._seated(seed, 6 * pods, terms)
        self.pods = [each.pod for each in self.event.pods.select_related("pod")]
        self.sealed = sealed_in(self.pods)
        bots = [Seat.objects.get(pod=pod, number=Stream(seed, pod.label).below(6)) for pod in self.pods]
        for bot in bots:
            give_seat_to_bot(bot, author=None, role="site", reason="a seat for the worker")
        self._standing_in = Stream(seed, "standing in")
        people = Seat.objects.filter(pod__in=self.pods, bot="").select_related("player")
        self.people = [self._person(seat, seed) for seat in people]

    def begin(self) -> None:
        for person in self.people:
            person.start()

    def over(self) -> bool:
        """Whether every deck is in, or somebody has found something wrong."""
        waiting = Pod.objects.filter(pk__in=[pod.pk for pod in self.pods], closed_at=None)
        return bool(self.told.faults) or not waiting.exists()

    def inspect(self) -> list[str]:
        """Compare the tables with what people were told, with the gate closed. Returns what is wrong."""
        broken = [f"{person.name} has stopped" for person in self.people if person.broken]
        with one_moment():
            found = [Inspection(pod.pk, self.sealed, self.told) for pod in self.pods]
            return broken + [fault for inspection in found for fault in inspection.faults()]

    def inspect_views(self) -> list[str]:
        """Have every web process tell every seat's view, and compare it with the tables. Returns what is wrong."""
        return [fault for person in self.people for port in self._ports for fault in self._view(person, port)]

    def stand_in(self) -> None:
        """Let somebody take the place of one of the people, or one whose place was taken come back, with the gate closed.

        Whoever waits for an answer is let be: it is theirs alone.
        """
        person = self.people[self._standing_in.below(len(self.people))]
        seat = Seat.objects.select_related("player").get(pk=person.place.seat)
        if person.waits:
            return
        if seat.substitute_id:
            take_back(seat, author=seat.player, role="player")
            account = seat.player
        else:
            link = substitute(seat, "Somebody else", author=self._organizer, role=ORGANIZER, reason="a test of kills")
            account = accounts.redeem_link(link)
        self.told.change_hands(person.place.seat)
        person.place = replace(person.place, **signed_in(account))

    def finish(self) -> dict[str, Any]:
        """Play the rounds at once, reveal the seed, and verify the event as anybody can."""
        for person in self.people:
            person.leave()
            person.join()
        while take_next_step(self.event, by=self._by):
            for match in missing(self.event):
                enter_result(match, quick_result(GAMES, self.event.match_rules), by=self._by, seen=0)
        return verification(self.event)

    def _seated(self, seed: bytes, players: int, terms: DraftFormat | None) -> Event:
        usual = presets()[0]
        terms = terms or usual.format
        settings = {"rehearsal": True, "visibility": Event.Visibility.PRIVATE, "pick_clock": "tournament"}
        boosters = usual.boosters[:1] * terms.packs
        event = create_event(NewEvent("Kills", terms, boosters, settings), by=self._organizer, seed=seed)
        for number in range(1, players + 1):
            join(event, NewPlayer(f"Player {number}"))
        for _step in ("make_pods", "publish_seating"):
            take_next_step(event, by=self._by)
        return event

    def _person(self, seat: Seat, seed: bytes) -> Person:
        place = Place(str(seat.pk), str(seat.pod_id), **signed_in(seat.player))
        chance = Stream(seed, f"person/{seat.pod.label}/{seat.number}")
        first = chance.below(len(self._ports))
        ports = self._ports[first:] + self._ports[:first]
        return Person(place, ports, told=self.told, gate=self.gate, chance=chance)

    def _view(self, person: Person, port: int) -> list[str]:
        for _try in range(TRIES):
            with one_moment():
                found = Inspection(person.place.pod, self.sealed, self.told)
            shown = person.look(port)
            if shown and shown["number"] == len(found.entries) == number_of(found.pod.stream):
                return list(filter(None, [found.differs(person.place.seat, shown)]))
            time.sleep(PAUSE)
        return [f"seat {person.place.seat} is shown nothing that stays at {port}"]
