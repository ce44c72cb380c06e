"""The service worker, which keeps pages readable without a connection."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@cache_control(no_cache=True)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, from the root so that its scope is the whole site. Browsers update it by themselves."""
    context = {"icon": static("deploy/icon.svg")}
    return render(request, "tournaments/worker.js", context, content_type="text/javascript; charset=utf-8")
