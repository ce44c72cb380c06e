"""Measure how many pods can draft simultaneously on this machine: each step runs in a new site, with new clients."""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import CommandError
from environ import Env
from psycopg import sql
from psycopg.conninfo import make_conninfo

DEFAULT_PODS = (4,)
MAX_ACK_MS = 100.0  # milliseconds; the limit of the 99th percentile for a step to hold


@dataclass(frozen=True, slots=True)
class DraftLoad:
    """The load of a step: ``pods`` of ``seats`` players, who think for ``think`` seconds, measured for ``seconds``."""

    pods: int
    seats: int = 6
    think: tuple[float, float] = (1.0, 3.0)
    seconds: float = 30.0
    warm_up: float = 5.0
    web: int = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("draft")
    group.add_argument("--pods", type=int, nargs="+", default=DEFAULT_PODS, help="Numbers of pods; each is a step.")
    group.add_argument(
        "--seconds", type=float, default=30.0, help="Duration of the measurement, after a warm-up of 5 seconds."
    )
    group.add_argument("--think", default="1-3", help="Range of seconds between a pack and its pick.")
    group.add_argument("--database", choices=["postgres", "sqlite"], default="sqlite", help="Default: sqlite.")
    group.add_argument("--web", type=int, default=1, help="Number of web processes; more than one needs PostgreSQL.")


def measure(**options: Any) -> list[dict[str, Any]]:
    """Return the figures of each step. Raises CommandError if a part is missing or a step fails."""
    minimum, _, maximum = str(options["think"]).partition("-")
    think, web, seconds = (float(minimum), float(maximum or minimum)), options["web"], options["seconds"]
    if web > 1 and options["database"] == "sqlite":
        raise CommandError("Several web processes need --database postgres.")
    with servers(options["database"]) as environment:
        loads = [DraftLoad(pods, think=think, seconds=seconds, web=web) for pods in options["pods"]]
        return [_step(load, environment) for load in loads]


def _step(load: DraftLoad, environment: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, _temporary_database(environment) as own_database:
        default = {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "REDIS_URL": ""}
        command = [sys.executable, "-m", "tests.instruments.bench.step", json.dumps(asdict(load))]
        environment = os.environ | default | own_database | {"LOG_LEVEL": "ERROR", "VAR": folder}
        process = subprocess.run(
            command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
    if process.returncode:
        raise CommandError(f"The step with {load.pods} pods failed.")
    measured: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return measured | {"holds": measured["ack_ms"]["p99"] <= MAX_ACK_MS and not measured["errors"]}


@contextmanager
def _temporary_database(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield ``environment`` with an empty database on its server, which is dropped at the end."""
    if not environment:
        yield {}
        return
    address = environment["DATABASE_URL"]
    server = Env.db_url_config(address)
    name = f"bench_{secrets.token_hex(4)}"
    parameters: dict[str, Any] = {key: server[key.upper()] or None for key in ("host", "port", "user", "password")}
    with psycopg.connect(make_conninfo(dbname="postgres", **parameters), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield environment | {"DATABASE_URL": f"{address.rpartition('/')[0]}/{name}"}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def servers(database: str) -> Iterator[dict[str, str]]:
    """Yield the addresses of PostgreSQL and Valkey: those of the environment, or of new servers."""
    if database == "sqlite":
        yield {}
    elif os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL"):
        yield {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    else:
        # These modules exist only in a checkout.
        postgres, valkey = import_module("tests.parts.postgres"), import_module("tests.parts.valkey")
        keeper = import_module("tests.parts.keeper").Keeper(Path(tempfile.mkdtemp(prefix="passleft-")))
        keeper.folder.chmod(0o711)
        # Each pick must be on the disk before it is acknowledged, as on a real site.
        postgres.SETTINGS.update(fsync="on", synchronous_commit="on", full_page_writes="on")
        try:
            yield {"DATABASE_URL": postgres.start(keeper), "REDIS_URL": valkey.start(keeper)}
        finally:
            keeper.close()
