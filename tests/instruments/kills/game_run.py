"""An online game beside a draft that is killed: its two players, and the inspection of its choices."""

import hashlib
from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.chance import RandomStream
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.infrastructure import log
from gameplay.infrastructure.idempotency import key_digest
from gameplay.models import Account, Choice, OnlineGame, StoredResponse
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors.loaded_games import load_state
from gameplay.services import accounts, games, practice
from tests.instruments.bench.site import session_credentials
from tests.instruments.kills.observations import ClientRequest, Gate, Observations, is_sent_again
from tests.instruments.kills.simulated_player import SeatCredentials, SimulatedPlayer
from tests.instruments.strength import default_variant

SEATS = 2


class GamePlayer(SimulatedPlayer):
    """Chooses a random option of each question, until the game is over or `stop` is called."""

    def _act(self) -> bool:
        if self._pending_request:
            self._send(self._pending_request)
            return False
        status, view = self._get("")
        if status != 200:
            return False
        if options := (view["ask"] or {}).get("options"):
            option = options[self._chance.below(len(options))]
            self._send_new(
                "/choices", "POST", {"number": view["number"], "option": option["id"]}, chosen=option["code"]
            )
        return view["outcome"] is not None


class GameRun:
    """A game of two players, whose choices and chance follow from ``seed`` and ``number``."""

    def __init__(
        self, seed: bytes, number: int, ports: Sequence[int], *, observations: Observations, gate: Gate
    ) -> None:
        self.observations = observations
        seed = hashlib.sha256(seed + number.to_bytes(4, "big")).digest()
        players = [accounts.create_guest(f"Duelist {seat}") for seat in range(SEATS)]
        variant = default_variant(RULESETS[DEFAULT_GAME])
        decks = practice.get_mode(DEFAULT_GAME, variant, SEATS).deal_decks(seed, 0)
        self._game = games.start_game(
            ruleset=DEFAULT_GAME, variant=variant, decks=decks, players=players, seed=seed, chance=CASUAL_CHANCE
        ).pk
        self._names = {str(player.pk) for player in players}
        self.players = [
            self._create_player(player, ports, RandomStream(seed, str(player.handle)), gate) for player in players
        ]

    def choice_count(self) -> int:
        return Choice.objects.filter(game=self._game).count()

    def faults(self) -> list[str]:
        """Return the acknowledged choices that are not stored, half stored ones, and faults of the game itself."""
        game = OnlineGame.objects.get(pk=self._game)
        stored = {choice.number: choice for choice in game.choices.all()}
        requests = [request for request in self.observations.requests if request.seat in self._names]
        keys = [key_digest(request.key) for request in requests if not request.status]
        answered = set(StoredResponse.objects.filter(key__in=keys).values_list("key", flat=True))
        found = []
        for request in requests:
            is_stored = _is_stored(stored.get(request.body["number"] + 1), request)
            if not request.status:
                request.was_done = is_stored if request.is_form else key_digest(request.key) in answered
            is_done = request.status in {200, 201} or bool(request.was_done)
            may_be_stored = request.is_refused and (request.is_repeated or is_sent_again(request, requests))
            if is_done != is_stored and not may_be_stored:
                found.append(f"{request} is {'not stored' if is_done else 'stored, but not answered'}")
            elif request.status == 201 and request.response["number"] > game.number:
                found.append(f"{request} was shown question {request.response['number']}, stored is {game.number}")
        if sorted(stored) != list(range(1, game.number + 1)) or load_state(game).number != game.number:
            found.append(f"{len(stored)} choices are stored, {game.number} were made")
        if not (verdict := log.verify_stream(game.stream)).is_intact:
            found.append(f"the log is {verdict.fault} at entry {verdict.number}")
        return [f"game {game.pk}: {fault}" for fault in found]

    def _create_player(self, player: Account, ports: Sequence[int], chance: RandomStream, gate: Gate) -> GamePlayer:
        fields: dict[str, Any] = session_credentials(player)
        credentials = SeatCredentials(str(player.pk), str(self._game), collection="games", **fields)
        first = chance.below(len(ports))
        in_turn = [*ports[first:], *ports[:first]]
        return GamePlayer(credentials, in_turn, observations=self.observations, gate=gate, chance=chance)


def _is_stored(choice: Choice | None, request: ClientRequest) -> bool:
    """Return whether ``choice`` is the one that was requested."""
    return choice is not None and (str(choice.author_id), choice.option[0]) == (request.seat, request.chosen)
