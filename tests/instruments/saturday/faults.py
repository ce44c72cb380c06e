"""The faults of a day: what is killed or taken away, for how long, and how long people may notice it."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from django.db import connection

from tests.instruments.bench import processes
from tests.instruments.kills.site import KillableSite

Outage = AbstractContextManager[None]


@contextmanager
def _killed(site: KillableSite, names: list[str]) -> Iterator[None]:
    site.kill(names)
    try:
        yield
    finally:
        site.start(names)


def web(site: KillableSite) -> Outage:
    """Kill one of the web processes: its clients connect to the others."""
    return _killed(site, ["web 1"])


def host(site: KillableSite) -> Outage:
    """Kill the web process, the worker and the beat of one host."""
    return _killed(site, site.parts_of_host(2))


def valkey(site: KillableSite) -> Outage:
    """Kill Valkey; it starts empty again."""
    return _killed(site, ["valkey"])


def workers(site: KillableSite) -> Outage:
    """Kill all workers."""
    return _killed(site, [name for name in site.parts if name.startswith("worker")])


@contextmanager
def database(site: KillableSite) -> Iterator[None]:
    """Stop PostgreSQL quickly, as its restart does, and start it again."""
    pid = site.server_process("database")
    os.kill(pid, signal.SIGINT)
    while processes.is_running(pid):
        time.sleep(0.05)
    try:
        yield
    finally:
        site.start(["database"])


@contextmanager
def disk(site: KillableSite) -> Iterator[None]:
    """Let PostgreSQL refuse all writes, as a managed database does when its disk is full."""
    _set_read_only("on")
    try:
        yield
    finally:
        _set_read_only("off")


def _set_read_only(value: str) -> None:
    connection.close()  # PostgreSQL may have been restarted
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = off")
        cursor.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        cursor.execute("SELECT pg_reload_conf()")
    connection.close()


@dataclass(frozen=True)
class Fault:
    """A fault that lasts ``seconds``. A site that ``survives`` it serves people meanwhile, otherwise afterwards."""

    name: str
    begin: Callable[[KillableSite], Outage]
    seconds: float
    survives: bool = True

    def longest_wait(self, lasted: float, served_within: float) -> float:
        """Return the maximum seconds that people may wait, if the fault ``lasted`` this long."""
        return served_within if self.survives else lasted + served_within


FAULTS: Mapping[str, Fault] = {
    fault.name: fault
    for fault in (
        Fault("web", web, 3.0),
        Fault("host", host, 6.0),
        Fault("valkey", valkey, 10.0),
        Fault("workers", workers, 120.0),
        Fault("database", database, 3.0, survives=False),
        Fault("disk", disk, 10.0, survives=False),
    )
}
