"""The systemd units for Debian, and the containers, start what exists, and are restricted to what they need."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[2]
DEBIAN = ROOT / "deploy" / "debian"
UNITS = sorted(path.name for path in DEBIAN.iterdir() if path.suffix in {".service", ".timer", ".target"})
SERVICES = [name for name in UNITS if name.endswith(".service")]
PROGRAM = "/opt/passleft/current/bin/passleft"
MAX_EXPOSURE = 14  # of 100; a service without restrictions has 96
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERS: dict[str, dict[str, Any]] = COMPOSE["services"]
OF_SITE = {name: each for name, each in CONTAINERS.items() if each["image"].startswith("passleft")}
RUN_ONCE = {"secrets", "setup"}


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a system in which the units are installed."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    root = tmp_path_factory.mktemp("system")
    units = root / "etc/systemd/system"
    units.mkdir(parents=True)
    for name in UNITS:
        shutil.copy(DEBIAN / name, units)
    program = root / PROGRAM.lstrip("/")
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    for standard in ("network-online", "basic", "sysinit", "shutdown", "timers", "multi-user"):
        (units / f"{standard}.target").write_text("[Unit]\nDescription=Part of every system\n")
    return root


def analyze(system: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", f"--root={system}", "--man=no", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_accepts_the_units(system: Path):
    names = [name.replace("@.", "@8001.") for name in UNITS]
    done = analyze(system, "verify", *names)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", SERVICES)
def test_services_are_restricted(name: str, system: Path):
    unit = str(system / "etc/systemd/system" / name)
    done = analyze(system, "security", "--offline=true", f"--threshold={MAX_EXPOSURE}", unit)

    assert done.returncode == 0, done.stdout[-500:]


def commands_of(text: str) -> list[list[str]]:
    return [shlex.split(line) for line in re.findall(rf"^ExecStart={PROGRAM} (.*)$", text, re.MULTILINE)]


def check_command(name: str, *arguments: str) -> None:
    """Check that ``arguments`` can be parsed. Raises an exception or exits if not."""
    app = get_commands()[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    command.create_parser("passleft", name).parse_args([argument.replace("%i", "8001") for argument in arguments])


@pytest.mark.parametrize("name", SERVICES)
def test_services_start_commands_that_exist(name: str):
    commands = commands_of((DEBIAN / name).read_text(encoding="utf-8"))

    assert commands
    for command in commands:
        check_command(*command)


@pytest.mark.parametrize("name", sorted(OF_SITE))
def test_containers_start_commands_that_exist(name: str):
    container = OF_SITE[name]
    words = container.get("command", [])
    if "entrypoint" not in container and words:
        check_command(*words)
    for line in re.findall(r"passleft (\w+ [^;]*);", " ".join(words)):
        check_command(*shlex.split(line))


@pytest.mark.parametrize("name", sorted(CONTAINERS))
def test_containers_are_pinned_restarted_and_limited(name: str):
    container = CONTAINERS[name]

    assert re.search(r":\d+\.\d+\.\d+$|:\d+\.\d+$|@sha256:[0-9a-f]{64}$", container["image"])
    assert container["restart"] == ("no" if name in RUN_ONCE else "unless-stopped")
    assert container["logging"]["options"]["max-size"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    if name not in {*RUN_ONCE, "worker", "bulk", "beat"}:
        assert container["healthcheck"]["test"]
    for volume in container.get("volumes", []):
        source = volume.partition(":")[0]
        assert source in COMPOSE["volumes"] or (ROOT / "deploy" / source).exists()
    assert set(container.get("depends_on") or {}) <= set(CONTAINERS)


def test_images_are_pinned_by_digest_on_request(tmp_path: Path):
    for name in ("compose.yaml", "Containerfile", "pin_images.sh"):
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(re.sub(r"@sha256:\w+", "", text), encoding="utf-8")
    (tmp_path / "pin_images.sh").chmod(0o755)
    docker = tmp_path / "docker"
    digest = f"sha256:{'a' * 64}"
    docker.write_text(f"#!/bin/sh\n[ $1 = pull ] || echo some/image@{digest}\n")
    docker.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    for _time in range(2):  # the second time, there is nothing to do
        subprocess.run([str(tmp_path / "pin_images.sh")], env=environment, check=True, stdout=subprocess.DEVNULL)
    pinned = yaml.safe_load((tmp_path / "compose.yaml").read_text())["services"]

    for name, container in CONTAINERS.items():
        expected = container["image"] if name in OF_SITE else f"{container['image'].partition('@')[0]}@{digest}"
        assert pinned[name]["image"] == expected
    assert re.search(rf"^ARG BASE=\S+@{digest}$", (tmp_path / "Containerfile").read_text(), re.MULTILINE)


def test_settings_that_are_set_are_read():
    """Each variable of the examples and the containers is one that the settings read."""
    settings = (ROOT / "deploy" / "settings.py").read_text(encoding="utf-8")
    examples = [ROOT / "deploy" / "site.env.example", DEBIAN / "passleft.env.example"]
    named = {
        name for each in examples for name in re.findall(r"^([A-Z_]+)=", each.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named |= {name for each in OF_SITE.values() for name in each["environment"]}

    assert [name for name in sorted(named - {"PGPASSFILE"}) if f'"{name}"' not in settings] == []


def test_no_secret_is_in_the_containers_environment():
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")

    assert "SECRET_KEY:" not in text
    assert not re.search(r"POSTGRES_PASSWORD:", text)
