"""The heartbeat of a worker: proof that it still consumes tasks, for what restarts a hung one.

A worker sends a task to its own queue and carries it out like any other one. Each of these tasks notifies systemd
(``WatchdogSec=``), and writes the process id to the file WORKER_HEARTBEAT, whose age a health check of a container
looks at. If the consumer or all threads of a worker hang, or if the process is stopped, there are no more heartbeats.
"""

import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from kombu.exceptions import OperationalError

PROBE_INTERVAL = 15.0  # seconds


def beat() -> None:
    """Tell systemd and the health check that tasks are consumed."""
    if settings.WORKER_HEARTBEAT:
        Path(settings.WORKER_HEARTBEAT).write_text(str(os.getpid()), encoding="ascii")
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            notified.connect("\0" + address[1:] if address.startswith("@") else address)
            notified.send(b"WATCHDOG=1")


def start_probing(send: Callable[[], object]) -> None:
    """Call ``send``, which enqueues a task that calls `beat`, every PROBE_INTERVAL. Returns immediately."""
    threading.Thread(target=_probe, args=[send], name="probe", daemon=True).start()


def _probe(send: Callable[[], object]) -> None:
    pause = threading.Event()
    while True:
        try:
            send()
        except OperationalError:  # Redis is away. A restart would not help.
            beat()
        pause.wait(PROBE_INTERVAL)
