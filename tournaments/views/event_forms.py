"""The form fields of every new event, and the form of a constructed event."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, cast

from django import forms
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.infrastructure.refusals import RulesErrorGroup
from tournaments.models import Event
from tournaments.rules.capacity import MAX_CAPACITY
from tournaments.rules.constructed import ConstructedFormat
from tournaments.rules.rulesets import MTR
from tournaments.selectors.presets import ConstructedPreset, DraftPreset
from tournaments.services.event import NewEvent
from tournaments.views.day_fields import DayRow, add_day_fields, day_rows, entered_days, in_zone
from tournaments.views.event_copy import EventCopy
from tournaments.views.form_fields import (
    cut_choices,
    difference,
    guardian_choices,
    number_field,
    radio_field,
    ruleset_choices,
    ruling_field,
    team_choices,
)

Groups = tuple[tuple[Any, tuple[str, ...]], ...]


class EventForm(forms.Form):
    """The settings of a new event. The preset gives an initial value to every field but the name."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_at = forms.DateTimeField(
        label=_("Begins"),
        required=False,
        help_text="UTC",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    place = forms.CharField(label=_("Place"), max_length=80, required=False)
    vp_target = number_field(_("Victory points (VP) to win a game"))
    rounds = number_field(pgettext_lazy("a number", "Rounds"))
    match_minutes = number_field(_("Minutes per match"))
    power_pairing = forms.BooleanField(label=_("In the last round, 1st plays 2nd, 3rd plays 4th"), required=False)
    team_size = forms.ChoiceField(
        label=_("Players enter"),
        required=False,
        help_text=_(
            "Teams are paired across the whole event: A plays A, B plays B. The team that wins more boards wins."
        ),
    )
    cut = forms.ChoiceField(
        label=_("Top cut"),
        required=False,
        help_text=_("Single elimination after the Swiss rounds, for the top of the overall standings."),
    )
    ruleset = radio_field(_("Standings"), (), required=False)
    play = forms.ChoiceField(label=_("Matches are played"), choices=Event.Play.choices)
    visibility = forms.ChoiceField(label=_("Event pages are visible to"), choices=Event.Visibility.choices)
    guardian_age = forms.ChoiceField(
        label=_("Guardian's consent"),
        required=False,
        help_text=_(
            "Players under this age say so when they register. They appear under an alias, and cannot be seated until "
            "the desk has received the consent. No date of birth is stored."
        ),
    )
    capacity = forms.IntegerField(
        label=_("Maximum number of players"),
        required=False,
        min_value=0,
        max_value=MAX_CAPACITY,
        help_text=_(
            "Empty for no limit. Further players go on a waiting list and are admitted in order until registration "
            "closes. The desk can always add more. A team takes the places of all its players."
        ),
    )
    take_backs = forms.BooleanField(
        label=_("Online: choices can be taken back until something new is revealed"), required=False
    )
    intentional_draws = forms.BooleanField(label=_("Intentional draws are allowed"), required=False)

    zone = forms.CharField(required=False, widget=forms.HiddenInput)  # of the browser, filled in by new_event.js

    FIRST = ("name", "starts_at", "place")
    GROUPS: ClassVar[Groups] = ()
    RULING_PREFIX = "switches."

    def __init__(
        self,
        data: Any,
        files: Any,
        *,
        preset: DraftPreset | ConstructedPreset,
        variant: str,
        initial: dict[str, Any],
        usual: dict[str, Any],
        copied: EventCopy | None = None,
    ) -> None:
        """Create the form of ``preset`` with ``initial`` values, which are not all ``usual`` ones of the preset."""
        settings = {"play": Event.Play.TABLES, "visibility": Event.Visibility.PUBLIC, "ruleset": MTR.code}
        super().__init__(data, files, initial=settings | initial)
        self.preset, self.usual, self.copied = preset, settings | usual, copied
        cast(forms.ChoiceField, self.fields["cut"]).choices = cut_choices()
        cast(forms.ChoiceField, self.fields["team_size"]).choices = team_choices()
        cast(forms.ChoiceField, self.fields["guardian_age"]).choices = guardian_choices(
            copied.event.guardian_age if copied else 0
        )
        cast(forms.ChoiceField, self.fields["ruleset"]).choices = ruleset_choices()
        self.order_fields([*self.FIRST, *(name for _title, names in self.GROUPS for name in names)])
        self._offer_rules(preset.ruleset, variant)
        days = copied.event.later_days if copied else []
        add_day_fields(self, rounds=preset.format.rounds, days=days, with_starts=False)

    def _offer_rules(self, ruleset: Ruleset, variant: str) -> None:
        """Adapt the form to the game: whether points win, and its house rulings."""
        scoring, usual = ruleset.scoring, ruleset.variants[variant]
        self.fields["match_minutes"].help_text = gettext(scoring.time_text)
        if not scoring.target_field:
            del self.fields["vp_target"]
        for switch, ruling in ruleset.sentences.rulings.items():
            self.fields[self.RULING_PREFIX + switch] = ruling_field(ruling, getattr(usual, switch))

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in self.FIRST]

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The collapsed fields, grouped by topic."""
        return [(str(title), [self[name] for name in names if name in self.fields]) for title, names in self.GROUPS]

    @property
    def details(self) -> list[forms.BoundField]:
        """The collapsed fields that belong to a group, and the house rulings."""
        return [field for _title, fields in self.groups for field in fields] + self.rulings

    @property
    def differences(self) -> list[str]:
        """The details that differ from the preset, such as "Rounds: 4"."""
        return [words for field in self.details if (words := difference(field, self.usual.get(field.name)))]

    def clean_starts_at(self) -> datetime | None:
        """Return the entered time in the time zone of the browser, in UTC if that is unknown."""
        return in_zone(self.cleaned_data["starts_at"], self.data)

    def clean(self) -> None:
        """Read the later days."""
        self.cleaned_data["days"] = entered_days(self)

    @property
    def days(self) -> list[DayRow]:
        """The fields of the later days."""
        return list(day_rows(self))

    @property
    def rulings(self) -> list[forms.BoundField]:
        """The fields of house rulings, which are collapsed again: rules on which the sources of the game differ."""
        return [field for field in self if field.name.startswith(self.RULING_PREFIX)]

    @property
    def has_ruling_errors(self) -> bool:
        return any(field.errors for field in self.rulings)

    @property
    def has_detail_errors(self) -> bool:
        return any(field.errors for field in self if field.name not in self.FIRST)

    @property
    def _reload_url(self) -> str:
        """The URL from which parts of the form are reloaded when a number changes."""
        chosen = f"copy={self.copied.event.slug}" if self.copied else f"preset={self.preset.code}"
        return f"{reverse('event_new')}?{chosen}"

    def chosen_settings(self, *names: str) -> dict[str, Any]:
        """Return the settings that every event has, and those of ``names``, once the form is valid."""
        data = self.cleaned_data
        usual = ("starts_at", "place", "play", "visibility", "take_backs", "intentional_draws", "power_pairing")
        found = {name: data[name] for name in (*usual, *names)}
        found |= {"guardian_age": int(data["guardian_age"] or 0), "capacity": data["capacity"]}
        found |= {"cut": int(data["cut"] or 0), "team_size": int(data["team_size"] or 1)}
        found |= {"ruleset": data["ruleset"] or MTR.code, "days": data["days"]}
        found["switches"] = {
            field.name.removeprefix(self.RULING_PREFIX): data[field.name]
            for field in self.rulings
            if data[field.name] != ""
        }
        return found

    def numbers(self, names: Iterable[str]) -> dict[str, int]:
        """Return the values of those ``names`` that are fields of the form."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields}

    def add_refusal(self, refusal: RulesError | RulesErrorGroup) -> None:
        """Show each error of ``refusal`` beside its field, and focus the first."""
        for fault in refusal.errors if isinstance(refusal, RulesErrorGroup) else (refusal,):
            sentence = gettext(fault.sentence).format(**fault.details)
            named = {"handle": "name", "product": "products"}.get(fault.field, fault.field)
            self.add_error(named if named in self.fields else None, sentence)
        self.focus_first_error()

    def focus_first_error(self) -> None:
        """Focus the first invalid field when the page is shown again."""
        faulty = next((name for name in self.fields if name in self.errors), None)
        if faulty:
            self.fields[faulty].widget.attrs["autofocus"] = True


