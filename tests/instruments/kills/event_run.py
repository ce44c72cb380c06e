"""One event that is drafted while parts of its site are killed: its players, its inspections and its end."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from drafting.models import Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.services.seat import give_seat_to_bot, return_seat_to_player, substitute_player
from gameplay.engine.core.chance import RandomStream
from gameplay.selectors.live import stream_number
from gameplay.services import accounts
from tests.instruments.bench.site import session_credentials
from tests.instruments.kills.game_run import GameRun
from tests.instruments.kills.inspection import Inspection, consistent_snapshot, sealed_packs
from tests.instruments.kills.observations import Gate, Observations
from tests.instruments.kills.simulated_player import SeatCredentials, SimulatedPlayer
from tournaments.models import Event
from tournaments.selectors.presets import draft_presets
from tournaments.selectors.results import matches_without_result, result_from_score
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.bot_event import verify_event
from tournaments.services.entry import NewPlayer, register_player
from tournaments.services.event import NewEvent, create_event
from tournaments.services.match import enter_result
from tournaments.services.practice_event import take_next_step

VIEW_TRIES, VIEW_PAUSE = 50, 0.1  # attempts to fetch a view while the pod does not change, and the seconds between them
GAME_SCORE, POINTS = "2-1", 5


class EventRun:
    """An event with pods of five simulated players and a bot, and online games beside it.

    All actions except the kills follow from ``seed``.
    """

    def __init__(
        self, seed: bytes, ports: Sequence[int], *, pods: int, games: int = 0, terms: DraftFormat | None = None
    ) -> None:
        self.gate, self.observations, self._ports = Gate(), Observations(), list(ports)
        self._organizer = accounts.create_staff(f"Organizer {seed.hex()[-8:]}")
        self._actor = Actor(self._organizer, ORGANIZER)
        self.event = self._create_event(seed, 6 * pods, terms)
        self.pods = [each.pod for each in self.event.pods.select_related("pod")]
        self.sealed = sealed_packs(self.pods)
        bots = [Seat.objects.get(pod=pod, number=RandomStream(seed, pod.label).below(6)) for pod in self.pods]
        for bot in bots:
            give_seat_to_bot(bot, author=None, role="site", reason="a seat for the worker")
        self._substitution_chance = RandomStream(seed, "standing in")
        seats = Seat.objects.filter(pod__in=self.pods, bot="").select_related("player")
        self.players = [self._create_player(seat, seed) for seat in seats]
        self.games = [
            GameRun(seed, number, self._ports, observations=self.observations, gate=self.gate)
            for number in range(games)
        ]

    @property
    def everyone(self) -> list[SimulatedPlayer]:
        """The players of the draft and of the games."""
        return [*self.players, *(player for game in self.games for player in game.players)]

    def start(self) -> None:
        for player in self.everyone:
            player.start()

    def is_over(self) -> bool:
        """Return whether all decks are submitted or a fault was found."""
        waiting = Pod.objects.filter(pk__in=[pod.pk for pod in self.pods], closed_at=None)
        return bool(self.observations.faults) or not waiting.exists()

    def inspect(self) -> list[str]:
        """Compare the tables with what players were shown, while the gate is closed. Returns the faults."""
        crashed = [f"{player.name} has stopped" for player in self.everyone if player.has_crashed]
        with consistent_snapshot():
            inspections = [Inspection(pod.pk, self.sealed, self.observations) for pod in self.pods]
            found = [*(each.faults() for each in inspections), *(game.faults() for game in self.games)]
            return crashed + [fault for faults in found for fault in faults]

    def inspect_views(self) -> list[str]:
        """Fetch the view of each seat from each web process, and compare it with the tables. Returns the faults."""
        return [fault for player in self.players for port in self._ports for fault in self._view_faults(player, port)]

    def swap_substitute(self) -> None:
        """Substitute a random player, or return the seat to its player, while the gate is closed.

        A player with an unanswered request is left alone, because only this account may repeat the request.
        """
        player = self.players[self._substitution_chance.below(len(self.players))]
        seat = Seat.objects.select_related("player").get(pk=player.credentials.seat)
        if player.has_pending_request:
            return
        if seat.substitute_id:
            return_seat_to_player(seat, author=seat.player, role="player")
            account = seat.player
        else:
            link = substitute_player(
                seat, "Substitute", author=self._organizer, role=ORGANIZER, reason="a test of kills"
            )
            account = accounts.redeem_link(link)
        self.observations.mark_substituted(player.credentials.seat)
        player.credentials = replace(player.credentials, **session_credentials(account))

    def finish(self) -> dict[str, Any]:
        """Play the rounds immediately, reveal the seed, and return the public verification of the event."""
        for player in self.everyone:
            player.stop()
            player.join()
        with consistent_snapshot():
            self.observations.faults += [fault for game in self.games for fault in game.faults()]
        while take_next_step(self.event, by=self._actor):
            for match in matches_without_result(self.event):
                enter_result(
                    match, result_from_score(GAME_SCORE, self.event.match_rules), by=self._actor, last_seen_number=0
                )
        return verify_event(self.event)

    def _create_event(self, seed: bytes, players: int, terms: DraftFormat | None) -> Event:
        preset = draft_presets()[0]
        terms = terms or preset.format
        settings = {"rehearsal": True, "visibility": Event.Visibility.PRIVATE, "pick_clock": "tournament"}
        boosters = preset.boosters[:1] * terms.packs
        event = create_event(NewEvent("Kills", terms, boosters, settings), by=self._organizer, seed=seed)
        for number in range(1, players + 1):
            register_player(event, NewPlayer(f"Player {number}"))
        for _step in ("make_pods", "publish_seating"):
            take_next_step(event, by=self._actor)
        return event

    def _create_player(self, seat: Seat, seed: bytes) -> SimulatedPlayer:
        credentials = SeatCredentials(str(seat.pk), str(seat.pod_id), **session_credentials(seat.player))
        chance = RandomStream(seed, f"person/{seat.pod.label}/{seat.number}")
        first = chance.below(len(self._ports))
        ports = self._ports[first:] + self._ports[:first]
        return SimulatedPlayer(credentials, ports, observations=self.observations, gate=self.gate, chance=chance)

    def _view_faults(self, player: SimulatedPlayer, port: int) -> list[str]:
        for _try in range(VIEW_TRIES):
            with consistent_snapshot():
                inspection = Inspection(player.credentials.pod, self.sealed, self.observations)
            view = player.fetch_view(port)
            if view and view["number"] == len(inspection.entries) == stream_number(inspection.pod.stream):
                return list(filter(None, [inspection.view_difference(player.credentials.seat, view)]))
            time.sleep(VIEW_PAUSE)
        return [f"the view of seat {player.credentials.seat} at port {port} never matches the log"]
