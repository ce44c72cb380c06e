"""Build the image of the site and run the services of ``compose.yaml`` from it, without a container engine or registry.

Needs root, buildah and debootstrap. Containers are folders (``buildah --isolation chroot``) that share the network of
this machine. The base is a Debian 13 made by debootstrap, and so are the database and Valkey, from Debian's packages.
Images are kept in ``.cache/containers``, so that a run continues where the last one ended.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import yaml

from deploy.version import VERSION
from tests.instruments.release_data import backup_file
from tests.parts.cache import CACHE
from tests.parts.servers import free_port
from tests.parts.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
FOLDER = CACHE / "containers"
MIRROR, SUITE = "http://deb.debian.org/debian", "trixie"
BASE, SERVERS, SITE = "localhost/debian-python", "localhost/servers", "localhost/passleft"
CERTIFICATES = "/etc/ssl/certs:/etc/ssl/certs:ro"  # of this machine, for the package index
POSTGRES = "/usr/lib/postgresql/17/bin"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
VARIABLES = {"SITE_URL": "http://localhost", "TRUSTED_PROXIES": "0", "LOG_LEVEL": "WARNING", "WEB_THREADS": "4"}
VARIABLE = re.compile(r"(?<!\$)\$\{(?P<name>\w+)(?::-(?P<default>[^}]*)|:\?[^}]*)?\}")
START_TIMEOUT = 60.0  # seconds


def buildah(*arguments: str, **options: Any) -> str:
    """Run buildah and return its output. Raises CalledProcessError."""
    done = subprocess.run(
        [*_command(arguments[0]), *arguments[1:]], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, **options
    )
    return done.stdout.strip()


def _command(name: str) -> list[str]:
    storage = ["--root", str(FOLDER / "storage"), "--runroot", str(FOLDER / "run")]
    isolation = ["--isolation", "chroot"] if name in {"run", "bud", "from"} else []
    return ["buildah", *storage, name, *isolation]


def has_image(name: str) -> bool:
    return name in {
        image for each in json.loads(buildah("images", "--json") or "[]") for image in each.get("names") or []
    }


def build_base() -> None:
    """Make the base: Debian 13 with Python."""
    if has_image(f"{BASE}:latest"):
        return
    folder = FOLDER / "debian"
    shutil.rmtree(folder, ignore_errors=True)
    packages = "--include=python3,python3-venv,ca-certificates"
    subprocess.run(["debootstrap", "--variant=minbase", packages, SUITE, str(folder), MIRROR], check=True, stdout=2)
    (folder / "usr/bin/python").symlink_to("python3")
    container = buildah("from", "scratch")
    buildah("add", "--quiet", container, str(folder), "/")
    buildah("commit", "--quiet", container, BASE)
    buildah("rm", container)
    shutil.rmtree(folder)


def build_servers() -> None:
    """Make an image with PostgreSQL 17 and Valkey from Debian's packages."""
    if has_image(f"{SERVERS}:latest"):
        return
    container = buildah("from", BASE)
    install = "apt-get update && apt-get install --yes --no-install-recommends postgresql-17 valkey-server"
    buildah("run", container, "--", "sh", "-c", install)
    buildah("commit", "--quiet", container, SERVERS)
    buildah("rm", container)


def build_site() -> None:
    """Build the image of the site from the checkout."""
    arguments = ["--build-arg", f"BASE={BASE}", "--volume", CERTIFICATES, "--file", "deploy/Containerfile"]
    buildah("bud", "--layers", *arguments, "--tag", SITE, ".")


