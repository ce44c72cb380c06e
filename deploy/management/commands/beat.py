"""``manage.py beat``: run the clock of a site with Redis or Valkey."""

from typing import Any

from django.core.management.base import BaseCommand

from deploy.celery import app, exit_without_redis


class Command(BaseCommand):
    help = "Start the sweep every second, until interrupted. Needs REDIS_URL; without it, the web process does."

    def handle(self, **options: Any) -> None:
        exit_without_redis()
        app.start(["beat", "--loglevel=WARNING"])
