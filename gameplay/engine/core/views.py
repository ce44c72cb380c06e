"""Game views: everything that a seat may know.

A view is built from nothing, and contains only what the seat may see. Handles name cards by zone and index
("hand0.2"), so that no card can be followed from one zone to another. A face-down card is only a place; all face-down
cards look alike.

Events, asks and options carry a code and ids; `sentences.Sentence` defines their fields and their sentence.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count
from typing import Any, Protocol

from gameplay.engine.core.asks import Ask, Option, Outcome
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.zones import Table, Visibility, Zone

JUDGE = -1
"""The seat number of a viewer who sees every card: a judge of a running game, and everyone once the game is over."""


class ViewedGame(Protocol):
    """The state of a game that is viewed: a `Game`, or a step of a reported one."""

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def table(self) -> Any: ...

    @property
    def ask(self) -> Ask | None: ...

    @property
    def outcome(self) -> Outcome | None: ...


def view_for_seat(game: ViewedGame, seat: int | None, *, first_event: int = 0) -> JsonObject:
    """Return everything ``seat`` may know of ``game``, as JSON.

    The seat None is a spectator; JUDGE sees every face. Events before ``first_event`` are left out.
    """
    table, sentences = game.table, game.ruleset.sentences
    zones = list(table.zones())
    handles = _handles(zones)
    view: JsonObject = {
        "seat": seat,
        "turn": table.turn,
        "active": table.active,
        "scores": list(table.scores()),
        "zones": _zones(table, zones, seat, handles),
        "ask": _ask(game, seat, handles),
        "clash": [_resolving(game, each, seat, handles) for each in table.being_resolved()],
        "events": [visible_fields(game, sentences.events, event, seat) for event in table.events[first_event:]],
        "outcome": _outcome(game),
    }
    if table.conceded_seats:
        view["left"] = list(table.conceded_seats)
    view.update(table.public_state(handles))
    return view


def _resolving(game: ViewedGame, item: Option, seat: int | None, handles: Mapping[int, str]) -> JsonObject:
    """Return an item of what is being resolved, with the handles of its cards."""
    sentences = game.ruleset.table_layout.resolving_sentences
    cards = _card_handles(sentences[item[0]], item, handles)
    return {"cards": cards, **visible_fields(game, sentences, item, seat)}


def _handles(zones: Iterable[Zone]) -> dict[int, str]:
    """Return a handle for each card, made from its zone and index; cards that no player sees have none."""
    handles: dict[int, str] = {}
    for name, seat, visibility, cards in zones:
        if cards and visibility is not Visibility.NOBODY:
            handles.update(zip(cards, _handle_names(name, seat, len(cards))))  # noqa: B905 - both have the same length
    return handles


def addressable_cards(table: Table, seat: int) -> dict[int, tuple[str, bool]]:
    """Return the cards that ``seat`` can refer to, each with its handle and whether the seat sees its face."""
    cards: dict[int, tuple[str, bool]] = {}
    for zone in table.zones():
        cards.update((card, (handle, can_see_faces(zone, seat))) for card, handle in _handles([zone]).items())
    return cards


def cards_to_order(game: ViewedGame) -> dict[str, int]:
    """Return the cards that the pending ask and those after it put in order, by handle; none for any other ask."""
    ordering = game.ruleset.bundling.ordering
    if game.ask is None or ordering is None:
        return {}
    handles = addressable_cards(game.table, game.ask.seat)
    return {handles[card][0]: card for card in ordering.cards(game.table, game.ask)}


@cache
def _handle_names(zone: str, seat: int | None, count: int) -> tuple[str, ...]:
    """Return the handles of the first ``count`` places in a zone; they are cached, because every view needs them."""
    return tuple(f"{zone}{'' if seat is None else seat}.{index}" for index in range(count))


def can_see_faces(zone: Zone, seat: int | None) -> bool:
    """Return whether ``seat`` sees the faces of the cards in ``zone``; no player sees those of a deck."""
    if zone.visibility is Visibility.ALL:
        return True
    return zone.visibility is Visibility.OWNER and seat is not None and seat in (zone.seat, JUDGE)


def _zones(table: Table, table_zones: Iterable[Zone], seat: int | None, handles: Mapping[int, str]) -> list[JsonObject]:
    """Return each zone with its number of cards, and their faces and marks if ``seat`` sees them."""
    zones, faces, marks = [], table.cards, table.card_marks(handles)
    for each in table_zones:
        name, owner, visibility, cards = each
        zone: JsonObject = {"zone": name, "seat": owner, "count": len(cards)}
        if visibility is Visibility.ALL or can_see_faces(each, seat):
            zone["cards"] = [
                {"id": handles[card], "ref": faces[card].ref, **marks[card]}
                if card in marks
                else {"id": handles[card], "ref": faces[card].ref}
                for card in cards
            ]
        zones.append(zone)
    return zones


def _ask(game: ViewedGame, seat: int | None, handles: Mapping[int, str]) -> JsonObject | None:
    """Return the pending ask: all seats see who is asked, but only that seat sees the options."""
    ask = game.ask
    if ask is None:
        return None
    if seat not in (ask.seat, JUDGE):
        return {"seat": ask.seat}
    asks, sentences = game.ruleset.sentences.asks, game.ruleset.sentences.options
    options = [
        {
            "id": number,
            "cards": _card_handles(sentences[option[0]], option, handles),
            **visible_fields(game, sentences, option, seat),
        }
        for number, option in enumerate(ask.options)
    ]
    return {
        "seat": ask.seat,
        "kind": ask.kind,
        "about": visible_fields(game, asks, ask.about, seat),
        "options": options,
    }


def _card_handles(sentence: Sentence, option: Option, handles: Mapping[int, str]) -> list[str]:
    """Return the handles of the cards of an option; cards that no player sees have none."""
    return (
        [
            handles[option[index]]
            for index, _, kind in _field_kinds(sentence.fields)
            if kind and option[index] in handles
        ]
        if sentence.fields
        else []
    )


def visible_fields(game: ViewedGame, sentences: Mapping[str, Sentence], item: Option, seat: int | None) -> JsonObject:
    """Return a code with the fields that ``seat`` may know.

    Cards become refs; the owners of the cards in ``show_owner`` fields are added.
    """
    sentence = sentences[item[0]]
    redacted = bool(sentence.redacted_template) and seat not in (item[1], JUDGE)
    visible: JsonObject = {"code": item[0], "unseen": True} if redacted else {"code": item[0]}
    if sentence.fields:
        for index, name, kind in _field_kinds(sentence.fields):
            if not kind:
                visible[name] = item[index]
            elif kind == "card" and not redacted:
                visible[name] = game.table.cards[item[index]].ref
                if name in sentence.show_owner and (owner := game.table.owners[item[index]]) >= 0:
                    visible.setdefault("owners", {})[name] = owner
    return visible


@cache
def _field_kinds(fields: tuple[str, ...]) -> tuple[tuple[int, str, str], ...]:
    """Return the index, name and kind of each field: "card", "slot", or "" for a plain value."""
    kinds = [next((kind for kind in ("card", "slot") if name.startswith(kind)), "") for name in fields]
    return tuple(zip(count(1), fields, kinds))


def _outcome(game: ViewedGame) -> JsonObject | None:
    outcome = game.outcome
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)}
