"""The fields of an event's form: numbers, choices too long for a list, and those that a game or the packs make."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext

from drafting.rules.mixes import MixDistribution
from drafting.rules.timing import PICK_CLOCKS
from gameplay.engine.core.rulings import Ruling
from tournaments.rules.cut import CUT_SIZES
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.teams import TEAM_SIZES
from tournaments.selectors.standings import column_headings

MAX_NUMBER = 999
CHOSEN_TEAM_SIZES = [size for size in TEAM_SIZES if size > 1]


def number_field(label: Any, help_text: Any = "") -> forms.IntegerField:
    """A field for a number whose lower bound the rules know."""
    return forms.IntegerField(label=label, help_text=help_text, min_value=0, max_value=MAX_NUMBER)


def radio_field(label: Any, choices: Any, help_text: Any = "", *, required: bool = True) -> forms.ChoiceField:
    """A field whose choices are too long for a phone's list: they stand below each other."""
    widget = forms.RadioSelect
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text, widget=widget, required=required)


def clock_choices(pack_size: int) -> list[tuple[str, str]]:
    """Return the pick clocks with their seconds for such a pack; who chooses none has the usual one."""
    usual = gettext("As usual: relaxed where packs are opened on this site, off at tables")
    clocks = [
        (code, gettext(clock.sentence).format(**clock.first_and_last_seconds(pack_size)))
        for code, clock in PICK_CLOCKS.items()
    ]
    return [("", usual), *clocks]


def cut_choices() -> list[tuple[int, str]]:
    """Return how many may play on after the rounds."""
    some = [(places, gettext("the first {places}").format(places=places)) for places in CUT_SIZES]
    return [(0, gettext("nobody")), *some]


def team_choices() -> list[tuple[int, str]]:
    """Return how many players are a team."""
    return [
        (1, gettext("alone")),
        *((size, gettext("in teams of {size}").format(size=size)) for size in CHOSEN_TEAM_SIZES),
    ]


def ruleset_choices() -> list[tuple[str, str]]:
    """Return the rule sets of standings, with the columns that decide in each."""
    language = get_language() or "en"
    return [
        (code, f"{rules.name_in(language)}: {', '.join(gettext(heading.short) for heading in column_headings(rules))}")
        for code, rules in TIE_BREAK_RULES.items()
    ]


def ruling_field(ruling: Ruling, usual: str | bool) -> forms.TypedChoiceField:
    """A field for how a ruling is taken; who leaves it empty takes it as usual."""
    values = {str(value): value for value in ruling.values if value != usual}
    choices = [("", gettext("{words} (usual)").format(words=gettext(ruling.values[usual])))]
    choices += [(text, gettext(ruling.values[value])) for text, value in values.items()]
    return forms.TypedChoiceField(
        label=gettext(ruling.label),
        help_text=ruling.clause,
        choices=choices,
        coerce=values.__getitem__,
        widget=forms.RadioSelect,
        required=False,
    )


def pack_round_field(number: int, kinds: list[tuple[str, str]], *, usual: str) -> forms.ChoiceField:
    """A field for what is opened in pack round ``number``: one of ``kinds``, or those that are ticked, mixed."""
    label = gettext("Pack round {number}").format(number=number)
    mixed = [
        (MixDistribution.SEAT.value, gettext("by seat, the ticked kinds")),
        (MixDistribution.CHANCE.value, gettext("by chance, the ticked kinds")),
    ]
    return forms.ChoiceField(
        label=label, choices=[*kinds, *mixed[: 2 * (len(kinds) > 1)]], initial=usual, required=False
    )
