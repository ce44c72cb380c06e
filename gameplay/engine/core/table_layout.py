"""How a game's table lies before a person: what a page or a terminal, which know no game, must know of it.

Zones, marks and states are named as `zones.Table` names them; every text is marked for translation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gameplay.engine.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class TableLayout:
    """What a game says of its table.

    ``counted`` zones are told as a number beside a player's name, ``piles`` are opened on demand. The cards of those
    ``under`` are told with the card they lie under; the faces of ``face_down`` ones only their owner sees. What
    a card of those ``unpaid`` costs, the figure in its corner, is told with the others. ``contest``
    is the zone that is told beside the question, with what is fought out there, under the title ``fight``: ``clash`` are
    the sentences for what `Table.clash` tells.
    ``score`` is what a side has, of {score} and {target}. ``marks`` are what a card bears, by mark: each may name all
    of its marks, as {lag};
    ``harms`` are those that hurt it, ``shows`` those by which a card of a pile is seen without opening that. ``states`` are by the field of `Table.public` that lists the seats they are true of.
    """

    counted_zones: tuple[str, ...]
    pile_zones: tuple[str, ...]
    nested_zones: tuple[str, ...]
    face_down_zones: tuple[str, ...]
    resolving_zone: str
    resolving_title: str
    score_template: str
    mark_templates: Mapping[str, str]
    show_cost_zones: tuple[str, ...] = ()
    harmful_marks: tuple[str, ...] = ()
    revealing_marks: tuple[str, ...] = ()
    seat_states: Mapping[str, str] = field(default_factory=dict)
    resolving_sentences: Mapping[str, Sentence] = field(default_factory=dict)
