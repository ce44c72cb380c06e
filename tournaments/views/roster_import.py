"""The page that adds the players of a CSV file to an event, in two steps: choose the file, then match its columns."""

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Event
from tournaments.rules.roster_csv import FIELD_LABELS, RosterTable, read_roster
from tournaments.selectors.roles import Actor
from tournaments.services.roster_import import add_roster
from tournaments.views.event_request import event_and_actor, event_page_context, posted_number, redirect_to_desk

PREVIEWED_ROWS = 5
NO_COLUMN = -1


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def roster_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the field for the file, then its columns and first rows, and add the players when these are matched."""
    event, by = event_and_actor(request, slug, "admit")
    context = event_page_context(request, event, "manage")
    if request.method != "POST":
        return render(request, "tournaments/roster_import.html", context)
    try:
        text = _posted_text(request)
        table = read_roster(text)
        if request.POST.get("step") == "add":
            return _add_players(request, event, table, by)
    except UnreadableError as error:
        return render(request, "tournaments/roster_import.html", context | {"fault": error.text(_)}, status=422)
    context |= {"text": text, "table": table, "fields": _field_choices(event, table)}
    return render(request, "tournaments/roster_import.html", context | {"preview": table.rows[:PREVIEWED_ROWS]})


def _posted_text(request: HttpRequest) -> str:
    upload = request.FILES.get("file")
    if not isinstance(upload, UploadedFile):
        return request.POST.get("text", "")
    try:
        return upload.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(_("The file is not UTF-8."), place=str(upload.name)) from error


def _add_players(request: HttpRequest, event: Event, table: RosterTable, by: Actor) -> HttpResponse:
    numbers = {field: posted_number(request, field, default=NO_COLUMN) for field in FIELD_LABELS}
    chosen = {field: number for field, number in numbers.items() if number != NO_COLUMN}
    rows = table.players(chosen)
    added = len(add_roster(event, rows, by=by))
    left_out = len(rows) - added
    sentence = ngettext("{added} player was added.", "{added} players were added.", added).format(added=added)
    if left_out:
        sentence += " " + _("Already registered: {count}.").format(count=left_out)
    messages.success(request, sentence)
    return redirect_to_desk(request, event)


def _field_choices(event: Event, table: RosterTable) -> list[dict[str, Any]]:
    """Return each field with its label and its probable column; teams only for a team event."""
    guessed = table.guess_columns()
    return [
        {"name": name, "label": label, "column": guessed[name], "required": name == "handle"}
        for name, label in FIELD_LABELS.items()
        if name != "team" or event.is_team_event
    ]
