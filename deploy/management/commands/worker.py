"""``manage.py worker``: run the background tasks of a site with Redis or Valkey."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from deploy.celery import app, exit_without_redis
from gameplay.infrastructure.bulk import QUEUE


class Command(BaseCommand):
    help = "Run background tasks until interrupted. Needs REDIS_URL; without it, the web process runs them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--threads", type=int, default=4)
        parser.add_argument(
            "--queue",
            choices=[app.conf.task_default_queue, QUEUE],
            default=app.conf.task_default_queue,
            help="bulk: do verifications, exports and simulations only, so that they delay nothing else",
        )

    def handle(self, *, threads: int, queue: str, **options: Any) -> None:
        exit_without_redis()
        app.start(["worker", "--pool=threads", f"--concurrency={threads}", f"--queues={queue}", "--loglevel=WARNING"])
