"""The wheel, installed in an environment of its own: everything that a site needs is in it."""

import os
import re
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from deploy.bootstrap import LOCKS, ROOT, environment, find_uv
from deploy.version import VERSION
from tests.parts.waiting import eventually

TIMEOUT = 60.0  # seconds


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of ``passleft`` in a new environment."""
    uv = find_uv()
    if not uv:
        pytest.skip("uv is not installed")
    venv = tmp_path_factory.mktemp("installed") / "venv"
    python = venv / "bin" / "python"
    install = [str(uv), "pip", "install", "--quiet", "--python", str(python)]
    for command in (
        [str(uv), "venv", "--quiet", "--no-project", "--python", sys.executable, str(venv)],
        [*install, "--require-hashes", "-r", str(LOCKS / "run.txt")],
        [*install, "--no-deps", str(wheel)],
    ):
        subprocess.run(command, env=environment(), check=True)
    return venv / "bin" / "passleft"


def test_wheel_contains_every_file_of_the_site(wheel: Path):
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    folders = ("cards/", "gameplay/", "drafting/", "tournaments/", "deploy/", "templates/")

    assert wheel.name == f"passleft-{VERSION}-py3-none-any.whl"
    assert {name for name in tracked if name.startswith(folders)} <= {name.removeprefix("passleft/") for name in names}
    assert not [name for name in names if name.startswith("passleft/tests") or "pycache" in name]
    assert {name.partition("/")[0] for name in names} == {"passleft", f"passleft-{VERSION}.dist-info"}


def test_installed_site_is_served_and_backed_up_from_an_empty_folder(program: Path, tmp_path: Path):
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    with running(program, "demo", folder=empty, home=home) as (port, printed):
        link = re.findall(r"/sign-in/\S+", printed())[0]
        assert get(port, "/")[0] == 200
        status, page = get(port, "/", Accept_Language="ja")
        assert (status, 'lang="ja"' in page) == (200, True)
        style = re.findall(r'href="(/static/[^"]+\.css)"', page)[0]
        assert get(port, style)[0] == 200
        assert get(port, "/help/")[0] == get(port, "/cards/")[0] == 200
        assert get(port, link)[0] == 200
    with running(program, "serve", folder=empty, home=home) as (port, _printed):
        assert get(port, "/healthz")[0] == 200
    run = subprocess.run(
        [str(program), "backup", str(empty)], env=clean(home), cwd=empty, capture_output=True, text=True, check=False
    )

    test = subprocess.run(
        [str(program), "test"], env=clean(home), cwd=empty, capture_output=True, text=True, check=False
    )

    assert run.returncode == 0, run.stderr
    assert (test.returncode, "in the checkout" in test.stderr) == (1, True)
    assert [path.suffix for path in empty.iterdir()] == [".gz"]
    assert {"passleft.sqlite3", "secret_key", "static"} <= {
        path.name for path in (home / ".local/share/passleft").iterdir()
    }


def clean(home: Path) -> dict[str, str]:
    """Return an environment as after signing in, without anything of the tests."""
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": os.environ.get("LANG", "C.UTF-8")}


@contextmanager
def running(program: Path, command: str, *, folder: Path, home: Path) -> Iterator[tuple[int, Callable[[], str]]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    output = home.with_name("output")
    home.mkdir(exist_ok=True)
    with output.open("w") as file:
        process = subprocess.Popen(
            [str(program), command, "--port", str(port)], env=clean(home), cwd=folder, stdout=file, stderr=file
        )
    try:
        assert eventually(lambda: answers(port) or process.poll() is not None, seconds=TIMEOUT)
        assert process.poll() is None, output.read_text()
        yield port, output.read_text
    finally:
        process.terminate()
        process.wait(TIMEOUT)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def get(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = HTTPConnection("localhost", port, timeout=TIMEOUT)
    connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text
