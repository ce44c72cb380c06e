"""Advice in casual games: asking the search bot in the background."""

from uuid import UUID

from django.core.cache import cache
from django.utils.translation import get_language

from gameplay import ports
from gameplay.bots import likely_cards
from gameplay.engine.bots.advice import advise
from gameplay.engine.bots.search import SearchBot
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from gameplay.games import RULESETS
from gameplay.infrastructure.background import call_and_log_errors
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.advice import LIFETIME, advice_key, may_get_advice
from gameplay.selectors.game_views import view_for_account
from gameplay.selectors.lessons import hints_of
from gameplay.services import games

THINKING_TIME = 60  # seconds after which advice that has not come can be asked for again
TRIES_PER_MINUTE = 10


class NoAdviceError(RulesError):
    """Advice is not available in this game, or not to this player now."""

    code = "no_advice"
    sentence = _("Advice is available only in practice games against bots, while you are asked.")
    is_state_conflict = True


def request_advice(account: Account, game: OnlineGame, *, number: int) -> None:
    """Ask for advice on question ``number``, unless that has been done.

    Raise StaleChoiceError, GameOverError, NoAdviceError or TooManyTriesError.
    """
    games.state_at(game, number)
    game_view = view_for_account(game, account, language=get_language() or "en")
    if game_view is None or not may_get_advice(game, game_view):
        raise NoAdviceError
    count_try("advice", str(account.pk), limit=TRIES_PER_MINUTE)
    if cache.add(advice_key(game.pk, game_view["seat"], number), {}, THINKING_TIME):
        call_and_log_errors(ports.wake_advice(), str(game.pk), number)


def give_advice(game_id: UUID | str, number: int) -> None:
    """Compute the advice on question ``number`` for the player who is asked, and keep it for a while."""
    game = OnlineGame.objects.get(pk=game_id)
    if game.ended_at or game.number != number:
        return
    state = selectors.current_state(game)
    if state.ask is None:
        return
    stream = RandomStream(bytes(game.seed), f"{game.chance}/advice/{state.ask.seat}/question/{number}")
    bot = SearchBot(RULESETS[game.ruleset], likely_cards(RULESETS[game.ruleset], game.variant), stream)
    advice = advise(bot, state, hints_of(game.ruleset).losses)
    found = {"option": advice.option, "gains": advice.gains, "losses": advice.losses}
    cache.set(advice_key(game.pk, state.ask.seat, number), found, LIFETIME)
