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
class Say:
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

    sentence: str
    fields: tuple[str, ...] = ()
    unseen: str = ""
    clause: str = ""
    reads: bool = False
    whose: tuple[str, ...] = ()
    head: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A game's sentences by code: what happened, what is asked, what may be chosen; and its words for zones.

    ``terms`` are the words for what a field may be, by the field's name; "reason" is why a game ended, "variant" is
    which one it is, "variant_sense" how that differs from the others. ``rulings`` are the switches of its variants that
    an event may set, by the field's name.
    """

    events: Mapping[str, Say]
    asks: Mapping[str, Say]
    options: Mapping[str, Say]
    zones: Mapping[str, str]
    terms: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)

    def is_option(self, option: Option, *, cards: int) -> bool:
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
    "corrected": Say(_("The judge {judge} corrects the game: {why}"), ("judge", "why")),
    "rewound": Say(_("Back to turn {number}: what happened since is undone."), ("number",)),
    "moved": Say(_("{card} of {seat} is put here: {zone}."), ("seat", "card", "zone")),
    "moved_unseen": Say(
        _("{card} of {seat} is put here: {zone}."),
        ("seat", "card", "zone"),
        unseen=_("A card of {seat} is put here: {zone}."),
    ),
    "marked": Say(_("Marked on {card}: {mark}."), ("card", "mark")),
    "take_back": Say(_("{seat} takes the last choice back."), ("seat", "number")),
    "cleared": Say(_("No longer on {card}: {mark}."), ("card", "mark")),
    "concede": Say(_("{seat} concedes."), ("seat",)),
    "time": Say(_("Time: the current turn is finished, then the game ends.")),
    "over": Say(_("The game is over: {reason}."), ("reason",)),
}
"""What happens in every game: corrections, a take-back, what is called into it from outside, its end."""

ASKS = {
    "may": Say(_("Use the text of {card}?"), ("card",), reads=True),
    "either_for": Say(_("{card}: which of the two?"), ("card",), reads=True),
}
"""What the verbs ask that every game has (`engine.composite`)."""

OPTIONS = {
    "pass": Say(_("Pass")),
    "enough": Say(_("No more")),
    "yes": Say(_("Yes")),
    "no": Say(_("No")),
    "either": Say(_("{card}: number {number} of the two"), ("card", "number")),
}
"""Answers that every game knows."""
