"""Work in the background: `celery -A deploy.celery worker`, and `beat` for the clock. Only with Redis.

Without it tasks run at once, where they are called (settings.CELERY_TASK_ALWAYS_EAGER).
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
app = Celery("passleft")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
