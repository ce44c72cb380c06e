"""Advice in casual games: who may get it, and the sentence that explains it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext

from cards.languages import join_list
from gameplay import ports
from gameplay.models import OnlineGame
from gameplay.selectors.game_views import GameView
from gameplay.selectors.lessons import LESSON, hints_of

LIFETIME = 600  # seconds
NOTEWORTHY = 0.05  # of an expected number; it is not mentioned below that


class ShownAdvice(NamedTuple):
    """The advice for the pending question. Until it is ready, ``text`` is empty."""

    text: str = ""
    option: int | None = None


def advice_key(game_id: Any, seat: int, number: int) -> str:
    """Return the cache key of the advice to ``seat`` for question ``number``."""
    return f"advice/{game_id}/{number}/{seat}"


def may_get_advice(game: OnlineGame, game_view: GameView) -> bool:
    """Return whether the viewer may ask for advice on the pending question.

    Only outside of events, and only against bots: other players have not agreed to it. In a lesson, the page says more.
    """
    ask, seat = game_view["ask"] or {}, game_view["seat"]
    others = [player for number, player in enumerate(game_view["players"]) if number != seat]
    is_casual = game.is_casual and game.guide != LESSON and all(player["bot"] for player in others)
    return is_casual and "options" in ask and ask["seat"] == seat and not ports.game_host().match_context(game)


def find_advice(game: OnlineGame, game_view: GameView, *, language: str) -> ShownAdvice | None:
    """Return the advice to the viewer for the pending question, None if it was not asked for."""
    found = cache.get(advice_key(game.pk, game_view["seat"], game_view["number"]))
    if found is None:
        return None
    if "option" not in found:
        return ShownAdvice()
    option = game_view["ask"]["options"][found["option"]]
    return ShownAdvice(_sentence(game, game_view, option["text"], found, language), found["option"])


def _sentence(game: OnlineGame, game_view: GameView, option: str, found: dict[str, Any], language: str) -> str:
    """Return one sentence: the option, and what it is expected to bring."""
    expected = list(_expectations(game, game_view, found, language))
    if not expected:
        text = gettext("%(option)s: until your next turn it changes no points, but it leaves you the best position.")
        return text % {"option": option}
    text = gettext("%(option)s: on average, %(outcome)s until your next turn.")
    return text % {"option": option, "outcome": join_list(expected)}


def _expectations(game: OnlineGame, game_view: GameView, found: dict[str, Any], language: str) -> Iterator[str]:
    unit = hints_of(game.ruleset).unit.in_language(language)
    order = sorted(range(len(game_view["players"])), key=lambda seat: seat != game_view["seat"])
    for values, losing in ((found["gains"], False), (found["losses"], True)):
        for seat in order if values else ():
            if abs(values[seat]) < NOTEWORTHY:
                continue
            fields = {"number": f"{abs(values[seat]):.1f}", "unit": unit, "name": game_view["players"][seat]["name"]}
            yield _phrase(is_own=seat == game_view["seat"], is_gain=values[seat] > 0, losing=losing) % fields


def _phrase(*, is_own: bool, is_gain: bool, losing: bool) -> str:
    if losing:
        theirs = gettext("%(name)s loses %(number)s cards")
        return gettext("you lose %(number)s cards") if is_own else theirs
    if is_own:
        return gettext("you gain %(number)s %(unit)s") if is_gain else gettext("you lose %(number)s %(unit)s")
    return gettext("%(name)s gains %(number)s %(unit)s") if is_gain else gettext("%(name)s loses %(number)s %(unit)s")
