"""Hundreds of simulated clients in one process.

``python -m tests.instruments.bench.load_clients`` reads a line of JSON with all seats, and prints "ready" once all
clients are connected, with the seconds that each of them took. It then reads the times between which to count, lets the
clients play, and prints the counts. It does not use Django.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping, Sequence

from tests.instruments.bench.client import LoadClient, LoadCounts
from tests.instruments.bench.draft_client import DraftClient
from tests.instruments.bench.hall_client import HallClient
from tests.instruments.bench.table_client import TableClient

CLIENTS: Mapping[str, type[LoadClient]] = {"draft": DraftClient, "hall": HallClient, "table": TableClient}


async def main() -> None:
    """Connect all clients, let them play, and print the counts."""
    arguments = json.loads(sys.stdin.readline())
    count, make_client = LoadCounts(), CLIENTS[arguments["client"]]
    players = [make_client(seat, tuple(arguments["think"]), count) for seat in arguments["seats"]]
    print(json.dumps({"arrivals": await _connect(players, arguments["simultaneous"] or len(players))}), flush=True)
    count.began, count.ended = json.loads(await asyncio.to_thread(sys.stdin.readline))
    for player in players:
        player.start()
    lateness = []
    while (now := time.monotonic()) < count.ended:
        await asyncio.sleep(0.1)
        lateness.append(time.monotonic() - now - 0.1)
    broken = [task for player in players for task in player.tasks if task.done()]
    result = {"counters": count.counters, "acks": count.ack_times, "received": count.received_times, "late": lateness}
    print(json.dumps(result | {"broken": len(broken)}), flush=True)


async def _connect(players: Sequence[LoadClient], simultaneous: int) -> list[float]:
    """Connect all ``players``, ``simultaneous`` of them at a time; return how long each waited for its page."""
    seconds: list[float] = []

    async def connect(player: LoadClient) -> None:
        began = time.monotonic()
        await player.connect()
        seconds.append(time.monotonic() - began)

    for first in range(0, len(players), simultaneous):
        await asyncio.gather(*map(connect, players[first : first + simultaneous]))
    return seconds


if __name__ == "__main__":
    asyncio.run(main())
