"""One step of a load benchmark: create seats, start the site as in production, simulate clients and measure.

It runs as a separate process, ``python -m tests.instruments.bench.step draft '{"groups": 4, ...}'``, with the addresses
of the servers in its environment.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

import redis  # noqa: E402 - after Django is set up
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from tests.instruments.bench import processes  # noqa: E402
from tests.instruments.bench.calibration import loop_seconds  # noqa: E402
from tests.instruments.bench.draft import DraftLoad  # noqa: E402
from tests.instruments.bench.hall import HallLoad  # noqa: E402
from tests.instruments.bench.load import TOGETHER, Load, LoadSeat  # noqa: E402
from tests.instruments.bench.site import BEAT, START_TIMEOUT, WEB, WORKER, free_port, session_credentials, wait_for_port  # noqa: E402
from tests.instruments.bench.table import TableLoad  # noqa: E402

LOADS: Mapping[str, type[Load]] = {load.name: load for load in (DraftLoad, HallLoad, TableLoad)}
SIMULTANEOUS_ARRIVALS = 16
ProcessIds = dict[str, list[int]]


def main(load: Load) -> dict[str, Any]:
    """Return the figures of one step."""
    call_command("migrate", verbosity=0)
    seats = load.create_seats()
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
        loop, arriving = loop_seconds(), processes.cpu_seconds(*web)
        clients = started.enter_context(_clients(seats, ports, load))
        arrivals = _wait_for_arrivals(clients)
        arriving = processes.cpu_seconds(*web) - arriving
        figures = _measure(load, clients, roles) | {"rss_mb_idle": round(idle, 1), "players": len(seats)}
        figures |= {
            "arrive": load.arrive,
            "arrival_ms": _percentiles(arrivals),
            "web_cpu_ms_per_arrival": round(1000 * arriving / len(seats), 2),
            "loop_s": [round(loop, 4), round(loop_seconds(), 4)],
        }
        return figures | {"kb_per_player": round((figures["rss_mb"] - idle) * 1024 / len(seats), 1)}


def _wait_for_arrivals(clients: "subprocess.Popen[str]") -> list[float]:
    """Wait until all clients follow their streams; return the seconds that each took to open its page."""
    assert clients.stdout
    arrivals: list[float] = json.loads(clients.stdout.readline())["arrivals"]
    return arrivals


def _measure(load: Load, clients: "subprocess.Popen[str]", roles: ProcessIds) -> dict[str, Any]:
    assert clients.stdin
    assert clients.stdout
    connected = processes.memory_mb(*roles["web"])
    began = time.monotonic() + load.warm_up
    clients.stdin.write(json.dumps([began, began + load.seconds]) + "\n")
    clients.stdin.flush()
    roles |= {"client": [clients.pid]}
    time.sleep(max(0.0, began - time.monotonic()))
    before = {role: processes.cpu_seconds(*pids) for role, pids in roles.items()}
    time.sleep(load.seconds)
    cpu = {role: processes.cpu_seconds(*pids) - before[role] for role, pids in roles.items()}
    counted = json.loads(clients.stdout.readline())
    return _figures(load, counted, cpu) | {
        "rss_mb_connected": round(connected, 1),
        "rss_mb": round(processes.memory_mb(*roles["web"]), 1),
    }


def _figures(load: Load, counted: dict[str, Any], cpu: dict[str, float]) -> dict[str, Any]:
    counters, action = counted["counters"], load.action
    actions = max(1, counters.get("actions", 0))
    refused = {what: times for what, times in counters.items() if what.startswith("status")}
    return {
        "name": load.name,
        "database": connection.vendor,
        f"{load.group}s": load.groups,
        **load.settings(),
        "web": load.web,
        f"{action}s": actions,
        f"{action}s_per_s": round(actions / load.seconds, 1),
        "ack_ms": _percentiles(counted["acks"]),
        f"{load.receipt}_ms": _percentiles(counted["received"]),
        f"server_cpu_ms_per_{action}": round(1000 * cpu["web"] / actions, 2),
        f"cpu_ms_per_{action}": {role: round(1000 * seconds / actions, 2) for role, seconds in cpu.items()},
        f"bytes_per_{action}": round(counters.get("bytes", 0) / actions),
        f"messages_per_{action}": round(counters.get("messages", 0) / actions, 1),
        f"looks_per_{action}": round(counters.get("looks", 0) / actions, 3),
        "client_late_ms_p99": _percentiles(counted["late"])["p99"],
        "refused": refused,
        "errors": counted["broken"] + sum(refused.values()),
    }


def _percentiles(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {"p50": 0.0, "p95": 0.0, "p99": 0.0}
    cuts = statistics.quantiles([1000 * each for each in seconds], n=100)
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


@contextmanager
def _clients(seats: list[LoadSeat], ports: list[int], load: Load) -> Iterator["subprocess.Popen[str]"]:
    """Run the simulated clients in a process that is not on the core of the first web process."""
    settings_of_seats = [_client_settings(seat, ports[number % len(ports)]) for number, seat in enumerate(seats)]
    command = [sys.executable, "-m", "tests.instruments.bench.load_clients"]
    clients = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    _pin(clients.pid, -1)
    assert clients.stdin
    simultaneous = None if load.arrive == TOGETHER else SIMULTANEOUS_ARRIVALS
    arguments = {
        "client": load.name,
        "think": load.think,
        "simultaneous": simultaneous,
        "seats": settings_of_seats,
    }
    clients.stdin.write(json.dumps(arguments) + "\n")
    clients.stdin.flush()
    try:
        yield clients
    finally:
        clients.kill()
        clients.wait()


def _warm_up(seat: LoadSeat, port: int) -> None:
    """Fetch a page once, so that the memory for cached card data is not attributed to players."""
    http = HTTPConnection("127.0.0.1", port, timeout=START_TIMEOUT)
    http.request("GET", seat.page, headers={"Cookie": _client_settings(seat, port)["cookie"]})
    http.getresponse().read()
    http.close()


def _client_settings(seat: LoadSeat, port: int) -> dict[str, Any]:
    return {"page": seat.page, "stream": seat.stream, "port": port, **session_credentials(seat.account)}


def _server_processes() -> ProcessIds:
    """Return the process ids of PostgreSQL and Valkey, which run on this machine."""
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
    kind, fields = sys.argv[1:]
    print(json.dumps(main(LOADS[kind].from_json(fields))))
