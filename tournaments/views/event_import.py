"""The page that imports an event from a file."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors.presets import ConstructedPreset, constructed_presets
from tournaments.services.event_import import import_event


class ImportForm(forms.Form):
    """The file of an event, and what the file does not say."""

    preset = forms.ChoiceField(label=_("Game"))
    name = forms.CharField(
        label=_("Name"), max_length=80, required=False, help_text=_("Leave empty to use the name in the file.")
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_("A tournament file (JSON), a TRF, or the file of a finished event of this site."),
    )

    def __init__(self, *data: Any) -> None:
        super().__init__(*data)
        self.presets = {each.code: each for each in constructed_presets()}
        choices = [(code, f"{each.title}, {gettext(each.variant_name)}") for code, each in self.presets.items()]
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]

    @property
    def preset_of_game(self) -> ConstructedPreset:
        """The chosen preset of the valid form."""
        return self.presets[self.cleaned_data["preset"]]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponse:
    """Show the form, or import the file. Staff accounts only."""
    if not isinstance(request.user, Account) or request.user.kind != Account.Kind.STAFF:
        return redirect("sign_in")
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method == "POST" and (event := _imported(form, request.user)):
        return redirect("manage", event.slug)
    return render(request, "tournaments/import.html", {"form": form}, status=422 if form.errors else 200)


def _imported(form: ImportForm, by: Account) -> Event | None:
    """Return the imported event; None if the form has errors, which it then shows."""
    if not form.is_valid():
        return None
    upload: UploadedFile = form.cleaned_data["file"]
    try:
        text = upload.read().decode("utf-8-sig")
        return import_event(text, form.preset_of_game, name=form.cleaned_data["name"], by=by, file=str(upload.name))
    except UnicodeDecodeError as error:
        form.add_error("file", gettext("The file is not UTF-8 (byte {place}).").format(place=error.start))
    except UnreadableError as error:
        form.add_error("file", error.text(gettext))
    except (RulesError, RulesErrorGroup) as refusal:
        for fault in refusal.errors if isinstance(refusal, RulesErrorGroup) else (refusal,):
            field = {"handle": "name"}.get(fault.field, fault.field)
            form.add_error(field if field in form.fields else None, gettext(fault.sentence).format(**fault.details))
    return None