class ConstructedForm(EventForm):
    """A new constructed event."""

    public_decks = forms.BooleanField(label=_("Everyone can see the deck lists after the event"), required=False)

    GROUPS = (
        (_("Matches"), ("match_minutes", "vp_target", "play", "intentional_draws", "take_backs")),
        (_("Rounds and standings"), ("team_size", "rounds", "power_pairing", "ruleset", "cut")),
        (_("Registration, pages and house rulings"), ("capacity", "guardian_age", "visibility", "public_decks")),
    )

    def __init__(
        self, data: Any = None, *, preset: ConstructedPreset, name: str, copied: EventCopy | None = None
    ) -> None:
        numbers = {field: getattr(preset.format, field) for field in ("vp_target", "rounds", "match_minutes")}
        usual = {"public_decks": True, **numbers}
        initial = {"name": name, **usual, **(copied.values if copied else {})}
        super().__init__(data, None, preset=preset, variant=preset.variant, initial=initial, usual=usual, copied=copied)
        self.variant = preset.variant
        if not preset.brings_decks:
            del self.fields["public_decks"]

    def new_event(self) -> NewEvent:
        """Return the event of the valid form."""
        terms = ConstructedFormat(**{"vp_target": 0} | self.numbers(("vp_target", "rounds", "match_minutes")))
        game, chosen = self.preset.ruleset.name, self.chosen_settings(*{"public_decks"} & self.fields.keys())
        return NewEvent(self.cleaned_data["name"], terms, (), chosen, game=game, variant=self.variant)
