"""Servers and folders do not outlive their run, even if it is killed."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts.keeper import SOCKET, Keeper, KeeperClient
from tests.parts.waiting import eventually

RUN = """
import signal, sys, time
from pathlib import Path
from tests.parts.keeper import Keeper

for end in (signal.SIGINT, signal.SIGHUP):  # processes started in the background ignore them
    signal.signal(end, signal.SIG_DFL)
folder = Path(sys.argv[1])
Keeper(folder).start([sys.executable, "-c", sys.argv[2]], log=folder / "log")
time.sleep(60)
"""
SERVER = "import os, pathlib, time; pathlib.Path('{pid}').write_text(str(os.getpid())); time.sleep(60)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SERVER


def is_running(pid: Path) -> bool:
    try:
        os.kill(int(pid.read_text()), 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    return folder


def test_closing_stops_the_servers_and_removes_their_folder(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder)
    keeper.start([sys.executable, "-c", SERVER.format(pid=pid)], log=folder / "log")
    assert eventually(lambda: pid.exists() and pid.read_text())
    assert is_running(pid)

    keeper.close()

    assert not is_running(pid)
    assert not folder.exists()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_killed_run_ends_its_servers(end: signal.Signals, folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    command = [sys.executable, "-c", RUN, str(folder), SERVER.format(pid=pid)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as run:
        assert eventually(lambda: pid.exists() and pid.read_text())
        assert is_running(pid)

        run.send_signal(end)

    assert eventually(lambda: not folder.exists())
    assert not is_running(pid)


def test_server_that_ignores_its_signal_is_killed(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder, stop_timeout=0.2)
    keeper.start([sys.executable, "-c", STUBBORN.format(pid=pid)], log=folder / "log")
    assert eventually(lambda: pid.exists() and pid.read_text())

    keeper.close()

    assert not is_running(pid)


def test_other_processes_of_the_run_can_start_a_server(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder)
    code = "import sys; from pathlib import Path; from tests.parts.keeper import KeeperClient\n"
    code += "KeeperClient(Path(sys.argv[1])).start([sys.executable, '-c', sys.argv[2]], log=Path(sys.argv[1], 'log'))"
    subprocess.run([sys.executable, "-c", code, str(folder), SERVER.format(pid=pid)], check=True)
    assert eventually(lambda: pid.exists() and pid.read_text())
    assert is_running(pid)  # the process that ordered it has ended

    keeper.close()

    assert not is_running(pid)


def test_invalid_orders_do_not_affect_other_servers(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder)
    keeper.start([sys.executable, "-c", SERVER.format(pid=pid)], log=folder / "log")
    with pytest.raises(ValueError, match="no-such-program"):
        KeeperClient(folder).start(["no-such-program"], log=folder / "log")
    with socket.socket(socket.AF_UNIX) as client:  # a client that was killed while it sent an order
        client.connect(str(folder / SOCKET))
        client.sendall(b'{"command": [')
    assert eventually(lambda: pid.exists() and pid.read_text())

    assert keeper.start([sys.executable, "-c", ""], log=folder / "log") > 0
    assert is_running(pid)
    keeper.close()
    assert not is_running(pid)
