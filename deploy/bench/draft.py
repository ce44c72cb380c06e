"""A draft over HTTP: what a pick and a page cost the server, and its memory with every seat connected."""

import json
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

from cards.printed import card_sets
from deploy.bench.site import Person, Site, site
from deploy.scratch import scratch_database
from drafting.models import Seat
from drafting.rules.format import DraftFormat
from drafting.services import pod as pods
from gameplay.services import accounts

PODS, SEATS = 13, 8  # a few more than a hundred people
AT_ONCE = 8  # requests under way
GAME = "enemy"


def measure() -> list[dict[str, Any]]:
    """Draft the first pack round of `PODS` pods, every seat following its pod, and return the figures."""
    with scratch_database() as database:
        if not database:
            return []  # only the embedded database is measured here
        seats = _seated()
        with site(database) as served:
            return [_measure(served, seats)]


def _measure(served: Site, seats: list[Seat]) -> dict[str, Any]:
    people = [(seat, Person(served, seat.player)) for seat in seats]
    people[0][1].ask("GET", "/healthz")
    alone = served.memory()
    streams = [person.follow(seat.pod.stream) for seat, person in people]
    connected = served.memory()
    page_ms, _ = _timed(served, people, lambda seat, person: person.ask("GET", f"/pod/{seat.pod_id}/draft"))
    pick_ms, acks = _picks(served, people)
    found = {
        "name": "draft",
        "pods": PODS,
        "seats": len(people),
        "picks": len(acks),
        "picks_per_s": round(len(acks) / sum(acks) * AT_ONCE, 1),
        "ack_ms": _percentiles([1000 * ack for ack in acks]),
        "server_cpu_ms_per_pick": pick_ms,
        "server_cpu_ms_per_page": page_ms,
        "rss_mb": round(served.memory(), 1),
        "rss_mb_alone": round(alone, 1),
        "rss_kb_per_stream": round((connected - alone) * 1024 / len(streams), 1),
    }
    for stream in streams:
        stream.close()
    return found


def _picks(served: Site, people: list[tuple[Seat, Person]]) -> tuple[float, list[float]]:
    """Take one card after another until the round is drafted; return CPU ms a pick, and seconds of each."""
    cpu, acks = 0.0, list[float]()
    while True:
        waiting = [(seat, person, pack) for seat, person in people if (pack := _pack(seat, person))]
        if not waiting or waiting[0][2]["pack_round"] > 1:
            return round(1000 * cpu / len(acks), 2), acks
        began = served.cpu()
        with ThreadPoolExecutor(AT_ONCE) as threads:
            acks += threads.map(_pick, waiting)
        cpu += served.cpu() - began


def _pack(seat: Seat, person: Person) -> dict[str, Any] | None:
    status, body = person.ask("GET", f"/api/v1/pods/{seat.pod_id}")
    if status != 200:
        raise RuntimeError(f"{status}: {body!r:.200}")
    pack: dict[str, Any] | None = json.loads(body)["pack"]
    return pack


def _pick(waiting: tuple[Seat, Person, dict[str, Any]]) -> float:
    seat, person, pack = waiting
    began = time.perf_counter()
    choice = {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}
    status, body = person.ask("POST", f"/api/v1/pods/{seat.pod_id}/picks", choice)
    if status != 201:
        raise RuntimeError(f"{status}: {body!r:.200}")
    return time.perf_counter() - began


def _timed(
    served: Site, people: list[tuple[Seat, Person]], act: Callable[[Seat, Person], tuple[int, bytes]]
) -> tuple[float, int]:
    """Let everybody do ``act`` once; return CPU ms each, and how many there were. A first time is not counted."""
    act(*people[0])
    began = served.cpu()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        statuses = list(threads.map(lambda each: act(*each)[0], people))
    if set(statuses) != {200}:
        raise RuntimeError(f"answered {sorted(set(statuses))}")
    return round(1000 * (served.cpu() - began) / len(people), 2), len(people)


def _percentiles(milliseconds: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(milliseconds, n=100)
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


def _seated() -> list[Seat]:
    """The seats of `PODS` pods of people, packs open."""
    found = next(card_set for card_set in card_sets(GAME) if card_set.products)
    terms = DraftFormat(pack_size=found.products[0].size)
    booster = {"game": GAME, "set": found.code, "product": found.products[0].code}
    for number in range(PODS):
        players = [accounts.create_guest(f"Player {number}-{seat}") for seat in range(SEATS)]
        pod = pods.create_pod(
            label=str(number + 1),
            players=players,
            seed=bytes(32),
            chance=f"bench/pod/{number}",
            terms=DraftFormat(**asdict(terms)),
            boosters=[booster] * terms.packs,
        )
        pods.publish_seating(pod, author=None, role="site")
        pods.open_packs(pod, author=None, role="site")
    return list(Seat.objects.select_related("pod", "player").order_by("pod", "number"))
