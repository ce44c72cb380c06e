"""Verify everything that the site has stored: logs, events and games."""

from collections.abc import Iterator
from zlib import crc32

from gameplay.engine.core.record_replay import EXACT
from gameplay.infrastructure.log import verify_stream
from gameplay.models import LogStream, OnlineGame
from gameplay.selectors.loaded_games import load_state
from gameplay.selectors.verification import FAILED, verify_game
from tournaments.models import Event
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.event_file import verify_finished_event


def site_faults(number: int = 0, chunks: int = 1) -> Iterator[str]:
    """Yield what is wrong: logs that were changed, seeds and records that do not match, games that do not replay.

    Every game is replayed, which takes seconds for each hundred. With several ``chunks``, only the part ``number`` is
    verified, counted from 0. What is in it does not depend on what else is stored.
    """

    def is_in_chunk(key: object) -> bool:
        return crc32(str(key).encode()) % chunks == number

    for name in filter(is_in_chunk, LogStream.objects.order_by("name").values_list("name", flat=True)):
        found = verify_stream(name)
        if not found.is_intact:
            yield f"log {name}: entry {found.number} is {found.fault}"
    for event in (each for each in Event.objects.order_by("pk") if is_in_chunk(each.pk)):
        yield from (
            f"event {event.slug}: log {each.stream}: entry {each.number} is {each.fault}" for each in log_faults(event)
        )
        if event.finished_at and verify_finished_event(event).verdict != EXACT:
            yield f"event {event.slug}: it does not match its seed"
    for pk in filter(is_in_chunk, OnlineGame.objects.order_by("pk").values_list("pk", flat=True)):
        yield from _game_faults(OnlineGame.objects.get(pk=pk))


def _game_faults(game: OnlineGame) -> Iterator[str]:
    if game.ended_at:
        failed = [check for check in verify_game(game) if check.result == FAILED]
        yield from (f"{game}: {check.title}: {check.text}" for check in failed)
    elif (number := load_state(game).number) != game.number:
        yield f"{game}: {number} choices are stored, {game.number} were made"
