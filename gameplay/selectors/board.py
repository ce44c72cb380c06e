"""Arranges a game view as cards on a table. Pages, replays and pictures of a game show the result.

The board contains nothing but what is in the view, so it reveals no more than the view does. It has no option of a
question except by number, and no rules.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from django.utils.translation import get_language, gettext

from gameplay.engine.core.table_layout import TableLayout
from gameplay.games import RULESETS
from gameplay.selectors.board_cards import BoardCard, BoardFace, face_down_card, face_up_card
from gameplay.selectors.game_views import GameView
from gameplay.selectors.layout import grouped_options, teams_sentence

HAND = "hand"


@dataclass(frozen=True, slots=True)
class BoardZone:
    """A zone whose cards lie side by side. ``key`` is its name and seat, such as "party0"."""

    key: str
    text: str
    cards: tuple[BoardCard, ...]


@dataclass(frozen=True, slots=True)
class BoardPile:
    """A pile of cards: the number of cards, its visible top card, and whether its cards may be looked through."""

    key: str
    text: str
    count: int
    top: BoardFace | None
    is_open: bool

    @property
    def thickness(self) -> int:
        """How thick the pile is drawn, from 0 for an empty pile to 6."""
        return min(6, (self.count + 5) // 6)


@dataclass(frozen=True, slots=True)
class BoardSide:
    """The side of one player. ``hand`` has the number of cards in hand, ``open_hand`` the cards if the reader sees them
    but does not hold them.
    """

    seat: int
    name: str
    score: str
    is_reader: bool
    is_teammate: bool
    is_active: bool
    is_asked: bool
    states: tuple[str, ...]
    front: tuple[BoardZone, ...]
    back: tuple[BoardZone, ...]
    piles: tuple[BoardPile, ...]
    hand: int
    open_hand: BoardZone | None

    @property
    def look(self) -> str:
        """The CSS classes for whose turn it is, and who is asked."""
        states = {"active": self.is_active, "asked": self.is_asked}
        return " ".join(name for name, is_so in states.items() if is_so)

    @property
    def backs(self) -> range:
        """The backs that show the size of the hand, at most 12."""
        return range(min(12, self.hand))


class BoardOption(NamedTuple):
    """An option of the question. ``number`` is that of its key; ``cards`` are the handles of the cards it concerns, and
    ``seats`` the players. ``pays`` is true if it can be paid for in one go.
    """

    id: int
    number: int
    text: str
    cards: tuple[str, ...]
    seats: tuple[int, ...]
    pays: bool


class BoardEvent(NamedTuple):
    """An event in the log. ``number`` is its position among all events, ``refs`` are the cards that it names.

    In a replay, ``fresh`` marks what has happened since the step before.
    """

    number: int
    text: str
    clause: str
    refs: tuple[str, ...]
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class ResolvingLine:
    """Something that is being resolved: its sentence and clause, the handles of its cards, and totals so far."""

    text: str
    clause: str
    cards: Sequence[str]
    totals: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table as one reader sees it.

    ``others`` are the sides of the other players in turn order from the reader's left, ``own`` is the reader's side or,
    for a spectator, that of the last player. ``shared`` and ``piles`` belong to no player. ``tray`` has the cards that
    the question is about and that do not lie on the board.
    """

    others: Sequence[BoardSide]
    own: BoardSide
    shared: Sequence[BoardZone]
    piles: Sequence[BoardPile]
    resolving: BoardZone | None
    lines: Sequence[ResolvingLine]
    hand: Sequence[BoardCard]
    tray: Sequence[BoardCard]
    teams: str
    turn: int
    phase: str

    @property
    def sides(self) -> Sequence[BoardSide]:
        """All sides, the reader's own last."""
        return [*self.others, self.own]


def arrange_board(game_view: GameView) -> Board:
    """Return the board of a localized game view."""
    return _Arranger(game_view, RULESETS[game_view["game"]].table_layout).board()


def board_options(game_view: GameView) -> list[BoardOption]:
    """Return the options of the question, if the reader is asked."""
    options = (option for group in grouped_options(game_view["ask"] or {}) for option in group["options"])
    return [
        BoardOption(
            option["id"],
            option["number"],
            option["text"],
            tuple(option["cards"]),
            tuple(option["seats"]),
            option.get("pays", False),
        )
        for option in options
    ]


