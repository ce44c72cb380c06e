"""The form that starts a practice game."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext, gettext_lazy

from gameplay.bots import DEFAULT_LEVEL, LEVELS
from gameplay.engine.core.errors import RulesError
from gameplay.services.practice import FRIEND, Mode, OtherPlayer, check_names

PLAYER_CHOICES = [
    *((name, gettext_lazy(LEVELS[name].summary)) for name in sorted(LEVELS, key=lambda name: name != DEFAULT_LEVEL)),
    (FRIEND, gettext_lazy("A friend (you send them a link)")),
]
"""The levels of bots, the default first, and a friend."""


class PlayForm(forms.Form):
    """The player's deck for ``mode``, and the player of each other seat."""

    def __init__(self, mode: Mode, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.mode = mode
        decks = [(str(place), deck.name.in_language(get_language() or "en")) for place, deck in enumerate(mode.decks)]
        if decks:
            self.fields["deck"] = forms.ChoiceField(label=gettext("Your deck"), choices=decks)
        for seat in self.seats:
            self.fields[f"who_{seat}"] = forms.ChoiceField(label=self._label(seat), choices=PLAYER_CHOICES)
            self.fields[f"name_{seat}"] = forms.CharField(
                label=gettext("Name of your friend in seat %(number)s") % {"number": seat},
                required=False,
                max_length=60,
                help_text=gettext("Only needed for a friend."),
            )

    @property
    def seats(self) -> range:
        """The numbers of the other seats; the player's own seat is 1."""
        return range(2, self.mode.seats + 1)

    @property
    def deck_field(self) -> forms.BoundField | None:
        return self["deck"] if "deck" in self.fields else None

    @property
    def deck(self) -> int:
        """The index of the chosen deck, once the form is valid."""
        return int(self.cleaned_data.get("deck", 0))

    @property
    def others(self) -> list[OtherPlayer]:
        """The players of the other seats, once the form is valid."""
        data = self.cleaned_data
        return [OtherPlayer(data[f"who_{seat}"], data[f"name_{seat}"]) for seat in self.seats]

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each other seat."""
        return [[self[f"who_{seat}"], self[f"name_{seat}"]] for seat in self.seats]

    def clean(self) -> None:
        for seat in self.seats:
            data = self.cleaned_data
            try:
                check_names([OtherPlayer(data.get(f"who_{seat}", ""), data.get(f"name_{seat}", ""))])
            except RulesError as refusal:
                self.add_error(f"name_{seat}", gettext(refusal.sentence).format(**refusal.details))

    def _label(self, seat: int) -> str:
        if self.mode.seats == 2:
            return gettext("Opponent")
        is_teammate = any({0, seat - 1} <= {*team} for team in self.mode.teams)
        label = gettext("Seat %(number)s, your teammate") if is_teammate else gettext("Seat %(number)s")
        return label % {"number": seat}
