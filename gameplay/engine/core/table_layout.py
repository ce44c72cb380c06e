"""The table layout of a game, for pages and terminals that do not know the game.

Zones, marks and states have the names of `zones.Table`; every text is marked for translation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gameplay.engine.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Describes how a game's zones are arranged for display.

    ``counted_zones`` are shown as a number next to a player's name; ``pile_zones`` are opened on demand. The cards of
    ``nested_zones`` are shown with the card they lie under; only their owner sees the faces of the cards in
    ``face_down_zones``. ``show_cost_zones`` are the zones whose cards are shown with their cost, the figure in the
    corner.

    ``resolving_zone`` is shown next to the question, under the title ``resolving_title``, with everything that is
    being resolved; ``resolving_sentences`` are the sentences for `Table.being_resolved`. ``score_template`` shows the
    score of a side, with the fields {score} and {target}.

    ``mark_templates`` are the labels of the marks on a card, by mark; each may contain all marks of the card as
    fields, such as {lag}. ``harmful_marks`` are those that hurt the card. ``revealing_marks`` make a card of a pile
    visible while the pile is closed. ``seat_states`` are labels by the field of `Table.public_state` that lists the
    seats in that state.

    The rest is used where cards lie on a table. ``front_zones`` of a player lie in the row nearest to the opponents,
    ``back_zones`` in smaller size behind them; the cards of ``covered_zones`` lie face down one by one. All other zones
    in ``counted_zones`` and ``pile_zones`` are piles. ``badge_templates`` are short labels of marks, which fit on a
    small card; an empty one hides the mark. ``stat_marks`` are marks that change a printed number of the card, by the
    glyph of its `cards.faces.Stat`. ``under_marks`` are the marks of a card with face-down cards under it: true if the
    mark is their number, false if it means one card.
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
    front_zones: tuple[str, ...] = ()
    back_zones: tuple[str, ...] = ()
    covered_zones: tuple[str, ...] = ()
    badge_templates: Mapping[str, str] = field(default_factory=dict)
    stat_marks: Mapping[str, str] = field(default_factory=dict)
    under_marks: Mapping[str, bool] = field(default_factory=dict)