def board_events(events: Sequence[GameView], first: int) -> list[BoardEvent]:
    """Return events of a view; ``first`` is the number of the first one."""
    return [
        BoardEvent(
            number,
            event["text"],
            event.get("clause", ""),
            tuple(value for name, value in event.items() if name.startswith("card")),
        )
        for number, event in enumerate(events, first)
    ]


def find_pile(game_view: GameView, key: str) -> tuple[str, Sequence[BoardCard]] | None:
    """Return the name and the cards of the pile ``key``, or None if the reader does not see its cards."""
    arranger = _Arranger(game_view, RULESETS[game_view["game"]].table_layout)
    zone = next((zone for zone in game_view["zones"] if zone_key(zone) == key), None)
    if zone is None or "cards" not in zone or not arranger.is_pile(zone):
        return None
    return zone["text"], [arranger.card(card, zone) for card in reversed(zone["cards"])]


def visible_cards(game_view: GameView, handles: Iterable[str]) -> list[BoardCard]:
    """Return the cards of a view with these handles, without those that the reader does not see."""
    return _Arranger(game_view, RULESETS[game_view["game"]].table_layout).visible_cards(handles)


def zone_key(zone: GameView) -> str:
    """Return the name of a zone with its seat; handles of its cards begin with it."""
    return f"{zone['zone']}{'' if zone['seat'] is None else zone['seat']}"


