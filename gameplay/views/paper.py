"""A game on paper, written down and judged. Nothing of it is kept: all there is stands in the form."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.adjudication.log import case_of
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.selectors import paper as selectors
from gameplay.selectors.cards import known_cards
from gameplay.selectors.game_views import Told
from gameplay.selectors.paper import Supplied
from gameplay.views.forms import PaperForm, as_written

A_MINUTE = 20
PLACE = re.compile(r"(\d{1,5})\.(\d{1,5})")  # the turn and the entry before which a fact is missing


@never_cache
@require_http_methods(["GET", "POST"])
def paper(request: HttpRequest) -> HttpResponse:
    """Show the form, for another game if one is chosen; judge what is written, fill in the example, or give it as a file."""
    if request.method == "GET":
        return page(request, PaperForm())
    fields = request.POST.dict() | {"turns": _turns(request)}
    if request.POST.get("do") == "look":
        return page(request, PaperForm(initial=fields))
    form = PaperForm(fields, request.FILES)
    if request.POST.get("do") == "example":
        return page(request, _with_example(form, fields))
    if form.is_valid() and request.POST.get("do") == "download":
        return _file(form.log)
    return _judged(request, form)


def page(request: HttpRequest, form: PaperForm, *, verdict: Told | None = None, status: int = 200) -> HttpResponse:
    """The page with ``form``, and what was found of it."""
    context: dict[str, Any] = {"form": form, "verdict": verdict, "ways": selectors.ways_to_write(form.ruleset)}
    example = selectors.example(form.ruleset)
    context["example"] = example | {"named": selectors.named_entry(example)}
    # To a script, a refusal is a page like any other: it takes the place of the one before.
    return render(request, "gameplay/paper.html", context, status=200 if request.htmx else status)  # type: ignore[attr-defined]


def _judged(request: HttpRequest, form: PaperForm) -> HttpResponse:
    """The page with the verdict, or with what cannot be read, at its place."""
    verdict, status = None, 422
    if form.is_valid():
        try:
            count_try("adjudicate", str(request.user.pk or request.META["REMOTE_ADDR"]), most=A_MINUTE)
            case = case_of(form.log, RULESETS, known_cards)
            turns = form.log.get("turns", ())
            verdict, status = selectors.verdict_on(case, turns, language=get_language() or "en"), 200
        except UnreadableError as error:
            form.refuse(error)
        except TooManyTriesError as refusal:
            form.add_error(None, gettext(refusal.sentence).format(**refusal.details))
            status = 429
    if verdict and "games" not in form.log:
        form = PaperForm(as_written(form.log))  # what came as JSON is seen in the fields
    return page(request, form, verdict=verdict, status=status)


def _turns(request: HttpRequest) -> str:
    """What is written of the turns, and in its place whatever was asked for and is told now."""
    told = request.POST.get("turns", "")
    asked = zip(*(request.POST.getlist(name) for name in ("place", "player", "fact")), strict=False)
    facts = [
        Supplied(int(place[1]), int(place[2]), f"{player}: {fact}" if player and ":" not in fact else fact)
        for where, player, fact in asked
        if fact.strip() and (place := PLACE.fullmatch(where))
    ]
    return "\n".join(selectors.completed(told.splitlines(), facts)) if facts else told


def _with_example(form: PaperForm, fields: Mapping[str, Any]) -> PaperForm:
    """The example; what somebody has written stays."""
    if not fields["turns"].strip():
        return PaperForm(as_written(selectors.example(form.ruleset)))
    form.add_error("turns", gettext("Something is written here already. Empty the field to have the example."))
    return form


def _file(log: Mapping[str, Any]) -> HttpResponse:
    answer = JsonResponse(log, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="game.log.json"'
    return answer
