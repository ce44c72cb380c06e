"""Logging to standard error: one line of JSON per event, or plain lines for people (LOG_FORMAT).

No line has the token of a link. Each request has a line (deploy.monitoring.request_log), and each task
(deploy.worker.task_log).
"""

import logging
import re
import sys
from typing import Any

import orjson
import structlog

_ENCODED = r"(?:(?<=/)|(?:25)*2[Ff])"
"""What follows the first character of a slash: nothing, or the rest of %2F, however often that is encoded."""
SIGN_IN_LINK = re.compile(rf"([/%](?<=sign-in.){_ENCODED}(?:/|%(?:25)*2F)*)[^\s?&#\"'<>]+", re.IGNORECASE)
"""The token in the address of a sign-in link:

the first group comes before it. Also inside the query of another address. The pattern begins with the slash, because
that is ten times as fast as beginning with a word.
"""
OTHER_LINK = re.compile(
    rf"([/%](?:(?<=confirm.)|(?<=stop.)|(?<=watch.)|(?<=slip.)|(?<=replay.)|(?<=join.)){_ENCODED})"
    r"(?:[\w:~-]{16,}|[A-Z0-9]{6,12}\b)"
)
"""The token in the address of a link in an e-mail, of a replay, a paper game or a match slip; the code of an event."""
SERVER_LOGGERS = ("uvicorn.access", "uvicorn.error", "uvicorn.asgi")

_SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def strip_tokens(text: str) -> str:
    """Return ``text`` without the tokens of links."""
    return OTHER_LINK.sub(r"\1[token]", SIGN_IN_LINK.sub(r"\1[token]", text))


class TokenFilter(logging.Filter):
    """Remove the tokens of links from a record, for all handlers."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, str):
            record.msg = strip_tokens(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_strip_token(value) for value in record.args)
        return True


class ClientFaultFilter(logging.Filter):
    """Make a warning in one line of an error with a traceback that any client can cause."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


def _strip_token(value: object) -> object:
    written = str(value)
    cleaned = strip_tokens(written)
    return value if cleaned == written else cleaned


def _remove_tokens(_logger: Any, _method: str, line: str) -> str:
    """Remove tokens from the finished line, tracebacks included, as `strip_tokens` does. A structlog processor."""
    return OTHER_LINK.sub(r"\1[token]", SIGN_IN_LINK.sub(r"\1[token]", line))


def request_logger(*, level: str, plain: bool) -> Any:
    """Return the logger for the lines of requests, which writes to standard error without Python's logging.

    There is a line for each request, and this takes a third of the CPU time. Its fields are never text from outside.
    """
    time_and_level: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: Any = structlog.dev.ConsoleRenderer() if plain else structlog.processors.JSONRenderer(_orjson_text)
    return structlog.wrap_logger(
        structlog.WriteLogger(sys.stderr),
        processors=[structlog.contextvars.merge_contextvars, *time_and_level, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
    )


def _orjson_text(fields: dict[str, Any], **_: Any) -> str:
    return orjson.dumps(fields).decode()


def configure(*, level: str, plain: bool) -> dict[str, Any]:
    """Set structlog up and return the LOGGING that sends Django's own lines the same way, to standard error."""
    structlog.configure(
        processors=[*_SHARED_PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # The server sets up its own handlers, before or after ours; a filter stays with the logger.
    for name in SERVER_LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(each, TokenFilter) for each in logger.filters):
            logger.addFilter(TokenFilter())
    # JSON also escapes line breaks in user input, which could imitate log lines.
    renderer: Any = structlog.dev.ConsoleRenderer() if plain else structlog.processors.JSONRenderer(ensure_ascii=False)
    line = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer, _remove_tokens],
        "foreign_pre_chain": _SHARED_PROCESSORS,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": line},
        "filters": {"client_fault": {"()": ClientFaultFilter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.request": {"level": "ERROR"},  # refusals are not errors
            "django.security.DisallowedHost": {"filters": ["client_fault"]},
            "django.server": {"handlers": [], "level": level, "propagate": True},  # runserver's access log
            "axes": {"level": "WARNING"},
            "celery": {"level": "WARNING"},  # deploy.worker.task_log has a line for each task
        },
    }
