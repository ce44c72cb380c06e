"""Whether the site is well, for whoever restarts it when it is not."""

from datetime import timedelta

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from deploy.clock import last_beat

LATE = timedelta(seconds=10)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if pages can be served, 503 if the database is away. A late clock is said, and is no reason."""
    try:
        beat = last_beat()
    except DatabaseError:
        return JsonResponse({"status": "failing", "database": "away", "clock": "unknown"}, status=503)
    late = beat is None or timezone.now() - beat > LATE
    return JsonResponse({"status": "ok", "database": "ok", "clock": "late" if late else "ok"})
