"""The load of a step: seats of drafts or games on a new site as in production, with a simulated client for each."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, NamedTuple, Self

from django.conf import settings
from django.core.management.base import CommandError

from gameplay.models import Account
from tests.instruments.bench.servers import servers, temporary_database

IN_TURN, TOGETHER = "in-turn", "together"
"""How clients open their pages: a few at a time, or all simultaneously."""
MAX_ACK_MS = 100.0  # milliseconds; the limit of the 99th percentile for a step to hold


class LoadSeat(NamedTuple):
    """A seat to simulate: its account, the path of its page, and the log stream that the page follows."""

    account: Account
    page: str
    stream: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Load(ABC):
    """The load of a step: ``groups`` of players, who think for ``think`` seconds, measured for ``seconds``.

    A group is a pod or a game.
    """

    name: ClassVar[str]
    action: ClassVar[str]
    group: ClassVar[str]
    receipt: ClassVar[str]
    """What the time until others are shown an action is called."""

    groups: int
    think: tuple[float, float]
    seconds: float = 30.0
    warm_up: float = 5.0
    web: int = 1
    arrive: str = IN_TURN

    @classmethod
    def from_json(cls, text: str) -> Self:
        fields = json.loads(text)
        return cls(**fields | {"think": tuple(fields["think"])})

    @abstractmethod
    def create_seats(self) -> list[LoadSeat]:
        """Create the groups in an empty database; return their seats."""

    def settings(self) -> dict[str, Any]:
        """Return what else distinguishes the step, for its figures."""
        return {}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("draft and table")
    group.add_argument(
        "--seconds", type=float, default=30.0, help="Duration of the measurement, after a warm-up of 5 seconds."
    )
    group.add_argument(
        "--think", help="Range of seconds before an action: by default 1-3 in a draft and 2-5 at a table."
    )
    group.add_argument("--database", choices=["postgres", "sqlite"], default="sqlite", help="Default: sqlite.")
    group.add_argument(
        "--arrive", choices=[IN_TURN, TOGETHER], default=IN_TURN, help="How the players open their pages."
    )
    group.add_argument("--web", type=int, default=1, help="Number of web processes; more than one needs PostgreSQL.")


def common_fields(options: dict[str, Any], *, think: str) -> dict[str, Any]:
    """Return the fields of a load from the options of the command; ``think`` is the default."""
    minimum, _, maximum = (options["think"] or think).partition("-")
    return {
        "think": (float(minimum), float(maximum or minimum)),
        "web": options["web"],
        "arrive": options["arrive"],
        "seconds": options["seconds"],
    }


def measure_loads(loads: Sequence[Load], *, database: str) -> list[dict[str, Any]]:
    """Return the figures of each load, each in a new site. Raise CommandError if a part is missing or a step fails."""
    if database == "sqlite" and any(load.web > 1 for load in loads):
        raise CommandError("Several web processes need --database postgres.")
    with servers(database) as environment:
        return [_measure_load(load, environment) for load in loads]


def _measure_load(load: Load, environment: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, temporary_database(environment) as own_database:
        default = {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "REDIS_URL": ""}
        command = [sys.executable, "-m", "tests.instruments.bench.step", load.name, json.dumps(asdict(load))]
        environment = os.environ | default | own_database | {"LOG_LEVEL": "ERROR", "VAR": folder}
        process = subprocess.run(
            command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
    if process.returncode:
        raise CommandError(f"The step with {load.groups} {load.group}s failed.")
    measured: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return measured | {"holds": measured["ack_ms"]["p99"] <= MAX_ACK_MS and not measured["errors"]}
