"""Create the project's virtual environment on first start, and run in it.

Uses nothing but the standard library and pip. The packages are those of the locks in
``deploy/requirements``, with hashes; ``.venv/passleft-lock`` says which lock is
installed, so later starts only compare it. Set ``PASSLEFT_NO_BOOTSTRAP=1`` to run in an
environment of your own instead. An installed wheel always runs in the environment that it
is installed in.
"""

import fcntl
import gc
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ROOT / "deploy" / "requirements"
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK_STAMP = VENV / "passleft-lock"

# Commands that exist in a checkout only: they are in tests/instruments, and need the packages of the tests.
INSTRUMENT_COMMANDS = {
    *(
        "adjudications",
        "bench",
        "clauses",
        "collisions",
        "containers",
        "kills",
        "mutants",
        "pairings",
        "pictures",
        "prompts",
        "release",
        "saturday",
        "strength",
    )
}
# Commands that need no settings, apps or database, with the app that has them: Django is not set up for these.
COMMANDS_WITHOUT_SETTINGS = {
    "pair": "tournaments",
    "schema": "deploy",
    "standings": "tournaments",
    "test": "tests.instruments",
    "trf": "tournaments",
}
# The environment in which a command reads the settings, unless the user has set a variable.
# Both serve compressed files, and the demo prints no line for each request.
COMMAND_ENVIRONMENT = {
    "demo": {"STATIC_MANIFEST": "1", "LOG_LEVEL": "WARNING"},
    "serve": {"STATIC_MANIFEST": "1"},
}
MIN_UV_VERSION = (0, 11)  # the first that reads UV_SYSTEM_CERTS as we need it


def main(argv: list[str]) -> None:
    """Run the Django command that ``argv`` names, in the project's environment."""
    if is_checkout() and not os.environ.get("PASSLEFT_NO_BOOTSTRAP"):
        enter_environment("test" if argv[1:2] and argv[1] in {"test", *INSTRUMENT_COMMANDS} else "run")
    if argv[1:2] and argv[1] == "test" and not is_checkout():
        sys.exit("The tests are in the checkout: python3 manage.py test")
    if argv[1:2] and argv[1] in COMMANDS_WITHOUT_SETTINGS:
        run_without_settings(argv)
        return
    in_checkout = (ROOT / "tests" / "settings.py").exists() and (
        not argv[1:] or argv[1] in {"help", *INSTRUMENT_COMMANDS}
    )
    for name, value in COMMAND_ENVIRONMENT.get(argv[1] if argv[1:] else "", {}).items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings" if in_checkout else "deploy.settings")
    gc.set_threshold(10_000, 20, 20)  # at Python's own thresholds, the collector takes a tenth of the start
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


def is_checkout() -> bool:
    """Return whether this is a checkout; an installed wheel has its metadata beside the folder."""
    return not any(ROOT.parent.glob("passleft-*.dist-info"))


def run_without_settings(argv: list[str]) -> None:
    """Run a command as Django would, without its system checks, which need settings and apps."""
    name = argv[1]
    command = import_module(f"{COMMANDS_WITHOUT_SETTINGS[name]}.management.commands.{name}").Command()
    unchecked = ["--skip-checks"] if command.requires_system_checks else []
    command.run_from_argv([*argv[:2], *unchecked, *argv[2:]])


def enter_environment(lock: str) -> None:
    """Return if this process runs in the environment of ``lock``; otherwise install it and start again inside."""
    try:
        if not is_installed(lock):
            with checkout_lock():
                if not is_installed(lock):
                    install(lock)
        if Path(sys.prefix).resolve() != VENV.resolve():
            sys.stderr.flush()
            os.execv(PYTHON, [str(PYTHON), *sys.orig_argv[1:]])
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        fail(f"The environment in {VENV} cannot be made or entered.", str(error))


def is_installed(lock: str) -> bool:
    """Return whether ``lock`` is installed; the test lock contains the run lock."""
    return PYTHON.exists() and installed_lock() in {lock_fingerprint(lock), lock_fingerprint("test")}


def installed_lock() -> str:
    return LOCK_STAMP.read_text() if LOCK_STAMP.exists() else ""


def lock_fingerprint(lock: str) -> str:
    return f"{lock} {hashlib.sha256((LOCKS / f'{lock}.txt').read_bytes()).hexdigest()}\n"


