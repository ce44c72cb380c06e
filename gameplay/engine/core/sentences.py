"""A game's sentences. Events, asks and options carry a code and ids; `Say` gives each code its
fields and its sentence, which is filled in and translated by whoever shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Sentence:
    """How a code is told: its sentence, with one named field for each id that follows the code.

    A field that begins with "card" is a card; with "slot", a card of which only the place
    is told; with "seat", a seat; any other is a number or one of the game's `Words.terms`.
    Without ``unseen`` everybody is told all of it; with it, only the seat named first is,
    and the others are told ``unseen``, which leaves out the cards.
    ``clause`` is where the rules say that this happens, or what may be answered to an ask;
    a card's own text has none. ``reads`` is true if it is the text of the card named first
    that happens: whoever chooses wants to read it. ``whose`` are the fields of cards
    that are told with their owners: two may have the same card on the table. Answers that have the same ``head`` in
    words may be told under it, each as the ``rest`` of its sentence.
    """

    template: str
    fields: tuple[str, ...] = ()
    redacted_template: str = ""
    clause: str = ""
    show_rules_text: bool = False
    show_owner: tuple[str, ...] = ()
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Sentences:
    """A game's sentences by code: what happened, what is asked, what may be chosen; and its words for zones.

    ``terms`` are the words for what a field may be, by the field's name; "reason" is why a game ended, "variant" is
    which one it is, "variant_sense" how that differs from the others. ``rulings`` are the switches of its variants that
    an event may set, by the field's name.
    """

    events: Mapping[str, Sentence]
    asks: Mapping[str, Sentence]
    options: Mapping[str, Sentence]
    zones: Mapping[str, str]
    terms: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)

    def is_well_formed_option(self, option: Option, *, cards: int) -> bool:
        """Return whether ``option`` has a code the game knows and all its fields, in a game of that many ``cards``."""
        if not option or option[0] not in self.options or len(option) != 1 + len(self.options[option[0]].fields):
            return False
        named = zip(self.options[option[0]].fields, option[1:], strict=True)
        return all(
            type(value) is int and 0 <= value < cards
            if name.startswith(("card", "slot"))
            else type(value) in (int, str)
            for name, value in named
        )


EVENTS = {
    "corrected": Sentence(_("The judge {judge} corrects the game: {why}"), ("judge", "why")),
    "rewound": Sentence(_("Back to turn {number}: what happened since is undone."), ("number",)),
    "moved": Sentence(_("{card} of {seat} is put here: {zone}."), ("seat", "card", "zone")),
    "moved_unseen": Sentence(
        _("{card} of {seat} is put here: {zone}."),
        ("seat", "card", "zone"),
        redacted_template=_("A card of {seat} is put here: {zone}."),
    ),
    "marked": Sentence(_("Marked on {card}: {mark}."), ("card", "mark")),
    "take_back": Sentence(_("{seat} takes the last choice back."), ("seat", "number")),
    "cleared": Sentence(_("No longer on {card}: {mark}."), ("card", "mark")),
    "concede": Sentence(_("{seat} concedes."), ("seat",)),
    "time": Sentence(_("Time: the current turn is finished, then the game ends.")),
    "over": Sentence(_("The game is over: {reason}."), ("reason",)),
}
"""What happens in every game: corrections, a take-back, what is called into it from outside, its end."""

ASKS = {
    "may": Sentence(_("Use the text of {card}?"), ("card",), show_rules_text=True),
    "either_for": Sentence(_("{card}: which of the two?"), ("card",), show_rules_text=True),
}
"""What the verbs ask that every game has (`engine.composite`)."""

OPTIONS = {
    "pass": Sentence(_("Pass")),
    "enough": Sentence(_("No more")),
    "yes": Sentence(_("Yes")),
    "no": Sentence(_("No")),
    "either": Sentence(_("{card}: number {number} of the two"), ("card", "number")),
}
"""Answers that every game knows."""
