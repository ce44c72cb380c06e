"""The page that compares two players' accounts of one game. It is stateless: the form has all the data."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure.throttle import TooManyTriesError, count_try
from gameplay.selectors.account_comparison import Comparison, DifferentGamesError, NotOneGameError, compare_logs
from gameplay.selectors.reported_courses import judged_game, log_text_of
from gameplay.selectors.reported_games import notation_forms
from gameplay.views.replays import client_of
from gameplay.views.reported_game_form import ReportedGameForm

MAX_PER_MINUTE = 10  # each judges up to four logs


class FirstAccountForm(ReportedGameForm):
    """The game, its players and decks, and the first account of it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        fields: dict[str, Any] = self.fields
        del fields["file"], fields["position_file"]
        fields["variant"].widget.attrs["hx-post"] = reverse("paper_compare")
        fields["turns"].label, fields["turns"].required = gettext("First account, one line per turn"), True
        fields["turns"].help_text = gettext("Leave a line empty if the player says nothing about that turn.")


class SecondAccountForm(FirstAccountForm):
    """The second account. Only its turns and its result have names of their own."""

    OWN = re.compile(r"turns|winner|reason|points_\d")

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        fields: dict[str, Any] = self.fields
        fields["turns"].label = gettext("Second account, one line per turn")

    def add_prefix(self, field_name: str) -> str:
        return f"other_{field_name}" if self.OWN.fullmatch(field_name) else field_name


@never_cache
@require_http_methods(["GET", "POST"])
def compare_accounts(request: HttpRequest) -> HttpResponse:
    """Show the form, change its game, or compare the two accounts. The query string can fill in game and players."""
    if request.method == "GET" or request.POST.get("do") == "look":
        return show_form(request, request.GET.dict() if request.method == "GET" else request.POST.dict())
    forms = FirstAccountForm(request.POST.dict()), SecondAccountForm(request.POST.dict())
    comparison, status, is_valid = None, 422, [form.is_valid() for form in forms]
    if all(is_valid):
        try:
            count_try("compare", client_of(request), limit=MAX_PER_MINUTE)
            if _are_readable(*forms):
                comparison = compare_logs(forms[0].log, forms[1].log)
                status = 200
        except TooManyTriesError as refusal:
            _add_refusal(forms[0], None, refusal)
            status = 429
        except (NotOneGameError, DifferentGamesError) as refusal:
            _add_refusal(forms[refusal.field == "second"], "turns", refusal)
    return _render(request, *forms, comparison=comparison, status=status)


def show_form(request: HttpRequest, fields: dict[str, Any]) -> HttpResponse:
    """Return the page with these values of its fields, without a comparison."""
    return _render(request, FirstAccountForm(initial=fields), SecondAccountForm(initial=_own_names(fields)))


def _own_names(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the initial values of the second account by the names of its form's fields."""
    return fields | {name: fields.get(f"other_{name}", "") for name in fields if SecondAccountForm.OWN.fullmatch(name)}


def _are_readable(*forms: ReportedGameForm) -> bool:
    """Return whether both accounts can be read; add an error to each form whose account cannot."""
    for form in forms:
        try:
            judged_game(log_text_of(form.log))
        except UnreadableError as error:
            form.add_unreadable_error(error)
    return not any(form.errors for form in forms)


def _add_refusal(form: ReportedGameForm, field: str | None, refusal: RulesError) -> None:
    form.add_error(field, gettext(refusal.sentence).format(**refusal.details))


def _render(
    request: HttpRequest,
    first: FirstAccountForm,
    second: SecondAccountForm,
    *,
    comparison: Comparison | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "first": first,
        "second": second,
        "comparison": comparison,
        "verdicts": [(each.title, each.describe(get_language() or "en")) for each in comparison.judged]
        if comparison
        else [],
        "notation_forms": notation_forms(first.ruleset),
    }
    if request.htmx:  # type: ignore[attr-defined]
        status = 200  # htmx does not swap in error responses
    return render(request, "gameplay/compare.html", context, status=status)
