"""A web process whose event loop has stopped ends itself; one that works, or is suspended, does not."""

import signal
import subprocess
import sys
import time

from deploy.server.watchdog import EXIT_STATUS

PROGRAM = """
import asyncio, time
from deploy.server.watchdog import Watchdog

async def main():
    Watchdog(check_seconds=0.02, max_missed=10).start(asyncio.get_running_loop())
    print("started", flush=True)
    await asyncio.sleep(1)
    print("alive", flush=True)
    time.sleep(20)

asyncio.run(main())
"""


def test_process_ends_when_its_event_loop_stops_but_not_when_it_is_suspended():
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "started\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.5)
        process.send_signal(signal.SIGCONT)
        output, errors = process.communicate(timeout=10)

    assert output == "alive\n"
    assert process.returncode == EXIT_STATUS
    assert "time.sleep" in errors or "File" in errors
