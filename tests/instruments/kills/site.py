"""A site as in production, with parts that can be killed and restarted."""

import os
import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.core.management import call_command

from tests.instruments.bench import processes
from tests.instruments.bench.site import BEAT, WEB, WORKER, free_port, wait_for_port

ServerStarters = Mapping[str, Callable[[], int]]
"""By name, functions that start a server, wait until it responds and return its process id."""


class ProcessStarter(Protocol):
    """Starts processes, and ends them when this process ends."""

    folder: Path

    def start(self, command: list[str], *, log: Path, environment: dict[str, str] | None = None) -> int: ...


class KillableSite:
    """The site's parts by name: first the servers, then the web processes, the workers and beats.

    Without ``hosts``, all processes are of one host, with one worker and one beat. With ``hosts``, each host has a web
    process, a worker, a beat and a folder of its own. They share the servers and the keys, and nothing else.
    """

    def __init__(self, keeper: ProcessStarter, servers: ServerStarters, *, hosts: int = 0, **environment: str) -> None:
        self._keeper, self._servers, self.hosts = keeper, servers, hosts
        self.ports = {f"web {number}": free_port() for number in range(1, 1 + (hosts or (2 if servers else 1)))}
        self._commands = {name: [*WEB, str(port)] for name, port in self.ports.items()}
        if hosts:
            for number in range(1, 1 + hosts):
                self._commands |= {f"worker {number}": WORKER, f"beat {number}": BEAT}
        elif servers:
            self._commands |= {"worker": WORKER, "beat": BEAT}
        self._pids: dict[str, int] = {}
        names = ("DATABASE_URL", "REDIS_URL", "VAR", "LOG_LEVEL", "DJANGO_SETTINGS_MODULE")
        self._environment = {name: os.environ[name] for name in names} | environment

    @property
    def parts(self) -> list[str]:
        return [*self._servers, *self._commands]

    def parts_of_host(self, number: int) -> list[str]:
        """Return the names of the parts of a host, counted from 1."""
        return [name for name in self._commands if name.endswith(f" {number}")]

    def server_process(self, name: str) -> int:
        """Return the process id of a server."""
        return self._pids[name]

    def servers_among(self, names: Collection[str]) -> list[str]:
        """Return those of ``names`` that are servers, in their order."""
        return [name for name in self._servers if name in names]

    def start(self, names: Collection[str]) -> None:
        """Start the parts called ``names`` and wait until they respond. Raises RuntimeError if one does not."""
        for name in self.servers_among(names):
            self._pids[name] = self._servers[name]()
        for name, command in self._commands.items():
            if name in names:
                self._pids[name] = self._run(name, command)
        for name, port in self.ports.items():
            if name in names:
                wait_for_port(port)

    def kill(self, names: Collection[str]) -> None:
        """Kill the parts called ``names`` simultaneously, with SIGKILL."""
        processes.kill_trees(*(self._pids[name] for name in names))

    def restart_ended(self) -> list[str]:
        """Restart the parts that have exited on their own, as a process manager does; return their names."""
        ended = [name for name in self._commands if not processes.is_running(self._pids[name])]
        self.start(ended)
        return ended

    def _run(self, name: str, command: list[str]) -> int:
        log = self._keeper.folder / f"{name}.log"
        environment = self._environment
        if self.hosts:
            keys = {"SECRET_KEY": settings.SECRET_KEY, "PUSH_KEY": settings.PUSH_KEY}
            environment = environment | keys | {"VAR": str(self._keeper.folder / f"host {name.split()[1]}")}
        return self._keeper.start([sys.executable, "-m", *command], log=log, environment=environment)


def start_site(keeper: ProcessStarter, servers: ServerStarters, *, hosts: int = 0, **environment: str) -> KillableSite:
    """Start a site with an empty database. This process survives the kills of its database, too."""
    site = KillableSite(keeper, servers, hosts=hosts, **environment)
    site.start(site.servers_among(site.parts))
    settings.DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    call_command("migrate", verbosity=0)
    site.start([name for name in site.parts if name not in servers])
    return site
