from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

from cards.ports import check_registered
from deploy.celery import app


class DeployConfig(AppConfig):
    name = "deploy"
    celery = app  # imported here so that tasks find the Celery app wherever Django runs

    def ready(self) -> None:
        checks.register(check_ports_registered)


def check_ports_registered(**_: Any) -> list[checks.CheckMessage]:
    """Check that every port has an implementation, for commands and workers; deploy.asgi does so for the server."""
    try:
        check_registered()
    except ImproperlyConfigured as fault:
        return [checks.Error(str(fault), id="passleft.E001")]
    return []
