"""Form fields and choices for events."""

import re
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext

from cards.languages import after_term, join_list
from drafting.rules.mixes import MixDistribution
from drafting.rules.timing import PICK_CLOCKS
from gameplay.engine.core.rulings import Ruling
from tournaments.rules.cut import CUT_SIZES
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.teams import TEAM_SIZES
from tournaments.selectors.standings import column_headings

MAX_NUMBER = 999
MAX_PACK_ROUNDS = 36
"""Maximum number of pack rounds that can be chosen individually."""
CHOSEN_TEAM_SIZES = [size for size in TEAM_SIZES if size > 1]

GUARDIAN_AGES = (0, 13, 14, 15, 16, 18)


def guardian_choices(age: int = 0) -> list[tuple[str, str]]:
    """Return the choices of the age under which a guardian's consent is needed, with the present ``age``."""
    label = gettext("for players under {age}")
    ages = sorted({*GUARDIAN_AGES, age})
    return [(str(age), label.format(age=age) if age else gettext("not needed")) for age in ages]


def number_field(label: Any, help_text: Any = "") -> forms.IntegerField:
    """Return a field for a number. Its lower bound is left to the rules."""
    return forms.IntegerField(label=label, help_text=help_text, min_value=0, max_value=MAX_NUMBER)


def radio_field(label: Any, choices: Any, help_text: Any = "", *, required: bool = True) -> forms.ChoiceField:
    """Return a field with radio buttons, for choices too long for the select box of a phone."""
    widget = forms.RadioSelect
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text, widget=widget, required=required)


def clock_choices(pack_size: int) -> list[tuple[str, str]]:
    """Return the pick clocks with their seconds for a pack of ``pack_size``; "" stands for the default."""
    usual = gettext("Default: relaxed for online drafts, off for paper drafts")
    clocks = [
        (code, gettext(clock.sentence).format(**clock.first_and_last_seconds(pack_size)))
        for code, clock in PICK_CLOCKS.items()
    ]
    return [("", usual), *clocks]


def cut_choices() -> list[tuple[int, str]]:
    """Return the choices for the size of the top cut."""
    some = [(places, gettext("top {places}").format(places=places)) for places in CUT_SIZES]
    return [(0, gettext("no top cut")), *some]


def team_choices() -> list[tuple[int, str]]:
    """Return the choices for the team size."""
    return [
        (1, gettext("individually")),
        *((size, gettext("in teams of {size}").format(size=size)) for size in CHOSEN_TEAM_SIZES),
    ]


def ruleset_choices() -> list[tuple[str, str]]:
    """Return the tie-break rules, each with its columns in the order in which they decide."""
    language = get_language() or "en"
    return [
        (code, after_term(rules.name_in(language), join_list(gettext(each.short) for each in column_headings(rules))))
        for code, rules in TIE_BREAK_RULES.items()
    ]


def ruling_field(ruling: Ruling, usual: str | bool) -> forms.TypedChoiceField:
    """Return a field for a house ruling. An empty choice stands for the default."""
    values = {str(value): value for value in ruling.values if value != usual}
    choices = [("", gettext("{words} (default)").format(words=gettext(ruling.values[usual])))]
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
    """Return a field for the product of pack round ``number``: one of ``kinds``, or a mix of the selected ones."""
    label = gettext("Pack round {number}").format(number=number)
    mixed = [
        (MixDistribution.SEAT.value, gettext("by seat, from the selected kinds")),
        (MixDistribution.CHANCE.value, gettext("at random, from the selected kinds")),
    ]
    return forms.ChoiceField(
        label=label, choices=[*kinds, *mixed[: 2 * (len(kinds) > 1)]], initial=usual, required=False
    )


def difference(field: forms.BoundField, usual: Any) -> str:
    """Return how the value of ``field`` differs from the ``usual`` one, such as "Rounds: 4"; "" if it does not."""
    value, choices = field.value(), list(getattr(field.field, "choices", ()))
    if usual is None and choices:
        usual = choices[0][0]
    chosen, expected = ([str(each) for each in _listed(found)] for found in (value, usual))
    if chosen == expected or (not chosen and value is None):
        return ""
    if isinstance(field.field, forms.BooleanField):
        return str(field.label) if value else ""
    if isinstance(field.field, forms.FileField):
        return str(field.label)
    labels = {str(code): re.split("[:：]", str(words))[0] for code, words in choices}
    return f"{field.label}: {', '.join(labels.get(each, each) for each in chosen)}"


def _listed(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None or value is False or value == "" else [value]
