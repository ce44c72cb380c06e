"""Your data: what is stored about the user, notifications, download and erasure."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from gameplay.infrastructure import sessions, web_push
from gameplay.infrastructure.handles import normalize_login
from gameplay.infrastructure.notification_kinds import KINDS, STAFF_KINDS
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account
from gameplay.services import notifications
from gameplay.services.notification_mail import is_enabled as is_mail_enabled
from tournaments.selectors.account_history import HISTORY_PER_PAGE, history_rows, played_events, totals_by_game
from tournaments.selectors.leagues import leagues_of_player
from tournaments.selectors.personal_data import personal_data
from tournaments.services.erasure import erase_account, erasure_fault
from tournaments.views.list_pages import list_page, list_query


@never_cache
@login_required
@require_safe
def your_data(request: HttpRequest) -> HttpResponse:
    """Show what is stored about the user in words, and offer the download and the erasure."""
    return render(request, "tournaments/your_data.html", _context(request))


@never_cache
@login_required
@require_safe
def own_history(request: HttpRequest) -> HttpResponse:
    """Show all events that the user has entered, with the figures of their standings and the totals of each game."""
    account = _account(request)
    played = played_events(account)
    query = list_query(request, total=len(played), size=HISTORY_PER_PAGE)
    shown = list_page(
        played, query, matches=lambda each: query.wanted in normalize_login(each.event.name), size=HISTORY_PER_PAGE
    )
    context = {"totals": totals_by_game(played), "shown": shown, "query": query}
    context["leagues"] = list(leagues_of_player(account))
    return render(request, "tournaments/history.html", context | {"rows": history_rows(account, shown.rows)})


@never_cache
@login_required
@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """Download all data of the user as JSON."""
    account = _account(request)
    count_try("download", str(account.pk))
    response = JsonResponse(personal_data(account), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response


@require_POST
@login_required
def erase(request: HttpRequest) -> HttpResponse:
    """Erase the data of the user, who has to tick a box for it, and sign out."""
    if request.POST.get("sure") != "yes":
        context = _context(request) | {"unsure": True}
        return render(request, "tournaments/your_data.html", context, status=422)
    erase_account(_account(request))
    sessions.sign_out(request)
    messages.success(request, _("Your data was erased. Results stay, under an alias."))
    return redirect("home")


@require_POST
@login_required
def choose_notifications(request: HttpRequest) -> HttpResponse:
    """Switch kinds of notifications on and off."""
    notifications.set_kinds(_account(request), request.POST.getlist("kind"))
    messages.success(request, _("Your choice was saved."))
    return redirect("your_data")


@require_POST
@login_required
def change_email(request: HttpRequest) -> HttpResponse:
    """Store or remove the e-mail address for notifications; a new one has to be confirmed."""
    email = request.POST.get("email", "")
    try:
        chosen = notifications.set_email(_account(request), email)
    except notifications.EmailRefusedError as refusal:
        context = _context(request) | {"email": email, "email_refusal": refusal}
        return render(request, "tournaments/your_data.html", context, status=422)
    if not chosen.email:
        messages.success(request, _("Your e-mail address was removed."))
    elif not chosen.email_confirmed_at:
        messages.success(request, _("A message is on its way to {email}. Open the link in it.").format(email=email))
    return redirect("your_data")


@require_POST
@login_required
def push_device(request: HttpRequest) -> HttpResponse:
    """Send notifications to this browser from now on, or no longer."""
    endpoint, account = request.POST.get("endpoint", ""), _account(request)
    if request.POST.get("do") == "off":
        notifications.unsubscribe(account, endpoint=endpoint)
    else:
        keys = {name: request.POST.get(name, "") for name in ("p256dh", "auth")}
        notifications.subscribe(account, endpoint=endpoint, **keys)
    return HttpResponse(status=204)


@never_cache
@require_http_methods(["GET", "POST"])
def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that confirms an e-mail address. A GET request changes nothing: mail scanners open links."""
    if request.method == "POST":
        notifications.confirm_email(token)
    return _mail_page(request, "confirm")


@never_cache
@csrf_exempt  # mail programs send this request by themselves (RFC 8058); the token authorizes it
@require_http_methods(["GET", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that ends e-mail, without signing in. A POST request by a mail program does the same."""
    if request.method == "POST":
        notifications.stop_email(token)
    return _mail_page(request, "stop")


def _mail_page(request: HttpRequest, what: str) -> HttpResponse:
    context = {"what": what, "done": request.method == "POST"}
    response = render(request, "tournaments/mail.html", context)
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "strict-origin"  # keeps the token out of the Referer header
    return response


def _account(request: HttpRequest) -> Account:
    return cast(Account, request.user)


def _context(request: HttpRequest) -> dict[str, Any]:
    account = _account(request)
    chosen = notifications.settings_of(account)
    return {
        "account": account,
        "entries": account.entries.select_related("event").order_by("-joined_at"),
        "offices": account.offices.select_related("event").order_by("-event__created_at"),
        "fault": erasure_fault(account),
        "kinds": [
            (kind, label, kind in chosen.kinds)
            for kind, label in KINDS.items()
            if account.is_staff or kind not in STAFF_KINDS
        ],
        "chosen": chosen,
        "email": chosen.email,
        "mail_enabled": is_mail_enabled(),
        "push_key": web_push.public_key(),
        "devices": account.push_subscriptions.count(),
        "session_weeks": settings.SESSION_COOKIE_AGE // (7 * 24 * 3600),
    }
