"""The forms that create a draft and that join an event; an error of the rules is shown beside its field."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

from django import forms
from django.utils.translation import get_language, gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from gameplay.engine.core.errors import RulesError
from tournaments.models import Event
from tournaments.rules.pods import MIN_POD_SIZE, announced_rounds_fault, min_pod_size
from tournaments.selectors.pack_rounds import (
    BY_ROUND,
    MIX_LABELS,
    ONE_KIND_A_ROUND,
    PackRoundChoice,
    boosters_by_round,
    mixed_boosters,
    refuse_other_number,
    round_field,
)
from tournaments.selectors.presets import DRAFT_VARIANT, DraftPreset, draft_presets, read_cube_refs
from tournaments.services.event import NewEvent, default_pick_clock
from tournaments.views.event_copy import SAME_PACKS, EventCopy
from tournaments.views.event_forms import EventForm
from tournaments.views.form_fields import (
    MAX_NUMBER,
    MAX_PACK_ROUNDS,
    clock_choices,
    number_field,
    pack_round_field,
    radio_field,
)

REFRESH_PACK_ROUNDS = {
    "hx-trigger": "change",
    "hx-select": "#by-round",
    "hx-target": "#by-round",
    "hx-swap": "outerHTML",
}
"""htmx attributes that reload the pack rounds when their number changes. Without a script, submitting the form does."""
REFRESH_ROUNDS_NOTE = {
    "hx-trigger": "change",
    "hx-select": "#rounds-note",
    "hx-target": "#rounds-note",
    "hx-swap": "outerHTML",
}
"""htmx attributes that reload the note on pod sizes when the number of rounds changes."""


class DraftForm(EventForm):
    """A new draft event."""

    packs = number_field(_("Packs per player"))
    pack_size = number_field(_("Cards per pack"))
    deck_size = number_field(_("Cards per deck"))
    build_minutes = number_field(_("Minutes for deck building"))
    pairing = forms.ChoiceField(label=_("Rounds are paired"), choices=Event.Pairing.choices, required=False)
    opening = radio_field(_("Packs are opened"), Pod.Opening.choices)
    pick_clock = radio_field(_("Pick clock"), (), required=False)
    abandoned = radio_field(_("If a player leaves the draft"), Event.Abandoned.choices)
    draft_log = radio_field(_("Who can see the draft log"), Event.DraftLogVisibility.choices)
    deck_changes = forms.BooleanField(
        label=_("Decks may be changed between games"),
        required=False,
        help_text=_(
            "Online, the next game of a match then begins when both players are ready, or after three minutes."
        ),
    )
    cut_draft = forms.BooleanField(
        label=_("The top cut drafts again"),
        required=False,
        help_text=_("After the Swiss rounds, its players draft once more and play with these decks."),
    )
    cut_product = forms.ChoiceField(label=_("Packs of the second draft"), required=False)
    sealed = forms.BooleanField(
        label=_("Sealed: packs are not passed"), required=False, help_text=_("Not a sanctioned draft (DRF-2.5).")
    )
    products = forms.MultipleChoiceField(
        label=_("Kinds of packs"),
        help_text=_("Choose one, or several to mix them."),
        widget=forms.CheckboxSelectMultiple,
    )
    mix = radio_field(
        _("With several kinds"),
        [*((code, gettext_lazy(words)) for code, words in MIX_LABELS.items()), (BY_ROUND, _("chosen round by round"))],
        _("By seat or at random, the draft is not sanctioned (DRF-1.4)."),
    )
    cube = forms.FileField(
        label=_("A cube instead of packs"),
        required=False,
        max_length=200,
        help_text=_("A text file with one card per line, by number or title. Not a sanctioned draft (DRF-1.1)."),
    )
    same_cube = forms.BooleanField(label=_("The cube of the copied event, unless you choose a file"), required=False)

    GROUPS = (
        (_("Packs"), ("packs", "pack_size", "products", "mix", "sealed", "cube", "same_cube")),
        (
            _("Draft and decks"),
            ("opening", "pick_clock", "abandoned", "draft_log", "deck_size", "build_minutes", "deck_changes"),
        ),
        (_("Matches"), ("match_minutes", "vp_target", "play", "intentional_draws", "take_backs")),
        (
            _("Rounds and standings"),
            ("team_size", "rounds", "pairing", "power_pairing", "ruleset", "cut", "cut_draft", "cut_product"),
        ),
        (_("Registration, pages and house rulings"), ("capacity", "guardian_age", "visibility")),
    )
    ROUND_PREFIX = f"{BY_ROUND}."

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        preset: DraftPreset,
        name: str,
        query: Mapping[str, str],
        copied: EventCopy | None = None,
    ) -> None:
        terms = {field.name: getattr(preset.format, field.name) for field in fields(DraftFormat)}
        settings = {"opening": Pod.Opening.STANDING, "pick_clock": "", "pairing": Event.Pairing.PODS}
        settings |= {"abandoned": Event.Abandoned.BOT, "draft_log": Event.DraftLogVisibility.EVERYBODY}
        usual = {**terms, **settings, "products": [preset.code], "mix": ONE_KIND_A_ROUND}
        numbers = ("packs", "rounds")
        chosen = {
            field: text for field, text in query.items() if field in numbers or field.startswith(self.ROUND_PREFIX)
        }
        initial = {"name": name, **usual, **(copied.values if copied else {}), **chosen}
        super().__init__(data, files, preset=preset, variant=DRAFT_VARIANT, initial=initial, usual=usual, copied=copied)
        self.kind = preset
        self.kinds = {each.code: each for each in draft_presets() if each.title == preset.title}
        cast(forms.ChoiceField, self.fields["pick_clock"]).choices = clock_choices(preset.format.pack_size)
        self._offer_packs()
        if copied and initial["mix"] == SAME_PACKS:
            mix = cast(forms.ChoiceField, self.fields["mix"])
            mix.choices = [*cast("list[Any]", mix.choices), (SAME_PACKS, gettext("exactly as in the copied event"))]
        if copied is None or not copied.event.cube:
            del self.fields["same_cube"]
        self.fields["rounds"].widget.attrs |= {"hx-get": self._reload_url} | REFRESH_ROUNDS_NOTE

    def _offer_packs(self) -> None:
        """Offer the products of the game, for the event and for each pack round."""
        names = [(code, each.name_in(get_language() or "en")) for code, each in self.kinds.items()]
        cast(forms.MultipleChoiceField, self.fields["products"]).choices = names
        same = ("", gettext("the same as in the first draft"))
        cast(forms.ChoiceField, self.fields["cut_product"]).choices = [same, *names]
        for each in range(1, self._packs() + 1):
            self.fields[round_field(each)] = pack_round_field(each, names, usual=self.kind.code)
        self.fields["packs"].widget.attrs |= {
            "hx-get": self._reload_url,
            "hx-include": f"[name^='{self.ROUND_PREFIX}']",
        } | REFRESH_PACK_ROUNDS

    @property
    def rounds_note(self) -> str:
        """The pod size that the entered number of rounds needs, or why no pod can play it (DRF-OP-8)."""
        written = str(self["rounds"].value())
        rounds = int(written) if written.isdecimal() else 0
        if not 0 < rounds <= MAX_NUMBER or self["pairing"].value() == Event.Pairing.EVENT:
            return ""
        if fault := announced_rounds_fault(rounds):
            return gettext(fault.sentence).format(**fault.details)
        note = gettext("This number of rounds needs pods of at least {players} players.")
        return note.format(players=max(min_pod_size(rounds), MIN_POD_SIZE))

    @property
    def pack_rounds(self) -> list[forms.BoundField]:
        """The fields for the product of each pack round."""
        return [field for field in self if field.name.startswith(self.ROUND_PREFIX)]

    def new_event(self) -> NewEvent:
        """Return the event of the valid form. Raise RulesErrorGroup for a cube that cannot be read."""
        data = self.cleaned_data
        numbers = self.numbers(field.name for field in fields(DraftFormat) if field.name != "sealed")
        terms = DraftFormat(product=self.kind.product.code, **numbers, sealed=data["sealed"])
        game = self.kind.card_set.game
        cube = read_cube_refs(game, data["cube"] or self._copied_cube())
        boosters = [{"game": game}] * terms.packs if cube else self._boosters(terms.packs)
        chosen = self.chosen_settings("opening", "abandoned", "draft_log", "deck_changes", "cut_draft")
        other = self.kinds.get(data["cut_product"]) if data["cut_draft"] else None
        chosen["cut_boosters"] = mixed_boosters([other], ONE_KIND_A_ROUND, terms.packs) if other else []
        chosen["pick_clock"] = data["pick_clock"] or default_pick_clock(data["opening"])
        chosen["pairing"] = data["pairing"] or Event.Pairing.PODS
        return NewEvent(data["name"], terms, boosters, chosen, cube=cube)

    def _packs(self) -> int:
        """Return the number of pack rounds to choose for: the entered number if it is possible, else the preset's."""
        written = str(self["packs"].value())
        return int(written) if written.isdecimal() and 0 < int(written) <= MAX_PACK_ROUNDS else self.kind.format.packs

    def _copied_cube(self) -> str:
        """Return the text of the cube of the copied event if it was chosen, else ""."""
        return "\n".join(self.copied.event.cube) if self.copied and self.cleaned_data.get("same_cube") else ""

    def _boosters(self, packs: int) -> list[dict[str, Any]]:
        kinds, mix = [self.kinds[code] for code in self.cleaned_data["products"]], self.cleaned_data["mix"]
        if self.copied and mix == SAME_PACKS:
            refuse_other_number(self.copied.event.boosters, packs)
            return [*self.copied.event.boosters]
        if mix != BY_ROUND:
            return mixed_boosters(kinds, mix, packs)
        chosen = [self.cleaned_data[field.name] for field in self.pack_rounds]
        single = {code: PackRoundChoice([kind]) for code, kind in self.kinds.items()}
        return boosters_by_round([single.get(code) or PackRoundChoice(kinds, code) for code in chosen], packs)

    def clean(self) -> None:
        """Add an error to each pack round without a choice, if packs are chosen round by round."""
        super().clean()
        data = self.cleaned_data
        for field in self.pack_rounds if data.get("mix") == BY_ROUND and not data.get("cube") else ():
            if data.get(field.name) == "":
                self.add_error(field.name, gettext("Choose the packs of this pack round."))

    def clean_cube(self) -> str:
        """Return the text of the cube file, "" without a file."""
        file = self.cleaned_data["cube"]
        try:
            return file.read().decode() if file else ""
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This is not a text file in UTF-8.")) from None


