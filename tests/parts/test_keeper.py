"""Nothing of a run outlives it, not even of one that is killed."""

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

for end in (signal.SIGINT, signal.SIGHUP):  # which are ignored by who was started in the background
    signal.signal(end, signal.SIG_DFL)
folder = Path(sys.argv[1])
Keeper(folder).start([sys.executable, "-c", sys.argv[2]], log=folder / "log")
time.sleep(60)
"""
SERVER = "import os, pathlib, time; pathlib.Path('{pid}').write_text(str(os.getpid())); time.sleep(60)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SERVER


def lives(pid: Path) -> bool:
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
    assert lives(pid)

    keeper.close()

    assert not lives(pid)
    assert not folder.exists()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_killed_takes_its_servers_along(end: signal.Signals, folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    command = [sys.executable, "-c", RUN, str(folder), SERVER.format(pid=pid)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as run:
        assert eventually(lambda: pid.exists() and pid.read_text())
        assert lives(pid)

        run.send_signal(end)

    assert eventually(lambda: not folder.exists())
    assert not lives(pid)


def test_a_server_that_does_not_listen_is_killed(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder, stop_timeout=0.2)
    keeper.start([sys.executable, "-c", STUBBORN.format(pid=pid)], log=folder / "log")
    assert eventually(lambda: pid.exists() and pid.read_text())

    keeper.close()

    assert not lives(pid)


def test_any_process_of_the_run_can_have_a_server_started(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder)
    code = "import sys; from pathlib import Path; from tests.parts.keeper import KeeperClient\n"
    code += "KeeperClient(Path(sys.argv[1])).start([sys.executable, '-c', sys.argv[2]], log=Path(sys.argv[1], 'log'))"
    subprocess.run([sys.executable, "-c", code, str(folder), SERVER.format(pid=pid)], check=True)
    assert eventually(lambda: pid.exists() and pid.read_text())
    assert lives(pid)  # after the process that asked

    keeper.close()

    assert not lives(pid)


def test_what_cannot_be_run_is_refused_and_the_others_go_on(folder: Path, tmp_path: Path):
    pid = tmp_path / "pid"
    keeper = Keeper(folder)
    keeper.start([sys.executable, "-c", SERVER.format(pid=pid)], log=folder / "log")
    with pytest.raises(ValueError, match="no-such-program"):
        KeeperClient(folder).start(["no-such-program"], log=folder / "log")
    with socket.socket(socket.AF_UNIX) as cut_short:  # a process that was killed while it asked
        cut_short.connect(str(folder / SOCKET))
        cut_short.sendall(b'{"command": [')
    assert eventually(lambda: pid.exists() and pid.read_text())

    assert keeper.start([sys.executable, "-c", ""], log=folder / "log") > 0
    assert lives(pid)
    keeper.close()
    assert not lives(pid)
