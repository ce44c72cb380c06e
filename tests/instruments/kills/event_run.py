"""One event that is drafted while parts of its site are killed: its people, its inspections and its end."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deploy.bot_event import verify_event
from drafting.models import Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.services.seat import give_seat_to_bot, return_seat_to_player, substitute_player
from gameplay.engine.core.chance import RandomStream
from gameplay.selectors.live import stream_number
from gameplay.services import accounts
from tests.instruments.bench.site import session_credentials
from tests.instruments.kills.inspection import Inspection, consistent_snapshot, sealed_packs
from tests.instruments.kills.observations import Gate, Observations
from tests.instruments.kills.simulated_player import SeatCredentials, SimulatedPlayer
from tournaments.models import Event
from tournaments.selectors.presets import draft_presets
from tournaments.selectors.results import matches_without_result, result_from_score
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.entry import NewPlayer, register_player
from tournaments.services.event import NewEvent, create_event
from tournaments.services.match import enter_result
from tournaments.services.practice_event import take_next_step

VIEW_TRIES, VIEW_PAUSE = 50, 0.1  # to see a view while nothing happens meanwhile
GAME_SCORE, POINTS = "2-1", 5


class EventRun:
    """Pods of six: five people, and a bot at one seat. Everything follows from ``seed`` but what is killed when."""

    def __init__(self, seed: bytes, ports: Sequence[int], *, pods: int, terms: DraftFormat | None = None) -> None:
        self.gate, self.observations, self._ports = Gate(), Observations(), list(ports)
        self._organizer = accounts.create_staff(f"Organizer {seed.hex()[-8:]}")
        self._actor = Actor(self._organizer, ORGANIZER)
        self.event = self._create_event(seed, 6 * pods, terms)
        self.pods = [each.pod for each in self.event.pods.select_related("pod")]
        self.sealed = sealed_packs(self.pods)
        bots = [Seat.objects.get(pod=pod, number=RandomStream(seed, pod.label).below(6)) for pod in self.pods]
        for bot in bots:
            give_seat_to_bot(bot, author=None, role="site", reason="a seat for the worker")
        self._substitutions = RandomStream(seed, "standing in")
        people = Seat.objects.filter(pod__in=self.pods, bot="").select_related("player")
        self.players = [self._create_player(seat, seed) for seat in people]

    def start(self) -> None:
        for person in self.players:
            person.start()

    def is_over(self) -> bool:
        """Whether every deck is in, or somebody has found something wrong."""
        waiting = Pod.objects.filter(pk__in=[pod.pk for pod in self.pods], closed_at=None)
        return bool(self.observations.faults) or not waiting.exists()

    def inspect(self) -> list[str]:
        """Compare the tables with what people were told, with the gate closed. Returns what is wrong."""
        broken = [f"{person.name} has stopped" for person in self.players if person.has_crashed]
        with consistent_snapshot():
            found = [Inspection(pod.pk, self.sealed, self.observations) for pod in self.pods]
            return broken + [fault for inspection in found for fault in inspection.faults()]

    def inspect_views(self) -> list[str]:
        """Have every web process tell every seat's view, and compare it with the tables. Returns what is wrong."""
        return [fault for person in self.players for port in self._ports for fault in self._view_faults(person, port)]

    def swap_substitute(self) -> None:
        """Let somebody take the place of one of the people, or one whose place was taken come back, with the gate closed.

        Whoever waits for an answer is let be: it is theirs alone.
        """
        person = self.players[self._substitutions.below(len(self.players))]
        seat = Seat.objects.select_related("player").get(pk=person.place.seat)
        if person.has_pending_request:
            return
        if seat.substitute_id:
            return_seat_to_player(seat, author=seat.player, role="player")
            account = seat.player
        else:
            link = substitute_player(
                seat, "Somebody else", author=self._organizer, role=ORGANIZER, reason="a test of kills"
            )
            account = accounts.redeem_link(link)
        self.observations.mark_substituted(person.place.seat)
        person.place = replace(person.place, **session_credentials(account))

    def finish(self) -> dict[str, Any]:
        """Play the rounds at once, reveal the seed, and verify the event as anybody can."""
        for person in self.players:
            person.stop()
            person.join()
        while take_next_step(self.event, by=self._actor):
            for match in matches_without_result(self.event):
                enter_result(
                    match, result_from_score(GAME_SCORE, self.event.match_rules), by=self._actor, last_seen_number=0
                )
        return verify_event(self.event)

    def _create_event(self, seed: bytes, players: int, terms: DraftFormat | None) -> Event:
        usual = draft_presets()[0]
        terms = terms or usual.format
        settings = {"rehearsal": True, "visibility": Event.Visibility.PRIVATE, "pick_clock": "tournament"}
        boosters = usual.boosters[:1] * terms.packs
        event = create_event(NewEvent("Kills", terms, boosters, settings), by=self._organizer, seed=seed)
        for number in range(1, players + 1):
            register_player(event, NewPlayer(f"Player {number}"))
        for _step in ("make_pods", "publish_seating"):
            take_next_step(event, by=self._actor)
        return event

    def _create_player(self, seat: Seat, seed: bytes) -> SimulatedPlayer:
        place = SeatCredentials(str(seat.pk), str(seat.pod_id), **session_credentials(seat.player))
        chance = RandomStream(seed, f"person/{seat.pod.label}/{seat.number}")
        first = chance.below(len(self._ports))
        ports = self._ports[first:] + self._ports[:first]
        return SimulatedPlayer(place, ports, observations=self.observations, gate=self.gate, chance=chance)

    def _view_faults(self, person: SimulatedPlayer, port: int) -> list[str]:
        for _try in range(VIEW_TRIES):
            with consistent_snapshot():
                found = Inspection(person.place.pod, self.sealed, self.observations)
            shown = person.fetch_view(port)
            if shown and shown["number"] == len(found.entries) == stream_number(found.pod.stream):
                return list(filter(None, [found.view_difference(person.place.seat, shown)]))
            time.sleep(VIEW_PAUSE)
        return [f"seat {person.place.seat} is shown nothing that stays at {port}"]
