"""The Celery app of `manage.py worker`, and of `manage.py beat` for the clock. Needs Redis.

Without Redis, tasks run immediately in the calling process (settings.CELERY_TASK_ALWAYS_EAGER).
"""

import os
import sys

from celery import Celery
from django.conf import settings

from deploy.worker import process, task_log

__all__ = ["app", "process", "task_log"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
app = Celery("passleft")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def exit_without_redis() -> None:
    """Exit with status 2 and a reason if there is no Redis, from which tasks could come."""
    if not settings.REDIS_URL:
        sys.stderr.write("REDIS_URL is not set: the web process runs the background tasks and the clock itself.\n")
        sys.exit(2)