@dataclass(slots=True)
class _Arranger:
    """Arranges one view. ``placed`` are the handles of the cards that lie on the board."""

    view: GameView
    layout: TableLayout
    placed: set[str] = field(default_factory=set)
    nested: dict[str, list[tuple[GameView, GameView]]] = field(default_factory=dict)
    language: str = ""

    def __post_init__(self) -> None:
        self.language = get_language() or "en"
        for zone in self.view["zones"]:
            for card in zone.get("cards", ()):
                if "under" in card:
                    self.nested.setdefault(card["under"], []).append((zone, card))

    def board(self) -> Board:
        """Return the board."""
        seats = range(len(self.view["players"]))
        first = self.view["seat"] if self.view["seat"] in seats else -1
        order = sorted(seats, key=lambda seat: (seat - first - 1) % len(seats))
        *others, own = [self.side(seat) for seat in order]
        shared = [zone for zone in self.view["zones"] if zone["seat"] is None]
        resolving = next(self.zone(zone) for zone in shared if zone["zone"] == self.layout.resolving_zone)
        lies = [
            zone
            for zone in shared
            if zone.get("cards") and not self.is_pile(zone) and zone["zone"] != self.layout.resolving_zone
        ]
        board = {
            "shared": [self.zone(zone) for zone in lies],
            "piles": [self.pile(zone) for zone in shared if self.is_pile(zone) and self.is_shown(zone)],
            "hand": self.own_hand(),
        }
        return Board(
            others=others,
            own=own,
            resolving=resolving if resolving.cards else None,
            lines=[self.line(line) for line in self.view["clash"]],
            tray=self.tray(),
            teams=teams_sentence(self.view),
            turn=self.view["turn"],
            phase=self.view["phase"],
            **board,  # type: ignore[arg-type]
        )

    def side(self, seat: int) -> BoardSide:
        """Return the side of the player at ``seat``."""
        view, layout = self.view, self.layout
        zones = {zone["zone"]: zone for zone in view["zones"] if zone["seat"] == seat}
        hand = zones.get(HAND, {"count": 0})
        others = [name for name in zones if self.is_elsewhere(zones[name])]
        ask, is_reader = view["ask"] or {}, seat == view["seat"]
        has_open_hand = bool(hand.get("cards")) and not is_reader
        return BoardSide(
            seat=seat,
            name=view["players"][seat]["name"],
            score=gettext(layout.score_template).format(score=view["scores"][seat], target=view.get("target")),
            is_reader=is_reader,
            is_teammate=not is_reader and any({seat, view["seat"]} <= {*team} for team in view["teams"]),
            is_active=bool(view["turn"]) and view["active"] == seat and not view["outcome"],
            is_asked=ask.get("seat") == seat,
            states=self.states(seat),
            front=tuple(self.zone(zones[name]) for name in layout.front_zones if zones[name]["count"]),
            back=tuple(self.zone(zones[name]) for name in chain(layout.back_zones, others) if zones[name]["count"]),
            piles=tuple(self.pile(zone) for zone in zones.values() if self.is_pile(zone)),
            hand=hand["count"],
            open_hand=self.zone(hand) if has_open_hand else None,
        )

    def states(self, seat: int) -> tuple[str, ...]:
        """Return the states of a player in words."""
        if seat in self.view["left"]:
            return (gettext("has conceded"),)
        states = self.layout.seat_states
        return tuple(gettext(text) for name, text in states.items() if seat in self.view.get(name, ()))

    def is_pile(self, zone: GameView) -> bool:
        """Return whether ``zone`` is drawn as a pile."""
        layout, name = self.layout, zone["zone"]
        is_row = name == HAND or name in layout.front_zones or name in layout.back_zones
        return not is_row and (name in layout.counted_zones or name in layout.pile_zones)

    def is_shown(self, zone: GameView) -> bool:
        """Return whether a shared pile is shown: one with cards, or one whose size matters even if it has none."""
        return bool(zone["count"]) or zone["zone"] in self.layout.counted_zones

    def is_elsewhere(self, zone: GameView) -> bool:
        """Return whether visible cards of ``zone`` have no place of their own in the layout."""
        layout, name = self.layout, zone["zone"]
        known = {HAND, *layout.front_zones, *layout.back_zones, *layout.nested_zones}
        return name not in known and not self.is_pile(zone) and bool(zone.get("cards"))

    def zone(self, zone: GameView) -> BoardZone:
        """Return a zone whose cards lie side by side, as backs if the reader does not see them."""
        key = zone_key(zone)
        if "cards" in zone:
            cards = tuple(self.placed_card(card, zone) for card in zone["cards"])
        else:
            handles = [f"{key}.{index}" for index in range(zone["count"])]
            self.placed.update(handles)
            cards = tuple(face_down_card(handle, self.back_label(number)) for number, handle in enumerate(handles, 1))
        return BoardZone(key, zone["text"], cards)

    @staticmethod
    def back_label(number: int) -> str:
        """Return the name of the face-down card with this number in its zone."""
        return gettext("Face-down card %(number)s") % {"number": number}

    def placed_card(self, card: GameView, zone: GameView) -> BoardCard:
        """Return a card that lies on the board, with the cards under it."""
        self.placed.add(card["id"])
        return self.card(card, zone)

    def card(self, card: GameView, zone: GameView) -> BoardCard:
        """Return a card with a visible face."""
        under = tuple(self.placed_card(each, own) for own, each in self.nested.get(card["id"], ()))
        return face_up_card(self.view["game"], card, zone["zone"], under, language=self.language)

    def pile(self, zone: GameView) -> BoardPile:
        """Return a zone as a pile. The top card of a face-up pile is its last one."""
        cards = zone.get("cards", ())
        marked = [card for card in cards if any(map(card.get, self.layout.revealing_marks))]
        shows_top = bool(cards) and zone["zone"] not in self.layout.counted_zones
        shown = cards[-1:] if shows_top else marked[-1:]
        top = self.card(shown[0], zone).face if shown else None
        return BoardPile(zone_key(zone), zone["text"], zone["count"], top, is_open=bool(cards))

    def line(self, line: GameView) -> ResolvingLine:
        """Return a line of what is being resolved."""
        totals = (line["ours"], line["theirs"]) if "ours" in line and "theirs" in line else None
        return ResolvingLine(line["text"], line.get("clause", ""), line.get("cards", ()), totals)

    def own_hand(self) -> list[BoardCard]:
        """Return the reader's hand."""
        zones = self.view["zones"]
        own = (zone for zone in zones if zone["zone"] == HAND and zone["seat"] == self.view["seat"])
        return [self.placed_card(card, zone) for zone in own for card in zone.get("cards", ())]

    def tray(self) -> list[BoardCard]:
        """Return the cards of the options that do not lie on the board, in the order of the options."""
        options = (self.view["ask"] or {}).get("options", ())
        wanted = dict.fromkeys(chain.from_iterable(option["cards"] for option in options))
        return self.visible_cards(handle for handle in wanted if handle not in self.placed)

    def visible_cards(self, handles: Iterable[str]) -> list[BoardCard]:
        """Return the cards with these handles whose faces the reader sees."""
        by_id = {card["id"]: (card, zone) for zone in self.view["zones"] for card in zone.get("cards", ())}
        return [self.card(*by_id[handle]) for handle in handles if handle in by_id]