class RunningContainers:
    """The services of ``compose.yaml``, with their volumes in a folder."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.volumes = FOLDER / "volumes"
        self.logs = FOLDER / "logs"
        for folder in (self.volumes, self.logs):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        self.ports = {name: free_port() for name in ("database", "valkey")}

    def run(self, service: str, *command: str) -> str:
        """Run a service to its end; ``command`` replaces its own. Returns the output. Raises CalledProcessError."""
        return buildah(*self._arguments(service, SITE, command))

    def add_backup(self, file: Path) -> str:
        """Copy a backup to the volume of the backups; return its path there."""
        self.run("backup", "help", "backup")  # makes the volume
        copy = Path(shutil.copy(file, self.volumes / "backups"))
        copy.chmod(0o644)
        return f"/backups/{copy.name}"

    def start(self, service: str, *command: str, image: str = SITE, user: str = "", name: str = "") -> None:
        """Start a service in the background. It is stopped with SIGTERM at the end."""
        arguments = self._arguments(service, image, command, user)
        log = self._stack.enter_context((self.logs / (name or service)).open("w"))
        process = subprocess.Popen(
            [*_command("run"), *arguments[1:]], stdout=log, stderr=log, cwd=ROOT, start_new_session=True
        )
        self._stack.callback(_stop, process)

    def _arguments(self, service: str, image: str, command: tuple[str, ...], user: str = "") -> list[str]:
        config = COMPOSE["services"][service]
        container = buildah("from", "--add-host", "database:127.0.0.1", "--add-host", "valkey:127.0.0.1", image)
        self._stack.callback(buildah, "rm", container)
        arguments = ["run", "--user", user or config.get("user", "passleft")]
        for name, value in config.get("environment", {}).items():
            arguments += ["--env", f"{name}={self._filled(str(value))}"]
        for volume in config.get("volumes", []):
            arguments += ["--volume", self._volume(*volume.split(":"), container=container)]
        words = command or [self._filled(word) for word in config.get("command", [])]
        entrypoint = [] if image != SITE else ["passleft"] if command else config.get("entrypoint", ["passleft"])
        return [*arguments, container, "--", *entrypoint, *words]

    def _volume(self, name: str, place: str, mode: str = "rw", *, container: str) -> str:
        """Return the option for a volume; a new one has the owner of its folder in the image, as Docker makes it."""
        folder = self.volumes / name
        if not folder.exists():
            folder.mkdir()
            original = Path(buildah("mount", container), place.lstrip("/"))
            if original.exists():
                os.chown(folder, original.stat().st_uid, original.stat().st_gid)
                folder.chmod(original.stat().st_mode & 0o777)
            buildah("umount", container)
        return f"{folder}:{place}:{mode}"

    def _filled(self, text: str) -> str:
        """Return ``text`` with the variables of the site, and the addresses of its database and Valkey here."""
        text = VARIABLE.sub(lambda found: VARIABLES.get(found["name"], found["default"] or ""), text).replace("$$", "$")
        text = text.replace("database:5432", f"database:{self.ports['database']}")
        text = text.replace("@database/", f"@database:{self.ports['database']}/")
        return text.replace("//valkey/", f"//valkey:{self.ports['valkey']}/")


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """Stop a container and everything that it started."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run_site() -> dict[str, Any]:
    """Start every service but the proxy as on a new machine, use them, and return what was seen."""
    with ExitStack() as stack:
        site = RunningContainers(stack)
        site.run("secrets")
        start_servers(site)
        site.run("setup")
        webs = [free_port(), free_port()]
        for port in webs:
            site.start("web", "serve", "--prepared", "--port", str(port), name=f"web-{port}")
        site.start("worker")
        site.start("beat")
        assert eventually(lambda: all(health(port).get("status") == "ok" for port in webs), seconds=START_TIMEOUT)
        pages = {path: urlopen(f"http://localhost:{webs[0]}{path}").status for path in ("/", "/help/", "/cards/")}
        data = site.add_backup(backup_file(VERSION, "sqlite"))
        site.run("backup", "restore", data, "--keep-keys")
        made = json.loads(site.run("backup", "backup", "/backups", "--keep", "48"))
        restored = json.loads(site.run("backup", "restore", "--replace", made["file"]))
        verified = json.loads(site.run("setup", "verify_site"))
        return {
            "health": [health(port) for port in webs],
            "pages": pages,
            "backup": made,
            "changed keys": restored["keys"],
            **verified,
        }


def start_servers(site: RunningContainers) -> None:
    """Start PostgreSQL, with the password that the service "secrets" has made, and Valkey."""
    options = COMPOSE["services"]["database"]["environment"]["POSTGRES_INITDB_ARGS"]
    port = site.ports["database"]
    data = "/var/lib/postgresql/data"
    script = (
        f"install -d -o postgres {data} && install -o postgres -m 0400 /secrets/password /tmp/password && "
        "exec su postgres -c '"
        f"{POSTGRES}/initdb -D {data} -U passleft --pwfile=/tmp/password --auth=scram-sha-256 {options} && "
        f"exec {POSTGRES}/postgres -D {data} -k /tmp -p {port} -c listen_addresses=127.0.0.1'"
    )
    site.start("database", "sh", "-c", script, image=SERVERS, user="root")
    valkey = ["valkey-server", "--port", str(site.ports["valkey"]), "--save", "", "--appendonly", "no"]
    site.start("valkey", *valkey, image=SERVERS, user="root")
    create = f"PGPASSWORD=$(cat /secrets/password) {POSTGRES}/createdb -h database -p {port} -U passleft passleft"
    retry = f"for try in $(seq 60); do {create} && exit; sleep 1; done; exit 1"
    buildah(*site._arguments("database", SERVERS, ("sh", "-c", retry), "root"))


def health(port: int) -> dict[str, Any]:
    try:
        with urlopen(f"http://localhost:{port}/healthz", timeout=5) as response:
            answer: dict[str, Any] = json.load(response)
            return answer
    except OSError:
        return {}


STEPS: dict[str, Callable[[], Any]] = {
    "base": build_base,
    "servers": build_servers,
    "image": build_site,
    "site": run_site,
}


@contextmanager
def timed(results: dict[str, Any], name: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    results[name] = {"seconds": round(time.monotonic() - began), **results.get(name, {})}