class JoinForm(forms.Form):
    """A guest's public name, its reading, and whether the guest is a minor; in team events also the team.

    A signed-in user is not asked for a name. The age is only asked about if the event needs a guardian's consent.
    """

    handle = forms.CharField(label=_("Your name"), help_text=_("A nickname is enough. Everyone can see it."))
    reading = forms.CharField(
        label=_("Reading (furigana)"), required=False, max_length=80, help_text=_("Used for sorting only, never shown.")
    )
    under_age = forms.BooleanField(
        required=False,
        help_text=_(
            "You appear under an alias everywhere, and only the organizers see your name. A parent or guardian has to "
            "agree at the desk before you can play."
        ),
    )
    team = forms.CharField(
        label=_("Your team"), help_text=_("A new name creates a team. Teammates join it by entering the same name.")
    )

    handle.widget.attrs |= {"autocomplete": "nickname", "maxlength": 60}

    def __init__(self, data: Any = None, *, guest: bool, event: Event) -> None:
        super().__init__(data)
        absent = [] if guest else ["handle", "reading"]
        absent += [] if event.is_team_event else ["team"]
        absent += [] if event.guardian_age else ["under_age"]
        for name in absent:
            del self.fields[name]
        if event.guardian_age:
            self.fields["under_age"].label = gettext("I am under {age}").format(age=event.guardian_age)

    def add_refusal(self, refusal: RulesError) -> None:
        """Show ``refusal`` beside its field, or beside the first field if it has none."""
        field = refusal.field if refusal.field in self.fields else next(iter(self.fields))
        self.add_error(field, gettext(refusal.sentence).format(**refusal.details))
        self.fields[field].widget.attrs["autofocus"] = True
