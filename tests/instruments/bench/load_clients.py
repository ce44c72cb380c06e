"""Hundreds of simulated clients in one process.

``python -m tests.instruments.bench.load_clients`` reads a line of JSON with all seats, and prints "ready" once all
clients are connected. It then reads the times between which to count, and prints the counts. It does not use Django.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping

from tests.instruments.bench.client import LoadClient, LoadCounts
from tests.instruments.bench.draft_client import DraftClient
from tests.instruments.bench.hall_client import HallClient
from tests.instruments.bench.table_client import TableClient

CLIENTS: Mapping[str, type[LoadClient]] = {"draft": DraftClient, "hall": HallClient, "table": TableClient}
SIMULTANEOUS_CONNECTS = 16


async def main() -> None:
    """Connect all clients, let them play, and print the counts."""
    arguments = json.loads(sys.stdin.readline())
    count, make_client = LoadCounts(), CLIENTS[arguments["client"]]
    players = [make_client(seat, tuple(arguments["think"]), count) for seat in arguments["seats"]]
    for first in range(0, len(players), SIMULTANEOUS_CONNECTS):
        await asyncio.gather(*(player.connect() for player in players[first : first + SIMULTANEOUS_CONNECTS]))
    print("ready", flush=True)
    count.began, count.ended = json.loads(await asyncio.to_thread(sys.stdin.readline))
    lateness = []
    while (now := time.monotonic()) < count.ended:
        await asyncio.sleep(0.1)
        lateness.append(time.monotonic() - now - 0.1)
    broken = [task for player in players for task in player.tasks if task.done()]
    result = {"counters": count.counters, "acks": count.ack_times, "received": count.received_times, "late": lateness}
    print(json.dumps(result | {"broken": len(broken)}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
