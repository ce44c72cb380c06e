"""What a seat may know, built from nothing.

A view starts empty and only what the seat may see is put in. Cards are named by where
they lie ("hand0.2"), so a name follows no card from one zone to another; a face-down
card is a place and nothing more, and all are alike.

Events, asks and options carry a code and ids; `words.Say` gives each code its fields and its
sentence.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count

from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.zones import Table, Visibility, Zone

JUDGE = -1
"""Who sees every card, as a judge of a running game and everybody once it is over."""


def view_for_seat(game: Game, seat: int | None, *, first_event: int = 0) -> JsonObject:
    """Everything ``seat`` may know of ``game``, as JSON; None is a spectator, JUDGE sees every face.

    ``since`` leaves out the first so many events.
    """
    table, words = game.table, game.ruleset.sentences
    places = list(table.zones())
    handles = _handles(places)
    seen: JsonObject = {
        "seat": seat,
        "turn": table.turn,
        "active": table.active,
        "scores": list(table.scores()),
        "zones": _zones(table, places, seat, handles),
        "ask": _ask(game, seat, handles),
        "clash": [
            visible_fields(game, game.ruleset.table_layout.resolving_sentences, each, seat)
            for each in table.being_resolved()
        ],
        "events": [visible_fields(game, words.events, event, seat) for event in table.events[first_event:]],
        "outcome": _outcome(game),
    }
    if table.conceded_seats:
        seen["left"] = list(table.conceded_seats)
    seen.update(table.public_state(handles))
    return seen


def _handles(zones: Iterable[Zone]) -> dict[int, str]:
    """A name for each card by its zone and place; cards nobody sees get none."""
    handles: dict[int, str] = {}
    for name, seat, sight, cards in zones:
        if cards and sight is not Visibility.NOBODY:
            handles.update(zip(cards, _handle_names(name, seat, len(cards))))  # noqa: B905 - as many as there are cards
    return handles


def addressable_cards(table: Table, seat: int) -> dict[int, tuple[str, bool]]:
    """Return the cards that ``seat`` can point at: each with the name of its place, and whether the seat sees its face."""
    found: dict[int, tuple[str, bool]] = {}
    for place in table.zones():
        found.update((card, (name, can_see_faces(place, seat))) for card, name in _handles([place]).items())
    return found


@cache
def _handle_names(zone: str, seat: int | None, count: int) -> tuple[str, ...]:
    """The names of the first ``count`` places in a zone; few zones are long, and every view names them all."""
    return tuple(f"{zone}{'' if seat is None else seat}.{at}" for at in range(count))


def can_see_faces(zone: Zone, seat: int | None) -> bool:
    """Whether ``seat`` sees the faces of the cards in ``place``; those of a deck nobody does."""
    sight = zone.visibility
    if sight is Visibility.ALL:
        return True
    return sight is Visibility.OWNER and seat is not None and seat in (zone.seat, JUDGE)


def _zones(table: Table, table_zones: Iterable[Zone], seat: int | None, handles: Mapping[int, str]) -> list[JsonObject]:
    """Each zone: how many cards there are and, where ``seat`` sees them, what they are and what is marked on them."""
    zones, faces, marks = [], table.cards, table.card_marks(handles)
    for place in table_zones:
        name, owner, sight, cards = place
        zone: JsonObject = {"zone": name, "seat": owner, "count": len(cards)}
        if sight is Visibility.ALL or can_see_faces(place, seat):
            zone["cards"] = [
                {"id": handles[card], "ref": faces[card].ref, **marks[card]}
                if card in marks
                else {"id": handles[card], "ref": faces[card].ref}
                for card in cards
            ]
        zones.append(zone)
    return zones


def _ask(game: Game, seat: int | None, handles: Mapping[int, str]) -> JsonObject | None:
    """The pending question: everybody knows whose it is, only that seat what may be answered."""
    ask = game.ask
    if ask is None:
        return None
    if seat not in (ask.seat, JUDGE):
        return {"seat": ask.seat}
    asks, says = game.ruleset.sentences.asks, game.ruleset.sentences.options
    options = [
        {
            "id": number,
            "cards": _card_handles(says[option[0]], option, handles),
            **visible_fields(game, says, option, seat),
        }
        for number, option in enumerate(ask.options)
    ]
    return {
        "seat": ask.seat,
        "kind": ask.kind,
        "about": visible_fields(game, asks, ask.about, seat),
        "options": options,
    }


def _card_handles(sentence: Sentence, what: Option, handles: Mapping[int, str]) -> list[str]:
    """Return the places of the cards an option is about; a card that no player sees has none."""
    return (
        [handles[what[at]] for at, _, kind in _field_kinds(sentence.fields) if kind and what[at] in handles]
        if sentence.fields
        else []
    )


def visible_fields(game: Game, sentences: Mapping[str, Sentence], item: Option, seat: int | None) -> JsonObject:
    """A code with its fields, as far as ``seat`` may know them; cards become refs, and of some it is said whose they are."""
    say = sentences[item[0]]
    unseen = bool(say.redacted_template) and seat not in (item[1], JUDGE)
    known: JsonObject = {"code": item[0], "unseen": True} if unseen else {"code": item[0]}
    if say.fields:
        for at, name, kind in _field_kinds(say.fields):
            if not kind:
                known[name] = item[at]
            elif kind == "card" and not unseen:
                known[name] = game.table.cards[item[at]].ref
                if name in say.show_owner and (owner := game.table.owners[item[at]]) >= 0:
                    known.setdefault("owners", {})[name] = owner
    return known


@cache
def _field_kinds(fields: tuple[str, ...]) -> tuple[tuple[int, str, str], ...]:
    """Each field: its place, its name, and what it stands for: "card", "slot", or "" for what is told as it is."""
    kinds = [next((kind for kind in ("card", "slot") if name.startswith(kind)), "") for name in fields]
    return tuple(zip(count(1), fields, kinds))


def _outcome(game: Game) -> JsonObject | None:
    outcome = game.outcome
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)}
