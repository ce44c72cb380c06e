"""The page on which a staff member changes their own password."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account
from operations.services.accounts import change_own_password


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def password_page(request: HttpRequest) -> HttpResponse:
    """Change the user's password. This session stays; the others end. Raises Http404 for accounts without one."""
    account = request.user
    if not (isinstance(account, Account) and account.has_usable_password()):
        raise Http404
    form = PasswordChangeForm(account, request.POST or None)
    if request.method == "POST":
        count_try("password", str(account.pk))
        if form.is_valid():
            change_own_password(account, form.cleaned_data["new_password1"])
            update_session_auth_hash(request, account)
            messages.success(request, _("Your password was changed. All other sessions have ended."))
            return redirect("your_data")
    context = {"form": form, "rules": password_validators_help_texts()}
    return render(request, "operations/password.html", context, status=422 if form.errors else 200)
