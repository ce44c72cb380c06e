"""Pages by which players come in: the code, the name, and the device they use."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay import sessions
from gameplay.engine.errors import RulesError
from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors.mine import newest_event
from tournaments.services.entry import CodeRefusedError, NewPlayer, join, open_event
from tournaments.views.forms import JoinForm


@never_cache
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Go where a code leads that somebody typed. Shows the first page's field again for a wrong one."""
    code = request.GET.get("code", "")
    if not code:
        return redirect("/")
    try:
        event = open_event(code, address=request.META["REMOTE_ADDR"])
    except CodeRefusedError as refusal:
        context = {"code": code, "fault": refusal, "body_class": "first"}
        return render(request, "tournaments/code.html", context, status=422)
    return redirect("join_event", event.join_code)


@never_cache
@require_http_methods(["GET", "POST"])
def join_event(request: HttpRequest, code: str) -> HttpResponse:
    """Say a name and be in; whoever is signed in has one already."""
    event = open_event(code, address=request.META["REMOTE_ADDR"])
    if isinstance(request.user, Account):
        if request.method == "POST" or event.entries.filter(account=request.user).exists():
            join(event, request.user)
            return redirect("event", event.slug)
        return render(request, "tournaments/join.html", {"event": event})
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            joined = join(event, NewPlayer(language=request.LANGUAGE_CODE, **form.cleaned_data))
        except RulesError as refusal:
            form.refuse(refusal)
        else:
            sessions.begin(request, joined.entry.account)
            return render(request, "tournaments/joined.html", {"event": event, "joined": joined})
    return render(request, "tournaments/join.html", {"event": event, "form": form}, status=422 if form.errors else 200)


@never_cache
@require_safe
def my_event(request: HttpRequest) -> HttpResponse:
    """Go to the reader's event that is on, or to the first page."""
    event = newest_event(request.user)
    return redirect("event", event.slug) if event else redirect("/")


def qr_code(request: HttpRequest, event: Event) -> SafeString:
    """Return the picture of the address at which ``event`` is joined, as SVG."""
    return qr_picture(request.build_absolute_uri(reverse("join_event", args=[event.join_code])))


def qr_picture(address: str) -> SafeString:
    """Return the picture of ``address``, as SVG."""
    return mark_safe(segno.make(address, error="m").svg_inline(border=4, light="#fff", omitsize=True))  # noqa: S308 - ours
