"""The first start of a checkout, with a stand-in for uv and for Django: what is installed when, and what is said."""

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
    --version) echo "uv ${UV_VERSION:-0.99.0} (stand-in)"; exit ;;
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
        (self.folder / "deploy" / "requirements").mkdir(parents=True)
        for name in ("manage.py", "deploy/__init__.py", "deploy/bootstrap.py"):
            shutil.copy(ROOT / name, self.folder / name)
        for app, name, checks in (("deploy", "test", "[]"), ("tournaments", "pair", "'__all__'")):
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
        """Return what uv was asked since the last look."""
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return calls


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_the_first_start_installs_and_the_second_only_looks(checkout: Checkout):
    status, out, err = checkout.start("demo", "--port", "1")

    assert (status, out) == (0, f"ran demo --port 1 in {checkout.folder}/.venv\n")
    assert re.search(r"installing 1 packages: done in \d+\.\d s", err)
    assert checkout.calls() == ["venv --quiet", "pip sync"]
    assert checkout.start("demo") == (0, f"ran demo in {checkout.folder}/.venv\n", "")
    assert checkout.calls() == []


def test_tests_need_more_and_bring_all_that_a_run_needs(checkout: Checkout):
    checkout.start("demo")
    checkout.calls()

    checkout.start("test")
    checkout.start("demo")

    assert checkout.calls() == ["pip sync"]


def test_commands_without_settings_are_run_without_setting_django_up(checkout: Checkout):
    assert checkout.start("test", "--help")[:2] == (0, "ran test --help with None\n")
    assert checkout.start("pair", "-", "--seed", "1")[:2] == (0, "ran pair --skip-checks - --seed 1 with None\n")
    assert checkout.calls() == ["venv --quiet", "pip sync"]


def test_other_locks_are_installed_into_the_same_environment(checkout: Checkout):
    checkout.start("demo")
    checkout.lock("run").write_text("run==2.0\n")
    checkout.calls()

    checkout.start("demo")

    assert checkout.calls() == ["pip sync"]


def test_an_interrupted_installation_begins_anew(checkout: Checkout):
    first = checkout.begin("demo", UV_SECONDS="1")
    assert eventually(lambda: checkout.log.exists() and "pip sync" in checkout.log.read_text())
    first.kill()
    first.communicate()

    status, out, err = checkout.start("demo")

    assert (status, out) == (0, f"ran demo in {checkout.folder}/.venv\n")
    assert "waiting for it" in err  # what the killed start had begun still wrote to the environment
    assert checkout.calls() == ["venv --quiet", "pip sync"] * 2


def test_an_interrupted_change_is_not_taken_for_what_stood_there_before(checkout: Checkout):
    checkout.start("demo")
    checkout.lock("run").write_text("run==2.0\n")
    assert checkout.start("demo", UV_EXIT="2")[0] == 1
    checkout.lock("run").write_text("run==1.0\n")
    checkout.calls()

    checkout.start("demo")

    assert checkout.calls() == ["venv --quiet", "pip sync"]


def test_whoever_runs_the_tests_keeps_what_they_need_when_the_locks_change(checkout: Checkout):
    checkout.start("test")
    checkout.lock("run").write_text("run==2.0\n")
    checkout.lock("test").write_text("test==2.0\n")
    checkout.calls()

    checkout.start("demo")
    checkout.start("test")

    assert checkout.calls() == ["pip sync"]


def test_an_environment_whose_python_is_gone_is_made_anew(checkout: Checkout):
    checkout.start("demo")
    (checkout.folder / ".venv" / "bin" / "python").unlink()
    checkout.calls()

    assert checkout.start("demo")[0] == 0
    assert checkout.calls() == ["venv --quiet", "pip sync"]


def test_of_two_first_starts_one_waits_for_the_other(checkout: Checkout):
    both = [checkout.begin("demo", UV_SECONDS="1") for _ in range(2)]
    said = [process.communicate(timeout=120) for process in both]

    assert [process.returncode for process in both] == [0, 0]
    assert checkout.calls() == ["venv --quiet", "pip sync"]
    assert sum("waiting for it" in err for _, err in said) == 1


def test_a_failed_installation_says_why_and_what_may_help(checkout: Checkout):
    status, out, err = checkout.start("demo", UV_EXIT="2")

    assert (status, out) == (1, "")
    assert "cannot reach the index" in err
    assert "check the network" in err
    assert checkout.start("demo")[0] == 0


def test_a_uv_too_old_is_not_used(checkout: Checkout):
    checkout.lock("uv").write_text("uv==0.0.0\n")

    status, _, err = checkout.start("demo", UV_VERSION="0.10.9", PIP_NO_INDEX="1")

    assert checkout.calls() == []
    assert (status, "fetching uv 0.0.0" in err) == (1, True)


def test_an_environment_of_ones_own_is_left_alone(checkout: Checkout):
    status, out, err = checkout.start("demo", PASSLEFT_NO_BOOTSTRAP="1")

    assert (status, out.startswith("ran demo in"), err) == (0, True, "")
    assert not (checkout.folder / ".venv").exists()


def test_pythons_too_old_can_read_manage_py():
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))


def test_the_test_lock_holds_the_run_lock():
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
