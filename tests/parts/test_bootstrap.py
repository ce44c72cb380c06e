"""The first start of a checkout, with fakes of uv and Django: what is installed, and the messages."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
UV = """#!/bin/sh
case "$*" in
    --version) echo "uv ${UV_VERSION:-0.99.0} (fake)"; exit ;;
esac
echo "$1 $2" >> "$UV_LOG"
for last; do :; done
case "$1" in
    venv) rm -rf "$last"; mkdir -p "$last/bin"; ln -s "$UV_PYTHON" "$last/bin/python"
          echo "home = $(dirname "$UV_PYTHON")" > "$last/pyvenv.cfg" ;;
    pip)  sleep "${UV_SECONDS:-0}"; echo "  x cannot reach the index" >&2; exit "${UV_EXIT:-0}" ;;
esac
"""
DJANGO = "import sys\ndef execute_from_command_line(argv): print('ran', *argv[1:], 'in', sys.prefix)\n"
COMMAND = """import os
class Command:
    requires_system_checks = {checks}
    def run_from_argv(self, argv): print('ran', *argv[1:], 'with', os.environ.get('DJANGO_SETTINGS_MODULE'))
"""


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.log = folder / "log"
        (self.folder / "django" / "core").mkdir(parents=True)
        (self.folder / "django" / "core" / "management.py").write_text(DJANGO)
        (self.folder / "django" / "core" / "exceptions.py").write_text("class ImproperlyConfigured(Exception): pass\n")
        (self.folder / "deploy" / "requirements").mkdir(parents=True)
        for name in ("manage.py", "deploy/__init__.py", "deploy/bootstrap.py"):
            shutil.copy(ROOT / name, self.folder / name)
        for app, name, checks in (("tests/instruments", "test", "[]"), ("tournaments", "pair", "'__all__'")):
            commands = self.folder / app / "management" / "commands"
            commands.mkdir(parents=True)
            (commands / f"{name}.py").write_text(COMMAND.format(checks=checks))
        for lock in ("run", "test", "uv"):
            self.lock(lock).write_text(f"{lock}==1.0\n")
        (folder / "bin").mkdir()
        (folder / "bin" / "uv").write_text(UV)
        (folder / "bin" / "uv").chmod(0o755)
        self.environment = {
            "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
            "HOME": str(folder),
            "UV_LOG": str(self.log),
            "UV_PYTHON": os.path.realpath(sys.executable),
        }

    def lock(self, name: str) -> Path:
        return self.folder / "deploy" / "requirements" / f"{name}.txt"

    def begin(self, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
        command = [os.path.realpath(sys.executable), "manage.py", *arguments]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment | environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def start(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        process = self.begin(*arguments, **environment)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def calls(self) -> list[str]:
        """Return the calls of uv since the last call of this method."""
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return calls


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_first_start_installs_the_requirements(checkout: Checkout):
    status, out, err = checkout.start("demo", "--port", "1")

    assert (status, out) == (0, f"ran demo --port 1 in {checkout.folder}/.venv\n")
    assert re.search(r"installing 1 packages: done in \d+\.\d s", err)
    assert checkout.calls() == ["venv --quiet", "pip sync"]
    assert checkout.start("demo") == (0, f"ran demo in {checkout.folder}/.venv\n", "")
    assert checkout.calls() == []


def test_test_requirements_include_the_run_requirements(checkout: Checkout):
    checkout.start("demo")
    checkout.calls()

    checkout.start("test")
    checkout.start("demo")

    assert checkout.calls() == ["pip sync"]


def test_some_commands_run_without_django_setup(checkout: Checkout):
    assert checkout.start("test", "--help")[:2] == (0, "ran test --help with None\n")
    assert checkout.start("pair", "-", "--seed", "1")[:2] == (0, "ran pair --skip-checks - --seed 1 with None\n")
    assert checkout.calls() == ["venv --quiet", "pip sync"]


def test_changed_lock_is_installed_into_the_same_environment(checkout: Checkout):
    checkout.start("demo")
    checkout.lock("run").write_text("run==2.0\n")
    checkout.calls()

    checkout.start("demo")

    assert checkout.calls() == ["pip sync"]


def test_interrupted_installation_is_repeated(checkout: Checkout):
    first = checkout.begin("demo", UV_SECONDS="1")
    assert eventually(lambda: checkout.log.exists() and "pip sync" in checkout.log.read_text())
    first.kill()
    first.communicate()

    status, out, err = checkout.start("demo")

    assert (status, out) == (0, f"ran demo in {checkout.folder}/.venv\n")
    assert "waiting for it" in err  # the installation of the killed process was still running
    assert checkout.calls() == ["venv --quiet", "pip sync"] * 2


def test_failed_installation_is_repeated_even_for_the_previous_lock(checkout: Checkout):
    checkout.start("demo")
    checkout.lock("run").write_text("run==2.0\n")
    assert checkout.start("demo", UV_EXIT="2")[0] == 1
    checkout.lock("run").write_text("run==1.0\n")
    checkout.calls()

    checkout.start("demo")

    assert checkout.calls() == ["venv --quiet", "pip sync"]


def test_test_requirements_stay_installed_when_the_locks_change(checkout: Checkout):
    checkout.start("test")
    checkout.lock("run").write_text("run==2.0\n")
    checkout.lock("test").write_text("test==2.0\n")
    checkout.calls()

    checkout.start("demo")
    checkout.start("test")

    assert checkout.calls() == ["pip sync"]


def test_environment_without_python_is_created_again(checkout: Checkout):
    checkout.start("demo")
    (checkout.folder / ".venv" / "bin" / "python").unlink()
    checkout.calls()

    assert checkout.start("demo")[0] == 0
    assert checkout.calls() == ["venv --quiet", "pip sync"]


def test_second_of_two_simultaneous_starts_waits(checkout: Checkout):
    processes = [checkout.begin("demo", UV_SECONDS="1") for _ in range(2)]
    outputs = [process.communicate(timeout=120) for process in processes]

    assert [process.returncode for process in processes] == [0, 0]
    assert checkout.calls() == ["venv --quiet", "pip sync"]
    assert sum("waiting for it" in err for _, err in outputs) == 1


def test_failed_installation_prints_the_reason_and_a_hint(checkout: Checkout):
    status, out, err = checkout.start("demo", UV_EXIT="2")

    assert (status, out) == (1, "")
    assert "cannot reach the index" in err
    assert "check the network" in err
    assert checkout.start("demo")[0] == 0


def test_old_uv_is_not_used(checkout: Checkout):
    checkout.lock("uv").write_text("uv==0.0.0\n")

    status, _, err = checkout.start("demo", UV_VERSION="0.10.9", PIP_NO_INDEX="1")

    assert checkout.calls() == []
    assert (status, "fetching uv 0.0.0" in err) == (1, True)


def test_bootstrap_can_be_disabled(checkout: Checkout):
    status, out, err = checkout.start("demo", PASSLEFT_NO_BOOTSTRAP="1")

    assert (status, out.startswith("ran demo in"), err) == (0, True, "")
    assert not (checkout.folder / ".venv").exists()


def test_old_pythons_can_parse_manage_py():
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))


def test_test_lock_includes_the_run_lock():
    run, test = (set(re.findall(r"^\S+==\S+", lock(name), re.MULTILINE)) for name in ("run", "test"))

    assert len(run) > 20
    assert run < test


@pytest.mark.parametrize("name", ["run", "test", "uv"])
def test_locks_have_hashes_and_name_no_host(name: str):
    packages = re.split(r"\n(?=\S)", lock(name).strip())

    assert [package for package in packages if "--hash=sha256:" not in package] == []
    assert "://" not in lock(name)


def lock(name: str) -> str:
    return (ROOT / "deploy" / "requirements" / f"{name}.txt").read_text()
