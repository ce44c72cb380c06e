"""Advice in a casual game: the part of the page that shows it."""

from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account, OnlineGame
from gameplay.selectors.advice import find_advice, may_get_advice
from gameplay.selectors.game_views import view_for_account
from gameplay.services.advice import request_advice


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def advice(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Ask for advice on the question ``number`` with POST, and show the advice as a part of the game's page."""
    account, game = cast(Account, request.user), get_object_or_404(OnlineGame, pk=game_id)
    language = get_language() or "en"
    game_view = view_for_account(game, account, language=language)
    if game_view is None or game_view["seat"] is None:
        raise Http404
    if request.method == "POST":
        request_advice(account, game, number=_number(request))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("game", game_id=game.pk)
    context = {"game_view": game_view, "may_get_advice": may_get_advice(game, game_view)}
    if context["may_get_advice"]:
        context["advice"] = find_advice(game, game_view, language=language)
    return render(request, "gameplay/parts/advice.html", context)


def _number(request: HttpRequest) -> int:
    try:
        return int(request.POST.get("number", ""))
    except ValueError as error:
        raise UnreadableError("is not a number", place="number") from error
