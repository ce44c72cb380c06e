"""Pages to sign in and out, to move to another device, and to change the language."""

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from gameplay.infrastructure import sessions
from gameplay.infrastructure.throttle import count_try, raise_if_blocked
from gameplay.models import Account
from gameplay.services import accounts

MAX_FAILED_SIGN_INS = 20  # a minute and address; django-axes limits those of one name


class SignIn(LoginView):
    """Sign-in for staff with a handle or e-mail address and a password.

    Failed tries from an address are limited, too, against one password for many names.
    """

    template_name = "gameplay/sign_in.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        raise_if_blocked("sign_in", request.META["REMOTE_ADDR"])
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        count_try("sign_in", self.request.META["REMOTE_ADDR"], limit=MAX_FAILED_SIGN_INS)
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        _set_language_cookie(response, self.request.user)
        return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    sessions.sign_out(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the account of a sign-in link with a button that signs in and uses the link up.

    A GET request changes nothing, because chat programs, mail scanners and prefetching browsers open links on their
    own, and some of them run scripts. A person who is already signed in by the link is redirected to its target.
    """
    if request.method == "POST":
        account = accounts.redeem_link(token)
        sessions.sign_in(request, account)
        response: HttpResponse = redirect(_next_url(request))
        _set_language_cookie(response, account)
        return response
    try:
        account = accounts.link_owner(token)
    except accounts.InvalidLinkError:
        if accounts.is_link_of(token, request.user):
            return redirect(_next_url(request))
        raise
    response = render(request, "gameplay/sign_in_by_link.html", {"account": account})
    # Keep this URL out of the Referer header of other pages. With "no-referrer", a browser would send the form with
    # "Origin: null", which Django's CSRF protection refuses.
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Sign a guest in on this device by recovery code, and show the new code."""
    if request.method == "GET":
        return render(request, "gameplay/recover.html")
    account = accounts.redeem_recovery_code(request.POST.get("code", ""), address=request.META["REMOTE_ADDR"])
    sessions.sign_in(request, account)
    code = accounts.new_recovery_code(account)
    response = render(request, "gameplay/recovered.html", {"code": code, "account": account})
    _set_language_cookie(response, account)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of this browser, and of the account for its future sign-ins."""
    response = set_language(request)
    code = request.POST.get("language", "")
    if isinstance(request.user, Account) and code in dict(settings.LANGUAGES):
        request.user.language = code
        request.user.save(update_fields=["language"])
    return response


def _next_url(request: HttpRequest) -> str:
    url = request.GET.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if is_safe else resolve_url(settings.LOGIN_REDIRECT_URL)


def _set_language_cookie(response: HttpResponseBase, account: object) -> None:
    """Set the cookie for the language of ``account``."""
    if isinstance(account, Account):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            account.language,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
