"""What a message of a background task has beside the task (deploy.worker.task_log)."""

PUBLISHED_HEADER = "published_at"
"""The header with the time at which it was enqueued, in seconds since 1970."""
