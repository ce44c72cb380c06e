"""A game's sentences. Events, asks and options carry a code and ids; `Say` gives each code its
fields and its sentence, which is filled in and translated by whoever shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Say:
    """How a code is told: its sentence, with one named field for each id that follows the code.

    A field that begins with "card" is a card; with "slot", a card of which only the place
    is told; with "seat", a seat; any other is a number or a word. Without ``unseen`` everybody is told all of it; with it, only
    the seat named first is, and the others are told ``unseen``, which leaves out the cards.
    ``clause`` is where the rules say what may be answered to an ask; a card's own text has none.
    """

    sentence: str
    fields: tuple[str, ...] = ()
    unseen: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A game's sentences by code: what happened, what is asked, what may be chosen, how it ended."""

    events: Mapping[str, Say]
    asks: Mapping[str, Say]
    options: Mapping[str, Say]
    zones: Mapping[str, str]
    reasons: Mapping[str, str] = field(default_factory=dict)
