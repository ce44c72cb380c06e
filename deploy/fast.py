"""A whole event of bots at once, from registration to final standings, and the proof that it was played as recorded."""

from collections import Counter
from typing import Any
from uuid import UUID

from django.db.models import Q

from cards.selectors import card_set, printed
from drafting.models import Pick
from drafting.rules.packs import Booster, pod_packs
from gameplay import log
from gameplay.engine.chance import Stream, commitment
from gameplay.engine.record import EXACT, verify
from gameplay.games import RULESETS
from gameplay.models import LogStream, OnlineGame
from gameplay.services import accounts
from tournaments.models import Event
from tournaments.rules.reports import standings_json
from tournaments.rules.standings import standings
from tournaments.selectors.history import tournament_of
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.entry import add_bots
from tournaments.services.rehearsal import HOST, rehearsal, take_next_step


def play_event(players: int, seed: int) -> dict[str, Any]:
    """Play an event of ``players`` bots, the same one for the same ``seed``, and return it as JSON.

    Background work must be done where it is called (settings.CELERY_TASK_ALWAYS_EAGER).
    """
    key = seed.to_bytes(32, "big", signed=True)
    host = accounts.create_bot(HOST)
    by = Actor(host, ORGANIZER)
    event = rehearsal(by=host, name="Fast event", seed=key, event_id=UUID(bytes=_sixteen(Stream(key, "event"))))
    add_bots(event, players, by=by)
    while take_next_step(event, by=by):
        pass
    event.refresh_from_db()
    return {
        "players": players,
        "seed": seed,
        "finished": event.finished_at is not None,
        "standings": _standings(event),
        "verification": verification(event),
    }


def verification(event: Event) -> dict[str, Any]:
    """Recompute what the seed of ``event`` decided, replay every game, and read every log through.

    ``exact`` is true if all of it is as it was written down.
    """
    found = OnlineGame.objects.filter(match_game__match__round__event=event)
    games = Counter(verify(record, RULESETS, printed).verdict for record in found.values_list("record", flat=True))
    streams = LogStream.objects.filter(Q(name__in=_streams(event, [str(game.pk) for game in found])))
    logs = Counter(log.verify(stream.name).exact for stream in streams)
    packs = [_packs_exact(event_pod.pod) for event_pod in event.pods.select_related("pod")]
    committed = commitment(str(event.pk), bytes(event.seed)) == event.commitment
    return {
        "exact": set(games) == {EXACT} and set(logs) == {True} and all(packs) and committed,
        "games": dict(games),
        "logs": {"exact": logs[True], "broken": logs[False]},
        "packs": {"exact": packs.count(True), "other": packs.count(False)},
        "commitment": committed,
    }


def _standings(event: Event) -> list[dict[str, Any]]:
    names = {entry.id_in_rules: entry.name for entry in event.entries.all()}
    return [row | {"player": names[row["player"]]} for row in standings_json(standings(tournament_of(event)))]


def _streams(event: Event, games: list[str]) -> list[str]:
    pods = [f"pod/{pod}" for pod in event.pods.values_list("pod", flat=True)]
    matches = [f"match/{match}" for match in event.rounds.values_list("matches", flat=True)]
    return [event.stream, event.desk, *pods, *matches, *(f"game/{game}" for game in games)]


def _packs_exact(pod: Any) -> bool:
    """Whether the cards picked in ``pod`` are those that its seed put into its packs."""
    kinds = [
        Booster(found := card_set(kind["game"], kind["set"]), found.product(kind["product"])) for kind in pod.boosters
    ]
    sized = [kind.of_size(pod.terms.pack_size) for kind in kinds]
    packs = pod_packs(sized, pod.seats.count(), seed=bytes(pod.seed), pod_label=pod.chance)
    put_in = {(copy.token, copy.ref) for pack in packs for copy in pack.copies}
    return put_in == set(Pick.objects.filter(seat__pod=pod).values_list("token", "ref"))


def _sixteen(stream: Stream) -> bytes:
    return b"".join(stream.word().to_bytes(4, "big") for _ in range(4))
