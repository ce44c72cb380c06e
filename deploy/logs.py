"""How the site writes its log: one line of JSON an event, or plain lines while developing."""

from typing import Any

import structlog

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def configure(*, level: str, plain: bool) -> dict[str, Any]:
    """Set structlog up and return the LOGGING that sends Django's own lines the same way, to standard error."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # JSON also keeps a line break in somebody's text from looking like a line of ours.
    renderer: Any = structlog.dev.ConsoleRenderer() if plain else structlog.processors.JSONRenderer(ensure_ascii=False)
    line = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        "foreign_pre_chain": _SHARED,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": line},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # Refusals are everyday, and the address of one may hold somebody's link.
            "django.request": {"level": "ERROR"},
            "axes": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},  # not a line for each task that went well
        },
    }
