"""What a seat may know, built from nothing.

A view starts empty and only what the seat may see is put in. Cards are named by where
they lie ("hand0.2"), so a name follows no card from one zone to another; a face-down
card is a place and nothing more, and all are alike.

Events, asks and options carry a code and ids; `words.Say` gives each code its fields and its
sentence.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from gameplay.engine.asks import Option
from gameplay.engine.game import Game
from gameplay.engine.words import Say
from gameplay.engine.zones import Place, Sight

JUDGE = -1
"""Who sees every card, as a judge of a running game and everybody once it is over."""


def view(game: Game, seat: int | None, *, since: int = 0) -> dict[str, Any]:
    """Everything ``seat`` may know of ``game``, as JSON; None is a spectator, JUDGE sees every face.

    ``since`` leaves out the first so many events.
    """
    table, words = game.table, game.ruleset.words
    places = list(table.places())
    handles = _handles(places)
    seen: dict[str, Any] = {
        "seat": seat,
        "turn": table.turn,
        "active": table.active,
        "scores": list(table.scores()),
        "zones": [_zone(table, place, seat, handles) for place in places],
        "ask": _ask(game, seat, handles),
        "events": [told(game, words.events, event, seat) for event in table.events[since:]],
        "outcome": _outcome(game),
    }
    seen.update(table.public(handles))
    return seen


def _handles(places: Iterable[Place]) -> dict[int, str]:
    """A name for each card by its zone and place; cards nobody sees get none."""
    handles: dict[int, str] = {}
    for name, seat, sight, cards in places:
        if cards and sight is not Sight.NOBODY:
            zone = name if seat is None else f"{name}{seat}"
            for at, card in enumerate(cards):
                handles[card] = f"{zone}.{at}"
    return handles


def sees(place: Place, seat: int | None) -> bool:
    """Whether ``seat`` sees the faces of the cards in ``place``; those of a deck nobody does."""
    if seat == JUDGE:
        return place.sight is not Sight.NOBODY
    return place.sight is Sight.ALL or (place.sight is Sight.OWNER and seat is not None and place.seat == seat)


def _zone(table: Any, place: Place, seat: int | None, handles: Mapping[int, str]) -> dict[str, Any]:
    cards = place.cards
    zone: dict[str, Any] = {"zone": place.name, "seat": place.seat, "count": len(cards)}
    if sees(place, seat):
        zone["cards"] = [
            {"id": handles[card], "ref": table.cards[card].ref, **table.tells(card, handles)} for card in cards
        ]
    return zone


def _ask(game: Game, seat: int | None, handles: Mapping[int, str]) -> dict[str, Any] | None:
    """The pending question: everybody knows whose it is, only that seat what may be answered."""
    ask = game.ask
    if ask is None:
        return None
    if seat not in (ask.seat, JUDGE):
        return {"seat": ask.seat}
    words = game.ruleset.words
    options = [
        {"id": number, "cards": _aims(words.options, option, handles), **told(game, words.options, option, seat)}
        for number, option in enumerate(ask.options)
    ]
    return {"seat": ask.seat, "kind": ask.kind, "about": told(game, words.asks, ask.about, seat), "options": options}


def _aims(says: Mapping[str, Say], what: Option, handles: Mapping[int, str]) -> list[str]:
    """The places of the cards an option is about."""
    named = zip(_kinds(says[what[0]].fields), what[1:], strict=True)
    return [handles[value] for (_, kind), value in named if kind]


def told(game: Game, says: Mapping[str, Say], what: Option, seat: int | None) -> dict[str, Any]:
    """A code with its fields, as far as ``seat`` may know them; cards become refs."""
    say = says[what[0]]
    unseen = bool(say.unseen) and seat not in (what[1], JUDGE)
    known: dict[str, Any] = {"code": what[0], "unseen": True} if unseen else {"code": what[0]}
    for (name, kind), value in zip(_kinds(say.fields), what[1:], strict=True):
        if not kind:
            known[name] = value
        elif kind == "card" and not unseen:
            known[name] = game.table.cards[value].ref
    return known


@cache
def _kinds(fields: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Each field and what it stands for: "card", "slot", or "" for what is told as it is."""
    return tuple((name, next((kind for kind in ("card", "slot") if name.startswith(kind)), "")) for name in fields)


def _outcome(game: Game) -> dict[str, Any] | None:
    outcome = game.outcome
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)}
