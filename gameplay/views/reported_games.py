"""The page that judges a reported game. It is stateless: the form has all the data."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from gameplay.engine.adjudication.notation_reader import FULLWIDTH_TO_ASCII
from gameplay.engine.adjudication.paper_log import DEFAULT_PLAYER_NAMES
from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.selectors import reported_games as selectors
from gameplay.selectors.game_views import GameView
from gameplay.selectors.reported_courses import judged_game, log_text_of
from gameplay.selectors.reported_games import SuppliedFact
from gameplay.views.replays import client_of
from gameplay.views.reported_game_course import last_step_of, watch_link
from gameplay.views.reported_game_form import MAX_LOG_LENGTH, ReportedGameForm, fields_from_log

MAX_PER_MINUTE = 20
MAX_COMPLETIONS = 300  # a minute
MAX_ENTRY_LENGTH = 200  # characters
FACT_PLACE = re.compile(r"(\d{1,5})\.(\d{1,5})(\.instead)?")
"""The turn of a missing fact, the entry that it precedes, and whether it replaces that entry."""


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


@never_cache
@require_POST
def complete_entry(request: HttpRequest) -> JsonResponse:
    """Return continuations of the ``entry`` that the player is writing, as ``entries``. Raise TooManyTriesError."""
    count_try("complete", client_of(request), limit=MAX_COMPLETIONS)
    form = ReportedGameForm(request.POST.dict())
    players = [field.value() or name for field, name in zip(form.players, DEFAULT_PLAYER_NAMES, strict=False)]
    decks = [request.POST.get(f"deck_{number}", "") for number in range(1, len(players) + 1)]
    context = "\n".join([*decks, request.POST.get("turns", "")])[:MAX_LOG_LENGTH]
    entries = selectors.entry_completions(
        form.ruleset,
        request.POST.get("entry", "")[:MAX_ENTRY_LENGTH].translate(FULLWIDTH_TO_ASCII),
        players=players,
        context=context,
        language=get_language() or "en",
    )
    return JsonResponse({"entries": entries})


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
            count_try("adjudicate", client_of(request), limit=MAX_PER_MINUTE)
            verdict, status = _describe(form.log), 200
        except UnreadableError as error:
            form.add_unreadable_error(error)
        except TooManyTriesError as refusal:
            form.add_error(None, gettext(refusal.sentence).format(**refusal.details))
            status = 429
    if verdict and "games" not in form.log:
        form = ReportedGameForm(fields_from_log(form.log))  # show a log that was sent as JSON in the fields
    return render_form(request, form, verdict=verdict, status=status)


def _describe(log: Mapping[str, Any]) -> GameView:
    """Return the verdict on ``log`` for display. Raise UnreadableError.

    If a course of the game was found, ``watch`` is its address; ``last_step`` and ``picture`` are those of the table as
    it was understood.
    """
    case, found = judged_game(log_text_of(log))
    described = selectors.describe_verdict(case, log.get("turns", ()), language=get_language() or "en", found=found)
    watch = watch_link(log) if found and found.last_branch else ""
    last_step, picture = last_step_of(watch) if watch else ("", "")
    return described | {"watch": watch, "last_step": last_step, "picture": picture}


def _turns_with_facts(request: HttpRequest) -> str:
    """Return the turns of the log with the missing facts that the form supplies."""
    turns = request.POST.get("turns", "")
    supplied = zip(*(request.POST.getlist(name) for name in ("place", "player", "fact")), strict=False)
    facts = [
        SuppliedFact(
            int(match[1]),
            int(match[2]),
            f"{player}: {fact}" if player and ":" not in fact else fact,
            completes=bool(match[3]),
        )
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
