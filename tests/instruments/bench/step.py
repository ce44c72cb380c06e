"""One step of the draft's bench: seat everybody, start the site as in production, let them draft, and count.

A process of its own: ``python -m tests.instruments.bench.step '{"pods": 4, ...}'`` with the site's addresses in its environment.
"""

import json
import os
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

import redis  # noqa: E402 - once Django is set up
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from cards.printed import bundled_card_sets  # noqa: E402
from drafting.models import Seat  # noqa: E402
from drafting.rules.format import DraftFormat  # noqa: E402
from drafting.services import pod as pods  # noqa: E402
from gameplay.services import accounts  # noqa: E402
from tests.instruments.bench import processes  # noqa: E402
from tests.instruments.bench.draft import DraftLoad  # noqa: E402
from tests.instruments.bench.site import BEAT, START_TIMEOUT, WEB, WORKER, free_port, session_credentials, wait_for_port  # noqa: E402

GAME = "enemy"
ProcessIds = dict[str, list[int]]


def main(load: DraftLoad) -> dict[str, Any]:
    """Return the figures of one step."""
    call_command("migrate", verbosity=0)
    seats = _create_seats(load)
    with ExitStack() as started:
        ports = [free_port() for _ in range(load.web)]
        web = [started.enter_context(_running_process(*WEB, str(port), core=core)) for core, port in enumerate(ports)]
        roles: ProcessIds = {"web": web, **_server_processes()}
        if settings.REDIS_URL:
            roles |= {"worker": [started.enter_context(_running_process(*WORKER))]}
            roles["beat"] = [started.enter_context(_running_process(*BEAT))]
        for port in ports:
            wait_for_port(port)
        for port in ports:
            _warm_up(seats[0], port)
        idle = processes.memory_mb(*web)
        crowd = started.enter_context(_clients(seats, ports, load))
        figures = _measure(load, crowd, roles) | {"rss_mb_idle": round(idle, 1), "players": len(seats)}
        return figures | {"kb_per_player": round((figures["rss_mb"] - idle) * 1024 / len(seats), 1)}


def _measure(load: DraftLoad, crowd: "subprocess.Popen[str]", roles: ProcessIds) -> dict[str, Any]:
    assert crowd.stdin
    assert crowd.stdout
    assert crowd.stdout.readline() == "ready\n"
    connected = processes.memory_mb(*roles["web"])
    began = time.monotonic() + load.warm_up
    crowd.stdin.write(json.dumps([began, began + load.seconds]) + "\n")
    crowd.stdin.flush()
    roles |= {"client": [crowd.pid]}
    time.sleep(max(0.0, began - time.monotonic()))
    before = {role: processes.cpu_seconds(*pids) for role, pids in roles.items()}
    time.sleep(load.seconds)
    cpu = {role: processes.cpu_seconds(*pids) - before[role] for role, pids in roles.items()}
    told = json.loads(crowd.stdout.readline())
    return _figures(load, told, cpu) | {
        "rss_mb_connected": round(connected, 1),
        "rss_mb": round(processes.memory_mb(*roles["web"]), 1),
    }


def _figures(load: DraftLoad, counted: dict[str, Any], cpu: dict[str, float]) -> dict[str, Any]:
    happened, acks = counted["happened"], counted["acks"]
    picks = max(1, happened.get("picks", 0))
    return {
        "name": "draft",
        "database": connection.vendor,
        "pods": load.pods,
        "web": load.web,
        "picks": picks,
        "picks_per_s": round(picks / load.seconds, 1),
        "ack_ms": _percentiles(acks),
        "pass_ms": _percentiles(counted["passes"]),
        "server_cpu_ms_per_pick": round(1000 * cpu["web"] / picks, 2),
        "cpu_ms_per_pick": {role: round(1000 * taken / picks, 2) for role, taken in cpu.items()},
        "bytes_per_pick": round(happened.get("bytes", 0) / picks),
        "messages_per_pick": round(happened.get("messages", 0) / picks, 1),
        "looks_per_pick": round(happened.get("looks", 0) / picks, 3),
        "client_late_ms_p99": _percentiles(counted["late"])["p99"],
        "refused": {what: times for what, times in happened.items() if what.startswith("status")},
        "errors": counted["broken"] + sum(times for what, times in happened.items() if what.startswith("status")),
    }


def _percentiles(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {"p50": 0.0, "p95": 0.0, "p99": 0.0}
    cuts = statistics.quantiles([1000 * each for each in seconds], n=100)
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


@contextmanager
def _clients(seats: list[Seat], ports: list[int], load: DraftLoad) -> Iterator["subprocess.Popen[str]"]:
    """Everybody at a browser, in a process that is kept away from the first web process."""
    people = [_client_settings(seat, ports[number % len(ports)]) for number, seat in enumerate(seats)]
    command = [sys.executable, "-m", "tests.instruments.bench.load_clients"]
    crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    _pin(crowd.pid, -1)
    assert crowd.stdin
    crowd.stdin.write(json.dumps({"think": load.think, "seats": people}) + "\n")
    crowd.stdin.flush()
    try:
        yield crowd
    finally:
        crowd.kill()
        crowd.wait()


def _warm_up(seat: Seat, port: int) -> None:
    """Look at a page once, so that what is kept of every card is not counted as somebody's."""
    wire = HTTPConnection("127.0.0.1", port, timeout=START_TIMEOUT)
    wire.request("GET", f"/pod/{seat.pod_id}/draft", headers={"Cookie": _client_settings(seat, port)["cookie"]})
    wire.getresponse().read()
    wire.close()


def _client_settings(seat: Seat, port: int) -> dict[str, Any]:
    return {"pod": str(seat.pod_id), "port": port, **session_credentials(seat.player)}


def _create_seats(load: DraftLoad) -> list[Seat]:
    """The seats of pods of people, their first packs open, on a clock."""
    found = next(card_set for card_set in bundled_card_sets(GAME) if card_set.products)
    terms = DraftFormat(**asdict(DraftFormat(pack_size=found.products[0].size)))
    booster = {"game": GAME, "set": found.code, "product": found.products[0].code}
    made = []
    for number in range(load.pods):
        pod = pods.create_pod(
            label=str(number + 1),
            players=[accounts.create_guest(f"Player {number}-{seat}") for seat in range(load.seats)],
            seed=secrets.token_bytes(32),
            chance=f"bench/pod/{number}",
            draft_format=terms,
            boosters=[booster] * terms.packs,
            pick_clock="relaxed",
        )
        pods.open_packs(pods.publish_seating(pod))
        made.append(pod.pk)
    return list(Seat.objects.filter(pod__in=made).select_related("pod", "player").order_by("pod", "number"))


def _server_processes() -> ProcessIds:
    """The servers of the database and of Redis, as far as they run on this machine."""
    if connection.vendor == "sqlite":
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    postmaster = int(Path(f"/proc/{backend}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return {"postgres": [postmaster], "valkey": [int(client.info("server")["process_id"])]}


@contextmanager
def _running_process(*command: str, core: int | None = None) -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=settings.BASE_DIR)
    if core is not None:
        _pin(process.pid, core)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(START_TIMEOUT)


def _pin(pid: int, core: int) -> None:
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(pid, {cores[core % len(cores)]})


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    print(json.dumps(main(DraftLoad(**asked | {"think": tuple(asked["think"])}))))
