"""Signing in and out, moving to another device, and the language of the pages."""

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
from gameplay.models import Account
from gameplay.services import accounts


class SignIn(LoginView):
    """With a handle or an e-mail address and a password: staff."""

    template_name = "gameplay/sign_in.html"

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
    """Show whose link it is, with one button; pressing the button signs in and spends the link.

    A GET changes nothing: chat programs, mail scanners and browsers that look ahead open links by themselves, and some
    of them run scripts, so nothing presses the button but a person. A person who is signed in by the link and opens it
    again goes on to where it leads.
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
    # No other page and no log of a proxy is told this address. With "no-referrer" a browser would send the form with
    # "Origin: null", which the protection against forged requests refuses.
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Move a guest's seat to this device by its recovery code, and show the next code."""
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
    """Switch the language of the pages here, and of this account everywhere it signs in from now on."""
    response = set_language(request)
    chosen = request.POST.get("language", "")
    if isinstance(request.user, Account) and chosen in dict(settings.LANGUAGES):
        request.user.language = chosen
        request.user.save(update_fields=["language"])
    return response


def _next_url(request: HttpRequest) -> str:
    wanted = request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else resolve_url(settings.LOGIN_REDIRECT_URL)


def _set_language_cookie(response: HttpResponseBase, account: object) -> None:
    """Let the pages from now on be in the language of ``account``."""
    if isinstance(account, Account):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            account.language,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
