"""A game told moment by moment: for its replay once it is over, and for a judge who goes back in it."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext

from cards.selectors import get_printed_card
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged
from gameplay.engine.core.correction import Correction, effective_entry_numbers
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import EXTERNAL_CODES, Game
from gameplay.engine.core.record import parse_record, replay_record
from gameplay.engine.core.views import JUDGE
from gameplay.engine.core.zones import Visibility
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.game_views import GameView, full_title, localized_option, localized_view


class ReplayLostError(RulesError):
    """The cards of the game are not what they were: it cannot be played again."""

    code = "replay_lost"
    sentence = _("The cards of this game have changed since. Its record still says what happened.")


class ReplayStep(NamedTuple):
    """Before an entry of the record: ``who`` is asked ``asked`` and answers ``made``, or what else happens then.

    ``asked`` and ``made`` are in words; only an answer has the former. ``events`` counts what happened until then.
    """

    entry: int
    turn: int
    player: str
    question: GameView | None
    answer: GameView
    events: int


class Replay(NamedTuple):
    """A game, all its moments, the place in them of the one it stands at, and what is seen there."""

    state: Game
    steps: list[ReplayStep]
    current: int
    game_view: GameView


def load_replay(game: OnlineGame, *, from_entry: int, names: Sequence[str], language: str) -> Replay:
    """Play the record of ``game`` again, up to its first moment from entry ``at`` on, else to its end.

    ``names`` are the players' by seat. Raises ReplayLostError.
    """
    record, _untouched = parse_record(game.record, file=str(game.pk))
    try:
        state = replay_record(record, RULESETS[game.ruleset], record.printed_cards(get_printed_card))
    except (Diverged, KeyError) as error:
        raise ReplayLostError from error
    moments: list[ReplayStep] = []
    here, told = None, {}
    for entry, twin in state.replay_steps():
        if here is None and entry >= from_entry:
            here, told = len(moments), judge_view(game, twin, names, language)
        moments.append(_replay_step(twin, entry, state.entries[entry], names, language))
    if here is None:
        here, told = len(moments), judge_view(game, state, names, language)
    return Replay(state, moments, here, told)


def rewind_points(state: Game, names: Sequence[str], *, language: str) -> list[ReplayStep]:
    """The moments that a running game can be taken back to: what was taken back already is left out."""
    counting = set(effective_entry_numbers(state.entries, len(state.entries)))
    moments = (_replay_step(twin, entry, state.entries[entry], names, language) for entry, twin in state.replay_steps())
    return [moment for moment in moments if moment.entry in counting]


class ZoneCards(NamedTuple):
    """The cards of one zone, by number and title; ``where`` is whose zone it is and what it is called."""

    label: str
    cards: list[tuple[int, str]]


def cards_by_zone(state: Game, names: Sequence[str], *, language: str) -> list[ZoneCards]:
    """Every card of the game by where it lies, those of a deck by title; for who may see everything."""
    found = []
    for place in state.table.zones():
        zone = gettext(state.ruleset.sentences.zones[place.name])
        where = zone if place.seat is None else f"{names[place.seat]}: {zone}"
        cards = [
            (card, get_printed_card(state.ruleset.name, state.table.cards[card].ref).name.in_language(language))
            for card in place.cards
        ]
        if cards:
            found.append(
                ZoneCards(where, sorted(cards, key=itemgetter(1)) if place.visibility is Visibility.NOBODY else cards)
            )
    return found


def judge_view(game: OnlineGame, state: Game, names: Sequence[str], language: str) -> GameView:
    """Return what who sees every face sees of ``state``, a moment of ``game``."""
    head: dict[str, Any] = {"id": str(game.pk), "title": full_title(state.ruleset, game.variant), "since": 0}
    return (
        head | {"players": [{"name": name} for name in names]} | localized_view(state, JUDGE, names, language=language)
    )


def _replay_step(state: Game, entry: int, answer: Any, names: Sequence[str], language: str) -> ReplayStep:
    def words(says: Mapping[str, Any], what: Option) -> GameView:
        return localized_option(state, says, what, names, language=language)

    events, turn, ask = len(state.table.events), state.table.turn, state.ask
    if isinstance(answer, Correction) or answer[0] in EXTERNAL_CODES or ask is None:
        what = answer.as_event() if isinstance(answer, Correction) else answer
        return ReplayStep(entry, turn, "", None, words(state.ruleset.sentences.events, what), events)
    asked, option = words(state.ruleset.sentences.asks, ask.about), words(state.ruleset.sentences.options, answer)
    return ReplayStep(entry, turn, names[ask.seat], asked, option, events)
