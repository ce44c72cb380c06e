"""A game on paper, written down and judged. Nothing of it is kept: all there is stands in the form."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.selectors import reported_games as selectors
from gameplay.selectors.cards import known_cards
from gameplay.selectors.game_views import GameView
from gameplay.selectors.reported_games import SuppliedFact
from gameplay.views.reported_game_form import ReportedGameForm, fields_from_log

MAX_PER_MINUTE = 20
FACT_PLACE = re.compile(r"(\d{1,5})\.(\d{1,5})")  # the turn and the entry before which a fact is missing


@never_cache
@require_http_methods(["GET", "POST"])
def reported_game(request: HttpRequest) -> HttpResponse:
    """Show the form, for another game if one is chosen; judge what is written, fill in the example, or give it as a file."""
    if request.method == "GET":
        return render_form(request, ReportedGameForm())
    fields = request.POST.dict() | {"turns": _turns_with_facts(request)}
    if request.POST.get("do") == "look":
        return render_form(request, ReportedGameForm(initial=fields))
    form = ReportedGameForm(fields, request.FILES)
    if request.POST.get("do") == "example":
        return render_form(request, _fill_in_example(form, fields))
    if form.is_valid() and request.POST.get("do") == "download":
        return _download(form.log)
    return _adjudicate(request, form)


def render_form(
    request: HttpRequest, form: ReportedGameForm, *, verdict: GameView | None = None, status: int = 200
) -> HttpResponse:
    """The page with ``form``, and what was found of it."""
    context: dict[str, Any] = {
        "form": form,
        "verdict": verdict,
        "notation_forms": selectors.notation_forms(form.ruleset),
    }
    example = selectors.example_log(form.ruleset)
    context["example"] = example | {"named": selectors.first_named_entry(example)}
    # To a script, a refusal is a page like any other: it takes the place of the one before.
    return render(request, "gameplay/paper.html", context, status=200 if request.htmx else status)  # type: ignore[attr-defined]


def _adjudicate(request: HttpRequest, form: ReportedGameForm) -> HttpResponse:
    """The page with the verdict, or with what cannot be read, at its place."""
    verdict, status = None, 422
    if form.is_valid():
        try:
            count_try("adjudicate", str(request.user.pk or request.META["REMOTE_ADDR"]), limit=MAX_PER_MINUTE)
            case = reported_game_from_json(form.log, RULESETS, known_cards)
            turns = form.log.get("turns", ())
            verdict, status = selectors.describe_verdict(case, turns, language=get_language() or "en"), 200
        except UnreadableError as error:
            form.add_unreadable_error(error)
        except TooManyTriesError as refusal:
            form.add_error(None, gettext(refusal.sentence).format(**refusal.details))
            status = 429
    if verdict and "games" not in form.log:
        form = ReportedGameForm(fields_from_log(form.log))  # what came as JSON is seen in the fields
    return render_form(request, form, verdict=verdict, status=status)


def _turns_with_facts(request: HttpRequest) -> str:
    """What is written of the turns, and in its place whatever was asked for and is told now."""
    told = request.POST.get("turns", "")
    asked = zip(*(request.POST.getlist(name) for name in ("place", "player", "fact")), strict=False)
    facts = [
        SuppliedFact(int(place[1]), int(place[2]), f"{player}: {fact}" if player and ":" not in fact else fact)
        for where, player, fact in asked
        if fact.strip() and (place := FACT_PLACE.fullmatch(where))
    ]
    return "\n".join(selectors.insert_facts(told.splitlines(), facts)) if facts else told


def _fill_in_example(form: ReportedGameForm, fields: Mapping[str, Any]) -> ReportedGameForm:
    """The example; what somebody has written stays."""
    if not fields["turns"].strip():
        return ReportedGameForm(fields_from_log(selectors.example_log(form.ruleset)))
    form.add_error("turns", gettext("Something is written here already. Empty the field to have the example."))
    return form


def _download(log: Mapping[str, Any]) -> HttpResponse:
    answer = JsonResponse(log, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="game.log.json"'
    return answer
