"""The form in which somebody begins a single game."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext, gettext_lazy

from gameplay.engine.core.errors import RulesError
from gameplay.services.practice import FRIEND, Mode, OtherPlayer, check_names

PLAYER_CHOICES = {
    "greedy": gettext_lazy("A bot that takes what looks best"),
    "search": gettext_lazy("A bot that tries out what may follow"),
    "random": gettext_lazy("A bot that takes anything"),
    FRIEND: gettext_lazy("A friend, to whom I send a link"),
}


class PlayForm(forms.Form):
    """With which deck to play ``mode``, and who sits in each other seat."""

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
                help_text=gettext("Only for a friend."),
            )

    @property
    def seats(self) -> range:
        """The seats of the others as they are counted, yours being 1."""
        return range(2, self.mode.seats + 1)

    @property
    def deck_field(self) -> forms.BoundField | None:
        return self["deck"] if "deck" in self.fields else None

    @property
    def deck(self) -> int:
        """The place of the deck chosen, once the form is valid."""
        return int(self.cleaned_data.get("deck", 0))

    @property
    def others(self) -> list[OtherPlayer]:
        """Who sits in the other seats, once the form is valid."""
        told = self.cleaned_data
        return [OtherPlayer(told[f"who_{seat}"], told[f"name_{seat}"]) for seat in self.seats]

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each other seat."""
        return [[self[f"who_{seat}"], self[f"name_{seat}"]] for seat in self.seats]

    def clean(self) -> None:
        for seat in self.seats:
            told = self.cleaned_data
            try:
                check_names([OtherPlayer(told.get(f"who_{seat}", ""), told.get(f"name_{seat}", ""))])
            except RulesError as refusal:
                self.add_error(f"name_{seat}", gettext(refusal.sentence).format(**refusal.details))

    def _label(self, seat: int) -> str:
        if self.mode.seats == 2:
            return gettext("Against")
        mate = any({0, seat - 1} <= {*team} for team in self.mode.teams)
        words = gettext("Seat %(number)s, your teammate") if mate else gettext("Seat %(number)s")
        return words % {"number": seat}
