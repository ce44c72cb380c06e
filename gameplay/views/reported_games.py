"""The page that judges a reported game. It is stateless: the form has all the data."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch
from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.selectors import reported_games as selectors
from gameplay.selectors.cards import known_cards
from gameplay.selectors.game_views import GameView
from gameplay.selectors.reported_games import SuppliedFact
from gameplay.views.reported_game_course import watch_link
from gameplay.views.reported_game_form import ReportedGameForm, fields_from_log

MAX_PER_MINUTE = 20
FACT_PLACE = re.compile(r"(\d{1,5})\.(\d{1,5})")  # the turn of a missing fact, and the entry that it precedes


@never_cache
@require_http_methods(["GET", "POST"])
def reported_game(request: HttpRequest) -> HttpResponse:
    """Show the form, change its game, judge the reported game, fill in the example, or download the log."""
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
    """Return the page with ``form`` and the verdict, if there is one."""
    context: dict[str, Any] = {
        "form": form,
        "verdict": verdict,
        "notation_forms": selectors.notation_forms(form.ruleset),
    }
    example = selectors.example_log(form.ruleset)
    context["example"] = example | {"named": selectors.first_named_entry(example)}
    if request.htmx:  # type: ignore[attr-defined]
        status = 200  # htmx does not swap in error responses
    return render(request, "gameplay/paper.html", context, status=status)


def _adjudicate(request: HttpRequest, form: ReportedGameForm) -> HttpResponse:
    """Return the page with the verdict, or with errors at the fields that could not be read."""
    verdict, status = None, 422
    if form.is_valid():
        try:
            count_try("adjudicate", str(request.user.pk or request.META["REMOTE_ADDR"]), limit=MAX_PER_MINUTE)
            case = reported_game_from_json(form.log, RULESETS, known_cards)
            verdict, status = _describe(case, form.log), 200
        except UnreadableError as error:
            form.add_unreadable_error(error)
        except TooManyTriesError as refusal:
            form.add_error(None, gettext(refusal.sentence).format(**refusal.details))
            status = 429
    if verdict and "games" not in form.log:
        form = ReportedGameForm(fields_from_log(form.log))  # show a log that was sent as JSON in the fields
    return render_form(request, form, verdict=verdict, status=status)


def _describe(case: ReportedGame | ReportedMatch, log: Mapping[str, Any]) -> GameView:
    """Return the verdict for display, with a link to ``watch`` the game if a course of it was found."""
    found = None if isinstance(case, ReportedMatch) else adjudicate(case)
    described = selectors.describe_verdict(case, log.get("turns", ()), language=get_language() or "en", found=found)
    return described | {"watch": watch_link(log) if found and found.last_branch else ""}


def _turns_with_facts(request: HttpRequest) -> str:
    """Return the turns of the log with the missing facts that the form supplies."""
    turns = request.POST.get("turns", "")
    supplied = zip(*(request.POST.getlist(name) for name in ("place", "player", "fact")), strict=False)
    facts = [
        SuppliedFact(int(match[1]), int(match[2]), f"{player}: {fact}" if player and ":" not in fact else fact)
        for place, player, fact in supplied
        if fact.strip() and (match := FACT_PLACE.fullmatch(place))
    ]
    return "\n".join(selectors.insert_facts(turns.splitlines(), facts)) if facts else turns


def _fill_in_example(form: ReportedGameForm, fields: Mapping[str, Any]) -> ReportedGameForm:
    """Return the form with the example, or with an error if there is a log already."""
    if not fields["turns"].strip():
        return ReportedGameForm(fields_from_log(selectors.example_log(form.ruleset)))
    form.add_error("turns", gettext("This field is not empty. Clear it to fill in the example."))
    return form


def _download(log: Mapping[str, Any]) -> HttpResponse:
    response = JsonResponse(log, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="game.log.json"'
    return response
