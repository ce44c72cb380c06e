"""The headers of all responses, the views that belong to no app, and the settings."""

import json
import logging
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find as find_static
from django.core.management import call_command
from django.db import connection
from django.test import Client

from deploy import secret_key
from tests.parallel import run_simultaneously
from tests.parts.site import KEPT


def python(code: str, **environment: str) -> str:
    """Run ``code`` in a new process with the site's settings; return its output."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    run = subprocess.run(
        [sys.executable, "-c", f"from deploy import settings\n{code}"],
        env=kept | environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return run.stdout.strip()


def test_pages_have_security_headers(db: None, client: Client):
    headers = client.get("/sign-in").headers

    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["form-action"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/sign-in", "/recover", "/nothing"])
def test_pages_have_no_inline_scripts_or_styles(db: None, client: Client, path: str):
    text = client.get(path).content.decode()

    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    assert all(" src=" in tag.split(">")[0] for tag in text.split("<script")[1:])


def test_cookies_are_http_only_and_same_site(db: None, client: Client):
    client.get("/sign-in")
    client.post("/language", {"language": "ja"})

    for cookie in client.cookies.values():
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax"), cookie.key
    assert set(client.cookies) == {"csrftoken", "django_language"}


def test_api_root_links_to_the_account(db: None, client: Client):
    assert client.get("/api/v1/").json()["me"] == "http://testserver/api/v1/me"


def test_api_description_is_generated_without_warnings(db: None, client: Client, tmp_path: Path):
    call_command("spectacular", file=str(tmp_path / "schema.yaml"), validate=True, fail_on_warn=True)

    schema = client.get("/api/schema/", {"format": "json"}).json()
    me = schema["paths"]["/api/v1/me"]["get"]
    assert schema["openapi"].startswith("3.")
    assert me["responses"]["401"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Fault"}
    assert me["security"] == [{"cookieAuth": []}]


def test_me_returns_the_signed_in_account(db: None, client: Client):
    from gameplay.services.accounts import create_guest

    alice = create_guest("Alice", reading="ありす")
    client.force_login(alice)

    assert client.get("/api/v1/me").json() == {
        "id": str(alice.pk), "kind": "guest", "handle": "Alice", "reading": "ありす",
        "email": "", "language": "en",
    }  # fmt: skip


def test_unknown_hosts_are_refused(db: None, client: Client, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.CRITICAL):
        assert client.get("/sign-in", headers={"host": "elsewhere.example"}).status_code == 400


def test_sqlite_waits_for_locks(db: None):
    if connection.vendor != "sqlite":
        pytest.skip("SQLite only")
    with connection.cursor() as cursor:
        values = [
            cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]

    assert values == ["wal", 2, 1, 20_000]


def test_default_settings_are_local(tmp_path: Path):
    printed = python(
        "print(settings.DEBUG, settings.DEMO, settings.HTTPS, settings.REDIS_URL == '',"
        " settings.CELERY_TASK_ALWAYS_EAGER,"
        " settings.DATABASES['default']['ENGINE'].rsplit('.')[-1],"
        " settings.SESSION_ENGINE.rsplit('.')[-1])",
        VAR=str(tmp_path),
    )

    assert printed == "False False False True True sqlite3 db"


def test_https_address_enables_secure_settings(tmp_path: Path):
    printed = python(
        "print(settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS > 0,"
        " 'draft.example' in settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS)",
        VAR=str(tmp_path), SITE_URL="https://draft.example",
    )  # fmt: skip

    assert printed == "True True True True ['https://draft.example']"


@pytest.mark.parametrize(
    ("url", "printed"),
    [
        ("postgres://a:b@db/passleft", "postgresql db passleft"),
        ("postgres://a@/passleft?host=/run/pg", "postgresql  passleft /run/pg"),
    ],
)
def test_database_url_configures_the_database(tmp_path: Path, url: str, printed: str):
    code = (
        "d = settings.DATABASES['default']; o = d['OPTIONS']; assert o['pool'] and d['CONN_MAX_AGE'] == 0;"
        "print(d['ENGINE'].rsplit('.')[-1], d['HOST'], d['NAME'], o.get('host', ''))"
    )

    assert python(code, VAR=str(tmp_path), DATABASE_URL=url) == printed


def test_empty_variables_count_as_absent(tmp_path: Path):
    names = ("DATABASE_URL", "REDIS_URL", "TRUSTED_PROXIES", "WEB_THREADS", "LOG_LEVEL", "DEBUG", "ALLOWED_HOSTS")
    code = "print(settings.DATABASES['default']['ENGINE'], settings.TRUSTED_PROXIES, settings.LOG_LEVEL)"

    assert python(code, VAR=str(tmp_path), **dict.fromkeys(names, "")) == "deploy.sqlite3 0 INFO"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DATABASE_URL", "nonsense", "The variable DATABASE_URL must be like postgres://USER:PASSWORD@HOST/NAME."),
        ("TRUSTED_PROXIES", "one", "The variable TRUSTED_PROXIES cannot be read: "),
    ],
)
def test_unreadable_variable_is_named(tmp_path: Path, name: str, value: str, reason: str):
    environment = os.environ | {"PASSLEFT_NO_BOOTSTRAP": "1", "VAR": str(tmp_path), name: value}
    environment.pop("DJANGO_SETTINGS_MODULE")

    command = [sys.executable, "manage.py", "migrate"]
    process = subprocess.run(
        command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )

    assert process.returncode == 1
    assert process.stderr.startswith(reason)
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("redis://cache:6379/1", "redis://cache:6379/1"),
        ("unix:///run/valkey.sock?db=3", "redis+socket:///run/valkey.sock?virtual_host=3"),
    ],
)
def test_redis_url_configures_cache_and_celery(tmp_path: Path, url: str, broker: str):
    code = (
        "print(settings.CELERY_BROKER_URL, settings.CELERY_TASK_ALWAYS_EAGER, settings.CACHES['default']['LOCATION'])"
    )

    assert python(code, VAR=str(tmp_path), REDIS_URL=url) == f"{broker} False {url}"


def test_secret_key_is_created_once_and_readable_only_by_its_owner(tmp_path: Path):
    path = tmp_path / "new" / "secret_key"

    secrets = run_simultaneously([lambda: secret_key.read_or_create_secret(path)] * 8)

    assert len({*secrets, secret_key.read_or_create_secret(path)}) == 1
    assert len(secrets[0]) > 60
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_models_match_their_migrations(db: None):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_pages_have_an_opaque_icon_for_the_home_screen(db: None, client: Client):
    """iOS has no Web Push without an installed app, and for its icon it needs a PNG; transparent parts become black."""
    page = client.get("/").content.decode()
    [path] = re.findall(r'<link rel="apple-touch-icon" href="/static/(deploy/[^"]+)">', page)
    manifest = json.loads(Path(find_static("deploy/app.webmanifest") or "").read_text())
    picture = Path(find_static(path) or "").read_bytes()

    size, colors = struct.unpack(">II", picture[16:24]), picture[25]
    assert (picture[:8], size, colors) == (b"\x89PNG\r\n\x1a\n", (180, 180), 2)  # 2: colours without transparency
    assert Path(path).name in [icon["src"] for icon in manifest["icons"]]
