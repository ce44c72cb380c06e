"""The Celery app: `celery -A deploy.celery worker`, and `beat` for the clock. Needs Redis.

Without Redis, tasks run immediately in the calling process (settings.CELERY_TASK_ALWAYS_EAGER).
"""

import os

from celery import Celery

from deploy import task_log, worker_process

__all__ = ["app", "task_log", "worker_process"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
app = Celery("passleft")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
