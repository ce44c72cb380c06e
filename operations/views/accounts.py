"""Pages on which operators find, create, lock and unlock accounts."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.errors import RulesError, UnreadableError
from operations.selectors.accounts import find_accounts, person
from operations.services import accounts
from operations.views.confirmation import refuse_unconfirmed
from operations.views.permission import operator_of, operators_only
from tournaments.views.event_request import posted_reason


@operators_only
@never_cache
@require_http_methods(["GET", "POST"])
def accounts_page(request: HttpRequest) -> HttpResponse:
    """Find accounts; or create a staff account, and show its password only in this response."""
    context: dict[str, Any] = {"page": "accounts", "text": request.GET.get("q", "").strip()[:80]}
    if request.method == "POST":
        context |= {field: request.POST.get(field, "").strip()[:254] for field in ("handle", "email")}
        try:
            made = accounts.create_staff(context["handle"], email=context["email"], by=operator_of(request))
        except RulesError as refusal:
            context["refusal"] = refusal
        else:
            context |= {"made": made, "handle": "", "email": ""}
    context["found"] = find_accounts(context["text"])
    return render(request, "operations/accounts.html", context, status=422 if "refusal" in context else 200)


@operators_only
@never_cache
@require_http_methods(["GET", "POST"])
def account_page(request: HttpRequest, account_id: UUID) -> HttpResponse:
    """Show an account, and act on it. A new password is shown only in this response."""
    found = person(account_id)
    context: dict[str, Any] = {"page": "accounts", "account": found}
    if request.method != "POST":
        return render(request, "operations/account.html", context)
    refuse_unconfirmed(request)
    by, done = operator_of(request), ""
    match request.POST.get("do", ""):
        case "password":
            context["made"] = accounts.reset_password(found, by=by)
            return render(request, "operations/account.html", context)
        case "lock":
            accounts.lock_account(found, reason=posted_reason(request), by=by)
            done = _("The account is locked.")
        case "unlock":
            accounts.unlock_account(found, by=by)
            done = _("The account is unlocked.")
        case "sign_out":
            accounts.end_sessions(found, by=by)
            done = _("All sessions of this account have ended.")
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="do")
    messages.success(request, done)
    return redirect("operate_account", found.pk)
