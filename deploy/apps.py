from django.apps import AppConfig

from deploy.celery import app


class DeployConfig(AppConfig):
    name = "deploy"
    celery = app  # made here, so that tasks find it wherever Django runs

    def ready(self) -> None:
        from deploy import description  # noqa: F401, PLC0415  registers extensions of drf-spectacular
