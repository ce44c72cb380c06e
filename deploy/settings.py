"""All settings, read from the environment.

DATABASE_URL     the database; by default an SQLite file in VAR
REDIS_URL        cache, background work and live updates for several processes; not needed for one
SECRET_KEY       signs sessions and codes; created once and kept in VAR if absent
PUSH_KEY         the private key of the site for push services (VAPID); created once and kept in VAR if absent
EMAIL_URL        the mail server, such as smtp+tls://user:password@mail.example:587; without it, no e-mail is sent
MAIL_FROM        the sender of e-mail; by default passleft@ the host of SITE_URL
SITE_URL         the public address, such as https://draft.example; https makes cookies Secure
ALLOWED_HOSTS    further host names, separated by commas
TRUSTED_PROXIES  the number of proxies in front that append to X-Forwarded-For; 0, the default, ignores the header
VAR              the folder for the SQLite database, the keys and other files; made private at each start. By default
                 var in a checkout, otherwise passleft in the user's folder for data ($XDG_DATA_HOME, ~/.local/share)
DEBUG, DEMO      both off; DEMO adds practice events and their login links
STATIC_ROOT      the folder that collectstatic fills, if STATIC_MANIFEST is on; by default staticfiles in a checkout,
                 otherwise static in VAR
LOG_FORMAT       json or plain; by default json, and plain with DEBUG
METRICS_TOKEN    the bearer token with which /metrics can be read
METRICS_ADDRESSES  addresses and networks that may read it without a token, separated by commas; by default none
METRICS_PORT     the port on which a Celery worker serves its own /metrics; by default none
LOG_LEVEL, WEB_THREADS, DATABASE_CONNECTIONS, STATIC_MANIFEST

An empty variable counts as absent.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF

from deploy import secret_key, version
from deploy.bootstrap import is_checkout
from deploy.environment import SiteEnv
from deploy.file_permissions import make_private_folder
from deploy.languages import languages_with_catalogue
from deploy.monitoring import logs
from deploy.server.descriptors import MAX_STREAMS
from gameplay.infrastructure.circuit_breaker import single_retry

env = SiteEnv()
BASE_DIR = Path(__file__).resolve().parent.parent
IN_CHECKOUT = is_checkout()
USER_DATA = Path(env.str("XDG_DATA_HOME", "~/.local/share")).expanduser()
VAR = Path(env.str("VAR", "") or (BASE_DIR / "var" if IN_CHECKOUT else USER_DATA / "passleft")).absolute()
make_private_folder(VAR)

VERSION: str = version.VERSION
DEBUG = env.bool("DEBUG", False)
DEMO = env.bool("DEMO", False)
SECRET_KEY = env.str("SECRET_KEY", "") or secret_key.read_or_create_secret(VAR / "secret_key")
PUSH_KEY = env.str("PUSH_KEY", "") or secret_key.read_or_create_secret(VAR / "push_key", secret_key.new_push_key)
SITE_URL = env.str("SITE_URL", "")
HTTPS = SITE_URL.startswith("https://")
REDIS_URL = env.str("REDIS_URL", "")
ALLOWED_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *filter(None, [urlsplit(SITE_URL).hostname]),
    *env.list("ALLOWED_HOSTS", default=[]),
]
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []
TRUSTED_PROXIES = max(0, env.int("TRUSTED_PROXIES", 0))

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "deploy",
    "operations",
    "tournaments",
    "drafting",
    "gameplay",
    "cards",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "axes",
    "csp",
]
MIDDLEWARE = [
    "deploy.monitoring.request_log.RequestLogMiddleware",
    "deploy.refusals.BodyLimitMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "deploy.caching.NoStoreMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "deploy.reference_cycles.HtmxMiddleware",
    "deploy.refusals.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.asgi.wsgi_application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "deploy.reference_cycles.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["deploy.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "tournaments.views.waiting.waiting_context",
                "deploy.monitoring.health.reduced_service",
                "tournaments.views.style_page.demo_site",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms: options name their language

# The database, and what each kind needs to be safe with several writers.

SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",  # a transaction that will write waits at its start, not in its middle
    "timeout": 20,
    # Acknowledged data survives a power loss: FULL has the journal written through at
    # each commit. With NORMAL, which survives the end of any process but not of the machine, a commit takes 0.02
    # ms; with
    # FULL 1.2 to 2.1 ms on a virtual disk (the median of 2,000). In `bench draft --pods 12` a pick was
    # acknowledged in 6.2
    # to 7.2 ms instead of 5.4 to 5.5, for the same CPU time. fullfsync is for macOS, where the disk may otherwise keep
    # what it should write through in its own cache.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON;",
}
POSTGRESQL_OPTIONS: dict[str, Any] = {
    # Requests wait for a connection for 5 seconds, then answer 503. The pool gives up connecting after 3 seconds, so
    # that the next request begins again, instead of waiting ever longer after an outage.
    "pool": {
        "min_size": 1,
        "max_size": env.int("DATABASE_CONNECTIONS", 20),
        "timeout": 5,
        "reconnect_timeout": 3,
    },
    # Frequent queries are planned once per connection, and parameters are sent separately.
    "server_side_binding": True,
    "prepare_threshold": 5,
}


def _database() -> dict[str, Any]:
    config = env.database("DATABASE_URL", default=f"sqlite:///{VAR / 'passleft.sqlite3'}")
    embedded = config["ENGINE"].endswith("sqlite3")
    if embedded:
        config["ENGINE"] = "deploy.sqlite3"
    config["OPTIONS"] = (SQLITE_OPTIONS if embedded else POSTGRESQL_OPTIONS) | config.get("OPTIONS", {})
    # SQLite connections stay with their thread; PostgreSQL's go back to the pool after each request.
    config["CONN_MAX_AGE"] = None if embedded else 0
    if embedded:
        # Tests use a file too: SQLite in memory locks by table and knows no waiting.
        config["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
    return config


DATABASES = {"default": _database()}

# The cache, the background and the live updates: Redis for several processes, this process otherwise.

_SHARED_CACHE_OPTIONS: dict[str, Any] = {
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": "passleft",
    "OPTIONS": {"max_connections": 100, "socket_connect_timeout": 1, "socket_timeout": 1, "retry": single_retry()},
}
CACHES: dict[str, Any] = (
    {
        "default": {"BACKEND": "deploy.shared_cache.RedisCache", **_SHARED_CACHE_OPTIONS},
        "sessions": {"BACKEND": "deploy.shared_cache.SessionCache", **_SHARED_CACHE_OPTIONS},
    }
    if REDIS_URL
    # With room for more than Django's 300 entries, so that a client cannot evict its own rate limits by filling it.
    else {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }
)
SESSION_ENGINE = "gameplay.infrastructure.session_stores." + ("cached_db" if REDIS_URL else "db")
SESSION_CACHE_ALIAS = "sessions"
# Celery writes the address of a socket differently.
CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=") or "memory://localhost"
)
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # workers wait while the broker is away
# Requests do not wait for a broker that is away: gameplay.infrastructure.background has a fallback.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 3}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat")
CELERY_BEAT_SCHEDULE = {
    # A sweep expires after a second: the next one does its work.
    "sweep": {"task": "deploy.tasks.sweep", "schedule": 1.0, "options": {"expires": 1.0}},
}
CELERY_WORKER_DIRECT = True  # a queue for each worker, for its heartbeat
WORKER_HEARTBEAT = env.str("WORKER_HEARTBEAT", "")
WEB_THREADS = env.int("WEB_THREADS", 10)

# Metrics and what the health check calls too little.

METRICS_TOKEN = env.str("METRICS_TOKEN", "")
METRICS_ADDRESSES = env.list("METRICS_ADDRESSES", default=[])
METRICS_PORT = env.int("METRICS_PORT", 0)
MIN_FREE_BYTES = 500_000_000  # of the disk of VAR

# Webhooks may be on this machine, without https: never on a real site.
ALLOW_LOCAL_WEBHOOKS = DEBUG or DEMO

# E-mail, for notifications. Links in it need SITE_URL.

if EMAIL_URL := env.str("EMAIL_URL", ""):
    globals().update(env.email_url_config(EMAIL_URL))
MAIL_ENABLED = bool(EMAIL_URL and SITE_URL)
EMAIL_TIMEOUT = 10  # seconds, so that a slow mail server does not block a worker
MAIL_FROM = env.str("MAIL_FROM", f"passleft@{urlsplit(SITE_URL).hostname or 'localhost'}")

# Accounts and sign-in.

AUTH_USER_MODEL = "gameplay.Account"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "gameplay.infrastructure.sessions.AccountBackend"]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "gameplay.infrastructure.sessions.attempted_login"
AXES_LOCKOUT_TEMPLATE = "gameplay/sign_in_locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # privacy: no history of sign-ins and addresses
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
STREAMS_PER_ACCOUNT = 12
STREAMS_PER_ADDRESS = 200  # for anonymous clients: a shop's spectators share one address
STREAMS_PER_PROCESS = MAX_STREAMS  # half of them for each address, with the accounts of a hall

# Browser security.

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "session"
CSRF_FAILURE_VIEW = "deploy.refusals.csrf_failure"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BODY_LIMIT = 2_500_000  # bytes; ten times a whole card set
BODIES_LIMIT = 64_000_000  # bytes of unfinished bodies per process, without small ones
BODY_SECONDS = 20  # for a complete body,
BODY_RATE = 25_000  # plus one second for each of these many bytes
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# The API.

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["gameplay.api.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["gameplay.api.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["gameplay.api.renderers.OrjsonRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "deploy.refusals.api_refusal",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Passleft",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "gameplay.api.openapi.describe_refusals",
    ],
    "ENUM_NAME_OVERRIDES": {
        "PenaltyLevelEnum": "tournaments.api.penalty.LEVELS",
        "InfractionCategoryEnum": "tournaments.api.penalty.CATEGORIES",
        "CallCategoryEnum": "tournaments.models.call.Call.Category",
        "LeagueVisibilityEnum": "tournaments.models.league.League.Visibility",
        "VisibilityEnum": "tournaments.models.event.Event.Visibility",
        "CutPlacesEnum": "tournaments.api.event_serializers.PLACES",
        "LogVerdictEnum": "gameplay.api.serializers.LOG_VERDICTS",
        "RecordVerdictEnum": "gameplay.api.serializers.RECORD_VERDICTS",
    },
}

# Languages, time, static files, logs.

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "deploy" / "locale"]
LANGUAGES = languages_with_catalogue(LOCALE_PATHS[0])
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
# Set by sites that run collectstatic; a checkout serves each app's files directly.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", False)
_COLLECTED = BASE_DIR / "staticfiles" if IN_CHECKOUT else VAR / "static"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(_COLLECTED))) if STATIC_MANIFEST else None
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
LOG_FORMAT = env.str("LOG_FORMAT", "plain" if DEBUG else "json")
LOG_LEVEL = env.str("LOG_LEVEL", "INFO")
LOGGING = logs.configure(level=LOG_LEVEL, plain=LOG_FORMAT == "plain")
