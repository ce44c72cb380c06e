"""What one person sees of an online game: the engine's view, in words. Pages and the API show no more than this."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from cards.selectors import printed
from gameplay.engine.sight import view
from gameplay.engine.words import Say
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts codes with their fields in words, in the reader's language."""

    names: Sequence[str]
    card: Callable[[str], str]

    def told(self, told: Told, says: Mapping[str, Say]) -> Told:
        """Return ``told`` with its sentence as ``text``."""
        say = says[told["code"]]
        fields = {name: self._word(name, told[name]) for name in say.fields if name in told}
        return told | {"text": gettext(say.unseen if told.get("unseen") else say.sentence).format(**fields)}

    def _word(self, name: str, value: Any) -> Any:
        if name.startswith("seat"):
            return self.names[value]
        return self.card(value) if name.startswith("card") else value


def seen(game: OnlineGame, account: Account, *, language: str) -> Told | None:
    """Return what ``account`` sees of ``game`` as JSON, None if that is nothing at all.

    It is the view of `gameplay.engine.sight` with ``id``, ``number`` (of the question asked, from 0), ``players``,
    a ``text`` beside each code, and ``since``: how many events were there when ``account`` last chose.
    Three queries, and those of the apps above.
    """
    sides = games.seats(game)
    if not games.may_watch(account, game, sides):
        return None
    state, since = games.played_since(game, account)
    told = view(state, games.seat_of(sides, account))
    words = state.ruleset.words
    teller = _Teller([side.player.handle for side in sides], lambda ref: printed(game.ruleset, ref).name.in_(language))
    told["events"] = [teller.told(event, words.events) for event in _reasons(told["events"], words.reasons)]
    for zone in told["zones"]:
        zone["text"] = gettext(words.zones[zone["zone"]])
    if told["ask"] and "options" in told["ask"]:
        told["ask"]["about"] = teller.told(told["ask"]["about"], words.asks)
        told["ask"]["options"] = [teller.told(option, words.options) for option in told["ask"]["options"]]
    if told["outcome"]:
        told["outcome"]["text"] = gettext(words.reasons[told["outcome"]["reason"]])
    players = [{"name": side.player.handle, "bot": side.player.kind == Account.Kind.BOT} for side in sides]
    head = {"id": str(game.pk), "game": game.ruleset, "variant": game.variant, "number": game.number}
    return head | {"players": players, "since": since} | told


def _reasons(events: list[Told], reasons: Mapping[str, str]) -> list[Told]:
    """The events, with the reason for which a game ended in words."""
    return [event | {"reason": gettext(reasons[event["reason"]])} if "reason" in event else event for event in events]