def install(lock: str) -> None:
    """Make ``.venv`` match ``lock`` exactly; the remains of an interrupted install are removed."""
    if installed_lock().startswith("test "):
        lock = "test"  # a checkout that has run the tests keeps their packages
    count = len(re.findall(r"^[a-z0-9].*==", (LOCKS / f"{lock}.txt").read_text(), re.MULTILINE))
    report(f"Setting up {VENV} (only when packages change)")
    uv = find_uv() or fetch_uv()
    if not (installed_lock() and PYTHON.exists()):
        with report_step(f"making an environment with Python {sys.version.split()[0]}"):
            base = getattr(sys, "_base_executable", sys.executable)
            run([str(uv), "venv", "--quiet", "--clear", "--relocatable", "--no-project", "--python", base, str(VENV)])
    with report_step(f"installing {count} packages"):
        LOCK_STAMP.unlink(missing_ok=True)
        command = [str(uv), "pip", "sync", "--require-hashes", "--python", str(PYTHON), str(LOCKS / f"{lock}.txt")]
        run(command, shows_progress=sys.stderr.isatty())
        LOCK_STAMP.write_text(lock_fingerprint(lock))


def find_uv() -> Path | None:
    """Return a uv that is new enough: the one fetched before, or one on the PATH."""
    for found in (fetched_uv(), shutil.which("uv")):
        if not found or not Path(found).exists():
            continue
        answer = subprocess.run([str(found), "--version"], capture_output=True, text=True, check=False).stdout
        version = re.match(r"uv (\d+)\.(\d+)", answer)
        if version and (int(version[1]), int(version[2])) >= MIN_UV_VERSION:
            return Path(found)
    return None


def fetched_uv() -> Path:
    version = (LOCKS / "uv.txt").read_text().split()[0].removeprefix("uv==")
    return TOOLS / f"uv-{version}" / "bin" / "uv"


def fetch_uv() -> Path:
    """Fetch the pinned uv into the checkout with pip, which works even where the system manages Python."""
    home = fetched_uv().parents[1]
    partial = home.with_name(f"{home.name}.partial")
    with report_step(f"fetching {home.name.replace('-', ' ')}"):
        for leftover in (partial, home):
            shutil.rmtree(leftover, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        run([*pip, "--target", str(partial), "--require-hashes", "-r", str(LOCKS / "uv.txt")])
        partial.rename(home)
    return fetched_uv()


def run(command: list[str], *, shows_progress: bool = False) -> None:
    """Run ``command``; if it fails, print its output and exit."""
    output = None if shows_progress else subprocess.PIPE
    # It inherits the checkout's lock: if this process is killed, the next start waits until the command has ended.
    done = subprocess.run(
        command,
        env=environment(),
        stdout=output,
        stderr=output and subprocess.STDOUT,
        close_fds=False,
        text=True,
        check=False,
    )
    if done.returncode:
        fail(f"{Path(command[0]).name} could not do this (exit {done.returncode}).", done.stdout or "")


def environment() -> dict[str, str]:
    """Return the environment for pip and uv: the system's certificates, and none of the user's pip settings."""
    pip = {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_ROOT_USER_ACTION": "ignore"}
    uv = {"UV_SYSTEM_CERTS": "1", "UV_PYTHON_DOWNLOADS": "never"}
    patience = {"UV_HTTP_TIMEOUT": "120", **({} if has_cache() else {"UV_CACHE_DIR": str(TOOLS / "cache")})}
    return {**patience, **os.environ, **pip, **uv}


def has_cache() -> bool:
    """Return whether the user has a writable cache folder; a service's user often has none."""
    try:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "uv")
        cache.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return os.access(cache, os.W_OK)


@contextmanager
def checkout_lock() -> Iterator[None]:
    """Hold the checkout's lock, so that two first starts do not overwrite each other."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as lock:
        os.set_inheritable(lock.fileno(), True)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            report("Another start is setting up this checkout; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def report_step(what: str) -> Iterator[None]:
    began = time.monotonic()
    report(f"  {what} ...")
    yield
    report(f"  {what}: done in {time.monotonic() - began:.1f} s")


def report(line: str) -> None:
    """Print a line to standard error; standard output belongs to the command."""
    print(line, file=sys.stderr, flush=True)


def fail(what: str, output: str) -> None:
    """Exit with what failed, the last lines of its output, and what may help."""
    report("\n".join(output.strip().splitlines()[-15:]))
    report(
        f"{what}\nPassleft fetches its packages with pip and uv: check the network, the proxy and the free space, then"
    )
    report("start again; it goes on from here. With packages of your own, set PASSLEFT_NO_BOOTSTRAP=1.")
    sys.exit(1)
