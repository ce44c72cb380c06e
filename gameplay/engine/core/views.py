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
from gameplay.engine.core.sentences import Say
from gameplay.engine.core.zones import Place, Sight, Table

JUDGE = -1
"""Who sees every card, as a judge of a running game and everybody once it is over."""


def view(game: Game, seat: int | None, *, since: int = 0) -> JsonObject:
    """Everything ``seat`` may know of ``game``, as JSON; None is a spectator, JUDGE sees every face.

    ``since`` leaves out the first so many events.
    """
    table, words = game.table, game.ruleset.words
    places = list(table.places())
    handles = _handles(places)
    seen: JsonObject = {
        "seat": seat,
        "turn": table.turn,
        "active": table.active,
        "scores": list(table.scores()),
        "zones": _zones(table, places, seat, handles),
        "ask": _ask(game, seat, handles),
        "clash": [told(game, game.ruleset.felt.clash, each, seat) for each in table.clash()],
        "events": [told(game, words.events, event, seat) for event in table.events[since:]],
        "outcome": _outcome(game),
    }
    if table.left:
        seen["left"] = list(table.left)
    seen.update(table.public(handles))
    return seen


def _handles(places: Iterable[Place]) -> dict[int, str]:
    """A name for each card by its zone and place; cards nobody sees get none."""
    handles: dict[int, str] = {}
    for name, seat, sight, cards in places:
        if cards and sight is not Sight.NOBODY:
            handles.update(zip(cards, _names(name, seat, len(cards))))  # noqa: B905 - as many as there are cards
    return handles


def in_sight(table: Table, seat: int) -> dict[int, tuple[str, bool]]:
    """Return the cards that ``seat`` can point at: each with the name of its place, and whether the seat sees its face."""
    found: dict[int, tuple[str, bool]] = {}
    for place in table.places():
        found.update((card, (name, sees(place, seat))) for card, name in _handles([place]).items())
    return found


@cache
def _names(zone: str, seat: int | None, count: int) -> tuple[str, ...]:
    """The names of the first ``count`` places in a zone; few zones are long, and every view names them all."""
    return tuple(f"{zone}{'' if seat is None else seat}.{at}" for at in range(count))


def sees(place: Place, seat: int | None) -> bool:
    """Whether ``seat`` sees the faces of the cards in ``place``; those of a deck nobody does."""
    sight = place.sight
    if sight is Sight.ALL:
        return True
    return sight is Sight.OWNER and seat is not None and seat in (place.seat, JUDGE)


def _zones(table: Table, places: Iterable[Place], seat: int | None, handles: Mapping[int, str]) -> list[JsonObject]:
    """Each zone: how many cards there are and, where ``seat`` sees them, what they are and what is marked on them."""
    zones, faces, marks = [], table.cards, table.marks(handles)
    for place in places:
        name, owner, sight, cards = place
        zone: JsonObject = {"zone": name, "seat": owner, "count": len(cards)}
        if sight is Sight.ALL or sees(place, seat):
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
    asks, says = game.ruleset.words.asks, game.ruleset.words.options
    options = [
        {"id": number, "cards": _aims(says[option[0]], option, handles), **told(game, says, option, seat)}
        for number, option in enumerate(ask.options)
    ]
    return {"seat": ask.seat, "kind": ask.kind, "about": told(game, asks, ask.about, seat), "options": options}


def _aims(say: Say, what: Option, handles: Mapping[int, str]) -> list[str]:
    """Return the places of the cards an option is about; a card that no player sees has none."""
    return (
        [handles[what[at]] for at, _, kind in _kinds(say.fields) if kind and what[at] in handles] if say.fields else []
    )


def told(game: Game, says: Mapping[str, Say], what: Option, seat: int | None) -> JsonObject:
    """A code with its fields, as far as ``seat`` may know them; cards become refs, and of some it is said whose they are."""
    say = says[what[0]]
    unseen = bool(say.unseen) and seat not in (what[1], JUDGE)
    known: JsonObject = {"code": what[0], "unseen": True} if unseen else {"code": what[0]}
    if say.fields:
        for at, name, kind in _kinds(say.fields):
            if not kind:
                known[name] = what[at]
            elif kind == "card" and not unseen:
                known[name] = game.table.cards[what[at]].ref
                if name in say.whose and (owner := game.table.owners[what[at]]) >= 0:
                    known.setdefault("owners", {})[name] = owner
    return known


@cache
def _kinds(fields: tuple[str, ...]) -> tuple[tuple[int, str, str], ...]:
    """Each field: its place, its name, and what it stands for: "card", "slot", or "" for what is told as it is."""
    kinds = [next((kind for kind in ("card", "slot") if name.startswith(kind)), "") for name in fields]
    return tuple(zip(count(1), fields, kinds))


def _outcome(game: Game) -> JsonObject | None:
    outcome = game.outcome
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)}
