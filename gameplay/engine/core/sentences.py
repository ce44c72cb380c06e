"""The sentences of a game.

Events, asks and options carry a code and ids. A `Sentence` assigns names to these fields, and a template that the
presentation layer translates and fills in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.entries import STOP
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Sentence:
    """The template of a code, with one named field for each id that follows the code.

    A field whose name begins with "card" is a card; with "slot", a card of which only the place is shown; with "seat",
    a seat. Any other field is a number or one of the game's `Sentences.terms`. With a ``redacted_template``, only the
    seat in the first field sees the full sentence. All other seats see the redacted one, which leaves out the cards.

    ``clause`` is the clause for this event, or for the legal answers to an ask; the text of a card has none.
    ``show_rules_text`` is true if the event or ask applies the text of the card in the first field, so that players
    will want to read it. ``show_owner`` lists the card fields that are shown with their owners, because both players
    may have the same card in play. Options with the same ``prefix`` can be grouped under it, each shown as its
    ``suffix``.
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
    """A game's sentences for events, asks and options by code, and its names for zones.

    ``terms`` are the words for the values of a field, by the field's name; "reason" is why a game ended, "variant" is
    the name of a variant, and "variant_sense" explains how it differs from the others. ``rulings`` are the switches of
    the variants that an event may set, by field name.
    """

    events: Mapping[str, Sentence]
    asks: Mapping[str, Sentence]
    options: Mapping[str, Sentence]
    zones: Mapping[str, str]
    terms: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)

    def is_well_formed_option(self, option: Option, *, cards: int) -> bool:
        """Return whether ``option`` has a known code and valid fields, in a game with that many ``cards``."""
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
    "rewound": Sentence(_("Back to turn {number}. Everything since then is undone."), ("number",)),
    "moved": Sentence(_("{card} of {seat} is moved to: {zone}."), ("seat", "card", "zone")),
    "moved_unseen": Sentence(
        _("{card} of {seat} is moved to: {zone}."),
        ("seat", "card", "zone"),
        redacted_template=_("A card of {seat} is moved to: {zone}."),
    ),
    "marked": Sentence(_("Mark set on {card}: {mark}."), ("card", "mark")),
    "take_back": Sentence(_("{seat} takes back the last choice."), ("seat", "number")),
    "cleared": Sentence(_("Mark removed from {card}: {mark}."), ("card", "mark")),
    "concede": Sentence(_("{seat} concedes."), ("seat",)),
    "time": Sentence(_("Time: the current turn is finished, then the game ends.")),
    STOP: Sentence(_("The game is stopped.")),
    "over": Sentence(_("The game is over: {reason}."), ("reason",)),
}
"""The events of every game: corrections, take-backs, external entries, and the end of the game."""

TERMS: Mapping[str, Mapping[Any, str]] = {
    "reason": {STOP: _("its round was cancelled, so there is no result")},
}
"""The terms of every game that is played online; a reported game has a result."""

ASKS = {
    "may": Sentence(_("Use the text of {card}?"), ("card",), show_rules_text=True),
    "either_for": Sentence(_("Choose one of the two effects of {card}."), ("card",), show_rules_text=True),
}
"""The asks of the verbs that every game has (`engine.text.composite`)."""

OPTIONS = {
    "pass": Sentence(_("Pass")),
    "enough": Sentence(_("No more")),
    "yes": Sentence(_("Yes")),
    "no": Sentence(_("No")),
    "either": Sentence(_("{card}: effect {number}"), ("card", "number")),
}
"""The options of every game."""
