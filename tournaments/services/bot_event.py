"""Play a whole event with bots, from registration to final standings, and verify it."""

from collections import Counter
from typing import Any
from uuid import UUID

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.record_replay import EXACT
from gameplay.infrastructure import log
from gameplay.services import accounts
from tournaments.models import Event
from tournaments.rules.bracket import final_standings
from tournaments.rules.json_output import standings_json
from tournaments.selectors.audit_trail import log_faults, log_streams
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.selectors.teams import contestant_names
from tournaments.services.entry import add_bots
from tournaments.services.practice_event import HOST, create_practice_event, take_next_step


def play_bot_event(players: int, seed: int, cut: int = 0, game: str = "", *, cut_draft: bool = False) -> dict[str, Any]:
    """Play an event of ``players`` bots, with a top cut of ``cut``, and return it as JSON; equal seeds give equal
    events.

    It is a draft, whose top cut drafts again with ``cut_draft``, unless a ``game`` is named: then it is a constructed
    event.
    Background tasks must run immediately (settings.CELERY_TASK_ALWAYS_EAGER).
    """
    key = seed.to_bytes(32, "big", signed=True)
    host = accounts.create_bot(HOST)
    by = Actor(host, ORGANIZER)
    event_id = UUID(bytes=_random_id_bytes(RandomStream(key, "event")))
    event = create_practice_event(
        by=host, name="Fast event", seed=key, event_id=event_id, cut=cut, cut_draft=cut_draft, game=game
    )
    add_bots(event, players, by=by)
    while take_next_step(event, by=by):
        pass
    event.refresh_from_db()
    return {
        "players": players,
        "seed": seed,
        "game": event.game,
        "variant": event.variant,
        "finished": event.finished_at is not None,
        "standings": _standings(event),
        "verification": verify_event(event) if event.finished_at else {"exact": False},
    }


def verify_event(event: Event) -> dict[str, Any]:
    """Verify the seed of the finished ``event`` as its public page does, and verify all its logs.

    ``exact`` is true if everything matches.
    """
    proof = verify_finished_event(event)
    logs = Counter(log.verify_stream(name).is_intact for name in log_streams(event))
    checks = {
        check.code: {"exact": check.total - len(check.faults), "other": len(check.faults)} for check in proof.checks
    }
    return {
        "exact": proof.verdict == EXACT and not log_faults(event),
        **checks,
        "logs": {"exact": logs[True], "broken": logs[False]},
    }


def _standings(event: Event) -> list[dict[str, Any]]:
    names = contestant_names(event)
    return [row | {"player": names[row["player"]]} for row in standings_json(final_standings(tournament_of(event)))]


def _random_id_bytes(stream: RandomStream) -> bytes:
    return b"".join(stream.next_word().to_bytes(4, "big") for _ in range(4))
