"""The desk's page of the later days of an event."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import Event
from tournaments.rules.days import EventDaysError
from tournaments.services.days import change_days
from tournaments.services.event import ReasonNeededError
from tournaments.views.day_fields import DayRow, add_day_fields, day_rows, entered_days
from tournaments.views.event_request import event_and_actor, event_page_context, redirect_to_desk


class DaysForm(forms.Form):
    """The later days of an event, and the public reason of the change."""

    zone = forms.CharField(required=False, widget=forms.HiddenInput)  # of the browser, filled in by days.js
    reason = forms.CharField(label=_("Reason (public)"), max_length=200, required=False)

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data)
        add_day_fields(self, rounds=event.event_format.rounds, days=event.later_days)

    def clean(self) -> None:
        """Read the later days."""
        self.cleaned_data["days"] = entered_days(self)

    @property
    def days(self) -> list[DayRow]:
        """The fields of the later days."""
        return list(day_rows(self))

    def add_refusal(self, refusal: EventDaysError | ReasonNeededError) -> None:
        """Show ``refusal`` beside its field, or above the form if it has none."""
        field = refusal.field if refusal.field in self.fields else None
        self.add_error(field, gettext(refusal.sentence).format(**refusal.details))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def days(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the later days of the event; or change them."""
    event, by = event_and_actor(request, slug, "run")
    form = DaysForm(request.POST if request.method == "POST" else None, event=event)
    if form.is_bound and form.is_valid():
        try:
            change_days(event, form.cleaned_data["days"], reason=form.cleaned_data["reason"], by=by)
        except (EventDaysError, ReasonNeededError) as refusal:
            form.add_refusal(refusal)
        else:
            return redirect_to_desk(request, event)
    context = event_page_context(request, event, "manage") | {"form": form}
    return render(request, "tournaments/days.html", context, status=422 if form.errors else 200)
