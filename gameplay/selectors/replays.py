"""A game told moment by moment: for its replay once it is over, and for a judge who goes back in it."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext

from cards.selectors import printed
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged
from gameplay.engine.core.correction import Correction, line
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import OUTSIDE, Game
from gameplay.engine.core.record import read, replay
from gameplay.engine.core.views import JUDGE
from gameplay.engine.core.zones import Sight
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors.game_views import Told, full_title, in_words, said


class ReplayLostError(RulesError):
    """The cards of the game are not what they were: it cannot be played again."""

    code = "replay_lost"
    sentence = _("The cards of this game have changed since. Its record still says what happened.")


class Moment(NamedTuple):
    """Before an entry of the record: ``who`` is asked ``asked`` and answers ``made``, or what else happens then.

    ``asked`` and ``made`` are in words; only an answer has the former. ``events`` counts what happened until then.
    """

    entry: int
    turn: int
    who: str
    asked: Told | None
    made: Told
    events: int


class Replay(NamedTuple):
    """A game, all its moments, the place in them of the one it stands at, and what is seen there."""

    state: Game
    moments: list[Moment]
    here: int
    told: Told


def replayed(game: OnlineGame, *, at: int, names: Sequence[str], language: str) -> Replay:
    """Play the record of ``game`` again, up to its first moment from entry ``at`` on, else to its end.

    ``names`` are the players' by seat. Raises ReplayLostError.
    """
    record, _untouched = read(game.record, file=str(game.pk))
    try:
        state = replay(record, RULESETS[game.ruleset], record.printed(printed))
    except (Diverged, KeyError) as error:
        raise ReplayLostError from error
    moments: list[Moment] = []
    here, told = None, {}
    for entry, twin in state.moments():
        if here is None and entry >= at:
            here, told = len(moments), opened(game, twin, names, language)
        moments.append(_moment(twin, entry, state.entries[entry], names, language))
    if here is None:
        here, told = len(moments), opened(game, state, names, language)
    return Replay(state, moments, here, told)


def points(state: Game, names: Sequence[str], *, language: str) -> list[Moment]:
    """The moments that a running game can be taken back to: what was taken back already is left out."""
    counting = set(line(state.entries, len(state.entries)))
    moments = (_moment(twin, entry, state.entries[entry], names, language) for entry, twin in state.moments())
    return [moment for moment in moments if moment.entry in counting]


class Lying(NamedTuple):
    """The cards of one zone, by number and title; ``where`` is whose zone it is and what it is called."""

    where: str
    cards: list[tuple[int, str]]


def lying(state: Game, names: Sequence[str], *, language: str) -> list[Lying]:
    """Every card of the game by where it lies, those of a deck by title; for who may see everything."""
    found = []
    for place in state.table.places():
        zone = gettext(state.ruleset.words.zones[place.name])
        where = zone if place.seat is None else f"{names[place.seat]}: {zone}"
        cards = [
            (card, printed(state.ruleset.name, state.table.cards[card].ref).name.in_(language)) for card in place.cards
        ]
        if cards:
            found.append(Lying(where, sorted(cards, key=itemgetter(1)) if place.sight is Sight.NOBODY else cards))
    return found


def opened(game: OnlineGame, state: Game, names: Sequence[str], language: str) -> Told:
    """Return what who sees every face sees of ``state``, a moment of ``game``."""
    head: dict[str, Any] = {"id": str(game.pk), "title": full_title(state.ruleset, game.variant), "since": 0}
    return head | {"players": [{"name": name} for name in names]} | in_words(state, JUDGE, names, language=language)


def _moment(state: Game, entry: int, made: Any, names: Sequence[str], language: str) -> Moment:
    def words(says: Mapping[str, Any], what: Option) -> Told:
        return said(state, says, what, names, language=language)

    events, turn, ask = len(state.table.events), state.table.turn, state.ask
    if isinstance(made, Correction) or made[0] in OUTSIDE or ask is None:
        what = made.told() if isinstance(made, Correction) else made
        return Moment(entry, turn, "", None, words(state.ruleset.words.events, what), events)
    asked, option = words(state.ruleset.words.asks, ask.about), words(state.ruleset.words.options, made)
    return Moment(entry, turn, names[ask.seat], asked, option, events)
